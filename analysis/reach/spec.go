package reach

import (
	"strings"

	"augur/analysis/syntax"
)

// class is a kind of argument that can be made.
type class uint8

const (
	intClass class = iota
	floatClass
	boolClass
	strClass
	bytesClass
	noneClass
	listClass
	tupleClass
	setClass
	dictClass
	callableClass
	objectClass // an instance of a class of the file
	classes
)

// A spec says what a variable seems to hold: evidence for each class, and the
// specs of what lies inside. It starts empty and is filled while the code is
// read; specs of variables that are the same are linked.
type spec struct {
	link   *spec
	weight [classes]float64
	elem   *spec // of list, set, tuple
	key    *spec // of dict
	val    *spec
	fixed  []*spec // a tuple of this shape
	keys   []string
	object string // objectClass: the name of the class
}

func (s *spec) root() *spec {
	for s.link != nil {
		s = s.link
	}
	return s
}

func (s *spec) add(c class, w float64) {
	if s != nil {
		s.root().weight[c] += w
	}
}

func (s *spec) elemSpec() *spec {
	s = s.root()
	if s.elem == nil {
		s.elem = &spec{}
	}
	return s.elem.root()
}

func (s *spec) keySpec() *spec {
	s = s.root()
	if s.key == nil {
		s.key = &spec{}
	}
	return s.key.root()
}

func (s *spec) valSpec() *spec {
	s = s.root()
	if s.val == nil {
		s.val = &spec{}
	}
	return s.val.root()
}

// same links two specs.
func (s *spec) same(o *spec) {
	if s == nil || o == nil {
		return
	}
	s, o = s.root(), o.root()
	if s == o {
		return
	}
	o.link = s
	for c, w := range o.weight {
		s.weight[c] += w
	}
	join := func(a **spec, b *spec) {
		switch {
		case b == nil:
		case *a == nil:
			*a = b
		default:
			(*a).same(b)
		}
	}
	join(&s.elem, o.elem)
	join(&s.key, o.key)
	join(&s.val, o.val)
	if s.fixed == nil {
		s.fixed = o.fixed
	}
	s.keys = append(s.keys, o.keys...)
	if s.object == "" {
		s.object = o.object
	}
}

// known reports whether there is any evidence.
func (s *spec) known() bool {
	if s == nil {
		return false
	}
	for _, w := range s.root().weight {
		if w > 0 {
			return true
		}
	}
	return false
}

// excludes reports whether there is enough evidence to say that a variable is
// not of a class.
func (s *spec) excludes(c class) bool {
	if s == nil {
		return false
	}
	sum := 0.0
	for _, w := range s.root().weight {
		sum += w
	}
	return sum >= 3 && s.root().weight[c] == 0
}

// strain is how badly a datum fits: 0 for what is expected, more for what the
// code rules out, most where an annotation does.
func (s *spec) strain(d *datum, depth int) float64 {
	if s == nil || d == nil || depth == 0 {
		return 0
	}
	s = s.root()
	sum, most := 0.0, 0.0
	for _, w := range s.weight {
		sum += w
		most = max(most, w)
	}
	c := classOf(d)
	if d.form == codeForm && s.weight[objectClass] > 0 {
		c = objectClass
	}
	if sum >= 3 && s.weight[c] < 0.2*most && (s.weight[c] == 0 || most >= 9) {
		sequence := (c == listClass || c == tupleClass) && s.weight[listClass]+s.weight[tupleClass] > 0
		switch {
		case sequence && most >= 9:
			return 0.8
		case sequence:
		case most >= 9:
			return 20
		default:
			return 0.4
		}
	}
	worst := 0.0
	for i, e := range d.elems[:min(len(d.elems), 12)] {
		var inner *spec
		switch {
		case d.form == dictForm && i%2 == 0:
			inner = s.key
		case d.form == dictForm:
			inner = s.val
		case d.form == tupleForm && i < len(s.fixed):
			inner = s.fixed[i]
		default:
			inner = s.elem
		}
		worst = max(worst, inner.strain(e, depth-1))
	}
	if d.form == tupleForm && s.fixed != nil && len(d.elems) != len(s.fixed) && s.weight[listClass] == 0 {
		worst = max(worst, 1)
	}
	return worst
}

// best is the class with most evidence; ok is false without any.
func (s *spec) best() (c class, ok bool) {
	if s == nil {
		return 0, false
	}
	s = s.root()
	most := 0.0
	for i, w := range s.weight {
		if w > most {
			most, c, ok = w, class(i), true
		}
	}
	return c, ok
}

