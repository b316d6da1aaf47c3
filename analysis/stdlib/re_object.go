package stdlib

import (
	"fmt"
	"strings"

	"augur/analysis/value"
)

// pattern is the state of a re.Pattern.
type pattern struct {
	source value.Value // *Str or *Bytes
	isStr  bool
	prog   *program
	names  []string // by the number of the group
}

// match is the state of a re.Match.
type match struct {
	pattern   *value.Instance
	prog      *program
	names     []string
	text      subject
	pos, end  int // what was searched
	spans     [][2]int
	lastIndex int // -1: none
}

// subject is a text that is searched.
type subject struct {
	value value.Value
	isStr bool
	runes []rune
}

// slice is the part of the text from i to j.
func (s *subject) slice(i, j int) value.Value {
	if str, ok := s.value.(*value.Str); ok {
		return str.Sub(i, j)
	}
	b, _ := s.value.(*value.Bytes)
	if b != nil {
		return value.NewBytes(b.B[i:j])
	}
	// A bytearray may have become shorter since.
	data := s.value.(*value.ByteArray).B
	i, j = min(i, len(data)), min(j, len(data))
	return value.NewBytes(string(data[i:j]))
}

func (s *subject) empty() value.Value {
	if s.isStr {
		return value.EmptyStr
	}
	return value.NewBytes("")
}

// join concatenates parts of the text and what replaces some of them.
func (s *subject) join(t *value.Thread, parts []value.Value) (value.Value, error) {
	return value.CallMethod(t, s.empty(), "join", value.NewList(parts))
}

// newSubject reads an argument to be searched by a pattern.
func newSubject(t *value.Thread, p *pattern, v value.Value) (subject, error) {
	s := subject{value: v}
	switch v := v.(type) {
	case *value.Str:
		if !p.isStr {
			return s, value.TypeErrorf("cannot use a bytes pattern on a string-like object")
		}
		s.isStr = true
		if err := t.Alloc(v.Len() * 4); err != nil {
			return s, err
		}
		s.runes = v.Runes()
		return s, nil
	case *value.Bytes:
		s.runes = byteRunes(v.B)
	case *value.ByteArray:
		t.Reading(&v.Header)
		s.runes = byteRunes(string(v.B))
	case *array:
		return s, value.Unknownf("a search in an array has no model")
	default:
		if err := known(v); err != nil {
			return s, err
		}
		return s, value.TypeErrorf("expected string or bytes-like object, got '%s'", v.Type().Name)
	}
	if p.isStr {
		return s, value.TypeErrorf("cannot use a string pattern on a bytes-like object")
	}
	return s, t.Alloc(4 * len(s.runes))
}

func byteRunes(b string) []rune {
	rs := make([]rune, len(b))
	for i := range rs {
		rs[i] = rune(b[i])
	}
	return rs
}

var (
	patternType = libraryType("re", "Pattern")
	matchType   = libraryType("re", "Match")
)

func init() {
	patternType.Name, matchType.Name = "re.Pattern", "re.Match"
	for _, c := range []*value.Type{patternType, matchType} {
		c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
			return value.NewGenericAlias(a[0], a[1]), nil
		})
	}
	patternMethods(patternType)
	matchMethods(matchType)
}

func patternOf(v value.Value) *pattern { return v.(*value.Instance).Payload.(*pattern) }

func matchOf(v value.Value) *match { return v.(*value.Instance).Payload.(*match) }

// findings walks the matches of a pattern in a text.
type findings struct {
	self *value.Instance
	p    *pattern
	text subject
	m    *reMatcher
	pos  int
	done bool
}

func newFindings(t *value.Thread, self value.Value, text, pos, endpos value.Value) (*findings, error) {
	f := &findings{self: self.(*value.Instance), p: patternOf(self)}
	var err error
	if f.text, err = newSubject(t, f.p, text); err != nil {
		return nil, err
	}
	n := len(f.text.runes)
	start, end := 0, n
	if pos != nil {
		if start, err = value.Index(t, pos); err != nil {
			return nil, err
		}
		start = min(max(start, 0), n)
	}
	if endpos != nil {
		if end, err = value.Index(t, endpos); err != nil {
			return nil, err
		}
		end = min(max(end, 0), n)
	}
	f.pos = start
	f.m = newReMatcher(t, f.p.prog, f.text.runes, start, end)
	if start > end {
		f.done = true // nothing is found, not even nothing
	}
	return f, nil
}

// next finds the next match; false at the end.
func (f *findings) next(t *value.Thread) (bool, error) {
	if f.done {
		return false, nil
	}
	f.m.t = t
	ok, err := f.m.search()
	if err != nil || !ok {
		f.done = true
		return false, err
	}
	return true, nil
}

