package eval

import (
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

func itoa(n int) string { return strconv.Itoa(n) }

func (c *compiler) call(e *syntax.Call) expr { return c.callFor(e, "") }

// callFor compiles a call whose result gets the name target, if that is known.
func (c *compiler) callFor(e *syntax.Call, target string) expr {
	if idOfTemporary(e) {
		run := c.anyCall(e, target)
		return func(fr *frame) (value.Value, error) {
			got, err := run(fr)
			if u, ok := got.(*value.Unknown); ok && u.Stand != nil {
				got = &value.Unknown{Reason: u.Reason}
			}
			return got, err
		}
	}
	return c.anyCall(e, target)
}

// idOfTemporary reports whether e asks for the id of an object that nothing
// else may hold: the next object can have the same one.
func idOfTemporary(e *syntax.Call) bool {
	if f, ok := e.Func.(*syntax.Name); !ok || f.ID != "id" || len(e.Args) != 1 {
		return false
	}
	switch e.Args[0].(type) {
	case *syntax.Name, *syntax.Attribute, *syntax.Subscript, *syntax.Constant, *syntax.NamedExpr:
		return false
	}
	return true
}

func (c *compiler) anyCall(e *syntax.Call, target string) expr {
	if f, ok := e.Func.(*syntax.Name); ok && f.ID == "super" && len(e.Args) == 0 && len(e.Keywords) == 0 {
		return c.super()
	}
	at := e.Line
	if a, ok := e.Func.(*syntax.Attribute); ok && plainArgs(e) {
		at = a.EndLine // where a method is called
	}
	_, method := e.Func.(*syntax.Attribute)
	f := c.callee(e.Func)
	simple := true
	for _, a := range e.Args {
		if _, ok := a.(*syntax.Starred); ok {
			simple = false
		}
	}
	// Each argument is compiled once: nested calls would take forever otherwise.
	xs := c.argExprs(e.Args, simple)
	var args func(fr *frame) ([]value.Value, error)
	if !simple {
		args = c.elements(e.Args, at, false)
		if _, star := e.Args[0].(*syntax.Starred); star && len(e.Args) > 1 {
			args = c.openedAll(at, args)
		}
	}
	if simple && len(xs) > 0 && c.multi && spreads(e.Keywords) {
		xs[len(xs)-1] = after(xs[len(xs)-1], at) // they are made a tuple
	}
	settle := c.settle(at)
	temporary := false
	if len(e.Args) > 0 {
		_, temporary = e.Args[0].(*syntax.GeneratorExp)
		temporary = temporary || plainCall(e.Args[0])
	}
	type keyword struct {
		name string
		x    expr
	}
	var kws []keyword
	for i, x := range c.keywordExprs(e, at) {
		kws = append(kws, keyword{e.Keywords[i].Name, x})
	}
	direct := simple && len(kws) == 0 && settle == nil && !temporary
	return func(fr *frame) (value.Value, error) {
		before, since := fr.t.Taint, fr.m.made
		fn, self, err := f(fr)
		if err != nil {
			return nil, err
		}
		if !method && fr.t.Taint != before {
			fr.t.Decide() // another function would have other effects
		}
		var vs []value.Value
		if direct && fr.m.cfg.Observer == nil && fr.t.Taint == 0 {
			if got, done, err := fr.callDirectly(e, target, fn, self, xs); done {
				return got, err
			}
		}
		if simple {
			n := len(xs)
			if self != nil {
				n++
			}
			vs = make([]value.Value, 0, n)
			if self != nil {
				vs = append(vs, self)
			}
			for _, x := range xs {
				v, err := x(fr)
				if err != nil {
					return nil, err
				}
				vs = append(vs, v)
			}
		} else {
			if vs, err = args(fr); err != nil {
				return nil, fr.starError(err, fn, e.Args)
			}
			if self != nil {
				vs = append([]value.Value{self}, vs...)
			}
		}
		var kwargs []value.Kwarg
		for _, k := range kws {
			v, err := k.x(fr)
			if err != nil {
				return nil, err
			}
			if k.name != "" {
				kwargs = append(kwargs, value.Kwarg{Name: k.name, Value: v})
				continue
			}
			if kwargs, err = fr.spread(kwargs, v, fn); err != nil {
				return nil, err
			}
		}
		if settle != nil {
			if err := settle(fr); err != nil {
				return nil, err
			}
		}
		if len(fr.m.cleaning) > 0 {
			if err := fr.madeEarly(since, fn, self, vs, kwargs); err != nil {
				return nil, err
			}
		}
		got, err := fr.call(e, target, fn, vs, kwargs, self != nil)
		if temporary {
			if derr := fr.dropArgs(fn, vs, since); derr != nil {
				return nil, derr
			}
		}
		if len(fr.m.cleaning) > 0 && (err == nil || isPython(err)) {
			if derr := fr.closeMade(since, err != nil, got); derr != nil {
				return nil, derr
			}
		}
		if o := fr.m.cfg.Observer; o != nil && err == nil {
			o.Called(e, fn, vs, got)
		}
		return got, err
	}
}

// spreads reports whether there is a "**" among keywords.
func spreads(keywords []*syntax.Keyword) bool {
	for _, k := range keywords {
		if k.Name == "" {
			return true
		}
	}
	return false
}

// keywordExprs compiles the keyword arguments of a call whose own instructions lie
// on line at. With a "**" among them they are gathered in a dict: runs of named ones
// at once.
func (c *compiler) keywordExprs(e *syntax.Call, at int32) []expr {
	xs := make([]expr, len(e.Keywords))
	gathered := c.multi && (spreads(e.Keywords) || !plainArgs(e))
	for i, k := range e.Keywords {
		xs[i] = c.expr(k.Value)
		if !gathered {
			continue
		}
		named := func(i int) bool { return i >= 0 && i < len(e.Keywords) && e.Keywords[i].Name != "" }
		first, last := !named(i-1), !named(i+1)
		if !named(i) || first && last || i == 0 && len(e.Args) == 0 {
			xs[i] = before(xs[i], at)
		}
		if !named(i) || last {
			xs[i] = after(xs[i], at)
		}
	}
	return xs
}

func (c *compiler) argExprs(list []syntax.Expr, simple bool) []expr {
	if !simple {
		return nil
	}
	return c.exprs(list)
}

// callee compiles what is called. A method found on the class is returned with
// its object apart, which saves making a bound method.
func (c *compiler) callee(e syntax.Expr) func(fr *frame) (fn, self value.Value, err error) {
	if a, ok := e.(*syntax.Attribute); ok {
		x, name := c.operand(a.Value, c.last(a.Value, a.EndLine)), c.mangle(a.Attr)
		hash := value.HashString(name)
		return func(fr *frame) (value.Value, value.Value, error) {
			v, err := x.get(fr)
			if err != nil {
				return nil, nil, err
			}
			if fr.t.Tainted == 0 && fr.m.cfg.Observer == nil {
				if b := value.NativeMethod(v, name, hash); b != nil {
					return b, v, nil
				}
			}
			switch o := v.(type) {
			case *value.Unknown:
				return &value.Unknown{Reason: o.Reason + "." + name}, nil, nil
			case *value.Instance:
				if fn := value.MethodOf(o, name, hash); fn != nil {
					if fr.t.Tainted != 0 {
						fr.t.Taint |= heapTaint(fr.t, o)
					}
					return fn, o, nil
				}
			}
			got, err := soften(value.GetAttr(fr.t, v, name))
			if _, unknown := got.(*value.Unknown); unknown {
				return got, v, nil // which it may change
			}
			return got, nil, err
		}
	}
	x := c.expr(e)
	return func(fr *frame) (value.Value, value.Value, error) {
		v, err := x(fr)
		return v, nil, err
	}
}

// starError is the error of a call whose only positional argument, *v, cannot be
// unpacked: it names what is called. (Where there are more, they are made a list
// first, which knows of no call.)
func (fr *frame) starError(err error, fn value.Value, args []syntax.Expr) error {
	typ, ok := starred(err)
	if !ok || len(args) != 1 {
		return err
	}
	name, err := fr.calleeName(fn)
	if err != nil {
		return err
	}
	return value.TypeErrorf("%s argument after * must be an iterable, not %s", name, typ)
}

// starred reports whether an error is that *v cannot be unpacked, and the type of v.
func starred(err error) (typ string, ok bool) {
	exc, ok := value.IsRaised(err, value.TypeError)
	if !ok {
		return "", false
	}
	return strings.CutPrefix(exc.Message(), "Value after * must be an iterable, not ")
}

// calleeName is how messages name what is called: by its qualified name, or as
// str shows it.
func (fr *frame) calleeName(fn value.Value) (string, error) {
	qualname, err := value.LookupAttr(fr.t, fn, "__qualname__")
	if err != nil {
		return "", halt(err)
	}
	if qualname == nil {
		return fr.text(fn)
	}
	name, err := fr.text(qualname)
	if err != nil {
		return "", err
	}
	module, err := value.LookupAttr(fr.t, fn, "__module__")
	if err != nil {
		return "", halt(err)
	}
	if module != nil && module != value.None {
		m, err := fr.text(module)
		if err != nil {
			return "", err
		}
		if m != "builtins" {
			name = m + "." + name
		}
	}
	return name + "()", nil
}

// text is str(v).
func (fr *frame) text(v value.Value) (string, error) {
	got, err := value.Call(fr.t, value.StrType, []value.Value{v}, nil)
	if err != nil {
		return "", halt(err)
	}
	s, ok := got.(*value.Str)
	if !ok {
		return "", &value.UnknownError{Reason: "the name of what is called", Halt: true}
	}
	return s.String(), nil
}

// spread adds the items of a mapping given as **v.
func (fr *frame) spread(kwargs []value.Kwarg, v, fn value.Value) ([]value.Kwarg, error) {
	if u, ok := v.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason, Halt: true}
	}
	d := value.NewDict()
	if err := value.UpdateDict(fr.t, d, v); err != nil {
		if _, ok := value.IsRaised(err, value.AttributeError); ok {
			name, err := fr.calleeName(fn)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("%s argument after ** must be a mapping, not %s", name, v.Type().Name)
		}
		return nil, halt(err)
	}
	for i := 0; ; {
		k, x, n, ok := d.Next(i)
		if !ok {
			return kwargs, nil
		}
		i = n
		name, isStr := k.(*value.Str)
		if !isStr {
			return nil, value.TypeErrorf("keywords must be strings")
		}
		for _, have := range kwargs {
			if have.Name == name.String() {
				callee, err := fr.calleeName(fn)
				if err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("%s got multiple values for keyword argument '%s'", callee, have.Name)
			}
		}
		kwargs = append(kwargs, value.Kwarg{Name: name.String(), Value: x})
	}
}

