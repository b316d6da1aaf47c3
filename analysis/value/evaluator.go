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

// PatternKind is the kind of patterns that a match statement tries on a value:
// CPython keeps it in two flags of the class.
type PatternKind uint8

// The kinds of patterns.
const (
	NoPattern PatternKind = iota
	SequencePattern
	MappingPattern
)

// PatternOf returns the kind of patterns that apply to instances of c.
func PatternOf(c *Type) PatternKind {
	for _, b := range c.MRO {
		if b.Pattern != NoPattern {
			return b.Pattern
		}
		switch b {
		case ListType, TupleType, RangeType:
			return SequencePattern
		case DictType:
			return MappingPattern
		}
	}
	return NoPattern
}

// ASCII is ascii(v).
func ASCII(t *Thread, v Value) (string, error) { return asciiRepr(t, v) }

func init() {
	Builtins["None"] = None
	Builtins["NotImplemented"] = NotImplemented
	Builtins["Ellipsis"] = Ellipsis
}