// annotate reads an annotation.
func (s *spec) annotate(f *syntax.File, e syntax.Expr, w float64) {
	s = s.root()
	switch e := e.(type) {
	case *syntax.Name:
		s.named(f, e.ID, w)
	case *syntax.Attribute:
		s.named(f, e.Attr, w)
	case *syntax.Constant:
		switch k := e.Value.(type) {
		case syntax.ConstNone:
			s.add(noneClass, w)
		case syntax.ConstStr:
			if x, err := syntax.ParseExpr(k.Value); err == nil {
				s.annotate(f, x, w)
			}
		}
	case *syntax.BinOp:
		if e.Op == syntax.BitOr {
			s.annotate(f, e.Left, w)
			s.annotate(f, e.Right, w*0.9)
		}
	case *syntax.Subscript:
		args := []syntax.Expr{e.Index}
		if t, ok := e.Index.(*syntax.Tuple); ok {
			args = t.Elts
		}
		name := ""
		switch v := e.Value.(type) {
		case *syntax.Name:
			name = v.ID
		case *syntax.Attribute:
			name = v.Attr
		}
		switch name {
		case "Optional":
			s.annotate(f, args[0], w)
			s.add(noneClass, w*0.9)
		case "Union":
			for i, a := range args {
				s.annotate(f, a, w*(1-0.05*float64(i)))
			}
		case "Annotated", "Final", "ClassVar":
			s.annotate(f, args[0], w)
		case "Literal":
			for _, a := range args {
				s.literal(f, a, w)
			}
		case "tuple", "Tuple":
			s.add(tupleClass, w)
			if len(args) == 2 {
				if k, ok := args[1].(*syntax.Constant); ok {
					if _, ok := k.Value.(syntax.ConstEllipsis); ok {
						s.elemSpec().annotate(f, args[0], w)
						return
					}
				}
			}
			for _, a := range args {
				x := &spec{}
				x.annotate(f, a, w)
				s.fixed = append(s.fixed, x)
			}
		case "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "Counter":
			s.add(dictClass, w)
			s.keySpec().annotate(f, args[0], w)
			if len(args) > 1 {
				s.valSpec().annotate(f, args[1], w)
			} else {
				s.valSpec().add(intClass, w)
			}
		case "Callable":
			s.add(callableClass, w)
		default:
			s.named(f, name, w)
			s.elemSpec().annotate(f, args[0], w)
		}
	}
}

func (s *spec) named(f *syntax.File, name string, w float64) {
	switch name {
	case "int", "Integral", "SupportsIndex":
		s.add(intClass, w)
	case "float", "Number", "Real", "complex":
		s.add(floatClass, w)
		s.add(intClass, w*0.5)
	case "bool":
		s.add(boolClass, w)
	case "str", "AnyStr", "LiteralString":
		s.add(strClass, w)
	case "bytes", "bytearray", "ByteString":
		s.add(bytesClass, w)
	case "None":
		s.add(noneClass, w)
	case "list", "List", "Sequence", "MutableSequence", "Iterable", "Collection", "Iterator", "Generator", "Sized", "Container", "Reversible", "deque":
		s.add(listClass, w)
	case "tuple", "Tuple":
		s.add(tupleClass, w)
	case "set", "Set", "frozenset", "FrozenSet", "AbstractSet", "MutableSet":
		s.add(setClass, w)
	case "dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "Counter":
		s.add(dictClass, w)
	case "Callable":
		s.add(callableClass, w)
	case "Any", "object", "T", "":
	default:
		if classNamed(f, name) != nil {
			s.root().object = name
			s.add(objectClass, w)
			return
		}
		// An alias at the top of the file: Matrix = list[list[float]].
		for _, st := range f.Module.Body {
			switch a := st.(type) {
			case *syntax.Assign:
				if n, ok := a.Targets[0].(*syntax.Name); ok && n.ID == name {
					if c, ok := a.Value.(*syntax.Call); ok && strings.HasSuffix(f.Text(c.Func), "TypeVar") {
						for _, x := range c.Args[min(1, len(c.Args)):] {
							s.annotate(f, x, w)
						}
						return
					}
					if _, again := a.Value.(*syntax.Name); !again {
						s.annotate(f, a.Value, w)
					}
					return
				}
			case *syntax.TypeAlias:
				if a.Name.ID == name {
					s.annotate(f, a.Value, w)
					return
				}
			}
		}
	}
}

// literal adds the class of a literal.
func (s *spec) literal(f *syntax.File, e syntax.Expr, w float64) {
	switch e := e.(type) {
	case *syntax.Constant:
		switch e.Value.(type) {
		case syntax.ConstInt:
			s.add(intClass, w)
		case syntax.ConstFloat:
			s.add(floatClass, w)
		case syntax.ConstStr:
			s.add(strClass, w)
		case syntax.ConstBytes:
			s.add(bytesClass, w)
		case syntax.ConstBool:
			s.add(boolClass, w)
		case syntax.ConstNone:
			s.add(noneClass, w)
		}
	case *syntax.JoinedStr:
		s.add(strClass, w)
	case *syntax.UnaryOp:
		if e.Op != syntax.Not {
			s.literal(f, e.Operand, w)
		}
	case *syntax.List, *syntax.ListComp:
		s.add(listClass, w)
		if l, ok := e.(*syntax.List); ok {
			for _, x := range l.Elts {
				s.elemSpec().literal(f, x, w)
			}
		}
	case *syntax.Tuple:
		s.add(tupleClass, w)
	case *syntax.Set, *syntax.SetComp:
		s.add(setClass, w)
	case *syntax.Dict, *syntax.DictComp:
		s.add(dictClass, w)
	}
}
