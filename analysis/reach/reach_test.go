package reach_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"augur/analysis/reach"
	"augur/analysis/syntax"

	_ "augur/analysis/stdlib"
)

// ask finds one input. The target is the line that ends in "#!", or a returned
// value.
func ask(t *testing.T, src string, q reach.Query) *reach.Result {
	t.Helper()
	for i, l := range strings.Split(src, "\n") {
		if strings.HasSuffix(l, "#!") {
			q.Line = i + 1
		}
	}
	q.File = syntax.Parse([]byte(src))
	q.Budget = 3 * time.Second
	r, err := reach.Find(context.Background(), q)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return r
}

func call(t *testing.T, src string, q reach.Query) string {
	t.Helper()
	r := ask(t, src, q)
	if len(r.Inputs) == 0 {
		t.Errorf("nothing found (%s; closest %s) for\n%s", r.BlockedBy, r.Closest, src)
		return ""
	}
	in := r.Inputs[0]
	if !in.Verified || in.Provenance != "computed" {
		t.Errorf("%s: verified %v, provenance %s", in.Call, in.Verified, in.Provenance)
	}
	return in.Call
}

func TestLine(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"def f(n):\n    if n > 1000:\n        return 1 #!\n", "f(1001)"},
		{"def f(a, b):\n    if a * 3 + 7 == 100:\n        if b == a:\n            return 1 #!\n", "f(31, 31)"},
		{"def f(s):\n    if s.startswith('abc') and s.endswith('z'):\n        return 1 #!\n", "f('abcz')"},
		{"def f(s: str):\n    if len(s) == 7:\n        return 1 #!\n", "f('aaaaaaa')"},
		{"def f(items):\n    for i in items:\n        if i < 0:\n            continue\n        if i % 7 == 5:\n            return i #!\n", "f([5])"},
		{"def f(d):\n    if d['mode'] == 'fast':\n        return d['level'] #!\n", "f({'mode': 'fast'})"},
		{"def f(x):\n    while True:\n        x -= 3\n        if x < -10:\n            break\n    return x #!\n", "f(0)"},
		{"def f(x, *, flag=False):\n    if flag:\n        return x #!\n", "f(0, flag=True)"},
		{"def f(*args):\n    if len(args) == 2:\n        return args #!\n", "f(0, 0)"},
		{"def f(**kw):\n    if 'size' in kw:\n        return kw #!\n", ""},
		{"def f(n):\n    for i in range(n):\n        yield i #!\n", "list(f(1))"},
		{"class A:\n    def __init__(self, n):\n        self.n = n\n    def m(self, k):\n        if self.n + k == 9:\n            return k #!\n", "A(9).m(0)"},
		{"class A:\n    @staticmethod\n    def m(k: int):\n        if k > 3:\n            return k #!\n", "A.m(4)"},
		{"def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        return None #!\n", "f('')"},
		{"def f(x):\n    match x:\n        case [1, y]:\n            return y #!\n", "f([1, 0])"},
		{"def check(x):\n    if x < 10:\n        raise ValueError\ndef f(x):\n    check(x)\n    return x #!\n", "f(10)"},
		{"def g(x):\n    if x == 5:\n        return 1 #!\ndef f(x):\n    return g(x + 1)\n", "f(4)"},
		{"import re\ndef f(s: str):\n    if re.fullmatch(r'\\d{3}-[a-c]+', s):\n        return 1 #!\n", ""},
	} {
		q := reach.Query{Goal: reach.Line}
		if strings.Contains(c.src, "def f(") {
			q.Function = "f"
		}
		if got := call(t, c.src, q); got != c.want && c.want != "" {
			t.Errorf("got %s, want %s for\n%s", got, c.want, c.src)
		}
	}
}

func TestRaise(t *testing.T) {
	for _, c := range []struct{ src, class, want string }{
		{"def f(a, b):\n    return a / b #!\n", "ZeroDivisionError", "f(0, 0)"},
		{"def f(xs: list, i: int):\n    return xs[i] #!\n", "IndexError", "f([], 0)"},
		{"def f(n):\n    if not isinstance(n, int):\n        raise TypeError('n') #!\n", "", ""},
		{"def f(s: str):\n    return int(s) #!\n", "ValueError", "f('')"},
		{"def f(n: int):\n    if n < 0:\n        raise ValueError(n) #!\n    return n\n", "ValueError", "f(-1)"},
	} {
		if got := call(t, c.src, reach.Query{Goal: reach.Raise, Exception: c.class}); got != c.want && c.want != "" {
			t.Errorf("got %s, want %s for\n%s", got, c.want, c.src)
		}
	}
}

func TestAssertFails(t *testing.T) {
	src := "def f(a: int, b: int):\n    c = abs(a - b)\n    assert c < 50 #!\n    return c\n"
	if got := call(t, src, reach.Query{Goal: reach.AssertFails}); got != "f(0, 50)" && got != "f(50, 0)" {
		t.Errorf("got %s", got)
	}
}

