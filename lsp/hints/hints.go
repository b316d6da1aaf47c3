// Package hints writes what stands at the ends of lines: the values that a line
// gives to its variables, where a condition goes, what is returned or raised.
//
// A hint says only what the line does not say by itself.
package hints

import (
	"strings"

	"augur/analysis/timeline"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// Hint is the text at the end of one line.
type Hint struct {
	Line    int    // 1-based
	Label   string // the hint itself
	Tooltip string // what is shown when one points at it, in Markdown
	Source  int    // the 1-based line on which the values came to be, if that is another; else 0
}

// Options say what hints look like.
type Options struct {
	MaxLength  int     // of a label, in columns
	Threshold  float64 // the least probability of a predicted value that is shown
	NotReached bool    // whether blocks that were not reached are marked
	Classes    bool    // whether the class of an unknown value is shown, where it is predicted
}

// Of returns the hints for the lines of a function, in order of line.
func Of(o *outline.Outline, f outline.Function, forecast *session.Forecast, opts Options) []Hint {
	m := &maker{outline: o, function: f, forecast: forecast, timeline: forecast.Timeline, options: opts}
	m.raiseLine = RaiseLine(f, m.timeline)
	var hints []Hint
	for i := range m.timeline.Lines {
		line := &m.timeline.Lines[i]
		if !m.owns(line.Line) {
			continue
		}
		if h, ok := m.hint(line); ok {
			hints = append(hints, h)
		}
	}
	if opts.NotReached {
		hints = m.withNotReached(hints)
	}
	return hints
}

// maker makes the hints of one function.
type maker struct {
	outline  *outline.Outline
	function outline.Function
	forecast *session.Forecast
	timeline *timeline.Timeline
	options  Options

	raiseLine int // the line that shows the exception; 0 without one
}

// parts are what a hint is made of, in order.
var parts = []func(*maker, *timeline.Line) []piece{
	(*maker).changes,
	(*maker).branch,
	(*maker).returned,
	(*maker).raised,
}

// owns reports whether the hint of a line is this function's.
func (m *maker) owns(line int) bool {
	return m.function.Contains(line) && m.outline.At(line).Name == m.function.Name
}

// hint returns the hint of a line, if there is something to say.
func (m *maker) hint(line *timeline.Line) (Hint, bool) {
	var pieces []piece
	for _, part := range parts {
		pieces = append(pieces, part(m, line)...)
	}
	if len(pieces) == 0 {
		return Hint{}, false
	}
	return Hint{
		Line:    line.Line,
		Label:   label(pieces, m.options.MaxLength),
		Tooltip: m.tooltip(pieces),
		Source:  m.source(line, pieces),
	}, true
}

// source returns where the values of a hint came to be, if that is on another line:
// where an exception was raised, or where something was predicted.
func (m *maker) source(line *timeline.Line, pieces []piece) int {
	if e := m.timeline.Exception; e != nil && line.Line == m.raiseLine && e.Line != line.Line {
		return e.Line
	}
	for _, p := range pieces {
		for _, v := range p.values {
			for _, i := range v.Depends {
				if i >= 0 && i < len(m.timeline.Assumptions) && m.timeline.Assumptions[i].Line != line.Line {
					return m.timeline.Assumptions[i].Line
				}
			}
		}
	}
	return 0
}

// changes returns the variables that a line changed.
func (m *maker) changes(line *timeline.Line) []piece {
	said := saidByLine(m.outline.Statements(line.Line))
	var pieces []piece
	for _, name := range Names(line) {
		if said.all || said.names[name] {
			continue
		}
		p := piece{lead: name, sign: "=", hits: hitsOf(m.outline, line, name), elided: line.Skipped > 0}
		for _, c := range line.Changes {
			if c.Name == name {
				p.add(c.Hit, c.Value, m.options.Threshold)
			}
		}
		if p.shown > 0 {
			pieces = append(pieces, p)
		} else if class := p.class(); m.options.Classes && class != "" {
			pieces = append(pieces, piece{lead: name + ":", classes: true, hits: p.hits, values: []hitValue{{1, class, p.values[0].Value}}, shown: 1})
		}
	}
	return pieces
}

// branch returns where the condition on a line went.
func (m *maker) branch(line *timeline.Line) []piece {
	p := piece{lead: "→", hits: max(line.Hits, len(line.Branch)), elided: line.Skipped > 0}
	for _, b := range line.Branch {
		v := b.Value
		v.Repr = "False"
		if b.Taken {
			v.Repr = "True"
		}
		p.add(b.Hit, v, m.options.Threshold)
	}
	if p.shown == 0 {
		return nil
	}
	return []piece{p}
}

// returned returns what return statements on a line returned.
func (m *maker) returned(line *timeline.Line) []piece {
	if saysResult(m.outline.Statements(line.Line)) {
		return nil
	}
	p := piece{lead: "⏎", hits: max(1, len(line.Returns)), elided: line.Skipped > 0}
	for _, r := range line.Returns {
		p.add(r.Hit, r.Value, m.options.Threshold)
	}
	if p.shown == 0 {
		return nil
	}
	return []piece{p}
}

// raised returns the exception that ended the run, on the line that raised it.
func (m *maker) raised(line *timeline.Line) []piece {
	e := m.timeline.Exception
	if e == nil || line.Line != m.raiseLine {
		return nil
	}
	p := piece{lead: "✗", hits: 1}
	p.add(line.Hits, timeline.Value{Repr: ExceptionText(e), Provenance: e.Provenance, P: e.P}, m.options.Threshold)
	if p.shown == 0 {
		return nil
	}
	return []piece{p}
}

// ExceptionText returns an exception as the last line of a traceback has it.
func ExceptionText(e *timeline.Exception) string {
	message, _, _ := strings.Cut(e.Message, "\n")
	if message == "" {
		return e.Type
	}
	return e.Type + ": " + message
}
