// Package stepwise takes a line apart into questions that each do one thing,
// because a small transformer that is sure of "_1 = s[1:]" and of
// "t + _1.upper()" is at a loss with "t + s[1:].upper()".
//
// Only syntax is used to take a line apart: nothing is computed. What an
// operation gives is always asked; what is not asked is structure: the value of
// a name or of a literal, a list put together of such, the items of a list that
// is known, which side of an "and" or of a conditional expression comes next,
// the list that a comprehension makes of the elements that were said.
package stepwise

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// An Ask answers a question about a line. A question that it can't answer is an
// error, an exception that the line raises is an answer.
type Ask func(q *prompt.Question) (*prompt.Answer, error)

// Functions are those that are run rather than asked about.
type Functions interface {
	// Has reports whether there is one of that name.
	Has(name string) bool
	// Call returns the repr of what a call returns. What it raises is an
	// Exception.
	Call(name string, args []string, keywords []prompt.Binding) (repr string, err error)
}

// maxQuestions bounds the questions about one line, of which a comprehension
// has some for each item.
const maxQuestions = 200

// Answer answers a question about a line by asking others, each about one
// operation. A line that is one operation, or that can't be taken apart, is
// asked as it is. Calls of the functions, which may be nil, are left to them.
func Answer(q *prompt.Question, functions Functions, ask Ask) (*prompt.Answer, error) {
	l := &line{q: q, functions: functions, ask: ask, env: slices.Clone(q.Env), used: map[string]int{}}
	a, err := l.answer()
	var exc Exception
	switch {
	case errors.As(err, &exc):
		return &prompt.Answer{Exception: string(exc)}, nil
	case errors.Is(err, errWhole):
		return ask(q)
	case err != nil:
		return nil, err
	}
	return a, nil
}

// errWhole says that a line can't be taken apart.
var errWhole = errors.New("the line is asked as a whole")

// Exception is the type of an exception that a part of the line raises.
type Exception string

func (e Exception) Error() string { return string(e) }

// A line is one line being answered.
type line struct {
	q         *prompt.Question
	ask       Ask
	functions Functions
	used      map[string]int // calls of a function whose recorded result was taken
	env       []prompt.Binding
	src       string // what the nodes' spans index
	temps     int
	asked     int
	changed   []string // variables that parts of the line changed
	shadow    []string // targets of the comprehensions around
}

func (l *line) answer() (*prompt.Answer, error) {
	switch l.q.Kind {
	case prompt.Condition:
		e, err := l.head("if ")
		if err != nil {
			return nil, err
		}
		yes, err := l.truth(e)
		return &prompt.Answer{Truth: yes}, err
	case prompt.Loop:
		e, err := l.head("for ")
		if err != nil {
			return nil, err
		}
		items, err := l.items(e)
		if err != nil {
			return nil, err
		}
		return &prompt.Answer{Items: "[" + strings.Join(items, ", ") + "]"}, nil
	}
	l.src = l.q.Statement
	f := syntax.ParseFragment([]byte(l.src))
	if len(f.Problems) > 0 || len(f.Module.Body) != 1 {
		return nil, errWhole
	}
	return l.statement(f.Module.Body[0])
}

// head parses the expression of a condition's or a loop's head.
func (l *line) head(keyword string) (syntax.Expr, error) {
	l.src = strings.TrimSuffix(strings.TrimPrefix(l.q.Statement, keyword), ":")
	e, err := syntax.ParseExpr(l.src)
	if err != nil {
		return nil, errWhole
	}
	return e, nil
}

