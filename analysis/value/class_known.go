package value

import (
	"strings"
	"sync"
)

var classNameSets sync.Map // *Type -> map[string]bool

// names returns the attributes that a built-in class itself has in CPython, or
// nil if they are not known.
func (c *Type) names() map[string]bool {
	if set, ok := classNameSets.Load(c); ok {
		return set.(map[string]bool)
	}
	if c.Module != "builtins" && c.Module != "types" {
		return nil
	}
	list, ok := classNames[c.Qualname]
	if !ok {
		return nil
	}
	c.ListNames(list)
	return c.names()
}

// ListNames tells which attributes a built-in class has in CPython, separated by
// spaces. What is among them and has no model is unknown.
func (c *Type) ListNames(list string) {
	set := map[string]bool{}
	for _, n := range strings.Fields(list) {
		set[n] = true
	}
	classNameSets.Store(c, set)
}

// hasName reports whether a built-in class is known to have an attribute.
func (c *Type) hasName(name string) bool { return c.names()[name] }

// OwnAttr looks for a name in c's own dict, as CPython has it: where a built-in
// class has it but there is no model, the value is unknown.
func (c *Type) OwnAttr(name string) (Value, bool) {
	v, ok := c.Dict.GetStr(name)
	if names := c.names(); ok && !c.Heap && names != nil && !names[name] {
		return nil, false
	}
	if !ok && !c.Heap && c.hasName(name) {
		return &Unknown{Reason: c.Name + "." + name}, true
	}
	return v, ok
}

// OwnAlongMRO is OwnAttr of the first class along c's MRO that has the name.
func (c *Type) OwnAlongMRO(name string) (Value, bool) {
	for _, m := range c.MRO {
		if v, ok := m.OwnAttr(name); ok {
			return v, true
		}
	}
	return nil, false
}
