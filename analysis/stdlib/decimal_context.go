package stdlib

import (
	"fmt"
	"slices"
	"strings"

	"augur/analysis/value"
)

// decimalKey is where a run keeps its decimalModule.
const decimalKey = "decimal"

// decimalModule is what one run has of module decimal.
type decimalModule struct {
	signals map[condition]*value.Type // exceptions, by condition
	// exceptions are those that the module shows, by name.
	exceptions map[string]*value.Type
	current    *value.Instance // the context in effect
	tuple      value.Value     // DecimalTuple
}

func decimalOf(t *value.Thread) (*decimalModule, error) {
	m, ok := t.Local[decimalKey].(*decimalModule)
	if !ok {
		return nil, value.Unknownf("decimal before it is imported")
	}
	return m, nil
}

// signalNames are the exceptions of conditions, in the order in which they are
// listed; the first ones all are invalid operations.
var signalNames = []struct {
	bit   condition
	name  string
	bases []string
}{
	{condInvalid, "InvalidOperation", []string{"DecimalException"}},
	{condConversionSyntax, "ConversionSyntax", []string{"InvalidOperation"}},
	{condDivisionImpossible, "DivisionImpossible", []string{"InvalidOperation"}},
	{condDivisionUndefined, "DivisionUndefined", []string{"InvalidOperation", "ZeroDivisionError"}},
	{condInvalidContext, "InvalidContext", []string{"InvalidOperation"}},
	{condFloatOperation, "FloatOperation", []string{"DecimalException", "TypeError"}},
	{condDivisionByZero, "DivisionByZero", []string{"DecimalException", "ZeroDivisionError"}},
	{condOverflow, "Overflow", []string{"Inexact", "Rounded"}},
	{condUnderflow, "Underflow", []string{"Inexact", "Rounded", "Subnormal"}},
	{condSubnormal, "Subnormal", []string{"DecimalException"}},
	{condInexact, "Inexact", []string{"DecimalException"}},
	{condRounded, "Rounded", []string{"DecimalException"}},
	{condClamped, "Clamped", []string{"DecimalException"}},
}

// signalBits are the conditions that can be trapped; an invalid operation is
// one signal, whatever its kind.
var signalBits = []condition{condInvalid, condFloatOperation, condDivisionByZero, condOverflow, condUnderflow, condSubnormal, condInexact, condRounded, condClamped}

func signalMask(bit condition) condition {
	if bit == condInvalid {
		return condAnyInvalid
	}
	return bit
}

func signalName(bit condition) string {
	for _, s := range signalNames {
		if s.bit == bit {
			return s.name
		}
	}
	return ""
}

// makeSignals makes the exceptions.
func (m *decimalModule) makeSignals(t *value.Thread) (map[string]*value.Type, error) {
	made := map[string]*value.Type{"ZeroDivisionError": value.ZeroDivisionError, "TypeError": value.TypeError}
	base, err := class{module: "decimal", name: "DecimalException", bases: []*value.Type{value.ArithmeticError}}.make(t)
	if err != nil {
		return nil, err
	}
	made["DecimalException"] = base
	shown := map[string]*value.Type{"DecimalException": base}
	m.signals = map[condition]*value.Type{}
	for len(m.signals) < len(signalNames) {
	next:
		for _, s := range signalNames {
			if m.signals[s.bit] != nil {
				continue
			}
			c := class{module: "decimal", name: s.name}
			for _, b := range s.bases {
				if made[b] == nil {
					continue next // its bases come first
				}
				c.bases = append(c.bases, made[b])
			}
			cls, err := c.make(t)
			if err != nil {
				return nil, err
			}
			made[s.name], m.signals[s.bit] = cls, cls
			if s.name != "ConversionSyntax" && s.name != "DivisionImpossible" && s.name != "DivisionUndefined" && s.name != "InvalidContext" {
				shown[s.name] = cls
			}
		}
	}
	return shown, nil
}

