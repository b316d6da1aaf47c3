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

// Question asks what there is to tell.
type Question struct {
	File     *syntax.File
	Outline  *outline.Outline
	Function outline.Function
	Forecast *session.Forecast
	Offset   int // in bytes

	// More makes a forecast that answers more, nil if there is none. The field may
	// be nil: then less is told.
	More func(session.Ask) *session.Forecast
}

// At returns the hover at a byte offset in a function, false if there is nothing
// to tell.
func At(q Question) (Hover, bool) {
	at := find(q.File.Module, q.Offset)
	if at.node == nil {
		return Hover{}, false
	}
	w := &writer{Question: q, file: q.File, function: q.Function, forecast: q.Forecast, timeline: q.Forecast.Timeline, place: at}
	for _, tell := range tellers {
		if text := tell(w); text != "" {
			return Hover{Markdown: text + "\n" + w.about(), Start: w.place.start, End: w.place.end}, true
		}
	}
	return Hover{}, false
}

// tellers are what a hover can be about, the most specific first. The first that
// has something to tell is it.
var tellers = []func(*writer) string{
	(*writer).wholeRun,
	(*writer).parameter,
	(*writer).notReached,
	(*writer).stored,
	(*writer).call,
	(*writer).computed,
	(*writer).history,
	(*writer).expression,
}

// writer writes one hover.
type writer struct {
	Question
	file     *syntax.File
	function outline.Function
	forecast *session.Forecast
	timeline *timeline.Timeline
	place    place

	shown []timeline.Value  // what was told so far
	names []string          // variables on which what was told rests at once
	more  *session.Forecast // with alternatives, once it was asked for
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

// parameter tells what a parameter is given, where it is defined.
func (w *writer) parameter() string {
	arg, ok := w.place.node.(*syntax.Arg)
	if !ok || w.place.stmt != w.function.Node {
		return ""
	}
	for _, c := range w.timeline.Args {
		if c.Name == arg.Name {
			return w.value(c.Name+" = ", c.Value) + "The first call of this run gives it.\n"
		}
	}
	return ""
}

// stored tells what a line made of a variable that it assigns to or changes.
func (w *writer) stored() string {
	line := w.timeline.At(w.place.line)
	if w.place.name == "" || line == nil || !w.place.stored {
		return ""
	}
	changes := changesOf(line, w.place.name)
	if len(changes) == 0 {
		return ""
	}
	w.names = reads(w.place.stmt)
	return w.changes(w.place.name, changes, line.Hits)
}

// changes tells what one line made of a variable, and what the variable was before.
func (w *writer) changes(name string, changes []timeline.Change, hits int) string {
	before := make(map[int]timeline.Value)
	for _, v := range w.spots(session.Spot{Name: name, Line: w.place.line}) {
		before[v.Hit] = v.Value
	}
	if len(changes) == 1 && hits <= 1 {
		text := w.value(name+" = ", changes[0].Value)
		if v, ok := before[changes[0].Hit]; ok {
			text += "Before: " + w.inline(v) + "\n"
		}
		return text
	}
	header := []string{"hit", "after", ""}
	var rows [][]string
	for _, c := range changes {
		row := w.row(strconv.Itoa(c.Hit), c.Value)
		if len(before) > 0 {
			was := ""
			if v, ok := before[c.Hit]; ok {
				was = w.inline(v)
			}
			row = []string{row[0], was, row[1], row[2]}
		}
		rows = append(rows, row)
	}
	if len(before) > 0 {
		header = []string{"hit", "before", "after", ""}
	}
	return fmt.Sprintf("%s after this line, which runs %d times:\n\n", markdown.Code(name), hits) +
		markdown.Table(header, shorten(rows))
}

// call tells what a call returned, when what it calls is pointed at.
func (w *writer) call() string {
	if w.place.call == nil {
		return ""
	}
	return w.values(w.place.call)
}

// computed tells the values that an expression had.
func (w *writer) computed() string {
	expr, ok := w.place.node.(syntax.Expr)
	if !ok {
		return ""
	}
	switch expr := expr.(type) {
	case *syntax.Constant:
		return "" // it says so itself
	case *syntax.Name:
		w.names = []string{expr.ID}
		// The variable as its line begins: reading it changes nothing.
		if found := w.spots(session.Spot{Name: expr.ID, Line: w.place.line}); len(found) > 0 && !w.place.inner {
			return w.table(expr, found)
		}
	}
	return w.values(expr)
}

// values tells the values that an expression had, each time that it was computed.
func (w *writer) values(expr syntax.Expr) string {
	p := expr.Pos()
	found := w.spots(session.Spot{Start: int(p.Start), End: int(p.End)})
	if len(found) == 0 {
		return ""
	}
	w.place.start, w.place.end = int(p.Start), int(p.End)
	w.names = reads(expr)
	return w.table(expr, found)
}

// spots returns values that have to be computed for this hover.
func (w *writer) spots(s session.Spot) []session.SpotValue {
	if w.More == nil || w.place.line == 0 || w.timeline.At(w.place.line) == nil {
		return nil
	}
	more := w.More(session.Ask{Spot: s})
	if more == nil {
		return nil
	}
	return more.Spots
}

// table tells values hit by hit.
func (w *writer) table(expr syntax.Expr, found []session.SpotValue) string {
	text := markdown.Cut(strings.Join(strings.Fields(w.file.Text(expr)), " "), maxLead)
	if len(found) == 1 {
		return w.value(text+" = ", found[0].Value)
	}
	var rows [][]string
	for _, v := range found {
		rows = append(rows, w.row(strconv.Itoa(v.Hit), v.Value))
	}
	return fmt.Sprintf("%s here:\n\n", markdown.Code(text)) + markdown.Table([]string{"hit", "value", ""}, shorten(rows))
}

// history tells where a variable got its values. It does not say which of them
// it has here, because that can not be told from them alone.
func (w *writer) history() string {
	name := w.place.name
	if name == "" {
		return ""
	}
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
	w.names = reads(w.place.stmt)
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
