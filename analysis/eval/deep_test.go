package eval

import (
	"strings"
	"testing"
	"time"
)

// TestDeepExpressions checks that what is nested deep is compiled once at each level.
func TestDeepExpressions(t *testing.T) {
	const n = 60
	for _, c := range []struct{ before, after string }{
		{"g(", ")"}, {"g(k=", ")"}, {"g(*[", "])"}, {"g(1, *[", "])"}, {"g(**{'k': ", "})"}, {"o.m(", ")"}, {"[", "][0]"}, {"(", ",)"},
		{"(x and ", ")"}, {"(0 or ", ")"}, {"(", " or 1)"}, {"(1 == ", ")"}, {"(0 < ", " < 5)"}, {"(", " < 5 < 6)"}, {"not (", ")"},
		{"(", " if x else 0)"}, {"(0 if ", " else 1)"}, {"(0 if x == 0 else ", ")"}, {"('%s' % (", ",))"}, {"(w := ", ")"}, {"(lambda: ", ")()"},
	} {
		for _, statement := range []string{"a = @", "a = (\n  @\n  )", "g(1,\n  @,\n  2)", "if @: pass", "while not (@): break", "assert @ or True", "for i in (@,): pass"} {
			e := strings.Repeat(c.before, n) + "x" + strings.Repeat(c.after, n)
			src := "class O:\n    def m(self, *a, **k): return 1\no = O()\nx = 1\ndef g(*a, **k): return 1\n" + strings.ReplaceAll(statement, "@", e) + "\n"
			began := time.Now()
			if len(eventsOf(src)) < 5 {
				t.Errorf("%s in %q: nothing ran", c.before, statement)
			}
			if d := time.Since(began); d > 5*time.Second {
				t.Fatalf("%s in %q took %v", c.before, statement, d)
			}
		}
	}
}
