# How often CPython 3.11 runs each line, as a trace function counts: behind #:.
def forever(q):  #: 1
    while True:  #: 6
        q += 1  #: 6
        if q < 3:  #: 6
            continue  #: 2
        if q > 5:  #: 4
            break  #: 1
    while 1: q -= 1; assert q  #: 6
def joined(n, i, b):  #: 1
    m = (n and i if b else 0)  #: 5
    m = (0 if b else n and i)  #: 3
    m = ((n or i) + 1 if b else 0)  #: 3
    n and i if b else 0  #: 3
    n or (n and i if b else 0)  #: 3
    if (n and i if b else 0): m = 2  #: 3
    p = [(n or i) if b else 0, 2]  #: 5
    p = (n and i if b else 0) if i else (n and i if b else 0)  #: 5
    return n or i if b else 0  #: 5
def opened(q):  #: 1
    for q in range(3):  #: 4
        with open('/nowhere' if q > 5 else '/dev/null'):  #: 6
            if q < 1:  #: 3
                continue  #: 1
            q += 1  #: 2
try: forever(0)  #: 1
except AssertionError: pass  #: 1
joined(1, 0, 1)  #: 1
joined(0, 2, 1)  #: 1
joined(0, 2, 0)  #: 1
opened(0)  #: 1