func TestReturns(t *testing.T) {
	for _, c := range []struct{ src, returns, want string }{
		{"def f(n):\n    return n * 3 + 7\n", "40", "f(11)"},
		{"def f(s):\n    return s[::-1].upper()\n", "'CBA'", ""},
		{"def f(xs):\n    return sorted(xs)\n", "[1, 2, 3]", "f([1, 2, 3])"},
		{"def f(s):\n    return s.split(',')\n", "['a', 'b']", "f('a,b')"},
		{"def f(text):\n    out = ''\n    for c in text:\n        out += chr(ord(c) + 1)\n    return out\n", "'ifmmp'", "f('hello')"},
		{"def f(d):\n    return {v: k for k, v in d.items()}\n", "{1: 'a', 2: 'b'}", "f({'a': 1, 'b': 2})"},
		{"def f(text, n):\n    return text.zfill(n)\n", "'0042'", ""},
		{"def f(text):\n    return text.encode()\n", "b'xy'", "f('xy')"},
		{"def f(v):\n    v = v.encode()\n    v = v.hex()\n    v = v + 'end'\n    v = ''.join(reversed(v))\n    return v.split()\n", "['dne96070796373796373796d6']", "f('mississippi')"},
		{"def f(v):\n    v = v ** 2\n    v = hex(v)\n    v = v + 'xyz'\n    return v\n", "'0x35c98e40xyz'", "f(30040)"},
		{"def f(v):\n    v = v[3:] + v[:3]\n    v.insert(0, 3)\n    v = str(v)\n    return '-'.join(v)\n", "'[-3-,- ---8-,- -2-2-9-5-8-,- ---7-9-]'", "f([-8, 22958, -79])"},
		{"def f(v):\n    v = [int(x) for x in str(abs(v))]\n    v.extend([1, 2])\n    return list(zip(v, v[1:]))\n", "[(2, 5), (5, 4), (4, 1), (1, 7), (7, 1), (1, 2)]", "f(25417)"},
		{"def f(v):\n    v = f'<{v}>'\n    v = v * 3\n    return list(v.encode())[::-1]\n", "[62, 49, 113, 60, 62, 49, 113, 60, 62, 49, 113, 60]", "f('q1')"},
	} {
		got := call(t, c.src, reach.Query{Goal: reach.Returns, Function: "f", Returns: c.returns})
		if got != c.want && c.want != "" {
			t.Errorf("got %s, want %s for\n%s", got, c.want, c.src)
		}
	}
}

func TestInputsEnd(t *testing.T) {
	src := "def f(text, suffix):\n    while text.endswith(suffix):\n        text = text[:-len(suffix)] #!\n    return text\n"
	if got := call(t, src, reach.Query{}); got != "f('a', 'a')" {
		t.Errorf("got %s", got)
	}
}

func TestUnreachable(t *testing.T) {
	for _, src := range []string{
		"def f(x):\n    return x\n    print(x) #!\n",
		"def f(x):\n    if False:\n        return x #!\n",
		"def f(x):\n    if x:\n        return 1\n    else:\n        raise ValueError\n    return 2 #!\n",
		"def f(x):\n    while True:\n        x += 1\n    return x #!\n",
		"def f(x):\n    y = missing.value\n    return y #!\n",
		"def f(x):\n    if x > 5:\n        if x == 3:\n            return x #!\n",
	} {
		r := ask(t, src, reach.Query{})
		if !r.Unreachable || r.BlockedBy == "" || len(r.Inputs) > 0 {
			t.Errorf("unreachable %v, blocked by %q for\n%s", r.Unreachable, r.BlockedBy, src)
		}
	}
}

func TestAssertionAlwaysHolds(t *testing.T) {
	r := ask(t, "def f(s):\n    n = len(s)\n    assert n >= 0 #!\n    return n\n", reach.Query{Goal: reach.AssertFails})
	if !r.Unreachable || !strings.Contains(r.BlockedBy, "n >= 0") {
		t.Errorf("unreachable %v, blocked by %q", r.Unreachable, r.BlockedBy)
	}
}

