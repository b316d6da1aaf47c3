package value

func init() {
	DefBuiltin("abs(x, /)", func(t *Thread, a []Value) (Value, error) {
		return unaryBuiltin(t, a[0], "__abs__", "bad operand type for abs(): '%s'")
	})
	DefBuiltin("divmod(x, y, /)", func(t *Thread, a []Value) (Value, error) { return Binary(t, OpDivMod, a[0], a[1]) })
	DefBuiltin("pow(base, exp, mod=None)", func(t *Thread, a []Value) (Value, error) { return Pow(t, a[0], a[1], a[2]) })
	DefBuiltin("round(number, ndigits=None)", builtinRound)
}

func unaryBuiltin(t *Thread, v Value, method, message string) (Value, error) {
	if err := firstUnknown(v); err != nil {
		return nil, err
	}
	got, ok, err := CallSpecial(t, v, method)
	if !ok && err == nil {
		return nil, TypeErrorf(message, v.Type().Name)
	}
	return got, err
}

// Pow is pow(base, exp, mod); mod may be None.
func Pow(t *Thread, base, exp, mod Value) (Value, error) {
	if mod == None {
		return Binary(t, OpPow, base, exp)
	}
	if err := firstUnknown(base, exp, mod); err != nil {
		return nil, err
	}
	if h, ok := base.Type().Lookup("__pow__"); ok {
		got, err := callSpecial(t, h, base, exp, mod)
		if err != nil || got != NotImplemented {
			return got, err
		}
	}
	if kindOf(base) == kindInt && kindOf(exp) != notNumber || kindOf(mod) >= kindFloat && kindOf(base) != notNumber {
		return nil, TypeErrorf("pow() 3rd argument not allowed unless all arguments are integers")
	}
	return nil, TypeErrorf("unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", base.Type().Name, exp.Type().Name, mod.Type().Name)
}

func builtinRound(t *Thread, a []Value) (Value, error) {
	if err := firstUnknown(a[0], a[1]); err != nil {
		return nil, err
	}
	h, ok := a[0].Type().Lookup("__round__")
	if !ok {
		return nil, TypeErrorf("type %s doesn't define __round__ method", a[0].Type().Name)
	}
	if a[1] == None {
		return callSpecial(t, h, a[0])
	}
	return callSpecial(t, h, a[0], a[1])
}
