package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("pprint", loadPprint) }

const printerParams = "indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False"

func loadPprint(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("pprint")
	c, err := class{module: "pprint", name: "PrettyPrinter"}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("PrettyPrinter", c)
	def(c, "__init__(self, "+printerParams+")", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := newPrinter(t, a[1:])
		if err != nil {
			return nil, err
		}
		o, ok := a[0].(*value.Instance)
		if !ok {
			return nil, value.Unknownf("the state of a PrettyPrinter")
		}
		o.Payload = p
		return value.None, nil
	})
	// on runs f with the printer of an instance, whose class must not have
	// its own format.
	on := func(signature string, f func(t *value.Thread, p *printer, a []value.Value) (value.Value, error)) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			p, ok := state[*printer](a[0])
			if !ok || !inherits(a[0], "format", c) {
				return nil, value.Unknownf("a PrettyPrinter with a format of its own")
			}
			return f(t, p.anew(), a)
		})
	}
	on("pformat(self, object)", func(t *value.Thread, p *printer, a []value.Value) (value.Value, error) { return p.text(t, a[1]) })
	on("pprint(self, object)", func(t *value.Thread, p *printer, a []value.Value) (value.Value, error) {
		return value.None, p.print(t, a[1])
	})
	on("isreadable(self, object)", func(t *value.Thread, p *printer, a []value.Value) (value.Value, error) {
		r, err := p.safeRepr(t, a[1], 0, 0)
		return value.Bool(r.readable && !r.recursive), err
	})
	on("isrecursive(self, object)", func(t *value.Thread, p *printer, a []value.Value) (value.Value, error) {
		r, err := p.safeRepr(t, a[1], 0, 0)
		return value.Bool(r.recursive), err
	})
	on("format(self, object, context, maxlevels, level)", func(t *value.Thread, p *printer, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("PrettyPrinter.format")
	})
	definePprintFunctions(m)
	return m, nil
}

func definePprintFunctions(m *value.Module) {
	defIn(m, "pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False)",
		func(t *value.Thread, a []value.Value) (value.Value, error) {
			p, err := newPrinter(t, []value.Value{a[1], a[2], a[3], value.None, a[4], a[5], a[6]})
			if err != nil {
				return nil, err
			}
			return p.text(t, a[0])
		})
	pprint := func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := newPrinter(t, []value.Value{a[2], a[3], a[4], a[1], a[5], a[6], a[7]})
		if err != nil {
			return nil, err
		}
		return value.None, p.print(t, a[0])
	}
	const params = "(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False)"
	defIn(m, "pprint"+params, pprint)
	defIn(m, "pp(object, *args, sort_dicts=False, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		kwargs := append(kwargsOf(a[3]), value.Kwarg{Name: "sort_dicts", Value: a[2]})
		return value.CallKw(t, m, "pprint", append([]value.Value{a[0]}, a[1].(*value.Tuple).Elems...), kwargs)
	})
	part := func(name string, get func(r safeText) value.Value) {
		defIn(m, name+"(object)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			p := &printer{indent: 1, width: 80, depth: -1, sorted: true}
			r, err := p.anew().safeRepr(t, a[0], -1, 0)
			if err != nil {
				return nil, err
			}
			return get(r), nil
		})
	}
	part("saferepr", func(r safeText) value.Value { return str(r.text) })
	part("isreadable", func(r safeText) value.Value { return value.Bool(r.readable) })
	part("isrecursive", func(r safeText) value.Value { return value.Bool(r.recursive) })
}

// printer lays out the repr of nested values in lines.
type printer struct {
	indent, width   int
	depth           int // -1: no bound
	compact, sorted bool
	underscore      bool
	stream          value.Value
	out             strings.Builder
	context         map[value.Value]bool // containers being printed
}

// newPrinter reads the arguments of PrettyPrinter.
func newPrinter(t *value.Thread, a []value.Value) (*printer, error) {
	p := &printer{depth: -1, stream: a[3]}
	for i, n := range []*int{&p.indent, &p.width} {
		v, err := value.Call(t, value.IntType, []value.Value{a[i]}, nil)
		if err != nil {
			return nil, err
		}
		if *n, err = value.Index(t, v); err != nil {
			return nil, err
		}
	}
	if p.indent < 0 {
		return nil, value.ValueErrorf("indent must be >= 0")
	}
	if a[2] != value.None {
		got, err := value.Compare(t, value.CmpLe, a[2], value.Int(0))
		if err != nil {
			return nil, err
		}
		bad, err := value.Truth(t, got)
		if err != nil {
			return nil, err
		}
		if bad {
			return nil, value.ValueErrorf("depth must be > 0")
		}
		if p.depth, err = value.Index(t, a[2]); err != nil {
			return nil, err
		}
	}
	if p.width == 0 {
		return nil, value.ValueErrorf("width must be != 0")
	}
	for i, b := range []*bool{&p.compact, &p.sorted, &p.underscore} {
		ok, err := value.Truth(t, a[4+i])
		if err != nil {
			return nil, err
		}
		*b = ok
	}
	return p, nil
}

