package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// soften turns an unknown result into an unknown value, so that evaluation goes
// on in order and what comes after still has its effects. An unknown state
// stays an error.
func soften(v value.Value, err error) (value.Value, error) {
	if u, ok := err.(*value.UnknownError); ok && !u.Halt {
		return &value.Unknown{Reason: u.Reason}, nil
	}
	return v, err
}

// halt makes an unknown result an unknown state: control flow depends on it.
func halt(err error) error {
	if u, ok := err.(*value.UnknownError); ok && !u.Halt {
		return &value.UnknownError{Reason: u.Reason, Halt: true}
	}
	return err
}

var binaryOps = map[syntax.Operator]value.Op{
	syntax.Add: value.OpAdd, syntax.Sub: value.OpSub, syntax.Mult: value.OpMul, syntax.MatMult: value.OpMatMul,
	syntax.Div: value.OpTrueDiv, syntax.FloorDiv: value.OpFloorDiv, syntax.Mod: value.OpMod, syntax.Pow: value.OpPow,
	syntax.LShift: value.OpLShift, syntax.RShift: value.OpRShift,
	syntax.BitOr: value.OpOr, syntax.BitXor: value.OpXor, syntax.BitAnd: value.OpAnd,
}

var unaryOps = map[syntax.Operator]value.UnaryOp{
	syntax.USub: value.UnaryNeg, syntax.UAdd: value.UnaryPos, syntax.Invert: value.UnaryInvert,
}

var compareOps = map[syntax.Operator]value.CmpOp{
	syntax.Eq: value.CmpEq, syntax.NotEq: value.CmpNe, syntax.Lt: value.CmpLt,
	syntax.LtE: value.CmpLe, syntax.Gt: value.CmpGt, syntax.GtE: value.CmpGe,
}

func (c *compiler) expr(e syntax.Expr) expr {
	if s := c.prog.spot; s != nil && s.is(e) {
		return s.watched(c.plainExpr(e))
	}
	return c.plainExpr(e)
}

func (c *compiler) plainExpr(e syntax.Expr) expr {
	if c.multi {
		return c.marked(e)
	}
	return c.compute(e)
}

// compute compiles what an expression does, without marking where it starts.
func (c *compiler) compute(e syntax.Expr) expr {
	switch e := e.(type) {
	case *syntax.Constant:
		v := constant(e.Value)
		return func(*frame) (value.Value, error) { return v, nil }
	case *syntax.Name:
		return c.load(c.mangle(e.ID))
	case *syntax.BinOp:
		return c.binOp(e)
	case *syntax.UnaryOp:
		return c.unaryOp(e)
	case *syntax.BoolOp:
		return c.boolOp(e)
	case *syntax.Compare:
		return c.compare(e)
	case *syntax.Call:
		return c.call(e)
	case *syntax.Attribute:
		return c.attribute(e)
	case *syntax.Subscript:
		return c.subscript(e)
	case *syntax.IfExp:
		return c.ifExp(e)
	case *syntax.Tuple:
		return c.display(e, e.Elts, func(vs []value.Value) value.Value { return value.NewTuple(vs...) })
	case *syntax.List:
		return c.display(e, e.Elts, func(vs []value.Value) value.Value { return value.NewList(vs) })
	case *syntax.Set:
		return c.setDisplay(e)
	case *syntax.Dict:
		return c.dictDisplay(e)
	case *syntax.JoinedStr:
		return c.joinedStr(e)
	case *syntax.FormattedValue:
		return c.formattedValue(e)
	case *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp:
		return c.comprehension(e)
	case *syntax.Lambda:
		return c.lambda(e)
	case *syntax.NamedExpr:
		v, set := c.last(e.Value, e.Line), c.storer(c.mangle(e.Target.ID))
		return func(fr *frame) (value.Value, error) {
			x, err := v(fr)
			if err != nil {
				return nil, err
			}
			return x, set(fr, x)
		}
	case *syntax.Slice:
		return c.slice(e)
	case *syntax.Yield:
		return c.yield(e)
	case *syntax.YieldFrom:
		return c.yieldFrom(e.Value, e.Line, false)
	case *syntax.Await:
		return c.yieldFrom(e.Value, e.Line, true)
	case *syntax.Starred:
		return failing("can't use starred expression here")
	case *syntax.BadExpr:
		return failing(e.Message)
	}
	return failing("invalid syntax")
}

