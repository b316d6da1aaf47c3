package reach_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"augur/analysis/reach"
)

// target is a question about the line that ends in "#!", with a Python
// expression that is true if the answer does what was asked. It may name result,
// error, raised (by the line), hit, lines, and values (the variables each time
// that the line had run).
type target struct {
	name   string
	source string
	query  reach.Query
	want   string // the call; empty: any
	proof  string
}

var targets = []target{
	{"if true", "def f(a, b):\n    if a > 3 and b < a: #!\n        return 1\n    return 2\n",
		reach.Query{Goal: reach.Branch, Outcome: true}, "f(4, 0)", "hit and result == 1"},
	{"if false", "def f(a, b):\n    if a > 3 and b < a: #!\n        return 1\n    return 2\n",
		reach.Query{Goal: reach.Branch, Outcome: false}, "f(0, 0)", "hit and result == 2"},
	{"elif", "def f(n):\n    if n > 10:\n        return 1\n    elif n % 7 == 3: #!\n        return 2\n    return 3\n",
		reach.Query{Goal: reach.Branch, Outcome: true}, "f(3)", "result == 2"},
	{"operand of and, false", "def f(a, b):\n    if a > 3 and b == a * 2: #!\n        return 1\n    return 2\n",
		reach.Query{Goal: reach.Branch, Condition: "b == a * 2", Outcome: false}, "f(4, 0)", "result == 2 and values[0]['a'] > 3"},
	{"operand of or, true", "def f(s: str):\n    if s.isdigit() or s.startswith('x-'): #!\n        return 1\n    return 2\n",
		reach.Query{Goal: reach.Branch, Condition: "s.startswith('x-')", Outcome: true}, "f('x-')", "result == 1"},
	{"last operand, of a value", "def f(a: int, b: int):\n    x = a or b #!\n    return x\n",
		reach.Query{Goal: reach.Branch, Condition: "b", Outcome: true}, "f(0, 1)", "result == 1"},
	{"conditional expression", "def f(n: int):\n    return 'big' if n > 99 else 'small' #!\n",
		reach.Query{Goal: reach.Branch, Outcome: true}, "f(100)", "result == 'big'"},
	{"condition of a comprehension, false", "def f(xs: list):\n    return [x for x in xs if x > 5] #!\n",
		reach.Query{Goal: reach.Branch, Condition: "x > 5", Outcome: false}, "f([0])", "hit and result == []"},
	{"condition of a comprehension, true", "def f(xs: list):\n    return {x: 1 for x in xs if x % 11 == 10} #!\n",
		reach.Query{Goal: reach.Branch, Condition: "x % 11 == 10", Outcome: true}, "f([-1])", "result"},
	{"operand in a comprehension", "def f(xs: list):\n    return sum(1 for x in xs if x > 5 and x % 2) #!\n",
		reach.Query{Goal: reach.Branch, Condition: "x % 2", Outcome: true}, "f([7])", "result > 0"},
	{"second condition of a comprehension", "def f(xs: list, ys: list):\n    return [x + y for x in xs if x > 1 for y in ys if y == x + 3] #!\n",
		reach.Query{Goal: reach.Branch, Condition: "y == x + 3", Outcome: true}, "f([2], [5])", "result"},
	{"case taken", "def f(x):\n    match x:\n        case {'kind': 'a', 'n': n}: #!\n            return n\n        case _:\n            return None\n",
		reach.Query{Goal: reach.Branch, Outcome: true}, "", "result is not None or 5 not in lines"},
	{"case not taken", "def f(x):\n    match x:\n        case [1, y]: #!\n            return y\n    return None\n",
		reach.Query{Goal: reach.Branch, Outcome: false}, "", "hit and 4 not in lines"},
	{"guard of a case", "def f(x):\n    match x:\n        case [a, b] if a == b + 5: #!\n            return a\n    return None\n",
		reach.Query{Goal: reach.Branch, Condition: "a == b + 5", Outcome: true}, "f([5, 0])", "4 in lines"},
	{"line in a guarded case", "def f(x):\n    match x:\n        case str() if len(x) > 2:\n            return x #!\n    return None\n",
		reach.Query{}, "f('aaa')", "hit"},
	{"for entered", "def f(xs):\n    n = 0\n    for x in xs: #!\n        n += 1\n    return n\n",
		reach.Query{Goal: reach.Branch, Outcome: true}, "", "result >= 1"},
	{"for never entered", "def f(n: int):\n    for i in range(3, n): #!\n        return i\n    return None\n",
		reach.Query{Goal: reach.Branch, Outcome: false}, "f(0)", "hit and 3 not in lines"},
	{"fifth turn of for", "def f(n: int):\n    s = 0\n    for i in range(3, n): #!\n        s += i\n    return s\n",
		reach.Query{Goal: reach.Branch, Outcome: true, Turn: 5}, "f(8)", "lines.count(4) >= 5"},
	{"while never entered", "def f(n: int):\n    if n < 0:\n        return 0\n    while n: #!\n        n -= 1\n    return 1\n",
		reach.Query{Goal: reach.Branch, Outcome: false}, "f(0)", "hit and 5 not in lines"},
	{"third turn of while", "def f(n: int):\n    k = 0\n    while n > 1: #!\n        n //= 2\n        k += 1\n    return k\n",
		reach.Query{Goal: reach.Branch, Outcome: true, Turn: 3}, "f(8)", "result >= 3"},
	{"assert fails", "def f(xs: list):\n    ys = sorted(xs)\n    assert ys == xs #!\n    return ys\n",
		reach.Query{Goal: reach.AssertFails}, "f([1, 0])", "error == 'AssertionError' and raised"},
	{"assert in a helper fails", "def check(n):\n    assert n % 13 != 7 #!\ndef f(n):\n    check(n * 2)\n    return n\n",
		reach.Query{Goal: reach.AssertFails, Function: "f"}, "", "error == 'AssertionError'"},
	{"division by zero", "def f(a: int, b: int):\n    c = a - 17\n    return b // c #!\n",
		reach.Query{Goal: reach.Raise, Exception: "ZeroDivisionError"}, "f(17, 0)", "error == 'ZeroDivisionError' and raised"},
	{"index error of two", "def f(d: dict, xs: list):\n    return d['k'] + xs[2] #!\n",
		reach.Query{Goal: reach.Raise, Exception: "IndexError"}, "f({'k': 0}, [])", "error == 'IndexError' and raised"},
	{"key error of two", "def f(d: dict, xs: list):\n    return d['k'] + xs[2] #!\n",
		reach.Query{Goal: reach.Raise, Exception: "KeyError"}, "f({}, [])", "error == 'KeyError' and raised"},
	{"attribute error", "def f(x):\n    return x.name.lower() #!\n",
		reach.Query{Goal: reach.Raise, Exception: "AttributeError"}, "", "error == 'AttributeError' and raised"},
	{"unpacking", "def f(pair: list):\n    a, b = pair #!\n    return a\n",
		reach.Query{Goal: reach.Raise, Exception: "ValueError"}, "f([])", "error == 'ValueError' and raised"},
	{"exception from what the line calls", "def g(n):\n    if n == 4:\n        raise KeyError(n)\n    return n\ndef f(n: int):\n    return g(n + 1) #!\n",
		reach.Query{Goal: reach.Raise, Exception: "KeyError"}, "f(3)", "error == 'KeyError' and hit"},
	{"exception that is caught", "def f(n: int):\n    try:\n        if n > 3:\n            raise ValueError(n) #!\n    except ValueError:\n        return 'caught'\n    return n\n",
		reach.Query{Goal: reach.Raise}, "f(4)", "hit and result == 'caught'"},
	{"returns where", "def f(n: int):\n    return n * n - 3\n",
		reach.Query{Goal: reach.Returns, Function: "f", When: "result > 50"}, "f(8)", "result > 50"},
	{"returns where, with parameters", "def f(xs: list):\n    return sorted(set(xs))\n",
		reach.Query{Goal: reach.Returns, Function: "f", When: "result != sorted(xs)"}, "f([0, 0])", "len(result) == 1"},
	{"returns a class", "def f(x: int):\n    if x == 77:\n        return None\n    return x\n",
		reach.Query{Goal: reach.Returns, Function: "f", When: "result is None"}, "f(77)", "result is None"},
	{"variable at a line", "def f(a: int, b: int):\n    t = a * 3\n    t += b #!\n    return t\n",
		reach.Query{When: "t == 100"}, "", "any(v['t'] == 100 for v in values)"},
	{"variable in a loop", "def f(xs: list):\n    total = 0\n    for x in xs:\n        total += x #!\n        total = min(total, 9)\n    return total\n",
		reach.Query{When: "total == 12"}, "", "any(v['total'] == 12 for v in values)"},
	{"result at a line", "def f(n: int):\n    if n > 2:\n        return n + 5 #!\n    return 0\n",
		reach.Query{When: "result == 11"}, "f(6)", "hit and result == 11"},
	{"through two callers", "def h(x):\n    if x == 'q7': #!\n        return 1\ndef g(x):\n    return h(x.strip())\ndef f(x: str):\n    return g(x + '7')\n",
		reach.Query{Function: "f", Goal: reach.Branch, Outcome: true}, "f('q')", "result == 1"},
	{"header of a function", "@staticmethod\ndef f(x): #!\n    \"\"\"Says so.\"\"\"\n    y = x\n    return y\n",
		reach.Query{}, "f(0)", "4 in lines"},
	{"header of a nested function", "def f(n: int):\n    if n > 4:\n        def g(): #!\n            return n\n        return g()\n",
		reach.Query{}, "f(5)", "hit"},
	{"line of a nested function", "def f(n: int):\n    def g(k):\n        if k == 3:\n            return n #!\n    return g(n - 1)\n",
		reach.Query{}, "f(4)", "hit"},
	{"method of an object that is made", "class Stack:\n    def __init__(self, size: int):\n        self.size = size\n        self.items = []\n    def push(self, x):\n        if len(self.items) >= self.size:\n            raise OverflowError(x) #!\n        self.items.append(x)\n",
		reach.Query{Goal: reach.Raise}, "Stack(0).push(0)", "raised"},
	{"method with keyword-only constructor", "class A:\n    def __init__(self, *, low: int, high: int = 9):\n        self.low, self.high = low, high\n    def m(self, k: int) -> bool:\n        if self.low < k < self.high:\n            return True #!\n        return False\n",
		reach.Query{}, "A(low=0).m(1)", "result is True"},
	{"property", "class A:\n    def __init__(self, n: int):\n        self.n = n\n    @property\n    def big(self):\n        if self.n > 41:\n            return True #!\n        return False\n",
		reach.Query{}, "A(42).big", "result is True"},
	{"class method", "class A:\n    @classmethod\n    def make(cls, text: str):\n        if text.count('-') == 2:\n            return cls() #!\n",
		reach.Query{}, "A.make('--')", "hit"},
	{"inherited constructor", "class Base:\n    def __init__(self, n: int):\n        self.n = n\nclass A(Base):\n    def m(self):\n        if self.n == 12:\n            return 1 #!\n",
		reach.Query{}, "A(12).m()", "hit"},
	{"dataclass", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 0\n    def m(self):\n        if self.x + self.y == 5:\n            return 1 #!\n",
		reach.Query{}, "P(5).m()", "hit"},
	{"class in a class", "class A:\n    class B:\n        def __init__(self, k: int):\n            self.k = k\n        def m(self):\n            if self.k < -3:\n                return 1 #!\n",
		reach.Query{}, "A.B(-4).m()", "hit"},
	{"constructor", "class A:\n    def __init__(self, n: int):\n        if n < 0:\n            raise ValueError(n) #!\n        self.n = n\n",
		reach.Query{Goal: reach.Raise}, "A(-1)", "raised and error == 'ValueError'"},
	{"generator", "def f(n: int):\n    for i in range(n):\n        if i == 4:\n            return\n        yield i\n    yield -1 #!\n",
		reach.Query{}, "list(f(0))", "hit and result == [-1]"},
	{"generator that raises late", "def f(xs: list):\n    for x in xs:\n        yield 10 // x #!\n",
		reach.Query{Goal: reach.Raise}, "list(f([0]))", "raised"},
	{"keyword-only", "def f(x: int, *, mode: str = 'r', deep: bool = False):\n    if mode == 'w' and deep and x:\n        return 1 #!\n",
		reach.Query{}, "f(1, mode='w', deep=True)", "hit"},
	{"positional-only with a default", "def f(a, b=2, /, c=3):\n    if b == 5 and c == 3:\n        return 1 #!\n",
		reach.Query{}, "f(0, 5)", "hit"},
	{"star parameters", "def f(first: int, *rest: int, **named: int):\n    if len(rest) == 2 and named.get('k') == first + 3:\n        return 1 #!\n",
		reach.Query{}, "f(0, 0, 0, k=3)", "hit"},
	{"coroutine", "import asyncio\nasync def g(n):\n    await asyncio.sleep(0)\n    return n + 1\nasync def f(n: int):\n    if await g(n) == 20:\n        return 1 #!\n",
		reach.Query{}, "", "hit"},
	{"lambda argument", "def f(g, n: int):\n    if g(n) == n + 1:\n        return 1 #!\n",
		reach.Query{}, "", "hit"},
	{"finally", "def f(n: int):\n    try:\n        return 10 // n\n    finally:\n        if n == 0:\n            n = 5 #!\n",
		reach.Query{}, "f(0)", "hit"},
	{"except of one kind", "def f(text: str, xs: list):\n    try:\n        return xs[int(text)]\n    except ValueError:\n        return 1\n    except IndexError:\n        return 2 #!\n",
		reach.Query{}, "f('0', [])", "result == 2"},
	{"else of a loop", "def f(xs: list):\n    for x in xs:\n        if x == 3:\n            break\n    else:\n        return 1 #!\n",
		reach.Query{}, "f([])", "hit"},
	{"line of several", "def f(a: int, b: int):\n    return (\n        a + 1 if b > 5\n        else a - 1 #!\n    )\n",
		reach.Query{}, "f(0, 0)", "result == -1"},
}

