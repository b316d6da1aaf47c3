package eval

import (
	"math/big"
	"strings"
	"sync"
	"sync/atomic"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// An expr computes one expression in a frame, a stmt runs one statement. The
// tree is compiled to these closures once, and they are shared by all runs.
type (
	expr func(fr *frame) (value.Value, error)
	stmt func(fr *frame) (flow, error)
)

// flow says how a statement ended.
type flow uint8

const (
	next flow = iota
	breaks
	continues
	returns // fr.ret holds the value
)

// A program is a compiled file.
type program struct {
	file   *syntax.File
	path   string
	name   string // of the module
	scopes scopes
	top    *code
	spot   *Spot // whose values are kept; nil: none
	// globals counts the places that use a global name.
	globals atomic.Int32
}

// compileFile prepares a file. Function bodies are compiled when first called.
func compileFile(f *syntax.File, path, name string) *program {
	p := &program{file: f, path: path, name: name, scopes: analyse(f.Module)}
	p.top = &code{prog: p, name: "<module>", qualname: "<module>", scope: p.scopes[f.Module], first: 1}
	p.top.compileBody = func(c *compiler) block { return c.block(f.Module.Body, docstring(f.Module.Body)) }
	return p
}

// code is a compiled block with a scope of its own.
type code struct {
	prog           *program
	name, qualname string
	scope          *scope
	node           syntax.Node
	first          int32

	// The shape of a function's parameters.
	posOnly, positional, kwOnly int // positional counts the positional-only ones too
	vararg, kwarg               int // slots, or -1
	required                    int // leading positional parameters without a default
	paramNames                  []string
	cellParams                  [][2]int // slots that move into cells at entry

	generator, coroutine bool
	keeps                bool // something may refer to a frame that has returned
	plain                bool // parameters without * and **, none of them in a cell
	cleans               bool // a generator that does something when it is closed
	unplaced             bool // the first instruction lies on the line of the function
	free                 []freeVar
	doc                  value.Value

	once        sync.Once
	compileBody func(c *compiler) block
	body        block
}

// freeVar tells where the maker of a function finds a cell that it captures.
type freeVar struct {
	name string
	from int // index among the maker's cells
}

// block is a sequence of compiled statements.
type block []line

type line struct {
	line int32
	// first is the line of the first instruction; 0: the statement marks its
	// lines itself.
	first int32
	run   stmt
	// end is the last line of the statement, and enter runs it from a line
	// in one of its blocks on; nil if it cannot be entered so.
	end   int32
	enter func(fr *frame, line int32) (flow, error)
	// quiet marks what makes no line event of its own: a docstring, global.
	quiet bool
	plain bool // as isPlain says
}

func (c *code) ready() {
	c.once.Do(func() {
		k := &compiler{prog: c.prog, code: c, scope: c.scope}
		c.body = c.compileBody(k)
	})
}

// compiler compiles the body of one code object.
type compiler struct {
	prog  *program
	code  *code
	scope *scope
	multi bool // the statement spans lines: mark them
	// dropped are conditional expressions whose value nothing on the line takes.
	dropped map[*syntax.IfExp]bool
	// enter is set by the statement just compiled, for line.enter.
	enter func(fr *frame, line int32) (flow, error)
}

func docstring(body []syntax.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	e, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return false
	}
	k, ok := e.Value.(*syntax.Constant)
	if !ok {
		return false
	}
	_, ok = k.Value.(syntax.ConstStr)
	return ok
}

func (c *compiler) block(list []syntax.Stmt, doc bool) block {
	b := make(block, 0, len(list))
	for i, s := range list {
		quiet := i == 0 && doc
		switch s := s.(type) {
		case *syntax.Global, *syntax.Nonlocal:
			quiet = true
		case *syntax.AnnAssign:
			quiet = s.Value == nil && c.scope.isFunction()
		}
		l := line{line: s.Pos().Line, first: s.Pos().Line, quiet: quiet, plain: isPlain(s)}
		multi := c.multi
		c.multi = !quiet && spread(s)
		if c.multi || quiet && (i > 0 || c.scope.isFunction()) {
			l.first = 0
		}
		l.run = c.stmt(s)
		l.end, l.enter = s.Pos().EndLine, c.enter
		c.enter = nil
		c.multi = multi
		b = append(b, l)
	}
	return b
}

