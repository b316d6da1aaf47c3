f""; f"a"; f"{x}"; f"a{x}b{y}c"; f"{{}}"; f"{{{x}}}"; F'{x}'
f"{x!r}"; f"{x!s:>10}"; f"{x!a}"; f"{x:}"; f"{x:>{w}.{p}}"; f"{x:{w!r}}"; f"{x:%H:%M}"
f"{x=}"; f"{x = }"; f"{ x=!r}"; f"{x=:>5}"; f"{x = !s:>{w}}"; f"{f(a, b)=}"
f"{a['b']}"; f'{a["b"]:{c["d"]}}'; f"{'a' 'b'}"; f"{x if y else z}"; f"{(lambda x: 1)}"; f"{ {1: 2}[1] }"
f"{a, b}"; f"{*a, b}"; f"{yield}"; f"{yield x}"; f"{(x:=5)}"; f"{x:=5}"; f"{x!=y}"; f"{x==y}"; f"{x<=y}"
f"\n{x}\t"; fr"\n{x}\d"; rf'\{x}'; f"\N{EM DASH}{x}"; f"\x41{x}\
{y}"
"a" f"{x}" "b" f'{y}' r"\c"
f"" "a"; "a" f"b"; f"{x}" f"{y}"
f"""a
{x}
{y!r}"""
(f"a{x}"
 f"b{y}")
f"{f'{x}'}"; f"{f'{x:{y}}'!r}"
f"{x }"; f"{ x }"; f"{x.y.z()}"; f"{x[1:2]}"; f"{x:{y}{z}}"; f"{x:a{y}b{z}c}"
f"é{x}𝒳{y}"