// signal records what happened in the context, and raises what it traps.
func (m *decimalModule) signal(t *value.Thread, ctx *value.Instance, status condition) error {
	if status == 0 {
		return nil
	}
	c := ctx.Payload.(*decimalContext)
	if c.flags|status != c.flags {
		t.Touch(&ctx.Header)
		c.flags |= status
	}
	trapped := c.traps & status
	if trapped == 0 {
		return nil
	}
	var raised *value.Type
	for _, bit := range signalBits {
		if trapped&signalMask(bit) != 0 {
			raised = m.signals[bit]
			break
		}
	}
	var list []value.Value
	for _, s := range signalNames {
		if trapped&s.bit != 0 {
			list = append(list, m.signals[s.bit])
		}
	}
	return value.Raise(raised, value.NewList(list))
}

var (
	contextType      = libraryType("decimal", "Context")
	signalDictType   = libraryType("decimal", "SignalDict")
	localContextType = libraryType("decimal", "ContextManager")
)

func init() {
	contextType.Name, signalDictType.Name, localContextType.Name = "decimal.Context", "decimal.SignalDict", "decimal.ContextManager"
	contextType.Partial, signalDictType.Partial = true, true
	contextAttributes(contextType)
	signalDictMethods(signalDictType)
	localContextMethods(localContextType)
}

func newContext(c decimalContext) *value.Instance {
	o := value.NewInstance(contextType)
	o.Payload = &c
	return o
}

// defaultTraps are trapped unless said otherwise.
const defaultTraps = condAnyInvalid | condDivisionByZero | condOverflow

var defaultContext = decimalContext{prec: 28, emin: -999999, emax: 999999, rounding: roundHalfEven, capitals: 1, traps: defaultTraps}

func contextOf(v value.Value) *decimalContext { return v.(*value.Instance).Payload.(*decimalContext) }

func asContext(v value.Value) (*value.Instance, bool) {
	o, ok := v.(*value.Instance)
	if !ok {
		return nil, false
	}
	_, ok = o.Payload.(*decimalContext)
	return o, ok
}

// contextFields are the attributes of a context that are ints, with their
// ranges.
var contextFields = []struct {
	name      string
	low, high int
	message   string
	field     func(c *decimalContext) *int
}{
	{"prec", 1, maxDecimalPrec, "valid range for prec is [1, MAX_PREC]", func(c *decimalContext) *int { return &c.prec }},
	{"Emin", -maxDecimalExp, 0, "valid range for Emin is [MIN_EMIN, 0]", func(c *decimalContext) *int { return &c.emin }},
	{"Emax", 0, maxDecimalExp, "valid range for Emax is [0, MAX_EMAX]", func(c *decimalContext) *int { return &c.emax }},
	{"capitals", 0, 1, "valid values for capitals are 0 or 1", func(c *decimalContext) *int { return &c.capitals }},
	{"clamp", 0, 1, "valid values for clamp are 0 or 1", func(c *decimalContext) *int { return &c.clamp }},
}

// contextNames are the attributes of a context in the order of the arguments
// that make one.
var contextNames = []string{"prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"}

// set changes an attribute of a context.
func (c *decimalContext) set(t *value.Thread, m *decimalModule, name string, v value.Value) error {
	for _, f := range contextFields {
		if f.name != name {
			continue
		}
		if err := known(v); err != nil {
			return err
		}
		if _, ok := v.Type().Lookup("__index__"); !ok {
			return value.TypeErrorf("an integer is required")
		}
		n, err := value.Index(t, v)
		if err != nil {
			return err
		}
		if n < f.low || n > f.high {
			return value.ValueErrorf("%s", f.message)
		}
		*f.field(c) = n
		return nil
	}
	switch name {
	case "rounding":
		mode, err := roundingOf(v)
		if err == nil {
			c.rounding = mode
		}
		return err
	case "traps":
		return c.setSignals(t, m, v, &c.traps)
	case "flags":
		return c.setSignals(t, m, v, &c.flags)
	}
	return value.Raisef(value.AttributeError, "'decimal.Context' object has no attribute '%s'", name)
}

