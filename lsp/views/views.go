// Package views decides for which functions and lines hints are shown.
package views

import (
	"slices"

	"augur/lsp/outline"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// View is a function of which hints are shown.
type View struct {
	Function outline.Function
	lines    []int // the only lines with hints; nil for all
}

// Shows reports whether the hint of a line is shown.
func (v View) Shows(line int) bool {
	if v.lines == nil {
		return v.Function.Contains(line)
	}
	return slices.Contains(v.lines, line)
}

// Of returns what is shown of a document between two lines, both included.
func Of(now *session.Snapshot, doc *session.Document, o *outline.Outline, first, last int) []View {
	switch now.SettingsOf(doc).Hints.Mode {
	case settings.Off:
		return nil
	case settings.Breakpoints:
		return atLines(o, now.Breakpoints(doc.URI), first, last)
	case settings.Cursor:
		if at, known := now.Cursor(doc.URI); known {
			f := o.Around(at.Line)
			if f.First > last || f.Last < first {
				return nil
			}
			return []View{{Function: f}}
		}
	}
	return all(o, first, last)
}

// all returns every function that has lines in a range.
func all(o *outline.Outline, first, last int) []View {
	var views []View
	outside := last - first + 1 // lines of the range that are in no function
	for _, f := range o.Functions {
		if f.First > last || f.Last < first {
			continue
		}
		views = append(views, View{Function: f})
		outside -= min(f.Last, last) - max(f.First, first) + 1
	}
	if outside > 0 {
		views = append(views, View{Function: o.Module})
	}
	return views
}

// atLines returns the functions that some lines of a range are in.
func atLines(o *outline.Outline, lines []int, first, last int) []View {
	var views []View
	for _, line := range lines {
		if line < first || line > last {
			continue
		}
		f := o.At(line)
		i := slices.IndexFunc(views, func(v View) bool { return v.Function.Name == f.Name })
		if i < 0 {
			i = len(views)
			views = append(views, View{Function: f})
		}
		views[i].lines = append(views[i].lines, line)
	}
	return views
}
