// Package session holds what an editor has told the server: the documents it
// has open, where its cursor is, which examples its user has chosen.
//
// It knows nothing of JSON-RPC. All of it is immutable and may be shared by any
// number of goroutines; a change makes another [Snapshot], and every request is
// answered from exactly one.
package session

import (
	"crypto/sha256"
	"maps"
	"slices"

	"augur/analysis/syntax"
	"augur/lsp/settings"
)

// Snapshot is the state of a session at one moment.
type Snapshot struct {
	Settings settings.Settings

	documents   map[string]*Document // by URI
	cursors     map[string]Cursor    // by URI
	breakpoints map[string][]int     // 1-based lines by URI
	choices     map[choice]string    // the call of the example to use
}

// Cursor is the last known place of the cursor in a document.
type Cursor struct {
	Line int // 1-based

	// Told is set when the editor told of the cursor itself; otherwise the
	// place was concluded from a request about it.
	Told bool
}

// choice names a function of a document.
type choice struct {
	uri      string
	function string
}

// NewSnapshot returns the state of a session in which nothing has happened.
func NewSnapshot() *Snapshot {
	return &Snapshot{Settings: settings.Default()}
}

// Document returns an open document, nil if it is not open.
func (s *Snapshot) Document(uri string) *Document { return s.documents[uri] }

// Open returns the parsed text of a file that is open in the editor, false if it
// is not. What others import from it is that text, saved or not.
func (s *Snapshot) Open(path string) (*syntax.File, bool) {
	for _, doc := range s.documents {
		if doc.Path == path && doc.IsFile() {
			return doc.File(), true
		}
	}
	return nil, false
}

// others returns a hash of all open files but one.
func (s *Snapshot) others(than *Document) [sha256.Size]byte {
	var all []byte
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
		if doc := s.documents[uri]; doc != than && doc.IsFile() {
			text := doc.hash()
			all = append(append(all, doc.Path...), 0)
			all = append(all, text[:]...)
		}
	}
	return sha256.Sum256(all)
}

// Cursor returns where the cursor is in a document, if that is known.
func (s *Snapshot) Cursor(uri string) (Cursor, bool) {
	c, ok := s.cursors[uri]
	return c, ok
}

// Breakpoints returns the 1-based lines of a document that have one, in order.
func (s *Snapshot) Breakpoints(uri string) []int { return s.breakpoints[uri] }

// Choice returns the call of the example that the user has chosen for a
// function, empty when there was no choice.
func (s *Snapshot) Choice(uri, function string) string {
	return s.choices[choice{uri, function}]
}

// WithDocument returns the snapshot with a document opened or changed.
func (s *Snapshot) WithDocument(uri, path string, version int32, text string) *Snapshot {
	next := *s
	next.documents = with(s.documents, uri, newDocument(s.documents[uri], uri, path, version, text))
	return &next
}

// WithoutDocument returns the snapshot with a document closed. The choice of
// examples outlives it, since users close and open files all the time.
func (s *Snapshot) WithoutDocument(uri string) *Snapshot {
	next := *s
	next.documents = without(s.documents, uri)
	next.cursors = without(s.cursors, uri)
	return &next
}

// WithSettings returns the snapshot with other settings.
func (s *Snapshot) WithSettings(to settings.Settings) *Snapshot {
	next := *s
	next.Settings = to
	return &next
}

// WithCursor returns the snapshot with the cursor at another place. A place
// that was only concluded never replaces one that the editor told.
func (s *Snapshot) WithCursor(uri string, c Cursor) *Snapshot {
	if old, ok := s.cursors[uri]; ok && (old == c || old.Told && !c.Told) {
		return s
	}
	next := *s
	next.cursors = with(s.cursors, uri, c)
	return &next
}

// WithBreakpoints returns the snapshot with other breakpoints in a document.
func (s *Snapshot) WithBreakpoints(uri string, lines []int) *Snapshot {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	next := *s
	next.breakpoints = with(s.breakpoints, uri, slices.Compact(lines))
	return &next
}

// WithChoice returns the snapshot with another example chosen for a function.
func (s *Snapshot) WithChoice(uri, function, call string) *Snapshot {
	next := *s
	next.choices = with(s.choices, choice{uri, function}, call)
	return &next
}

// with returns a copy of m with one entry set.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	next := make(map[K]V, len(m)+1)
	maps.Copy(next, m)
	next[key] = value
	return next
}

// without returns a copy of m without one entry.
func without[K comparable, V any](m map[K]V, key K) map[K]V {
	next := maps.Clone(m)
	delete(next, key)
	return next
}