func roundingOf(v value.Value) (rounding, error) {
	if s, ok := v.(*value.Str); ok {
		for _, r := range roundings {
			if string(r) == s.String() {
				return r, nil
			}
		}
	}
	if u, ok := v.(*value.Unknown); ok {
		return "", &value.UnknownError{Reason: u.Reason}
	}
	return "", value.TypeErrorf("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
}

// setSignals reads a list of signals, or a dict of all of them.
func (c *decimalContext) setSignals(t *value.Thread, m *decimalModule, v value.Value, to *condition) error {
	var got condition
	switch v := v.(type) {
	case *value.List:
		t.Reading(&v.Header)
		for _, s := range v.Elems {
			bit, ok := m.bitOf(s)
			if !ok {
				return value.TypeErrorf("valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]")
			}
			got |= signalMask(bit)
		}
	case *value.Instance:
		d, ok := v.Payload.(*signalDict)
		if !ok {
			return value.Unknownf("signals of this kind have no model")
		}
		got = *d.field()
	case *value.Dict:
		t.Reading(&v.Header)
		if v.Len() != len(signalBits) {
			return value.Raisef(value.KeyError, "invalid signal dict")
		}
		for _, bit := range signalBits {
			on, ok, err := v.Get(t, m.signals[bit])
			if err != nil {
				return err
			}
			if !ok {
				return value.Raisef(value.KeyError, "invalid signal dict")
			}
			yes, err := value.Truth(t, on)
			if err != nil {
				return err
			}
			if yes {
				got |= signalMask(bit)
			}
		}
	default:
		if err := known(v); err != nil {
			return err
		}
		return value.Unknownf("signals of this kind have no model")
	}
	*to = got
	return nil
}

func (m *decimalModule) bitOf(v value.Value) (condition, bool) {
	for _, bit := range signalBits {
		if value.Value(m.signals[bit]) == v {
			return bit, true
		}
	}
	return 0, false
}

func contextAttributes(c *value.Type) {
	for _, f := range contextFields {
		attr := &value.GetSet{Name: f.name}
		attr.Get = func(t *value.Thread, self value.Value) (value.Value, error) {
			return value.Int(*f.field(contextOf(self))), nil
		}
		attr.Set = func(t *value.Thread, self, v value.Value) error { return setContext(t, self, f.name, v) }
		c.Dict.SetStr(f.name, attr)
	}
	c.Dict.SetStr("rounding", &value.GetSet{Name: "rounding",
		Get: func(t *value.Thread, self value.Value) (value.Value, error) {
			return value.NewStr(string(contextOf(self).rounding)), nil
		},
		Set: func(t *value.Thread, self, v value.Value) error { return setContext(t, self, "rounding", v) },
	})
	for _, name := range []string{"traps", "flags"} {
		c.Dict.SetStr(name, &value.GetSet{Name: name,
			Get: func(t *value.Thread, self value.Value) (value.Value, error) {
				o := value.NewInstance(signalDictType)
				o.Payload = &signalDict{ctx: self.(*value.Instance), traps: name == "traps"}
				return o, nil
			},
			Set: func(t *value.Thread, self, v value.Value) error { return setContext(t, self, name, v) },
		})
	}
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		m, err := decimalOf(t)
		if err != nil {
			return nil, err
		}
		if len(args) > 8 {
			return nil, value.TypeErrorf("function takes at most 8 arguments (%d given)", len(args))
		}
		ctx := defaultContext
		set := func(name string, v value.Value) error {
			if v == value.None {
				return nil
			}
			return ctx.set(t, m, name, v)
		}
		for i, v := range args {
			if err := set(contextNames[i], v); err != nil {
				return nil, err
			}
		}
		for _, k := range kwargs {
			if !slices.Contains(contextNames, k.Name) {
				return nil, value.TypeErrorf("'%s' is an invalid keyword argument for this function", k.Name)
			}
			if err := set(k.Name, k.Value); err != nil {
				return nil, err
			}
		}
		o := newContext(ctx)
		o.Cls = cls
		return o, nil
	}
	contextMethods(c)
}

