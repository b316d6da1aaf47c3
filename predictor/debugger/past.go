package debugger

import (
	"context"
	"errors"
	"maps"
	"slices"

	"augur/analysis/syntax"
	"augur/predictor/forecast"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// Guess is what probably was before a state of which there is no history: the
// statement that ran, and the variables that it changed as they were before it.
// What else it assigned had no value that can be told.
type Guess struct {
	Line      int
	Statement string
	Before    []prompt.Binding
	Lost      []string // assigned by the statement, unknown before it
	P         float64
	// Sure tells that P is as high as the model's answers need to be shown.
	Sure bool
}

// errFirst says that nothing of a function runs before a line.
var errFirst = errors.New("the function begins here")

// GuessBefore asks the transformer to run the statement before a line backwards:
// inverse execution. after are the variables at that line.
func GuessBefore(ctx context.Context, o *oracle.Oracle, f *syntax.File, line int, after []prompt.Binding) (*Guess, error) {
	st, err := statementBefore(f, line)
	if err != nil {
		return nil, err
	}
	g := &Guess{Line: int(st.Pos().Line), Statement: prompt.Squeeze(f.Text(st)), P: 1, Sure: true}
	if isHead(st, line) {
		g.Statement = ""
		return g, nil // a condition changes nothing
	}
	stores := prompt.Stores(g.Statement)
	q := &prompt.Question{Task: prompt.Back, Statement: g.Statement}
	changes := len(stores) > 0
	for _, name := range prompt.Names(g.Statement) {
		i := slices.IndexFunc(after, func(b prompt.Binding) bool { return b.Name == name })
		if i >= 0 {
			q.Env = append(q.Env, after[i])
			changes = changes || isMutable(after[i].Repr)
		}
	}
	if !changes {
		return g, nil
	}
	got, err := o.Ask(ctx, q, 1)
	if err != nil {
		return nil, err
	}
	if len(got) == 0 {
		return nil, errors.New("the model has no answer to what was before")
	}
	g.Before, g.P = got[0].Answer.Changed, got[0].P
	g.Sure = g.P >= o.Threshold(prompt.Back.String())
	for _, name := range stores {
		if !slices.ContainsFunc(g.Before, func(b prompt.Binding) bool { return b.Name == name }) {
			g.Lost = append(g.Lost, name)
		}
	}
	return g, nil
}

// isMutable reports whether a repr is that of a value that a method may change.
func isMutable(repr string) bool {
	return repr != "" && (repr[0] == '[' || repr[0] == '{' || repr[0] == '<')
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
		return s.stop, errorf("the model is not sure enough of what was before (p = %.2f)", g.P)
	}
	old := s.cfg
	state, guessed := maps.Clone(old.State), map[string]float64{}
	maps.Copy(guessed, old.guessed)
	for _, name := range g.Lost {
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
