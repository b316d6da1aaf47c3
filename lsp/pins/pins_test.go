package pins_test

import (
	"reflect"
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/lsp/pins"
)

func TestSetAndRemove(t *testing.T) {
	a := pins.Pin{File: "src/a.py", Function: "f", Call: `f("x\n", 'y')`}
	b := pins.Pin{File: "src/a.py", Function: "A.g", Call: "x.g()", Setup: "x = A()\nx.n = 2"}
	text := pins.Set("", a)
	if !strings.HasPrefix(text, "# ") {
		t.Errorf("a new file does not say what it is:\n%s", text)
	}
	text = pins.Set(text, b)
	read := func(text string) []pins.Pin {
		t.Helper()
		list, problems := pins.Parse(text)
		if len(problems) > 0 {
			t.Fatalf("%v in\n%s", problems, text)
		}
		for i := range list {
			list[i].Line = 0
		}
		return list
	}
	if got := read(text); !reflect.DeepEqual(got, []pins.Pin{a, b}) {
		t.Errorf("got %+v from\n%s", got, text)
	}
	a.Call = "f(2)"
	text = pins.Set(text, a)
	if got := read(text); !reflect.DeepEqual(got, []pins.Pin{a, b}) {
		t.Errorf("got %+v from\n%s", got, text)
	}
	text = pins.Move(text, "src", "lib/core")
	if got := read(text); len(got) != 2 || got[0].File != "lib/core/a.py" || got[1].File != "lib/core/a.py" {
		t.Errorf("after the move got %+v from\n%s", got, text)
	}
	text = pins.Remove(text, "lib/core/a.py", "f")
	if got := read(text); len(got) != 1 || got[0].Function != "A.g" {
		t.Errorf("got %+v from\n%s", got, text)
	}
	if got := pins.Remove(text, "x.py", "f"); got != text {
		t.Errorf("removing what is not there changes the file to\n%s", got)
	}
}

// What other pins and remarks say is not touched.
func TestChangesAreSmall(t *testing.T) {
	const text = `# mine

# the first
[[pin]]
call = 'f(1)'   # by hand
file = "a.py"
function = "f"

# the second
[[pin]]
file = "b.py"
function = "g"
call = "g(1)"
`
	want := strings.Replace(text, "call = \"g(1)\"", "call = \"g(2)\"", 1)
	if got := pins.Set(text, pins.Pin{File: "b.py", Function: "g", Call: "g(2)"}); got != want {
		t.Errorf("got:\n%s", got)
	}
	want = "# mine\n\n# the first\n\n# the second\n[[pin]]\nfile = \"b.py\"\nfunction = \"g\"\ncall = \"g(1)\"\n"
	if got := pins.Remove(text, "a.py", "f"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		text, problem string
		line          int
		pins          int
	}{
		{"[[pin", "does not end", 1, 0},
		{"pin = 3", "pins start with [[pin]]", 1, 0},
		{"[[pin]]\nfile = 'a.py'\n", "needs file, function and call", 1, 0},
		{"[[pin]]\nfile = 3\n[[pin]]\nfile='a.py'\nfunction='f'\ncall='f()'", "file must be a text", 2, 1},
		{"[[pin]]\nfile='a.py'\nfunction='f'\ncall='f()'\nkall='f()'", "has no kall", 5, 0},
		{"[[pin]]\nfile='a.py'\nfunction='f'\ncall='f()'\n[[pin]]\nfile='a.py'\nfunction='f'\ncall='f(2)'", "pinned twice", 5, 1},
	} {
		list, problems := pins.Parse(test.text)
		if len(problems) != 1 || problems[0].Line != test.line || !strings.Contains(problems[0].Message, test.problem) || len(list) != test.pins {
			t.Errorf("Parse(%q) = %v, %v; want %d pins and %q on line %d", test.text, list, problems, test.pins, test.problem, test.line)
		}
	}
}

func TestCheck(t *testing.T) {
	file := syntax.Parse([]byte("def f(n):\n    pass\nclass A:\n    def __init__(self): pass\n    def g(self): pass\n    @property\n    def p(self): pass\n    def __add__(self, o): pass\n"))
	for _, test := range []struct{ function, call, problem string }{
		{"f", "f(1)", ""},
		{"f", "[f(x) for x in 'a']", ""},
		{"A.g", "A().g()", ""},
		{"A.__init__", "A()", ""},
		{"A.p", "A().p", ""},
		{"A.__add__", "A() + 1", ""},
		{"f", "f(1", "not a Python expression"},
		{"f", "import os", "not a Python expression"},
		{"f", "g(1)", "does not call f"},
		{"f", "f", "does not call f"},
		{"gone", "gone(1)", "a.py has no function gone"},
	} {
		got := pins.Pin{File: "a.py", Function: test.function, Call: test.call}.Check(file)
		if got != test.problem && (test.problem == "" || !strings.Contains(got, test.problem)) {
			t.Errorf("%s pinned to %s: %q, want %q", test.call, test.function, got, test.problem)
		}
	}
	if got := (pins.Pin{File: "a.py", Function: "f", Call: "f()"}).Check(nil); got != "there is no file a.py" {
		t.Errorf("without the file: %q", got)
	}
}
