// Package reach answers "what input gets here?": it looks for arguments with
// which a function executes a line, raises there, fails an assertion or returns
// a value.
//
// The search is a portfolio, cheapest first: examples known from the file,
// plain values of the types that the code asks for (spec.go, infer.go, plain.go),
// what the wanted result suggests read backwards (invert.go, derive.go), then a
// search guided by how closely conditions were missed (condition.go, guided.go),
// in which the values that a run compared say what the input should have been
// (respond.go). What is found is shrunk (shrink.go), and run once more in a
// machine of its own before it is shown. Everything is seeded: the same question
// has the same answer.
package reach

import (
	"context"
	"errors"
	"fmt"
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
	Branch      Goal = "branch"       // what the line decides comes out one way
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
	// From is the file that has the function, if that is another file than the
	// line's; nil: it is the same.
	From *Source

	Goal Goal
	Line int
	// Outcome is how Branch wants a condition to come out, whether it wants a
	// loop to be entered, or a case to be taken.
	Outcome bool
	// Condition is the text of the part of the line that Branch is about, such
	// as an operand of "and"; empty: what the statement itself decides.
	Condition string
	// Turn is how many turns of the loop on the line Branch wants at least.
	Turn int
	// Exception is the class that Raise wants; empty: any.
	Exception string
	// Returns is the literal that the function should return.
	Returns string
	// When is a condition that has to hold as well. With a line it is on the
	// variables of the function once the line has run, and "result" is what
	// the line returns; with the goal Returns it is on the parameters and
	// "result", in place of a literal.
	When string

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

// A Source is a file of the program.
type Source struct {
	File   *syntax.File
	Path   string
	Module string
}

// source is the file that the line is in.
func (q *Query) source() Source {
	s := Source{q.File, q.Path, q.Module}
	if s.Path == "" {
		s.Path = "<string>"
	}
	if s.Module == "" {
		s.Module = "__main__"
	}
	return s
}

// from is the file that the function is in.
func (q *Query) from() Source {
	if q.From != nil {
		return *q.From
	}
	return q.source()
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
	// Unreachable is set when it is proved that no input exists, none at least
	// whose operators are those of built-in types; BlockedBy then says why.
	Unreachable bool
	// BlockedBy says what stands in the way when nothing was found.
	BlockedBy string
	// Furthest is the last line on the way that Closest reaches; 0: none.
	Furthest int
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
	r := &Result{Function: q.Function, Line: q.Line, Goal: q.Goal}
	if q.Goal != Returns && (q.Line < 1 || q.Line > q.File.Lines()) {
		return nil, fmt.Errorf("the file has no line %d", q.Line)
	}
	if q.Function == "" {
		if q.Function = Enclosing(q.File, q.Line); q.Function == "" {
			return r, moduleLine(ctx, q, r)
		}
		r.Function = q.Function
	}
	en, err := newEntry(q.from().File, q.Function)
	if err != nil {
		return nil, err
	}
	s := &search{ctx: ctx, q: q, en: en, watch: newWatcher(), seen: map[string]bool{}, deadline: start.Add(q.Budget)}
	if err := s.setGoal(); err != nil {
		return nil, err
	}
	if g, ok := s.goal.(*lineGoal); ok {
		if why := proveUnreachable(q.File, g); why != "" {
			r.Unreachable, r.BlockedBy = true, why
			return r, nil
		}
	}
	inferEntry(en.file, en)
	if s.run, err = newRunner(ctx, q, en, s.watch, s.when); err != nil {
		var u *value.UnknownError
		var limit *value.LimitError
		switch {
		case errors.As(err, &u):
			r.BlockedBy = u.Reason
		case errors.As(err, &limit):
			r.BlockedBy = "the module does not load within the budget"
		default:
			return nil, err
		}
		return r, ctx.Err()
	}
	defer s.run.close()
	s.prepare()
	s.look()
	if len(s.found) == 0 && s.endless != nil {
		s.endless.args = s.shrink(s.endless.args, "", true)
		s.found = append(s.found, s.endless)
	}
	r.Tried = s.run.runs
	if s.proof != "" {
		r.Unreachable, r.BlockedBy = true, s.proof
		return r, nil
	}
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

// confirm runs a call in a machine of its own.
func (s *search) confirm(c *candidate) (Input, bool) {
	in := Input{Call: s.en.callText(c.args)}
	cfg := s.q.config()
	cfg.Oracle = s.q.Oracle
	cfg.Limits = s.q.loadLimits()
	s.watch.reset()
	cfg.Observer = s.watch
	m := eval.New(s.ctx, cfg)
	defer m.Close()
	from := s.q.from()
	m.Prepare(from.File, from.Path, from.Module)
	if m.Load() != nil {
		return in, false
	}
	again := &runner{m: m, entry: s.en, lines: eval.NewLines(s.q.File), exprs: map[string]func() (value.Value, error){}}
	if err := again.ask(s.when, s.watch); err != nil {
		return in, false
	}
	s.watch.reset()
	m.Restart(value.Limits{Steps: 2_000_000, Memory: 64 << 20, Recursion: 1000, Time: time.Second, Output: 1 << 20})
	assumed := len(m.Assumptions())
	lines := again.lines
	lines.Watch(m)
	v, err := m.Eval(in.Call)
	o := outcome{result: v, err: err}
	again.judge(&o, c.args)
	if s.goal.score(&o, lines) != 0 {
		return in, false
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
