// Package depend finds the parts of a file that the run of a function can depend
// on, so that what is known of it stays known while other parts are edited.
//
// A file falls into pieces: the headers of functions and classes and all
// statements outside functions, which run when the module is loaded, and the bodies
// of functions, which run when somebody calls them. A body counts as soon as the
// name of its function, or of its class, stands anywhere in a piece that counts:
// in code, in a string or in a remark. That takes too much rather than too little.
// Where code may reach a function without its name, by getattr or globals for
// instance, or may see line numbers, everything counts.
package depend

import (
	"crypto/sha256"
	"slices"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/syntax"
)

// Graph is what can be told of one version of a file. It is immutable and may be
// shared by any number of goroutines.
type Graph struct {
	pieces  []piece
	defs    map[string][]int // pieces by the name that makes them count
	base    []bool           // pieces that count for every run, by index
	memo    map[string]*info // of all pieces, by text
	imports [sha256.Size]byte
	whole   [sha256.Size]byte
}

// piece is a part of the file.
type piece struct {
	first  int32  // 1-based line that it starts on
	always bool   // it runs when the module is loaded
	guard  bool   // it runs when the file is run as a script
	own    string // the name that it gives to what it is the header of
	info   *info
}

// info is what can be told of a piece from its text alone.
type info struct {
	hash    [sha256.Size]byte
	words   []string // that may be names, each once
	dynamic bool
	imports string // the lines with imports
}

// Slice is the parts of a file that a run depends on.
type Slice struct {
	Hash   [sha256.Size]byte
	starts []int32 // lines on which the parts start; nil if all of the file counts
}

// dynamic are names by which code may reach what it does not name, or may see
// where it stands.
var dynamic = map[string]bool{
	"getattr": true, "globals": true, "locals": true, "vars": true, "eval": true, "exec": true, "dir": true, "compile": true,
	"attrgetter": true, "methodcaller": true, "import_module": true, "__import__": true, "__dict__": true, "__subclasses__": true,
	"__globals__": true, "__code__": true, "__builtins__": true, "inspect": true, "traceback": true, "modules": true, "_getframe": true,
	"__traceback__": true, "tb_lineno": true, "f_lineno": true, "co_firstlineno": true, "warnings": true, "logging": true,
	"__init_subclass__": true, "metaclass": true, "unittest": true, "doctest": true, "exc_info": true, "gc": true,
}

// Of returns the graph of a file. before is that of an earlier version, from which
// is taken what has not changed; it may be nil.
func Of(file *syntax.File, before *Graph) *Graph {
	g := &Graph{defs: make(map[string][]int), memo: make(map[string]*info), whole: sha256.Sum256([]byte(file.Src))}
	b := builder{g: g, file: file, local: make(map[string]bool)}
	if before != nil {
		b.memo = before.memo
	}
	for _, s := range file.Module.Body {
		if c, ok := s.(*syntax.ClassDef); ok {
			b.local[c.Name] = true
		}
	}
	b.body(file.Module.Body, "")
	imports := sha256.New()
	for _, p := range g.pieces {
		imports.Write([]byte(p.info.imports))
	}
	imports.Sum(g.imports[:0])
	g.base = make([]bool, len(g.pieces))
	for i, p := range g.pieces {
		if p.always {
			g.reach(g.base, i)
		}
	}
	return g
}

// Imports returns a hash of everything that the file says about imports.
func (g *Graph) Imports() [sha256.Size]byte { return g.imports }

// Whole returns the slice that is all of the file.
func (g *Graph) Whole() Slice { return Slice{Hash: g.whole} }

// Slice returns what the run of some code in the loaded module depends on. script
// tells that the file is run as a script.
func (g *Graph) Slice(code string, script bool) Slice {
	counts := slices.Clone(g.base)
	for _, w := range words(code) {
		for _, i := range g.defs[w] {
			g.reach(counts, i)
		}
		if dynamic[w] {
			return g.Whole()
		}
	}
	if script {
		for i, p := range g.pieces {
			if p.guard {
				g.reach(counts, i)
			}
		}
	}
	hash := sha256.New()
	s := Slice{starts: make([]int32, 0, len(g.pieces))}
	for i, p := range g.pieces {
		if !counts[i] {
			continue
		}
		if p.info.dynamic {
			return g.Whole()
		}
		hash.Write(p.info.hash[:])
		s.starts = append(s.starts, p.first)
	}
	hash.Sum(s.Hash[:0])
	return s
}

