package session

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"augur/analysis/syntax"
)

// Notebook is a notebook that an editor has open, at one version. Its cells of code
// share a namespace: they are looked at as one document, one below the other.
type Notebook struct {
	URI   string
	Path  string
	Cells []Cell

	whole func() *Document
}

// Cell is a cell of a notebook.
type Cell struct {
	URI  string
	Code bool // it has Python and not prose or another language
	Text string
}

// Whole returns the document that is made of all cells with code.
func (n *Notebook) Whole() *Document { return n.whole() }

// WithNotebook returns the snapshot with a notebook opened or changed.
func (s *Snapshot) WithNotebook(uri, path string, cells []Cell) *Snapshot {
	n := &Notebook{URI: uri, Path: path, Cells: cells}
	var before *Document
	if old := s.notebooks[uri]; old != nil {
		before = old.Whole()
	}
	n.whole = sync.OnceValue(func() *Document {
		var b strings.Builder
		for _, c := range cells {
			if c.Code {
				b.WriteString(plainPython(c.Text))
				b.WriteByte('\n')
			}
		}
		d := newDocument(before, uri, path, 0, b.String())
		d.parse = syntax.ParseFragment // "await x" may stand in a cell
		return d
	})
	next := *s
	next.notebooks = with(s.notebooks, uri, n)
	return &next
}

// WithoutNotebook returns the snapshot with a notebook closed.
func (s *Snapshot) WithoutNotebook(uri string) *Snapshot {
	next := *s
	next.notebooks = without(s.notebooks, uri)
	next.cursors = without(s.cursors, uri)
	return &next
}

// Notebook returns an open notebook, nil if it is not open.
func (s *Snapshot) Notebook(uri string) *Notebook { return s.notebooks[uri] }

// Notebooks returns the open notebooks, in the order of their URIs.
func (s *Snapshot) Notebooks() []*Notebook {
	var list []*Notebook
	for _, uri := range slices.Sorted(maps.Keys(s.notebooks)) {
		list = append(list, s.notebooks[uri])
	}
	return list
}

// Place is where the text of something that an editor shows stands: a document, or
// a cell within the document that is made of its notebook.
type Place struct {
	URI      string // as the editor names it
	Document *Document
	Shift    int // lines of the document before it
	Lines    int // how many lines it has; 0: all that the document has
}

// Whole reports whether the place is all of its document.
func (p Place) Whole() bool { return p.Lines == 0 }

// Has reports whether a 1-based line of the document is in the place.
func (p Place) Has(line int) bool {
	return p.Whole() || p.Shift < line && line <= p.Shift+p.Lines
}

// Place returns where the text of a URI stands, false if it is not open.
func (s *Snapshot) Place(uri string) (Place, bool) {
	if doc := s.documents[uri]; doc != nil {
		return Place{URI: uri, Document: doc}, true
	}
	for _, n := range s.notebooks {
		shift := 0
		for _, c := range n.Cells {
			lines := strings.Count(c.Text, "\n") + 1
			switch {
			case !c.Code && c.URI == uri:
				return Place{}, false
			case !c.Code:
				continue
			case c.URI == uri:
				return Place{URI: uri, Document: n.Whole(), Shift: shift, Lines: lines}, true
			}
			shift += lines
		}
	}
	return Place{}, false
}

// Places returns the places of all cells with code of a notebook.
func (n *Notebook) Places() []Place {
	var list []Place
	shift := 0
	for _, c := range n.Cells {
		if !c.Code {
			continue
		}
		lines := strings.Count(c.Text, "\n") + 1
		list = append(list, Place{URI: c.URI, Document: n.Whole(), Shift: shift, Lines: lines})
		shift += lines
	}
	return list
}

// plainPython makes remarks of what IPython alone understands in a cell: lines
// that start with "%" or "!", and cells that are in another language. No line and
// no other character moves.
func plainPython(cell string) string {
	cell = strings.ReplaceAll(strings.ReplaceAll(cell, "\r\n", "\n"), "\r", "\n")
	if strings.HasPrefix(strings.TrimLeft(cell, " \t\n"), "%%") && !isPythonMagic(cell) {
		lines := strings.Split(cell, "\n")
		for i, line := range lines {
			if line != "" {
				_, first := utf8.DecodeRuneInString(line)
				lines[i] = "#" + line[first:]
			}
		}
		return strings.Join(lines, "\n")
	}
	if !strings.ContainsAny(cell, "%!?") {
		return cell
	}
	lines := strings.Split(cell, "\n")
	for i, line := range lines {
		text := strings.TrimLeft(line, " \t")
		if text == "" {
			continue
		}
		at := len(line) - len(text)
		if text[0] == '%' && !continues(lines, i) || text[0] == '!' || text[0] == '?' || strings.HasSuffix(strings.TrimRight(line, " \t"), "?") && !strings.Contains(line, "#") {
			lines[i] = line[:at] + "#" + text[1:]
		}
	}
	return strings.Join(lines, "\n")
}

// continues reports whether a line goes on from the one before, so that a "%" at its
// start is an operator.
func continues(lines []string, i int) bool {
	depth := 0
	for _, line := range lines[:i] {
		depth += strings.Count(line, "(") + strings.Count(line, "[") - strings.Count(line, ")") - strings.Count(line, "]")
	}
	return depth > 0 || i > 0 && strings.HasSuffix(strings.TrimRight(lines[i-1], " \t"), `\`)
}

// isPythonMagic reports whether a cell whose first line is a magic has Python below.
func isPythonMagic(cell string) bool {
	word := strings.TrimLeft(cell, " \t\n")[2:]
	if i := strings.IndexAny(word, " \t\n"); i >= 0 {
		word = word[:i]
	}
	return slices.Contains([]string{"time", "timeit", "capture", "prun", "python", "python3", "debug"}, word)
}
