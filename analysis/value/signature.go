package value

import (
	"math/big"
	"strconv"
	"strings"
	"sync"
)

// Signature is the parameter list of a function written in Go.
type Signature struct {
	Name string
	text string

	once    sync.Once
	params  []param
	posOnly int // how many leading parameters are positional-only
	maxPos  int // how many parameters may be given by position
	vararg  int // index of *args, or -1
	kwarg   int // index of **kwargs, or -1
}

type param struct {
	name     string
	required bool
	def      Value // nil for "=?"
	kwOnly   bool
}

func newSignature(text string) *Signature {
	i := strings.IndexByte(text, '(')
	return &Signature{Name: text[:i], text: text[i+1 : len(text)-1], vararg: -1, kwarg: -1}
}

// parse reads the text once, on the first call, so that start-up does not pay
// for functions that are never called.
func (s *Signature) parse() {
	kwOnly := false
	for _, p := range splitParams(s.text) {
		switch {
		case p == "/":
			s.posOnly = len(s.params)
		case p == "*":
			kwOnly = true
		case strings.HasPrefix(p, "**"):
			s.kwarg = len(s.params)
			s.params = append(s.params, param{name: p[2:]})
		case strings.HasPrefix(p, "*"):
			s.vararg = len(s.params)
			kwOnly = true
			s.params = append(s.params, param{name: p[1:]})
		default:
			name, def, has := strings.Cut(p, "=")
			q := param{name: name, required: !has, kwOnly: kwOnly}
			if has {
				q.def = literal(def)
			}
			if !kwOnly {
				s.maxPos = len(s.params) + 1
			}
			s.params = append(s.params, q)
		}
	}
}

