package score

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// A Report sums up the results of a set.
type Report struct {
	Set      string
	Sections map[string]*Tally
	Lines    map[string]*Tally // line questions by kind
	Asking   Tally             // line questions of which anything was asked
	Fit      map[string]Calibration
	Proposed Proposed // what the likeliest proposed arguments do
	Chosen   Proposed // what the likeliest of ten that return do
	Typed    int      // of those, arguments of the right types
	Found    Proposed // what the calls do that are searched for where all of the ten raise
	Fitting  int      // of those, arguments of the right types
	Solved   int      // inversions with a call among ten that has the outcome
	Seconds  float64

	results []Result
}

// A Tally counts results.
type Tally struct {
	N, Right, Class, Type, Base int
}

// Proposed counts the calls that the model proposes by what they do.
type Proposed struct {
	Returns, Raises, Unclear, NotRun int
}

func (t *Tally) add(r Result) {
	t.N++
	for _, c := range []struct {
		n  *int
		ok bool
	}{{&t.Right, r.Right}, {&t.Class, r.Class}, {&t.Type, r.Type}, {&t.Base, r.Base}} {
		if c.ok {
			*c.n++
		}
	}
}

func (p *Proposed) add(o Outcome) {
	switch o {
	case Returns:
		p.Returns++
	case Raises:
		p.Raises++
	case Unclear:
		p.Unclear++
	default:
		p.NotRun++
	}
}

func (r *Report) sum() {
	r.Sections, r.Lines, r.Fit = map[string]*Tally{}, map[string]*Tally{}, map[string]Calibration{}
	answers := map[string][]answer{}
	see := func(key string, a answer) { answers[key] = append(answers[key], a) }
	for _, x := range r.results {
		tally(r.Sections, x.Section).add(x)
		see(x.Section, answer{x.parts, x.Right, x.Shown})
		switch x.Section {
		case prompt.Line.String():
			tally(r.Lines, x.Group).add(x)
			if x.Asked > 0 {
				r.Asking.add(x)
			}
		case prompt.Value.String():
			see(oracle.ValueClass, single(x.PC, x.Class, true))
		case prompt.Input.String():
			r.Proposed.add(x.Runs)
			r.Chosen.add(x.Chosen)
			if x.Typed {
				r.Typed++
			}
			r.Found.add(x.Found)
			if x.Fitting {
				r.Fitting++
			}
		case prompt.Invert.String():
			if x.Solved {
				r.Solved++
			}
		}
	}
	for k := range answers {
		r.Fit[k] = Calibrate(answers[k])
	}
}

func tally(m map[string]*Tally, k string) *Tally {
	if m[k] == nil {
		m[k] = &Tally{}
	}
	return m[k]
}

func (r *Report) print(w io.Writer) {
	part := func(a, n int) float64 { return float64(a) / float64(max(n, 1)) }
	fmt.Fprintf(w, "%s: %d questions in %.0f s\n", r.Set, len(r.results), r.Seconds)
	for _, m := range []map[string]*Tally{r.Sections, r.Lines} {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			t := m[k]
			fmt.Fprintf(w, "  %-16s n %5d  right %.3f  class %.3f  type %.3f  baseline %.3f\n", k, t.N, part(t.Right, t.N), part(t.Class, t.N), part(t.Type, t.N), part(t.Base, t.N))
		}
	}
	fmt.Fprintf(w, "  lines that ask   n %5d  right %.3f  baseline %.3f\n", r.Asking.N, part(r.Asking.Right, r.Asking.N), part(r.Asking.Base, r.Asking.N))
	fmt.Fprintf(w, "  proposed calls   return %d, raise %d, unclear %d, not to be run %d\n", r.Proposed.Returns, r.Proposed.Raises, r.Proposed.Unclear, r.Proposed.NotRun)
	fmt.Fprintf(w, "  best of ten      return %d, raise %d, unclear %d, not to be run %d; of the right types %d; inverted %d\n", r.Chosen.Returns, r.Chosen.Raises, r.Chosen.Unclear, r.Chosen.NotRun, r.Typed, r.Solved)
	fmt.Fprintf(w, "  and searched     return %d, raise %d, unclear %d, not to be run %d; of the right types %d\n", r.Found.Returns, r.Found.Raises, r.Found.Unclear, r.Found.NotRun, r.Fitting)
	for _, k := range slices.Sorted(maps.Keys(r.Fit)) {
		c := r.Fit[k]
		fmt.Fprintf(w, "  calibration of %-12s error %.3f -> %.3f  threshold %.3f (%d of %d right) ", k, c.Before, c.After, c.Threshold, c.Right, c.Answers)
		for _, b := range c.Bins {
			if b.N > 0 {
				fmt.Fprintf(w, " %.2f:%.2f(%d)", b.P, b.Right, b.N)
			}
		}
		fmt.Fprintln(w)
	}
}
