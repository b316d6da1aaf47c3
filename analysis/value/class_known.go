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