// advance goes behind the match that was found.
func (f *findings) advance() {
	f.m.mustAdvance = f.m.ptr == f.m.start
	f.m.start = f.m.ptr
	if f.m.start > f.m.end {
		f.done = true
	}
}

// group is the text of group n, or otherwise.
func (f *findings) group(n int, otherwise value.Value) value.Value {
	if n == 0 {
		return f.text.slice(f.m.start, f.m.ptr)
	}
	if i, j, ok := f.m.group(n - 1); ok {
		return f.text.slice(i, j)
	}
	return otherwise
}

// object makes the match object.
func (f *findings) object(t *value.Thread) (value.Value, error) {
	if err := t.Alloc(128 + 16*f.p.prog.groups); err != nil {
		return nil, err
	}
	m := &match{pattern: f.self, prog: f.p.prog, names: f.p.names, text: f.text, pos: f.pos, end: f.m.end, lastIndex: f.m.lastIndex}
	m.spans = append(m.spans, [2]int{f.m.start, f.m.ptr})
	for n := range f.p.prog.groups {
		i, j, ok := f.m.group(n)
		if !ok {
			i, j = -1, -1
		}
		m.spans = append(m.spans, [2]int{i, j})
	}
	o := value.NewInstance(matchType)
	o.Payload = m
	return o, nil
}

func patternMethods(c *value.Type) {
	type search func(f *findings) (bool, error)
	find := func(name string, run search) {
		c.Def(name+"(self, /, string, pos=0, endpos=9223372036854775807)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			f, err := newFindings(t, a[0], a[1], a[2], a[3])
			if err != nil || f.done {
				return value.None, err
			}
			ok, err := run(f)
			if err != nil || !ok {
				return value.None, err
			}
			return f.object(t)
		})
	}
	find("match", func(f *findings) (bool, error) { return f.m.matchAt() })
	find("fullmatch", func(f *findings) (bool, error) {
		f.m.full = true
		return f.m.matchAt()
	})
	find("search", func(f *findings) (bool, error) { return f.m.search() })
	c.Def("finditer(self, /, string, pos=0, endpos=9223372036854775807)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f, err := newFindings(t, a[0], a[1], a[2], a[3])
		if err != nil {
			return nil, err
		}
		if b, ok := a[1].(*value.ByteArray); ok {
			b.Lent = true
		}
		return &iterator{typ: value.CallableIteratorType, next: func(t *value.Thread) (value.Value, error) {
			ok, err := f.next(t)
			if err != nil || !ok {
				return nil, err
			}
			o, err := f.object(t)
			f.advance()
			return o, err
		}}, nil
	})
	c.Def("findall(self, /, string, pos=0, endpos=9223372036854775807)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f, err := newFindings(t, a[0], a[1], a[2], a[3])
		if err != nil {
			return nil, err
		}
		var out []value.Value
		for {
			ok, err := f.next(t)
			if err != nil {
				return nil, err
			}
			if !ok {
				return value.NewList(out), nil
			}
			if err := t.Alloc(48); err != nil {
				return nil, err
			}
			out = append(out, f.found())
			f.advance()
		}
	})
	c.Def("split(self, /, string, maxsplit=0)", patternSplit)
	c.Def("sub(self, /, repl, string, count=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		got, _, err := patternSub(t, a)
		return got, err
	})
	c.Def("subn(self, /, repl, string, count=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		got, n, err := patternSub(t, a)
		if err != nil {
			return nil, err
		}
		return value.NewTuple(got, value.Int(n)), nil
	})
	c.DefAttr("pattern", func(t *value.Thread, self value.Value) (value.Value, error) { return patternOf(self).source, nil })
	c.DefAttr("flags", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.Int(patternOf(self).prog.flags), nil
	})
	c.DefAttr("groups", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.Int(patternOf(self).prog.groups), nil
	})
	c.DefAttr("groupindex", func(t *value.Thread, self value.Value) (value.Value, error) {
		d := value.NewDict()
		prog := patternOf(self).prog
		for _, name := range prog.order {
			d.SetStr(name, value.Int(prog.names[name]))
		}
		return &value.MappingProxy{Mapping: d}, nil
	})
	c.Def("__repr__(self, /)", patternRepr)
	c.Def("__eq__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return patternEqual(t, a[0], a[1], false)
	})
	c.Def("__ne__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return patternEqual(t, a[0], a[1], true)
	})
	c.Def("__hash__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the hash of a pattern depends on the seed")
	})
	same := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	c.Def("__copy__(self, /)", same)
	c.Def("__deepcopy__(self, memo, /)", same)
}

