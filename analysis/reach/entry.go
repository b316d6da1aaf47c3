package reach

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// paramKind says how an argument is passed.
type paramKind uint8

const (
	ordinary paramKind = iota
	positionalOnly
	keywordOnly
	star       // *args: the datum is a tuple
	doubleStar // **kwargs: the datum is a dict with names for keys
)

// A param is one thing to choose: a parameter of the function, or of the
// constructor of its object.
type param struct {
	name     string
	kind     paramKind
	optional bool
	fallback *datum // the default, if it is a literal
	arg      *syntax.Arg
	spec     *spec
}

// An entry is what is called: a function "f", or "Class" and then "method" of
// the object that it makes. names and params go together, one for each call; a
// nil list marks a name that is not called, since it is the class of a static or
// a class method, a class around another, or a property.
type entry struct {
	file      *syntax.File
	names     []string
	params    [][]*param
	flat      []*param
	def       *syntax.FunctionDef
	class     *syntax.ClassDef
	generator bool // the call is wrapped in list(), so that the body runs
	async     bool // the call is wrapped in asyncio.run(), for the same reason
}

// enclosing returns the name of the outermost function, or method, around a line.
func enclosing(body []syntax.Stmt, line int) string {
	for _, s := range body {
		if p := s.Pos(); line < int(p.Line) || line > int(p.EndLine) {
			continue
		}
		switch s := s.(type) {
		case *syntax.FunctionDef:
			return s.Name
		case *syntax.ClassDef:
			if m := enclosing(s.Body, line); m != "" {
				return s.Name + "." + m
			}
			return ""
		default:
			for _, b := range syntax.Blocks(s) {
				if m := enclosing(b, line); m != "" {
					return m
				}
			}
		}
	}
	return ""
}

// newEntry works out how a function is called.
func newEntry(f *syntax.File, name string) (*entry, error) {
	d, ok := f.Definition(name)
	path := strings.Split(name, ".")
	if !ok || d.Class == nil && len(path) > 1 {
		return nil, fmt.Errorf("no function %q at the top of the file or in a class there", name)
	}
	def := d.Func
	e := &entry{file: f, names: path, def: def, class: d.Class, generator: yields(def), async: def.Async}
	for _, d := range def.Decorators {
		if n := lastName(d); n == "contextmanager" || n == "asynccontextmanager" {
			e.generator, e.async = false, false
		}
	}
	if e.async && !importsAsyncio(f) {
		return nil, fmt.Errorf("%s is asynchronous, and the file does not import asyncio, which would run it", name)
	}
	e.params = make([][]*param, len(path))
	last := len(path) - 1
	switch {
	case d.Class == nil:
		e.params[0] = params(f, def, 0)
	case decorated(def, "staticmethod"):
		e.params[last] = params(f, def, 0)
	case decorated(def, "classmethod"):
		e.params[last] = params(f, def, 1)
	case def.Name == "__init__" || def.Name == "__new__":
		e.names, e.params = path[:last], e.params[:last]
		e.params[last-1] = params(f, def, 1)
	case decorated(def, "property") || decorated(def, "cached_property"):
		e.params[last-1] = e.constructor(f)
	default:
		e.params[last-1], e.params[last] = e.constructor(f), params(f, def, 1)
	}
	for _, ps := range e.params {
		e.flat = append(e.flat, ps...)
	}
	return e, nil
}

func importsAsyncio(f *syntax.File) bool {
	for _, s := range f.Module.Body {
		if i, ok := s.(*syntax.Import); ok {
			for _, a := range i.Names {
				if a.Name == "asyncio" && a.AsName == "" {
					return true
				}
			}
		}
	}
	return false
}

// constructor returns the parameters of the class's __init__, looked for along
// its bases in the file, or of a dataclass's fields.
func (e *entry) constructor(f *syntax.File) []*param {
	class := e.class
	for range 8 {
		if init := class.Method("__init__"); init != nil {
			return params(f, init, 1)
		}
		if ps, ok := fields(f, class); ok {
			return ps
		}
		next := (*syntax.ClassDef)(nil)
		for _, b := range class.Bases {
			if n, ok := b.(*syntax.Name); ok {
				next = classNamed(f, n.ID)
			}
		}
		if next == nil {
			break
		}
		class = next
	}
	return []*param{}
}

