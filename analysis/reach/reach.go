// Package reach answers "what input gets here?": it looks for arguments with
// which a function executes a line, raises there, fails an assertion or returns
// a value.
//
// The search is a portfolio, cheapest first: examples known from the file,
// plain values of the types that the code asks for (spec.go, infer.go), what
// the wanted result suggests read backwards (derive.go), then a
// search guided by how closely conditions were missed (condition.go, search.go),
// in which the values that a run compared say what the input should have been
// (respond.go). What is found is shrunk (shrink.go), and run once more in a
// machine of its own before it is shown. Everything is seeded: the same question
// has the same answer.
package reach

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// Goal is what should happen at the target.
type Goal string

// The goals.
const (
	Line        Goal = "line"         // the line is executed
	Raise       Goal = "raise"        // an exception is raised by the line
	AssertFails Goal = "assert-fails" // the assertion on the line fails
	Returns     Goal = "returns"      // the function returns a value
)

// A Query asks for inputs.
type Query struct {
	File *syntax.File
	Path string // where the file lies; may be empty
	// Module is the dotted name of the module.
	Module string
	// Function is the qualified name of what is called; empty: what encloses
	// the line.
	Function string
	Goal     Goal
	Line     int
	// Exception is the class that Raise wants; empty: any.
	Exception string
	// Returns is the literal that the function should return.
	Returns string

	Budget time.Duration // 0: two seconds
	Max    int           // so many inputs of different paths; 0: one
	// Examples are calls known from elsewhere, tried first.
	Examples []string
	// Propose, if set, makes calls up; it is asked late, since it is slow.
	Propose func(ctx context.Context) []string
	// Oracle answers what cannot be computed; nil: inputs whose run meets such
	// a thing do not count.
	Oracle  eval.Oracle
	Sources eval.Sources
	Library eval.Library
}

func (q *Query) path() string {
	if q.Path == "" {
		return "<string>"
	}
	return q.Path
}

func (q *Query) module() string {
	if q.Module == "" {
		return "__main__"
	}
	return q.Module
}

// An Input is one answer.
type Input struct {
	Call string
	// Arguments are the parameters with their values, in order.
	Arguments []Argument
	// Verified is set in everything that Find returns: the call was run from
	// scratch and did what was asked.
	Verified   bool
	Provenance timeline.Provenance
	// Path lists the lines in the order in which they are first executed.
	Path []int
}

// An Argument is a parameter with the source of its value.
type Argument struct{ Name, Text string }

// A Result is the answer to a Query.
type Result struct {
	Function string // what is called
	Line     int
	Goal     Goal
	Inputs   []Input // empty when nothing was found
	// Unreachable is set when it is proved that no input exists; BlockedBy then
	// says why.
	Unreachable bool
	// BlockedBy says what stands in the way when nothing was found.
	BlockedBy string
	// Closest is the call that came nearest when nothing was found.
	Closest string
	Tried   int
	Seconds float64
}

// Find looks for inputs. The error says in one line why the question cannot be
// asked; that nothing is found is no error.
func Find(ctx context.Context, q Query) (*Result, error) {
	start := time.Now()
	if q.Budget <= 0 {
		q.Budget = 2 * time.Second
	}
	if q.Max <= 0 {
		q.Max = 1
	}
	if q.Goal == "" {
		q.Goal = Line
	}
	r, err := find(ctx, &q, start)
	if err != nil {
		return nil, err
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

func find(ctx context.Context, q *Query, start time.Time) (*Result, error) {
	if q.Function == "" {
		q.Function = enclosing(q.File.Module.Body, q.Line)
		if q.Function == "" {
			return nil, fmt.Errorf("line %d is not inside a function that can be called", q.Line)
		}
	}
	en, err := newEntry(q.File, q.Function)
	if err != nil {
		return nil, err
	}
	r := &Result{Function: q.Function, Line: q.Line, Goal: q.Goal}
	s := &search{ctx: ctx, q: q, en: en, watch: newWatcher(), seen: map[string]bool{}, deadline: start.Add(q.Budget)}
	if err := s.setGoal(r); err != nil {
		return nil, err
	}
	if r.Unreachable {
		return r, nil
	}
	inferEntry(q.File, en)
	if s.run, err = newRunner(ctx, q, en, s.watch); err != nil {
		var u *value.UnknownError
		if errors.As(err, &u) {
			r.BlockedBy = u.Reason
			return r, nil
		}
		return nil, err
	}
	defer s.run.close()
	s.prepare()
	s.look()
	if len(s.found) == 0 && s.endless != nil {
		s.endless.args = s.shrink(s.endless.args, "", true)
		s.found = append(s.found, s.endless)
	}
	r.Tried = s.run.runs
	for _, c := range s.found {
		if in, ok := s.confirm(c); ok {
			r.Inputs = append(r.Inputs, in)
		}
	}
	if len(r.Inputs) == 0 {
		s.explain(r)
	}
	return r, ctx.Err()
}

// Enclosing names the function, or the method, around a line that a query
// about the line calls; "" if there is none.
func Enclosing(f *syntax.File, line int) string { return enclosing(f.Module.Body, line) }

func (s *search) setGoal(r *Result) error {
	q := s.q
	if q.Goal == Returns {
		e, err := syntax.ParseExpr(q.Returns)
		if err != nil {
			return fmt.Errorf("the value %q does not parse: %w", q.Returns, err)
		}
		v, err := eval.Literal(plainThread(), e)
		if err != nil {
			return fmt.Errorf("the value %q is not a literal", q.Returns)
		}
		d, ok := datumOf(v)
		if !ok {
			return fmt.Errorf("the value %q is not one that can be searched for", q.Returns)
		}
		p := s.en.def.Pos()
		s.goal = &returnGoal{want: v, datum: d, def: s.en.def, lines: int(p.EndLine - p.Line)}
		return nil
	}
	if q.Line < 1 || q.Line > q.File.Lines() {
		return fmt.Errorf("the file has no line %d", q.Line)
	}
	g, _ := newLineGoal(q.File, q.path(), s.en, q.Line)
	g.raise = q.Goal != Line
	g.class = q.Exception
	if q.Goal == AssertFails {
		g.class = "AssertionError"
	}
	if a := assertAt(q.File, q.Line); a != nil && g.raise {
		g.gates = append(g.gates, &gate{cond: a.Test, want: false, line: q.Line})
	}
	if why := proveUnreachable(q.File, g); why != "" {
		r.Unreachable, r.BlockedBy = true, why
		return nil
	}
	for _, gt := range g.gates {
		s.watch.add(gt)
	}
	s.goal = g
	return nil
}

func assertAt(f *syntax.File, line int) *syntax.Assert {
	var found *syntax.Assert
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.Assert); ok && int(a.Line) == line {
			found = a
		}
		return found == nil && (n == syntax.Node(f.Module) || inside(n, line))
	})
	return found
}

