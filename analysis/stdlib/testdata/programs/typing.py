from typing import *
import typing
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
T = TypeVar('T'); K = TypeVar('K', bound=int); S = TypeVar('S', int, str); C = TypeVar('C', covariant=True)
print(T, K, S, C, T.__name__, K.__bound__, S.__constraints__)
for x in [List, List[int], Dict[str, int], Dict[str, List[int]], Optional[int], Union[int, str], Union[int, None], Union[int, str, None], Optional[List[int]], Tuple[int, ...], Tuple[int, str], Tuple[()], Callable, Callable[[int], str], Callable[..., int], Callable[[], None], Any, ClassVar[int], Final, Final[int], Literal['a', 1, True], Type[int], Iterable[int], Sequence, Mapping[str, Any], Set[int], FrozenSet[str], Generator[int, None, str], NoReturn, Self, Annotated[int, 'meta', 3], List['Foo'], Optional['Foo'], Dict[str, Any], Union[List[int], Dict[str, int]], Iterator[T], Awaitable[int], AnyStr, Union[int, int], Hashable, Sized, List[T], Dict[K, T], Text, Protocol, Generic]:
    print(x)
print(List[int] == List[int], List[int] is List[int], List[int] == List[str], Union[int, str] == Union[str, int], Optional[int] == Union[None, int], List[int].__origin__, List[int].__args__, List[T].__parameters__, Dict[T, int][str], List[int] | None, int | List[str], Optional[int] | str)
err(lambda: List[int, str]); err(lambda: Dict[int]); err(lambda: Optional[int, str]); err(lambda: Union[()]); err(lambda: List[int][str]); err(lambda: List()); err(lambda: Any()); err(lambda: isinstance(1, Any)); err(lambda: isinstance([], List[int])); err(lambda: isinstance(1, Union[int, str])); err(lambda: isinstance(1, Optional[List[int]])); err(lambda: Callable[int]); err(lambda: Union()); err(lambda: ClassVar[ClassVar[int]]); err(lambda: List[(1, 2)]); err(lambda: TypeVar('X', int)); err(lambda: Self[int]); err(lambda: Hashable[int])
print(isinstance([], List), isinstance({}, Mapping), isinstance(1, Hashable), issubclass(list, Sequence), isinstance(len, Callable), isinstance((x for x in []), Iterator), isinstance('a', Sequence))
class Stack(Generic[T]):
    def __init__(self) -> None: self.items: List[T] = []
    def push(self, x: T) -> None: self.items.append(x)
s = Stack[int](); s.push(1); print(s.items, Stack[int], Stack.__parameters__, Stack.__mro__, Stack.__orig_bases__, s.__orig_class__, Stack[T], type(Stack[int]), Stack[int]().items)
class Pair(Generic[T, K]): pass
print(Pair[int, str], Pair.__parameters__); err(lambda: Pair[int]); err(lambda: Pair[int, str, int])
class IntStack(Stack[int]): pass
print(IntStack.__mro__, IntStack.__parameters__, IntStack().items); err(lambda: IntStack[int])
class ML(List[int]): pass
print(ML.__mro__, ML([1, 2]))
class MI(Iterable[T]):
    def __iter__(self): return iter([1])
print(MI.__mro__, list(MI()), MI.__parameters__)
def f():
    class Bad(Generic): pass
err(f)
def f():
    class Bad(Generic[T], Generic[K]): pass
err(f)
def f():
    class Bad(List[T], Generic[K]): pass
err(f)
err(lambda: Generic[int]); err(lambda: Generic[T, T])
def f():
    class Bad(Union[int, str]): pass
err(f)
@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...
class P2(Protocol):
    x: int
    def m(self): ...
class Impl:
    x = 1
    def m(self): return 1
print(isinstance([], HasLen), isinstance(5, HasLen), issubclass(list, HasLen)); err(lambda: isinstance(1, P2)); err(P2); err(HasLen)
class Explicit(P2):
    def __init__(self): self.x = 5
print(Explicit().x, Explicit.__mro__)
@runtime_checkable
class P3(Protocol):
    x: int
print(isinstance(Impl(), P3), isinstance(5, P3)); err(lambda: issubclass(Impl, P3))
class Conc(HasLen):
    def __len__(self): return 3
print(len(Conc()), isinstance(Conc(), HasLen))
err(lambda: runtime_checkable(Impl))
class Gp(Protocol[T]):
    def get(self) -> T: ...
print(Gp[int], Gp.__parameters__)
class TD(TypedDict):
    a: int
    b: str
print(TD(a=1, b='x'), TD({'a': 1}), type(TD()), sorted(TD.__required_keys__), TD.__annotations__, TD.__total__)
class TD2(TD, total=False):
    c: float
print(sorted(TD2.__optional_keys__), sorted(TD2.__required_keys__), TD2.__annotations__)
err(lambda: isinstance({}, TD))
TD3 = TypedDict('TD3', {'k': int}); print(TD3(k=1), TD3.__name__)
UserId = NewType('UserId', int); print(UserId(5), UserId, UserId.__name__, UserId.__supertype__, type(UserId(5)))
print(cast(int, 'x'), TYPE_CHECKING, get_origin(List[int]), get_args(Dict[str, int]), get_origin(Optional[int]), get_args(Callable[[int], str]), get_origin(int), get_args(int), get_origin(Annotated[int, 1]), get_args(Annotated[int, 1]), get_args(Literal['a']), get_origin(list[int]), get_args(int | str))
@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x): return x
print(g(1), g('a'))
def h(a: int, b: Optional[str] = None, *args: Any, **kw: 'int') -> List[int]: return []
print(h.__annotations__, get_type_hints(h))
class An:
    x: int
    y: 'str'
    z: ClassVar[int] = 3
print(get_type_hints(An), An.__annotations__)
@final
class Fin: pass
print(Fin.__final__)
err(lambda: assert_never(5))
print(Literal[1, 2].__args__, Literal['a'] == Literal['a'], Annotated[int, 'x'].__metadata__, ForwardRef('X'))
x: Final = 3
def deco(fn: Callable[..., T]) -> Callable[..., T]: return fn
print(deco(len), x)
P = ParamSpec('P'); print(P, Callable[P, int], Callable[Concatenate[int, P], str])
print(hash(List[int]) == hash(List[int]), {List[int]: 1}[List[int]], {Optional[int]: 2}[Union[int, None]])
print(SupportsInt, isinstance(5, SupportsInt), isinstance('a', SupportsInt), isinstance(5, SupportsIndex))
