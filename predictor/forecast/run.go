package forecast

import (
	"context"
	"fmt"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

func run(ctx context.Context, r Request) (*Forecast, error) {
	if r.Engine == "" {
		r.Engine = Hybrid
	}
	if r.Example == nil && r.Function == "" {
		return r.module(ctx)
	}
	ex, err := r.example(ctx)
	if err != nil {
		return nil, err
	}
	r.Example = ex
	if r.Function == "" {
		r.Function = ex.Function
	}
	if r.Engine == Neural {
		return r.neural(ctx)
	}
	return r.evaluate(ctx)
}

// evaluate runs the evaluator on the example.
func (r *Request) evaluate(ctx context.Context) (*Forecast, error) {
	ex := r.Example
	s := r.newRun(ctx)
	defer s.m.Close()
	if err := s.m.Load(); err != nil {
		return s.finish(*r, nil, err)
	}
	if exc := s.m.ImportError(); exc != nil {
		at := exc.Traceback[len(exc.Traceback)-1]
		return nil, fmt.Errorf("%s:%d: %s: %s", at.File, at.Line, exc.Type().Name, exc.Message())
	}
	for _, line := range ex.Setup {
		if err := s.m.Exec(line); err != nil {
			return s.finish(*r, nil, err)
		}
	}
	s.rec.Record()
	v, err := s.m.Eval(ex.Call)
	return s.finish(*r, v, err)
}

// run is one run of the evaluator.
type evaluation struct {
	m   *eval.Machine
	rec *eval.Recorder
}

func (r *Request) newRun(ctx context.Context) evaluation {
	m := NewMachine(ctx, *r)
	rec := eval.NewRecorder(m)
	rec.Probe = r.Probe
	return evaluation{m, rec}
}

// NewMachine returns a machine that has prepared the file of a request, without
// having run any of it. Close it when done with.
func NewMachine(ctx context.Context, r Request) *eval.Machine {
	p := project.For(r.Path)
	if r.Overlay != nil {
		p.Overlay = r.Overlay
	}
	cfg := eval.Config{Sources: p, Limits: r.Limits}
	if lib := project.FindLibrary(); lib != nil {
		cfg.Library = lib
	}
	if r.Engine == Hybrid {
		cfg.Oracle = r.oracle()
		if r.Asked != nil {
			cfg.Oracle = r.Asked(cfg.Oracle)
		}
	}
	m := eval.New(ctx, cfg)
	path := r.Path
	if path == "" {
		path = "<string>"
	}
	name := p.Module()
	if r.Function == "" && r.Example == nil {
		name = "__main__"
	}
	if r.Spot != nil {
		m.PrepareSpot(r.File, path, name, r.Spot)
	} else {
		m.Prepare(r.File, path, name)
	}
	return m
}

// module runs a file from top to bottom, as a script.
func (r *Request) module(ctx context.Context) (*Forecast, error) {
	s := r.newRun(ctx)
	defer s.m.Close()
	s.rec.Record()
	err := s.m.Run()
	return s.finish(*r, nil, err)
}

func (s evaluation) finish(r Request, v value.Value, err error) (*Forecast, error) {
	def := FindFunction(r.File, r.Function)
	f := &Forecast{Engine: r.Engine, Timeline: s.rec.Timeline(def, v, err)}
	f.Timeline.Function = r.Function
	if r.Example != nil {
		f.Example = *r.Example
	}
	if r.Engine == Exact {
		withoutAssumptions(f.Timeline)
	}
	return f, nil
}

// withoutAssumptions makes everything unknown that rests on an assumption: the
// exact engine shows what is certain only.
func withoutAssumptions(tl *timeline.Timeline) {
	drop := func(v *timeline.Value) {
		if v.Provenance == timeline.Predicted {
			reason := "it rests on an assumption"
			if len(v.Depends) > 0 {
				reason = "it holds only if " + tl.Assumptions[v.Depends[0]].Expression
			}
			*v = timeline.Value{Provenance: timeline.Unknown, Class: v.Class, Reason: reason}
		}
	}
	for i := range tl.Lines {
		l := &tl.Lines[i]
		for j := range l.Changes {
			drop(&l.Changes[j].Value)
		}
		for j := range l.Branch {
			drop(&l.Branch[j].Value)
		}
		for j := range l.Returns {
			drop(&l.Returns[j].Value)
		}
	}
	if tl.Result != nil {
		drop(tl.Result)
	}
	if e := tl.Exception; e != nil && e.Provenance == timeline.Predicted {
		tl.Stopped = &timeline.Stop{Limit: "unknown", Line: e.Line, Reason: "it rests on an assumption"}
		tl.Exception = nil
	}
	tl.Assumptions = nil
}

// example returns the example to use: the one that was asked for, or the first
// that is found, or one with predicted arguments.
func (r *Request) example(ctx context.Context) (*example.Example, error) {
	if r.Example != nil {
		ex := *r.Example
		if ex.Function == "" {
			e, err := syntax.ParseExpr(ex.Call)
			if err != nil {
				return nil, fmt.Errorf("the call %q does not parse: %w", ex.Call, err)
			}
			ex.Function = calledName(e)
		}
		return &ex, nil
	}
	if r.PredictArguments {
		if ex, ok := r.predictArguments(ctx); ok {
			return ex, nil
		}
		return nil, ErrNoExample
	}
	found := example.For(r.File, r.Function)
	if !r.Plain {
		found = Examples(r.File, r.Path, r.Function)
	}
	if len(found) > 0 {
		return &found[0], nil
	}
	if r.Engine != Exact {
		if ex, ok := r.predictArguments(ctx); ok {
			return ex, nil
		}
	}
	return nil, ErrNoExample
}

// CalledName is the qualified name of what a call calls: "f" for "f(1)".
func CalledName(call string) string {
	e, err := syntax.ParseExpr(call)
	if err != nil {
		return ""
	}
	return calledName(e)
}

// calledName is the qualified name of what a call expression calls.
func calledName(e syntax.Expr) string {
	for {
		c, ok := e.(*syntax.Call)
		if !ok {
			break
		}
		e = c.Func
	}
	switch f := e.(type) {
	case *syntax.Name:
		return f.ID
	case *syntax.Attribute:
		if base := calledName(f.Value); base != "" {
			return base + "." + f.Attr
		}
		return f.Attr
	}
	return ""
}

// FindFunction returns the function with a qualified name such as "f" or
// "Class.method", nil if the file has none.
func FindFunction(f *syntax.File, qualified string) *syntax.FunctionDef {
	d, _ := f.Definition(qualified)
	return d.Func
}

// NormalizeLiteral returns the repr of the value that a literal denotes. An
// expression that is more than a literal is an error.
func NormalizeLiteral(text string) (string, error) {
	e, err := syntax.ParseExpr(text)
	if err != nil {
		return "", err
	}
	t := value.NewThread(context.Background(), value.DefaultLimits)
	v, err := eval.Literal(t, e)
	if err != nil {
		return "", err
	}
	return value.Repr(t, v)
}
