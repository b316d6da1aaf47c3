package debugger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"augur/analysis/syntax"
	"augur/predictor/forecast"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
	"augur/predictor/undo"
)

// Guess is what probably was before a state of which there is no history: the
// statement that ran, and the variables that it changed as they were before it.
type Guess struct {
	Line      int
	Statement string
	Before    []prompt.Binding
	// Absent did not exist before. What Lost held cannot be told.
	Absent, Lost []string
	P            float64
	// Sure tells that P is as high as answers need to be shown.
	Sure bool
	// Basis says what the guess rests on: of its variables that of which least is
	// left counts.
	Basis Basis
}

// Basis is what a guess rests on.
type Basis string

// The bases, beside the kinds of package undo of what the transformer was asked
// about.
const (
	Unchanged Basis = "unchanged" // the statement changes nothing
	Solved    Basis = "solved"    // old values follow from the new ones
	Loose     Basis = "plainest"  // the plainest of the old values that fit
)

// errFirst says that nothing of a function runs before a line.
var errFirst = errors.New("the function begins here")

// GuessBefore runs the statement before a line backwards: inverse execution. What
// the statement does not write stays as it is, what can be solved for is, and the
// transformer is asked for the rest. after are the variables at that line.
func GuessBefore(ctx context.Context, o *oracle.Oracle, f *syntax.File, line int, after []prompt.Binding) (*Guess, error) {
	st, err := statementBefore(f, line)
	if err != nil {
		return nil, err
	}
	if isHead(st, line) {
		return &Guess{Line: int(st.Pos().Line), P: 1, Sure: true, Basis: Unchanged}, nil // a condition changes nothing
	}
	return Undo(ctx, o, f, st, after)
}

// Undo runs a simple statement backwards. after are the variables behind it.
func Undo(ctx context.Context, o *oracle.Oracle, f *syntax.File, st syntax.Stmt, after []prompt.Binding) (*Guess, error) {
	line := int(st.Pos().Line)
	g := &Guess{Line: line, Statement: prompt.Squeeze(f.Text(st)), P: 1, Basis: Unchanged}
	var open []undo.Old
	for _, old := range undo.Statement(ctx, f, FunctionAt(f, line), st, after) {
		switch old.Fate {
		case undo.Absent:
			g.Absent = append(g.Absent, old.Name)
			g.rest(Basis(undo.First))
		case undo.Solved:
			g.Before = append(g.Before, prompt.Binding{Name: old.Name, Repr: old.Repr})
			if old.Loose {
				g.rest(Loose)
			} else {
				g.rest(Solved)
			}
		default:
			open = append(open, old)
			g.rest(Basis(old.Kind))
		}
	}
	g.P = chance(g.Basis, 1)
	if len(open) > 0 {
		if err := g.ask(ctx, o, open, after); err != nil {
			return nil, err
		}
	}
	g.Sure = g.P >= o.Threshold(prompt.Back.String())
	return g, nil
}

// bases in order, that on which one can rely most first.
var bases = []Basis{Unchanged, Basis(undo.First), Solved, Loose, Basis(undo.Kept), Basis(undo.Changed), Basis(undo.Lossy), Basis(undo.Overwritten)}

// rest makes a guess rest on something else, if that is less to be relied on.
func (g *Guess) rest(b Basis) {
	if slices.Index(bases, b) > slices.Index(bases, g.Basis) {
		g.Basis = b
	}
}

// ask asks the transformer for what could not be solved for.
func (g *Guess) ask(ctx context.Context, o *oracle.Oracle, open []undo.Old, after []prompt.Binding) error {
	q := &prompt.Question{Task: prompt.Back, Statement: g.Statement}
	for _, name := range prompt.Names(g.Statement) {
		if i := slices.IndexFunc(after, func(b prompt.Binding) bool { return b.Name == name }); i >= 0 {
			q.Env = append(q.Env, after[i])
		}
	}
	got, err := o.Ask(ctx, q, 1)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	answer, p := &prompt.Answer{}, 0.0
	if err == nil && len(got) > 0 {
		answer, p = got[0].Answer, got[0].P
	}
	for _, old := range open {
		i := slices.IndexFunc(answer.Changed, func(b prompt.Binding) bool { return b.Name == old.Name })
		switch {
		case i >= 0:
			g.Before = append(g.Before, answer.Changed[i])
		case old.Kind != undo.Changed:
			g.Lost = append(g.Lost, old.Name)
			if !old.New {
				p = 0 // it had a value, which is not known
			}
		}
	}
	g.P = chance(g.Basis, p)
	return nil
}

// trust is how much of the probability of an answer is left, by what the guess rests
// on: the part that was right over the mean probability, on statements of programs
// that are held out. The model is calibrated on all that it is asked; of a value
// that the statement kept only a trace of it is surer than it should be.
var trust = map[Basis]float64{
	Loose:             0.94,
	Basis(undo.Lossy): 0.11,
}

