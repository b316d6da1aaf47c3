package eval

import (
	"strings"

	"augur/analysis/stdlib"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// importAbsolute finds a module: in the project first, as a script's own folder
// comes first on sys.path, then among the library's models, then in the source
// of an installed library.
func (m *Machine) importAbsolute(t *value.Thread, name string) (*value.Module, error) {
	if mod, ok := t.Modules[name]; ok {
		return mod, nil
	}
	if m.cfg.Sources != nil {
		if file, path, dir, ok := m.cfg.Sources.Find(name); ok {
			return m.importFile(file, path, name, dir)
		}
	}
	mod, ok, err := stdlib.Load(t, name)
	if err != nil {
		return nil, err
	}
	if ok {
		mod.Open = mod.Lists == nil // a model need not have all that its module has
		return mod, nil
	}
	if m.cfg.Library != nil {
		if opaque[name] {
			return nil, value.Unknownf("%s", name)
		}
		if file, path, dir, ok := m.cfg.Library.Find(name); ok {
			mod, err := m.importFile(file, path, name, dir)
			if mod != nil {
				mod.Open = true // parts of it may rest on C code that is missing
			}
			return mod, err
		}
		if fr, ok := t.Frame.(*frame); ok && strings.HasPrefix(name, "_") && m.cfg.Library.Has(fr.code.prog.path) {
			// The library's own C code, which its modules replace where it is
			// missing.
			return nil, value.Raisef(value.ModuleNotFoundError, "No module named '%s'", name)
		}
	}
	return nil, value.Unknownf("%s", name)
}

// opaque are modules of the library that reach outside: whatever comes from
// them is unknown.
var opaque = map[string]bool{
	"os": true, "socket": true, "ssl": true, "subprocess": true, "threading": true, "multiprocessing": true, "ctypes": true,
	"signal": true, "select": true, "selectors": true, "tempfile": true, "shutil": true, "glob": true, "time": true, "uuid": true,
	"secrets": true, "platform": true, "getpass": true, "sqlite3": true, "tkinter": true, "http": true, "urllib.request": true,
	"gc": true, "inspect": true, "importlib": true, "pickle": true, "site": true, "sysconfig": true, "concurrent.futures": true,
	"asyncio": true, "logging": true, "unittest.mock": true, "webbrowser": true, "locale": true, "random": true,
}

// importFile runs the top level of a source file as a module.
func (m *Machine) importFile(file *syntax.File, path, name string, dir bool) (*value.Module, error) {
	parent := ""
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		parent = name[:i]
		if _, err := m.importAbsolute(m.t, parent); err != nil {
			return nil, err
		}
	}
	p := compiled(file, path, name)
	mod := m.newModule(p, dir)
	control, lasting, taint, tracer, watcher := m.t.Control, m.t.Lasting, m.t.Taint, m.tracer, m.watcher
	m.tracer, m.watcher = nil, nil
	err := m.runTop(p, mod, true)
	m.tracer, m.watcher = tracer, watcher
	m.t.Control, m.t.Lasting, m.t.Taint = control, lasting, taint
	if err != nil {
		return nil, err
	}
	if parent != "" {
		m.t.Modules[parent].Globals.SetStr(name[len(parent)+1:], mod)
	}
	return mod, nil
}

func (c *compiler) importStmt(s *syntax.Import) stmt {
	type binding struct {
		full, bind string
		set        setter
	}
	var names []binding
	for _, n := range s.Names {
		b := binding{full: n.Name, set: c.storer(c.mangle(n.Binds()))}
		if n.AsName == "" {
			b.bind = n.Binds()
		} else {
			b.bind = n.Name
		}
		names = append(names, b)
	}
	return func(fr *frame) (flow, error) {
		for _, b := range names {
			v, err := fr.importModule(b.full)
			if err != nil {
				return next, err
			}
			if b.bind != b.full {
				// "import a.b" binds a, once a.b is loaded.
				if _, unknown := v.(*value.Unknown); unknown {
					if top, ok := fr.t.Modules[b.bind]; ok {
						v = top
					} else {
						v = &value.Unknown{Reason: b.bind}
					}
				} else if v, err = fr.importModule(b.bind); err != nil {
					return next, err
				}
			}
			if err := b.set(fr, v); err != nil {
				return next, err
			}
		}
		return next, nil
	}
}

