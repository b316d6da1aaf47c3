package hints

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"augur/analysis/timeline"
	"augur/lsp/examples"
	"augur/lsp/markdown"
	"augur/lsp/session"
)

// maxValue bounds the bytes of one value in a tooltip, maxCell those of one of
// many, and headRows and tailRows the hits. All tooltips go to the editor with
// the hints.
const (
	maxValue = 2000
	maxCell  = 200
	headRows = 20
	tailRows = 5
)

// tooltip returns the values of a hint in full, how they are known, and the
// example that they belong to.
func (m *maker) tooltip(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.tooltip())
		b.WriteString("\n")
	}
	b.WriteString(m.footer())
	return b.String()
}

// footer names the example.
func (m *maker) footer() string { return Footer(m.forecast.Example) }

// Footer names an example and where it comes from.
func Footer(ex session.Example) string {
	if ex.Call == "" {
		return ""
	}
	return fmt.Sprintf("Example: %s (%s)\n", markdown.Code(ex.Call), markdown.Text(examples.Origin(ex)))
}

// tooltip returns the values of one piece.
func (p *piece) tooltip() string {
	if len(p.values) == 1 {
		v := p.values[0]
		lead := p.lead + " "
		if p.sign != "" {
			lead += p.sign + " "
		}
		return markdown.Block(lead+markdown.Cut(v.text, maxValue)) + "\n" + Provenance(v.Value) + "\n"
	}
	name := p.lead
	if p.sign != "" {
		name = markdown.Cell(p.lead)
	}
	var rows [][]string
	for i, v := range p.values {
		if i >= headRows && i < len(p.values)-tailRows {
			if i == headRows {
				rows = append(rows, []string{"…", "", ""})
			}
			continue
		}
		rows = append(rows, []string{strconv.Itoa(v.hit), markdown.Cell(markdown.Cut(v.text, maxCell)), Provenance(v.Value)})
	}
	return markdown.Table([]string{"hit", name, ""}, rows)
}

// Provenance says how a value is known.
func Provenance(v timeline.Value) string {
	switch v.Provenance {
	case timeline.Predicted:
		return "predicted, " + Percent(v.P)
	case timeline.Unknown:
		if v.Class != "" && v.P > 0 {
			return "of the class " + markdown.Code(v.Class) + ", predicted, " + Percent(v.P)
		}
		if v.Reason != "" {
			return "unknown: " + markdown.Text(v.Reason)
		}
	}
	return string(v.Provenance)
}

// Percent returns a probability as it is shown. It never claims certainty.
func Percent(p float64) string {
	percent := min(99, max(1, int(math.Round(p*100))))
	return strconv.Itoa(percent) + " %"
}
