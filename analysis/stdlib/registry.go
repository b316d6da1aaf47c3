// Package stdlib holds models of modules of Python's standard library. A model
// behaves exactly as the module of CPython 3.11 does, as far as it goes; what
// depends on the machine, the time or chance is unknown.
//
// A model is one file named after its module, which registers itself. Modules
// are built anew for every run, so that a program that changes one changes
// its own.
package stdlib

import (
	"sort"
	"strings"

	"augur/analysis/value"
)

var loaders = map[string]func(t *value.Thread) (*value.Module, error){}

// Register adds the model of a module under its dotted name. load builds the
// module; it may call Load for modules that it needs.
func Register(name string, load func(t *value.Thread) (*value.Module, error)) {
	if _, ok := loaders[name]; ok {
		panic("stdlib: module " + name + " is registered twice")
	}
	loaders[name] = load
}

// Load returns the module of that name, built at most once for each thread; ok
// is false if there is no model. As an import does, it loads the packages
// around a dotted name first and makes each module an attribute of its package.
func Load(t *value.Thread, name string) (m *value.Module, ok bool, err error) {
	if m, ok := t.Modules[name]; ok {
		list(m)
		return m, true, nil
	}
	load, ok := loaders[name]
	if !ok {
		return nil, false, nil
	}
	var parent *value.Module
	i := strings.LastIndexByte(name, '.')
	if i >= 0 {
		if parent, ok, err = Load(t, name[:i]); !ok || err != nil {
			return nil, ok, err
		}
		// The package may have loaded the module itself.
		if m, ok := t.Modules[name]; ok {
			return m, true, nil
		}
	}
	if m, err = load(t); err != nil {
		return nil, true, err
	}
	t.Modules[name] = m
	list(m)
	if parent != nil {
		parent.Set(name[i+1:], m)
	}
	return m, true, nil
}

// list tells a model which names CPython's module has.
func list(m *value.Module) {
	if names, ok := moduleNames[m.Name]; ok && m.Lists == nil && m.Modelled() && !contains(names, "__getattr__") {
		m.Lists = func(name string) bool { return contains(names, name) }
	}
}

// CPythonNames returns what CPython's module of that name has, sorted; nil where
// that differs from system to system.
func CPythonNames(module string) []string { return strings.Fields(moduleNames[module]) }

func contains(names, name string) bool { return strings.Contains(" "+names+" ", " "+name+" ") }

// Names returns the names of the modules that have a model, sorted.
func Names() []string {
	names := make([]string, 0, len(loaders))
	for n := range loaders {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