func TestOneWayIsSaidAtOnce(t *testing.T) {
	for _, src := range []string{
		"import hashlib\ndef f(s: str):\n    h = hashlib.sha256(s.encode()).hexdigest()\n    if h == '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8':\n        return 1 #!\n",
		"import zlib\ndef f(b: bytes):\n    if not b or zlib.crc32(b) != 0x1c291ca3:\n        return 0\n    return 1 #!\n",
		"def djb(s):\n    h = 5381\n    for c in s:\n        h = (h * 33 + ord(c)) % 2**32\n    return h\ndef f(s: str):\n    if djb(s) == 2090756197 and s:\n        return 1 #!\n",
	} {
		r := ask(t, src, reach.Query{Function: "f"})
		if len(r.Inputs) > 0 || !strings.Contains(r.BlockedBy, "digest") || r.Closest == "" || r.Seconds > 1.5 {
			t.Errorf("%v, blocked by %q, closest %q, %.1f s for\n%s", r.Inputs, r.BlockedBy, r.Closest, r.Seconds, src)
		}
	}
	// What the code itself knows is found none the less, and so is a short digest.
	for _, src := range []string{
		"import hashlib\nWORD = 'password'\ndef f(s: str):\n    if s in (WORD, 'x') and hashlib.md5(s.encode()).hexdigest() == '5f4dcc3b5aa765d61d8327deb882cf99':\n        return 1 #!\n",
		"import zlib\ndef f(b: bytes):\n    if zlib.crc32(b) % 10 == 7:\n        return 1 #!\n",
	} {
		call(t, src, reach.Query{})
	}
}

func TestLoadingIsBounded(t *testing.T) {
	src := "n = 0\nwhile n < 10**12:\n    n += 1\ndef f(x):\n    return x\n"
	start := time.Now()
	r, err := reach.Find(context.Background(), reach.Query{File: syntax.Parse([]byte(src)), Line: 5, Budget: 200 * time.Millisecond})
	if err != nil || len(r.Inputs) > 0 || !strings.Contains(r.BlockedBy, "load") {
		t.Errorf("got %+v, %v", r, err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestHowFarItGot(t *testing.T) {
	src := "def f(a: int):\n    b = a + 1\n    if b > 3:\n        c = b * b\n        if c == 5:\n            return c #!\n"
	r := ask(t, src, reach.Query{})
	if r.Furthest != 5 || !strings.Contains(r.BlockedBy, "line 5: c == 5 must be true") || r.Closest == "" {
		t.Errorf("furthest %d, blocked by %q, closest %q", r.Furthest, r.BlockedBy, r.Closest)
	}
}

func TestNotProvedIsNotClaimed(t *testing.T) {
	src := "def f(x: int):\n    if x * x == -1:\n        return x #!\n"
	q := reach.Query{File: syntax.Parse([]byte(src)), Line: 3, Budget: 200 * time.Millisecond}
	r, err := reach.Find(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Inputs) > 0 || r.Unreachable {
		t.Errorf("inputs %v, unreachable %v", r.Inputs, r.Unreachable)
	}
	if !strings.Contains(r.BlockedBy, "x * x == -1") || r.Closest == "" {
		t.Errorf("blocked by %q, closest %q", r.BlockedBy, r.Closest)
	}
}

func TestDifferentPaths(t *testing.T) {
	src := "def f(n: int):\n    if n > 5:\n        n = 1\n    elif n < 0:\n        n = 2\n    return n #!\n"
	r := ask(t, src, reach.Query{Max: 3})
	if len(r.Inputs) != 3 {
		t.Fatalf("got %v", r.Inputs)
	}
	seen := map[string]bool{}
	for _, in := range r.Inputs {
		seen[in.Call] = true
	}
	for _, want := range []string{"f(0)", "f(6)", "f(-1)"} {
		if !seen[want] {
			t.Errorf("%s is missing in %v", want, r.Inputs)
		}
	}
}

func TestSameAnswerAgain(t *testing.T) {
	src := "def f(a, b):\n    if a and b and len(a) > len(b) and a[0] == b[0]:\n        return 1 #!\n"
	first := call(t, src, reach.Query{})
	if again := call(t, src, reach.Query{}); again != first {
		t.Errorf("%s, then %s", first, again)
	}
}

func TestStateIsNotCarriedOver(t *testing.T) {
	src := "seen = []\ndef f(x: int):\n    seen.append(x)\n    if len(seen) > 3:\n        return 1 #!\n"
	q := reach.Query{File: syntax.Parse([]byte(src)), Line: 5, Budget: 200 * time.Millisecond}
	r, err := reach.Find(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Inputs) > 0 {
		t.Errorf("one call cannot do it: %v", r.Inputs[0].Call)
	}
}

func TestErrors(t *testing.T) {
	f := syntax.Parse([]byte("x = 1\ndef f(x):\n    return x\n"))
	for _, q := range []reach.Query{
		{File: f, Line: 1, Goal: reach.Raise},
		{File: f, Line: 1, When: "x == 1"},
		{File: f, Line: 3, When: "x =="},
		{File: f, Line: 3, Goal: reach.Branch},
		{File: f, Function: "f", Goal: reach.Returns, When: "result >"},
		{File: f, Line: 99},
		{File: f, Function: "g", Line: 3},
		{File: f, Function: "f", Goal: reach.Returns, Returns: "1 +"},
		{File: f, Function: "f", Goal: reach.Returns, Returns: "open('x')"},
	} {
		if r, err := reach.Find(context.Background(), q); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: got %v, %v", q, r, err)
		}
	}
}
