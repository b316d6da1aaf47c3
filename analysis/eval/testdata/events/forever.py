def a(n):
    while True:
        n += 1
        if n > 3:
            break
        n += 2
def b(n):
    while True:
        n += 1
        if n > 3:
            break
def c(n):
    while True:
        n += 1
        if n > 3:
            break
        if n > 2:
            n += 1
        else:
            n += 2
def d(n):
    while True:
        n += 1
        if n > 3:
            break
        try:
            n += 2
        except KeyError:
            n += 1
def e(n):
    while True:
        n += 1
        if n > 3:
            break
        for i in range(2):
            n += 1
def f(n):
    while True:
        n += 1
        if n > 30:
            break
        if n == 2:
            continue
a(0);b(0);c(0);d(0);e(0);f(0)