// anew returns a printer with the same options and nothing printed yet.
func (p *printer) anew() *printer {
	return &printer{
		indent: p.indent, width: p.width, depth: p.depth, compact: p.compact, sorted: p.sorted, underscore: p.underscore,
		stream: p.stream, context: map[value.Value]bool{},
	}
}

func (p *printer) text(t *value.Thread, v value.Value) (value.Value, error) {
	p = p.anew()
	if err := p.format(t, v, 0, 0, 0); err != nil {
		return nil, err
	}
	return str(p.out.String()), nil
}

func (p *printer) print(t *value.Thread, v value.Value) error {
	text, err := p.text(t, v)
	if err != nil {
		return err
	}
	if p.stream == value.None {
		_, err = value.Call(t, value.Builtins["print"], []value.Value{text}, nil)
		return err
	}
	if _, err = value.CallMethod(t, p.stream, "write", text); err != nil {
		return err
	}
	_, err = value.CallMethod(t, p.stream, "write", str("\n"))
	return err
}

func (p *printer) write(t *value.Thread, s string) error {
	p.out.WriteString(s)
	return t.Alloc(len(s))
}

func errRecursive() error { return value.Unknownf("the text of a recursive value holds an address") }

// runeLen is the number of characters of a text.
func runeLen(s string) int { return value.NewStr(s).Len() }

// within prints the items of v, which must not hold v itself.
func (p *printer) within(v value.Value, f func() error) error {
	p.context[v] = true
	defer delete(p.context, v)
	return f()
}

// format prints v at column indent, leaving room for allowance characters.
func (p *printer) format(t *value.Thread, v value.Value, indent, allowance, level int) error {
	if err := t.Step(1); err != nil {
		return err
	}
	if p.context[v] {
		return errRecursive()
	}
	layout := p.layoutOf(v)
	r, err := p.safeRepr(t, v, p.depth, level)
	if s, ok := v.(*value.Set); ok && !s.Ordered() && layout != nil {
		// The text of a set in one line may be known to be too long although
		// its order is not known.
		n, e := value.Repr(t, value.NewList(s.Unordered()))
		if e != nil || runeLen(n) <= p.width-indent-allowance {
			return err
		}
		r, err = safeText{text: n}, nil
	}
	if err != nil {
		return err
	}
	if runeLen(r.text) <= p.width-indent-allowance {
		return p.write(t, r.text)
	}
	if layout == nil || isEmptyCollection(v) {
		return p.write(t, r.text)
	}
	_, err = t.CallWithin(func() (value.Value, error) {
		return nil, p.within(v, func() error { return layout(t, v, indent, allowance, level+1) })
	})
	return err
}

// isEmptyCollection reports whether v is an empty collection that is never
// spread over lines; an empty dict, list or tuple may be.
func isEmptyCollection(v value.Value) bool {
	switch x := v.(type) {
	case *value.Set:
		return x.Len() == 0
	case *deque:
		return x.n == 0
	case *value.Dict:
		_, where, _ := x.Type().LookupWhere("__repr__")
		return x.Len() == 0 && where != value.DictType
	}
	return false
}

type layout func(t *value.Thread, v value.Value, indent, allowance, level int) error

// layoutOf chooses how to print v over several lines by where its class has
// __repr__ from; nil: it is printed in one.
func (p *printer) layoutOf(v value.Value) layout {
	repr, where, ok := v.Type().LookupWhere("__repr__")
	if !ok {
		return nil
	}
	switch where {
	case value.DictType:
		return p.dict
	case orderedDictType:
		return p.ordered
	case value.ListType:
		return p.list
	case value.TupleType:
		return p.tuple
	case value.SetType, value.FrozenSetType:
		return p.set
	case value.StrType:
		return p.str
	case value.BytesType:
		return p.bytes
	case value.ByteArrayType:
		return p.byteArray
	case value.MappingProxyType:
		return p.proxy
	case namespaceType:
		return p.namespace
	case defaultDictType:
		return p.defaultDict
	case dequeType:
		return p.deque
	}
	if where.Module == "collections" {
		switch where.Name {
		case "Counter":
			return p.counter
		case "ChainMap":
			return p.chainMap
		case "UserDict", "UserList", "UserString":
			return p.userData
		}
	}
	if f, ok := repr.(*value.Function); ok {
		if _, generated := f.Code.(*code); generated && where.Module != "enum" {
			if _, ok := v.Type().Lookup("__dataclass_fields__"); ok {
				return p.dataclass
			}
		}
	}
	return nil
}

