package stdlib

import "augur/analysis/value"

func init() { Register("weakref", loadWeakref) }

// loadWeakref builds references that never die: an object that the program
// drops is collected at once in CPython, so whether one is still there is only
// known while the program holds it. Calling a reference whose object may be
// gone is unknown, which the model cannot tell; it therefore knows only what
// does not depend on it.
func loadWeakref(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("weakref")
	ref, err := class{module: "weakref", name: "ReferenceType"}.make(t)
	if err != nil {
		return nil, err
	}
	ref.Partial = true
	m.Set("ref", ref)
	m.Set("ReferenceType", ref)
	def(ref, "__init__(self, object, callback=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		switch a[1].(type) {
		case value.Int, value.Float, value.Bool, *value.Singleton, *value.Str, *value.Tuple, *value.List, *value.Dict, *value.Bytes, *value.BigInt:
			if !a[1].Type().Heap {
				return nil, value.TypeErrorf("cannot create weak reference to '%s' object", a[1].Type().Name)
			}
		}
		if o, ok := a[1].(*value.Instance); ok {
			if _, ok := o.Type().Lookup("__weakref__"); !ok && o.Type().Heap {
				return nil, value.TypeErrorf("cannot create weak reference to '%s' object", o.Type().Name)
			}
		}
		a[0].(*value.Instance).Payload = a[1]
		return value.None, nil
	})
	def(ref, "__call__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &value.Unknown{Reason: "whether the object of a weak reference is still there"}, nil
	})
	return m, nil
}
