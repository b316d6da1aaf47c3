a + b - c * d / e // f % g @ h
a ** b ** c; -a ** -b; (-a) ** b; ~a ** b; a ** -b ** c
a << b >> c; a & b | c ^ d; a ^ b & c; a & b ^ c & d; a ^ b ^ c & d & e; (a ^ b) & c; a | b ^ c & d << e + f * g
a or b or c and d and e; (a or b) or c; a or (b or c); not a and not b; not not a
a < b <= c > d >= e == f != g in h not in i is j is not k; a < (b < c); not a in b; not a == b
a if b else c; a if b else c if d else e; (a if b else c) if d else e; lambda: a if b else c; a if b else lambda: c
a, b; a,; (a, b); (a,); (); (a); ((a)); [a]; [a,]; []; {a}; {a,}; {}; {a: b}; {a: b,}; {**a}; {**a, b: c, **d}; {*a, b}; [*a, *b]; (*a, b)
[*a.b(c)]; [*a[b]]; (*a + b,); {*a.b, c}; f(*a.b(c)); x[*a]; x[*a, b]; x[*a.b]; print(*a, **b); f(*a or b, **c or d)
x[a]; x[a, b]; x[a,]; x[a:b]; x[:]; x[::]; x[a:b:c]; x[:b]; x[::c]; x[a:b, c]; x[a:b, c:d, ...]; x[()]; x[a := 1]; x[(a)]; x[(a, b)]
a.b.c; a().b[c](d); (a).b; (a)(b); a[b][c]; "a".b; [a].b; {a: b}[c]; (a, b)[0]; await_.b
f(); f(a); f(a,); f(a, b=c, *d, e=f, **g, **h); f(x for x in y); f((x for x in y), z); f(a := 1); f(a, b := 2); f(**a, b=c); f(not a); f(lambda: a, b)
lambda: a; lambda a: a; lambda a, b=1, *c, d, e=2, **f: a; lambda *, a: a; lambda a, /, b: a; lambda *a: a; lambda **a: a; lambda a=1, /: a; lambda: (yield)
[a for b in c]; [a for b in c if d if e]; [a for b in c for d in e]; {a for b in c}; {a: b for c in d}; (a for b in c); [a for b, c in d]; [a for b, in c]; [a for (b, c) in d]; [a for b.c in d]; [a for b[c] in d]; [a for *b, c in d]
[a for b in c or d]; [a for b in (c if d else e)]; [(a, b) for c in d]; [a if b else c for d in e]; [lambda: a for b in c]; [a for b in c if (lambda: d)]; [b := a for c in d]; [a for b in c if (d := e)]
(yield); x = yield; x = yield a; x = yield a, b; x = yield *a, b; x = yield from a; x += yield a; (yield a, b); yield; yield a; yield from a
None; True; False; ...; Ellipsis; __debug__; print; match; case; type; _; exec
not (a); -(a); (a) + (b); (a) if (b) else (c); (a) < (b); (a) and (b); (a).b; [(a)]; f((a)); (a)[b]
x = *"a", b; x = *"a" "b", *'c'; x = a * "b" * "c"; [*"a"]; f(*"a"if b else c, *'d'.e); print(*"a".b, **c); x = *f"{a}", b; *a, = "b"; (*"a",); {*"a", *b}; x[*"a"]
