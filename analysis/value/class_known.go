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
	list, ok := classNames[c.Name]
	if !ok {
		return nil
	}
	set := map[string]bool{}
	for _, n := range strings.Fields(list) {
		set[n] = true
	}
	classNameSets.Store(c, set)
	return set
}

// hasName reports whether a built-in class is known to have an attribute.
func (c *Type) hasName(name string) bool { return c.names()[name] }

// OwnAlongMRO looks for a name in the dicts of the classes along c's MRO, as
// CPython has them: where a built-in class has it but no model, the value is
// unknown.
func (c *Type) OwnAlongMRO(name string) (Value, bool) {
	for _, m := range c.MRO {
		if v, ok := m.Dict.GetStr(name); ok {
			if names := m.names(); m.Heap || names == nil || names[name] {
				return v, true
			}
			continue
		}
		if !m.Heap && m.hasName(name) {
			return &Unknown{Reason: m.Name + "." + name}, true
		}
	}
	return nil, false
}