func patternEqual(t *value.Thread, a, b value.Value, negate bool) (value.Value, error) {
	o, ok := b.(*value.Instance)
	if !ok {
		return value.NotImplemented, nil
	}
	y, ok := o.Payload.(*pattern)
	if !ok {
		return value.NotImplemented, nil
	}
	x := patternOf(a)
	eq, err := value.Equal(t, x.source, y.source)
	if err != nil {
		return nil, err
	}
	eq = eq && x.prog.flags == y.prog.flags && x.isStr == y.isStr
	return value.Bool(eq != negate), nil
}

// found is what findall lists: the match, its one group, or all its groups.
func (f *findings) found() value.Value {
	switch n := f.p.prog.groups; n {
	case 0:
		return f.group(0, nil)
	case 1:
		return f.group(1, f.text.empty())
	default:
		out := make([]value.Value, n)
		for i := range out {
			out[i] = f.group(i+1, f.text.empty())
		}
		return value.NewTuple(out...)
	}
}

func patternSplit(t *value.Thread, a []value.Value) (value.Value, error) {
	limit, err := value.Index(t, a[2])
	if err != nil {
		return nil, err
	}
	f, err := newFindings(t, a[0], a[1], nil, nil)
	if err != nil {
		return nil, err
	}
	var out []value.Value
	last := 0
	for n := 0; limit == 0 || n < limit; n++ {
		ok, err := f.next(t)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if err := t.Alloc(48 * (1 + f.p.prog.groups)); err != nil {
			return nil, err
		}
		out = append(out, f.text.slice(last, f.m.start))
		for g := range f.p.prog.groups {
			out = append(out, f.group(g+1, value.None))
		}
		f.advance()
		last = f.m.start
	}
	return value.NewList(append(out, f.text.slice(last, f.m.end))), nil
}

// patternSub is sub and subn.
func patternSub(t *value.Thread, a []value.Value) (got value.Value, count int, err error) {
	limit, err := value.Index(t, a[3])
	if err != nil {
		return nil, 0, err
	}
	p := patternOf(a[0])
	replace, err := newReplacement(t, p, a[1])
	if err != nil {
		return nil, 0, err
	}
	f, err := newFindings(t, a[0], a[2], nil, nil)
	if err != nil {
		return nil, 0, err
	}
	var parts []value.Value
	last := 0
	for limit == 0 || count < limit {
		ok, err := f.next(t)
		if err != nil {
			return nil, 0, err
		}
		if !ok {
			break
		}
		if err := t.Alloc(64); err != nil {
			return nil, 0, err
		}
		start, end := f.m.start, f.m.ptr
		if last < start {
			parts = append(parts, f.text.slice(last, start))
		}
		item, err := replace(t, f)
		if err != nil {
			return nil, 0, err
		}
		if item != value.None {
			parts = append(parts, item)
		}
		last = end
		count++
		f.advance()
	}
	if last < f.m.end {
		parts = append(parts, f.text.slice(last, f.m.end))
	}
	got, err = f.text.join(t, parts)
	return got, count, err
}

func patternRepr(t *value.Thread, a []value.Value) (value.Value, error) {
	p := patternOf(a[0])
	source, err := value.Repr(t, p.source)
	if err != nil {
		return nil, err
	}
	rs := value.NewStr(source)
	if rs.Len() > 200 {
		source = rs.Sub(0, 200).String()
	}
	flags := p.prog.flags
	if p.isStr && flags&(reLocale|reUnicode|reASCII) == reUnicode {
		flags &^= reUnicode
	}
	var names []string
	for _, f := range []struct {
		name string
		bit  int
	}{
		{"TEMPLATE", reTemplate}, {"IGNORECASE", reIgnoreCase}, {"LOCALE", reLocale}, {"MULTILINE", reMultiline},
		{"DOTALL", reDotAll}, {"UNICODE", reUnicode}, {"VERBOSE", reVerbose}, {"DEBUG", reDebug}, {"ASCII", reASCII},
	} {
		if flags&f.bit != 0 {
			names = append(names, "re."+f.name)
			flags &^= f.bit
		}
	}
	if flags != 0 {
		names = append(names, fmt.Sprintf("0x%x", flags))
	}
	text := "re.compile(" + source
	if len(names) > 0 {
		text += ", " + strings.Join(names, "|")
	}
	return value.NewStr(text + ")"), nil
}

