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
		if v := fr.slots[o.slot]; v != nil && fr.taint == nil && fr.t.Tainted == 0 {
			return v, nil
		}
	} else if o.k != nil {
		return o.k, nil
	}
	return o.x(fr)
}
