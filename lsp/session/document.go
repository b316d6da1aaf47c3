package session

import (
	"crypto/sha256"
	"sync"

	"augur/analysis/syntax"
)

// Document is a document that an editor has open, at one version. It never
// changes: an edit makes another Document.
type Document struct {
	URI     string // as the client spells it
	Path    string // the file it is saved in; empty for one that is in no file
	Version int32

	text  *Text
	parse func() *syntax.File
	hash  func() [sha256.Size]byte
}

// newDocument returns a document. It is parsed when its File is first asked
// for, so that versions which nobody looks at cost nothing.
func newDocument(uri, path string, version int32, text *Text) *Document {
	return &Document{
		URI: uri, Path: path, Version: version, text: text,
		parse: sync.OnceValue(func() *syntax.File { return syntax.Parse([]byte(text.String())) }),
		hash:  sync.OnceValue(func() [sha256.Size]byte { return sha256.Sum256([]byte(text.String())) }),
	}
}

// Text returns the text of the document.
func (d *Document) Text() *Text { return d.text }

// File returns the parsed document.
func (d *Document) File() *syntax.File { return d.parse() }
