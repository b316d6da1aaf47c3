package hints_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"augur/lsp/hints"
	"augur/lsp/outline"
	"augur/lsp/scripted"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// check compares the hints for all functions of a source with those that stand
// after "#>" on its lines, in both directions.
func check(t *testing.T, source string, change func(*hints.Options)) {
	t.Helper()
	opts := hints.Options{MaxLength: 80, Threshold: 0.5}
	if change != nil {
		change(&opts)
	}
	lines := strings.Split(strings.TrimPrefix(source, "\n"), "\n")
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, "#>")
	}
	got := make(map[int]string)
	for _, h := range all(t, strings.Join(lines, "\n"), opts) {
		if got[h.Line] != "" {
			t.Errorf("line %d has two hints", h.Line)
		}
		got[h.Line] = h.Label
	}
	var report strings.Builder
	wrong := false
	for i, line := range strings.Split(strings.TrimPrefix(source, "\n"), "\n") {
		_, want, _ := strings.Cut(line, "#> ")
		if got[i+1] != want {
			wrong = true
			fmt.Fprintf(&report, "%3d  %s\n     got:  %q\n     want: %q\n", i+1, line, got[i+1], want)
		}
	}
	if wrong {
		t.Errorf("wrong hints:\n%s", report.String())
	}
}

// all returns the hints of all functions of a source.
func all(t *testing.T, source string, opts hints.Options) []hints.Hint {
	t.Helper()
	now := session.NewSnapshot().WithSettings(settings.Default()).WithDocument("file:///a.py", "/a.py", 1, source)
	doc := now.Document("file:///a.py")
	o := outline.Of(doc.File())
	var found []hints.Hint
	for _, f := range append([]outline.Function{o.Module}, o.Functions...) {
		forecast, err := new(scripted.Forecaster).Forecast(context.Background(), session.Question{Document: doc, Function: f.Name})
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, hints.Of(o, f, forecast, opts)...)
	}
	return found
}

func TestHints(t *testing.T) {
	for _, test := range []struct{ name, source string }{
		{"a change", `
def f(a):
    x = a + 1  #= x = 3  #> x = 3
`},
		{"several changes", `
def f(a):
    x, y = a  #= x = 3; y = [1]  #> x = 3, y = [1]
`},
		{"what the line says", `
import os             #= os = <module>
from os import path   #= path = <module>
LIMIT = 3             #= LIMIT = 3
DOUBLE = LIMIT * 2    #= DOUBLE = 6  #> DOUBLE = 6
def f(a):             #= f = <function>
    x = 3             #= x = 3
    x = -3            #= x = -3
    x: int = 1_000    #= x = 1000
    a = b = "s"       #= a = 's'; b = 's'
    c, d = 1, (2, [])  #= c = 1; d = (2, [])
    e = {'a': {1, 2}}  #= e = {'a': {1, 2}}
    g = None; h = a   #= g = None; h = 's'  #> h = 's'
    x: int = a        #= x = 's'  #> x = 's'
    x = [a]           #= x = ['s']  #> x = ['s']
    x += 'a'          #= x = ['s', 'a']  #> x = ['s', 'a']
    def inner(): pass  #= inner = <function>
    class Inner: pass  #= Inner = <class>
    return 3          #= return 3
`},
		{"a loop", `
def f(n):
    for i in range(n):  #= i = 0 | 1 | 2; hits 4  #> i = 0, 1, 2
        total += i      #= total = 0 | 1 | 3  #> total = 0, 1, 3
`},
		{"a long loop", `
def f(n):
    for i in range(n):  #= i = 0 | 1 | 2 | 3 | 4 | 9 @10; skipped 4; hits 11  #> i = 0, 1, 2 … 9 (10×)
        total += i      #= total = 0 | 1 | 3 | 6 | 10  #> total = 0, 1, 3 … 10 (5×)
        a, b = g()      #= a = 1 | 2 | 3 | 4 | 5; b = 5 | 4 | 3 | 2 | 1  #> a = 1, 2, 3 … 5; b = 5, 4, 3 … 1 (5×)
        c = k()         #= c = 7 | 7 | 7  #> c = 7 (3×)
        d = k()         #= d = 7 | 7 | 7; skipped 5; hits 8  #> d = 7, 7 … 7 (8×)
`},
		{"a loop of one", `
def f(n):
    for i in range(n):  #= i = 0; hits 2  #> i = 0
        total += i      #= total = 0  #> total = 0
`},
		{"conditions", `
def f(n):
    if n:      #= -> True  #> → True
        pass   #=
    while n:   #= -> True | True | True | True | False  #> → True, True, True … False (5×)
        n -= 1  #= n = 3 | 2 | 1 | 0  #> n = 3, 2, 1, 0
    while n:   #= -> False  #> → False
        pass
    for i in n:  #=
        if i:    #= -> True | True | True  #> → True (3×)
            pass
`},
		{"the result", `
def f(n):
    if n:         #= -> False  #> → False
        return 2
    return [n]    #= return [1, 4]  #> ⏎ [1, 4]
`},
		{"no result", `
def f(n):
    return        #= return None
`},
		{"several results", `
def f(n):
    if n < 2:             #= -> False | True  #> → False, True
        return n          #= return 1  #> ⏎ 1
    return n * f(n - 1)   #= return 2  #> ⏎ 2
`},
		{"a result each time", `
def f(n):
    def g(k):
        return k + 1         #= return 1 | 2 | 3 | 4 | 5  #> ⏎ 1, 2, 3 … 5 (5×)
    return [g(k) for k in n]  #= return [1, 2]  #> ⏎ [1, 2]
`},
		{"a return that was left by an exception", `
def f(n):
    try:
        return g(n)   #=
    except E:
        pass          #=
`},
		{"an exception", `
def f(d):
    return d['b']  #= raise KeyError: 'b'  #> ✗ KeyError: 'b'
`},
		{"an exception without a message", `
def f(d):
    next(d)        #= raise StopIteration  #> ✗ StopIteration
`},
		{"a prediction", `
def f(u):
    r = get(u)     #= r = ~0.8 200  #> r ≈ 200
    s = r + 1      #= s = ~0.4 201
    t = get(u)     #= t = ~0.6 <dict>  #> t ≈ <dict>
    if r:          #= -> ~0.8 True  #> → ≈ True
        return r   #= return ~0.8 200  #> ⏎ ≈ 200
`},
		{"an observation", `
def f(u):
    r = get(u)     #= r = !200  #> r = 200 (observed)
    s = r + ask()  #= s = ~0.8 205  #> s ≈ 205
    for x in r:    #= x = !1 | 2 | 3; hits 3  #> x = 1, 2, 3 (observed)
        pass
`},
		{"what is not known", `
def f(u):
    r = get(u)         #= r = ?get(u)
    r, s = get(u), u   #= r = ?get(u); s = 'u'  #> s = 'u'
    for x in r:        #= x = 1 | ?it | 3; hits 4  #> x = 1, ?, 3
        pass
    for x in r:        #= x = ?it | ?it; hits 3
        pass
`},
		{"nested functions belong to the outer one", `
def f(n):
    def g(k):
        return k + 1  #= x = 2  #> x = 2
    return g(n)       #= return 2  #> ⏎ 2
`},
		{"methods", `
class A:
    def f(self):
        self.x = g()  #= self = A(x=1)  #> self = A(x=1)

    @property
    def p(self):
        v = self.x    #= v = 1  #> v = 1
        return v      #= return 1  #> ⏎ 1
`},
		{"values on one line", `
def f(s):
    t = s.strip()  #= t = a` + "\u0007" + `b	c  #> t = a�b c
`},
	} {
		t.Run(test.name, func(t *testing.T) { check(t, test.source, nil) })
	}
}