// importModule returns the module, or an unknown value for one that is outside
// what is known.
func (fr *frame) importModule(name string) (value.Value, error) {
	mod, err := fr.t.Import(fr.t, name)
	if err != nil {
		if u, ok := err.(*value.UnknownError); ok && !u.Halt {
			return &value.Unknown{Reason: name}, nil
		}
		return nil, err
	}
	return mod, nil
}

func (c *compiler) importFrom(s *syntax.ImportFrom) stmt {
	if s.Module == "__future__" && s.Level == 0 {
		return func(*frame) (flow, error) { return next, nil }
	}
	if len(s.Names) == 1 && s.Names[0].Name == "*" {
		return func(fr *frame) (flow, error) {
			if fr.names == nil {
				// A function: CPython does not compile the file.
				return next, &value.UnknownError{Reason: "import * is only allowed at module level", Halt: true}
			}
			v, err := fr.importModule(fr.absolute(s))
			if err != nil {
				return next, err
			}
			mod, ok := v.(*value.Module)
			if !ok {
				fr.m.openNames[fr.globals] = true
				return next, nil
			}
			return next, fr.importStar(mod)
		}
	}
	sets := make([]setter, len(s.Names))
	for i, n := range s.Names {
		sets[i] = c.storer(c.mangle(n.Binds()))
	}
	return func(fr *frame) (flow, error) {
		full := fr.absolute(s)
		v, err := fr.importModule(full)
		if err != nil {
			return next, err
		}
		for i, n := range s.Names {
			x, err := fr.importedName(v, full, n.Name)
			if err != nil {
				return next, err
			}
			if err := sets[i](fr, x); err != nil {
				return next, err
			}
		}
		return next, nil
	}
}

func (fr *frame) importedName(v value.Value, full, name string) (value.Value, error) {
	mod, ok := v.(*value.Module)
	if !ok {
		return &value.Unknown{Reason: full + "." + name}, nil
	}
	got, err := value.LookupAttr(fr.t, mod, name)
	if got != nil {
		return got, nil
	}
	if u, ok := err.(*value.UnknownError); err != nil && (!ok || u.Halt) {
		return nil, err
	}
	sub, err := fr.importModule(full + "." + name)
	if err != nil {
		return nil, err
	}
	if _, unknown := sub.(*value.Unknown); !unknown {
		return sub, nil
	}
	if mod.Open || err != nil {
		return &value.Unknown{Reason: full + "." + name}, nil
	}
	if mod.Modelled() {
		// The message tells where the module lies.
		return nil, value.Raise(value.ImportError, &value.Unknown{Reason: "where " + full + " is installed"})
	}
	if fr.m.loading[mod] {
		return nil, value.Raisef(value.ImportError, "cannot import name '%s' from partially initialized module '%s' (most likely due to a circular import) (%s)", name, full, mod.File)
	}
	return nil, value.Raisef(value.ImportError, "cannot import name '%s' from '%s' (%s)", name, full, mod.File)
}

// absolute resolves the module that "from" names, in the package of the frame's
// module.
func (fr *frame) absolute(s *syntax.ImportFrom) string {
	if s.Level == 0 {
		return s.Module
	}
	pkg := ""
	if v, ok := fr.globals.GetStr("__package__"); ok {
		if p, ok := v.(*value.Str); ok {
			pkg = p.String()
		}
	}
	for i := 1; i < s.Level; i++ {
		j := strings.LastIndexByte(pkg, '.')
		if j < 0 {
			pkg = ""
			break
		}
		pkg = pkg[:j]
	}
	switch {
	case pkg == "":
		return s.Module
	case s.Module == "":
		return pkg
	}
	return pkg + "." + s.Module
}

func (fr *frame) importStar(mod *value.Module) error {
	if all, ok := mod.Globals.GetStr("__all__"); ok {
		names, err := value.Collect(fr.t, all)
		if err != nil {
			return halt(err)
		}
		for _, n := range names {
			name, ok := n.(*value.Str)
			if !ok {
				continue
			}
			v, err := value.GetAttr(fr.t, mod, name.String())
			if err != nil {
				return err
			}
			if err := fr.storeName(fr.names, name.String(), v); err != nil {
				return err
			}
		}
		return nil
	}
	for i := 0; ; {
		k, v, n, ok := mod.Globals.Next(i)
		if !ok {
			return nil
		}
		i = n
		if name := k.(*value.Str).String(); !strings.HasPrefix(name, "_") {
			if err := fr.storeName(fr.names, name, v); err != nil {
				return err
			}
		}
	}
}
