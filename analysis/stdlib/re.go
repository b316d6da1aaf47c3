package stdlib

import (
	"strconv"
	"strings"

	"augur/analysis/value"
)

func init() { Register("re", loadRe) }

// Where a run keeps re.error, and the patterns that it compiled: the same
// pattern is the same object.
const (
	reErrorKey = "re.error"
	reCacheKey = "re.cache"
)

// reKey identifies a pattern.
type reKey struct {
	isStr   bool
	pattern string
	flags   int
}

func loadRe(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("re")
	m.Set("Pattern", patternType)
	m.Set("Match", matchType)
	if err := reFlags(t, m); err != nil {
		return nil, err
	}
	c, err := reErrorClass(t)
	if err != nil {
		return nil, err
	}
	m.Set("error", c)
	t.Local[reErrorKey] = c

	compile := func(t *value.Thread, p, flags value.Value) (value.Value, error) { return reCompile(t, p, flags) }
	defIn(m, "compile(pattern, flags=0)", func(t *value.Thread, a []value.Value) (value.Value, error) { return compile(t, a[0], a[1]) })
	method := func(signature, name string, flags int, args ...int) {
		defIn(m, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			p, err := compile(t, a[0], a[flags])
			if err != nil {
				return nil, err
			}
			rest := make([]value.Value, len(args))
			for i, n := range args {
				rest[i] = a[n]
			}
			return value.CallMethod(t, p, name, rest...)
		})
	}
	for _, name := range []string{"match", "fullmatch", "search", "findall", "finditer"} {
		method(name+"(pattern, string, flags=0)", name, 2, 1)
	}
	method("split(pattern, string, maxsplit=0, flags=0)", "split", 3, 1, 2)
	method("sub(pattern, repl, string, count=0, flags=0)", "sub", 4, 1, 2, 3)
	method("subn(pattern, repl, string, count=0, flags=0)", "subn", 4, 1, 2, 3)
	t.Local[reCacheKey] = map[reKey]value.Value{}
	defIn(m, "purge()", func(t *value.Thread, _ []value.Value) (value.Value, error) {
		t.Local[reCacheKey] = map[reKey]value.Value{}
		return value.None, nil
	})
	defIn(m, "escape(pattern)", reEscape)
	return m, nil
}

// reFlags makes the class of flags, and the flags by their names.
func reFlags(t *value.Thread, m *value.Module) error {
	enum, ok, err := Load(t, "enum")
	if err != nil || !ok {
		return err
	}
	base, err := value.GetAttr(t, enum, "IntFlag")
	if err != nil {
		return err
	}
	boundary, err := value.GetAttr(t, enum, "KEEP")
	if err != nil {
		return err
	}
	names := []struct {
		name, alias string
		bit         int
	}{
		{"NOFLAG", "", 0}, {"ASCII", "A", reASCII}, {"IGNORECASE", "I", reIgnoreCase}, {"LOCALE", "L", reLocale}, {"UNICODE", "U", reUnicode},
		{"MULTILINE", "M", reMultiline}, {"DOTALL", "S", reDotAll}, {"VERBOSE", "X", reVerbose}, {"TEMPLATE", "T", reTemplate}, {"DEBUG", "", reDebug},
	}
	var members []value.Value
	add := func(name string, bit int) {
		members = append(members, value.NewTuple(value.NewStr(name), value.Int(bit)))
	}
	for _, n := range names {
		add(n.name, n.bit)
		if n.alias != "" {
			add(n.alias, n.bit)
		}
	}
	got, err := value.Call(t, base, []value.Value{value.NewStr("RegexFlag"), value.NewList(members)}, []value.Kwarg{
		{Name: "module", Value: value.NewStr("re")}, {Name: "boundary", Value: boundary},
	})
	if err != nil {
		return err
	}
	m.Set("RegexFlag", got)
	c := got.(*value.Type)
	c.Dict.SetStr("_numeric_repr_", value.Builtins["hex"])
	def(c, "__repr__(self)", flagRepr)
	if repr, ok := c.Dict.GetStr("__repr__"); ok {
		c.Dict.SetStr("__str__", repr)
	}
	for _, n := range names {
		v, err := value.GetAttr(t, got, n.name)
		if err != nil {
			return err
		}
		m.Set(n.name, v)
		if n.alias != "" {
			m.Set(n.alias, v)
		}
	}
	return nil
}

