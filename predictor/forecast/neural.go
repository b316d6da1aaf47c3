package forecast

import (
	"context"
	"fmt"

	"augur/analysis/syntax"
	"augur/predictor/neural"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// neural lets the transformer run the example.
func (r *Request) neural(ctx context.Context) (*Forecast, error) {
	o, err := oracle.Default()
	if err != nil {
		return nil, err
	}
	e, err := syntax.ParseExpr(r.Example.Call)
	if err != nil {
		return nil, fmt.Errorf("the call %q does not parse: %w", r.Example.Call, err)
	}
	call, ok := e.(*syntax.Call)
	def := FindFunction(r.File, r.Function)
	if !ok || def == nil {
		return nil, fmt.Errorf("the neural engine runs calls of functions of the file; %s is none", r.Example.Call)
	}
	args, err := arguments(r.Example.Call, call, def)
	if err != nil {
		return nil, err
	}
	args, err = neural.WithDefaults(def, args, func(d syntax.Expr) (string, bool) {
		repr, err := NormalizeLiteral(r.File.Text(d))
		return repr, err == nil
	})
	if err != nil {
		return nil, err
	}
	tl := neural.Run(ctx, o, neural.Function{
		File: r.File, Def: def, Args: args,
		Lookup: func(name string) *syntax.FunctionDef { return FindFunction(r.File, name) },
		Literal: func(text string) (string, bool) {
			repr, err := NormalizeLiteral(text)
			return repr, err == nil
		},
	})
	tl.Function = r.Function
	return &Forecast{Example: *r.Example, Engine: Neural, Timeline: tl}, nil
}

// arguments gives the parameters of def the literals of a call.
func arguments(text string, call *syntax.Call, def *syntax.FunctionDef) ([]prompt.Binding, error) {
	var out []prompt.Binding
	give := func(name string, e syntax.Expr) error {
		p := e.Pos()
		repr, err := NormalizeLiteral(text[p.Start:p.End])
		if err != nil {
			return fmt.Errorf("the neural engine needs literal arguments, and %q is none", text[p.Start:p.End])
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
