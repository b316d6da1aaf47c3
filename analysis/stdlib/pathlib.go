package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("pathlib", loadPathlib) }

// purePath is the state of a path: its root ("", "/" or "//") and its parts.
type purePath struct {
	root  string
	parts []string
}

func parsePath(p string) *purePath {
	q := &purePath{}
	if strings.HasPrefix(p, "/") {
		q.root = "/"
		if strings.HasPrefix(p, "//") && !strings.HasPrefix(p, "///") {
			q.root = "//"
		}
	}
	q.parts = pathParts(p)
	return q
}

func (p *purePath) String() string {
	s := p.root + strings.Join(p.parts, "/")
	if s == "" {
		return "."
	}
	return s
}

// all are the parts with the root in front.
func (p *purePath) all() []string {
	if p.root == "" {
		return p.parts
	}
	return append([]string{p.root}, p.parts...)
}

func (p *purePath) join(q *purePath) *purePath {
	if q.root != "" {
		return q
	}
	return &purePath{root: p.root, parts: append(append([]string(nil), p.parts...), q.parts...)}
}

func (p *purePath) parent() *purePath {
	if len(p.parts) == 0 {
		return p
	}
	return &purePath{root: p.root, parts: p.parts[:len(p.parts)-1]}
}

func (p *purePath) name() string {
	if len(p.parts) == 0 {
		return ""
	}
	return p.parts[len(p.parts)-1]
}

func (p *purePath) suffix() string {
	name := p.name()
	if i := strings.LastIndexByte(name, '.'); 0 < i && i < len(name)-1 {
		return name[i:]
	}
	return ""
}

func pathOf(v value.Value) *purePath {
	p, ok := state[*purePath](v)
	if !ok {
		p = &purePath{}
	}
	return p
}

type pathlibModule struct {
	pure, posix, path, posixPath *value.Type
}

func loadPathlib(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("pathlib")
	x := &pathlibModule{}
	for _, k := range []struct {
		at    **value.Type
		name  string
		bases []**value.Type
	}{
		{&x.pure, "PurePath", nil}, {&x.posix, "PurePosixPath", []**value.Type{&x.pure}}, {&x.path, "Path", []**value.Type{&x.pure}},
		{&x.posixPath, "PosixPath", []**value.Type{&x.path, &x.posix}},
	} {
		c := class{module: "pathlib", name: k.name}
		for _, b := range k.bases {
			c.bases = append(c.bases, *b)
		}
		made, err := c.make(t)
		if err != nil {
			return nil, err
		}
		*k.at = made
		m.Set(k.name, made)
	}
	x.path.Partial = true
	x.pure.Immutable = true
	x.define()
	return m, nil
}

// with returns a path of the same class as v.
func (x *pathlibModule) with(v value.Value, p *purePath) value.Value {
	o := value.NewInstance(v.Type())
	o.Payload = p
	return o
}

// read turns the arguments of a path's constructor into a path.
func (x *pathlibModule) read(t *value.Thread, vs []value.Value) (*purePath, error) {
	p := &purePath{}
	for _, v := range vs {
		if value.IsInstance(v, x.pure) {
			p = p.join(pathOf(v))
			continue
		}
		if err := unknownOf(v); err != nil {
			return nil, err
		}
		got := v
		if _, ok := v.(*value.Str); !ok {
			if _, ok := v.Type().Lookup("__fspath__"); !ok {
				return nil, value.TypeErrorf("expected str, bytes or os.PathLike object, not %s", v.Type().Name)
			}
			made, err := fsPath(t, v)
			if err != nil {
				return nil, err
			}
			got = made
		}
		s, ok := got.(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("argument should be a str object or an os.PathLike object returning str, not %s", reprType(v.Type()))
		}
		p = p.join(parsePath(s.String()))
	}
	return p, nil
}

func reprType(c *value.Type) string {
	if c.Module == "builtins" {
		return "<class '" + c.Qualname + "'>"
	}
	return "<class '" + c.Module + "." + c.Qualname + "'>"
}