func (l *line) statement(s syntax.Stmt) (*prompt.Answer, error) {
	var p patch
	switch s := s.(type) {
	case *syntax.Assign:
		if repr, ok, err := l.structure(s.Value); err != nil {
			return nil, err
		} else if ok {
			done := true
			for _, t := range s.Targets {
				done = done && names(t)
			}
			if done {
				for _, t := range s.Targets {
					if err := Unpack(t, repr, l.change); err != nil {
						return nil, err
					}
				}
				return l.finish(&prompt.Answer{}), nil
			}
			p.add(s.Value.Pos(), l.named(s.Value, repr))
		} else if err := l.children(&p, l.reduce, s.Value); err != nil {
			return nil, err
		}
		if err := l.children(&p, l.place, s.Targets...); err != nil {
			return nil, err
		}
	case *syntax.AugAssign:
		if err := l.children(&p, l.atom, s.Value); err != nil {
			return nil, err
		}
		if err := l.children(&p, l.place, s.Target); err != nil {
			return nil, err
		}
	case *syntax.AnnAssign:
		if s.Value == nil {
			return nil, errWhole
		}
		if err := l.children(&p, l.reduce, s.Value); err != nil {
			return nil, err
		}
	case *syntax.Return:
		if s.Value == nil {
			return nil, errWhole
		}
		if repr, ok, err := l.structure(s.Value); err != nil {
			return nil, err
		} else if ok {
			return l.finish(&prompt.Answer{Return: repr}), nil
		}
		if err := l.children(&p, l.reduce, s.Value); err != nil {
			return nil, err
		}
	case *syntax.ExprStmt:
		if c, ok := s.Value.(*syntax.Call); ok && l.runs(c) {
			_, err := l.atom(c)
			return l.finish(&prompt.Answer{}), err
		}
		if err := l.children(&p, l.reduce, s.Value); err != nil {
			return nil, err
		}
	case *syntax.Assert:
		yes, err := l.truth(s.Test)
		if err != nil {
			return nil, err
		}
		if !yes {
			return nil, Exception("AssertionError")
		}
		return l.finish(&prompt.Answer{}), nil
	case *syntax.Delete:
		if err := l.children(&p, l.place, s.Targets...); err != nil {
			return nil, err
		}
	default:
		return nil, errWhole
	}
	a, err := l.put(prompt.Simple, p.apply(l.src, 0, int32(len(l.src))))
	if err != nil {
		return nil, err
	}
	return l.finish(a), nil
}

// structure gives the value of an expression that is known or put together of
// others, without an operation of its own.
func (l *line) structure(e syntax.Expr) (repr string, ok bool, err error) {
	if repr, ok := l.known(e); ok {
		return repr, true, nil
	}
	switch e.(type) {
	case *syntax.BoolOp, *syntax.IfExp, *syntax.ListComp, *syntax.DictComp, *syntax.Call:
		if c, ok := e.(*syntax.Call); ok && !structural(c) && !l.runs(c) {
			return "", false, nil
		}
		name, err := l.atom(e)
		if err != nil {
			return "", false, err
		}
		if !isTemp(name) {
			x, err := syntax.ParseExpr(name)
			if err != nil {
				return "", false, errWhole
			}
			repr, ok := l.known(x)
			return repr, ok, nil
		}
		repr, err = l.valueOf(name)
		return repr, err == nil, err
	case *syntax.List, *syntax.Tuple:
		text, err := l.reduce(e)
		if err != nil {
			return "", false, err
		}
		if d, err := syntax.ParseExpr(text); err == nil {
			if repr, ok := l.known(d); ok {
				return repr, true, nil
			}
		}
		name := l.temp()
		if _, err := l.put(prompt.Simple, name+" = "+text); err != nil {
			return "", false, err
		}
		repr, ok = l.get(name)
		return repr, ok, nil
	}
	return "", false, nil
}

// structural reports whether a call may be no more than going through something.
func structural(c *syntax.Call) bool {
	f, ok := c.Func.(*syntax.Name)
	if !ok || len(c.Args) != 1 || len(c.Keywords) > 0 {
		return false
	}
	switch f.ID {
	case "list", "tuple":
		return true
	case "any", "all":
		switch c.Args[0].(type) {
		case *syntax.GeneratorExp, *syntax.ListComp:
			return true
		}
	}
	return false
}

