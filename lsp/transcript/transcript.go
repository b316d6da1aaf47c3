// Package transcript writes everything that one example does to a function: as
// plain data that a client can show as a table, and as a text that one can read.
package transcript

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/examples"
	"augur/lsp/hints"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// Transcript is what an example does to a function.
type Transcript struct {
	Function    string       `json:"function"`
	Call        string       `json:"call"`
	Origin      string       `json:"origin"`
	Arguments   []Value      `json:"arguments"`
	Lines       []Line       `json:"lines"` // every line of the function, run or not
	Result      *Value       `json:"result,omitempty"`
	Exception   string       `json:"exception,omitempty"`
	Output      string       `json:"output,omitempty"`
	Stopped     string       `json:"stopped,omitempty"`
	Assumptions []Assumption `json:"assumptions"`
}

// Line is what happens on one line.
type Line struct {
	Line    int    `json:"line"` // from 0, as the protocol counts
	Text    string `json:"text"`
	Hits    int    `json:"hits"`
	Skipped int    `json:"skipped,omitempty"` // hits in the middle that were not kept
	Cells   []Cell `json:"cells"`             // in order of hit
}

// Cell is what one hit of a line does.
type Cell struct {
	Hit    int     `json:"hit"` // from 1
	Values []Value `json:"values"`
}

// Value is a value that something has.
type Value struct {
	Name       string  `json:"name"` // of a variable, or "→", "⏎" or "✗"
	Text       string  `json:"text"`
	Provenance string  `json:"provenance"`
	P          float64 `json:"p"`
}

// Assumption is a value that was predicted.
type Assumption struct {
	Line       int     `json:"line"` // from 0
	Expression string  `json:"expression"`
	Text       string  `json:"text"`
	P          float64 `json:"p"`
}

// Of returns what a forecast says of a function.
func Of(file *syntax.File, o *outline.Outline, f outline.Function, forecast *session.Forecast, threshold float64) *Transcript {
	t := forecast.Timeline
	tr := &Transcript{Function: f.Name, Call: forecast.Example.Call, Arguments: []Value{}, Lines: []Line{}, Assumptions: []Assumption{}, Output: t.Output}
	if forecast.Example.Call != "" {
		tr.Origin = examples.Origin(forecast.Example)
	}
	for _, a := range t.Args {
		tr.Arguments = append(tr.Arguments, valueOf(a.Name, a.Value, threshold))
	}
	raise := hints.RaiseLine(f, t)
	for number := f.First; number <= f.Last && number <= file.Lines(); number++ {
		if f.IsModule() && !o.At(number).IsModule() {
			continue
		}
		line := Line{Line: number - 1, Text: file.LineText(number), Cells: []Cell{}}
		if l := t.At(number); l != nil {
			line.Hits, line.Skipped = l.Hits, l.Skipped
			line.fill(l, threshold)
		}
		if e := t.Exception; e != nil && number == raise {
			line.add(max(1, line.Hits), valueOf("✗", timeline.Value{Repr: hints.ExceptionText(e), Provenance: e.Provenance, P: e.P}, threshold))
		}
		tr.Lines = append(tr.Lines, line)
	}
	if t.Result != nil {
		v := valueOf("→", *t.Result, threshold)
		tr.Result = &v
	}
	if t.Exception != nil {
		tr.Exception = hints.ExceptionText(t.Exception)
	}
	if s := t.Stopped; s != nil {
		tr.Stopped = s.Limit
		if s.Reason != "" {
			tr.Stopped += ": " + s.Reason
		}
	}
	for _, a := range t.Assumptions {
		text := a.Repr
		if text == "" && a.Class != "" {
			text = "<" + a.Class + ">"
		}
		tr.Assumptions = append(tr.Assumptions, Assumption{Line: a.Line - 1, Expression: a.Expression, Text: text, P: a.P})
	}
	return tr
}

