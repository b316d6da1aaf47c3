package reach

import (
	"strings"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// form is the outer shape of a datum.
type form uint8

const (
	scalar form = iota // None, bool, int, float, complex, str, bytes
	listForm
	tupleForm
	setForm
	frozenForm
	dictForm // elems holds keys and values in turn
	codeForm // an expression that makes an object, such as "Point(1, 2)"
)

// A datum is an argument: a description of a Python value, from which a fresh
// value is made for every run, since a run may change what it is given. Data
// are not changed once made, and share parts.
type datum struct {
	form  form
	leaf  value.Value // of a scalar
	elems []*datum
	text  string // of codeForm
	size  int    // length of the text, kept
}

func leafOf(v value.Value) *datum { return &datum{form: scalar, leaf: v} }

var (
	noneDatum  = leafOf(value.None)
	trueDatum  = leafOf(value.True)
	falseDatum = leafOf(value.False)
	zeroDatum  = leafOf(value.Int(0))
	emptyText  = leafOf(value.EmptyStr)
)

func intDatum(n int64) *datum     { return leafOf(value.Int(n)) }
func floatDatum(f float64) *datum { return leafOf(value.Float(f)) }
func strDatum(s string) *datum    { return leafOf(value.NewStr(s)) }
func listDatum(es ...*datum) *datum {
	return &datum{form: listForm, elems: es}
}
func tupleDatum(es ...*datum) *datum { return &datum{form: tupleForm, elems: es} }
func dictDatum(es ...*datum) *datum  { return &datum{form: dictForm, elems: es} }

// with returns d with other elements.
func (d *datum) with(elems []*datum) *datum { return &datum{form: d.form, elems: elems} }

// asText returns the text of a str.
func (d *datum) asText() (string, bool) {
	if s, ok := d.leaf.(*value.Str); ok {
		return s.String(), true
	}
	return "", false
}

// asInt returns a small int; a bool is none.
func (d *datum) asInt() (int64, bool) {
	n, ok := d.leaf.(value.Int)
	return int64(n), ok
}

func (d *datum) asFloat() (float64, bool) {
	f, ok := d.leaf.(value.Float)
	return float64(f), ok
}

// entries is how many elements a container has.
func (d *datum) entries() int {
	if d.form == dictForm {
		return len(d.elems) / 2
	}
	return len(d.elems)
}

// build makes the value.
func (d *datum) build(r *runner) (value.Value, error) {
	switch d.form {
	case scalar:
		return d.leaf, nil
	case codeForm:
		return r.expression(d.text)
	}
	vs := make([]value.Value, len(d.elems))
	for i, e := range d.elems {
		v, err := e.build(r)
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	t := r.m.Thread()
	switch d.form {
	case listForm:
		return value.NewList(vs), nil
	case tupleForm:
		return value.NewTuple(vs...), nil
	case dictForm:
		m := value.NewDict()
		for i := 0; i+1 < len(vs); i += 2 {
			if err := m.Set(t, vs[i], vs[i+1]); err != nil {
				return nil, err
			}
		}
		return m, nil
	}
	s := value.NewSet()
	if d.form == frozenForm {
		s = value.NewFrozenSet()
	}
	for _, v := range vs {
		if err := s.Add(t, v); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// String writes the datum as Python source, as repr would.
func (d *datum) String() string {
	var b strings.Builder
	d.write(&b)
	return b.String()
}

func (d *datum) write(b *strings.Builder) {
	all := func() {
		for i, e := range d.elems {
			if i > 0 {
				b.WriteString(", ")
			}
			e.write(b)
		}
	}
	switch d.form {
	case scalar:
		b.WriteString(leafText(d.leaf))
	case codeForm:
		b.WriteString(d.text)
	case listForm:
		b.WriteByte('[')
		all()
		b.WriteByte(']')
	case tupleForm:
		b.WriteByte('(')
		all()
		if len(d.elems) == 1 {
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case setForm, frozenForm:
		if d.form == frozenForm {
			b.WriteString("frozenset(")
			defer b.WriteByte(')')
		}
		if len(d.elems) == 0 {
			if d.form == setForm {
				b.WriteString("set()")
			}
			return
		}
		b.WriteByte('{')
		all()
		b.WriteByte('}')
	case dictForm:
		b.WriteByte('{')
		for i := 0; i+1 < len(d.elems); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			d.elems[i].write(b)
			b.WriteString(": ")
			d.elems[i+1].write(b)
		}
		b.WriteByte('}')
	}
}

func leafText(v value.Value) string {
	switch v := v.(type) {
	case *value.Str:
		return value.StrRepr(v.String())
	case value.Float:
		text := value.FloatRepr(float64(v))
		switch text {
		case "inf", "nan":
			return "float('" + text + "')"
		case "-inf":
			return "-float('inf')"
		}
		return text
	}
	text, err := value.Repr(plainThread(), v)
	if err != nil {
		return "None"
	}
	return text
}

// length is that of the text.
func (d *datum) length() int {
	if d.size == 0 {
		d.size = len(d.String())
	}
	return d.size
}

// datumOf describes a value; false if it holds anything but built-in data, or
// is deep or large.
func datumOf(v value.Value) (*datum, bool) {
	budget := 2000
	return describe(v, 8, &budget)
}

func describe(v value.Value, depth int, budget *int) (*datum, bool) {
	if *budget--; *budget < 0 || depth == 0 {
		return nil, false
	}
	all := func(vs []value.Value) ([]*datum, bool) {
		es := make([]*datum, len(vs))
		for i, x := range vs {
			d, ok := describe(x, depth-1, budget)
			if !ok {
				return nil, false
			}
			es[i] = d
		}
		return es, true
	}
	if h := value.Head(v); h != nil && h.Cls != nil {
		return nil, false
	}
	switch v := v.(type) {
	case value.Bool, value.Int, *value.BigInt, value.Float, value.Complex, *value.Bytes:
		return leafOf(v), true
	case *value.Str:
		return leafOf(v), len(v.String()) < 4000
	case *value.Singleton:
		return leafOf(v), v == value.None
	case *value.List:
		es, ok := all(v.Elems)
		return listDatum(es...), ok
	case *value.Tuple:
		es, ok := all(v.Elems)
		return tupleDatum(es...), ok
	case *value.Set:
		es, ok := all(v.Unordered())
		f := setForm
		if v.Frozen {
			f = frozenForm
		}
		return &datum{form: f, elems: es}, ok
	case *value.Dict:
		var kvs []value.Value
		for i := 0; ; {
			k, x, next, ok := v.Next(i)
			if !ok {
				break
			}
			kvs = append(kvs, k, x)
			i = next
		}
		es, ok := all(kvs)
		return dictDatum(es...), ok
	}
	return nil, false
}

// parseDatum reads a literal; what is more than a literal becomes code.
func parseDatum(e syntax.Expr, text string) *datum {
	if v, err := eval.Literal(plainThread(), e); err == nil {
		if d, ok := datumOf(v); ok {
			return d
		}
	}
	return &datum{form: codeForm, text: text}
}

// hashable reports whether the value can be a key or an element of a set.
func (d *datum) hashable() bool {
	switch d.form {
	case listForm, dictForm, setForm:
		return false
	case tupleForm, frozenForm:
		for _, e := range d.elems {
			if !e.hashable() {
				return false
			}
		}
	}
	return true
}