func classNamed(f *syntax.File, name string) *syntax.ClassDef {
	for _, s := range f.Module.Body {
		if c, ok := s.(*syntax.ClassDef); ok && c.Name == name {
			return c
		}
	}
	return nil
}

// fields are the parameters of the constructor that @dataclass or NamedTuple
// makes.
func fields(f *syntax.File, class *syntax.ClassDef) ([]*param, bool) {
	made := false
	for _, d := range class.Decorators {
		if c, ok := d.(*syntax.Call); ok {
			d = c.Func
		}
		switch d := d.(type) {
		case *syntax.Name:
			made = made || d.ID == "dataclass"
		case *syntax.Attribute:
			made = made || d.Attr == "dataclass"
		}
	}
	for _, b := range class.Bases {
		if n, ok := b.(*syntax.Name); ok && n.ID == "NamedTuple" {
			made = true
		}
	}
	if !made {
		return nil, false
	}
	ps := []*param{}
	for _, s := range class.Body {
		a, ok := s.(*syntax.AnnAssign)
		if !ok {
			continue
		}
		n, ok := a.Target.(*syntax.Name)
		if !ok || strings.HasPrefix(f.Text(a.Annotation), "ClassVar") {
			continue
		}
		p := &param{name: n.ID, arg: &syntax.Arg{Name: n.ID, Annotation: a.Annotation}, optional: a.Value != nil}
		if a.Value != nil {
			p.fallback = literalDefault(f, a.Value)
		}
		ps = append(ps, p)
	}
	return ps, true
}

// decorated reports whether a function has a decorator of a name, with or
// without the module that it is from.
func decorated(def *syntax.FunctionDef, name string) bool {
	for _, d := range def.Decorators {
		if lastName(d) == name {
			return true
		}
	}
	return false
}

// lastName is b of "a.b", and a of "a".
func lastName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return e.ID
	case *syntax.Attribute:
		return e.Attr
	}
	return ""
}

// params lists the parameters after the first skip ones.
func params(f *syntax.File, def *syntax.FunctionDef, skip int) []*param {
	ps := []*param{}
	a := def.Args
	all := append(append([]*syntax.Arg(nil), a.PosOnly...), a.Args...)
	for i, arg := range all {
		p := &param{name: arg.Name, arg: arg}
		if i < len(a.PosOnly) {
			p.kind = positionalOnly
		}
		if j := i - (len(all) - len(a.Defaults)); j >= 0 {
			p.optional = true
			p.fallback = literalDefault(f, a.Defaults[j])
		}
		if i >= skip {
			ps = append(ps, p)
		}
	}
	if a.Vararg != nil {
		ps = append(ps, &param{name: a.Vararg.Name, kind: star, optional: true, arg: a.Vararg, fallback: tupleDatum()})
	}
	for i, arg := range a.KwOnly {
		p := &param{name: arg.Name, kind: keywordOnly, arg: arg}
		if i < len(a.KwDefaults) && a.KwDefaults[i] != nil {
			p.optional = true
			p.fallback = literalDefault(f, a.KwDefaults[i])
		}
		ps = append(ps, p)
	}
	if a.Kwarg != nil {
		ps = append(ps, &param{name: a.Kwarg.Name, kind: doubleStar, optional: true, arg: a.Kwarg, fallback: dictDatum()})
	}
	return ps
}

func literalDefault(f *syntax.File, e syntax.Expr) *datum {
	if d := parseDatum(e, f.Text(e)); d.form != codeForm {
		return d
	}
	return nil
}

// yields reports whether a function is a generator.
func yields(def *syntax.FunctionDef) bool {
	found := false
	for _, s := range def.Body {
		syntax.Inspect(s, func(n syntax.Node) bool {
			switch n.(type) {
			case *syntax.FunctionDef, *syntax.Lambda, *syntax.ClassDef, *syntax.GeneratorExp:
				return false
			case *syntax.Yield, *syntax.YieldFrom:
				found = true
			}
			return !found
		})
	}
	return found && !def.Async
}

