package stdlib

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"augur/analysis/value"
)

// function is the body of a function that CPython has in Python. args are
// bound to the parameters, in order: *args is a *Tuple, **kwargs a *Dict.
type function func(t *value.Thread, args []value.Value) (value.Value, error)

// code is the code of a function that CPython has in Python: its class,
// attributes, binding and messages are those of such a function.
type code struct {
	text string // the parameters, as Python writes them
	once sync.Once
	parameters
	run function
}

// parameters are what a function of Python takes.
type parameters struct {
	params  []parameter
	posOnly int // how many are positional-only
	pos     int // how many can be given by position
	vararg  int // index of *args, or -1
	kwarg   int // index of **kwargs, or -1
}

type parameter struct {
	name   string
	def    value.Value // nil: none
	option bool        // may be left out, without a default
	kwOnly bool
}

// newFunction returns a function of a module with a signature in Python's
// notation; "=?" marks a parameter that may be left out without having a
// default.
func newFunction(module, qualname, signature string, run function) *value.Function {
	open := strings.IndexByte(signature, '(')
	name := signature[:open]
	if qualname == "" {
		qualname = name
	}
	return &value.Function{
		Name: name, Qualname: qualname, Module: module, Doc: value.None, Globals: value.NewDict(),
		Code: &code{text: signature[open+1 : len(signature)-1], parameters: parameters{vararg: -1, kwarg: -1}, run: run},
	}
}

// Native tells that the function is written in Go.
func (*code) Native() {}

// Call binds the arguments and runs the function. Models take it for granted
// that a method gets an instance of its class; what a program that calls one
// with something else would see is unknown.
func (c *code) Call(t *value.Thread, fn *value.Function, args []value.Value, kwargs []value.Kwarg) (got value.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(runtime.Error); !ok {
				panic(r)
			}
			got, err = nil, &value.UnknownError{Reason: fn.Qualname + " called with something that it is not made for", Halt: true}
		}
	}()
	c.once.Do(c.parse)
	if err := t.Step(1); err != nil {
		return nil, err
	}
	bound, err := c.bind(fn.Qualname, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.CallWithin(func() (value.Value, error) { return c.run(t, bound) })
}

func (c *code) parse() {
	kwOnly := false
	for _, p := range splitParameters(c.text) {
		switch {
		case p == "/":
			c.posOnly = len(c.params)
		case p == "*":
			kwOnly = true
		case strings.HasPrefix(p, "**"):
			c.kwarg = len(c.params)
			c.params = append(c.params, parameter{name: p[2:]})
		case strings.HasPrefix(p, "*"):
			c.vararg, kwOnly = len(c.params), true
			c.params = append(c.params, parameter{name: p[1:]})
		default:
			name, def, has := strings.Cut(p, "=")
			q := parameter{name: name, kwOnly: kwOnly}
			if has {
				if def == "?" {
					q.option = true
				} else {
					q.def = literal(def)
				}
			}
			c.params = append(c.params, q)
			if !kwOnly {
				c.pos = len(c.params)
			}
		}
	}
}

