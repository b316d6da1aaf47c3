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