// chance is the probability of a guess, from that of the answer.
func chance(b Basis, p float64) float64 {
	if t, ok := trust[b]; ok {
		return t * p
	}
	return p
}

// isHead reports whether a line lies in a block of a statement, whose head is
// what ran before it.
func isHead(st syntax.Stmt, line int) bool {
	p := st.Pos()
	return int(p.Line) < line && line <= int(p.EndLine)
}

// statementBefore finds what ran before a line of a function: the statement above
// it, or the head of the statement that it is in. Where that depends on the way
// that the run took, it is not known.
func statementBefore(f *syntax.File, line int) (syntax.Stmt, error) {
	def := FunctionAt(f, line)
	body := f.Module.Body
	if def != nil {
		body = def.Body
	}
	var within syntax.Stmt
	for {
		i := slices.IndexFunc(body, func(s syntax.Stmt) bool {
			p := s.Pos()
			return int(p.Line) <= line && line <= int(p.EndLine)
		})
		if i < 0 {
			return nil, errorf("line %d is none of a statement", line)
		}
		here := body[i]
		if int(here.Pos().Line) == line {
			for i--; i >= 0 && !runs(body[i]); i-- {
			}
			if i < 0 {
				break
			}
			if !isSimple(body[i]) {
				return nil, errorf("what ran before line %d depends on the way that was taken", line)
			}
			return body[i], nil
		}
		within = here
		found := false
		for _, b := range conditional(here) {
			if len(b) > 0 && int(b[0].Pos().Line) <= line && line <= int(b[len(b)-1].Pos().EndLine) {
				body, found = b, true
			}
		}
		if !found {
			return nil, errorf("what ran before line %d is not known", line)
		}
	}
	if within == nil {
		return nil, errFirst
	}
	return within, nil
}

// runs reports whether a statement makes a line event.
func runs(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.Global, *syntax.Nonlocal:
		return false
	case *syntax.ExprStmt:
		_, constant := s.Value.(*syntax.Constant)
		return !constant
	}
	return true
}

func isSimple(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.Assign, *syntax.AugAssign, *syntax.AnnAssign, *syntax.ExprStmt, *syntax.Delete, *syntax.Assert, *syntax.Pass:
		return true
	}
	return false
}

// conditional lists the blocks that are entered from the head of a statement
// without a variable being changed.
func conditional(s syntax.Stmt) [][]syntax.Stmt {
	switch s := s.(type) {
	case *syntax.If:
		return [][]syntax.Stmt{s.Body, s.Orelse}
	case *syntax.While:
		return [][]syntax.Stmt{s.Body, s.Orelse}
	}
	return nil
}

// doubt says why a guess is not good enough.
func (g *Guess) doubt() string {
	why := map[Basis]string{
		Basis(undo.Lossy):       "many values give the same",
		Basis(undo.Overwritten): "nothing of it is left",
		Basis(undo.Changed):     "a part of it is gone",
	}[g.Basis]
	if why != "" {
		why = ": " + why
	}
	return fmt.Sprintf("what was before %q is unknown%s; the model is not sure enough (p = %.2f)", g.Statement, why, g.P)
}

// Before guesses what was before the beginning of the run.
func (s *Session) Before() (*Guess, error) {
	if s.cfg.Engine == forecast.Exact {
		return nil, errors.New("the exact engine does not guess what was before")
	}
	if s.cfg.Start == 0 {
		return nil, errFirst
	}
	var after []prompt.Binding
	for _, name := range slices.Sorted(maps.Keys(s.cfg.State)) {
		repr, err := forecast.NormalizeLiteral(s.cfg.State[name])
		if err == nil {
			after = append(after, prompt.Binding{Name: name, Repr: repr})
		}
	}
	o, err := oracle.For(s.cfg.Path)
	if err != nil {
		return nil, err
	}
	return GuessBefore(s.ctx, o, s.cfg.File, s.cfg.Start, after)
}

// beforeStart begins the run one statement earlier, with the state that the
// transformer guesses. All of what follows rests on that guess.
func (s *Session) beforeStart() (Stop, error) {
	g, err := s.Before()
	if err != nil {
		return s.stop, err
	}
	if !g.Sure {
		return s.stop, errorf("%s", g.doubt())
	}
	old := s.cfg
	state, guessed := maps.Clone(old.State), map[string]float64{}
	maps.Copy(guessed, old.guessed)
	for _, name := range append(slices.Clone(g.Absent), g.Lost...) {
		delete(state, name)
		delete(guessed, name)
	}
	for _, b := range g.Before {
		state[b.Name], guessed[b.Name] = b.Repr, g.P
	}
	before, log := s.engine, s.log
	s.cfg.Start, s.cfg.State, s.cfg.guessed = g.Line, state, guessed
	if err := s.begin(); err != nil {
		s.cfg, s.engine, s.log = old, before, log
		s.pos = 0
		return s.stop, err
	}
	before.close()
	s.edits = nil
	s.forgetHits(0)
	s.stop.Reason = Step
	return s.stop, nil
}
