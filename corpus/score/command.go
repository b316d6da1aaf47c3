package score

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"augur/predictor/prompt"
)

// Command returns `augur score`, which measures a model.
func Command() *cobra.Command {
	var weights, tokenizer string
	var sets []string
	var limit int
	var asJSON bool
	c := &cobra.Command{
		Use:   "score --model WEIGHTS --set NAME=TRACES...",
		Short: "Measure a model on recorded programs",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := Open(weights, tokenizer)
			if err != nil {
				return err
			}
			var reports []*Report
			for _, a := range sets {
				name, pattern, ok := strings.Cut(a, "=")
				if !ok {
					return fmt.Errorf("--set %q: want NAME=TRACES", a)
				}
				set, err := s.Load(name, pattern, limit)
				if err != nil {
					return err
				}
				r := &Report{Set: name}
				began := time.Now()
				for _, it := range set.Items {
					x, err := s.Ask(c.Context(), it)
					if err != nil {
						return err
					}
					r.results = append(r.results, x)
				}
				r.sum()
				r.Seconds = time.Since(began).Seconds()
				reports = append(reports, r)
				if !asJSON {
					r.print(c.OutOrStdout())
				}
			}
			if asJSON {
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", " ")
				return e.Encode(reports)
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&weights, "model", "", "weights, as training saves them")
	f.StringVar(&tokenizer, "tokenizer", "predictor/weights/tokenizer.json", "tokenizer")
	f.StringArrayVar(&sets, "set", nil, "NAME=TRACES: file name patterns, separated by commas")
	f.IntVar(&limit, "limit", 400, "most questions of a task in a set")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// A Report sums up the results of a set.
type Report struct {
	Set     string
	Tasks   map[string]*Tally
	Lines   map[string]*Tally // line questions by kind
	Fit     map[string]Calibration
	Seconds float64

	results []Result
}

// A Tally counts results.
type Tally struct {
	N, Right, Class, Base int
}

func (t *Tally) add(r Result) {
	t.N++
	for _, c := range []struct {
		n  *int
		ok bool
	}{{&t.Right, r.Right}, {&t.Class, r.Class}, {&t.Base, r.Base}} {
		if c.ok {
			*c.n++
		}
	}
}

func (r *Report) sum() {
	r.Tasks, r.Lines, r.Fit = map[string]*Tally{}, map[string]*Tally{}, map[string]Calibration{}
	p := map[string][]float64{}
	right := map[string][]bool{}
	see := func(key string, q float64, ok bool) {
		p[key] = append(p[key], q)
		right[key] = append(right[key], ok)
	}
	for _, x := range r.results {
		t := x.Task.String()
		tally(r.Tasks, t).add(x)
		see(t, x.P, x.Right)
		switch x.Task {
		case prompt.Line:
			tally(r.Lines, x.Group).add(x)
		case prompt.Value:
			see("value class", x.PC, x.Class)
		}
	}
	for k := range p {
		r.Fit[k] = Calibrate(p[k], right[k])
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
	for _, m := range []map[string]*Tally{r.Tasks, r.Lines} {
		for _, k := range sorted(m) {
			t := m[k]
			fmt.Fprintf(w, "  %-16s n %5d  right %.3f  class %.3f  baseline %.3f\n", k, t.N, part(t.Right, t.N), part(t.Class, t.N), part(t.Base, t.N))
		}
	}
	for _, k := range sorted(r.Fit) {
		c := r.Fit[k]
		fmt.Fprintf(w, "  calibration of %-12s temperature %.2f  error %.3f -> %.3f ", k, c.Temperature, c.Before, c.After)
		for _, b := range c.Bins {
			if b.N > 0 {
				fmt.Fprintf(w, " %.2f:%.2f(%d)", b.P, b.Right, b.N)
			}
		}
		fmt.Fprintln(w)
	}
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
