package eval_test

import (
	"context"
	"strings"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// TestIDs checks that ids tell objects apart only while something holds them:
// CPython prints True for the ids of two lists that nothing holds.
func TestIDs(t *testing.T) {
	for _, c := range []struct {
		expr, want string // "": unknown
	}{
		{"id(x) == id(y)", "False"},
		{"id(x) == id(x)", "True"},
		{"id(x) == id(z)", "True"},
		{"len({id(v) for v in (x, y, z)})", "2"},
		{"len(set(map(id, [x, y, z])))", "2"},
		{"id([1]) == id([2])", ""},
		{"id([1]) == id(x)", ""},
		{"id(list()) != id(list())", ""},
		{"id(x.append) == id(y.append)", ""},
		{"len(set(map(id, (list() for _ in range(3)))))", ""},
	} {
		m := eval.New(context.Background(), eval.Config{Limits: value.DefaultLimits})
		m.Prepare(syntax.Parse([]byte("x = [1]\ny = [2]\nz = x\nprint("+c.expr+")\n")), "ids.py", "__main__")
		err := m.Run()
		if got := strings.TrimSpace(m.Output()); c.want != "" && (err != nil || got != c.want) {
			t.Errorf("%s is %q (%v), want %s", c.expr, got, err, c.want)
		} else if c.want == "" && (got == "True" || got == "False" || got == "1" || got == "3") {
			t.Errorf("%s is %s, which nobody can know", c.expr, got)
		}
		m.Close()
	}
}