// named is a name for a value, the expression's own text where it is one.
func (l *line) named(e syntax.Expr, repr string) string {
	if plain(e) {
		return l.text(e)
	}
	name := l.temp()
	l.set(name, repr)
	return name
}

// names reports whether a target is a name or made of names.
func names(target syntax.Expr) bool {
	switch t := target.(type) {
	case *syntax.Name:
		return true
	case *syntax.Tuple:
		return !slices.ContainsFunc(t.Elts, func(e syntax.Expr) bool { return !names(e) })
	case *syntax.List:
		return !slices.ContainsFunc(t.Elts, func(e syntax.Expr) bool { return !names(e) })
	}
	return false
}

// finish adds what parts of the line changed to the answer of its last part.
func (l *line) finish(a *prompt.Answer) *prompt.Answer {
	out := &prompt.Answer{Return: a.Return, Exception: a.Exception}
	if out.Exception != "" {
		return out
	}
	stores := prompt.Stores(l.q.Statement)
	for _, n := range prompt.Names(l.q.Statement) {
		if slices.Contains(l.changed, n) {
			repr, ok := l.get(n)
			same := slices.Contains(l.q.Env, prompt.Binding{Name: n, Repr: repr})
			if ok && (!same || slices.Contains(stores, n)) {
				out.Changed = append(out.Changed, prompt.Binding{Name: n, Repr: repr})
			}
		}
	}
	return out
}

// put asks one question, with what the names in it are bound to, and takes over
// what its answer changes.
func (l *line) put(kind prompt.Kind, text string) (*prompt.Answer, error) {
	if l.asked++; l.asked > maxQuestions {
		return nil, fmt.Errorf("a line needs more than %d questions", maxQuestions)
	}
	q := &prompt.Question{Task: prompt.Line, Kind: kind, Statement: text}
	names := prompt.Names(text)
	for _, n := range names {
		if repr, ok := l.get(n); ok {
			q.Env = append(q.Env, prompt.Binding{Name: n, Repr: repr})
		}
	}
	for _, b := range l.env {
		if f, _, call := strings.Cut(b.Name, "("); call && slices.Contains(names, f) && strings.Contains(text, f+"(") {
			q.Env = append(q.Env, b)
		}
	}
	a, err := l.ask(q)
	if err != nil {
		return nil, err
	}
	if a.Exception != "" {
		return nil, Exception(a.Exception)
	}
	for _, b := range a.Changed {
		l.change(b.Name, b.Repr)
	}
	return a, nil
}

func (l *line) get(name string) (string, bool) {
	for i := len(l.env) - 1; i >= 0; i-- {
		if l.env[i].Name == name {
			return l.env[i].Repr, true
		}
	}
	return "", false
}

func (l *line) set(name, repr string) {
	for i := range l.env {
		if l.env[i].Name == name {
			l.env[i].Repr = repr
			return
		}
	}
	l.env = append(l.env, prompt.Binding{Name: name, Repr: repr})
}

// change sets a variable of the line's frame.
func (l *line) change(name, repr string) {
	l.set(name, repr)
	if !isTemp(name) && !slices.Contains(l.shadow, name) && !slices.Contains(l.changed, name) {
		l.changed = append(l.changed, name)
	}
}

// temp is a new name for a value.
func (l *line) temp() string {
	l.temps++
	return fmt.Sprintf("_%d", l.temps)
}

func isTemp(name string) bool {
	if len(name) < 2 || name[0] != '_' {
		return false
	}
	return strings.Trim(name[1:], "0123456789") == ""
}

// valueOf returns the repr of an atom.
func (l *line) valueOf(atom string) (string, error) {
	if e, err := syntax.ParseExpr(atom); err == nil {
		if repr, ok := l.known(e); ok {
			return repr, nil
		}
	}
	name := l.temp()
	if _, err := l.put(prompt.Simple, name+" = "+atom); err != nil {
		return "", err
	}
	if repr, ok := l.get(name); ok {
		return repr, nil
	}
	return "", errors.New("the model gave no value")
}
