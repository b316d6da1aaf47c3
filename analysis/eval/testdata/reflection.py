# locals, globals, eval, vars.
x = 10
def f(a, b):
    c = a + b
    y = 2
    def inner():
        return a, eval("x")
    print(eval("a * b + c"), eval("x + y"), sorted(locals()), inner())
    print(eval("a", {"a": 5}), eval("a + z", {"z": 1}, {"a": 2}))
    try:
        eval("missing + 1")
    except NameError as e:
        print(e)
    try:
        print(eval("1 / 0"))
    except ZeroDivisionError as e:
        print(e)
    return locals()["c"]
print(f(2, 3), "x" in globals(), eval("len([1, 2]) + x"), eval(" 2**5 "))
class A:
    k = 3
    m = eval("k + x")
    print(sorted(n for n in locals() if not n.startswith("_")))
print(A.m, vars(A)["k"], eval("[i * x for i in range(3)]"))
