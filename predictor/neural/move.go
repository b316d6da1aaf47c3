package neural

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// A Move makes a run go on elsewhere than with the statement on which it is.
type Move struct {
	// To is a line of the same function; 0 is the end of the call.
	To int
	// Foresee asks the model what will be there, in one step, in place of running
	// the lines on the way. Without it the run goes on there with the variables
	// as they are.
	Foresee bool
}

// moved is a move on its way up to the function's body.
type moved int

func (moved) Error() string { return "moved" }

// follow makes a move from the line on which a frame is.
func (r *run) follow(fr *Frame, m *Move) error {
	switch {
	case m == nil:
		return nil
	case m.Foresee:
		return r.foresee(fr, m.To)
	}
	return moved(m.To)
}

// maxForeseen is the most variables of which such a question tells.
const maxForeseen = 10

// foresee asks the model for the end of the call, or for what the variables of
// the statement on a line will be when the run first comes there. Of the others
// those that the lines on the way may change are forgotten. Where it has no answer
// the lines are run.
func (r *run) foresee(fr *Frame, to int) error {
	q := &prompt.Question{Task: prompt.Step, Source: prompt.Source(r.f.File, fr.def), At: fr.line - int(fr.def.DefLine) + 1}
	var ok bool
	if q.Statement, q.Kind, ok = r.head(fr.def, fr.line); !ok {
		return nil
	}
	if to > 0 {
		if q.Until, _, ok = r.head(fr.def, to); !ok {
			return nil
		}
	}
	named := append(prompt.Names(q.Statement), prompt.Names(q.Until)...)
	for _, first := range []bool{true, false} {
		for _, b := range fr.env {
			if slices.Contains(named, b.Name) == first && !strings.HasPrefix(b.Repr, "<") && len(q.Env) < maxForeseen {
				q.Env = append(q.Env, b)
			}
		}
	}
	slices.SortStableFunc(q.Env, func(a, b prompt.Binding) int { return slices.Index(fr.env, a) - slices.Index(fr.env, b) })
	a, err := r.put(q)
	switch {
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case err != nil:
		return nil
	case a.Exception != "":
		return raised(a.Exception)
	case to == 0:
		return returned(a.Return)
	}
	lost := mayChange(fr, fr.line, to)
	fr.env = slices.DeleteFunc(slices.Clone(fr.env), func(b prompt.Binding) bool { return lost(b) })
	for _, b := range a.Changed {
		fr.set(b.Name, b.Repr)
		r.changed(b.Name, b.Repr)
	}
	return moved(to)
}

// head is the statement on a line as questions name it.
func (r *run) head(def *syntax.FunctionDef, line int) (text string, kind prompt.Kind, ok bool) {
	var found syntax.Stmt
	syntax.Inspect(def, func(n syntax.Node) bool {
		if s, is := n.(syntax.Stmt); is && int(s.Pos().Line) == line && n != syntax.Node(def) && found == nil {
			found = s
		}
		return found == nil
	})
	squeezed := func(n syntax.Node) string { return prompt.Squeeze(r.f.File.Text(n)) }
	switch s := found.(type) {
	case *syntax.If:
		return "if " + squeezed(s.Test) + ":", prompt.Condition, true
	case *syntax.While:
		return "if " + squeezed(s.Test) + ":", prompt.Condition, true
	case *syntax.For:
		return "for " + squeezed(s.Iter) + ":", prompt.Loop, true
	case *syntax.Return, *syntax.Assign, *syntax.AugAssign, *syntax.AnnAssign, *syntax.ExprStmt, *syntax.Raise, *syntax.Assert, *syntax.Delete:
		return squeezed(s), prompt.Simple, true
	}
	return "", 0, false
}

// mayChange tells which variables the lines between two may change. Where one of
// them is in a loop, all of its lines lie between.
func mayChange(fr *Frame, from, to int) func(b prompt.Binding) bool {
	lo, hi := min(from, to), max(from, to)
	syntax.Inspect(fr.def, func(n syntax.Node) bool {
		switch s := n.(type) {
		case *syntax.For, *syntax.While:
			if p := s.Pos(); int(p.Line) <= from && from <= int(p.EndLine) {
				lo, hi = min(lo, int(p.Line)), max(hi, int(p.EndLine))
			}
		}
		return true
	})
	bound, named := map[string]bool{}, map[string]bool{}
	syntax.Inspect(fr.def, func(n syntax.Node) bool {
		if n == syntax.Node(fr.def) || n == nil {
			return true
		}
		if s, ok := n.(syntax.Stmt); ok && (int(s.Pos().EndLine) < lo || int(s.Pos().Line) > hi) {
			return false
		}
		syntax.BoundNames(n, func(name string) { bound[name] = true })
		switch e := n.(type) {
		case *syntax.Name:
			named[e.ID] = true
		case *syntax.Delete:
			for _, t := range e.Targets {
				if name, ok := t.(*syntax.Name); ok {
					bound[name.ID] = true
				}
			}
		}
		return true
	})
	return func(b prompt.Binding) bool {
		return bound[b.Name] || named[b.Name] && strings.ContainsAny(unquoted(b.Repr), "[{<")
	}
}

// unquoted is a repr without what stands in its strings: what of it can change in
// place shows by its brackets.
func unquoted(repr string) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(repr); i++ {
		switch c := repr[i]; {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0:
			b.WriteByte(c)
		case c == '\\':
			i++
		case c == quote:
			quote = 0
		}
	}
	return b.String()
}