// call calls fn, which is a native method found for its first argument if native
// is set. Where the result lies outside what is known the oracle is
// asked for it.
func (fr *frame) call(e *syntax.Call, target string, fn value.Value, args []value.Value, kwargs []value.Kwarg, native bool) (value.Value, error) {
	if fr.t.Taint != 0 {
		fr.foresee(fn, args, kwargs)
	}
	if b, ok := fn.(*value.Builtin); ok && native {
		got, err := value.CallNative(fr.t, b, args, kwargs)
		return fr.outcome(e, target, fn, args, kwargs, got, err)
	}
	got, err := value.Call(fr.t, fn, args, kwargs)
	return fr.outcome(e, target, fn, args, kwargs, got, err)
}

// outcome is what comes of a call that ended with a result or err.
func (fr *frame) outcome(e *syntax.Call, target string, fn value.Value, args []value.Value, kwargs []value.Kwarg, got value.Value, err error) (value.Value, error) {
	if err == nil {
		if fr.t.Tainted != 0 {
			fr.t.Taint |= heapTaint(fr.t, got)
		}
		return got, nil
	}
	u, ok := err.(*value.UnknownError)
	if !ok || u.Halt {
		return nil, err
	}
	reason := u.Reason
	if callee, ok := fn.(*value.Unknown); ok {
		reason = callee.Reason + "()"
		if callee.Reason == "exec" || callee.Reason == "eval" {
			return nil, &value.UnknownError{Reason: reason, Halt: true} // anything may have changed
		}
		fr.m.mayHaveChanged(fr, e, args, kwargs)
		fr.m.mayHaveRaised(fr, e)
	} else if refuses(fn, args, kwargs) {
		fr.m.mayHaveRaised(fr, e)
	}
	if got, ok := fr.m.ask(fr, e, target, nil, reason); ok {
		return got, nil
	}
	return fr.m.guessed(&value.Unknown{Reason: reason, Kind: resultKind(fn)}), nil
}