// safeText is the repr of a value in one line.
type safeText struct {
	text                string
	readable, recursive bool
}

// safeRepr makes the repr of v with items sorted and nesting cut off at
// maxLevels (-1 or 0: nowhere).
func (p *printer) safeRepr(t *value.Thread, v value.Value, maxLevels, level int) (safeText, error) {
	if err := t.Step(1); err != nil {
		return safeText{}, err
	}
	plain := func() (safeText, error) {
		s, err := value.Repr(t, v)
		return safeText{text: s, readable: !strings.HasPrefix(s, "<")}, err
	}
	_, where, _ := v.Type().LookupWhere("__repr__")
	switch x := v.(type) {
	case value.Bool:
		return plain()
	case value.Int, *value.BigInt:
		if p.underscore && where == value.IntType {
			s, err := value.Format(t, x, "_d")
			return safeText{text: s, readable: true}, err
		}
	case *value.Dict:
		if where != value.DictType {
			return plain()
		}
		return p.safeItems(t, v, "{", "}", x.Len(), maxLevels, level, func() ([]value.Value, error) { return p.pairs(t, x) })
	case *value.List:
		if where != value.ListType {
			return plain()
		}
		t.Reading(&x.Header)
		return p.safeItems(t, v, "[", "]", len(x.Elems), maxLevels, level, func() ([]value.Value, error) { return x.Elems, nil })
	case *value.Tuple:
		if where != value.TupleType {
			return plain()
		}
		closing := ")"
		if len(x.Elems) == 1 {
			closing = ",)"
		}
		return p.safeItems(t, v, "(", closing, len(x.Elems), maxLevels, level, func() ([]value.Value, error) { return x.Elems, nil })
	}
	return plain()
}

// safeItems joins the reprs of the items of a container; those of a dict are
// pairs.
func (p *printer) safeItems(t *value.Thread, v value.Value, open, closing string, n, maxLevels, level int, items func() ([]value.Value, error)) (safeText, error) {
	if n == 0 {
		return safeText{text: open + closing, readable: true}, nil
	}
	if maxLevels > 0 && level >= maxLevels {
		return safeText{text: open + "..." + closing, recursive: p.context[v]}, nil
	}
	if p.context[v] {
		return safeText{}, errRecursive()
	}
	result := safeText{readable: true}
	err := p.within(v, func() error {
		list, err := items()
		if err != nil {
			return err
		}
		parts := make([]string, len(list))
		part := func(x value.Value) (string, error) {
			var r safeText
			_, err := t.CallWithin(func() (value.Value, error) {
				var err error
				r, err = p.safeRepr(t, x, maxLevels, level+1)
				return nil, err
			})
			result.readable = result.readable && r.readable
			result.recursive = result.recursive || r.recursive
			return r.text, err
		}
		for i, x := range list {
			if pair, ok := x.(*value.Tuple); ok && open == "{" {
				k, err := part(pair.Elems[0])
				if err != nil {
					return err
				}
				e, err := part(pair.Elems[1])
				if err != nil {
					return err
				}
				parts[i] = k + ": " + e
				continue
			}
			if parts[i], err = part(x); err != nil {
				return err
			}
		}
		result.text = open + strings.Join(parts, ", ") + closing
		return t.Alloc(len(result.text))
	})
	return result, err
}

// pairs returns the entries of a dict, sorted if the printer sorts dicts.
func (p *printer) pairs(t *value.Thread, d *value.Dict) ([]value.Value, error) {
	items, err := value.CallMethod(t, d, "items")
	if err != nil {
		return nil, err
	}
	list, err := value.Collect(t, items)
	if err != nil || !p.sorted {
		return list, err
	}
	first := value.NewRaw("_safe_tuple", func(t *value.Thread, a []value.Value, _ []value.Kwarg) (value.Value, error) {
		k, err := value.GetItem(t, a[0], value.Int(0))
		return &safeKey{k}, err
	})
	l := value.NewList(list)
	return l.Elems, l.Sort(t, first, false)
}

// safeKey orders what does not compare by the names of the classes.
type safeKey struct{ v value.Value }

var safeKeyType = libraryType("pprint", "_safe_key")

// Type returns the class of such keys.
func (*safeKey) Type() *value.Type { return safeKeyType }

func init() {
	safeKeyType.Def("__lt__(self, other, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, y := a[0].(*safeKey).v, a[1].(*safeKey).v
		got, err := value.Compare(t, value.CmpLt, x, y)
		if !raised(err, value.TypeError) {
			return got, err
		}
		s, err := value.Text(t, x.Type())
		if err != nil {
			return nil, err
		}
		o, err := value.Text(t, y.Type())
		if err != nil {
			return nil, err
		}
		if s == o {
			return nil, value.Unknownf("the order of values that do not compare rests on addresses")
		}
		return value.Bool(s < o), nil
	})
}
