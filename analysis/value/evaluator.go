package value

// What only the evaluator needs.

// UpdateDict copies the items of a mapping into d, for {**m} and f(**m). It
// raises AttributeError for what is no mapping.
func UpdateDict(t *Thread, d *Dict, m Value) error {
	if err := firstUnknown(m); err != nil {
		return err
	}
	if src, ok := m.(*Dict); ok && usesNative(src, "__iter__") {
		t.Reading(&src.Header)
		return d.merge(t, src)
	}
	keys, err := GetAttr(t, m, "keys")
	if err != nil {
		return err
	}
	return d.updateByKeys(t, m, keys)
}

// IsABC reports whether v's class derives from, or is registered as, the class
// of that name in collections.abc.
func IsABC(t *Thread, v Value, name string) (bool, error) {
	for _, c := range v.Type().MRO {
		if c.Name == name && c.Module == "collections.abc" {
			return true, nil
		}
	}
	return false, nil
}

// ASCII is ascii(v).
func ASCII(t *Thread, v Value) (string, error) { return asciiRepr(t, v) }

func init() {
	Builtins["None"] = None
	Builtins["NotImplemented"] = NotImplemented
	Builtins["Ellipsis"] = Ellipsis
}
