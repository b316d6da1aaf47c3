package value

// Where CPython makes a list or tuple of what something iterates over, it first
// asks how long that is, to reserve room. That runs code of the program where a
// class has its own __len__ or __length_hint__.

// CollectSized is Collect where CPython asks for the length.
func CollectSized(t *Thread, v Value) ([]Value, error) {
	if !v.Type().Heap {
		return Collect(t, v)
	}
	var out []Value
	err := IterateSized(t, v, func(x Value) error {
		out = append(out, x)
		return t.Alloc(16)
	})
	return out, err
}

// IterateSized is Iterate where CPython asks for the length.
func IterateSized(t *Thread, v Value, f func(Value) error) error {
	it, err := Iter(t, v)
	if err != nil {
		return err
	}
	if v.Type().Heap {
		if err := askLength(t, v); err != nil {
			return err
		}
	}
	return drain(t, it, f)
}

// askLength calls what tells the length of an object of the program's classes.
func askLength(t *Thread, v Value) error {
	if _, ok := v.Type().Lookup("__len__"); ok {
		_, err := Len(t, v)
		if _, wrong := IsRaised(err, TypeError); !wrong {
			return err
		}
	}
	got, ok, err := CallSpecial(t, v, "__length_hint__")
	if _, wrong := IsRaised(err, TypeError); wrong || !ok && err == nil || got == NotImplemented {
		return nil
	}
	if err != nil {
		return err
	}
	if err := firstUnknown(got); err != nil {
		return err
	}
	n, isInt := AsBig(got)
	if !isInt {
		return TypeErrorf("__length_hint__ must be an integer, not %s", got.Type().Name)
	}
	if n.Sign() < 0 {
		return ValueErrorf("__length_hint__() should return >= 0")
	}
	return nil
}
