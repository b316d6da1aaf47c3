package hover

import (
	"fmt"
	"slices"
	"strings"

	"augur/analysis/timeline"
	"augur/lsp/hints"
	"augur/lsp/markdown"
)

// maxValue bounds the bytes of one value, and maxCell those of one in a table.
const (
	maxValue = 4000
	maxCell  = 400
)

// headRows and tailRows bound the rows of a table.
const (
	headRows = 40
	tailRows = 10
)

// value tells one value.
func (w *writer) value(lead string, v timeline.Value) string {
	w.shown = append(w.shown, v)
	text, known := hints.Show(v, 0)
	if !known {
		return markdown.Code(strings.TrimRight(lead, " =")) + ": " + hints.Provenance(v) + "\n\n"
	}
	return markdown.Block(lead+markdown.Cut(text, maxValue)) + "\n" + hints.Provenance(v) + "\n\n"
}

// row returns a value as a row of a table.
func (w *writer) row(where string, v timeline.Value) []string {
	w.shown = append(w.shown, v)
	text, known := hints.Show(v, 0)
	if known {
		text = markdown.Cell(markdown.Cut(text, maxCell))
	}
	return []string{where, text, hints.Provenance(v)}
}

// shorten leaves out rows from the middle of a long table.
func shorten(rows [][]string) [][]string {
	if len(rows) <= headRows+tailRows+1 {
		return rows
	}
	gap := []string{"…", fmt.Sprintf("%d more", len(rows)-headRows-tailRows), ""}
	return slices.Concat(rows[:headRows], [][]string{gap}, rows[len(rows)-tailRows:])
}

// about tells what the values rest on: the assumptions, how the run ended, and
// the example.
func (w *writer) about() string {
	var b strings.Builder
	told := make(map[int]bool)
	for _, v := range w.shown {
		for _, i := range v.Depends {
			if told[i] || i < 0 || i >= len(w.timeline.Assumptions) {
				continue
			}
			told[i] = true
			a := w.timeline.Assumptions[i]
			what := a.Repr
			if what == "" {
				what = "<" + a.Class + ">"
			}
			fmt.Fprintf(&b, "- rests on %s = %s (line %d; %s)\n",
				markdown.Code(a.Expression), markdown.Code(markdown.Cut(what, maxCell)), a.Line,
				hints.Provenance(timeline.Value{Provenance: a.Source, P: a.P}))
		}
	}
	if len(told) > 0 {
		b.WriteString("\n")
	}
	if s := w.timeline.Stopped; s != nil {
		b.WriteString(stopped(s) + "\n\n")
	}
	b.WriteString(hints.Footer(w.forecast.Example))
	return b.String()
}

// stopped tells why a run did not come to its end.
func stopped(s *timeline.Stop) string {
	where := ""
	if s.Line > 0 {
		where = fmt.Sprintf(" at line %d", s.Line)
	}
	if s.Limit == "unknown" {
		reason := ""
		if s.Reason != "" {
			reason = ": " + markdown.Text(s.Reason)
		}
		return "The run goes on" + where + " in a way that is not known" + reason
	}
	return fmt.Sprintf("The run was stopped%s: %s limit", where, s.Limit)
}
