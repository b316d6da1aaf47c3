package stdlib

import (
	"strconv"

	"augur/analysis/value"
)

// nextFunc returns the next item of an iterator; nil, nil at the end.
type nextFunc func(t *value.Thread) (value.Value, error)

// iterator is an iterator of a library whose state is in a closure.
type iterator struct {
	value.Header
	typ  *value.Type
	next nextFunc
}

func (it *iterator) Type() *value.Type {
	if it.Cls != nil {
		return it.Cls
	}
	return it.typ
}

// Head makes attributes of subclasses work.
func (it *iterator) Head() *value.Header { return &it.Header }

func (it *iterator) Next(t *value.Thread) (value.Value, error) { return endAtStop(it.next(t)) }

// endAtStop makes a StopIteration that a function raises inside an iterator end
// it, as in CPython.
func endAtStop(x value.Value, err error) (value.Value, error) {
	if _, stop := value.IsRaised(err, value.StopIteration); stop {
		return nil, nil
	}
	return x, err
}

// libraryType returns a built-in class of a module, derived from base or from
// object. CPython's messages call such classes by their full name.
func libraryType(module, name string, base ...*value.Type) *value.Type {
	if base == nil {
		base = []*value.Type{value.ObjectType}
	}
	c := value.NewBuiltinType(module+"."+name, base...)
	c.Module, c.Qualname = module, name
	if names, ok := typeNames[module+"."+name]; ok {
		c.ListNames(names)
	}
	return c
}

// shortName is the name of v's class as __name__ gives it.
func shortName(v value.Value) string {
	c := v.Type()
	if c.Heap {
		return c.Name
	}
	return c.Qualname
}

// iteratorType returns a class of iterators made by calling it with arguments
// that signature describes.
func iteratorType(module, signature string, start func(t *value.Thread, args []value.Value) (nextFunc, error)) *value.Type {
	bind := value.NewBuiltin(signature, func(t *value.Thread, args []value.Value) (value.Value, error) {
		next, err := start(t, args)
		if err != nil {
			return nil, err
		}
		return &iterator{next: next}, nil
	})
	c := libraryType(module, bind.Name)
	value.DefIterator(c)
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		got, err := bind.Call(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		it := got.(*iterator)
		it.typ = c
		if cls != c {
			it.Cls = cls
		}
		return it, nil
	}
	c.DefNew()
	return c
}

// step accounts for one item.
func step(t *value.Thread) error { return t.Step(1) }

func itoa(n int) string { return strconv.Itoa(n) }

// arguments carries bound arguments out of a signature; some may be nil.
type arguments struct{ list []value.Value }

// Type makes arguments a Value; no program sees them.
func (*arguments) Type() *value.Type { return value.ObjectType }

// defC adds a function to a module that CPython has in the C module named owner.
func defC(m *value.Module, owner, signature string, f value.NativeFunc) {
	b := value.NewBuiltin(signature, f)
	b.Mod = owner
	m.Set(b.Name, b)
}
