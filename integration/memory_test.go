//go:build linux

package integration

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// greedy are bodies of functions that ask for more memory or time than a run
// may have, or for as much as it may have.
var greedy = []struct{ name, body string }{
	{"str times", "return 'a' * 10**12"},
	{"str times, allowed", "s = 'a' * 4 * 10**7\nt = s + s\nreturn len(t)"},
	{"wide str", "s = 'é' * 3 * 10**7\nt = s[1:]\nreturn t[10**6]"},
	{"str reversed", "s = 'é' * 2 * 10**7\nreturn s[::-1]"},
	{"list of str", "s = 'ab' * 2 * 10**7\nreturn list(s)"},
	{"str doubled", "s = 'ab'\nwhile True:\n    s = s + s"},
	{"str doubled by format", "s = 'ab'\nwhile True:\n    s = f'{s}{s}'"},
	{"str joined", "s = 'ab' * 10**6\nreturn s.join(s)"},
	{"str joined, allowed", "return ','.join(['abcd' * 1000] * 8000)"},
	{"str replaced", "s = 'ab' * 10**6\nreturn s.replace('a', s)"},
	{"str replaced, allowed", "s = 'ab' * 10**6\nreturn s.replace('a', 'x' * 20)"},
	{"str split", "s = 'a ' * 10**7\nreturn s.split()"},
	{"str split by", "s = 'a,' * 10**7\nreturn s.split(',')"},
	{"str lines", "s = 'a\\n' * 10**7\nreturn s.splitlines()"},
	{"str case", "s = 'ß' * 2 * 10**7\nreturn s.upper()"},
	{"str title", "s = 'ab ' * 10**7\nreturn s.title()"},
	{"str translate", "s = 'ab ' * 10**7\nreturn s.translate({97: 'xyz' * 10})"},
	{"str encode", "s = 'é' * 2 * 10**7\nreturn s.encode('utf-32')"},
	{"str repr", "s = '\\x00' * 2 * 10**7\nreturn repr(s)"},
	{"str ascii", "s = '\U0001F600' * 10**7\nreturn ascii(s)"},
	{"str expandtabs", "return ('\\t' * 10**6).expandtabs(10**4)"},
	{"str expandtabs, allowed", "return ('\\t' * 10**6).expandtabs(40)"},
	{"str center", "return 'a'.center(10**8, 'é')"},
	{"str zfill", "return 'a'.zfill(10**8)"},
	{"f-string width", "return f'{5:{10**9}}'"},
	{"f-string width, allowed", "return f'{5:{4 * 10**7}}'"},
	{"f-string widths", "return f'{5:40000000}{5:40000000}{5:40000000}{5:40000000}'"},
	{"f-string zeros", "return f'{5:0{4 * 10**7},}'"},
	{"f-string precision", "return f'{1/3:.{10**8}f}'"},
	{"f-string precision, allowed", "return f'{1/3:.{10**7}f}'"},
	{"f-string fill", "return f'{5:é>{4 * 10**7}}'"},
	{"percent width", "return '%40000000d' % 5"},
	{"percent zeros", "return '%.40000000d' % 5"},
	{"percent widths", "return '%40000000d%40000000d' % (5, 6)"},
	{"format width", "return '{:40000000}{:40000000}'.format(5, 6)"},
	{"format many", "return ('{0}' * 10**6).format('a' * 100)"},
	{"template", "import string\ns = string.Template('$a' * 10**6)\nreturn s.substitute(a='x' * 100)"},
	{"template small", "import string\ns = string.Template('$a ' * 10**6)\nreturn s.substitute(a='x')"},
	{"formatter", "import string\nreturn string.Formatter().format('{0}' * 10**5, 'a' * 1000)"},
	{"textwrap", "import textwrap\nreturn textwrap.wrap('ab ' * 10**6, 5)"},
	{"textwrap indent", "import textwrap\nreturn textwrap.indent('ab\\n' * 10**6, 'x' * 100)"},
	{"re findall", "import re\nreturn re.findall('.', 'ab' * 5 * 10**6)"},
	{"re split", "import re\nreturn re.split('b', 'ab' * 5 * 10**6)"},
	{"re sub", "import re\nreturn re.sub('a', 'x' * 1000, 'ab' * 10**6)"},
	{"re catastrophic", "import re\nreturn re.match('(a*)*b', 'a' * 40)"},
	{"re nested groups", "import re\nreturn re.compile('(' * 10**5 + ')' * 10**5)"},
	{"re repeat", "import re\nreturn re.compile('((a{1000}){1000}){1000}').match('a' * 10**6)"},
	{"int power", "return 10**10**9"},
	{"int power, allowed", "return 3**(2 * 10**7)"},
	{"int shift", "return 1 << 10**9"},
	{"int squares", "x = 3\nwhile True:\n    x = x * x"},
	{"int text", "import sys\nsys.set_int_max_str_digits(0)\nreturn len(str(7**10**6))"},
	{"int factorial", "import math\nreturn math.factorial(10**6)"},
	{"int product", "x = 1\nfor i in range(1, 10**6):\n    x *= i\nreturn x"},
	{"int comb", "import math\nreturn math.comb(10**6, 5 * 10**5)"},
	{"list times", "return [[]] * 10**9"},
	{"list times, allowed", "return [0] * 10**7"},
	{"list of range", "return list(range(10**9))"},
	{"list of range, allowed", "return list(range(5 * 10**6))"},
	{"list appended", "l = []\nwhile True:\n    l.append(l)"},
	{"list doubled", "l = [1]\nwhile True:\n    l = l + l"},
	{"list extended", "l = [1]\nwhile True:\n    l += l"},
	{"list copies", "l = [0] * 10**6\nm = []\nwhile True:\n    m.append(l[:])"},
	{"list of lists", "return [[j for j in range(1000)] for i in range(10**5)]"},
	{"list sorted", "return sorted(range(5 * 10**6), key=lambda i: -i)"},
	{"list of floats", "return [i / 3 for i in range(10**7)]"},
	{"list of strs", "return [str(i) for i in range(10**7)]"},
	{"list in list", "l = []\nfor i in range(10**6):\n    l = [l]\nreturn l"},
	{"list in list compared", "l = []\nm = []\nfor i in range(10**5):\n    l = [l]\n    m = [m]\nreturn l == m"},
	{"list repr", "l = [0] * 5 * 10**6\nreturn repr(l)"},
	{"list squared repr", "l = [1]\nfor i in range(30):\n    l = [l, l]\nreturn repr(l)"},
	{"tuple times", "return (1, 2) * 10**9"},
	{"tuple grown", "t = ()\nwhile True:\n    t += (1,)"},
	{"dict grown", "d = {}\ni = 0\nwhile True:\n    d[i] = i\n    i += 1"},
	{"dict copies", "d = dict.fromkeys(range(10**5))\nl = []\nwhile True:\n    l.append(dict(d))"},
	{"dict of range", "return {i: str(i) for i in range(10**7)}"},
	{"set of range", "return set(range(10**7))"},
	{"set grown", "s = set()\ni = 0\nwhile True:\n    s.add((i, i))\n    i += 1"},
	{"set copies", "s = set(range(10**5))\nl = []\nwhile True:\n    l.append(s | {1})"},
	{"frozensets", "s = frozenset()\nwhile True:\n    s = frozenset([s])"},
	{"bytes times", "return b'a' * 10**12"},
	{"bytes made", "return bytes(10**8)"},
	{"bytes hex", "return bytes(3 * 10**7).hex(':')"},
	{"bytes repr", "return repr(bytes(3 * 10**7))"},
	{"bytes split", "return bytes(10**7).split(b'\\0')"},
	{"bytearray grown", "b = bytearray(b'ab')\nwhile True:\n    b += b"},
	{"bytearray list", "return list(bytearray(10**7))"},
	{"comb2", "from itertools import combinations\nreturn list(combinations(range(10**4), 2))"},
	{"combinations", "from itertools import combinations\nreturn list(combinations(range(40), 20))"},
	{"permutations", "from itertools import permutations\nreturn list(permutations(range(12)))"},
	{"product", "from itertools import product\nreturn list(product(range(100), repeat=8))"},
	{"product of repeats", "from itertools import product\nreturn list(product([1, 2], repeat=10**8))"},
	{"combinations of many", "from itertools import combinations\nreturn next(combinations(range(10**7), 10**6))"},
	{"tee", "from itertools import count, tee\na, b = tee(count())\nfor x in a: pass"},
	{"cycle", "from itertools import cycle\nreturn list(cycle([1]))"},
	{"repeat", "from itertools import repeat\nreturn list(repeat('a', 10**9))"},
	{"chain", "from itertools import chain\nreturn list(chain.from_iterable(repeat for repeat in iter(lambda: range(1000), 1)))"},
	{"accumulate", "from itertools import accumulate, count\nreturn list(accumulate(count()))"},
	{"accumulate strs", "from itertools import accumulate, repeat\nreturn list(accumulate(repeat('ab')))"},
	{"zip", "from itertools import count\nreturn list(zip(count(), count()))"},
	{"deque", "from collections import deque\nd = deque()\nwhile True:\n    d.append(1)"},
	{"deque rotated", "from collections import deque\nd = deque(range(10**6))\nwhile True:\n    d.rotate(10**5)"},
	{"counter", "from collections import Counter\nreturn Counter(range(10**7))"},
	{"counter elements", "from collections import Counter\nreturn list(Counter(a=10**12).elements())"},
	{"defaultdict", "from collections import defaultdict\nd = defaultdict(list)\ni = 0\nwhile True:\n    d[i].append(i)\n    i += 1"},
	{"namedtuples", "from collections import namedtuple\nP = namedtuple('P', 'x y z')\nreturn [P(i, i, i) for i in range(10**7)]"},
	{"classes", "l = []\nwhile True:\n    l.append(type('A', (), {}))"},
	{"objects", "class A:\n    def __init__(self, i): self.i = i; self.j = str(i)\nreturn [A(i) for i in range(10**7)]"},
	{"closures", "return [lambda i=i: i for i in range(10**7)]"},
	{"cache", "from functools import cache\n@cache\ndef g(i): return [i]\ni = 0\nwhile True:\n    g(i)\n    i += 1"},
	{"generators", "def g(): yield 1\nl = []\nwhile True:\n    h = g()\n    next(h)\n    l.append(h)"},
	{"generators in generators", "def g(it): yield from it\ni = iter([1] * 100)\nwhile True:\n    i = g(i)"},
	{"generator of no end", "def g():\n    i = 0\n    while True:\n        yield i\n        i += 1\nreturn sum(g())"},
	{"iterators in iterators", "i = iter([1])\nfor _ in range(10**5):\n    i = map(str, i)\nreturn list(i)"},
	{"recursion", "def g(n): return g(n + 1)\nreturn g(0)"},
	{"recursion caught", "def g(n):\n    try: return g(n + 1)\n    except RecursionError: return g(n)\nreturn g(0)"},
	{"recursion with lists", "def g(l): return g(l + l)\nreturn g([1])"},
	{"recursion that branches", "def g(n): return g(n - 1) + g(n - 1) if n else 1\nreturn g(60)"},
	{"recursion raised", "import sys\nsys.setrecursionlimit(10**9)\ndef g(n): return g(n + 1)\nreturn g(0)"},
	{"recursive repr", "l = []\nfor i in range(100):\n    l.append(l)\n    l = [l, l]\nreturn repr(l)"},
	{"recursive __repr__", "class A:\n    def __repr__(self): return repr(self) + 'a'\nreturn repr(A())"},
	{"__getattr__", "class A:\n    def __getattr__(self, name): return getattr(self, name + name)\nreturn A().a"},
	{"__getattr__ of all", "class A:\n    def __getattr__(self, name): return A()\na = A()\nwhile True:\n    a = a.a"},
	{"__del__", "class A:\n    def __del__(self):\n        A()\n        A()\nA()\nreturn 1"},
	{"__eq__", "class A:\n    def __hash__(self): return 1\n    def __eq__(self, o): return False\nreturn len({A() for i in range(10**5)})"},
	{"__iter__", "class A:\n    def __iter__(self): return self\n    def __next__(self): return self\nreturn list(A())"},
	{"__len__", "class A:\n    def __len__(self): return 10**18\n    def __getitem__(self, i): return i\nreturn list(A())"},
	{"__length_hint__", "class A:\n    def __length_hint__(self): return 10**9\n    def __iter__(self): return iter([1])\nreturn list(A())"},
	{"__format__", "class A:\n    def __format__(self, s): return format(self, s + s)\nreturn f'{A():a}'"},
	{"metaclass", "class M(type):\n    def __new__(m, n, b, d): return M(n + 'a', b, d)\nclass A(metaclass=M): pass"},
	{"mro", "A = object\nfor i in range(10**5):\n    class A(A): pass\nreturn A"},
	{"exceptions", "e = None\nwhile True:\n    try:\n        raise ValueError('a') from e\n    except ValueError as f:\n        e = f"},
	{"exception text", "raise ValueError('a' * 10**7)"},
	{"print", "while True:\n    print('a' * 1000)"},
	{"print much", "print('a' * 10**8)"},
	{"print kept", "import io\ns = io.StringIO()\nwhile True:\n    s.write('abc' * 1000)"},
	{"while True", "while True:\n    pass"},
	{"locals of a loop", "for i in range(10**7):\n    a = b = c = d = str(i)\nreturn a"},
	{"list changed in a loop", "l = [0] * 1000\nfor i in range(10**6):\n    l[i % 1000] = i\nreturn l"},
	{"large str in a loop", "s = ''\nfor i in range(10**6):\n    s += 'abcdefgh'\nreturn s"},
	{"large str in front", "s = ''\nfor i in range(10**6):\n    s = 'abcdefgh' + s\nreturn s"},
	{"json", "import json\nreturn json.dumps(['ab' * 10] * 10**6)"},
	{"json indented", "import json\nreturn json.dumps(list(range(10**6)), indent=40)"},
	{"json read", "import json\nreturn json.loads('[' * 10**5 + ']' * 10**5)"},
	{"json read long", "import json\nreturn json.loads('[' + '1,' * 5 * 10**6 + '1]')"},
	{"copy", "import copy\nl = [1]\nfor i in range(25):\n    l = [l, l[:]]\nreturn copy.deepcopy(l)"},
	{"difflib", "import difflib\nreturn difflib.SequenceMatcher(None, 'ab' * 10**5, 'ba' * 10**5).ratio()"},
	{"pprint", "import pprint\nreturn pprint.pformat(list(range(10**6)))"},
	{"decimal", "from decimal import *\ngetcontext().prec = 10**7\nreturn Decimal(1) / 3"},
	{"decimal power", "from decimal import *\nreturn Decimal(10) ** 10**9 // 1"},
	{"decimal format", "from decimal import *\nreturn f'{Decimal(\"1e100000000\"):f}'"},
	{"fraction", "from fractions import Fraction\nx = Fraction(1, 3)\nwhile True:\n    x = x * x + 1"},
	{"zlib", "import zlib\nreturn zlib.decompress(zlib.compress(b'a' * 10**8))"},
	{"base64", "import base64\nreturn base64.b64encode(b'a' * 5 * 10**7)"},
	{"hashlib", "import hashlib\nreturn hashlib.sha256(b'a' * 5 * 10**7).hexdigest()"},
	{"hashlib rounds", "import hashlib\nreturn hashlib.pbkdf2_hmac('sha256', b'a', b'b', 10**9)"},
	{"struct", "import struct\nreturn struct.pack('1000000000x')"},
	{"struct unpack", "import struct\nreturn struct.unpack('10000000b', bytes(10**7))"},
	{"array", "from array import array\nreturn array('b', [0]) * 10**10"},
	{"array list", "from array import array\nreturn (array('b', [0]) * 10**7).tolist()"},
	{"random", "import random\nr = random.Random(1)\nreturn r.choices(range(10), k=10**8)"},
	{"random bits", "import random\nr = random.Random(1)\nreturn r.getrandbits(10**10)"},
	{"unpacked", "a, *b = range(10**8)\nreturn b"},
	{"arguments", "def g(*a, **k): return len(a)\nreturn g(*range(10**7), **{str(i): i for i in range(10**6)})"},
	{"slices", "l = list(range(10**6))\nm = []\nwhile True:\n    m.append(l[::2])"},
	{"slice assigned", "l = [1]\nwhile True:\n    l[:0] = l"},
	{"sum of lists", "return sum([[i] for i in range(10**5)], [])"},
	{"enumerate", "from itertools import count\nreturn dict(enumerate(count()))"},
	{"async", "import asyncio\nasync def g(): await asyncio.sleep(0)\nasync def h():\n    await asyncio.gather(*[g() for _ in range(10**7)])\nasyncio.run(h())"},
	{"heap", "import heapq\nh = []\nfor i in range(10**7):\n    heapq.heappush(h, -i)\nreturn h"},
	{"merge", "import heapq\nfrom itertools import count\nreturn list(heapq.merge(count(), count()))"},
	{"eval", "return eval('[' * 10**5 + ']' * 10**5)"},
	{"eval long", "return eval('1+' * 10**6 + '1')"},
	{"exec", "exec('x = 1\\n' * 10**6)"},
	{"uuid", "import uuid\nreturn [uuid.UUID(int=i) for i in range(10**6)]"},
	{"datetime", "from datetime import *\nreturn [date(2000, 1, 1) + timedelta(i) for i in range(10**6)]"},
	{"dates formatted", "from datetime import *\nreturn date(2000, 1, 1).strftime('%Y' * 10**7)"},
	{"queue", "import queue\nq = queue.Queue()\nwhile True:\n    q.put(1)"},
	{"enum", "from enum import Enum\nreturn Enum('E', [f'a{i}' for i in range(10**5)])"},
	{"dataclass", "from dataclasses import make_dataclass\nreturn make_dataclass('D', [f'a{i}' for i in range(10**4)])(*range(10**4))"},
	{"match", "match [0] * 10**7:\n    case [*a, b]: return a"},
	{"normalize", "import unicodedata\nreturn unicodedata.normalize('NFKD', '\\ufdfa' * 10**6)"},
	{"compare strs", "a = 'a' * 10**7\nb = 'a' * 10**7\nreturn [a == b for i in range(10**4)]"},
	{"find", "s = 'a' * 10**6\nreturn s.find('a' * 10**5 + 'b')"},
	{"count", "s = 'a' * 10**7\nreturn [s.count('a') for i in range(1000)]"},
	{"in", "l = list(range(10**5))\nreturn [i in l for i in range(10**5)]"},
}

