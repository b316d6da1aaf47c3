a = b; a = b = c; a, b = c; a, = b; (a, b) = c; [a, b] = c; a, (b, c) = d; *a, b = c; a, *b = c; [*a] = b; (*a,) = b; a.b = c; a[b] = c; a[b:c] = d; a.b, c[d] = e; () = a; [] = a; (a) = b; ((a)) = b; (a).b = c; a, = b = c, d
x = *a, b; x = *a.b, c; x = a, b
a += b; a -= b; a *= b; a /= b; a //= b; a %= b; a @= b; a **= b; a <<= b; a >>= b; a &= b; a |= b; a ^= b; a.b += c; a[b] += c, d; (a) += b; (a.b) += c
a: int; a: int = 1; a.b: int; a[b]: int = 1; (a): int = 1; (a.b): int; a: "x" = 1; a: List[int][0] = []; a: (int, str) = 1, 2; a: int = yield; a: lambda x: y = 1; a: b if c else d; a: x[a:b]; a: x = lambda y: z; a: int = *b, c
del a; del a, b; del (a, b); del [a, b]; del (a); del a.b, c[d], e[f:g]; del a,; del (a, (b, c)); del ()
return_; global a, b; nonlocal c; pass
import a; import a.b.c; import a as b; import a.b as c, d, e.f
from a import b; from a import b as c, d; from a import (b, c as d,); from a import *; from . import a; from .a import b; from .. import a; from ...a.b import c; from .... import a; from . .. . a import b
from __future__ import annotations; from __future__ import (a, b)
import print, match, case, type; from match import case as type
raise; raise a; raise a from b; raise a(b); raise (a, b)
assert a; assert a, b; assert (a, b); assert a, (b, c); assert a if b else c, d
match = 1; match(x); match.y; match[x]; match: int; match: int = 1; match, case = case, match; match * x; match - x; match in x; case = 1; case(x); case: int; print = 1; print; exec = 1; exec(x); print, x; print >> f, x; print -1; print(x, file=y); print (x), y
_ = 1; _: int = 2; é = 1; ﬁ = 2; ªº = 3; 变量 = 4; x = é.变量
lambda: match; lambda match: match; def_ = 1; async_ = 1; nonlocal_ = 2; None_ = 3
def f():
    return
    return a
    return a, b
    return *a, b
    return (yield)
    return a if b else c
    return not a
    return lambda: x
