package hover

import (
	"fmt"
	"slices"
	"strings"

	"augur/analysis/timeline"
	"augur/lsp/hints"
	"augur/lsp/markdown"
	"augur/lsp/session"
)

// maxValue bounds the bytes of one value, and maxCell those of one in a table.
const (
	maxValue = 4000
	maxCell  = 400
	maxLead  = 60 // of an expression that is named
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

// inline tells a value in a line of text.
func (w *writer) inline(v timeline.Value) string {
	text, known := hints.Show(v, 0)
	if !known {
		return "unknown"
	}
	return markdown.Cell(markdown.Cut(text, maxCell))
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
	b.WriteString(w.why())
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
				hints.Provenance(timeline.Value{Provenance: a.Source, P: a.P})+w.alternatives(i))
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

// maxAlternatives bounds what is told beside a predicted value.
const maxAlternatives = 2

// alternatives tells what an assumption might be instead.
func (w *writer) alternatives(i int) string {
	if w.more == nil && w.More != nil {
		w.more = w.More(session.Ask{Alternatives: true})
	}
	if w.more == nil || i >= len(w.more.Timeline.Assumptions) || w.more.Timeline.Assumptions[i].Expression != w.timeline.Assumptions[i].Expression {
		return ""
	}
	var texts []string
	for _, a := range w.more.Timeline.Assumptions[i].Alternatives {
		if len(texts) < maxAlternatives {
			texts = append(texts, markdown.Code(markdown.Cut(a.Repr, maxCell))+" "+hints.Percent(a.P))
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "; or " + strings.Join(texts, ", ")
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
