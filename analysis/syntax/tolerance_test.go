package syntax

import (
	"sort"
	"strings"
	"testing"
)

// sound returns the names of the functions and classes of a file that have
// nothing bad in them.
func sound(f *File) string {
	var names []string
	Inspect(f.Module, func(n Node) bool {
		name := ""
		switch n := n.(type) {
		case *FunctionDef:
			name = n.Name
		case *ClassDef:
			name = n.Name
		default:
			return true
		}
		bad := false
		Inspect(n, func(n Node) bool {
			switch n.(type) {
			case *BadStmt, *BadExpr:
				bad = true
			}
			return !bad
		})
		if !bad {
			names = append(names, name)
		}
		return true
	})
	sort.Strings(names)
	return strings.Join(names, " ")
}

// TestBrokenCodeHidesNothingElse breaks one function, and checks which other
// functions are still whole.
func TestBrokenCodeHidesNothingElse(t *testing.T) {
	const frame = `import os

def first(a):
    return a

@
class Box:
    """A box."""

    def inner(self):
        return self.x

    def broken(self, b):
        x = 1
        BROKEN
        y = 2
        return y

    def after(self):
        if x:
            return 1
        return 2

async def last(c):
    return {
        1: c,
    }
`
	for _, broken := range []string{
		"x = foo(", "x = foo(1,\n            2", "x = [1, 2", "x = {", "foo(bar[1)", "x = )", "if x", "if x:", "if x(:", "for x in", "for x in y(:",
		"while", "with open(x as y:", "def f(", "def f(a:", "class C(", "try:", "return (", "x = 'abc", "x = f'{", "x = \"a", "x = 'a' 'b",
		"lambda x", "x.", "x..y", "x = y = ", "import", "from x import", "from x import (a,", "@", "@x", "print 'x'", "x ==== y", "match x:", "else:",
		"elif x:", "except:", "case 1:", "            deeper = 1", "    x", "]", "x = 1 \\", "x = $", "x = ?", "x = \x00", "é = \u00a0", "assert x ==", "del",
		"raise x from", "x: int =", "x: [", "global", "nonlocal 1", "yield from", "await", "async", "async x", "not", "x if y", "x if y else", "{1: }", "f(a=)",
		"f(**)", "f(*)", "[x for]", "[x for y in]", "(x for y in z if)", "x[1:2:3:4]", "1 = x", "x + 1 = y",
	} {
		src := strings.Replace(strings.Replace(frame, "@\n", "", 1), "BROKEN", broken, 1)
		want := "after first inner last"
		if got := sound(Parse([]byte(src))); got != want {
			t.Errorf("with %q in a method:\n got %s\nwant %s", broken, got, want)
		}
	}
}

// TestOpenTripleQuote checks that a string that is just being opened costs the
// text after it at most up to the next definition at its level.
func TestOpenTripleQuote(t *testing.T) {
	f := Parse([]byte("def a():\n    pass\n\ndef b():\n    \"\"\"A docum\n    x = 1\n\ndef c():\n    pass\n\n@d\nclass E:\n    pass\n"))
	if got, want := sound(f), "E a c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestHeadersSurvive checks that a broken header keeps its block.
func TestHeadersSurvive(t *testing.T) {
	f := Parse([]byte("class A(B:\n    def m(self):\n        return 1\n\ndef f(x, y\n    return x\n\nif a b:\n    def g(): pass\nelse:\n    def h(): pass\n"))
	if got, want := sound(f), "g h m"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	d := f.Module.Body[0].(*ClassDef)
	if _, ok := d.Bases[0].(*BadExpr); !ok || d.Name != "A" {
		t.Errorf("the class is %q with bases %T", d.Name, d.Bases[0])
	}
	fn := f.Module.Body[1].(*FunctionDef)
	if _, ok := fn.Decorators[0].(*BadExpr); !ok || fn.Name != "f" {
		t.Errorf("the function is %q with decorators %v", fn.Name, fn.Decorators)
	}
}

func TestParseExpr(t *testing.T) {
	for _, src := range []string{"f(1, 2)", "  x ", "a, b", "(\n1,\n2)", "lambda: 0", "f('a' \"b\", *c)", "match(1)", "print", "x if y else z", "[a for a in b]  # comment", "await x"} {
		e, err := ParseExpr(src)
		if err != nil || e == nil {
			t.Errorf("%q: %v", src, err)
		}
	}
	for src, want := range map[string]string{
		"":           "an expression is expected, such as f(1, 2)",
		"# f":        "an expression is expected, such as f(1, 2)",
		"f(1":        `'(' was never closed in "f(1"`,
		"f(1))":      `unmatched ')' in "f(1))"`,
		"x = 1":      `an expression is expected, found a statement in "x = 1"`,
		"x: int":     `an expression is expected, found a statement in "x: int"`,
		"if x: y":    `one expression is expected, found more than one statement in "if x: y"`,
		"def f():":   `an expression is expected, found a statement in "def f():"`,
		"return 1":   `an expression is expected, found a statement in "return 1"`,
		"f(1); f(2)": `one expression is expected, found more than one statement in "f(1); f(2)"`,
		"f(1)\nf(2)": `one expression is expected, found more than one statement in "f(1)\nf(2)"`,
		"a b":        `invalid syntax in "a b"`,
		"f('x":       `unterminated string literal in "f('x"`,
		"*a":         `can't use starred expression here in "*a"`,
	} {
		if _, err := ParseExpr(src); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
}

func TestInspectOrder(t *testing.T) {
	f := Parse([]byte("@a\ndef f(b: c = d, *e) -> g:\n    if h: i\n    else: j(k, l=m)\n    match n:\n        case {o: p}: q\n"))
	var names []string
	Inspect(f.Module, func(n Node) bool {
		switch n := n.(type) {
		case *Name:
			names = append(names, n.ID)
		case *Arg:
			names = append(names, n.Name)
		}
		return true
	})
	if got, want := strings.Join(names, " "), "a b c e d g h i j k m n q"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLinesOfAFile(t *testing.T) {
	f := Parse([]byte("a\r\nb\rc\n"))
	if f.Lines() != 4 {
		t.Fatalf("got %d lines", f.Lines())
	}
	for line, want := range map[int]string{0: "a", 1: "a", 2: "b", 3: "c", 4: "", 9: ""} {
		if got := f.LineText(line); got != want {
			t.Errorf("line %d is %q, want %q", line, got, want)
		}
	}
	for offset, want := range map[int]int{-1: 1, 0: 1, 2: 1, 3: 2, 5: 3, 7: 4, 99: 4} {
		if got := f.LineOf(offset); got != want {
			t.Errorf("offset %d is in line %d, want %d", offset, got, want)
		}
	}
	if got := f.Text(f.Module.Body[1]); got != "b" {
		t.Errorf("got %q", got)
	}
}