// flagRepr writes flags as they are named in the module.
func flagRepr(t *value.Thread, a []value.Value) (value.Value, error) {
	name, err := value.GetAttr(t, a[0], "_name_")
	if err != nil {
		return nil, err
	}
	s, ok := name.(*value.Str)
	if !ok {
		return nil, value.Unknownf("the repr of flags without a name has no model")
	}
	parts := strings.Split(s.String(), "|")
	for i, p := range parts {
		if p[0] < '0' || p[0] > '9' {
			parts[i] = "re." + p
		}
	}
	return value.NewStr(strings.Join(parts, "|")), nil
}

// reErrorClass makes re.error.
func reErrorClass(t *value.Thread) (*value.Type, error) {
	c, err := class{module: "re", name: "error", bases: []*value.Type{value.ExceptionType}}.make(t)
	if err != nil {
		return nil, err
	}
	def(c, "__init__(self, msg, pattern=None, pos=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		e, ok := a[0].(*value.Exception)
		if !ok {
			return nil, value.TypeErrorf("descriptor '__init__' requires a 'BaseException' object")
		}
		set := func(name string, v value.Value) error { return value.SetAttr(t, e, name, v) }
		msg, pattern, pos := a[1], a[2], a[3]
		lineno, colno := value.Value(value.None), value.Value(value.None)
		text := msg
		if pattern != value.None && pos != value.None {
			at, err := value.Index(t, pos)
			if err != nil {
				return nil, err
			}
			where, line, column, err := patternPosition(t, pattern, at)
			if err != nil {
				return nil, err
			}
			s, err := value.Text(t, msg)
			if err != nil {
				return nil, err
			}
			text, lineno, colno = value.NewStr(s+where), value.Int(line), value.Int(column)
		}
		for _, v := range []struct {
			name string
			v    value.Value
		}{{"msg", msg}, {"pattern", pattern}, {"pos", pos}, {"lineno", lineno}, {"colno", colno}} {
			if err := set(v.name, v.v); err != nil {
				return nil, err
			}
		}
		e.Args = value.NewTuple(text)
		return value.None, nil
	})
	return c, nil
}

// patternPosition describes a position in a pattern.
func patternPosition(t *value.Thread, pattern value.Value, pos int) (text string, line, column int, err error) {
	var rs []rune
	switch p := pattern.(type) {
	case *value.Str:
		rs = p.Runes()
	case *value.Bytes:
		rs = byteRunes(p.B)
	default:
		return "", 0, 0, value.TypeErrorf("'%s' object has no position", pattern.Type().Name)
	}
	line, start := 1, -1
	multi := false
	for i, r := range rs {
		if r != '\n' {
			continue
		}
		multi = true
		if i < pos {
			line++
			start = i
		}
	}
	column = pos - start
	text = " at position " + strconv.Itoa(pos)
	if multi {
		text += " (line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ")"
	}
	return text, line, column, nil
}

// chargeSteps accounts for work in a parser, which ends by a panic when a
// limit is reached.
func chargeSteps(t *value.Thread) func(n int) {
	return func(n int) {
		if err := t.Step(int64(n)); err != nil {
			panic(err)
		}
	}
}

// recovered turns what a parser of a pattern or template panicked with into an
// error.
func recovered(t *value.Thread, source value.Value, r any) error {
	e, ok := r.(error)
	if !ok || isRuntimeError(e) {
		panic(r)
	}
	return raiseReError(t, source, e)
}

