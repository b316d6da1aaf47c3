package session

import (
	"crypto/sha256"
	"strings"
	"sync"
	"sync/atomic"

	"augur/analysis/syntax"
	"augur/lsp/depend"
	"augur/lsp/outline"
)

// Document is a document that an editor has open, at one version. It never
// changes: an edit makes another Document.
type Document struct {
	URI     string // as the client spells it
	Path    string // the file it is saved in; empty for one that is in no file
	Version int32

	text   string
	parse  func(text []byte) *syntax.File
	hash   func() [sha256.Size]byte
	mapper func() *syntax.Mapper

	parsing sync.Mutex                  // held while the text is parsed
	file    atomic.Pointer[syntax.File] // the parsed text, nil until somebody asks
	base    atomic.Pointer[syntax.File] // of an earlier version, nil once file is there

	outline func() *outline.Outline
	graph   func() *depend.Graph
	known   *atomic.Pointer[depend.Graph] // the graph, or that of an earlier version
}

// newDocument returns a document. Its text is parsed when somebody looks at it,
// so that a version which nobody looks at costs nothing, and starts from what
// the version before it was parsed to.
func newDocument(before *Document, uri, path string, version int32, text string) *Document {
	d := &Document{URI: uri, Path: path, Version: version, text: text, parse: syntax.Parse}
	d.hash = sync.OnceValue(func() [sha256.Size]byte { return sha256.Sum256([]byte(text)) })
	d.mapper = sync.OnceValue(func() *syntax.Mapper { return syntax.NewMapper(text) })
	d.outline = sync.OnceValue(func() *outline.Outline { return outline.Of(d.File()) })
	var known atomic.Pointer[depend.Graph]
	d.graph = sync.OnceValue(func() *depend.Graph {
		g := depend.Of(d.File(), known.Load())
		known.Store(g)
		return g
	})
	d.known = &known
	if before != nil {
		d.base.Store(before.parsed())
		known.Store(before.known.Load())
	}
	return d
}

// parsed returns what is already parsed of the document or a version before it.
// It does not wait for a parse that is under way, since it is called on the
// server's loop.
func (d *Document) parsed() *syntax.File {
	base := d.base.Load() // before file: it goes only when file has come
	if file := d.file.Load(); file != nil {
		return file
	}
	return base
}

// Text returns the text of the document.
func (d *Document) Text() string { return d.text }

// Mapper converts between positions and offsets in the text.
func (d *Document) Mapper() *syntax.Mapper { return d.mapper() }

// File returns the parsed document.
func (d *Document) File() *syntax.File {
	if file := d.file.Load(); file != nil {
		return file
	}
	d.parsing.Lock()
	defer d.parsing.Unlock()
	if file := d.file.Load(); file != nil {
		return file
	}
	var file *syntax.File
	if base := d.base.Load(); base != nil {
		file = base.Edit(syntax.Edit{Start: 0, End: len(base.Src), Text: d.text})
	} else {
		file = d.parse([]byte(d.text))
	}
	d.file.Store(file)
	d.base.Store(nil)
	return file
}

// Outline returns the functions of the document.
func (d *Document) Outline() *outline.Outline { return d.outline() }

// Graph returns what the runs of the document's functions depend on.
func (d *Document) Graph() *depend.Graph { return d.graph() }

// IsFile reports whether the document is what its file will be when it is saved.
// A document that shows a version of the file that Git keeps is not, though it
// has the same path.
func (d *Document) IsFile() bool { return d.Path != "" && strings.HasPrefix(d.URI, "file:") }
