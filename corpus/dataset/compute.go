package dataset

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"augur/analysis/eval"
	_ "augur/analysis/stdlib" // the models of the modules below
	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/prompt"
	"augur/predictor/stepwise"
	"augur/predictor/token"
)

// errUncertain says that the evaluator can't tell what a line does.
var errUncertain = errors.New("what the line does can't be computed")

// modules are there under their names in the lines of most programs.
var modules = []string{"math", "re", "string", "itertools", "functools", "operator", "collections", "json", "textwrap", "bisect", "heapq"}

// limits of one line.
var limits = value.Limits{Steps: 20_000, Recursion: 50, Memory: 8 << 20, Output: 1 << 12}

// empty is the module that lines are computed in.
var empty = syntax.Parse(nil)

// Compute answers a question about a line by computing it.
func Compute(q *prompt.Question) (*prompt.Answer, error) {
	m := eval.New(context.Background(), eval.Config{Limits: limits})
	defer m.Close()
	m.Prepare(empty, "line.py", "line")
	for _, n := range prompt.Names(q.Statement) {
		if slices.Contains(modules, n) && !bound(q.Env, n) {
			if err := m.Exec("import " + n); err != nil {
				return nil, err
			}
		}
	}
	for _, b := range q.Env {
		if !token.IsName(b.Name) || strings.Contains(b.Repr, "<") && opaque([]prompt.Binding{b}) {
			return nil, errUncertain
		}
		if err := m.Exec(b.Name + " = " + b.Repr); err != nil {
			return nil, errUncertain
		}
	}
	a, err := compute(m, q)
	var raised *value.Raised
	if errors.As(err, &raised) {
		// A name that the recording left out is no error of the line.
		name := raised.Exc.Type().Name
		if name == "NameError" || name == "UnboundLocalError" {
			return nil, errUncertain
		}
		return &prompt.Answer{Exception: name}, nil
	}
	return a, err
}

func bound(env []prompt.Binding, name string) bool {
	return slices.ContainsFunc(env, func(b prompt.Binding) bool { return b.Name == name })
}

func compute(m *eval.Machine, q *prompt.Question) (*prompt.Answer, error) {
	a := &prompt.Answer{}
	switch q.Kind {
	case prompt.Condition:
		v, err := m.Eval("True if " + strings.TrimSuffix(strings.TrimPrefix(q.Statement, "if "), ":") + " else False")
		if err != nil {
			return nil, err
		}
		repr, err := value.Repr(m.Thread(), v)
		a.Truth = repr == "True"
		return a, err
	case prompt.Loop:
		v, err := m.Eval("[*" + strings.TrimSuffix(strings.TrimPrefix(q.Statement, "for "), ":") + "]")
		if err != nil {
			return nil, err
		}
		a.Items, err = data(m, v)
		return a, err
	}
	if expr, ok := strings.CutPrefix(q.Statement, "return "); ok {
		v, err := m.Eval(expr)
		if err != nil {
			return nil, err
		}
		if a.Return, err = data(m, v); err != nil {
			return nil, err
		}
	} else if err := m.Exec(q.Statement); err != nil {
		return nil, err
	}
	stores := prompt.Stores(q.Statement)
	for _, n := range prompt.Names(q.Statement) {
		i := slices.IndexFunc(q.Env, func(b prompt.Binding) bool { return b.Name == n })
		if i < 0 && !slices.Contains(stores, n) {
			continue
		}
		v, err := m.Eval(n)
		if err != nil {
			return nil, err
		}
		repr, err := data(m, v)
		if err != nil {
			return nil, err
		}
		if i < 0 || repr != q.Env[i].Repr || slices.Contains(stores, n) {
			a.Changed = append(a.Changed, prompt.Binding{Name: n, Repr: repr})
		}
	}
	return a, nil
}

// data returns the repr of a value that is plain data.
func data(m *eval.Machine, v value.Value) (string, error) {
	repr, err := value.Repr(m.Thread(), v)
	if err != nil {
		return "", err
	}
	if e, err := syntax.ParseExpr(repr); err != nil || !isData(e) {
		return "", errUncertain
	}
	return repr, nil
}

// isData reports whether an expression is the repr of builtin data.
func isData(e syntax.Expr) bool {
	all := func(es []syntax.Expr) bool {
		return !slices.ContainsFunc(es, func(e syntax.Expr) bool { return e == nil || !isData(e) })
	}
	switch e := e.(type) {
	case *syntax.Constant:
		return true
	case *syntax.UnaryOp:
		return isData(e.Operand)
	case *syntax.List:
		return all(e.Elts)
	case *syntax.Tuple:
		return all(e.Elts)
	case *syntax.Set:
		return all(e.Elts)
	case *syntax.Dict:
		return all(e.Keys) && all(e.Values)
	case *syntax.Call:
		f, ok := e.Func.(*syntax.Name)
		return ok && f.ID == "set" && len(e.Args) == 0
	case *syntax.Name:
		return e.ID == "inf" || e.ID == "nan"
	}
	return false
}

// Pieces takes a question about a line apart and returns what is asked on the
// way, with the right answers. It fails where the evaluator can't tell, and
// where what it tells is not what was recorded.
func Pieces(it Item) ([]Item, error) {
	var out []Item
	a, err := stepwise.Answer(it.Question, nil, func(q *prompt.Question) (*prompt.Answer, error) {
		a, err := Compute(q)
		if err != nil {
			return nil, err
		}
		out = append(out, Item{q, a})
		return a, nil
	})
	if err != nil {
		return nil, err
	}
	if it.Question.Kind == prompt.Simple && a.Exception == "" {
		// A loose comparison: recorded answers name stores that kept their value.
		a.Changed = withStores(it.Question, a.Changed)
	}
	if !Same(it.Question, a, it.Answer) {
		return out, fmt.Errorf("computed %+v, recorded %+v", a, it.Answer)
	}
	return out, nil
}