func (b block) exec(fr *frame) (flow, error) {
	for i := 0; i < len(b); i++ {
		l := &b[i]
		var err error
		if l.quiet || l.first == 0 || fr.watch || fr.seen {
			err = fr.arriveAt(l.line, l.first, l.quiet)
		} else {
			err = fr.pass(l.line, l.first)
		}
		f := next
		if err == nil {
			f, err = l.run(fr)
		}
		if len(fr.m.cleaning) > 0 && (err == nil || isPython(err)) {
			if cerr := fr.settled(l, f, err != nil); cerr != nil {
				return next, cerr
			}
		}
		if f == next && err == nil {
			continue
		}
		if err == errJump {
			if j := b.index(fr.jump); j >= 0 {
				fr.jump, fr.line, fr.at = 0, 0, 0
				i = j - 1
				continue
			}
		}
		return f, err
	}
	return next, nil
}

// pass is arriveAt where nobody follows the frame.
func (fr *frame) pass(line, first int32) error {
	fr.line, fr.at, fr.hop, fr.jumped = line, first, false, false
	return fr.t.Statement()
}

// arrive makes line the current one and reports it, unless control was there
// already, as with a second statement behind a semicolon.
func (fr *frame) arrive(line int32, quiet bool) error { return fr.arriveAt(line, line, quiet) }

// arriveAt is arrive for a statement whose first instruction lies on the line
// first; 0: its instructions mark their lines.
func (fr *frame) arriveAt(line, first int32, quiet bool) error {
	fr.t.NextStatement()
	if err := fr.t.Step(1); err != nil {
		return err
	}
	if !quiet && (line != fr.line || fr.jumped) {
		fr.event(line)
	}
	if first != 0 && (first != fr.at || fr.hop) {
		return fr.again(first)
	}
	return nil
}

// index finds the statement on a line, -1 if there is none.
func (b block) index(line int32) int {
	for i := range b {
		if b[i].line == line && !b[i].quiet {
			return i
		}
	}
	return -1
}

// event reports that the statement on line is about to run.
func (fr *frame) event(line int32) {
	fr.jumped = false
	if fr.watch {
		fr.m.tracer.Line(fr, int(line))
		fr.serial++
		fr.storedNames = fr.storedNames[:0]
	}
	fr.line = line
}

// place is where a name lives.
type place struct {
	kind placeKind
	i    int
	name string
}

type placeKind uint8

const (
	inSlot    placeKind = iota
	inCell              // own cell of this function
	inFree              // cell of an outer function
	inNames             // namespace of a module or a class body, then globals
	inGlobals           //
)

func (c *compiler) place(name string) place {
	s := c.scope
	y := s.symbols[name]
	switch s.kind {
	case moduleScope:
		return place{kind: inNames, name: name}
	case classScope:
		if y != nil && y.global {
			return place{kind: inGlobals, name: name}
		}
		if y != nil && y.free {
			return place{kind: inFree, i: s.cells[name], name: name}
		}
		return place{kind: inNames, name: name}
	}
	if i, ok := s.cells[name]; ok {
		if i < s.ownCells {
			return place{kind: inCell, i: i, name: name}
		}
		return place{kind: inFree, i: i, name: name}
	}
	if i, ok := s.slots[name]; ok {
		return place{kind: inSlot, i: i, name: name}
	}
	return place{kind: inGlobals, name: name}
}