func splitParams(text string) []string {
	var out []string
	quote := byte(0)
	start := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'':
			quote = c
		case c == ',':
			out = append(out, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

func literal(text string) Value {
	switch text {
	case "?":
		return nil
	case "None":
		return None
	case "True":
		return True
	case "False":
		return False
	case "()":
		return EmptyTuple
	}
	if text[0] == '\'' {
		return NewStr(text[1 : len(text)-1])
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return Int(n)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return Float(f)
	}
	if n, ok := new(big.Int).SetString(text, 0); ok {
		return MakeInt(n)
	}
	panic("signature: bad default " + text) // a mistake in this program's own tables
}

// bind matches arguments to parameters, with CPython's messages.
func (s *Signature) bind(t *Thread, b *Builtin, args []Value, kwargs []Kwarg) ([]Value, error) {
	s.once.Do(s.parse)
	if len(kwargs) == 0 && len(args) == len(s.params) && s.vararg < 0 && s.kwarg < 0 && s.maxPos == len(args) {
		return args, nil
	}
	hidden := 0 // self and cls are not counted in messages
	if b.Owner != nil || b.Self != nil {
		hidden = 1
	}
	name := b.Name
	if given := len(args) + len(kwargs); len(kwargs) > 0 && given > len(s.params) && s.vararg < 0 && s.kwarg < 0 && s.posOnly < len(s.params) {
		kind := ""
		if len(args) == hidden {
			kind = "keyword "
		}
		n := len(s.params) - hidden
		return nil, TypeErrorf("%s() takes at most %d %sargument%s (%d given)", name, n, kind, plural(n), given-hidden)
	}
	bound := make([]Value, len(s.params))
	pos := args
	if len(pos) > s.maxPos {
		if s.vararg < 0 {
			return nil, s.tooMany(b, len(args)-hidden, len(kwargs), hidden)
		}
		bound[s.vararg] = NewTuple(append([]Value(nil), pos[s.maxPos:]...)...)
		pos = pos[:s.maxPos]
	} else if s.vararg >= 0 {
		bound[s.vararg] = EmptyTuple
	}
	copy(bound, pos)
	var extra *Dict
	if s.kwarg >= 0 {
		extra = NewDict()
		bound[s.kwarg] = extra
	}
next:
	for _, k := range kwargs {
		for i, p := range s.params {
			if p.name != k.Name || i < s.posOnly || i == s.vararg || i == s.kwarg {
				continue
			}
			if bound[i] != nil {
				return nil, TypeErrorf("argument for %s() given by name ('%s') and position (%d)", name, k.Name, i+1-hidden)
			}
			bound[i] = k.Value
			continue next
		}
		if extra == nil {
			if s.maxPos == s.posOnly && !s.hasKwOnly() {
				if b.wraps() {
					return nil, TypeErrorf("wrapper %s() takes no keyword arguments", b.Name)
				}
				return nil, TypeErrorf("%s() takes no keyword arguments", s.title(b))
			}
			return nil, TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, name)
		}
		extra.SetStr(k.Name, k.Value)
	}
	for i := range s.params {
		p := &s.params[i]
		if bound[i] != nil || i == s.vararg || i == s.kwarg {
			continue
		}
		if p.required {
			return nil, s.missing(b, p, i, len(args)-hidden, hidden)
		}
		bound[i] = p.def
	}
	return bound, nil
}

// wraps reports whether CPython wraps a slot of the class in the method, as
// against a method that the class has beside its slot.
func (b *Builtin) wraps() bool {
	if !b.slot || b.Owner == nil || b.Name == "__init__" || b.Name == "__new__" || b.Name == "__init_subclass__" || b.Name == "__call__" {
		return false
	}
	switch b.Owner {
	case ListType:
		return b.Name != "__getitem__"
	case DictType:
		return b.Name != "__getitem__" && b.Name != "__contains__"
	case SetType, FrozenSetType:
		return b.Name != "__contains__"
	}
	return b.Owner.core()
}

// wrapperArity is what such a method raises for a wrong number of arguments.
// Where it takes several, the message starts with a name that is empty.
func wrapperArity(least, most, given int) error {
	bound, n := "", most
	switch {
	case most <= 1 && least == most:
		return TypeErrorf("expected %d argument%s, got %d", n, plural(n), given)
	case least == most:
	case given < least:
		bound, n = "at least ", least
	default:
		bound = "at most "
	}
	return TypeErrorf(" expected %s%d argument%s, got %d", bound, n, plural(n), given)
}

func (s *Signature) title(b *Builtin) string {
	if b.Owner != nil {
		return b.Owner.Qualname + "." + b.Name
	}
	if c, ok := b.Self.(*Type); ok {
		return c.Qualname + "." + b.Name
	}
	if b.Mod != "" {
		return b.Mod + "." + b.Name
	}
	return b.Name
}

func (s *Signature) hasKwOnly() bool {
	for _, p := range s.params {
		if p.kwOnly {
			return true
		}
	}
	return false
}

func (s *Signature) required(hidden int) int {
	n := 0
	for i, p := range s.params {
		if p.required && i != s.vararg && i != s.kwarg && !p.kwOnly {
			n++
		}
	}
	return n - hidden
}

func (s *Signature) tooMany(b *Builtin, given, keywords, hidden int) error {
	maxArgs, minArgs := s.maxPos-hidden, s.required(hidden)
	if s.posOnly < len(s.params) {
		return s.tooManyMixed(b, given, keywords, hidden)
	}
	if b.wraps() {
		return wrapperArity(minArgs, maxArgs, given)
	}
	switch {
	case maxArgs == 0:
		return TypeErrorf("%s() takes no arguments (%d given)", s.title(b), given)
	case maxArgs == 1 && minArgs == 1:
		return TypeErrorf("%s() takes exactly one argument (%d given)", s.title(b), given)
	case maxArgs == minArgs:
		return TypeErrorf("%s expected %d argument%s, got %d", b.Name, maxArgs, plural(maxArgs), given)
	}
	return TypeErrorf("%s expected at most %d argument%s, got %d", b.Name, maxArgs, plural(maxArgs), given)
}

// tooManyMixed is tooMany for a function that takes keywords too.
func (s *Signature) tooManyMixed(b *Builtin, given, keywords, hidden int) error {
	total, maxArgs, minArgs := len(s.params)-hidden, s.maxPos-hidden, s.required(hidden)
	limit := func(least, most int) string {
		if least < most {
			return "at most"
		}
		return "exactly"
	}
	switch {
	case given+keywords > total:
		return TypeErrorf("%s() takes %s %d argument%s (%d given)", b.Name, limit(minArgs, total), total, plural(total), given+keywords)
	case maxArgs == 0:
		return TypeErrorf("%s() takes no positional arguments", b.Name)
	}
	return TypeErrorf("%s() takes %s %d positional argument%s (%d given)", b.Name, limit(minArgs, maxArgs), maxArgs, plural(maxArgs), given)
}

func (s *Signature) missing(b *Builtin, p *param, i, given, hidden int) error {
	name := b.Name
	minArgs, maxArgs := s.required(hidden), s.maxPos-hidden
	if b.wraps() {
		return wrapperArity(minArgs, maxArgs, given)
	}
	if p.kwOnly {
		return TypeErrorf("%s() missing required keyword-only argument: '%s'", name, p.name)
	}
	if i >= s.posOnly {
		return TypeErrorf("%s() missing required argument '%s' (pos %d)", name, p.name, i+1-hidden)
	}
	if minArgs == 1 && maxArgs == 1 && s.vararg < 0 {
		return TypeErrorf("%s() takes exactly one argument (%d given)", s.title(b), given)
	}
	if minArgs == maxArgs && s.vararg < 0 {
		return TypeErrorf("%s expected %d argument%s, got %d", name, minArgs, plural(minArgs), given)
	}
	return TypeErrorf("%s expected at least %d argument%s, got %d", name, minArgs, plural(minArgs), given)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
