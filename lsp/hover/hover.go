// Package hover tells everything that is known about the name or the expression
// that the user points at.
package hover

import (
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/hints"
	"augur/lsp/markdown"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// Hover is what is shown, and the part of the text that it is about.
type Hover struct {
	Markdown   string
	Start, End int // byte offsets
}

// At returns the hover at a byte offset in a function.
func At(file *syntax.File, o *outline.Outline, f outline.Function, forecast *session.Forecast, offset int, threshold float64) (Hover, bool) {
	return Hover{}, false
}

var _ = strconv.Itoa
var _ = strings.Join
var _ timeline.Value
var _ = hints.Footer
var _ = markdown.Code