// failing is source that no Python would run.
func failing(message string) expr {
	return func(*frame) (value.Value, error) {
		return nil, &value.UnknownError{Reason: "syntax error: " + message, Halt: true}
	}
}

func (c *compiler) exprs(list []syntax.Expr) []expr {
	out := make([]expr, len(list))
	for i, e := range list {
		out[i] = c.expr(e)
	}
	return out
}

// optional compiles e, or gives None for a nil e.
func (c *compiler) optional(e syntax.Expr) expr {
	if e == nil {
		return func(*frame) (value.Value, error) { return value.None, nil }
	}
	return c.expr(e)
}

func (c *compiler) binOp(e *syntax.BinOp) expr {
	if parts, ok := percentParts(e); ok {
		return c.percent(e, parts)
	}
	l, r, op := c.operand(e.Left, c.expr(e.Left)), c.operand(e.Right, c.last(e.Right, e.Line)), binaryOps[e.Op]
	return binary(op, l, r)
}

func (c *compiler) unaryOp(e *syntax.UnaryOp) expr {
	x := c.last(e.Operand, e.Line)
	if e.Op == syntax.Not {
		return c.notOf(e, x)
	}
	op := unaryOps[e.Op]
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		got, err := value.Unary(fr.t, op, v)
		if err == nil {
			return got, nil
		}
		kind := kindOf(v)
		return fr.softKind(got, err, kind, isReal(kind) || !involves(v))
	}
}

func (c *compiler) notOf(e *syntax.UnaryOp, x expr) expr {
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		b, err := value.Truth(fr.t, v)
		if o := fr.m.cfg.Observer; o != nil && err == nil {
			o.Condition(e.Operand, v, b)
		}
		return soften(value.Bool(!b), err)
	}
}

// boolOp computes "and" and "or". When an operand's truth is unknown, so is the
// result; but which of the later operands run is unknown too, which only
// matters if they could do something.
func (c *compiler) boolOp(e *syntax.BoolOp) expr {
	last := len(e.Values) - 1
	xs := append(c.eachLast(e.Values[:last], e.Line), c.expr(e.Values[last]))
	return c.boolOpOf(e, xs)
}

func (c *compiler) boolOpOf(e *syntax.BoolOp, xs []expr) expr {
	stop := e.Op == syntax.Or
	restHarmless, restActs := make([]bool, len(xs)), make([]bool, len(xs))
	harmless, acting := true, false
	for i := len(xs) - 1; i >= 0; i-- {
		restHarmless[i], restActs[i] = harmless, acting
		harmless = harmless && isHarmless(e.Values[i])
		acting = acting || acts(e.Values[i])
	}
	return func(fr *frame) (value.Value, error) {
		for i, x := range xs {
			v, err := x(fr)
			if err != nil || i == len(xs)-1 {
				if o := fr.m.cfg.Observer; o != nil && err == nil {
					observeLast(fr, o, e.Values[i], v)
				}
				return v, err
			}
			b, err := fr.truth(v, e.Values[i])
			if err != nil {
				if restHarmless[i] {
					return soften(nil, err)
				}
				return nil, halt(err)
			}
			if restActs[i] {
				fr.t.Decide()
			}
			if b == stop {
				return v, nil
			}
		}
		return nil, nil
	}
}

// observeLast tells of the last operand of "and" or "or", whose truth Python does
// not ask for, if finding it out can have no effect.
func observeLast(fr *frame, o Observer, e syntax.Expr, v value.Value) {
	if h := value.Head(v); h != nil && h.Cls != nil {
		return
	}
	if b, err := value.Truth(fr.t, v); err == nil {
		o.Condition(e, v, b)
	}
}

