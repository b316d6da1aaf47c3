def f(): pass
def f(a): pass
def f(a, b=1, *c, d, e=2, **g): pass
def f(a, /): pass
def f(a, b, /, c, *, d): pass
def f(a=1, /, b=2, *, c=3, d): pass
def f(*, a): pass
def f(*, a, **b): pass
def f(*a, b): pass
def f(a,): pass
def f(*a,): pass
def f(**a,): pass
def f(a: int, b: List[int] = [], *c: "x", d: 1 = 2, **e: a.b[c]) -> Dict[str, List[int]]: pass
def f(a: lambda x: y = 1, b: {1: 2} = {3: 4}, c: f(x, y=1) = lambda x=1, *y: z) -> lambda: x: pass
def f(*args: *Ts, a: (yield_) = 1) -> (a, b): pass
def f(
    a: Tuple[int, ...] = (),  # comment
    *,
    b: Callable[[int], str] | None = None,
) -> None: pass
@a
def f(): pass
@a.b(c)
@d[e]
@(x := y)
@lambda f: f
async def f(): pass
@a

# comment
@b
class A: pass
class A(): pass
class A(B): pass
class A(B, C, metaclass=D, *e, **f): pass
class A(B[C], D.E): pass
class A(
    B,
):
    """doc"""
    x: int
    def m(self):
        """doc"""
        class C:
            pass
    @property
    def p(self): return 1