// index finds a group by its number or name.
func (m *match) index(t *value.Thread, v value.Value) (int, error) {
	noSuch := func() error { return value.Raisef(value.IndexError, "no such group") }
	if u, ok := v.(*value.Unknown); ok {
		return 0, &value.UnknownError{Reason: u.Reason}
	}
	if _, isIndex := v.Type().Lookup("__index__"); isIndex {
		n, err := value.BigIndex(t, v)
		if err != nil {
			return 0, err
		}
		if !n.IsInt64() || n.Int64() < 0 || n.Int64() >= int64(len(m.spans)) {
			return 0, noSuch()
		}
		return int(n.Int64()), nil
	}
	if s, ok := v.(*value.Str); ok {
		if g, ok := m.prog.names[s.String()]; ok {
			return g, nil
		}
	}
	return 0, noSuch()
}

func (m *match) group(n int, otherwise value.Value) value.Value {
	if s := m.spans[n]; s[0] >= 0 {
		return m.text.slice(s[0], s[1])
	}
	return otherwise
}

func (m *match) span(n int) value.Value {
	return value.NewTuple(value.Int(m.spans[n][0]), value.Int(m.spans[n][1]))
}

func matchMethods(c *value.Type) {
	def := func(signature string, f func(t *value.Thread, m *match, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) { return f(t, matchOf(a[0]), a[1:]) })
	}
	attr := func(name string, get func(m *match) value.Value) {
		c.DefAttr(name, func(t *value.Thread, self value.Value) (value.Value, error) { return get(matchOf(self)), nil })
	}
	def("group(self, /, *groups)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
		groups := a[0].(*value.Tuple).Elems
		if len(groups) == 0 {
			return m.group(0, value.None), nil
		}
		out := make([]value.Value, len(groups))
		for i, g := range groups {
			n, err := m.index(t, g)
			if err != nil {
				return nil, err
			}
			out[i] = m.group(n, value.None)
		}
		if len(out) == 1 {
			return out[0], nil
		}
		return value.NewTuple(out...), nil
	})
	def("__getitem__(self, key, /)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
		n, err := m.index(t, a[0])
		if err != nil {
			return nil, err
		}
		return m.group(n, value.None), nil
	})
	def("groups(self, /, default=None)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
		out := make([]value.Value, len(m.spans)-1)
		for i := range out {
			out[i] = m.group(i+1, a[0])
		}
		return value.NewTuple(out...), nil
	})
	def("groupdict(self, /, default=None)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
		d := value.NewDict()
		for _, name := range m.prog.order {
			d.SetStr(name, m.group(m.prog.names[name], a[0]))
		}
		return d, nil
	})
	position := func(name string, get func(span [2]int) value.Value) {
		def(name+"(self, group=0, /)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
			n, err := m.index(t, a[0])
			if err != nil {
				return nil, err
			}
			return get(m.spans[n]), nil
		})
	}
	position("start", func(s [2]int) value.Value { return value.Int(s[0]) })
	position("end", func(s [2]int) value.Value { return value.Int(s[1]) })
	position("span", func(s [2]int) value.Value { return value.NewTuple(value.Int(s[0]), value.Int(s[1])) })
	def("expand(self, /, template)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
		tmpl, err := parseTemplate(t, patternOf(m.pattern), a[0])
		if err != nil {
			return nil, err
		}
		return tmpl.expand(t, &m.text, func(n int) value.Value { return m.group(n, m.text.empty()) })
	})
	attr("string", func(m *match) value.Value { return m.text.value })
	attr("re", func(m *match) value.Value { return m.pattern })
	attr("pos", func(m *match) value.Value { return value.Int(m.pos) })
	attr("endpos", func(m *match) value.Value { return value.Int(m.end) })
	attr("lastindex", func(m *match) value.Value {
		if m.lastIndex < 0 {
			return value.None
		}
		return value.Int(m.lastIndex)
	})
	attr("lastgroup", func(m *match) value.Value {
		if m.lastIndex < 0 || m.names[m.lastIndex] == "" {
			return value.None
		}
		return value.NewStr(m.names[m.lastIndex])
	})
	attr("regs", func(m *match) value.Value {
		out := make([]value.Value, len(m.spans))
		for i := range out {
			out[i] = m.span(i)
		}
		return value.NewTuple(out...)
	})
	def("__repr__(self, /)", func(t *value.Thread, m *match, a []value.Value) (value.Value, error) {
		text, err := value.Repr(t, m.group(0, value.None))
		if err != nil {
			return nil, err
		}
		if s := value.NewStr(text); s.Len() > 50 {
			text = s.Sub(0, 50).String()
		}
		return value.NewStr(fmt.Sprintf("<re.Match object; span=(%d, %d), match=%s>", m.spans[0][0], m.spans[0][1], text)), nil
	})
	same := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	c.Def("__copy__(self, /)", same)
	c.Def("__deepcopy__(self, memo, /)", same)
}