// callText writes the call. What equals a default is left out.
func (e *entry) callText(args []*datum) string {
	var b strings.Builder
	switch {
	case e.generator:
		b.WriteString("list(")
	case e.async:
		b.WriteString("asyncio.run(")
	}
	at := 0
	for i, ps := range e.params {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(e.names[i])
		if ps == nil {
			continue
		}
		b.WriteByte('(')
		b.WriteString(argumentsText(ps, args[at:at+len(ps)]))
		b.WriteByte(')')
		at += len(ps)
	}
	if e.generator || e.async {
		b.WriteByte(')')
	}
	return b.String()
}

func argumentsText(ps []*param, args []*datum) string {
	var parts []string
	skipped := false
	for i, p := range ps {
		d := args[i]
		if d == nil {
			skipped = true
			continue
		}
		switch p.kind {
		case star:
			for _, e := range d.elems {
				parts = append(parts, e.String())
			}
		case doubleStar:
			for j := 0; j+1 < len(d.elems); j += 2 {
				name, _ := d.elems[j].asText()
				parts = append(parts, name+"="+d.elems[j+1].String())
			}
		case keywordOnly:
			parts = append(parts, p.name+"="+d.String())
		default:
			if skipped && p.kind != positionalOnly {
				parts = append(parts, p.name+"="+d.String())
			} else {
				parts = append(parts, d.String())
			}
		}
	}
	return strings.Join(parts, ", ")
}

// arguments reads the arguments of a call of the entry back into data; false
// if the call has another shape.
func (e *entry) arguments(f *syntax.File, call string) ([]*datum, bool) {
	x, err := syntax.ParseExpr(call)
	if err != nil {
		return nil, false
	}
	c, ok := x.(*syntax.Call)
	if !ok {
		return nil, false
	}
	text := func(n syntax.Expr) string { p := n.Pos(); return call[p.Start:p.End] }
	if n, ok := c.Func.(*syntax.Name); ok && e.generator && len(c.Args) == 1 && (n.ID == "list" || n.ID == "tuple" || n.ID == "sorted") {
		if inner, ok := c.Args[0].(*syntax.Call); ok {
			c = inner
		}
	}
	args := make([]*datum, len(e.flat))
	at := len(e.flat)
	for i := len(e.params) - 1; i >= 0; i-- {
		ps := e.params[i]
		at -= len(ps)
		var base syntax.Expr
		if ps == nil {
			continue
		}
		if c == nil || !bindCall(c, ps, args[at:at+len(ps)], text) {
			return nil, false
		}
		switch fn := c.Func.(type) {
		case *syntax.Name:
			if fn.ID != e.names[i] || i > 0 {
				return nil, false
			}
		case *syntax.Attribute:
			if fn.Attr != e.names[i] {
				return nil, false
			}
			base = fn.Value
		default:
			return nil, false
		}
		c, _ = base.(*syntax.Call)
	}
	return args, true
}

func bindCall(c *syntax.Call, ps []*param, into []*datum, text func(syntax.Expr) string) bool {
	at := 0
	for _, a := range c.Args {
		if _, starred := a.(*syntax.Starred); starred || at >= len(ps) {
			return false
		}
		d := parseDatum(a, text(a))
		switch ps[at].kind {
		case star:
			if into[at] == nil {
				into[at] = tupleDatum()
			}
			into[at] = into[at].with(append(into[at].elems[:len(into[at].elems):len(into[at].elems)], d))
		case keywordOnly, doubleStar:
			return false
		default:
			into[at] = d
			at++
		}
	}
next:
	for _, k := range c.Keywords {
		if k.Name == "" {
			return false
		}
		d := parseDatum(k.Value, text(k.Value))
		for i, p := range ps {
			if p.name == k.Name && p.kind != star && p.kind != doubleStar {
				into[i] = d
				continue next
			}
		}
		last := len(ps) - 1
		if last < 0 || ps[last].kind != doubleStar {
			return false
		}
		if into[last] == nil {
			into[last] = dictDatum()
		}
		into[last] = dictDatum(append(into[last].elems[:len(into[last].elems):len(into[last].elems)], leafOf(value.NewStr(k.Name)), d)...)
	}
	for i, p := range ps {
		if into[i] == nil && !p.optional {
			return false
		}
	}
	return true
}