func TestTargets(t *testing.T) {
	var cases bytes.Buffer
	var names []string
	for _, c := range targets {
		t.Run(c.name, func(t *testing.T) {
			r := ask(t, c.source, c.query)
			if len(r.Inputs) == 0 {
				t.Fatalf("nothing found (%s; closest %s) for\n%s", r.BlockedBy, r.Closest, c.source)
			}
			got := r.Inputs[0].Call
			if c.want != "" && got != c.want {
				t.Errorf("got %s, want %s for\n%s", got, c.want, c.source)
			}
			line := 0
			for i, l := range strings.Split(c.source, "\n") {
				if strings.HasSuffix(l, "#!") {
					line = i + 1
				}
			}
			if err := json.NewEncoder(&cases).Encode(map[string]any{"source": c.source, "call": got, "line": line, "proof": c.proof}); err != nil {
				t.Fatal(err)
			}
			names = append(names, c.name+": "+got)
		})
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	run := exec.Command(python, "testdata/prove.py")
	run.Stdin = &cases
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	verdicts := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(verdicts) != len(names) {
		t.Fatalf("%d verdicts for %d cases", len(verdicts), len(names))
	}
	for i, v := range verdicts {
		if v != `"ok"` {
			t.Errorf("CPython does not confirm %s: %s", names[i], v)
		}
	}
}