// isHarmless reports whether evaluating e can have no effect and raise nothing
// that matters: it holds no call, no yield, no assignment.
func isHarmless(e syntax.Expr) bool {
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Call, *syntax.Yield, *syntax.YieldFrom, *syntax.Await, *syntax.NamedExpr, *syntax.Subscript, *syntax.BinOp, *syntax.GeneratorExp:
			ok = false
		}
		return ok
	})
	return ok
}

// truth is bool(v) for control flow: where it is unknown the oracle is asked
// for the outcome of the condition cond.
func (fr *frame) truth(v value.Value, cond syntax.Expr) (bool, error) {
	b, err := value.Truth(fr.t, v)
	if u, ok := err.(*value.UnknownError); ok && !u.Halt {
		if got, ok := fr.m.ask(fr, cond, "", value.BoolType, u.Reason); ok {
			return value.Truth(fr.t, got)
		}
	}
	if o := fr.m.cfg.Observer; o != nil && err == nil {
		o.Condition(cond, v, b)
	}
	return b, err
}

func (c *compiler) ifExp(e *syntax.IfExp) expr {
	if test := c.quickTest(e.Test); test != nil {
		body, orelse := c.rejoined(e, c.expr(e.Body)), c.expr(e.Orelse)
		harmless, acting := isHarmless(e.Body) && isHarmless(e.Orelse), acts(e.Body, e.Orelse)
		return func(fr *frame) (value.Value, error) {
			b, v, err := test(fr)
			if err != nil {
				return nil, err
			}
			if v != nil {
				if b, err = fr.truth(v, e.Test); err != nil {
					if harmless {
						return soften(nil, err)
					}
					return nil, halt(err)
				}
			}
			if acting && fr.t.Taint != 0 {
				fr.t.Decide()
			}
			if b {
				return body(fr)
			}
			return orelse(fr)
		}
	}
	return c.ifExpOf(e, c.condition(e.Test, e.Line), c.rejoined(e, c.expr(e.Body)), c.expr(e.Orelse))
}

// quickTest compiles a condition that is one comparison, nil if it is another. It
// gives the outcome or, where that takes more, the value whose truth it is.
func (c *compiler) quickTest(e syntax.Expr) func(fr *frame) (bool, value.Value, error) {
	cmp, ok := e.(*syntax.Compare)
	if !ok || len(cmp.Ops) != 1 || c.multi || c.prog.spot != nil {
		return nil
	}
	r := c.relation(cmp)
	return func(fr *frame) (bool, value.Value, error) {
		since := fr.m.made
		a, b, err := r.operands(fr)
		if err != nil {
			return false, nil, err
		}
		if r.orders && fr.m.cfg.Observer == nil {
			if result, ok := value.Ordered(r.order, a, b); ok {
				return result, nil, fr.t.Step(2)
			}
		}
		v, err := r.of(fr, a, b, since)
		if b, ok := v.(value.Bool); ok && err == nil && fr.m.cfg.Observer == nil {
			return bool(b), nil, nil
		}
		return false, v, err
	}
}

func (c *compiler) ifExpOf(e *syntax.IfExp, test, body, orelse expr) expr {
	harmless, acting := isHarmless(e.Body) && isHarmless(e.Orelse), acts(e.Body, e.Orelse)
	return func(fr *frame) (value.Value, error) {
		v, err := test(fr)
		if err != nil {
			return nil, err
		}
		b, err := fr.truth(v, e.Test)
		if err != nil {
			if harmless {
				return soften(nil, err)
			}
			return nil, halt(err)
		}
		if acting {
			fr.t.Decide()
		}
		if b {
			return body(fr)
		}
		return orelse(fr)
	}
}

