package depend_test

import (
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/lsp/depend"
)

const source = `import os
LIMIT = 10

def a(n):
    return b(n) + LIMIT

def b(n):
    return n + 1

def c(n):
    return n + 2

class K:
    x = 1
    def m(self):
        return c(1)

@decorated
def d(n):
    return n + 3

if __name__ == "__main__":
    c(2)
`

func graph(text string) *depend.Graph { return depend.Of(syntax.Parse([]byte(text)), nil) }

// Which edits change what a run depends on.
func TestSlice(t *testing.T) {
	before := graph(source)
	for _, test := range []struct {
		name, old, new string
		code           string
		script         bool
		changes        bool
	}{
		{"itself", "b(n) + LIMIT", "b(n) - LIMIT", "a(1)", false, true},
		{"what it calls", "n + 1", "n + 9", "a(1)", false, true},
		{"what it does not call", "n + 2", "n + 9", "a(1)", false, false},
		{"the header of what it does not call", "def c(n)", "def c(n=os.getcwd())", "a(1)", false, true},
		{"the top of the module", "LIMIT = 10", "LIMIT = 11", "b(1)", false, true},
		{"a decorated function", "n + 3", "n + 9", "b(1)", false, true},
		{"a method of a class that is not named", "return c(1)", "return c(2)", "a(1)", false, false},
		{"a method of a class that is", "return c(1)", "return c(2)", "K().m()", false, true},
		{"what a method calls", "n + 2", "n + 9", "K().m()", false, true},
		{"the body of a class", "x = 1", "x = 2", "a(1)", false, true},
		{"the guard of a script", "c(2)", "c(3)", "a(1)", false, false},
		{"the guard of a script that is run", "c(2)", "c(3)", "", true, true},
		{"what a script runs", "n + 2", "n + 9", "", true, true},
		{"names in strings", "n + 2", "n + 9", "a('c')", false, true},
		{"dynamic code", "n + 2", "n + 9", "getattr(b, n)", false, true},
		{"lines", "import os", "import os\n\n\n", "a(1)", false, false},
	} {
		after := depend.Of(syntax.Parse([]byte(strings.Replace(source, test.old, test.new, 1))), before)
		changed := before.Slice(test.code, test.script).Hash != after.Slice(test.code, test.script).Hash
		if changed != test.changes {
			t.Errorf("%s: %s depends on it: %v, want %v", test.name, test.code, changed, test.changes)
		}
	}
}

func TestDynamicCodeDependsOnAll(t *testing.T) {
	for _, body := range []string{"globals()['c'](n)", "eval('c' + '(1)')", "sys.modules[__name__]", "inspect.stack()", "traceback.format_exc()"} {
		text := strings.Replace(source, "return b(n) + LIMIT", "return "+body, 1)
		if graph(text).Slice("a(1)", false).Hash == graph(strings.Replace(text, "n + 2", "n + 9", 1)).Slice("a(1)", false).Hash {
			t.Errorf("a function with %s depends on its module in part", body)
		}
		// One that does not call it is free.
		if graph(text).Slice("b(1)", false).Hash != graph(strings.Replace(text, "n + 2", "n + 9", 1)).Slice("b(1)", false).Hash {
			t.Errorf("a function beside one with %s depends on all of its module", body)
		}
	}
}

func TestForeignBases(t *testing.T) {
	for base, free := range map[string]bool{"": true, "(object)": true, "(Exception)": true, "(Encoder)": false, "(K)": true, "(a.B)": false, "(K, metaclass=M)": false} {
		text := source + "\nclass L" + base + ":\n    def default(self):\n        return 1\n"
		got := graph(text).Slice("b(1)", false).Hash == graph(strings.Replace(text, "return 1", "return 2", 1)).Slice("b(1)", false).Hash
		if got != free {
			t.Errorf("class L%s: its methods are left out: %v, want %v", base, got, free)
		}
	}
}

func TestMoved(t *testing.T) {
	before := graph(source)
	text := strings.Replace(source, "def b(n)", "# more\n# lines\n\ndef b(n)", 1)
	text = strings.Replace(text, "    return n + 2", "    return n + 2 + 7", 1)
	after := depend.Of(syntax.Parse([]byte(text)), before)
	from, to := before.Slice("a(1)", false), after.Slice("a(1)", false)
	if from.Hash != to.Hash {
		t.Fatal("the edit changes what a(1) depends on")
	}
	moved := depend.Moved(from, to)
	for old, want := range map[int]int{1: 1, 4: 4, 5: 5, 7: 10, 8: 11, 13: 16} {
		if got := moved(old); got != want {
			t.Errorf("line %d moves to %d, want %d", old, got, want)
		}
	}
	if depend.Moved(from, from) != nil {
		t.Error("lines move where nothing moved")
	}
}
