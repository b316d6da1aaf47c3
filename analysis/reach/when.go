package reach

import (
	"fmt"
	"slices"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// resultName is what a condition calls the value that the function returns.
const resultName = "result"

// A when is a condition on the variables that a query gives: those of the
// function once a line has run, or the parameters and the result of a call.
type when struct {
	text   string
	line   int      // 0: the condition is on the result
	params []string // what the condition names of the variables
	gate   *gate    // its cond is replaced with every machine
}

// newWhen reads a condition. names are those that may be variables.
func newWhen(text string, line int, names map[string]bool) (*when, error) {
	e, err := syntax.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("the condition %q does not parse: %w", text, err)
	}
	w := &when{text: text, line: line, gate: &gate{want: true, line: line, text: text}}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Name); ok && (names[x.ID] || x.ID == resultName) && !slices.Contains(w.params, x.ID) {
			w.params = append(w.params, x.ID)
		}
		return true
	})
	return w, nil
}

// A watched when is one in a machine.
type watchedWhen struct {
	*when
	m    *eval.Machine
	fn   value.Value
	vars []eval.Variable
	args []value.Value
}

// in compiles the condition for a machine, whose observer the watcher is.
func (w *when) in(m *eval.Machine, o *watcher) (*watchedWhen, error) {
	fn, cond, err := m.Condition(w.text, w.params)
	if err != nil {
		return nil, fmt.Errorf("the condition %q: %w", w.text, err)
	}
	o.drop(w.gate)
	w.gate.cond = cond
	o.add(w.gate)
	return &watchedWhen{when: w, m: m, fn: fn, args: make([]value.Value, len(w.params))}, nil
}

// done asks for the condition when its line has run.
func (w *watchedWhen) done(fr *eval.Frame, line int, ret value.Value) {
	if line != w.line {
		return
	}
	clear(w.args)
	w.vars = fr.Variables(w.vars)
	for _, v := range w.vars {
		if i := slices.Index(w.params, v.Name); i >= 0 {
			w.args[i] = v.Value
		}
	}
	if fr.Module() {
		for i, name := range w.params {
			w.args[i], _ = fr.Globals().GetStr(name)
		}
	}
	if i := slices.Index(w.params, resultName); i >= 0 && ret != nil {
		w.args[i] = ret
	}
	w.ask()
}

// ask evaluates the condition; the observer is told how it comes out. One that
// raises is not met.
func (w *watchedWhen) ask() {
	for _, a := range w.args {
		if a == nil {
			return // not bound yet
		}
	}
	_, _ = w.m.Ask(w.fn, w.args)
}

// localNames are the names that a function, and the functions in it, bind.
func localNames(def syntax.Node) map[string]bool {
	names := map[string]bool{}
	syntax.Inspect(def, func(n syntax.Node) bool { boundBy(n, func(name string) { names[name] = true }); return true })
	return names
}

// predicateGoal wants a call whose result meets a condition.
type predicateGoal struct {
	when  *when
	lines int // of the function
}

func (g *predicateGoal) score(o *outcome, l *eval.Lines) float64 {
	switch {
	case o.unknown:
		return 1000
	case o.err != nil:
		return 100 + 10*(1-float64(len(l.Order))/float64(g.lines+1))
	case g.when.gate.met:
		return 0
	}
	return 1 + g.when.gate.score()
}