// confirm runs a call in a machine of its own.
func (s *search) confirm(c *candidate) (Input, bool) {
	in := Input{Call: s.en.callText(c.args)}
	cfg := s.q.config()
	cfg.Oracle = s.q.Oracle
	s.watch.reset()
	cfg.Observer = s.watch
	m := eval.New(s.ctx, cfg)
	defer m.Close()
	m.Prepare(s.q.File, s.q.path(), s.q.module())
	if m.Load() != nil {
		return in, false
	}
	m.Restart(value.Limits{Steps: 2_000_000, Memory: 64 << 20, Recursion: 1000, Time: time.Second, Output: 1 << 20})
	assumed := len(m.Assumptions())
	lines := eval.NewLines(m)
	lines.Watch(m)
	v, err := m.Eval(in.Call)
	o := outcome{result: v, err: err}
	switch g := s.goal.(type) {
	case *returnGoal:
		if err != nil || distance(v, g.want) != 0 {
			return in, false
		}
	default:
		if g.score(&o, lines) != 0 {
			return in, false
		}
	}
	for _, n := range lines.Order {
		in.Path = append(in.Path, int(n))
	}
	in.Verified = true
	in.Provenance = timeline.Computed
	if len(m.Assumptions()) > assumed {
		in.Provenance = timeline.Predicted
	}
	for i, p := range s.en.flat {
		d := c.args[i]
		if d == nil {
			if d = p.fallback; d == nil {
				continue
			}
		}
		in.Arguments = append(in.Arguments, Argument{p.name, d.String()})
	}
	return in, true
}

// explain says what stands in the way.
func (s *search) explain(r *Result) {
	if len(s.pop) == 0 {
		r.BlockedBy = "no call of " + s.q.Function + " could be made"
		return
	}
	best := s.pop[0]
	r.Closest = s.en.callText(best.args)
	o := s.measure(best.args)
	if u, ok := o.err.(*value.UnknownError); ok {
		r.BlockedBy = u.Reason
		return
	}
	switch g := s.goal.(type) {
	case *returnGoal:
		if o.err != nil {
			r.BlockedBy = "the call raises " + o.err.Error()
			return
		}
		text, _ := value.Repr(plainThread(), o.result)
		r.BlockedBy = "the closest result is " + shorten(text)
	case *lineGoal:
		for _, gt := range g.gates {
			if gt.score() > 0 && gt.cond != nil && gt.seen {
				r.BlockedBy = fmt.Sprintf("line %d: %s must be %s", gt.line, shorten(s.q.File.Text(gt.cond)), truthName(gt.want))
				return
			}
		}
		if o.err != nil {
			r.BlockedBy = "the call raises " + shorten(o.err.Error())
			return
		}
		i := slices.IndexFunc(g.gates, func(gt *gate) bool { return gt.score() > 0 })
		if i >= 0 {
			r.BlockedBy = fmt.Sprintf("line %d is not reached", g.gates[i].line)
		} else if g.raise {
			r.BlockedBy = fmt.Sprintf("line %d is reached, but it does not raise", g.line)
		} else {
			r.BlockedBy = fmt.Sprintf("line %d is not reached", g.line)
		}
	}
}

func truthName(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}
