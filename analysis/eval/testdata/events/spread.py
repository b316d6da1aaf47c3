def deco(x):
    return x
def f(a, b):
    if (a and
        b or
        not a):
        x = 1
    if (0 <
        a <
        5):
        y = 2
    z = (a
         if b
         else 3)
    w = [p
         for p in
           [1, a]
         if p
         > 0]
    while (a
           > 0):
        a -= 1
    q = f"{a}" \
        f"{b}"
    obj = "a,b" \
        .split(
            ",")
    r = (a.
         real)
    t = lambda k: (
        k +
        1)
    t(2)
    return (
        w)
@deco
@deco
def g(
    a=1,
    b=len(
      "x")):
    return (
        3)
@deco
class A(
    object):
    """doc"""
    x = 1
    def m(self,
       y):
       return {
         "a": y,
         y: 2,
         }
f(1, 2)
g()
A().m(3)
assert (1
  == 1), (
  "x")
