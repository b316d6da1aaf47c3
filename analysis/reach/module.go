package reach

import (
	"context"
	"fmt"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// moduleLine answers for a line that is in no function: it is reached, or not,
// when the module is imported, or when it is run as a script.
func moduleLine(ctx context.Context, q *Query, r *Result) error {
	if q.Goal != Line || q.When != "" {
		return fmt.Errorf("line %d is in no function: only whether it is reached can be asked", q.Line)
	}
	s := statementAt(q.File.Module.Body, q.Line)
	if s == nil {
		return fmt.Errorf("there is no statement on line %d", q.Line)
	}
	g := &lineGoal{file: q.File, line: q.Line}
	if why := proveUnreachable(q.File, g); why != "" {
		r.Unreachable, r.BlockedBy = true, why
		return nil
	}
	line := int(s.Pos().Line)
	switch s := s.(type) {
	case *syntax.FunctionDef:
		line = int(s.DefLine)
	case *syntax.ClassDef:
		line = int(s.DefLine)
	}
	from := q.source()
	name := from.Module
	if name == "__main__" {
		name = "module"
	}
	for _, way := range []struct{ module, call string }{
		{name, "import " + name},
		{"__main__", "runpy.run_path(" + value.StrRepr(from.Path) + `, run_name="__main__")`},
	} {
		order, err := loadOrder(ctx, q, way.module)
		r.Tried++
		for i, n := range order {
			if int(n) != line {
				continue
			}
			in := Input{Call: way.call, Verified: true, Provenance: timeline.Computed}
			for _, n := range order[:i+1] {
				in.Path = append(in.Path, int(n))
			}
			r.Inputs = append(r.Inputs, in)
			return nil
		}
		r.BlockedBy = fmt.Sprintf("the module runs without reaching line %d", line)
		if err != nil {
			r.BlockedBy = "the module stops with " + firstLineOf(err.Error())
		}
	}
	return nil
}

// loadOrder runs a module under a name and returns the lines in the order in
// which they were first reached.
func loadOrder(ctx context.Context, q *Query, name string) ([]int32, error) {
	cfg := q.config()
	cfg.Limits = q.loadLimits()
	from := q.source()
	m := eval.New(ctx, cfg)
	defer m.Close()
	m.Prepare(from.File, from.Path, name)
	lines := eval.NewLines(q.File)
	lines.Watch(m)
	err := m.Run()
	return lines.Order, err
}

func firstLineOf(s string) string { return shorten(strings.SplitN(s, "\n", 2)[0]) }