func splitParameters(text string) []string {
	var out []string
	quote := byte(0)
	start := 0
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '\'':
			quote = b
		case b == ',':
			out = append(out, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

func literal(text string) value.Value {
	switch text {
	case "None":
		return value.None
	case "True":
		return value.True
	case "False":
		return value.False
	case "()":
		return value.EmptyTuple
	}
	if text[0] == '\'' {
		return value.NewStr(text[1 : len(text)-1])
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return value.Int(n)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("stdlib: bad default " + text) // a mistake in this package's own tables
	}
	return value.Float(f)
}

// bind matches arguments to parameters, with the messages that CPython has for
// functions in Python.
func (p *parameters) bind(name string, args []value.Value, kwargs []value.Kwarg) ([]value.Value, error) {
	bound := make([]value.Value, len(p.params))
	n := copy(bound[:p.pos], args)
	if p.vararg >= 0 {
		bound[p.vararg] = value.NewTuple(append([]value.Value(nil), args[n:]...)...)
	}
	var extra *value.Dict
	if p.kwarg >= 0 {
		extra = value.NewDict()
		bound[p.kwarg] = extra
	}
	var misplaced []string
next:
	for _, k := range kwargs {
		for i, q := range p.params {
			if q.name != k.Name || i < p.posOnly || i == p.vararg || i == p.kwarg {
				continue
			}
			if bound[i] != nil {
				return nil, value.TypeErrorf("%s() got multiple values for argument '%s'", name, k.Name)
			}
			bound[i] = k.Value
			continue next
		}
		if extra != nil {
			extra.SetStr(k.Name, k.Value)
			continue
		}
		for _, q := range p.params[:p.posOnly] {
			if q.name == k.Name {
				misplaced = append(misplaced, k.Name)
				continue next
			}
		}
		if misplaced == nil {
			return nil, value.TypeErrorf("%s() got an unexpected keyword argument '%s'", name, k.Name)
		}
	}
	if misplaced != nil {
		return nil, value.TypeErrorf("%s() got some positional-only arguments passed as keyword arguments: '%s'", name, strings.Join(misplaced, ", "))
	}
	if len(args) > p.pos && p.vararg < 0 {
		return nil, p.tooMany(name, len(args), bound)
	}
	var missing, missingKw []string
	for i, q := range p.params {
		if bound[i] != nil || i == p.vararg || i == p.kwarg {
			continue
		}
		switch {
		case q.def != nil:
			bound[i] = q.def
		case q.option:
		case q.kwOnly:
			missingKw = append(missingKw, q.name)
		default:
			missing = append(missing, q.name)
		}
	}
	if len(missing) > 0 {
		return nil, value.TypeErrorf("%s() missing %d required positional argument%s: %s", name, len(missing), plural(len(missing)), listed(missing))
	}
	if len(missingKw) > 0 {
		return nil, value.TypeErrorf("%s() missing %d required keyword-only argument%s: %s", name, len(missingKw), plural(len(missingKw)), listed(missingKw))
	}
	return bound, nil
}

func (p *parameters) tooMany(name string, given int, bound []value.Value) error {
	defaults, kwGiven := 0, 0
	for i, q := range p.params {
		if i < p.pos && (q.def != nil || q.option) {
			defaults++
		}
		if q.kwOnly && bound[i] != nil {
			kwGiven++
		}
	}
	takes := strconv.Itoa(p.pos)
	many := p.pos != 1
	if defaults > 0 {
		takes = fmt.Sprintf("from %d to %d", p.pos-defaults, p.pos)
		many = true
	}
	arguments := "argument"
	if many {
		arguments += "s"
	}
	were := "were"
	if given == 1 && kwGiven == 0 {
		were = "was"
	}
	extra := ""
	if kwGiven > 0 {
		extra = fmt.Sprintf(" positional argument%s (and %d keyword-only argument%s)", plural(given), kwGiven, plural(kwGiven))
	}
	return value.TypeErrorf("%s() takes %s positional %s but %d%s %s given", name, takes, arguments, given, extra, were)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// listed is the list of names in messages: 'a', 'b', and 'c'.
func listed(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "'" + n + "'"
	}
	switch len(quoted) {
	case 1:
		return quoted[0]
	case 2:
		return quoted[0] + " and " + quoted[1]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + ", and " + quoted[len(quoted)-1]
}

// class describes a class that CPython has in Python.
type class struct {
	module, name string
	meta         *value.Type // nil: type
	bases        []*value.Type
	noDict       bool // __slots__ = ()
}

// make makes the class; its methods are added with def.
func (c class) make(t *value.Thread) (*value.Type, error) {
	dict := value.NewDict()
	dict.SetStr("__module__", value.NewStr(c.module))
	if c.noDict {
		dict.SetStr("__slots__", value.EmptyTuple)
	}
	meta := c.meta
	if meta == nil {
		meta = value.TypeType
	}
	bases := c.bases
	if len(bases) == 0 {
		bases = []*value.Type{value.ObjectType}
	}
	cls, err := value.NewClass(t, c.name, meta, bases, dict)
	if err != nil {
		return nil, err
	}
	cls.Dict.SetStr("__doc__", unknownDoc)
	return cls, nil
}

var unknownDoc = &value.Unknown{Reason: "the documentation of library classes is outside what is known"}

// def adds a method to a class made by make.
func def(c *value.Type, signature string, run function) {
	name := signature[:strings.IndexByte(signature, '(')]
	method := run
	if strings.HasPrefix(signature[len(name):], "(self") {
		method = func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !value.IsInstance(a[0], c) {
				return nil, &value.UnknownError{Reason: c.Name + "." + name + " called with another object", Halt: true}
			}
			return run(t, a)
		}
	}
	f := newFunction(c.Module, c.Qualname+"."+name, signature, method)
	var v value.Value = f
	switch name {
	case "__new__":
		v = &value.StaticMethod{Func: f}
	case "__init_subclass__", "__class_getitem__":
		v = &value.ClassMethod{Func: f}
	}
	c.Dict.SetStr(name, v)
}

// defClass adds a class method.
func defClass(c *value.Type, signature string, run function) {
	name := signature[:strings.IndexByte(signature, '(')]
	c.Dict.SetStr(name, &value.ClassMethod{Func: newFunction(c.Module, c.Qualname+"."+name, signature, run)})
}

// defProperty adds a read-only property.
func defProperty(c *value.Type, name string, get func(t *value.Thread, self value.Value) (value.Value, error)) {
	f := newFunction(c.Module, c.Qualname+"."+name, name+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return get(t, a[0])
	})
	c.Dict.SetStr(name, &value.Property{Get: f, Doc: value.None, Name: value.NewStr(name)})
}

// defIn adds a function that CPython has in Python to a module.
func defIn(m *value.Module, signature string, run function) *value.Function {
	f := newFunction(m.Name, "", signature, run)
	m.Set(f.Name, f)
	return f
}

// reprOf is repr(v) as a Go string, for messages.
func reprOf(t *value.Thread, v value.Value) (string, error) { return value.Repr(t, v) }

// state returns the native state that an instance holds.
func state[T any](v value.Value) (T, bool) {
	o, ok := v.(*value.Instance)
	if !ok {
		var zero T
		return zero, false
	}
	s, ok := o.Payload.(T)
	return s, ok
}
