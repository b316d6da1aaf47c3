package debugger

import (
	"strings"
	"testing"
)

// typed runs commands and returns what is written.
func typed(t *testing.T, src, call string, commands ...string) string {
	t.Helper()
	s := start(t, src, call)
	var out strings.Builder
	if err := NewREPL(s, &out).Run(strings.NewReader(strings.Join(commands, "\n")), false); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestREPL(t *testing.T) {
	for _, test := range []struct {
		name     string
		commands []string
		want     string // what the output ends with
	}{
		{"next and print", []string{"n", "p xs, n"}, "([], 2)\n"},
		{"into and where", []string{"b inner", "c", "w"}, "> a.py(2)inner()\n  -> xs.append(n)\n"},
		{"return", []string{"b 2", "c", "r"}, "--Return--\n> a.py(3)inner()->1\n-> return len(xs)\n"},
		{"up", []string{"b 2", "c", "u", "p total"}, "-> total += inner(xs, i)\n0\n"},
		{"set and go on", []string{"b 3", "c", "!xs = [1] * 9", "cl", "c"}, "⏎ (11, [0, 1])\n"},
		{"set without a mark", []string{"n = 0", "c"}, "⏎ (0, [])\n"},
		{"back", []string{"n", "n", "back"}, "> a.py(7)outer()\n-> total = 0\n"},
		{"the beginning", []string{"n", "rback"}, "The run begins here.\n> a.py(6)outer()\n-> xs = []\n"},
		{"jump", []string{"n", "n", "j 10"}, "> a.py(10)outer()\n-> return total, xs\n"},
		{"until", []string{"n", "n", "n", "unt 10"}, "> a.py(10)outer()\n-> return total, xs\n"},
		{"a condition", []string{"b 9, i == 1", "c", "p i"}, "1\n"},
		{"repeat", []string{"n", "", "p 1"}, "> a.py(8)outer()\n-> for i in range(n):\n1\n"},
		{"an error", []string{"p zz"}, "*** NameError: name 'zz' is not defined\n"},
		{"no such line", []string{"b 99"}, "*** there is no code at or behind line 99\n"},
		{"no such frame", []string{"u"}, "*** Oldest frame\n"},
		{"a bad condition", []string{"b 9, i =="}, "*** the condition \"i ==\" is no expression\n"},
		{"behind the end", []string{"c", "p 1"}, "*** the run has ended: go back, or start it again\n"},
		{"step into and out", []string{"b 9", "c", "s", "s", "o"}, "> a.py(8)outer()\n-> for i in range(n):\n"},
		{"step at a call", []string{"b 9", "c", "s"}, "--Call--\n> a.py(1)inner()\n-> def inner(xs, n):\n"},
		{"next to the end", []string{"b 10", "c", "n", "n"}, "⏎ (3, [0, 1])\n"},
		{"continue", []string{"cont"}, "⏎ (3, [0, 1])\n"},
		{"a temporary breakpoint", []string{"tbreak 9", "c", "b", "c"}, "⏎ (3, [0, 1])\n"},
		{"a breakpoint by file", []string{"b a:9", "c"}, "> a.py(9)outer()\n-> total += inner(xs, i)\n"},
		{"no such file", []string{"b c.py:9"}, "*** c.py is no file of the run so far\n"},
		{"the breakpoints", []string{"b 9, i == 1", "tbreak inner", "disable 1", "ignore 1 2", "b"}, "1  a.py:9 if i == 1 at hit > 2, disabled\n2  inner, once\n"},
		{"enable", []string{"b 9", "disable 1", "enable 1", "c", "p i"}, "0\n"},
		{"disable", []string{"b 9", "disable 1", "c"}, "⏎ (3, [0, 1])\n"},
		{"a condition later", []string{"b 9", "condition 1 i == 1", "c", "p i"}, "1\n"},
		{"no condition", []string{"b 9, i == 1", "condition 1", "c", "p i"}, "0\n"},
		{"ignore", []string{"b 9", "ignore 1 1", "c", "p i"}, "1\n"},
		{"clear one", []string{"b 9", "b 10", "cl 1", "c"}, "> a.py(10)outer()\n-> return total, xs\n"},
		{"clear what is not there", []string{"cl 4"}, "*** there is no breakpoint 4\n"},
		{"print in parts", []string{"pp list(range(40))"}, "[38] 38\n[39] 39\n"},
		{"print what is short", []string{"pp n"}, "2\n"},
		{"print nothing", []string{"p"}, "*** give an expression\n"},
		{"whatis", []string{"whatis [n]"}, "<class 'list'>\n"},
		{"args", []string{"n", "a"}, "n = 2\nxs = []\n"},
		{"retval", []string{"b 3", "c", "r", "rv"}, "1\n"},
		{"no retval", []string{"rv"}, "*** the run does not stand where a function returns\n"},
		{"display", []string{"display xs", "n", "n"}, "-> total = 0\ndisplay xs: []  [old: *** NameError: name 'xs' is not defined]\n> a.py(8)outer()\n-> for i in range(n):\n"},
		{"undisplay", []string{"display xs", "undisplay xs", "n"}, "-> total = 0\n"},
		{"list", []string{"l"}, "  1    def inner(xs, n):\n  2        xs.append(n)\n  3        return len(xs)\n  4    \n  5    def outer(n):\n  6 ->     xs = []\n  7        total = 0\n  8        for i in range(n):\n  9            total += inner(xs, i)\n 10        return total, xs\n 11    \n"},
		{"list a range", []string{"b 2", "l 1, 2"}, "  1    def inner(xs, n):\n  2 B      xs.append(n)\n"},
		{"list on", []string{"l", "l"}, "[EOF]\n"},
		{"list nonsense", []string{"l here"}, "*** list needs line numbers, not \"here\"\n"},
		{"longlist", []string{"b 2", "c", "ll"}, "  1    def inner(xs, n):\n  2 ->     xs.append(n)\n  3        return len(xs)\n"},
		{"source", []string{"source inner"}, "  1    def inner(xs, n):\n  2        xs.append(n)\n  3        return len(xs)\n"},
		{"source of nothing", []string{"source zz"}, "*** the files of the run define no \"zz\"\n"},
		{"up and down", []string{"b 2", "c", "u", "d", "p n"}, "-> xs.append(n)\n0\n"},
		{"up too far", []string{"b 2", "c", "u 2"}, "*** Oldest frame\n"},
		{"down too far", []string{"d"}, "*** Newest frame\n"},
		{"back into calls", []string{"c", "backs", "backs", "backs"}, "> a.py(3)inner()\n-> return len(xs)\n"},
		{"restart", []string{"b 3", "c", "restart"}, "> a.py(2)inner()\n-> xs.append(n)\n"},
		{"run again", []string{"c", "run"}, "The run begins here.\n> a.py(6)outer()\n-> xs = []\n"},
		{"jump nowhere", []string{"j 2"}, "*** line 2 cannot run next: lines are [6 7 8 10]\n"},
		{"until nowhere", []string{"unt here"}, "*** until needs a line number\n"},
		{"until the next line", []string{"unt"}, "> a.py(7)outer()\n-> total = 0\n"},
		{"two commands", []string{"n ;; p ';;', xs"}, "-> total = 0\n(';;', [])\n"},
		{"a statement", []string{"n", "!xs.append(9); n = 1", "c"}, "⏎ (2, [9, 0])\n"},
		{"a comprehension", []string{"n", "!xs = [n for _ in range(n)]", "c"}, "⏎ (7, [2, 2, 0, 1])\n"},
		{"nothing predicted", []string{"why"}, "Nothing in this run is predicted.\n"},
		{"nothing to suppose", []string{"suppose 1 True"}, "*** there is no such assumption\n"},
		{"suppose without a number", []string{"suppose x"}, "*** suppose needs the number of an assumption, as why lists them, and a literal\n"},
		{"help for one", []string{"h tbreak"}, "  tbreak             [file:]line | function[, condition]  stop there once\n"},
		{"help for none", []string{"h fly"}, "*** there is no command \"fly\"\n"},
		{"help", []string{"?"}, "Values with ≈ are predicted.\n"},
		{"what comes after q", []string{"q", "p 1"}, "> a.py(6)outer()\n-> xs = []\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := typed(t, nested, "outer(2)", test.commands...); !strings.HasSuffix(got, test.want) {
				t.Errorf("the output is\n%s\nit should end with\n%s", got, test.want)
			}
		})
	}
}

func TestCompletions(t *testing.T) {
	s := start(t, nested, "outer(2)")
	s.Over()
	r := NewREPL(s, &strings.Builder{})
	if got := strings.Join(r.Completions("p x"), " "); got != "p xs" {
		t.Errorf("completions are %q", got)
	}
	if got := r.Completions("tb"); len(got) != 1 || got[0] != "tbreak" {
		t.Errorf("completions are %q", got)
	}
}