func TestHintsAreCut(t *testing.T) {
	long := strings.Repeat("1234567890", 30)
	for _, test := range []struct {
		name   string
		width  int
		source string
	}{
		{"one value", 20, `
def f(a):
    x = g()  #= x = '` + long + `'  #> x = '12345678901234…
`},
		{"each of several", 40, `
def f(a):
    x, y = g()  #= x = '` + long + `'; y = 2; z = '` + long + `'  #> x = '123456789…, y = 2, z = '123456789…
`},
		{"in a loop", 40, `
def f(a):
    for x in g():  #= x = '` + long + `' | 'b' | 'c' | 'd' | '` + long + `'  #> x = '1234567…, 'b', 'c' … '1234567… (5×)
`},
		{"wide characters", 12, `
def f(a):
    x = g()  #= x = '漢字漢字漢字漢字'  #> x = '漢字漢…
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			check(t, test.source, func(o *hints.Options) { o.MaxLength = test.width })
		})
	}
}

func TestNotReached(t *testing.T) {
	on := func(o *hints.Options) { o.NotReached = true }
	check(t, `
def f(n):
    if n:          #= -> True  #> → True
        a = g()    #= a = 1  #> a = 1
    else:
        b = 2      #> not reached
        if b:
            c = 3
    for i in []:   #=
        d = i      #> not reached
    try:           #=
        e = g()    #= e = 4  #> e = 4
    except E:
        e = 5      #> not reached
`, on)
	check(t, `
def f(n):
    if n:          #= -> True  #> → True
        a = g()    #= stop steps
    else:
        b = 2
`, on)
}

func TestTooltip(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         []string
	}{
		{"a value in full", "def f(a):  #: f('`|`') (doctest)\n    x = a * 9  #= x = '" + strings.Repeat("a", 200) + "'",
			[]string{"x = '" + strings.Repeat("a", 200) + "'", "computed", "Example: ``f('`|`')`` (doctest, line 1)"}},
		{"a prediction", "def f(a):\n    x = g()  #= x = ~0.834 200", []string{"predicted, 83 %"}},
		{"a prediction is never certain", "def f(a):\n    x = g()  #= x = ~0.999 200", []string{"predicted, 99 %"}},
		{"a loop", "def f(a):\n    for c in a:  #= c = 'a' | '`' | ?why | 'd|e'",
			[]string{"| 1 | `'a'` | computed |", "| 2 | ``'`'`` | computed |", "| 3 | `?` | unknown: why |", "| 4 | `'d\\|e'` | computed |"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := all(t, test.source, hints.Options{MaxLength: 80, Threshold: 0.5})
			if len(found) != 1 {
				t.Fatalf("got %d hints, want one", len(found))
			}
			for _, want := range test.want {
				if !strings.Contains(found[0].Tooltip, want) {
					t.Errorf("the tooltip has no %q:\n%s", want, found[0].Tooltip)
				}
			}
		})
	}
}

// The class of an unknown value is shown only if that is wanted, and if it is sure.
func TestClasses(t *testing.T) {
	const source = `
def f(u):
    r = get(u)         #= r = ?~0.8 <str>  #> r: str ≈
    s = 3 + get(u)     #= s = ?get(u)
    for x in r:        #= x = ?~0.8 <int> | ?~0.8 <int>; hits 3  #> x: int ≈
        pass
    for y in r:        #= y = ?~0.8 <int> | ?~0.8 <str>; hits 3
        pass
`
	check(t, source, func(o *hints.Options) { o.Classes = true })
	check(t, strings.NewReplacer("  #> r: str ≈", "", "  #> x: int ≈", "").Replace(source), nil)
}