// written are whole files.
var written = map[string]func() string{
	"many lines":     func() string { return "def f(n=1):\n    n = 1\n" + strings.Repeat("    n += 1\n", 100_000) },
	"many functions": func() string { return strings.Repeat("def f(n=1):\n    return n\n\n\nf(2)\n\n\n", 2000) },
	"long line":      func() string { return "x = [" + strings.Repeat("1, ", 300_000) + "]\n" },
	"long sum":       func() string { return "x = " + strings.Repeat("1 + ", 200_000) + "1\n" },
	"long text":      func() string { return "x = '" + strings.Repeat("ab", 1_000_000) + "'\ny = x + x\n" },
	"long comment":   func() string { return "x = 1 # " + strings.Repeat("ab", 1_000_000) + "\n" },
	"long name":      func() string { n := strings.Repeat("ab", 500_000); return n + " = 1\ny = " + n + "\n" },
	"long condition": func() string { return "x = 1\ny = " + strings.Repeat("x and ", 100_000) + "x\n" },
	"long call":      func() string { return "y = print" + strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000) + "\n" },
	"long chain":     func() string { return "x = y" + strings.Repeat(".a", 200_000) + "\n" },
	"brackets":       func() string { return "x = " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "\n" },
	"open brackets":  func() string { return "x = " + strings.Repeat("[", 100_000) + "\n" },
	"braces": func() string {
		return "x = " + strings.Repeat("{1:", 50_000) + "1" + strings.Repeat("}", 50_000) + "\n"
	},
	"nots":          func() string { return "x = " + strings.Repeat("not ", 100_000) + "1\n" },
	"minuses":       func() string { return "x = " + strings.Repeat("-", 100_000) + "1\n" },
	"lambdas":       func() string { return "x = " + strings.Repeat("lambda: ", 50_000) + "1\n" },
	"nested blocks": func() string { return nestedBlocks(2000) },
	"nested f-strings": func() string {
		return "x = " + strings.Repeat("f'{f\"{", 5000) + "1" + strings.Repeat("}\"}'", 5000) + "\n"
	},
	"unclosed text": func() string { return "x = '''" + strings.Repeat("a\n", 500_000) },
	"decorators":    func() string { return strings.Repeat("@id\n", 50_000) + "def f(n=1): return n\n" },
	"parameters":    func() string { return "def f(" + strings.Repeat("a, ", 50_000) + "n=1): return n\nf(1)\n" },
	"classes": func() string {
		var b strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&b, "class C%d:\n    x = %d\n", i, i)
		}
		return b.String()
	},
}

func nestedBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "x = 1\n"
}

// mostMemory is the most that the program takes for one file.
const mostMemory = 400 << 20

// TestBoundsOfHostileInput measures the peak memory of the program on hostile
// files, and that it ends: on some of them, on all with AUGUR_SLOW set.
func TestBoundsOfHostileInput(t *testing.T) {
	all := os.Getenv("AUGUR_SLOW") != ""
	for i, g := range greedy {
		if !all && i%10 != 0 {
			continue
		}
		t.Run(g.name, func(t *testing.T) { bounded(t, "def f(n=1):\n"+indented(g.body)+"\nf(2)\n") })
	}
	for name, source := range written {
		if !all && name != "long text" && name != "open brackets" && name != "classes" {
			continue
		}
		t.Run(name, func(t *testing.T) { bounded(t, source()) })
	}
}

func bounded(t *testing.T, source string) {
	path := filepath.Join(t.TempDir(), "file.py")
	write(t, path, source)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, augur, "predict", "--engine", "exact", path)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	start := time.Now()
	err := c.Run()
	took := time.Since(start)
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	peak := usage.Maxrss << 10
	cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	t.Logf("%d MB, %.2f s, %.2f s of CPU", peak>>20, took.Seconds(), cpu.Seconds())
	if code := c.ProcessState.ExitCode(); code != 0 && code != 1 || strings.Contains(out.String(), "goroutine ") {
		t.Fatalf("%v: %.2000s", err, out.String())
	}
	if peak > mostMemory {
		t.Errorf("peak memory of %d MB, more than %d", peak>>20, mostMemory>>20)
	}
}
