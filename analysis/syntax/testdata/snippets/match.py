match x:
    case 1: pass
    case -1 | -1.5 | 1 + 2j | -1 - 2j | 0x1F: pass
    case "a" "b": pass
    case b"a": pass
    case None | True | False: pass
    case a: pass
    case _: pass
match x, y:
    case a, b: pass
    case a,: pass
    case *a, b: pass
    case a, *_: pass
    case (a, b): pass
    case (a): pass
    case (a,): pass
    case (): pass
    case []: pass
    case [a]: pass
    case [a, *b, c]: pass
    case (a | b) as c: pass
    case a | b as c: pass
    case a as b, c: pass
    case [a as b, (c, d) as e]: pass
match (x):
    case a.b: pass
    case a.b.c: pass
    case A(): pass
    case a.B(x, 1, y=2, z=a.b): pass
    case A(x=1 | 2 as y,): pass
    case A(x as y, z=[a, *b]): pass
    case {}: pass
    case {"a": b, 1: c, -1: d, a.b: e, None: f, 1 + 2j: g, **rest}: pass
    case {**rest}: pass
    case {"a": {"b": c} | None}: pass
    case a if b: pass
    case a if b and c if d else e: pass
    case str() | int(): pass
    case (A() as x) | B(x): pass
    case print | match | case | type: pass
    case print(match=case): pass
match match:
    case case:
        match case:
            case match: pass
            # comment
            case _:
                match = 1
                case = 2
        case = 3
    case type: pass
match *a, b:
    case 1: pass
match a if b else c:
    case 1: pass
match [a, b]:
    case 1: pass
match {a: b}:
    case 1: pass
match -x:
    case 1: pass
match not x:
    case 1: pass
match x := y:
    case 1: pass
match (yield):
    case 1: pass
match lambda: x:
    case 1: pass
match x:

    # comment

    case (
        1
        | 2
    ): pass
match(x)
match[x]: int
match[x:y]
match(x).y = 1
