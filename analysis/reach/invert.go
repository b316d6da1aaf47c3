package reach

import (
	"maps"
	"slices"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// An inversion reads a function backwards, from what it should return to what
// it should be given: through straight-line code, operation by operation. What an
// operation loses, such as the case of letters or what a slice cuts off, is made
// up. All that comes out is only ever tried.
type inversion struct {
	file *syntax.File
	made int // wants so far, bounded
}

// wants say what variables should hold at a point.
type wants map[string]*datum

const (
	maxWants = 400 // of one inversion
	maxWays  = 24  // at one point
)

// invert lists what the parameters of a function may be so that it returns d.
func (s *search) invert(d *datum) []wants {
	in := &inversion{file: s.en.file}
	return in.block(s.en.def.Body, nil, d)
}

// block goes backwards through a block, from what is wanted behind it; result is
// what its return statements should have.
func (in *inversion) block(body []syntax.Stmt, after []wants, result *datum) []wants {
	now := after
	for i := len(body) - 1; i >= 0; i-- {
		var before []wants
		switch s := body[i].(type) {
		case *syntax.Return:
			if s.Value != nil && result != nil {
				now = nil // what stands behind it does not run
				before = in.expr(s.Value, result)
			}
		default:
			for _, w := range now {
				before = append(before, in.statement(s, w)...)
			}
			if f, ok := s.(*syntax.If); ok && result != nil {
				// A way that returns from within.
				before = append(before, in.block(f.Body, nil, result)...)
				before = append(before, in.block(f.Orelse, nil, result)...)
			}
		}
		now = before[:min(len(before), maxWays)]
	}
	return now
}

// statement goes backwards through a statement.
func (in *inversion) statement(s syntax.Stmt, w wants) []wants {
	switch s := s.(type) {
	case *syntax.Assign:
		if name, ok := s.Targets[0].(*syntax.Name); ok {
			return in.bound(name.ID, w, s.Value)
		}
		if sub, ok := s.Targets[0].(*syntax.Subscript); ok {
			return in.stored(sub, w)
		}
	case *syntax.AnnAssign:
		if name, ok := s.Target.(*syntax.Name); ok && s.Value != nil {
			return in.bound(name.ID, w, s.Value)
		}
	case *syntax.AugAssign:
		if name, ok := s.Target.(*syntax.Name); ok {
			return in.bound(name.ID, w, &syntax.BinOp{Span: s.Span, Left: name, Op: s.Op, Right: s.Value})
		}
	case *syntax.ExprStmt:
		e := s.Value
		if x, ok := e.(*syntax.IfExp); ok {
			e = x.Body
		}
		if c, ok := e.(*syntax.Call); ok {
			return in.changed(c, w)
		}
	case *syntax.If:
		return append([]wants{w}, append(in.block(s.Body, []wants{w}, nil), in.block(s.Orelse, []wants{w}, nil)...)...)
	}
	return []wants{w}
}

// bound goes back through "name = e".
func (in *inversion) bound(name string, w wants, e syntax.Expr) []wants {
	d := w[name]
	if d == nil {
		return []wants{w}
	}
	rest := maps.Clone(w)
	delete(rest, name)
	return join([]wants{rest}, in.expr(e, d))
}

// join merges what two parts want; a variable cannot hold two things.
func join(a, b []wants) []wants {
	var out []wants
	for _, x := range a {
	next:
		for _, y := range b {
			both := maps.Clone(x)
			for name, d := range y {
				if o := both[name]; o != nil && o.String() != d.String() {
					continue next
				}
				both[name] = d
			}
			if out = append(out, both); len(out) >= maxWays {
				return out
			}
		}
	}
	return out
}

// with gives the variable of a container another want.
func (w wants) with(name string, ds ...*datum) []wants {
	var out []wants
	for _, d := range ds {
		if d != nil {
			c := maps.Clone(w)
			c[name] = d
			out = append(out, c)
		}
	}
	return out
}

// stored goes back through "name[key] = …".
func (in *inversion) stored(t *syntax.Subscript, w wants) []wants {
	name, ok := t.Value.(*syntax.Name)
	if !ok || w[name.ID] == nil {
		return []wants{w}
	}
	d := w[name.ID]
	k, isConstant := in.literal(t.Index)
	if d.form != dictForm || !isConstant {
		return []wants{w}
	}
	return append(w.with(name.ID, withoutKey(d, k)), w)
}

func withoutKey(d, k *datum) *datum {
	var es []*datum
	for i := 0; i+1 < len(d.elems); i += 2 {
		if d.elems[i].String() != k.String() {
			es = append(es, d.elems[i], d.elems[i+1])
		}
	}
	return dictDatum(es...)
}

// changed goes back through a call that changes a variable in place.
func (in *inversion) changed(c *syntax.Call, w wants) []wants {
	f, ok := c.Func.(*syntax.Attribute)
	if !ok {
		return []wants{w}
	}
	name, ok := f.Value.(*syntax.Name)
	if !ok || w[name.ID] == nil {
		return []wants{w}
	}
	d := w[name.ID]
	n := len(d.elems)
	arg := func(i int) *datum {
		if i < len(c.Args) {
			if k, ok := in.literal(c.Args[i]); ok {
				return k
			}
		}
		return nil
	}
	switch {
	case f.Attr == "append" && d.form == listForm && n > 0:
		rest := w.with(name.ID, d.with(d.elems[:n-1]))
		if arg(0) == nil && len(c.Args) == 1 {
			return join(rest, in.expr(c.Args[0], d.elems[n-1]))
		}
		return rest
	case f.Attr == "insert" && d.form == listForm && n > 0 && arg(0) != nil:
		at, _ := arg(0).asInt()
		i := int(min(max(at, 0), int64(n-1)))
		return w.with(name.ID, d.with(slices.Delete(slices.Clone(d.elems), i, i+1)))
	case f.Attr == "extend" && d.form == listForm && arg(0) != nil && len(arg(0).elems) <= n:
		return w.with(name.ID, d.with(d.elems[:n-len(arg(0).elems)]))
	case f.Attr == "pop" && d.form == listForm:
		fill := append(slices.Clone(d.elems), filler(d))
		if at := arg(0); at != nil {
			if i, ok := at.asInt(); ok && i >= 0 && int(i) <= n {
				fill = slices.Insert(slices.Clone(d.elems), int(i), filler(d))
			}
		}
		return append(w.with(name.ID, d.with(fill)), w)
	case f.Attr == "remove" && d.form == listForm && arg(0) != nil:
		return w.with(name.ID, d.with(append([]*datum{arg(0)}, d.elems...)))
	case f.Attr == "reverse" && d.form == listForm:
		return w.with(name.ID, reversed(d))
	case f.Attr == "update" && d.form == dictForm:
		for _, k := range c.Keywords {
			d = withoutKey(d, strDatum(k.Name))
		}
		return append(w.with(name.ID, d), w)
	}
	return []wants{w}
}

// filler is an element to put where any will do.
func filler(d *datum) *datum {
	if len(d.elems) > 0 {
		return d.elems[0]
	}
	return zeroDatum
}

func reversed(d *datum) *datum {
	es := slices.Clone(d.elems)
	slices.Reverse(es)
	return d.with(es)
}

// literal is the value of a literal.
func (in *inversion) literal(e syntax.Expr) (*datum, bool) {
	v, err := eval.Literal(plainThread(), e)
	if err != nil {
		return nil, false
	}
	return datumOf(v)
}

// expr lists what variables may hold so that an expression is d.
func (in *inversion) expr(e syntax.Expr, d *datum) []wants {
	if d == nil {
		return nil
	}
	if in.made++; in.made > maxWants {
		return nil
	}
	if k, ok := in.literal(e); ok {
		if k.String() == d.String() {
			return []wants{{}}
		}
		return nil
	}
	all := func(inner syntax.Expr, ds ...*datum) []wants {
		var out []wants
		seen := map[string]bool{}
		for _, x := range ds {
			if x == nil || seen[x.String()] {
				continue
			}
			seen[x.String()] = true
			out = append(out, in.expr(inner, x)...)
		}
		return out[:min(len(out), maxWays)]
	}
	switch e := e.(type) {
	case *syntax.Name:
		return []wants{{e.ID: d}}
	case *syntax.NamedExpr:
		return in.expr(e.Value, d)
	case *syntax.IfExp:
		return append(in.expr(e.Body, d), in.expr(e.Orelse, d)...)
	case *syntax.UnaryOp:
		if n, ok := d.asInt(); ok && e.Op == syntax.USub {
			return all(e.Operand, intDatum(-n))
		}
	case *syntax.BinOp:
		return in.binary(e, d, all)
	case *syntax.Subscript:
		if sl, ok := e.Index.(*syntax.Slice); ok {
			return all(e.Value, in.unsliced(sl, d)...)
		}
		if i, ok := in.literal(e.Index); ok {
			return all(e.Value, unindexed(i, d)...)
		}
	case *syntax.Call:
		return in.call(e, d, all)
	case *syntax.ListComp:
		return in.comprehension(e.Elt, nil, e.Generators, d)
	case *syntax.GeneratorExp:
		return in.comprehension(e.Elt, nil, e.Generators, d)
	case *syntax.SetComp:
		return in.comprehension(e.Elt, nil, e.Generators, d)
	case *syntax.DictComp:
		return in.comprehension(e.Key, e.Value, e.Generators, d)
	case *syntax.JoinedStr:
		return in.formatted(e, d)
	case *syntax.List:
		return in.parts(e.Elts, d)
	case *syntax.Tuple:
		return in.parts(e.Elts, d)
	}
	return nil
}

// parts inverts the elements of a list or tuple.
func (in *inversion) parts(elts []syntax.Expr, d *datum) []wants {
	if len(elts) != len(d.elems) || d.form == dictForm {
		return nil
	}
	out := []wants{{}}
	for i, e := range elts {
		out = join(out, in.expr(e, d.elems[i]))
	}
	return out
}

// formatted inverts an f-string with one value in it.
func (in *inversion) formatted(e *syntax.JoinedStr, d *datum) []wants {
	text, ok := d.asText()
	if !ok {
		return nil
	}
	var hole *syntax.FormattedValue
	prefix, suffix := "", ""
	for _, v := range e.Values {
		switch v := v.(type) {
		case *syntax.FormattedValue:
			if hole != nil {
				return nil
			}
			hole = v
		case *syntax.Constant:
			k, ok := v.Value.(syntax.ConstStr)
			if !ok {
				return nil
			}
			if hole == nil {
				prefix += k.Value
			} else {
				suffix += k.Value
			}
		}
	}
	text, ok1 := strings.CutPrefix(text, prefix)
	text, ok2 := strings.CutSuffix(text, suffix)
	if hole == nil || !ok1 || !ok2 {
		return nil
	}
	var out []wants
	for _, x := range unwritten(text) {
		out = append(out, in.expr(hole.Value, x)...)
	}
	return out
}

// comprehension inverts "elt for target in iter", or "key: elt …", element by
// element. What its conditions leave out is not made up.
func (in *inversion) comprehension(elt, val syntax.Expr, gens []*syntax.Comprehension, d *datum) []wants {
	if len(gens) != 1 || d.form == scalar || d.form == codeForm || len(d.elems) > 80 {
		return nil
	}
	g := gens[0]
	target, ok := g.Target.(*syntax.Name)
	pair, isPair := g.Target.(*syntax.Tuple)
	if !ok && (!isPair || len(pair.Elts) != 2) {
		return nil
	}
	step := 1
	if val != nil {
		step = 2
	}
	var choices [2][]*datum // two ways to make the elements up
	for i := 0; i+step <= len(d.elems); i += step {
		ways := in.expr(elt, d.elems[i])
		if val != nil {
			ways = join(ways, in.expr(val, d.elems[i+1]))
		}
		in.made -= len(ways) // elements are many, and cheap
		var made []*datum
		for _, w := range ways {
			item := (*datum)(nil)
			if ok {
				item = w[target.ID]
			} else {
				item = pairOf(pair, w, i/step)
			}
			if item != nil {
				made = append(made, item)
			}
		}
		if len(made) == 0 {
			return nil
		}
		for k := range choices {
			choices[k] = append(choices[k], made[min(k, len(made)-1)])
		}
	}
	return append(in.iterated(g.Iter, choices[0]), in.iterated(g.Iter, choices[1])...)
}

// pairOf puts a pair together from what its two names should hold; the first may
// be a count.
func pairOf(t *syntax.Tuple, w wants, i int) *datum {
	var es []*datum
	for k, e := range t.Elts {
		n, ok := e.(*syntax.Name)
		if !ok {
			return nil
		}
		x := w[n.ID]
		if x == nil && k == 0 {
			x = intDatum(int64(i))
		}
		if x == nil {
			x = intDatum(int64(i))
		}
		es = append(es, x)
	}
	return tupleDatum(es...)
}

// iterated inverts an expression over which a loop goes, given its elements.
func (in *inversion) iterated(e syntax.Expr, items []*datum) []wants {
	var out []wants
	for _, d := range sequences(items) {
		out = append(out, in.expr(e, d)...)
	}
	return out[:min(len(out), maxWays)]
}

// sequences are containers with certain elements.
func sequences(items []*datum) []*datum {
	var out []*datum
	text, isText, bytes, isBytes := "", true, "", true
	for _, x := range items {
		t, ok := x.asText()
		isText = isText && ok && len([]rune(t)) == 1
		text += t
		n, ok := x.asInt()
		if isBytes = isBytes && ok && n >= 0 && n < 256; isBytes {
			bytes += string([]byte{byte(n)})
		}
	}
	if isText {
		out = append(out, strDatum(text))
	}
	out = append(out, listDatum(items...))
	if isBytes && len(items) > 0 {
		out = append(out, leafOf(value.NewBytes(bytes)))
	}
	return out
}

// sourceOf is the source of an expression, for the names of methods and types.
func (in *inversion) sourceOf(e syntax.Expr) string { return in.file.Text(e) }
