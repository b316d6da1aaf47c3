package example

import (
	"slices"

	"augur/analysis/syntax"
)

// index knows what a file defines at its top.
type index struct {
	file      *syntax.File
	functions map[string]*syntax.FunctionDef // by qualified name
	classes   map[string]*class
	globals   map[string]bool // names that the module binds
	values    map[string]*syntax.Call
	order     []string // qualified names in the order of the source
}

// class is a class of the file, with what is needed to make an instance of it.
type class struct {
	def     *syntax.ClassDef
	name    string // qualified
	bases   []string
	methods map[string]*syntax.FunctionDef
	fields  bool // a dataclass or the like: annotations are parameters
	strange bool // has a base or keyword that is not known to leave construction alone
}

func newIndex(f *syntax.File) *index {
	ix := &index{
		file:      f,
		functions: map[string]*syntax.FunctionDef{},
		classes:   map[string]*class{},
		globals:   map[string]bool{},
		values:    map[string]*syntax.Call{},
	}
	ix.body(f.Module.Body)
	return ix
}

// body takes in statements that run when the module is imported.
func (ix *index) body(body []syntax.Stmt) {
	for _, s := range body {
		bindings(s, func(name string) { ix.globals[name] = true })
		switch s := s.(type) {
		case *syntax.FunctionDef:
			ix.function(s.Name, s)
		case *syntax.ClassDef:
			ix.class(s, "")
		case *syntax.Assign:
			if call, ok := s.Value.(*syntax.Call); ok && len(s.Targets) == 1 {
				if n, ok := s.Targets[0].(*syntax.Name); ok {
					ix.values[n.ID] = call
				}
			}
		case *syntax.Delete:
			for _, t := range s.Targets {
				targetNames(t, ix.forget)
			}
		case *syntax.If:
			ix.branches(s)
		case *syntax.Try:
			ix.body(s.Body)
			for _, h := range s.Handlers {
				ix.body(h.Body)
			}
			ix.body(s.Orelse)
			ix.body(s.Finalbody)
		case *syntax.With:
			ix.body(s.Body)
		case *syntax.For:
			ix.body(s.Body)
		case *syntax.While:
			ix.body(s.Body)
		}
	}
}

// branches takes in an if with all of its elifs, whose names are those of the if
// already.
func (ix *index) branches(s *syntax.If) {
	for !isMainGuard(s) {
		ix.body(s.Body)
		elif, ok := elifOf(s)
		if !ok {
			ix.body(s.Orelse)
			return
		}
		s = elif
	}
}

func elifOf(s *syntax.If) (*syntax.If, bool) {
	if len(s.Orelse) != 1 {
		return nil, false
	}
	elif, ok := s.Orelse[0].(*syntax.If)
	return elif, ok
}

// forget takes out a name that the module deletes after use.
func (ix *index) forget(name string) {
	delete(ix.globals, name)
	delete(ix.functions, name)
	delete(ix.classes, name)
	ix.order = slices.DeleteFunc(ix.order, func(n string) bool { return n == name })
}

func (ix *index) function(name string, def *syntax.FunctionDef) {
	if _, ok := ix.functions[name]; !ok {
		ix.order = append(ix.order, name)
	}
	ix.functions[name] = def // the last definition is the one that holds
}

func (ix *index) class(def *syntax.ClassDef, outer string) {
	c := &class{def: def, name: outer + def.Name, methods: map[string]*syntax.FunctionDef{}}
	for _, b := range def.Bases {
		if path := dotted(b); path != "" {
			c.bases = append(c.bases, path)
		} else {
			c.strange = true
		}
		if path := dotted(b); path == "NamedTuple" || path == "typing.NamedTuple" {
			c.fields = true
		}
	}
	for _, k := range def.Keywords {
		if k.Name != "metaclass" || dotted(k.Value) != "ABCMeta" && dotted(k.Value) != "abc.ABCMeta" {
			c.strange = true
		}
	}
	for _, d := range def.Decorators {
		if call, ok := d.(*syntax.Call); ok {
			d = call.Func
		}
		switch dotted(d) {
		case "dataclass", "dataclasses.dataclass":
			c.fields = true
		case "total_ordering", "functools.total_ordering", "final", "typing.final":
		default:
			c.strange = true
		}
	}
	ix.classes[c.name] = c
	for _, s := range def.Body {
		switch s := s.(type) {
		case *syntax.FunctionDef:
			c.methods[s.Name] = s
			ix.function(c.name+"."+s.Name, s)
		case *syntax.ClassDef:
			ix.class(s, c.name+".")
		}
	}
}

// plainBases are classes from which a class inherits no parameters that matter.
var plainBases = map[string]bool{"object": true, "ABC": true, "abc.ABC": true, "Protocol": true, "typing.Protocol": true,
	"Generic": true, "typing.Generic": true}

// lookup returns the qualified name of the method that a class has or inherits
// from the classes of the file, or "".
func (ix *index) lookup(className, method string) string {
	return ix.lookupIn(className, method, map[string]bool{})
}

func (ix *index) lookupIn(className, method string, seen map[string]bool) string {
	c := ix.classes[className]
	if c == nil || seen[className] {
		return ""
	}
	seen[className] = true
	if c.methods[method] != nil {
		return c.name + "." + method
	}
	for _, base := range c.bases {
		if name := ix.lookupIn(base, method, seen); name != "" {
			return name
		}
	}
	return ""
}

// hasDecorator reports whether a function has a decorator of one of the names.
func hasDecorator(def *syntax.FunctionDef, names ...string) bool {
	for _, d := range def.Decorators {
		path := dotted(d)
		for _, name := range names {
			if path == name {
				return true
			}
		}
	}
	return false
}

// dotted returns the path of an expression "a.b.c", or "".
func dotted(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return e.ID
	case *syntax.Attribute:
		if base := dotted(e.Value); base != "" {
			return base + "." + e.Attr
		}
	case *syntax.Subscript: // Generic[T]
		return dotted(e.Value)
	}
	return ""
}

// isMainGuard reports whether a statement is if __name__ == "__main__".
func isMainGuard(s *syntax.If) bool {
	cmp, ok := s.Test.(*syntax.Compare)
	if !ok || len(cmp.Ops) != 1 || cmp.Ops[0] != syntax.Eq {
		return false
	}
	isName := func(e syntax.Expr) bool {
		n, ok := e.(*syntax.Name)
		return ok && n.ID == "__name__"
	}
	isMain := func(e syntax.Expr) bool {
		c, ok := e.(*syntax.Constant)
		return ok && c.Value == syntax.ConstStr{Value: "__main__"}
	}
	left, right := cmp.Left, cmp.Comparators[0]
	return isName(left) && isMain(right) || isMain(left) && isName(right)
}