// outside are the built-ins that ask the world, which may refuse. Others that
// end unknown do so because a result is, not because they could fail.
var outside = map[string]bool{
	"open": true, "input": true, "choice": true, "choices": true, "sample": true, "randrange": true, "randint": true,
	"read_text": true, "read_bytes": true, "write_text": true, "write_bytes": true,
}

// choosy are the built-ins that refuse many values of a type that they take.
var choosy = map[string]bool{
	"index": true, "rindex": true, "remove": true, "int": true, "float": true, "fromhex": true, "fromisoformat": true, "loads": true, "strptime": true,
}

// mayRefuse reports whether a native callable that ended unknown could as well
// have raised an exception.
func mayRefuse(fn value.Value, args []value.Value) bool {
	name := ""
	switch fn := fn.(type) {
	case *value.Builtin:
		name = fn.Name
	case *value.Type:
		name = fn.Name
	}
	if outside[name] {
		return true
	}
	if !choosy[name] {
		return false
	}
	for _, a := range args {
		if _, ok := a.(*value.Unknown); ok {
			return true
		}
	}
	return false
}

// super compiles super() without arguments, which looks at the function that
// calls it.
func (c *compiler) super() expr {
	p := c.place("__class__")
	cellIndex, seen := p.i, p.kind == inFree && c.scope.isFunction()
	fnCode := c.code
	comprehension := c.scope.kind == comprehensionScope
	general := c.load("super")
	return func(fr *frame) (value.Value, error) {
		f, err := general(fr)
		if err != nil {
			return nil, err
		}
		if f != value.Value(value.SuperType) {
			return value.Call(fr.t, f, nil, nil)
		}
		if fnCode.positional == 0 && !comprehension {
			return nil, value.Raisef(value.RuntimeError, "super(): no arguments")
		}
		if !seen {
			return nil, value.Raisef(value.RuntimeError, "super(): __class__ cell not found")
		}
		cls, ok := fr.cells[cellIndex].v.(*value.Type)
		if !ok {
			return nil, value.Raisef(value.RuntimeError, "super(): empty __class__ cell")
		}
		if comprehension {
			// The first argument of a comprehension's function is an iterator.
			return nil, value.TypeErrorf("super(type, obj): obj must be an instance or subtype of type")
		}
		self := fr.slots[0]
		for _, cp := range fnCode.cellParams {
			if cp[0] == 0 {
				self = fr.cells[cp[1]].v
			}
		}
		if self == nil {
			return nil, value.Raisef(value.RuntimeError, "super(): arg[0] deleted")
		}
		return value.NewSuper(fr.t, cls, self)
	}
}