// raiseReError raises re.error for a mistake in a pattern; other errors stay.
func raiseReError(t *value.Thread, source value.Value, err error) error {
	e, ok := err.(*reError)
	if !ok {
		return err
	}
	c, ok := t.Local[reErrorKey].(*value.Type)
	if !ok {
		return value.Unknownf("re.error before re is imported")
	}
	args := []value.Value{value.NewStr(e.message)}
	if e.pos >= 0 {
		args = append(args, source, value.Int(e.pos))
	}
	exc, callErr := value.Call(t, c, args, nil)
	if callErr != nil {
		return callErr
	}
	return &value.Raised{Exc: exc.(*value.Exception)}
}

// reCompile is re.compile.
func reCompile(t *value.Thread, p, flags value.Value) (value.Value, error) {
	for _, v := range []value.Value{p, flags} {
		if u, ok := v.(*value.Unknown); ok {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
	}
	if o, ok := p.(*value.Instance); ok {
		if _, ok := o.Payload.(*pattern); ok {
			yes, err := value.Truth(t, flags)
			if err != nil {
				return nil, err
			}
			if yes {
				return nil, value.ValueErrorf("cannot process flags argument with a compiled pattern")
			}
			return p, nil
		}
	}
	var text []rune
	isStr := false
	switch s := p.(type) {
	case *value.Str:
		text, isStr = s.Runes(), true
	case *value.Bytes:
		text = byteRunes(s.B)
	default:
		if _, err := value.Hash(t, p); err != nil {
			return nil, err // the pattern is looked up among those known already
		}
		return nil, value.TypeErrorf("first argument must be string or compiled pattern")
	}
	n, ok := value.AsInt(flags)
	if !ok {
		return nil, value.TypeErrorf("unsupported operand type(s) for &: '%s' and 'RegexFlag'", flags.Type().Name)
	}
	known, _ := t.Local[reCacheKey].(map[reKey]value.Value)
	key := reKey{isStr, runeText(text...), int(n)}
	if p.Type().Heap {
		known = nil
	}
	if got, ok := known[key]; ok {
		return got, nil
	}
	prog, err := compileGuarded(t, p, text, isStr, int(n))
	if err != nil {
		return nil, err
	}
	names := make([]string, prog.groups+1)
	for name, g := range prog.names {
		names[g] = name
	}
	o := value.NewInstance(patternType)
	o.Payload = &pattern{source: p, isStr: isStr, prog: prog, names: names}
	if known != nil {
		known[key] = o
	}
	return o, nil
}

func compileGuarded(t *value.Thread, source value.Value, text []rune, isStr bool, flags int) (prog *program, err error) {
	defer func() {
		if r := recover(); r != nil {
			prog, err = nil, recovered(t, source, r)
		}
	}()
	prog, err = compilePattern(text, isStr, flags, chargeSteps(t))
	if err != nil {
		return nil, raiseReError(t, source, err)
	}
	return prog, nil
}

// reEscape is re.escape.
func reEscape(t *value.Thread, a []value.Value) (value.Value, error) {
	const special = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"
	escape := func(s string) string {
		var out []byte
		for i := range len(s) {
			for j := range len(special) {
				if special[j] == s[i] {
					out = append(out, '\\')
				}
			}
			out = append(out, s[i])
		}
		return string(out)
	}
	switch s := a[0].(type) {
	case *value.Str:
		return value.NewStr(escape(s.String())), t.Alloc(2 * len(s.String()))
	case *value.Bytes:
		return value.NewBytes(escape(s.B)), t.Alloc(2 * len(s.B))
	case *value.ByteArray:
		t.Reading(&s.Header)
		return value.NewBytes(escape(string(s.B))), t.Alloc(2 * len(s.B))
	}
	return nil, value.TypeErrorf("decoding to str: need a bytes-like object, %s found", a[0].Type().Name)
}