func (c *compiler) compare(e *syntax.Compare) expr {
	if len(e.Comparators) == 1 {
		r := c.relation(e)
		return func(fr *frame) (value.Value, error) {
			since := fr.m.made
			a, b, err := r.operands(fr)
			if err != nil {
				return nil, err
			}
			return r.of(fr, a, b, since)
		}
	}
	left, rights := c.expr(e.Left), c.eachLast(e.Comparators, e.Line)
	tests := make([]func(*value.Thread, value.Value, value.Value) (value.Value, error), len(rights))
	relations := make([]relation, len(rights))
	for i, op := range e.Ops {
		tests[i] = comparison(op)
		relations[i].order, relations[i].orders = compareOps[op]
		relations[i].contains = op == syntax.In || op == syntax.NotIn
	}
	return func(fr *frame) (value.Value, error) {
		a, err := left(fr)
		if err != nil {
			return nil, err
		}
		for i, right := range rights {
			b, err := right(fr)
			if err != nil {
				return nil, err
			}
			if o := fr.m.cfg.Observer; o != nil {
				o.Compare(e, i, a, b)
			}
			got, err := tests[i](fr.t, a, b)
			if err != nil {
				got, err = fr.softKind(got, err, value.BoolType, relations[i].compares(a, b))
			}
			if err != nil || i == len(rights)-1 {
				return got, err
			}
			ok, err := value.Truth(fr.t, got)
			if err != nil {
				for _, rest := range e.Comparators[i+1:] {
					if !isHarmless(rest) {
						return nil, halt(err)
					}
				}
				return soften(nil, err)
			}
			if !ok {
				return got, nil
			}
			a = b
		}
		return nil, nil
	}
}

// relation compiles a comparison of two operands.
func (c *compiler) relation(e *syntax.Compare) *relation {
	left, right := c.expr(e.Left), c.last(e.Comparators[0], e.Line)
	r := &relation{e: e, left: c.operand(e.Left, left), right: c.operand(e.Comparators[0], right), test: comparison(e.Ops[0])}
	r.order, r.orders = compareOps[e.Ops[0]]
	r.contains = e.Ops[0] == syntax.In || e.Ops[0] == syntax.NotIn
	switch e.Comparators[0].(type) {
	case *syntax.Constant, *syntax.Name:
	default:
		r.fresh = true
	}
	return r
}

func comparison(op syntax.Operator) func(*value.Thread, value.Value, value.Value) (value.Value, error) {
	switch op {
	case syntax.Is, syntax.IsNot:
		return func(t *value.Thread, a, b value.Value) (value.Value, error) {
			is, err := value.Is(a, b)
			return value.Bool(is == (op == syntax.Is)), err
		}
	case syntax.In, syntax.NotIn:
		return func(t *value.Thread, a, b value.Value) (value.Value, error) {
			in, err := value.Contains(t, b, a)
			return value.Bool(in == (op == syntax.In)), err
		}
	}
	cmp := compareOps[op]
	return func(t *value.Thread, a, b value.Value) (value.Value, error) {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		return value.Compare(t, cmp, a, b)
	}
}

func (c *compiler) attribute(e *syntax.Attribute) expr {
	x, name := c.operand(e.Value, c.last(e.Value, e.EndLine)), c.mangle(e.Attr)
	hash := value.HashString(name)
	return func(fr *frame) (value.Value, error) {
		v, err := x.get(fr)
		if err != nil {
			return nil, err
		}
		if o, ok := v.(*value.Instance); ok && fr.t.Tainted == 0 {
			if got := value.InstanceAttr(o, name, hash); got != nil {
				return got, nil
			}
		}
		if u, ok := v.(*value.Unknown); ok {
			if !fr.hasAttr(u, name) {
				fr.unsure()
			}
			return &value.Unknown{Reason: u.Reason + "." + name}, nil
		}
		got, err := soften(value.GetAttr(fr.t, v, name))
		if err == nil && fr.t.Tainted != 0 {
			fr.t.Taint |= heapTaint(fr.t, got)
		}
		return got, err
	}
}

// hasAttr reports whether what is unknown is certain to have an attribute.
func (fr *frame) hasAttr(u *value.Unknown, name string) bool {
	if u.Kind == nil {
		return false
	}
	_, ok := u.Kind.Lookup(name)
	return ok
}

