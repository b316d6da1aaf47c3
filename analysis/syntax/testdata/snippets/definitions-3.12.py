def f[T](x: T) -> T: pass
def f[T: int, *Ts, **P](x): pass
def f[T: (int, str), U: Dict[str, int]](): pass
class A[T]: pass
class A[T: int](B[T], metaclass=C): pass
async def f[
    T,
](): pass
type X = int
type X[T] = List[T]
type X[T: int, *Ts, **P] = Callable[P, T]
type type = type
type X = lambda: 1; type Y = int
type = 1; type(x); type.x; type[x]; type: int; type, y = 1, 2; type in x; type
