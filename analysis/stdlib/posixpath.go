package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() {
	Register("posixpath", loadPosixPath)
	Register("os", loadOS)
	Register("os.path", func(t *value.Thread) (*value.Module, error) {
		m, _, err := Load(t, "posixpath")
		return m, err
	})
}

// loadOS builds what of module os does not depend on the machine.
func loadOS(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("os")
	for name, text := range map[string]string{
		"sep": "/", "pathsep": ":", "linesep": "\n", "curdir": ".", "pardir": "..", "extsep": ".", "devnull": "/dev/null", "name": "posix", "defpath": "/bin:/usr/bin",
	} {
		m.Set(name, value.NewStr(text))
	}
	m.Set("altsep", value.None)
	for name, n := range map[string]int{
		"F_OK": 0, "R_OK": 4, "W_OK": 2, "X_OK": 1, "SEEK_SET": 0, "SEEK_CUR": 1, "SEEK_END": 2,
		"O_RDONLY": 0, "O_WRONLY": 1, "O_RDWR": 2, "O_CREAT": 64, "O_EXCL": 128, "O_TRUNC": 512, "O_APPEND": 1024,
	} {
		m.Set(name, value.Int(n))
	}
	m.Set("error", value.OSError)
	path, _, err := Load(t, "posixpath")
	if err != nil {
		return nil, err
	}
	m.Set("path", path)
	m.Def("fspath(path)", func(t *value.Thread, a []value.Value) (value.Value, error) { return fsPath(t, a[0]) })
	abc, err := abcModule(t)
	if err != nil {
		return nil, err
	}
	meta, _ := abc.Globals.GetStr("ABCMeta")
	base, _ := abc.Globals.GetStr("ABC")
	c, err := class{module: "os", name: "PathLike", meta: meta.(*value.Type), bases: []*value.Type{base.(*value.Type)}}.make(t)
	if err != nil {
		return nil, err
	}
	defAbstract(c, "__fspath__")
	defHook(c, []string{"__fspath__"})
	c.DefClass("__class_getitem__(cls, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
	m.Set("PathLike", c)
	return m, initABC(t, c, abcDataOf(base.(*value.Type)))
}

// fsPath is os.fspath.
func fsPath(t *value.Thread, v value.Value) (value.Value, error) {
	if err := unknownOf(v); err != nil {
		return nil, err
	}
	switch v.(type) {
	case *value.Str, *value.Bytes:
		return v, nil
	}
	got, ok, err := value.CallSpecial(t, v, "__fspath__")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.TypeErrorf("expected str, bytes or os.PathLike object, not %s", v.Type().Name)
	}
	switch got.(type) {
	case *value.Str, *value.Bytes:
		return got, nil
	}
	return nil, value.TypeErrorf("expected %s.__fspath__() to return str or bytes, not %s", v.Type().Name, got.Type().Name)
}

// pathText returns a path as text.
func pathText(t *value.Thread, v value.Value) (string, error) {
	got, err := fsPath(t, v)
	if err != nil {
		return "", err
	}
	s, ok := got.(*value.Str)
	if !ok {
		return "", value.Unknownf("paths of bytes are outside what is known")
	}
	return s.String(), nil
}

