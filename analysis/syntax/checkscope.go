package syntax

import "strings"

// blockKind is the kind of a block of code with names of its own.
type blockKind uint8

const (
	moduleBlock blockKind = iota
	classBlock
	functionBlock
	lambdaBlock
	comprehensionBlock
)

// flags tell what a block does with a name.
type flags uint8

const (
	flagUsed flags = 1 << iota
	flagBound
	flagImported
	flagParameter
	flagAnnotated
	flagGlobal
	flagNonlocal
	flagTarget // of a comprehension
)

// scope is a block of code as CPython's symbol table has it.
type scope struct {
	kind    blockKind
	parent  *scope
	class   string // the name of the class around it, for private names
	symbols map[string]flags
	frames  []frame
	async   bool      // an async function
	yields  bool      // it is a generator
	awaits  bool      // there is an await or "async for" in it
	values  []*Return // that return a value

	// Of a comprehension.
	form      string
	targets   bool // its targets are being visited
	iterables int  // how many iterables of comprehensions are being visited
}

// declaration is a name of a nonlocal statement.
type declaration struct {
	block *scope
	name  string
	stmt  Stmt
}

func newScope(kind blockKind, parent *scope, class string) *scope {
	b := &scope{kind: kind, parent: parent, class: class}
	if parent != nil {
		b.iterables = parent.iterables
		if kind != classBlock {
			b.class = parent.class
		}
	}
	return b
}

func (k *checker) enter(kind blockKind, class string) { k.block = newScope(kind, k.block, class) }

func (k *checker) leave() { k.block = k.block.parent }

// mangled is what a name in the block stands for: within a class, private names
// have the class in front.
func (b *scope) mangled(name string) string {
	if b.class == "" || !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") {
		return name
	}
	if class := strings.TrimLeft(b.class, "_"); class != "" {
		return "_" + class + name
	}
	return name
}

func (b *scope) symbol(name string) flags { return b.symbols[b.mangled(name)] }

func (b *scope) flag(name string, f flags) {
	if b.symbols == nil {
		b.symbols = map[string]flags{}
	}
	b.symbols[b.mangled(name)] |= f
}

// bind notes that the block binds a name.
func (k *checker) bind(at Node, name string) {
	f := flagBound
	if k.block.targets {
		if k.block.symbol(name)&(flagGlobal|flagNonlocal) != 0 {
			k.fail(at, "comprehension inner loop cannot rebind assignment expression target '"+name+"'")
		}
		f |= flagTarget
	}
	k.block.flag(name, f)
}

// declare checks a name of a global or nonlocal statement.
func (k *checker) declare(s Stmt, name, word string) {
	b := k.block
	if b.kind == moduleBlock {
		if word == "nonlocal" {
			k.fail(s, "nonlocal declaration not allowed at module level")
			return
		}
		k.declares = true
	}
	msg := ""
	switch had := b.symbol(name); {
	case had&flagParameter != 0:
		msg = "name '" + name + "' is parameter and " + word
	case had&flagUsed != 0:
		msg = "name '" + name + "' is used prior to " + word + " declaration"
	case had&flagAnnotated != 0:
		msg = "annotated name '" + name + "' can't be " + word
	case had&flagBound != 0:
		msg = "name '" + name + "' is assigned to before " + word + " declaration"
	case had&(flagGlobal|flagNonlocal) != 0 && had&(flagGlobal|flagNonlocal) != wordFlag(word):
		msg = "name '" + name + "' is nonlocal and global"
	}
	// Of the module, only the whole file tells what comes before.
	if msg != "" && (b.kind == moduleBlock) == k.globals {
		k.found = append(k.found, finding{k.at, Problem{Span: *s.Pos(), Message: msg}})
	}
	b.flag(name, wordFlag(word))
	if word == "nonlocal" && msg == "" {
		k.declared = append(k.declared, declaration{b, name, s})
	}
}

func wordFlag(word string) flags {
	if word == "global" {
		return flagGlobal
	}
	return flagNonlocal
}

// resolve checks that there is a variable for each name of a nonlocal statement.
func (k *checker) resolve() {
	for _, d := range k.declared {
		if !d.found() {
			k.found = append(k.found, finding{d.stmt, Problem{Span: *d.stmt.Pos(), Message: "no binding for nonlocal '" + d.name + "' found"}})
		}
	}
}

func (d *declaration) found() bool {
	name := d.block.mangled(d.name)
	for b := d.block; b.parent != nil; b = b.parent {
		outer := b.parent
		if outer.kind == moduleBlock {
			return false
		}
		f := outer.symbols[name]
		switch {
		case outer.kind == classBlock:
			if name == "__class__" {
				return true
			}
		case f&flagGlobal != 0:
			return false
		case f&(flagBound|flagImported|flagParameter|flagNonlocal) != 0:
			return true
		}
	}
	return false
}