// fill adds what happened on a line.
func (l *Line) fill(from *timeline.Line, threshold float64) {
	for _, c := range from.Changes {
		l.add(c.Hit, valueOf(c.Name, c.Value, threshold))
	}
	for _, b := range from.Branch {
		v := b.Value
		v.Repr = "False"
		if b.Taken {
			v.Repr = "True"
		}
		l.add(b.Hit, valueOf("→", v, threshold))
	}
	for _, r := range from.Returns {
		l.add(r.Hit, valueOf("⏎", r.Value, threshold))
	}
}

// add adds a value at a hit; the cells stay in order.
func (l *Line) add(hit int, v Value) {
	i := len(l.Cells)
	for i > 0 && l.Cells[i-1].Hit > hit {
		i--
	}
	if i > 0 && l.Cells[i-1].Hit == hit {
		l.Cells[i-1].Values = append(l.Cells[i-1].Values, v)
		return
	}
	l.Cells = append(l.Cells[:i], append([]Cell{{Hit: hit, Values: []Value{v}}}, l.Cells[i:]...)...)
}

// valueOf returns a value as it is shown. What is not certain enough is unknown.
func valueOf(name string, v timeline.Value, threshold float64) Value {
	text, known := hints.Show(v, threshold)
	if !known {
		return Value{Name: name, Text: "?", Provenance: string(timeline.Unknown)}
	}
	return Value{Name: name, Text: text, Provenance: string(v.Provenance), P: v.P}
}

// String returns the transcript as a text.
func (t *Transcript) String() string {
	var b strings.Builder
	switch {
	case t.Call == "" && t.Function == "":
		b.WriteString("The top level of the file, run as a script\n")
	case t.Call == "":
		fmt.Fprintf(&b, "%s\n", t.Function)
	default:
		fmt.Fprintf(&b, "%s\n%s\n", t.Call, t.Origin)
	}
	b.WriteString("\n")
	for _, a := range t.Arguments {
		fmt.Fprintf(&b, "      %s\n", a)
	}
	if len(t.Arguments) > 0 {
		b.WriteString("\n")
	}
	for _, l := range t.Lines {
		if strings.TrimSpace(l.Text) == "" {
			continue
		}
		mark := " "
		if l.Hits > 0 {
			mark = "│"
		}
		fmt.Fprintf(&b, "%4d %s%s\n", l.Line+1, mark, l.Text)
		for i, c := range l.Cells {
			if l.Skipped > 0 && i > 0 && c.Hit > l.Cells[i-1].Hit+1 {
				b.WriteString("          …\n")
			}
			var values []string
			for _, v := range c.Values {
				values = append(values, v.String())
			}
			hit := ""
			if l.Hits > 1 {
				hit = fmt.Sprintf("%d: ", c.Hit)
			}
			fmt.Fprintf(&b, "      │     %s%s\n", hit, strings.Join(values, ", "))
		}
	}
	b.WriteString("\n")
	switch {
	case t.Exception != "":
		fmt.Fprintf(&b, "✗ %s\n", t.Exception)
	case t.Result != nil:
		fmt.Fprintf(&b, "%s\n", t.Result)
	}
	if t.Output != "" {
		fmt.Fprintf(&b, "\nOutput:\n%s\n", strings.TrimRight(t.Output, "\n"))
	}
	if t.Stopped != "" {
		fmt.Fprintf(&b, "\nThe run was stopped: %s\n", t.Stopped)
	}
	if len(t.Assumptions) > 0 {
		b.WriteString("\nPredicted:\n")
		for _, a := range t.Assumptions {
			fmt.Fprintf(&b, "  line %d: %s", a.Line+1, a.Expression)
			if a.Text != "" {
				fmt.Fprintf(&b, " ≈ %s", a.Text)
			}
			fmt.Fprintf(&b, " (%s)\n", hints.Percent(a.P))
		}
	}
	return b.String()
}

// String returns a value with what has it.
func (v Value) String() string {
	sign := " "
	switch {
	case v.Provenance == string(timeline.Predicted):
		sign = " ≈ "
	case v.Name != "→" && v.Name != "⏎" && v.Name != "✗":
		sign = " = "
	}
	return v.Name + sign + strings.ReplaceAll(v.Text, "\n", "↵")
}