func (c *compiler) subscript(e *syntax.Subscript) expr {
	x, index := c.operand(e.Value, c.expr(e.Value)), c.operand(e.Index, c.last(e.Index, e.Line))
	return func(fr *frame) (value.Value, error) {
		v, err := x.get(fr)
		if err != nil {
			return nil, err
		}
		i, err := index.get(fr)
		if err != nil {
			return nil, err
		}
		if l, ok := v.(*value.List); ok && l.Cls == nil && fr.t.Tainted == 0 {
			if n, ok := i.(value.Int); ok && n >= 0 && int(n) < len(l.Elems) {
				return l.Elems[n], fr.t.Step(1)
			}
		}
		if err := fr.t.Step(1); err != nil {
			return nil, err
		}
		got, err := value.GetItem(fr.t, v, i)
		if err != nil {
			got, err = fr.soft(got, err, !involves(v, i))
		}
		if err == nil && fr.t.Tainted != 0 {
			fr.t.Taint |= heapTaint(fr.t, got)
		}
		return got, err
	}
}

func (c *compiler) slice(e *syntax.Slice) expr {
	lower, upper, step := c.sliceBounds(e)
	return func(fr *frame) (value.Value, error) {
		a, err := lower(fr)
		if err != nil {
			return nil, err
		}
		b, err := upper(fr)
		if err != nil {
			return nil, err
		}
		s, err := step(fr)
		if err != nil {
			return nil, err
		}
		for _, v := range []value.Value{a, b, s} {
			if u, ok := v.(*value.Unknown); ok {
				return u, nil
			}
		}
		return &value.Slice{Start: a, Stop: b, Step: s}, nil
	}
}

// elements evaluates the parts of a display, unpacking starred ones; those of a set
// are not made a list first.
func (c *compiler) elements(elts []syntax.Expr, at int32, set bool) func(fr *frame) ([]value.Value, error) {
	if c.multi && len(elts) > 2 && allFolded(elts) {
		c.multi = false // one constant
		defer func() { c.multi = true }()
	}
	xs := make([]expr, len(elts))
	starred := make([]bool, len(elts))
	any := false
	for i, e := range elts {
		if s, ok := e.(*syntax.Starred); ok {
			xs[i], starred[i] = c.expr(s.Value), true
			if c.multi && !any && i > 0 {
				xs[i] = before(xs[i], at) // what was before is made a list
			}
			any = true
		} else {
			xs[i] = c.expr(e)
		}
		if c.multi && (i == len(elts)-1 || any || len(elts) > longest) {
			xs[i] = after(xs[i], at)
		}
	}
	through := value.IterateSized
	if set {
		through = value.Iterate
	}
	return func(fr *frame) ([]value.Value, error) {
		if err := fr.t.Alloc(16 * len(xs)); err != nil {
			return nil, err
		}
		vs := make([]value.Value, 0, len(xs))
		for i, x := range xs {
			v, err := x(fr)
			if err != nil {
				return nil, err
			}
			if !any || !starred[i] {
				vs = append(vs, v)
				continue
			}
			err = through(fr.t, v, func(e value.Value) error {
				vs = append(vs, e)
				return fr.t.Alloc(16)
			})
			if err != nil {
				_, refuses := v.Type().Lookup("__iter__") // it is None
				if exc, ok := value.IsRaised(err, value.TypeError); ok && !refuses && isNotIterable(exc, v) {
					return nil, value.TypeErrorf("Value after * must be an iterable, not %s", v.Type().Name)
				}
				return nil, err
			}
		}
		return vs, nil
	}
}

func isNotIterable(exc *value.Exception, v value.Value) bool {
	return exc.Message() == "'"+v.Type().Name+"' object is not iterable"
}

func (c *compiler) display(e syntax.Expr, elts []syntax.Expr, make func([]value.Value) value.Value) expr {
	get := c.elements(elts, e.Pos().Line, false)
	return func(fr *frame) (value.Value, error) {
		vs, err := get(fr)
		if err != nil {
			return fr.soft(nil, err, false)
		}
		return make(vs), nil
	}
}

func (c *compiler) setDisplay(e *syntax.Set) expr {
	get := c.elements(e.Elts, e.Line, true)
	constant := len(e.Elts) > 2 && allFolded(e.Elts)
	return func(fr *frame) (value.Value, error) {
		vs, err := get(fr)
		if err != nil {
			return fr.soft(nil, setError(err), false)
		}
		if constant {
			return value.NewConstantSet(fr.t, vs, false)
		}
		s := value.NewSet()
		for _, v := range vs {
			if err := s.Add(fr.t, v); err != nil {
				return fr.soft(nil, err, hashable(kindOf(v)))
			}
		}
		return s, nil
	}
}

