package bench

import (
	"strings"

	"augur/analysis/value"
)

// provideMachine says on what machine the tests are taken to run: on a released
// CPython under Linux. Otherwise that is not known, and which tests there are
// depends on it.
func provideMachine(t *value.Thread) error {
	for name, values := range map[string]map[string]string{"sys": {"platform": "linux"}, "os": {"name": "posix"}} {
		m, err := t.Import(t, name)
		if err != nil {
			return err
		}
		for k, v := range values {
			m.Set(k, value.NewStr(v))
		}
	}
	sys := t.Modules["sys"]
	sys.Lists = func(name string) bool {
		return name != "getobjects" && name != "gettotalrefcount" && name != "getandroidapilevel" && name != "getwindowsversion"
	}
	return nil
}

// provideModules makes sys.modules known: what the run has loaded. What else a
// Python that runs tests has loaded is not known.
func provideModules(t *value.Thread) {
	c := value.NewBuiltinType("dict", value.ObjectType)
	c.Partial = true
	unknown := func(name string) error { return value.Unknownf("whether the module %s is loaded", name) }
	method := func(signature string, f func(t *value.Thread, name string, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			name, err := value.Text(t, a[1])
			if err != nil {
				return nil, err
			}
			return f(t, name, a[1:])
		})
	}
	get := func(t *value.Thread, name string, _ []value.Value) (value.Value, error) {
		if m, ok := t.Modules[name]; ok {
			return m, nil
		}
		return nil, unknown(name)
	}
	method("__getitem__(self, key, /)", get)
	method("get(self, key, default=None, /)", get)
	method("__contains__(self, key, /)", func(t *value.Thread, name string, a []value.Value) (value.Value, error) {
		_, err := get(t, name, a)
		return value.True, err
	})
	method("__setitem__(self, key, value, /)", func(t *value.Thread, name string, a []value.Value) (value.Value, error) {
		m, ok := a[1].(*value.Module)
		if !ok {
			return nil, &value.UnknownError{Reason: "a module that is none", Halt: true}
		}
		t.Modules[name] = m
		return value.None, nil
	})
	remove := func(t *value.Thread, name string, a []value.Value) (value.Value, error) {
		m, err := get(t, name, a)
		if err == nil {
			delete(t.Modules, name)
		}
		return m, err
	}
	method("pop(self, key, default=None, /)", remove)
	method("__delitem__(self, key, /)", func(t *value.Thread, name string, a []value.Value) (value.Value, error) {
		_, err := remove(t, name, a)
		return value.None, err
	})
	if sys, ok := t.Modules["sys"]; ok {
		sys.Set("modules", value.NewInstance(c))
	}
}

// provideImports replaces the two functions with which CPython's tests choose
// between a module's C code and its Python code. The model stands for the first,
// the source in the library is the second.
func (s *suite) provideImports() {
	t := s.m.Thread()
	mod, err := t.Import(t, "test.support.import_helper")
	if err != nil {
		return // a test package without helpers
	}
	mod.Set("import_module", value.NewBuiltin("import_module(name, deprecated=False, *, required_on=())", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := value.Text(t, a[0])
		if err != nil {
			return nil, err
		}
		return importing(t, name)
	}))
	mod.Set("import_fresh_module", value.NewBuiltin("import_fresh_module(name, fresh=(), blocked=(), *, deprecated=False, usefrozen=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := value.Text(t, a[0])
		if err != nil {
			return nil, err
		}
		fresh, err := texts(t, a[1])
		if err != nil {
			return nil, err
		}
		blocked, err := texts(t, a[2])
		if err != nil {
			return nil, err
		}
		return s.freshModule(t, name, fresh, blocked)
	}))
}

// freshModule imports a module anew. Where some of what it is made of is blocked
// it is made of its source.
func (s *suite) freshModule(t *value.Thread, name string, fresh, blocked []string) (value.Value, error) {
	if len(blocked) == 0 && len(fresh) > 0 && strings.HasPrefix(fresh[0], "_") {
		return importing(t, name) // what is made anew is its C code, of which there is one
	}
	names := append([]string{name}, fresh...)
	saved := map[string]*value.Module{}
	pick := func() map[string]*value.Module {
		out := map[string]*value.Module{}
		for full, m := range t.Modules {
			for _, n := range names {
				if full == n || strings.HasPrefix(full, n+".") {
					out[full] = m
					delete(t.Modules, full)
				}
			}
		}
		return out
	}
	saved = pick()
	pure := s.sources.pure
	defer func() {
		pick()
		for full, m := range saved {
			t.Modules[full] = m
		}
		s.sources.pure = pure
	}()
	if len(blocked) > 0 {
		for _, n := range names {
			if !strings.HasPrefix(n, "_") {
				s.sources.pure = append(s.sources.pure, n)
			}
		}
	}
	return importing(t, name)
}

// importing imports a module; what is not known of is an unknown value.
func importing(t *value.Thread, name string) (value.Value, error) {
	m, err := t.Import(t, name)
	if u, ok := err.(*value.UnknownError); ok && !u.Halt {
		return &value.Unknown{Reason: name}, nil
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

func texts(t *value.Thread, v value.Value) ([]string, error) {
	vs, err := value.Collect(t, v)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(vs))
	for i, x := range vs {
		if out[i], err = value.Text(t, x); err != nil {
			return nil, err
		}
	}
	return out, nil
}
