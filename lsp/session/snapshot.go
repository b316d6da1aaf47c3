// Package session holds what an editor has told the server: the documents it
// has open, where its cursor is, which examples its user has chosen.
//
// It knows nothing of JSON-RPC. All of it is immutable and may be shared by any
// number of goroutines; a change makes another [Snapshot], and every request is
// answered from exactly one.
package session

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/lsp/pins"
	"augur/lsp/settings"
)

// Snapshot is the state of a session at one moment.
type Snapshot struct {
	// Settings are those of documents outside of all folders; see SettingsOf.
	Settings settings.Settings

	mode        settings.Mode        // over all settings; empty: as they say
	folders     []*Folder            // the longest path first
	documents   map[string]*Document // by URI
	cursors     map[string]Cursor    // by URI
	breakpoints map[string][]int     // 1-based lines by URI
	choices     map[choice]Example   // the example to use
	notebooks   map[string]*Notebook // by URI
}

// Folder is a folder of the workspace with what lies in its root.
type Folder struct {
	URI      string
	Path     string
	Settings settings.Settings // those of its augur.toml, with the editor's over them
	Pins     []pins.Pin
}

// Contains reports whether a file lies in the folder.
func (f *Folder) Contains(path string) bool {
	return path != "" && strings.HasPrefix(path, strings.TrimSuffix(f.Path, string(filepath.Separator))+string(filepath.Separator))
}

// Relative returns the path of a file as pins have it.
func (f *Folder) Relative(path string) string {
	rel, err := filepath.Rel(f.Path, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
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

// Documents returns the open documents, in the order of their URIs.
func (s *Snapshot) Documents() []*Document {
	list := make([]*Document, 0, len(s.documents))
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
		list = append(list, s.documents[uri])
	}
	return list
}

// Folders returns the folders of the workspace, the longest path first.
func (s *Snapshot) Folders() []*Folder { return s.folders }

// FolderOf returns the innermost folder of the workspace that a file lies in, nil
// if there is none.
func (s *Snapshot) FolderOf(path string) *Folder {
	for _, f := range s.folders {
		if f.Contains(path) {
			return f
		}
	}
	return nil
}

// SettingsOf returns the settings of a document.
func (s *Snapshot) SettingsOf(doc *Document) settings.Settings {
	to := s.Settings
	if f := s.FolderOf(doc.Path); f != nil {
		to = f.Settings
	}
	if s.mode != "" {
		to.Hints.Mode = s.mode
	}
	return to
}

// Mode returns where hints are shown in documents outside of all folders, which is
// what the user is told.
func (s *Snapshot) Mode() settings.Mode {
	if s.mode != "" {
		return s.mode
	}
	return s.Settings.Hints.Mode
}

// UsesMode reports whether there is a place where hints are shown in a mode.
func (s *Snapshot) UsesMode(m settings.Mode) bool {
	if s.mode != "" {
		return s.mode == m
	}
	return s.Settings.Hints.Mode == m || slices.ContainsFunc(s.folders, func(f *Folder) bool { return f.Settings.Hints.Mode == m })
}

// PinOf returns the pin of a function, if it has one.
func (s *Snapshot) PinOf(doc *Document, function string) (pins.Pin, bool) {
	f := s.FolderOf(doc.Path)
	if f == nil {
		return pins.Pin{}, false
	}
	return pins.Of(f.Pins, f.Relative(doc.Path), function)
}

// Cursor returns where the cursor is in a document, if that is known.
func (s *Snapshot) Cursor(uri string) (Cursor, bool) {
	c, ok := s.cursors[uri]
	return c, ok
}

// Breakpoints returns the 1-based lines of a document that have one, in order.
func (s *Snapshot) Breakpoints(uri string) []int { return s.breakpoints[uri] }

// Choice returns the example that the user has chosen for a function, if there
// was a choice.
func (s *Snapshot) Choice(uri, function string) (Example, bool) {
	ex, ok := s.choices[choice{uri, function}]
	return ex, ok
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

// WithMode returns the snapshot with hints shown as a mode says, whatever the
// settings say; with an empty one, as they say.
func (s *Snapshot) WithMode(m settings.Mode) *Snapshot {
	next := *s
	next.mode = m
	return &next
}

// WithFolders returns the snapshot with other folders.
func (s *Snapshot) WithFolders(folders []*Folder) *Snapshot {
	next := *s
	next.folders = slices.Clone(folders)
	slices.SortStableFunc(next.folders, func(a, b *Folder) int { return len(b.Path) - len(a.Path) })
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
func (s *Snapshot) WithChoice(uri, function string, ex Example) *Snapshot {
	next := *s
	next.choices = with(s.choices, choice{uri, function}, ex)
	return &next
}

// WithoutChoice returns the snapshot with no example chosen for a function.
func (s *Snapshot) WithoutChoice(uri, function string) *Snapshot {
	next := *s
	next.choices = without(s.choices, choice{uri, function})
	return &next
}

// Renamed returns the snapshot after a file was renamed: what the user chose for
// its functions stays.
func (s *Snapshot) Renamed(from, to string) *Snapshot {
	next := *s
	next.choices = make(map[choice]Example, len(s.choices))
	for c, ex := range s.choices {
		if c.uri == from {
			c.uri = to
		}
		next.choices[c] = ex
	}
	if lines, ok := s.breakpoints[from]; ok {
		next.breakpoints = with(without(s.breakpoints, from), to, lines)
	}
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
