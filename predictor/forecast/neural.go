package forecast

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/neural"
	"augur/predictor/prompt"
)

// neural lets the transformer run the example.
func (r *Request) neural(ctx context.Context) (*Forecast, error) {
	o, err := r.model()
	if err != nil {
		return nil, err
	}
	f, err := NeuralFunction(ctx, *r, r.Example.Call)
	if err != nil {
		return nil, err
	}
	tl := neural.Run(ctx, o, f)
	tl.Function = r.Function
	return &Forecast{Example: *r.Example, Engine: Neural, Timeline: tl}, nil
}

// NeuralFunction says what the transformer is to run for a call.
func NeuralFunction(ctx context.Context, r Request, text string) (neural.Function, error) {
	e, err := syntax.ParseExpr(text)
	if err != nil {
		return neural.Function{}, fmt.Errorf("the call %q does not parse: %w", text, err)
	}
	call, ok := e.(*syntax.Call)
	def := FindFunction(r.File, calledName(e))
	if !ok || def == nil {
		return neural.Function{}, fmt.Errorf("the neural engine runs calls of functions of the file; %s is none", text)
	}
	args, err := r.arguments(ctx, text, call, def)
	if err != nil {
		return neural.Function{}, err
	}
	args, err = neural.WithDefaults(def, args, func(d syntax.Expr) (string, bool) {
		repr, err := NormalizeLiteral(r.File.Text(d))
		return repr, err == nil
	})
	if err != nil {
		return neural.Function{}, err
	}
	return r.toRun(def, args), nil
}

func (r *Request) toRun(def *syntax.FunctionDef, args []prompt.Binding) neural.Function {
	return neural.Function{
		File: r.File, Def: def, Args: args,
		Globals: globals(r.File),
		Lookup:  func(name string) *syntax.FunctionDef { return FindFunction(r.File, name) },
		Literal: func(text string) (string, bool) {
			repr, err := NormalizeLiteral(text)
			return repr, err == nil
		},
	}
}

// NeuralStart says what the transformer is to run from a line of the function of
// a call on. state has the variables there: names and expressions; what an empty
// one holds is not known.
func NeuralStart(ctx context.Context, r Request, call string, line int, state map[string]string) (neural.Function, error) {
	def := FindFunction(r.File, CalledName(call))
	if def == nil {
		return neural.Function{}, fmt.Errorf("the neural engine runs functions of the file; %s is none", call)
	}
	m := eval.New(ctx, eval.Config{})
	defer m.Close()
	m.Prepare(syntax.Parse(nil), r.Path, "__main__")
	var args []prompt.Binding
	for _, name := range slices.Sorted(maps.Keys(state)) {
		if state[name] == "" {
			continue
		}
		repr, err := reprOf(m, state[name])
		if err != nil {
			return neural.Function{}, fmt.Errorf("the neural engine cannot use %s = %s: %w", name, state[name], err)
		}
		args = append(args, prompt.Binding{Name: name, Repr: repr})
	}
	f := r.toRun(def, args)
	f.Start = line
	return f, nil
}

// reprOf is the repr of what an expression gives.
func reprOf(m *eval.Machine, text string) (string, error) {
	v, err := m.Eval(text)
	if err != nil {
		return "", err
	}
	return value.Repr(m.Thread(), v)
}

// arguments gives the parameters of def the arguments of the example's call.
// They are what the run starts from, not a part of it, so they are computed.
func (r *Request) arguments(ctx context.Context, whole string, call *syntax.Call, def *syntax.FunctionDef) ([]prompt.Binding, error) {
	m := eval.New(ctx, eval.Config{})
	defer m.Close()
	m.Prepare(syntax.Parse(nil), r.Path, "__main__")
	var out []prompt.Binding
	give := func(name string, e syntax.Expr) error {
		p := e.Pos()
		text := whole[p.Start:p.End]
		repr, err := reprOf(m, text)
		if err != nil {
			return fmt.Errorf("the neural engine cannot use the argument %q: %w", text, err)
		}
		out = append(out, prompt.Binding{Name: name, Repr: repr})
		return nil
	}
	params := append(append([]*syntax.Arg(nil), def.Args.PosOnly...), def.Args.Args...)
	for i, a := range call.Args {
		if i >= len(params) {
			return nil, fmt.Errorf("%s has %d parameters, and the call gives more", def.Name, len(params))
		}
		if err := give(params[i].Name, a); err != nil {
			return nil, err
		}
	}
	for _, k := range call.Keywords {
		if err := give(k.Name, k.Value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// globals are the variables of a module that its top level sets to literals.
func globals(f *syntax.File) []prompt.Binding {
	var out []prompt.Binding
	for _, s := range f.Module.Body {
		a, ok := s.(*syntax.Assign)
		if !ok || len(a.Targets) != 1 {
			continue
		}
		name, ok := a.Targets[0].(*syntax.Name)
		if !ok {
			continue
		}
		if repr, err := NormalizeLiteral(f.Text(a.Value)); err == nil && len(repr) <= 200 {
			out = append(out, prompt.Binding{Name: name.ID, Repr: repr})
		}
	}
	return out
}