func setContext(t *value.Thread, self value.Value, name string, v value.Value) error {
	m, err := decimalOf(t)
	if err != nil {
		return err
	}
	if v == nil {
		return value.Raisef(value.AttributeError, "context attributes cannot be deleted")
	}
	if name == "flags" || name == "traps" {
		if err := known(v); err != nil {
			return err
		}
		_, isDict := v.(*value.Dict)
		if _, isSignals := state[*signalDict](v); !isDict && !isSignals {
			return value.TypeErrorf("argument must be a signal dict")
		}
	}
	t.Touch(value.Head(self))
	return contextOf(self).set(t, m, name, v)
}

func contextMethods(c *value.Type) {
	method := func(signature string, f func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			m, err := decimalOf(t)
			if err != nil {
				return nil, err
			}
			t.Reading(value.Head(a[0]))
			return f(t, m, a[0].(*value.Instance), a[1:])
		})
	}
	method("__repr__(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		c := contextOf(ctx)
		// The conditions are listed in an order of their own, the kinds of invalid
		// operations as one where the first of them stands.
		order := []condition{
			condClamped, condConversionSyntax, condDivisionByZero, condDivisionImpossible, condDivisionUndefined, condInexact, condInvalidContext,
			condInvalid, condFloatOperation, condOverflow, condRounded, condSubnormal, condUnderflow,
		}
		list := func(set condition) string {
			var names []string
			invalid := false
			for _, bit := range order {
				name := signalName(bit)
				if bit&condAnyInvalid != 0 {
					name = "InvalidOperation"
					if invalid {
						continue
					}
				}
				if set&bit != 0 {
					names = append(names, name)
					invalid = invalid || bit&condAnyInvalid != 0
				}
			}
			return "[" + strings.Join(names, ", ") + "]"
		}
		return value.NewStr(fmt.Sprintf("Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=%s, traps=%s)",
			c.prec, c.rounding, c.emin, c.emax, c.capitals, c.clamp, list(c.flags), list(c.traps))), nil
	})
	for _, name := range []string{"copy", "__copy__"} {
		method(name+"(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
			return newContext(*contextOf(ctx)), nil
		})
	}
	method("clear_flags(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		t.Touch(&ctx.Header)
		contextOf(ctx).flags = 0
		return value.None, nil
	})
	method("clear_traps(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		t.Touch(&ctx.Header)
		contextOf(ctx).traps = 0
		return value.None, nil
	})
	method("Etiny(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		return value.Int(contextOf(ctx).etiny()), nil
	})
	method("Etop(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		return value.Int(contextOf(ctx).etop()), nil
	})
	method("radix(self, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		return newDecimal(&decimal{coef: value10}), nil
	})
	method("create_decimal(self, num='0', /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		d, err := m.convertNew(t, ctx, a[0], true)
		if err != nil {
			return nil, err
		}
		return m.finished(t, ctx, d)
	})
	method("create_decimal_from_float(self, f, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		d, err := decimalFromFloat(t, a[0])
		if err != nil {
			return nil, err
		}
		return m.finished(t, ctx, d)
	})
	// The operations of a context are those of numbers, under it.
	for name, special := range map[string]string{
		"add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "divide_int": "floordiv", "remainder": "mod", "divmod": "divmod",
	} {
		method(name+"(self, a, b, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
			x, y, err := m.operands(t, a[0], a[1])
			if err != nil {
				return nil, err
			}
			return decimalOperators[special](t, m, ctx, x, y)
		})
	}
	method("power(self, /, a, b, modulo=None)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		x, y, err := m.operands(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		if a[2] != value.None {
			return nil, value.Unknownf("power with a modulo has no model here")
		}
		return decimalPow(t, m, ctx, x, y)
	})
	for name, f := range decimalUnary {
		method(name+"(self, a, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
			x, err := m.operand(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(t, m, ctx, x)
		})
	}
	for name, f := range decimalBinary {
		method(name+"(self, a, b, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
			x, y, err := m.operands(t, a[0], a[1])
			if err != nil {
				return nil, err
			}
			return f(t, m, ctx, x, y)
		})
	}
	method("abs(self, a, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		x, err := m.operand(t, a[0])
		if err != nil {
			return nil, err
		}
		return m.unaryResult(t, ctx, x, false)
	})
	for name, negate := range map[string]bool{"plus": false, "minus": true} {
		method(name+"(self, a, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
			x, err := m.operand(t, a[0])
			if err != nil {
				return nil, err
			}
			return m.unaryResult(t, ctx, x, x.neg != negate)
		})
	}
	method("to_sci_string(self, a, /)", func(t *value.Thread, m *decimalModule, ctx *value.Instance, a []value.Value) (value.Value, error) {
		x, err := m.operand(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.NewStr(x.text(contextOf(ctx).capitals != 0, false)), nil
	})
}

