def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
def nqueens(n):
    count = 0
    cols, d1, d2 = set(), set(), set()
    def place(r):
        nonlocal count
        if r == n:
            count += 1
            return
        for c in range(n):
            if c in cols or r + c in d1 or r - c in d2: continue
            cols.add(c); d1.add(r + c); d2.add(r - c)
            place(r + 1)
            cols.remove(c); d1.remove(r + c); d2.remove(r - c)
    place(0)
    return count
def strings(n):
    s = ''
    for i in range(n):
        s += chr(97 + i % 26)
    words = [s[i:i+5] for i in range(0, len(s), 5)]
    return ' '.join(w.upper().replace('A', '-') for w in words)[:20]
def counting(n):
    d = {}
    for i in range(n):
        k = i * 7 % 101
        d[k] = d.get(k, 0) + 1
    return max(d.values())
def sorting(n):
    xs = [(i * 7919 % 1009, str(i)) for i in range(n)]
    xs.sort(key=lambda p: (p[0], p[1]))
    return xs[0]
def loops(n):
    t = 0
    for i in range(n):
        for j in range(n):
            if (i + j) % 3 == 0:
                t += i * j
    return t
class Acc:
    def __init__(self): self.total = 0
    def add(self, x):
        self.total += x
        return self
def methods(n):
    a = Acc()
    for i in range(n):
        a.add(i)
    return a.total
def pipeline(n):
    def numbers():
        i = 0
        while i < n:
            yield i
            i += 1
    evens = (x for x in numbers() if x % 2 == 0)
    return sum(x * x for x in evens)
def matmul(n):
    a = [[i * j % 7 for j in range(n)] for i in range(n)]
    b = [[(i + j) % 5 for j in range(n)] for i in range(n)]
    return sum(sum(r) for r in [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)])
