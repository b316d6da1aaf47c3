package syntax

import "strconv"

// patternChecker checks the pattern of one case clause.
type patternChecker struct {
	*checker
	irrefutable bool            // the pattern may match everything
	names       map[string]bool // bound so far
}

func (p *patternChecker) check(n Pattern) {
	switch n := n.(type) {
	case *MatchValue:
		p.node(n.Value)
	case *MatchSequence:
		stars := 0
		for _, q := range n.Patterns {
			if _, ok := q.(*MatchStar); ok {
				if stars++; stars == 2 {
					p.fail(n, "multiple starred names in sequence pattern")
				}
			}
		}
		p.parts(n.Patterns)
	case *MatchMapping:
		p.keys(n)
		p.parts(n.Patterns)
		p.capture(n, n.Rest)
	case *MatchClass:
		p.node(n.Cls)
		seen := map[string]bool{}
		for _, a := range n.KwdAttrs {
			if seen[a] {
				p.fail(n, "attribute name repeated in class pattern: "+a)
			}
			if a == debugName {
				p.fail(n, "cannot assign to "+debugName)
			}
			seen[a] = true
		}
		p.parts(n.Patterns)
		p.parts(n.KwdPatterns)
	case *MatchStar:
		p.capture(n, n.Name)
	case *MatchAs:
		if n.Pattern != nil {
			p.check(n.Pattern)
		} else if !p.irrefutable {
			what := "wildcard"
			if n.Name != "" {
				what = "name capture '" + n.Name + "'"
			}
			p.fail(n, what+" makes remaining patterns unreachable")
		}
		p.capture(n, n.Name)
	case *MatchOr:
		p.alternatives(n)
	}
}

// parts checks patterns of which each may match everything.
func (p *patternChecker) parts(list []Pattern) {
	before := p.irrefutable
	p.irrefutable = true
	for _, q := range list {
		p.check(q)
	}
	p.irrefutable = before
}

func (p *patternChecker) alternatives(n *MatchOr) {
	last := p.irrefutable
	var names map[string]bool
	for i, q := range n.Patterns {
		part := patternChecker{checker: p.checker, irrefutable: last && i == len(n.Patterns)-1, names: map[string]bool{}}
		part.check(q)
		switch {
		case i == 0:
			names = part.names
		case !sameNames(names, part.names):
			p.fail(n, "alternative patterns bind different names")
			return
		}
	}
	for name := range names {
		if p.names[name] {
			p.fail(n, "multiple assignments to name '"+name+"' in pattern")
		}
		p.names[name] = true
	}
}

func sameNames(a, b map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		if !b[name] {
			return false
		}
	}
	return true
}

func (p *patternChecker) capture(n Pattern, name string) {
	if name == "" {
		return
	}
	if p.names[name] {
		p.fail(n, "multiple assignments to name '"+name+"' in pattern")
	}
	p.names[name] = true
	p.store(name, n)
}

// keys checks the keys of a mapping pattern.
func (p *patternChecker) keys(n *MatchMapping) {
	seen := map[any]bool{}
	for _, key := range n.Keys {
		p.node(key)
		id := keyOf(key)
		if id == nil {
			continue
		}
		if seen[id] {
			p.fail(key, "mapping pattern checks duplicate key")
		}
		seen[id] = true
	}
}

// keyOf identifies the value of a key that is a literal, nil for another key. Numbers
// that are equal are one key.
func keyOf(e Expr) any {
	switch e := e.(type) {
	case *Constant:
		if n, ok := numberOf(e.Value); ok {
			return n
		}
		return e.Value
	case *UnaryOp:
		if n, ok := keyOf(e.Operand).(complex128); ok && e.Op == USub {
			return -n
		}
	case *BinOp:
		l, left := keyOf(e.Left).(complex128)
		r, right := keyOf(e.Right).(complex128)
		switch {
		case left && right && e.Op == Add:
			return l + r
		case left && right && e.Op == Sub:
			return l - r
		}
	}
	return nil
}

// numberOf is the value of a number, if a float can hold it exactly.
func numberOf(k Const) (complex128, bool) {
	switch k := k.(type) {
	case ConstBool:
		if k.Value {
			return 1, true
		}
		return 0, true
	case ConstInt:
		n, err := strconv.ParseInt(k.Text, 0, 64)
		return complex(float64(n), 0), err == nil && n < 1<<53
	case ConstFloat:
		return complex(k.Value, 0), true
	case ConstComplex:
		return complex(0, k.Imag), true
	}
	return 0, false
}