func (c *compiler) load(name string) expr {
	p := c.place(name)
	i := p.i
	switch p.kind {
	case inSlot:
		return func(fr *frame) (value.Value, error) {
			if v := fr.load(i); v != nil {
				return v, nil
			}
			return nil, value.Raisef(value.UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value", name)
		}
	case inCell:
		return func(fr *frame) (value.Value, error) {
			if v := fr.loadCell(i); v != nil {
				return v, nil
			}
			return nil, value.Raisef(value.UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value", name)
		}
	case inFree:
		class := c.scope.kind == classScope
		return func(fr *frame) (value.Value, error) {
			if class {
				if v, ok := fr.names.GetStr(name); ok {
					return v, nil
				}
			}
			if v := fr.loadCell(i); v != nil {
				return v, nil
			}
			return nil, value.Raisef(value.NameError, "cannot access free variable '%s' where it is not associated with a value in enclosing scope", name)
		}
	case inNames:
		if c.scope.kind == moduleScope {
			return func(fr *frame) (value.Value, error) {
				if fr.names != fr.globals && fr.names != nil {
					if v, ok := fr.names.GetStr(name); ok { // of a frame that it was typed into
						return v, nil
					}
				}
				return fr.loadGlobal(name)
			}
		}
		return func(fr *frame) (value.Value, error) {
			if v, ok := fr.names.GetStr(name); ok {
				return v, nil
			}
			return fr.loadGlobal(name)
		}
	}
	return c.loadGlobal(name)
}

// loadGlobal compiles the use of a name of the module or of a built-in.
func (c *compiler) loadGlobal(name string) expr {
	s := &globalSite{name: name, hash: value.HashString(name), i: int(c.prog.globals.Add(1)) % maxGlobals}
	return func(fr *frame) (value.Value, error) {
		if fr.t.Tainted == 0 && s.i < len(fr.m.globals) {
			if g := &fr.m.globals[s.i]; g.site == s && g.dict == fr.globals && g.stamp == fr.globals.Stamp() {
				return g.v, nil
			}
		}
		return fr.loadSite(s)
	}
}

// globalSite is a place in a program that uses a global name, and foundGlobal what a
// machine found for it there: it holds while the namespace does not change.
type globalSite struct {
	name string
	hash uint64
	i    int // among the machine's
}

type foundGlobal struct {
	site  *globalSite
	dict  *value.Dict
	stamp uint64
	v     value.Value
}

// maxGlobals is for how many places a machine remembers what it found.
const maxGlobals = 1 << 10

// loadSite looks a name up and remembers what it found.
func (fr *frame) loadSite(s *globalSite) (value.Value, error) {
	stamp := fr.globals.Stamp()
	v, err := fr.loadHashed(s.name, s.hash)
	if _, unknown := v.(*value.Unknown); err == nil && !unknown {
		for s.i >= len(fr.m.globals) {
			fr.m.globals = append(fr.m.globals, foundGlobal{})
		}
		fr.m.globals[s.i] = foundGlobal{s, fr.globals, stamp, v}
	}
	return v, err
}

// setter stores a value somewhere.
type setter func(fr *frame, v value.Value) error

func (c *compiler) storer(name string) setter {
	p := c.place(name)
	i := p.i
	switch p.kind {
	case inSlot:
		return func(fr *frame, v value.Value) error { fr.store(i, v); return nil }
	case inCell:
		return func(fr *frame, v value.Value) error { fr.storeCell(i, v); return nil }
	case inFree:
		if c.scope.kind == classScope && c.scope.local(name) {
			break
		}
		return func(fr *frame, v value.Value) error { fr.storeCell(i, v); return nil }
	case inGlobals:
		return func(fr *frame, v value.Value) error { return fr.storeName(fr.globals, name, v) }
	}
	return func(fr *frame, v value.Value) error { return fr.storeName(fr.names, name, v) }
}

func (c *compiler) deleter(name string) func(fr *frame) error {
	p := c.place(name)
	i := p.i
	unbound := func() error {
		return value.Raisef(value.UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value", name)
	}
	switch p.kind {
	case inSlot:
		return func(fr *frame) error {
			if fr.slots[i] == nil {
				return unbound()
			}
			fr.store(i, nil)
			return nil
		}
	case inCell, inFree:
		return func(fr *frame) error {
			if fr.cells[i].v == nil {
				return unbound()
			}
			fr.storeCell(i, nil)
			return nil
		}
	case inGlobals:
		return func(fr *frame) error { return fr.deleteName(fr.globals, name) }
	}
	return func(fr *frame) error { return fr.deleteName(fr.names, name) }
}

func (fr *frame) deleteName(ns *value.Dict, name string) error {
	fr.t.Touch(&ns.Header)
	if !ns.DeleteStr(name) {
		return value.Raisef(value.NameError, "name '%s' is not defined", name)
	}
	return nil
}

// mangle applies the rule for private names in class bodies.
func (c *compiler) mangle(name string) string { return c.scope.mangle(name) }

func constant(k syntax.Const) value.Value {
	switch k := k.(type) {
	case syntax.ConstInt:
		n, ok := new(big.Int).SetString(k.Text, 0)
		if !ok {
			// A decimal with leading zeros is zero: "00".
			n, ok = new(big.Int).SetString(strings.TrimLeft(k.Text, "0"), 10)
			if !ok {
				n = new(big.Int)
			}
		}
		return value.MakeInt(n)
	case syntax.ConstFloat:
		return value.Float(k.Value)
	case syntax.ConstComplex:
		return value.Complex(complex(0, k.Imag))
	case syntax.ConstStr:
		return value.NewStr(k.Value)
	case syntax.ConstBytes:
		return value.NewBytes(k.Value)
	case syntax.ConstBool:
		return value.Bool(k.Value)
	case syntax.ConstEllipsis:
		return value.Ellipsis
	}
	return value.None
}
