package score

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"augur/corpus/dataset"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// A Set is a named set of questions.
type Set struct {
	Name  string
	Items []Item
}

// sections are the parts of a set, in their order.
var sections = []string{prompt.Line.String(), oracle.Undecided, prompt.Value.String(), prompt.Input.String(), prompt.Invert.String(), prompt.Step.String(), prompt.Back.String()}

// Load reads the questions of the traces that a pattern names, at most limit
// of each task or what limits says of it, no two the same, chosen by a fixed seed.
func (s *Scorer) Load(name, pattern string, limit int, limits map[string]int) (*Set, error) {
	for t := range limits {
		if !slices.Contains(sections, t) {
			return nil, fmt.Errorf("no task %q: use %s", t, strings.Join(sections, ", "))
		}
	}
	var paths []string
	for p := range strings.SplitSeq(pattern, ",") {
		m, err := filepath.Glob(p)
		if err != nil {
			return nil, err
		}
		paths = append(paths, m...)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no traces at %s", pattern)
	}
	slices.Sort(paths)
	by := map[string][]Item{}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range paths {
		err := dataset.Read(p, func(r *dataset.Record) error {
			in, inv := dataset.CallItems(r)
			lines := dataset.LineItems(r)
			var back []dataset.Item
			for _, it := range lines {
				if b, ok := dataset.BackItem(it); ok {
					back = append(back, b)
				}
			}
			for _, items := range [][]dataset.Item{lines, dataset.ValueItems(r), in, inv, dataset.StepItems(rng, r), back} {
				for _, it := range items {
					section := it.Question.Task.String()
					by[section] = append(by[section], Item{it, section})
					if h, ok := dataset.Hide(rng, it); ok {
						by[oracle.Undecided] = append(by[oracle.Undecided], Item{h, oracle.Undecided})
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	set := &Set{Name: name}
	for _, section := range sections {
		items := by[section]
		rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		most := limit
		if n, ok := limits[section]; ok {
			most = n
		}
		seen := map[string]bool{}
		for _, it := range items {
			if len(seen) == most {
				break
			}
			if key, ok := s.fits(it.Item); ok && !seen[key] {
				seen[key] = true
				set.Items = append(set.Items, it)
			}
		}
	}
	return set, nil
}

// fits reports whether a question and its answer are of the size that the
// model learns. The key tells questions apart.
func (s *Scorer) fits(it dataset.Item) (key string, ok bool) {
	source, ids, err := s.Encoder.Encode(it.Question)
	if err != nil {
		return "", false
	}
	answer, err := s.Encoder.EncodeAnswer(it.Question, it.Answer)
	return fmt.Sprint(source, ids), err == nil && len(ids)+len(answer) <= prompt.MaxQuery && dataset.Weight(it) > 0.1
}
