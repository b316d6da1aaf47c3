package debugger

import (
	"slices"

	"augur/analysis/eval"
	"augur/predictor/evidence"
	"augur/predictor/forecast"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// Reasons is what an assumption rests on, as far as can be said: what the
// transformer looked at, which is evidence only, beside what the value can depend
// on, which is exact.
type Reasons struct {
	// Lines and Names are what the answer attended to: lines of the file, and
	// variables that the question gave. Weights are shares of its attention.
	Lines []evidence.Line
	Names []evidence.Name
	// Depends lists the lines that gave the variables in the expression the
	// values that they had, in the frame that asked; ascending.
	Depends []int
}

// Reasons tells why an entry of Assumptions is what it is.
func (s *Session) Reasons(assumption int) (*Reasons, error) {
	x, ok := s.engine.(*exact)
	if !ok {
		return nil, errorf("the neural engine assumes everything")
	}
	q, err := x.question(assumption)
	if err != nil {
		return nil, err
	}
	r := &Reasons{Depends: s.slice(q.event, int(q.asked.Line), prompt.Names(q.asked.File.Text(q.asked.Expr)))}
	ask, answer := forecast.PromptFor(q.asked, q.answer)
	o, err := oracle.For(s.cfg.Path)
	if err != nil {
		return nil, err
	}
	e, err := evidence.Of(o, ask, answer)
	if err != nil {
		return nil, err
	}
	r.Names = e.Names
	for _, l := range e.Lines {
		if q.asked.Function != nil {
			l.Line += int(q.asked.Function.DefLine) - 1
		}
		r.Lines = append(r.Lines, l)
	}
	return r, nil
}

// sliced is how far back lines that gave variables their values are looked for.
const sliced = 2000

// slice lists the lines of a frame that the given variables depend on at an
// event, by data: the lines that changed them, and what those lines name.
func (s *Session) slice(at, line int, names []string) []int {
	if at < 0 || at >= len(s.log.events) {
		return nil
	}
	frame := s.log.events[at].frame
	file := s.Source(s.log.frames[frame].path)
	needed := map[string]bool{}
	for _, n := range names {
		needed[n] = true
	}
	var lines []int
	now := s.variablesAt(at, frame)
	for i := at - 1; i >= 0 && i > at-sliced && len(needed) > 0; i-- {
		e := s.log.events[i]
		if e.frame != frame || e.kind != Line {
			continue
		}
		before := s.variablesAt(i, frame)
		changed := false
		for name := range needed {
			if now[name] != before[name] {
				changed = true
				if _, had := before[name]; !had {
					delete(needed, name)
				}
			}
		}
		if changed {
			lines = append(lines, int(e.line))
			if file != nil {
				for _, n := range prompt.Names(file.LineText(int(e.line))) {
					if _, known := before[n]; known {
						needed[n] = true
					}
				}
			}
		}
		now = before
	}
	slices.Sort(lines)
	return slices.DeleteFunc(slices.Compact(lines), func(l int) bool { return l == line })
}

// variablesAt gives the reprs of a frame's variables at an event.
func (s *Session) variablesAt(i int, frame int32) map[string]string {
	out := map[string]string{}
	st, err := s.engine.state(i)
	if err != nil {
		return out
	}
	for _, f := range st.frames {
		if f.number != frame {
			continue
		}
		for _, b := range f.vars {
			text, ok := s.engine.repr(b)
			if !ok {
				text = "?"
			}
			out[b.name] = text
		}
	}
	return out
}

// question finds where an assumption was asked for.
func (x *exact) question(assumption int) (question, error) {
	list := x.live.m.Assumptions()
	if assumption < 0 || assumption >= len(list) {
		return question{}, errorf("there is no such assumption")
	}
	if list[assumption].Repr == "" {
		return question{}, errorf("%q has no value that could be another", list[assumption].Expression)
	}
	// What was guessed of the state at the start comes first, and was not asked.
	first := min(len(x.s.cfg.guessed), len(list))
	if assumption < first {
		return question{}, errorf("%q was guessed for the start: set the variable there", list[assumption].Expression)
	}
	k := 0
	for _, a := range list[first:assumption] {
		if a.Repr != "" {
			k++
		}
	}
	if k >= len(x.live.asker.answered) {
		return question{}, errorf("where %q was assumed is not known", list[assumption].Expression)
	}
	return x.live.asker.answered[k], nil
}

// question is where a question was put, and what came of it.
type question struct {
	number, event int
	asked         eval.Question
	answer        eval.Answer
}