func (x *pathlibModule) define() {
	c := x.pure
	def(c, "__new__(cls, *args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		cls, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.TypeErrorf("object.__new__(X): X is not a type object (%s)", a[0].Type().Name)
		}
		switch cls {
		case x.pure:
			cls = x.posix
		case x.path:
			cls = x.posixPath
		}
		p, err := x.read(t, a[1].(*value.Tuple).Elems)
		if err != nil {
			return nil, err
		}
		o := value.NewInstance(cls)
		o.Payload = p
		return o, t.Alloc(200)
	})
	def(x.path, "__new__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f, _ := x.pure.Dict.GetStr("__new__")
		return value.Call(t, f.(*value.StaticMethod).Func, append([]value.Value{a[0]}, a[1].(*value.Tuple).Elems...), nil)
	})
	str := func(s string) value.Value { return value.NewStr(s) }
	strs := func(ss []string) []value.Value {
		out := make([]value.Value, len(ss))
		for i, s := range ss {
			out[i] = value.NewStr(s)
		}
		return out
	}
	prop := func(name string, get func(v value.Value, p *purePath) value.Value) {
		defProperty(c, name, func(t *value.Thread, self value.Value) (value.Value, error) { return get(self, pathOf(self)), nil })
	}
	prop("parts", func(_ value.Value, p *purePath) value.Value { return value.NewTuple(strs(p.all())...) })
	prop("drive", func(value.Value, *purePath) value.Value { return value.EmptyStr })
	prop("root", func(_ value.Value, p *purePath) value.Value { return str(p.root) })
	prop("anchor", func(_ value.Value, p *purePath) value.Value { return str(p.root) })
	prop("name", func(_ value.Value, p *purePath) value.Value { return str(p.name()) })
	prop("suffix", func(_ value.Value, p *purePath) value.Value { return str(p.suffix()) })
	prop("stem", func(_ value.Value, p *purePath) value.Value { return str(strings.TrimSuffix(p.name(), p.suffix())) })
	prop("suffixes", func(_ value.Value, p *purePath) value.Value {
		name := p.name()
		if strings.HasSuffix(name, ".") {
			return value.NewList(nil)
		}
		parts := strings.Split(strings.TrimLeft(name, "."), ".")[1:]
		for i := range parts {
			parts[i] = "." + parts[i]
		}
		return value.NewList(strs(parts))
	})
	prop("parent", func(v value.Value, p *purePath) value.Value { return x.with(v, p.parent()) })
	prop("parents", func(v value.Value, p *purePath) value.Value {
		var out []value.Value
		for len(p.parts) > 0 {
			p = p.parent()
			out = append(out, x.with(v, p))
		}
		return value.NewTuple(out...)
	})
	def(c, "__str__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return str(pathOf(a[0]).String()), nil })
	def(c, "__fspath__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return str(pathOf(a[0]).String()), nil })
	def(c, "as_posix(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return str(pathOf(a[0]).String()), nil })
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return str(a[0].Type().Name + "(" + value.StrRepr(pathOf(a[0]).String()) + ")"), nil
	})
	def(c, "__hash__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, value.Builtins["hash"], []value.Value{str(pathOf(a[0]).String())}, nil)
	})
	compare := func(name string, holds func(cmp int) bool) {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !value.IsInstance(a[1], x.pure) {
				return value.NotImplemented, unknownOf(a[1])
			}
			return value.Bool(holds(compareParts(pathOf(a[0]).all(), pathOf(a[1]).all()))), nil
		})
	}
	compare("__eq__", func(c int) bool { return c == 0 })
	compare("__lt__", func(c int) bool { return c < 0 })
	compare("__le__", func(c int) bool { return c <= 0 })
	compare("__gt__", func(c int) bool { return c > 0 })
	compare("__ge__", func(c int) bool { return c >= 0 })
	join := func(t *value.Thread, v value.Value, rest []value.Value) (value.Value, error) {
		q, err := x.read(t, rest)
		if err != nil {
			return nil, err
		}
		return x.with(v, pathOf(v).join(q)), nil
	}
	def(c, "joinpath(self, *args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return join(t, a[0], a[1].(*value.Tuple).Elems)
	})
	def(c, "__truediv__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		got, err := join(t, a[0], a[1:])
		if raised(err, value.TypeError) {
			return value.NotImplemented, nil
		}
		return got, err
	})
	def(c, "__rtruediv__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		q, err := x.read(t, a[1:])
		if raised(err, value.TypeError) {
			return value.NotImplemented, nil
		}
		if err != nil {
			return nil, err
		}
		return x.with(a[0], q.join(pathOf(a[0]))), nil
	})
	def(c, "is_absolute(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Bool(pathOf(a[0]).root != ""), nil
	})
	def(c, "is_reserved(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.False, nil })
	def(c, "as_uri(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p := pathOf(a[0])
		if p.root == "" {
			return nil, value.ValueErrorf("relative path can't be expressed as a file URI")
		}
		for _, r := range p.String() {
			if r >= 128 || !strings.ContainsRune("/._-~", r) && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
				return nil, value.Unknownf("quoting in URIs of paths is outside what is known")
			}
		}
		return str("file://" + p.String()), nil
	})
	rename := func(t *value.Thread, v value.Value, name string) (value.Value, error) {
		p := pathOf(v)
		if p.name() == "" {
			return nil, value.ValueErrorf("%s has an empty name", mustRepr(v.Type().Name, p))
		}
		if name == "" || strings.Contains(name, "/") || name == "." {
			return nil, value.ValueErrorf("Invalid name %s", value.StrRepr(name))
		}
		parts := append([]string(nil), p.parts...)
		parts[len(parts)-1] = name
		return x.with(v, &purePath{root: p.root, parts: parts}), nil
	}
	textArg := func(v value.Value) (string, error) {
		s, ok := v.(*value.Str)
		if !ok {
			if err := unknownOf(v); err != nil {
				return "", err
			}
			return "", value.TypeErrorf("expected str, not %s", v.Type().Name)
		}
		return s.String(), nil
	}
	def(c, "with_name(self, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := textArg(a[1])
		if err != nil {
			return nil, err
		}
		return rename(t, a[0], name)
	})
	def(c, "with_stem(self, stem)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		stem, err := textArg(a[1])
		if err != nil {
			return nil, err
		}
		return rename(t, a[0], stem+pathOf(a[0]).suffix())
	})
	def(c, "with_suffix(self, suffix)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		suffix, err := textArg(a[1])
		if err != nil {
			return nil, err
		}
		p := pathOf(a[0])
		if strings.Contains(suffix, "/") || suffix != "" && !strings.HasPrefix(suffix, ".") || suffix == "." {
			return nil, value.ValueErrorf("Invalid suffix %s", value.StrRepr(suffix))
		}
		if p.name() == "" {
			return nil, value.ValueErrorf("%s has an empty name", mustRepr(a[0].Type().Name, p))
		}
		return rename(t, a[0], strings.TrimSuffix(p.name(), p.suffix())+suffix)
	})
	relative := func(t *value.Thread, v value.Value, rest []value.Value) (*purePath, bool, string, error) {
		q, err := x.read(t, rest)
		if err != nil {
			return nil, false, "", err
		}
		p := pathOf(v)
		whole, start := p.all(), q.all()
		if len(start) > len(whole) || compareParts(whole[:len(start)], start) != 0 {
			return nil, false, q.String(), nil
		}
		return &purePath{parts: p.parts[len(q.parts):]}, true, "", nil
	}
	def(c, "relative_to(self, *other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		rest := a[1].(*value.Tuple).Elems
		if len(rest) == 0 {
			return nil, value.TypeErrorf("need at least one argument")
		}
		q, ok, start, err := relative(t, a[0], rest)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, value.ValueErrorf("%s is not in the subpath of %s OR one path is relative and the other is absolute.",
				value.StrRepr(pathOf(a[0]).String()), value.StrRepr(start))
		}
		return x.with(a[0], q), nil
	})
	def(c, "is_relative_to(self, *other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, ok, _, err := relative(t, a[0], a[1].(*value.Tuple).Elems)
		return value.Bool(ok), err
	})
	def(c, "match(self, path_pattern)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		pattern, err := textArg(a[1])
		if err != nil {
			return nil, err
		}
		q := parsePath(pattern)
		if len(q.all()) == 0 {
			return nil, value.ValueErrorf("empty pattern")
		}
		p := pathOf(a[0])
		whole, want := p.all(), q.all()
		if q.root != "" && (q.root != p.root || len(want) != len(whole)) || len(want) > len(whole) {
			return value.False, nil
		}
		for i := range want {
			m, ok := globMatch(want[len(want)-1-i], whole[len(whole)-1-i])
			if !ok {
				return nil, value.Unknownf("character classes in patterns of paths are outside what is known")
			}
			if !m {
				return value.False, nil
			}
		}
		return value.True, nil
	})
}

func mustRepr(class string, p *purePath) string { return class + "(" + value.StrRepr(p.String()) + ")" }

func compareParts(a, b []string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if c := strings.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return len(a) - len(b)
}

// globMatch matches a name against a pattern of *, ? and ordinary characters;
// ok is false for a pattern with a character class.
func globMatch(pattern, name string) (matched, ok bool) {
	if strings.ContainsAny(pattern, "[") {
		return false, false
	}
	p, s := []rune(pattern), []rune(name)
	// back is where to go on when a star must take one more character.
	back, from := -1, 0
	i, j := 0, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i] == '*':
			back, from = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == s[j]):
			i++
			j++
		case back >= 0:
			from++
			i, j = back+1, from
		default:
			return false, true
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p), true
}