// Moved returns how lines move from one slice to another with the same hash, nil
// if they do not.
func Moved(from, to Slice) func(line int) int {
	if slices.Equal(from.starts, to.starts) {
		return nil
	}
	return func(line int) int {
		i, found := slices.BinarySearch(from.starts, int32(line))
		if !found {
			i--
		}
		if i < 0 {
			return line
		}
		return line + int(to.starts[i]-from.starts[i])
	}
}

// reach marks a piece and all that it names.
func (g *Graph) reach(counts []bool, i int) {
	if counts[i] {
		return
	}
	counts[i] = true
	for _, w := range g.pieces[i].info.words {
		if w == g.pieces[i].own {
			continue
		}
		for _, k := range g.defs[w] {
			g.reach(counts, k)
		}
	}
}

// builder makes a graph.
type builder struct {
	g     *Graph
	file  *syntax.File
	memo  map[string]*info // of an earlier version
	local map[string]bool  // the classes of the file
}

// add adds the text between two offsets as a piece.
func (b *builder) add(start, end int32, p piece) {
	text := b.file.Src[start:end]
	info := b.g.memo[text]
	if info == nil {
		info = b.memo[text]
		if info == nil {
			text = strings.Clone(text) // or all of the source would stay
			info = infoOf(text)
		}
		b.g.memo[text] = info
	}
	p.first, p.info = int32(b.file.LineOf(int(start))), info
	b.g.pieces = append(b.g.pieces, p)
}

// body adds the statements of a module, or of a class whose name is given.
func (b *builder) body(body []syntax.Stmt, class string) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.FunctionDef:
			b.add(s.Start, s.ColonEnd, piece{always: true, own: s.Name})
			// What a decorator does with the function nobody knows.
			name := class
			if name == "" {
				name = s.Name
			}
			b.g.defs[name] = append(b.g.defs[name], len(b.g.pieces))
			b.add(s.ColonEnd, s.End, piece{always: len(s.Decorators) > 0})
		case *syntax.ClassDef:
			b.class(s, class)
		case *syntax.If:
			guard := class == "" && strings.Contains(b.file.Text(s.Test), "__name__")
			b.add(s.Start, s.End, piece{always: !guard, guard: guard})
		default:
			p := s.Pos()
			b.add(p.Start, p.End, piece{always: true})
		}
	}
}

// class adds a class. Its methods count when its name stands somewhere, since
// libraries call methods by names of their own. They count always if instances may
// come from elsewhere: if it is decorated, or has a base that is not understood.
func (b *builder) class(s *syntax.ClassDef, outer string) {
	if len(s.Body) == 0 {
		b.add(s.Start, s.End, piece{always: true})
		return
	}
	foreign := len(s.Decorators) > 0 || len(s.Keywords) > 0 || outer != ""
	for _, base := range s.Bases {
		name, ok := base.(*syntax.Name)
		if !ok || !b.local[name.ID] && !eval.IsBuiltinName(name.ID) {
			foreign = true
		}
	}
	b.add(s.Start, s.Body[0].Pos().Start, piece{always: true, own: s.Name})
	first := len(b.g.pieces)
	b.body(s.Body, s.Name)
	if foreign {
		for i := first; i < len(b.g.pieces); i++ {
			b.g.pieces[i].always = true
		}
	}
}

// infoOf reads a text.
func infoOf(text string) *info {
	in := &info{hash: sha256.Sum256([]byte(text)), words: words(text)}
	for _, w := range in.words {
		in.dynamic = in.dynamic || dynamic[w]
	}
	if slices.Contains(in.words, "import") {
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, "import") {
				in.imports += line + "\n"
			}
		}
		// What is named in brackets may stand on other lines.
		if strings.Contains(text, "(") {
			in.imports += text
		}
	}
	return in
}

// words returns everything in a text that may be a name, each once.
func words(text string) []string {
	var list []string
	seen := make(map[string]bool)
	for i := 0; i < len(text); {
		if !wordByte[text[i]] {
			i++
			continue
		}
		start := i
		for i < len(text) && wordByte[text[i]] {
			i++
		}
		if w := text[start:i]; !seen[w] {
			seen[w] = true
			list = append(list, w)
		}
	}
	return list
}

// wordByte tells which bytes may be in names.
var wordByte = func() (table [256]bool) {
	for c := range table {
		table[c] = c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
	}
	return table
}()