func loadPosixPath(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("posixpath")
	for name, text := range map[string]string{
		"sep": "/", "pathsep": ":", "curdir": ".", "pardir": "..", "extsep": ".", "devnull": "/dev/null", "defpath": "/bin:/usr/bin",
	} {
		m.Set(name, value.NewStr(text))
	}
	m.Set("altsep", value.None)
	m.Set("supports_unicode_filenames", value.False)
	text := func(signature string, f func(p string) value.Value) {
		defIn(m, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			p, err := pathText(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(p), nil
		})
	}
	str := func(f func(p string) string) func(p string) value.Value {
		return func(p string) value.Value { return value.NewStr(f(p)) }
	}
	text("basename(p)", str(func(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }))
	text("dirname(p)", str(func(p string) string { head, _ := splitPath(p); return head }))
	text("split(p)", func(p string) value.Value {
		head, tail := splitPath(p)
		return value.NewTuple(value.NewStr(head), value.NewStr(tail))
	})
	text("splitext(p)", func(p string) value.Value {
		root, ext := splitExt(p)
		return value.NewTuple(value.NewStr(root), value.NewStr(ext))
	})
	text("splitdrive(p)", func(p string) value.Value { return value.NewTuple(value.EmptyStr, value.NewStr(p)) })
	text("isabs(s)", func(p string) value.Value { return value.Bool(strings.HasPrefix(p, "/")) })
	text("normcase(s)", str(func(p string) string { return p }))
	text("normpath(path)", str(normPath))
	defIn(m, "abspath(path)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := pathText(t, a[0])
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(p, "/") {
			return nil, value.Unknownf("the current directory is outside what is known")
		}
		return value.NewStr(normPath(p)), nil
	})
	defIn(m, "expanduser(path)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := pathText(t, a[0])
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(p, "~") {
			return nil, value.Unknownf("the home directory is outside what is known")
		}
		return value.NewStr(p), nil
	})
	defIn(m, "expandvars(path)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := pathText(t, a[0])
		if err != nil {
			return nil, err
		}
		if strings.Contains(p, "$") {
			return nil, value.Unknownf("the environment is outside what is known")
		}
		return value.NewStr(p), nil
	})
	defIn(m, "join(a, *p)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return joinPaths(t, append([]value.Value{a[0]}, a[1].(*value.Tuple).Elems...))
	})
	defIn(m, "commonprefix(m)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		elems, err := value.Collect(t, a[0])
		if err != nil {
			return nil, err
		}
		var prefix string
		for i, e := range elems {
			p, err := pathText(t, e)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				prefix = p
			}
			n := 0
			for n < len(prefix) && n < len(p) && prefix[n] == p[n] {
				n++
			}
			prefix = strings.ToValidUTF8(prefix[:n], "")
		}
		return value.NewStr(prefix), nil
	})
	defIn(m, "commonpath(paths)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		elems, err := value.Collect(t, a[0])
		if err != nil {
			return nil, err
		}
		if len(elems) == 0 {
			return nil, value.ValueErrorf("commonpath() arg is an empty sequence")
		}
		var common []string
		abs := false
		for i, e := range elems {
			p, err := pathText(t, e)
			if err != nil {
				return nil, err
			}
			if is := strings.HasPrefix(p, "/"); i == 0 {
				abs = is
			} else if is != abs {
				return nil, value.ValueErrorf("Can't mix absolute and relative paths")
			}
			var parts []string
			for _, c := range strings.Split(p, "/") {
				if c != "" && c != "." {
					parts = append(parts, c)
				}
			}
			if i == 0 {
				common = parts
				continue
			}
			n := 0
			for n < len(common) && n < len(parts) && common[n] == parts[n] {
				n++
			}
			common = common[:n]
		}
		prefix := ""
		if abs {
			prefix = "/"
		}
		return value.NewStr(prefix + strings.Join(common, "/")), nil
	})
	defIn(m, "relpath(path, start=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := pathText(t, a[0])
		if err != nil {
			return nil, err
		}
		if p == "" {
			return nil, value.ValueErrorf("no path specified")
		}
		start := "."
		if a[1] != value.None {
			if start, err = pathText(t, a[1]); err != nil {
				return nil, err
			}
		}
		// Against the same unknown directory, two relative paths compare as
		// long as neither leaves it.
		if strings.HasPrefix(p, "/") != strings.HasPrefix(start, "/") {
			return nil, value.Unknownf("the current directory is outside what is known")
		}
		from, to := pathParts(normPath(start)), pathParts(normPath(p))
		if len(from) > 0 && from[0] == ".." || len(to) > 0 && to[0] == ".." {
			return nil, value.Unknownf("the current directory is outside what is known")
		}
		n := 0
		for n < len(from) && n < len(to) && from[n] == to[n] {
			n++
		}
		var rel []string
		for range from[n:] {
			rel = append(rel, "..")
		}
		rel = append(rel, to[n:]...)
		if len(rel) == 0 {
			return value.NewStr("."), nil
		}
		return value.NewStr(strings.Join(rel, "/")), nil
	})
	return m, nil
}

func pathParts(p string) []string {
	var parts []string
	for _, c := range strings.Split(p, "/") {
		if c != "" && c != "." {
			parts = append(parts, c)
		}
	}
	return parts
}

// joinPaths is os.path.join.
func joinPaths(t *value.Thread, vs []value.Value) (value.Value, error) {
	path := ""
	for i, v := range vs {
		if _, isBytes := v.(*value.Bytes); isBytes && i > 0 {
			return nil, value.TypeErrorf("Can't mix strings and bytes in path components")
		}
		if _, special := v.Type().Lookup("__fspath__"); !special && i > 0 {
			if _, ok := v.(*value.Str); !ok {
				if err := unknownOf(v); err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("join() argument must be str, bytes, or os.PathLike object, not %s", value.StrRepr(v.Type().Name))
			}
		}
		p, err := pathText(t, v)
		if err != nil {
			return nil, err
		}
		switch {
		case i == 0:
			path = p
		case strings.HasPrefix(p, "/"):
			path = p
		case path == "" || strings.HasSuffix(path, "/"):
			path += p
		default:
			path += "/" + p
		}
	}
	return value.NewStr(path), nil
}

// splitPath is os.path.split.
func splitPath(p string) (head, tail string) {
	i := strings.LastIndexByte(p, '/') + 1
	head, tail = p[:i], p[i:]
	if trimmed := strings.TrimRight(head, "/"); trimmed != "" {
		head = trimmed
	}
	return head, tail
}

// splitExt is os.path.splitext.
func splitExt(p string) (root, ext string) {
	slash, dot := strings.LastIndexByte(p, '/'), strings.LastIndexByte(p, '.')
	if dot > slash {
		for i := slash + 1; i < dot; i++ {
			if p[i] != '.' {
				return p[:dot], p[dot:]
			}
		}
	}
	return p, ""
}

// normPath is os.path.normpath.
func normPath(p string) string {
	if p == "" {
		return "."
	}
	slashes := 0
	if strings.HasPrefix(p, "/") {
		slashes = 1
		if strings.HasPrefix(p, "//") && !strings.HasPrefix(p, "///") {
			slashes = 2
		}
	}
	var parts []string
	for _, c := range strings.Split(p, "/") {
		if c == "" || c == "." {
			continue
		}
		if c != ".." || slashes == 0 && len(parts) == 0 || len(parts) > 0 && parts[len(parts)-1] == ".." {
			parts = append(parts, c)
		} else if len(parts) > 0 {
			parts = parts[:len(parts)-1]
		}
	}
	p = strings.Repeat("/", slashes) + strings.Join(parts, "/")
	if p == "" {
		return "."
	}
	return p
}
