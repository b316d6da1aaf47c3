package reach

import (
	"math/rand/v2"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// A pool holds the constants that inputs are made from: those of the code,
// those of the wanted result, and those met in comparisons.
type pool struct {
	ints   []int64
	floats []float64
	strs   []string
	chars  []rune
	data   []*datum // all of them
	seen   map[string]bool
}

func newPool() *pool { return &pool{seen: map[string]bool{}} }

// add puts a datum and its parts into the pool.
func (p *pool) add(d *datum) {
	if d == nil || len(p.data) > 400 || d.length() > 300 {
		return
	}
	key := d.String()
	if p.seen[key] {
		return
	}
	p.seen[key] = true
	p.data = append(p.data, d)
	if s, ok := d.asText(); ok {
		p.strs = append(p.strs, s)
		for _, r := range s {
			p.char(r)
		}
	}
	if n, ok := d.asInt(); ok {
		p.ints = append(p.ints, n)
	}
	if f, ok := d.asFloat(); ok {
		p.floats = append(p.floats, f)
	}
	for _, e := range d.elems {
		p.add(e)
	}
}

func (p *pool) char(r rune) {
	for _, c := range p.chars {
		if c == r {
			return
		}
	}
	if len(p.chars) < 120 {
		p.chars = append(p.chars, r)
	}
}

// mine adds the literals below a node.
func (p *pool) mine(f *syntax.File, n syntax.Node) {
	syntax.Inspect(n, func(x syntax.Node) bool {
		switch x := x.(type) {
		case *syntax.FunctionDef:
			for i, s := range x.Body {
				if i == 0 {
					if e, ok := s.(*syntax.ExprStmt); ok {
						if k, ok := e.Value.(*syntax.Constant); ok {
							if _, doc := k.Value.(syntax.ConstStr); doc {
								continue
							}
						}
					}
				}
				p.mine(f, s)
			}
			return false
		case *syntax.Raise:
			return false // its text is a message
		case *syntax.JoinedStr:
			for _, v := range x.Values {
				if k, ok := v.(*syntax.Constant); ok {
					p.mine(f, k)
				}
			}
			return true
		case *syntax.Constant, *syntax.UnaryOp, *syntax.List, *syntax.Tuple, *syntax.Dict, *syntax.Set:
			e := x.(syntax.Expr)
			if u, ok := x.(*syntax.UnaryOp); ok && u.Op != syntax.USub {
				return true
			}
			if v, err := eval.Literal(plainThread(), e); err == nil {
				if d, ok := datumOf(v); ok {
					p.add(d)
				}
				return false
			}
		}
		return true
	})
}

// derive adds what is near the constants: neighbours of ints, other cases and
// pieces of texts.
func (p *pool) derive() {
	for _, n := range p.ints[:min(len(p.ints), 30)] {
		p.add(intDatum(n + 1))
		p.add(intDatum(n - 1))
	}
	for _, s := range p.strs[:min(len(p.strs), 30)] {
		if len(s) > 60 {
			continue
		}
		for _, f := range strings.Fields(s) {
			p.add(strDatum(f))
		}
	}
}

// maker makes data at random, from a fixed seed so that answers are stable.
type maker struct {
	rng  *rand.Rand
	pool *pool
	file *syntax.File
}

func (m *maker) chance(p float64) bool { return m.rng.Float64() < p }

func (m *maker) pick(n int) int { return m.rng.IntN(n) }

func pickFrom[T any](m *maker, list []T) T { return list[m.rng.IntN(len(list))] }

// class draws one by its evidence.
func (m *maker) class(s *spec) class {
	sum := 0.0
	if s != nil {
		s = s.root()
		for _, w := range s.weight {
			sum += w
		}
	}
	if sum == 0 {
		return pickFrom(m, []class{intClass, strClass, listClass, intClass, strClass, dictClass, floatClass, tupleClass, boolClass, noneClass})
	}
	x := m.rng.Float64() * sum
	for c, w := range s.weight {
		if x -= w; x < 0 {
			return class(c)
		}
	}
	return intClass
}

// make draws a datum of a spec.
func (m *maker) make(s *spec, depth int) *datum {
	return m.ofClass(m.class(s), s, depth)
}

func (m *maker) ofClass(c class, s *spec, depth int) *datum {
	if s == nil {
		s = &spec{}
	}
	s = s.root()
	if depth <= 0 && (c == listClass || c == tupleClass || c == dictClass || c == setClass) {
		c = intClass
	}
	count := func() int {
		return [...]int{0, 1, 1, 2, 2, 3, 3, 4, 5, 7}[m.pick(10)]
	}
	switch c {
	case intClass:
		return intDatum(m.int())
	case floatClass:
		return floatDatum(m.float())
	case boolClass:
		return leafOf(value.Bool(m.chance(0.5)))
	case noneClass:
		return noneDatum
	case strClass:
		return strDatum(m.text())
	case bytesClass:
		return leafOf(value.NewBytes(m.text()))
	case listClass, setClass:
		n := count()
		es := make([]*datum, 0, n)
		for range n {
			e := m.make(s.elem, depth-1)
			if c == setClass && !e.hashable() {
				e = intDatum(m.int())
			}
			es = append(es, e)
		}
		if c == setClass {
			return &datum{form: setForm, elems: dedupe(es)}
		}
		return listDatum(es...)
	case tupleClass:
		var es []*datum
		if s.fixed != nil {
			for _, f := range s.fixed {
				es = append(es, m.make(f, depth-1))
			}
		} else {
			for range count() {
				es = append(es, m.make(s.elem, depth-1))
			}
		}
		return tupleDatum(es...)
	case dictClass:
		var es []*datum
		for _, k := range s.keys {
			if m.chance(0.8) {
				es = append(es, strDatum(k), m.make(s.val, depth-1))
			}
		}
		for range count() {
			k := m.make(s.key, 1)
			if !s.key.known() {
				k = strDatum(m.text())
			}
			if k.hashable() {
				es = append(es, k, m.make(s.val, depth-1))
			}
		}
		return dictDatum(uniqueKeys(es)...)
	case callableClass:
		return m.callable()
	case objectClass:
		return &datum{form: codeForm, text: m.object(s.object)}
	}
	return noneDatum
}

// callables are functions to pass where one is called, the plainest first.
var callables = []string{
	"lambda x: x", "lambda *args: 0", "lambda x: True", "lambda x: x * x", "lambda x, y: x + y", "lambda x: x - 1", "lambda *args: True", "lambda x: x > 0", "str", "len",
	"lambda x: -x", "lambda *args: None", "lambda x: x + 1", "int",
}

func (m *maker) callable() *datum {
	text := pickFrom(m, callables)
	if m.chance(0.4) {
		op := pickFrom(m, []string{"<", ">", "==", "!=", "+", "*", "%"})
		k := pickFrom(m, []string{"1", "2", "0"})
		if len(m.pool.data) > 0 && m.chance(0.6) {
			k = pickFrom(m, m.pool.data).String()
		}
		text = "lambda x: x " + op + " " + k
	}
	return &datum{form: codeForm, text: text}
}

// object writes a call of a class of the file with plain arguments.
func (m *maker) object(name string) string {
	class := classNamed(m.file, name)
	if class == nil {
		return "None"
	}
	e := &entry{class: class, names: []string{name}}
	var args []*datum
	ps := e.constructor(m.file)
	for _, p := range ps {
		if p.optional && m.chance(0.7) {
			args = append(args, nil)
			continue
		}
		s := &spec{}
		if p.arg.Annotation != nil {
			s.annotate(m.file, p.arg.Annotation, 10)
		}
		s.guess(p.name)
		s.root().weight[objectClass] = 0
		args = append(args, m.make(s, 1))
	}
	return name + "(" + argumentsText(ps, args) + ")"
}

func (m *maker) int() int64 {
	switch {
	case len(m.pool.ints) > 0 && m.chance(0.35):
		return pickFrom(m, m.pool.ints)
	case m.chance(0.7):
		return int64(m.pick(13)) - 2
	case m.chance(0.7):
		return int64(m.pick(201)) - 100
	}
	return int64(m.pick(20001)) - 5000
}

func (m *maker) float() float64 {
	switch {
	case len(m.pool.floats) > 0 && m.chance(0.3):
		return pickFrom(m, m.pool.floats)
	case m.chance(0.5):
		return float64(m.int())
	}
	return float64(m.pick(2001)-500) / 100
}

// oddChars are characters for which texts behave in unusual ways: not ASCII,
// numeric but no digit, a digit but not decimal, longer in upper case, no
// letter and not printable.
const oddChars = "é½²ßİ\t\x00日"

const plainChars = "abcxyzABC 019 _-.,!@#\n"

func (m *maker) rune() rune {
	if len(m.pool.chars) > 0 && m.chance(0.6) {
		return pickFrom(m, m.pool.chars)
	}
	if m.chance(0.06) {
		return pickFrom(m, []rune(oddChars))
	}
	return rune(plainChars[m.pick(len(plainChars))])
}

func (m *maker) text() string {
	if len(m.pool.strs) > 0 && m.chance(0.3) {
		s := pickFrom(m, m.pool.strs)
		if len(m.pool.strs) > 1 && m.chance(0.3) {
			s += pickFrom(m, m.pool.strs)
		}
		return s
	}
	n := [...]int{0, 1, 1, 2, 3, 3, 4, 5, 6, 9}[m.pick(10)]
	rs := make([]rune, n)
	for i := range rs {
		rs[i] = m.rune()
	}
	return string(rs)
}

func dedupe(es []*datum) []*datum {
	seen := map[string]bool{}
	var out []*datum
	for _, e := range es {
		if k := e.String(); !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

func uniqueKeys(kvs []*datum) []*datum {
	seen := map[string]bool{}
	var out []*datum
	for i := 0; i+1 < len(kvs); i += 2 {
		if k := kvs[i].String(); !seen[k] {
			seen[k] = true
			out = append(out, kvs[i], kvs[i+1])
		}
	}
	return out
}
