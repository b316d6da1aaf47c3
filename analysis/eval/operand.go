package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// An operand computes a part of an expression. Most are local variables or
// constants, which need no call.
type operand struct {
	x    expr
	slot int         // -1: no local variable
	k    value.Value // nil: no constant
}

// operand compiles e, computed by x.
func (c *compiler) operand(e syntax.Expr, x expr) operand {
	o := operand{x: x, slot: -1}
	if c.multi {
		return o // marks have to be made
	}
	switch e := e.(type) {
	case *syntax.Name:
		if p := c.place(c.mangle(e.ID)); p.kind == inSlot {
			o.slot = p.i
		}
	case *syntax.Constant:
		o.k = constant(e.Value)
	}
	return o
}

func (o *operand) get(fr *frame) (value.Value, error) {
	if o.slot >= 0 {
		if v := fr.get(o.slot); v != nil {
			return v, nil
		}
	} else if o.k != nil {
		return o.k, nil
	}
	return o.x(fr)
}

// binary computes "a op b".
func (fr *frame) binary(op value.Op, a, b value.Value) (value.Value, error) {
	if v := value.Arithmetic(op, a, b); v != nil {
		return v, fr.t.Step(1)
	}
	got, err := value.Binary(fr.t, op, a, b)
	if err == nil {
		return got, nil
	}
	kind, certain := arithmetic(op, a, b)
	return fr.softKind(got, err, kind, certain)
}

// binary compiles "l op r".
func binary(op value.Op, l, r operand) expr {
	switch op {
	case value.OpAdd:
		return func(fr *frame) (value.Value, error) {
			a, err := l.get(fr)
			if err != nil {
				return nil, err
			}
			b, err := r.get(fr)
			if err != nil {
				return nil, err
			}
			if x, ok := a.(value.Int); ok {
				if y, ok := b.(value.Int); ok {
					if v := value.AddInts(x, y); v != nil {
						return v, fr.t.Step(1)
					}
				}
			}
			return fr.binary(op, a, b)
		}
	case value.OpSub:
		return func(fr *frame) (value.Value, error) {
			a, err := l.get(fr)
			if err != nil {
				return nil, err
			}
			b, err := r.get(fr)
			if err != nil {
				return nil, err
			}
			if x, ok := a.(value.Int); ok {
				if y, ok := b.(value.Int); ok {
					if v := value.SubInts(x, y); v != nil {
						return v, fr.t.Step(1)
					}
				}
			}
			return fr.binary(op, a, b)
		}
	}
	return func(fr *frame) (value.Value, error) {
		a, err := l.get(fr)
		if err != nil {
			return nil, err
		}
		b, err := r.get(fr)
		if err != nil {
			return nil, err
		}
		return fr.binary(op, a, b)
	}
}

// A relation is a comparison of two operands.
type relation struct {
	e           *syntax.Compare
	left, right operand
	test        func(*value.Thread, value.Value, value.Value) (value.Value, error)
	order       value.CmpOp
	orders      bool // by order or equality
	contains    bool // whether the right one contains the left one
	fresh       bool // the right one may have been made for this
}

func (c *relation) operands(fr *frame) (a, b value.Value, err error) {
	if a, err = c.left.get(fr); err != nil {
		return nil, nil, err
	}
	if b, err = c.right.get(fr); err != nil {
		return nil, nil, err
	}
	if o := fr.m.cfg.Observer; o != nil {
		o.Compare(c.e, 0, a, b)
	}
	return a, b, nil
}

// of compares a and b; since is how many generators had been made before.
func (c *relation) of(fr *frame, a, b value.Value, since int) (value.Value, error) {
	if c.orders {
		if result, ok := value.Ordered(c.order, a, b); ok {
			return value.Bool(result), fr.t.Step(2)
		}
	}
	if len(fr.m.cleaning) == 0 && !(c.contains && c.fresh) {
		got, err := c.test(fr.t, a, b)
		if err == nil {
			return got, nil
		}
		return fr.softKind(got, err, value.BoolType, c.compares(a, b))
	}
	got, err := c.test(fr.t, a, b)
	if c.contains && len(fr.m.cleaning) > 0 && (err == nil || isPython(err)) {
		if derr := fr.closeMade(since, err != nil); derr != nil {
			return nil, derr
		}
	}
	if err == nil {
		return got, nil
	}
	return fr.softKind(got, err, value.BoolType, c.compares(a, b))
}
