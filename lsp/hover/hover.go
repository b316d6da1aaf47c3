// Package hover tells everything that is known about the name or the expression
// that the user points at.
package hover

import (
	"fmt"
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

// At returns the hover at a byte offset in a function, false if there is nothing
// to tell.
func At(file *syntax.File, f outline.Function, forecast *session.Forecast, offset int) (Hover, bool) {
	at := find(file.Module, offset)
	if at.node == nil {
		return Hover{}, false
	}
	w := &writer{file: file, function: f, forecast: forecast, timeline: forecast.Timeline, place: at}
	for _, tell := range tellers {
		if text := tell(w); text != "" {
			return Hover{Markdown: text + "\n" + w.about(), Start: at.start, End: at.end}, true
		}
	}
	return Hover{}, false
}

// tellers are what a hover can be about, the most specific first. The first that
// has something to tell is it.
var tellers = []func(*writer) string{
	(*writer).wholeRun,
	(*writer).notReached,
	(*writer).variable,
	(*writer).expression,
}

// writer writes one hover.
type writer struct {
	file     *syntax.File
	function outline.Function
	forecast *session.Forecast
	timeline *timeline.Timeline
	place    place

	shown []timeline.Value // what was told so far
}

// wholeRun tells of the function, when its name is pointed at where it is
// defined.
func (w *writer) wholeRun() string {
	def, ok := w.place.node.(*syntax.FunctionDef)
	if !ok || def != w.function.Node {
		return ""
	}
	t := w.timeline
	call := ""
	if text := w.forecast.Example.Call; text != "" {
		call = markdown.Cut(strings.Join(strings.Fields(text), " "), maxCell) + "  "
	}
	var b strings.Builder
	for _, c := range t.Args {
		b.WriteString(w.value(c.Name+" = ", c.Value))
	}
	switch {
	case t.Exception != nil:
		e := t.Exception
		b.WriteString(w.value(call+"✗ ", timeline.Value{Repr: hints.ExceptionText(e), Provenance: e.Provenance, P: e.P}))
	case t.Result != nil:
		// Of the call, which a decorator may have changed.
		b.WriteString(w.value(call+"→ ", *t.Result))
	}
	if t.Output != "" {
		b.WriteString("Output:\n" + markdown.Block(markdown.Cut(t.Output, maxValue)))
	}
	return b.String()
}

// notReached tells that the run does not come here.
func (w *writer) notReached() string {
	t := w.timeline
	switch {
	case w.place.line == 0 || t.At(w.place.line) != nil || !w.function.Contains(w.place.line):
		return ""
	case w.place.line == w.function.DefLine || w.place.line < w.function.DefLine:
		return "" // the header of the function is no part of its run
	case t.Stopped != nil:
		return "Not reached before the run stopped.\n"
	}
	return "Not reached with this example.\n"
}

// variable tells of a variable: what this line made of it, or, if it did nothing
// to it, where it got its values.
func (w *writer) variable() string {
	name := w.place.name
	if name == "" {
		return ""
	}
	if line := w.timeline.At(w.place.line); line != nil {
		if changes := changesOf(line, name); len(changes) > 0 {
			return w.changes(name, changes, line.Hits)
		}
	}
	return w.history(name)
}

// changes tells what one line made of a variable.
func (w *writer) changes(name string, changes []timeline.Change, hits int) string {
	if len(changes) == 1 && hits <= 1 {
		return w.value(name+" = ", changes[0].Value)
	}
	var rows [][]string
	for _, c := range changes {
		rows = append(rows, w.row(strconv.Itoa(c.Hit), c.Value))
	}
	return fmt.Sprintf("%s after this line, which runs %d times:\n\n", markdown.Code(name), hits) +
		markdown.Table([]string{"hit", "value", ""}, shorten(rows))
}

// history tells where a variable got its values. It does not say which of them
// it has here, because that can not be told from them alone.
func (w *writer) history(name string) string {
	type entry struct {
		where string
		value timeline.Value
	}
	var entries []entry
	for _, c := range w.timeline.Args {
		if c.Name == name {
			entries = append(entries, entry{"argument", c.Value})
		}
	}
	for i := range w.timeline.Lines {
		line := &w.timeline.Lines[i]
		if !w.function.Contains(line.Line) {
			continue
		}
		for _, c := range changesOf(line, name) {
			where := fmt.Sprintf("line %d", line.Line)
			if line.Hits > 1 {
				where = fmt.Sprintf("line %d, hit %d", line.Line, c.Hit)
			}
			entries = append(entries, entry{where, c.Value})
		}
	}
	switch len(entries) {
	case 0:
		return ""
	case 1:
		return w.value(name+" = ", entries[0].value) + "Since: " + entries[0].where + "\n"
	}
	var rows [][]string
	for _, e := range entries {
		rows = append(rows, w.row(e.where, e.value))
	}
	return fmt.Sprintf("Values of %s in this run:\n\n", markdown.Code(name)) +
		markdown.Table([]string{"from", "value", ""}, shorten(rows))
}

// expression tells of an expression that makes up a whole part of its statement:
// the value that is assigned, the condition, what is returned.
func (w *writer) expression() string {
	line := w.timeline.At(w.place.line)
	if line == nil || w.place.stmt == nil {
		return ""
	}
	switch stmt := w.place.stmt.(type) {
	case *syntax.Assign:
		if name, ok := stmt.Targets[0].(*syntax.Name); ok && len(stmt.Targets) == 1 && w.place.within(stmt.Value) {
			if changes := changesOf(line, name.ID); len(changes) > 0 {
				return w.changes(name.ID, changes, line.Hits)
			}
		}
	case *syntax.If:
		return w.branch(line, stmt.Test)
	case *syntax.While:
		return w.branch(line, stmt.Test)
	case *syntax.Assert:
		return w.branch(line, stmt.Test)
	case *syntax.Return:
		return w.returned(line)
	}
	return ""
}

// branch tells where a condition went.
func (w *writer) branch(line *timeline.Line, test syntax.Expr) string {
	if !w.place.within(test) || len(line.Branch) == 0 {
		return ""
	}
	var rows [][]string
	for _, b := range line.Branch {
		v := b.Value
		v.Repr = "False"
		if b.Taken {
			v.Repr = "True"
		}
		rows = append(rows, w.row(strconv.Itoa(b.Hit), v))
	}
	if len(rows) == 1 {
		return fmt.Sprintf("%s is %s (%s)\n", markdown.Code(markdown.Cut(w.file.Text(test), 200)), rows[0][1], rows[0][2])
	}
	return markdown.Code(markdown.Cut(w.file.Text(test), 200)) + ":\n\n" + markdown.Table([]string{"hit", "value", ""}, shorten(rows))
}

// returned tells what a return statement returned.
func (w *writer) returned(line *timeline.Line) string {
	if len(line.Returns) == 1 {
		return w.value("⏎ ", line.Returns[0].Value)
	}
	var rows [][]string
	for _, r := range line.Returns {
		rows = append(rows, w.row(strconv.Itoa(r.Hit), r.Value))
	}
	if len(rows) == 0 {
		return ""
	}
	return "What this line returned:\n\n" + markdown.Table([]string{"hit", "value", ""}, shorten(rows))
}

// changesOf returns what a line made of a variable.
func changesOf(line *timeline.Line, name string) []timeline.Change {
	var changes []timeline.Change
	for _, c := range line.Changes {
		if c.Name == name {
			changes = append(changes, c)
		}
	}
	return changes
}
