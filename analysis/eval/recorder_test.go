package eval_test

import (
	"context"
	"fmt"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
)

// TestTimelineOfChanges follows objects that a long loop changes: the first and
// the last hits show them as they were, and what looks the same is no change.
func TestTimelineOfChanges(t *testing.T) {
	src := `class Box:
    def __init__(self): self.items = []
    def __repr__(self): return f'Box({self.items})'
def f(n):
    xs, d, rows, box = [0], {}, [[0], [0]], Box()
    for i in range(n):
        xs[0] = i
        d[0] = i
        rows[1][0] = -i
        box.items = [i]
        xs.sort()
        rows[0][0] = 0
    return xs
`
	const n = 300
	m := eval.New(context.Background(), eval.Config{})
	defer m.Close()
	file := syntax.Parse([]byte(src))
	m.Prepare(file, "x.py", "x")
	rec := eval.NewRecorder(m)
	if err := m.Load(); err != nil {
		t.Fatal(err)
	}
	rec.Record()
	v, err := m.Eval(fmt.Sprintf("f(%d)", n))
	if err != nil {
		t.Fatal(err)
	}
	tl := rec.Timeline(nil, v, err)
	dict := func(hit int) string { return fmt.Sprintf("{0: %d}", hit-1) }
	for line, want := range map[int]map[string]func(hit int) string{
		7:  {"xs": func(hit int) string { return fmt.Sprintf("[%d]", hit-1) }},
		8:  {"d": dict},
		9:  {"rows": func(hit int) string { return fmt.Sprintf("[[0], [%d]]", 1-hit) }},
		10: {"box": func(hit int) string { return fmt.Sprintf("Box([%d])", hit-1) }},
		11: {},
		12: {},
	} {
		l := tl.At(line)
		if l == nil || l.Hits != n || l.Skipped != n-220 {
			t.Fatalf("line %d: %+v", line, l)
		}
		hits := map[string][]int{}
		for _, c := range l.Changes {
			f := want[c.Name]
			switch {
			case f != nil:
				hits[c.Name] = append(hits[c.Name], c.Hit)
				if c.Repr != f(c.Hit) {
					t.Errorf("line %d, hit %d: %s is %s, not %s", line, c.Hit, c.Name, c.Repr, f(c.Hit))
				}
			case c.Hit > 1 && line >= 11:
				t.Errorf("line %d, hit %d: %s changed to %s", line, c.Hit, c.Name, c.Repr)
			}
		}
		for name := range want {
			if h := hits[name]; len(h) < 219 || h[len(h)-1] != n {
				t.Errorf("line %d keeps %d changes of %s", line, len(h), name)
			}
		}
	}
}
