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
