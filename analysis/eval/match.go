package eval

import (
	"slices"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// A pattern tests a value and binds names as it goes. (CPython binds names only
// once the whole pattern has matched; captures collects them for that.)
type pattern func(fr *frame, v value.Value, captures *[]capture) (bool, error)

type capture struct {
	set setter
	v   value.Value
}

func (c *compiler) match(s *syntax.Match) stmt {
	subject := c.expr(s.Subject)
	c.multi = false
	type matchCase struct {
		line    int32
		pattern pattern
		guard   expr
		cond    syntax.Expr
		body    block
		node    syntax.Pattern
	}
	cases := make([]matchCase, len(s.Cases))
	for i, mc := range s.Cases {
		cases[i] = matchCase{line: mc.Pattern.Pos().Line, pattern: c.pattern(mc.Pattern), body: c.block(mc.Body, false), cond: mc.Guard, node: mc.Pattern}
		if mc.Guard != nil {
			line := mc.Pattern.Pos().Line
			c.multi = mc.Guard.Pos().EndLine != line
			cases[i].guard = c.condition(mc.Guard, line)
			c.multi = false
		}
	}
	c.enter = func(fr *frame, line int32) (flow, error) {
		for i := range cases {
			if f, err := cases[i].body.from(fr, line); !notHere(err) {
				return f, err
			}
		}
		return next, errNotHere
	}
	return func(fr *frame) (flow, error) {
		v, err := subject(fr)
		if err != nil {
			return next, err
		}
		if u, ok := v.(*value.Unknown); ok {
			return next, &value.UnknownError{Reason: u.Reason, Halt: true}
		}
		taint := fr.t.Taint
		for i := range cases {
			mc := &cases[i]
			if err := fr.arrive(mc.line, false); err != nil {
				return next, err
			}
			fr.t.Taint |= taint
			var captures []capture
			ok, err := mc.pattern(fr, v, &captures)
			if err != nil {
				return next, halt(err)
			}
			if ok {
				for _, cp := range captures {
					if err := cp.set(fr, cp.v); err != nil {
						return next, err
					}
				}
				if mc.guard != nil {
					g, err := mc.guard(fr)
					if err != nil {
						return next, err
					}
					if ok, err = fr.truth(g, mc.cond); err != nil {
						return next, halt(err)
					}
				}
			}
			if fr.watch {
				fr.m.tracer.Branch(fr, ok)
			}
			if o := fr.m.cfg.Observer; o != nil {
				o.Case(mc.node, ok)
			}
			fr.t.Decide()
			if ok {
				return mc.body.exec(fr)
			}
		}
		return next, nil
	}
}

func (c *compiler) pattern(p syntax.Pattern) pattern {
	switch p := p.(type) {
	case *syntax.MatchValue:
		x := c.expr(p.Value)
		return func(fr *frame, v value.Value, _ *[]capture) (bool, error) {
			want, err := x(fr)
			if err != nil {
				return false, err
			}
			return value.Equal(fr.t, v, want)
		}
	case *syntax.MatchSingleton:
		want := constant(p.Value)
		return func(_ *frame, v value.Value, _ *[]capture) (bool, error) { return v == want, nil }
	case *syntax.MatchAs:
		return c.matchAs(p)
	case *syntax.MatchStar:
		// Only met inside a sequence, which handles it.
		return func(*frame, value.Value, *[]capture) (bool, error) { return false, nil }
	case *syntax.MatchOr:
		var alts []pattern
		for _, q := range p.Patterns {
			alts = append(alts, c.pattern(q))
		}
		return func(fr *frame, v value.Value, captures *[]capture) (bool, error) {
			n := len(*captures)
			for _, alt := range alts {
				ok, err := alt(fr, v, captures)
				if ok || err != nil {
					return ok, err
				}
				*captures = (*captures)[:n]
			}
			return false, nil
		}
	case *syntax.MatchSequence:
		return c.matchSequence(p)
	case *syntax.MatchMapping:
		return c.matchMapping(p)
	case *syntax.MatchClass:
		return c.matchClass(p)
	}
	return func(*frame, value.Value, *[]capture) (bool, error) {
		return false, &value.UnknownError{Reason: "syntax error in a pattern", Halt: true}
	}
}

func (c *compiler) matchAs(p *syntax.MatchAs) pattern {
	var inner pattern
	if p.Pattern != nil {
		inner = c.pattern(p.Pattern)
	}
	var set setter
	if p.Name != "" {
		set = c.storer(c.mangle(p.Name))
	}
	return func(fr *frame, v value.Value, captures *[]capture) (bool, error) {
		if inner != nil {
			ok, err := inner(fr, v, captures)
			if !ok || err != nil {
				return ok, err
			}
		}
		if set != nil {
			*captures = append(*captures, capture{set, v})
		}
		return true, nil
	}
}

func (c *compiler) matchSequence(p *syntax.MatchSequence) pattern {
	pats := make([]pattern, len(p.Patterns))
	star := -1
	blank := true // all patterns are wildcards
	var starSet setter
	for i, q := range p.Patterns {
		if as, ok := q.(*syntax.MatchAs); ok {
			blank = blank && as.Name == "" && as.Pattern == nil
		} else if s, ok := q.(*syntax.MatchStar); !ok || s.Name != "" {
			blank = false
		}
		if s, ok := q.(*syntax.MatchStar); ok {
			star = i
			if s.Name != "" {
				starSet = c.storer(c.mangle(s.Name))
			}
			continue
		}
		pats[i] = c.pattern(q)
	}
	return func(fr *frame, v value.Value, captures *[]capture) (bool, error) {
		if !isSequence(v) {
			return false, nil
		}
		if blank {
			// No item is looked at, and with a star not even how many there are.
			if star >= 0 && len(pats) == 1 {
				return true, nil
			}
			n, err := value.Len(fr.t, v)
			return err == nil && (n == len(pats) || star >= 0 && n >= len(pats)-1), halt(err)
		}
		vs, err := value.Collect(fr.t, v)
		if err != nil {
			return false, err
		}
		if star < 0 && len(vs) != len(pats) || star >= 0 && len(vs) < len(pats)-1 {
			return false, nil
		}
		for i, pat := range pats {
			var ok bool
			var err error
			switch {
			case i == star:
				if starSet != nil {
					rest := append([]value.Value(nil), vs[star:len(vs)-(len(pats)-star-1)]...)
					*captures = append(*captures, capture{starSet, value.NewList(rest)})
				}
				continue
			case star >= 0 && i > star:
				ok, err = pat(fr, vs[len(vs)-(len(pats)-i)], captures)
			default:
				ok, err = pat(fr, vs[i], captures)
			}
			if !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	}
}

// isSequence reports whether sequence patterns apply to v.
func isSequence(v value.Value) bool {
	switch v.(type) {
	case *value.List, *value.Tuple, *value.Range:
		if !v.Type().Heap {
			return true
		}
	}
	return value.PatternOf(v.Type()) == value.SequencePattern
}

// mappingGet returns what finds the value of a key of a mapping that is no dict.
func mappingGet(t *value.Thread, v value.Value) (func(k value.Value) (value.Value, bool, error), error) {
	f, err := value.GetAttr(t, v, "get")
	if err != nil {
		return nil, err
	}
	missing := value.NewInstance(value.ObjectType)
	return func(k value.Value) (value.Value, bool, error) {
		got, err := value.Call(t, f, []value.Value{k, missing}, nil)
		return got, got != value.Value(missing), err
	}, nil
}

func (c *compiler) matchMapping(p *syntax.MatchMapping) pattern {
	keys := c.exprs(p.Keys)
	pats := make([]pattern, len(p.Patterns))
	for i, q := range p.Patterns {
		pats[i] = c.pattern(q)
	}
	var rest setter
	if p.Rest != "" {
		rest = c.storer(c.mangle(p.Rest))
	}
	return func(fr *frame, v value.Value, captures *[]capture) (bool, error) {
		d, ok := v.(*value.Dict)
		if (!ok || v.Type().Heap) && value.PatternOf(v.Type()) != value.MappingPattern {
			return false, nil
		}
		if ok {
			fr.t.Reading(&d.Header)
		}
		if len(pats) > 0 { // else nothing is asked of it
			n, err := value.Len(fr.t, v)
			if n < len(pats) || err != nil {
				return false, halt(err)
			}
		}
		var err error
		get := func(k value.Value) (value.Value, bool, error) { return d.Get(fr.t, k) }
		if !ok && len(pats) > 0 {
			if get, err = mappingGet(fr.t, v); err != nil {
				return false, halt(err)
			}
		}
		var seen []value.Value
		for i, x := range keys {
			k, err := x(fr)
			if err != nil {
				return false, err
			}
			for _, before := range seen {
				if same, err := value.Equal(fr.t, before, k); err != nil {
					return false, halt(err)
				} else if same {
					s, err := value.Repr(fr.t, k)
					if err != nil {
						return false, halt(err)
					}
					return false, value.ValueErrorf("mapping pattern checks duplicate key (%s)", s)
				}
			}
			item, ok, err := get(k)
			if !ok || err != nil {
				return false, halt(err)
			}
			seen = append(seen, k)
			ok, err = pats[i](fr, item, captures)
			if !ok || err != nil {
				return false, err
			}
		}
		if rest != nil {
			left := value.NewDict()
			if err := value.UpdateDict(fr.t, left, v); err != nil {
				return false, halt(err)
			}
			for _, k := range seen {
				if _, _, err := left.Delete(fr.t, k); err != nil {
					return false, err
				}
			}
			*captures = append(*captures, capture{rest, left})
		}
		return true, nil
	}
}

func (c *compiler) matchClass(p *syntax.MatchClass) pattern {
	cls := c.expr(p.Cls)
	var pats, kwPats []pattern
	for _, q := range p.Patterns {
		pats = append(pats, c.pattern(q))
	}
	for _, q := range p.KwdPatterns {
		kwPats = append(kwPats, c.pattern(q))
	}
	return func(fr *frame, v value.Value, captures *[]capture) (bool, error) {
		k, err := cls(fr)
		if err != nil {
			return false, err
		}
		typ, ok := k.(*value.Type)
		if !ok {
			if u, isUnknown := k.(*value.Unknown); isUnknown {
				return false, &value.UnknownError{Reason: u.Reason, Halt: true}
			}
			return false, value.TypeErrorf("called match pattern must be a class")
		}
		is, err := value.Call(fr.t, value.Builtins["isinstance"], []value.Value{v, typ}, nil)
		if err != nil {
			return false, err
		}
		if is != value.True {
			return false, nil
		}
		attrs := append([]string(nil), p.KwdAttrs...)
		all := append([]pattern(nil), kwPats...)
		if len(pats) > 0 {
			names, self, err := matchArgs(fr.t, typ)
			if err != nil {
				return false, err
			}
			if self {
				if len(pats) > 1 {
					return false, value.TypeErrorf("%s() accepts 1 positional sub-pattern (%d given)", typ.Name, len(pats))
				}
				ok, err := pats[0](fr, v, captures)
				if !ok || err != nil {
					return false, err
				}
			} else {
				if len(pats) > len(names) {
					return false, value.TypeErrorf("%s() accepts %d positional sub-pattern%s (%d given)", typ.Name, len(names), s(len(names) != 1), len(pats))
				}
				attrs = append(append([]string(nil), names[:len(pats)]...), attrs...)
				all = append(append([]pattern(nil), pats...), all...)
			}
		}
		for i, name := range attrs {
			if slices.Contains(attrs[:i], name) {
				return false, value.TypeErrorf("%s() got multiple sub-patterns for attribute %s", typ.Name, value.StrRepr(name))
			}
			x, err := value.LookupAttr(fr.t, v, name)
			if x == nil || err != nil {
				return false, err
			}
			ok, err := all[i](fr, x, captures)
			if !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	}
}

// matchArgs returns __match_args__; self tells that the class is one of the
// built-ins whose single positional pattern matches the object itself.
func matchArgs(t *value.Thread, typ *value.Type) (names []string, self bool, err error) {
	v, err := value.LookupAttr(t, typ, "__match_args__")
	if err != nil {
		return nil, false, err
	}
	if v == nil {
		switch typ.Layout() {
		case value.BoolType, value.ByteArrayType, value.BytesType, value.DictType, value.FloatType, value.FrozenSetType,
			value.IntType, value.ListType, value.SetType, value.StrType, value.TupleType:
			return nil, true, nil
		}
		return nil, false, nil
	}
	tup, ok := v.(*value.Tuple)
	if !ok {
		return nil, false, value.TypeErrorf("%s.__match_args__ must be a tuple (got %s)", typ.Name, v.Type().Name)
	}
	for _, e := range tup.Elems {
		str, ok := e.(*value.Str)
		if !ok {
			return nil, false, value.TypeErrorf("__match_args__ elements must be strings (got %s)", e.Type().Name)
		}
		names = append(names, str.String())
	}
	return names, false, nil
}
