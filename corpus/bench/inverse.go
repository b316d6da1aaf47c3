package bench

import (
	"context"
	"maps"
	"slices"

	"augur/analysis/syntax"
	"augur/predictor/debugger"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// InverseTally is how the model runs single statements backwards, without any
// history: given the variables after a statement, what were they before it?
type InverseTally struct {
	Asked int `json:"asked"`
	Right int `json:"right"`
	// Sure counts answers that are likely enough to be shown, SureRight those of
	// them that are right.
	Sure      int     `json:"sure"`
	SureRight int     `json:"sure_right"`
	MeanP     float64 `json:"mean_p"`
	ECE       float64 `json:"ece"`

	// ByBasis is the same by what a guess rests on.
	ByBasis map[debugger.Basis]*InverseTally `json:"by_basis,omitempty"`

	sum       float64
	certainty bins
}

// sort adds to the tally of what a guess rests on.
func (t *InverseTally) sort(g *debugger.Guess, right bool) {
	if t.ByBasis == nil {
		t.ByBasis = map[debugger.Basis]*InverseTally{}
	}
	if t.ByBasis[g.Basis] == nil {
		t.ByBasis[g.Basis] = &InverseTally{}
	}
	t.ByBasis[g.Basis].add(g, right)
}

func (t *InverseTally) add(g *debugger.Guess, right bool) {
	t.Asked++
	p := 0.0
	if g != nil {
		p = g.P
		t.certainty.add(p, right)
	}
	t.sum += p
	if right {
		t.Right++
	}
	if g != nil && g.Sure {
		t.Sure++
		if right {
			t.SureRight++
		}
	}
}

func (t *InverseTally) finish() {
	if t.Asked > 0 {
		t.MeanP = t.sum / float64(t.Asked)
	}
	t.ECE = t.certainty.error()
	for _, one := range t.ByBasis {
		one.finish()
	}
}

// maxInverse bounds the questions about one trace.
const maxInverse = 20

// inverse asks for the state before each step of a trace.
func (r *StepReport) inverse(ctx context.Context, file *syntax.File, truth []moment) error {
	if r.Inverse == nil {
		return nil
	}
	o, err := oracle.Default()
	if err != nil {
		return err
	}
	asked := 0
	for i := 1; i < len(truth) && asked < maxInverse; i++ {
		before, after := truth[i-1], truth[i]
		if after.end || before.depth != after.depth || maps.Equal(before.locals, after.locals) {
			continue
		}
		g, err := debugger.GuessBefore(ctx, o, file, after.line, bindings(after.locals))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || g.Line != before.line {
			continue // no straight way leads there, and the session says so
		}
		asked++
		right := restores(g, after.locals, before.locals)
		r.Inverse.add(g, right)
		r.Inverse.sort(g, right)
	}
	return nil
}

// restores reports whether a guess turns the variables after a statement into
// those before it.
func restores(g *debugger.Guess, after, before map[string]string) bool {
	got := maps.Clone(after)
	for _, name := range slices.Concat(g.Absent, g.Lost) {
		delete(got, name)
	}
	for _, b := range g.Before {
		got[b.Name] = b.Repr
	}
	return maps.Equal(got, before)
}

func bindings(locals map[string]string) []prompt.Binding {
	var out []prompt.Binding
	for _, name := range slices.Sorted(maps.Keys(locals)) {
		out = append(out, prompt.Binding{Name: name, Repr: locals[name]})
	}
	return out
}
