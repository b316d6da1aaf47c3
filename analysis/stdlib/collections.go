package stdlib

import "augur/analysis/value"

func init() { Register("collections", loadCollections) }

func loadCollections(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("collections")
	m.Set("deque", dequeType)
	m.Set("defaultdict", defaultDictType)
	m.Set("OrderedDict", orderedDictType)
	abc, err := collectionsABC(t)
	if err != nil {
		return nil, err
	}
	m.Set("abc", abc)
	for _, define := range []func(*value.Thread, *value.Module, *value.Module) error{
		defineCounter, defineChainMap, defineNamedTuple, defineUserDict, defineUserList, defineUserString,
	} {
		if err := define(t, m, abc); err != nil {
			return nil, err
		}
	}
	for name, c := range map[string]*value.Type{"MutableSequence": dequeType, "MutableMapping": defaultDictType} {
		if err := registerClass(t, abc, name, c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// registerClass makes c a virtual subclass of the class of collections.abc of
// that name.
func registerClass(t *value.Thread, abc *value.Module, name string, c *value.Type) error {
	base, _ := abc.Globals.GetStr(name)
	_, err := value.CallMethod(t, base, "register", c)
	return err
}

// defGeneric makes a class usable as in deque[int].
func defGeneric(c *value.Type) {
	c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
}

// member returns a value that a module's model holds.
func member(m *value.Module, name string) value.Value {
	v, _ := m.Globals.GetStr(name)
	return v
}

// str makes a str.
func str(s string) value.Value { return value.NewStr(s) }