// setError is the error of a display whose elements were unpacked, as a set tells
// it: it is updated with them.
func setError(err error) error {
	if typ, ok := starred(err); ok {
		return value.TypeErrorf("'%s' object is not iterable", typ)
	}
	return err
}

func (c *compiler) dictDisplay(e *syntax.Dict) expr {
	keys, values := c.dictEntries(e)
	return func(fr *frame) (value.Value, error) {
		d := value.NewDict()
		var unknown error
		certain := true           // no key is refused
		var pending []value.Value // keys and values of entries that are added together
		add := func() error {
			for i := 0; i < len(pending); i += 2 {
				if err := d.Set(fr.t, pending[i], pending[i+1]); err != nil {
					if _, ok := err.(*value.UnknownError); !ok {
						return err
					}
					unknown = err
					certain = certain && hashable(kindOf(pending[i]))
				}
			}
			pending = pending[:0]
			return nil
		}
		for i, x := range values {
			if keys[i] == nil {
				if err := add(); err != nil {
					return nil, err
				}
				m, err := x(fr)
				if err != nil {
					return nil, err
				}
				if err := value.UpdateDict(fr.t, d, m); err != nil {
					if _, ok := err.(*value.UnknownError); ok {
						unknown, certain = err, false
						continue
					}
					if _, ok := value.IsRaised(err, value.AttributeError); ok {
						err = value.TypeErrorf("'%s' object is not a mapping", m.Type().Name)
					}
					return nil, err
				}
				continue
			}
			k, err := keys[i](fr)
			if err != nil {
				return nil, err
			}
			v, err := x(fr)
			if err != nil {
				return nil, err
			}
			if pending = append(pending, k, v); len(pending) == 2*batch {
				if err := add(); err != nil {
					return nil, err
				}
			}
		}
		if err := add(); err != nil {
			return nil, err
		}
		if unknown != nil {
			return fr.soft(nil, unknown, certain)
		}
		return d, nil
	}
}

func (c *compiler) joinedStr(e *syntax.JoinedStr) expr {
	return joined(c.finalLast(e.Values, e.Line))
}

// joined compiles the text that parts are together.
func joined(parts []expr) expr {
	return func(fr *frame) (value.Value, error) {
		var b []byte
		var unknown *value.Unknown
		for _, p := range parts {
			v, err := p(fr)
			if err != nil {
				return nil, err
			}
			if u, ok := v.(*value.Unknown); ok {
				unknown = u
				continue
			}
			s := v.(*value.Str).String()
			if err := fr.t.Alloc(len(s)); err != nil {
				return nil, err
			}
			b = append(b, s...)
		}
		if unknown != nil {
			return &value.Unknown{Reason: unknown.Reason, Kind: value.StrType}, nil
		}
		return value.NewStr(string(b)), nil
	}
}

func (c *compiler) formattedValue(e *syntax.FormattedValue) expr {
	x := c.expr(e.Value)
	var spec expr
	if e.FormatSpec == nil {
		x = c.placed(x, e.Line)
	} else {
		spec = c.joinedStr(e.FormatSpec)
	}
	convert := e.Conversion
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		f := ""
		if spec != nil {
			s, err := spec(fr)
			if err != nil {
				return nil, err
			}
			if u, ok := s.(*value.Unknown); ok {
				fr.unsure()
				return u, nil
			}
			f = s.(*value.Str).String()
		}
		var text string
		switch convert {
		case 's':
			text, err = value.Text(fr.t, v)
		case 'r':
			text, err = value.Repr(fr.t, v)
		case 'a':
			text, err = value.ASCII(fr.t, v)
		default:
			text, err = value.Format(fr.t, v, f)
			return fr.softKind(value.NewStr(text), err, value.StrType, f == "" || !involves(v))
		}
		if err == nil {
			text, err = value.Format(fr.t, value.NewStr(text), f)
		}
		return fr.softKind(value.NewStr(text), err, value.StrType, f == "" || !involves(v))
	}
}