// signalDict is the traps or the flags of a context, as a mapping.
type signalDict struct {
	ctx   *value.Instance
	traps bool
}

func (d *signalDict) field() *condition {
	c := contextOf(d.ctx)
	if d.traps {
		return &c.traps
	}
	return &c.flags
}

// signalsOf makes one of the kinds of an invalid operation, which are one
// signal.
func signalsOf(set condition) condition {
	if set&condAnyInvalid != 0 {
		set |= condAnyInvalid
	}
	return set
}

func signalDictMethods(c *value.Type) {
	method := func(signature string, f func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			m, err := decimalOf(t)
			if err != nil {
				return nil, err
			}
			d := a[0].(*value.Instance).Payload.(*signalDict)
			t.Reading(&d.ctx.Header)
			return f(t, m, d, a[1:])
		})
	}
	invalid := func() error { return value.Raisef(value.KeyError, "invalid error flag") }
	method("__getitem__(self, key, /)", func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error) {
		bit, ok := m.bitOf(a[0])
		if !ok {
			return nil, invalid()
		}
		return value.Bool(*d.field()&signalMask(bit) != 0), nil
	})
	method("__setitem__(self, key, value, /)", func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error) {
		bit, ok := m.bitOf(a[0])
		if !ok {
			return nil, invalid()
		}
		yes, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		t.Touch(&d.ctx.Header)
		if yes {
			*d.field() |= signalMask(bit)
		} else {
			*d.field() &^= signalMask(bit)
		}
		return value.None, nil
	})
	for name, equal := range map[string]bool{"__eq__": true, "__ne__": false} {
		method(name+"(self, value, /)", func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error) {
			if err := known(a[0]); err != nil {
				return nil, err
			}
			var other condition
			if o, ok := state[*signalDict](a[0]); ok {
				t.Reading(&o.ctx.Header)
				other = *o.field()
			} else if v, ok := a[0].(*value.Dict); !ok {
				return value.NotImplemented, nil
			} else {
				var c decimalContext
				if err := c.setSignals(t, m, v, &other); err != nil {
					return nil, err
				}
			}
			return value.Bool((signalsOf(*d.field()) == signalsOf(other)) == equal), nil
		})
	}
	c.Dict.SetStr("__hash__", value.None)
	method("__len__(self, /)", func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error) {
		return value.Int(len(signalBits)), nil
	})
	method("__iter__(self, /)", func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error) {
		var all []value.Value
		for _, bit := range signalBits {
			all = append(all, m.signals[bit])
		}
		return value.Iter(t, value.NewTuple(all...))
	})
	method("__repr__(self, /)", func(t *value.Thread, m *decimalModule, d *signalDict, a []value.Value) (value.Value, error) {
		var parts []string
		for _, bit := range signalBits {
			state := "False"
			if *d.field()&signalMask(bit) != 0 {
				state = "True"
			}
			parts = append(parts, "<class 'decimal."+signalName(bit)+"'>:"+state)
		}
		return value.NewStr("{" + strings.Join(parts, ", ") + "}"), nil
	})
}

// localContext is what localcontext() returns.
type localContext struct{ inside, outside *value.Instance }

func localContextMethods(c *value.Type) {
	c.Def("__enter__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := decimalOf(t)
		if err != nil {
			return nil, err
		}
		l := a[0].(*value.Instance).Payload.(*localContext)
		m.current = l.inside
		return l.inside, nil
	})
	c.DefRaw("__exit__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		m, err := decimalOf(t)
		if err != nil {
			return nil, err
		}
		m.current = args[0].(*value.Instance).Payload.(*localContext).outside
		return value.None, nil
	})
}
