package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// partial is a functools.partial.
type partial struct {
	value.Header
	fn     value.Value
	args   []value.Value
	kwargs *value.Dict
}

var partialType = libraryType("functools", "partial")

// Type returns functools.partial or the subclass of it.
func (p *partial) Type() *value.Type {
	if p.Cls != nil {
		return p.Cls
	}
	return partialType
}

// Head lets partial objects have attributes.
func (p *partial) Head() *value.Header { return &p.Header }

func init() {
	c := partialType
	c.DefDict()
	c.FixedDict = true
	c.New = func(_ *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(args) == 0 {
			return nil, value.TypeErrorf("type 'partial' takes at least one argument")
		}
		if err := known(args[0]); err != nil {
			return nil, err
		}
		if !value.Callable(args[0]) {
			return nil, value.TypeErrorf("the first argument must be callable")
		}
		p := &partial{fn: args[0], args: args[1:], kwargs: value.NewDict()}
		if cls != c {
			p.Cls = cls
		}
		if inner, ok := args[0].(*partial); ok && (inner.Attrs == nil || inner.Attrs.Len() == 0) && cls == c {
			p.fn, p.kwargs = inner.fn, inner.kwargs.Copy()
			p.args = append(append([]value.Value(nil), inner.args...), args[1:]...)
		}
		for _, k := range kwargs {
			p.kwargs.SetStr(k.Name, k.Value)
		}
		return p, nil
	}
	c.DefNew()
	c.DefRaw("__call__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		return args[0].(*partial).call(t, args[1:], kwargs)
	})
	c.DefMember("func", func(self value.Value) value.Value { return self.(*partial).fn })
	c.DefMember("args", func(self value.Value) value.Value { return value.NewTuple(self.(*partial).args...) })
	c.DefMember("keywords", func(self value.Value) value.Value { return self.(*partial).kwargs })
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p := a[0].(*partial)
		s, err := t.ReprOnce(p, "...", func() (string, error) { return p.repr(t) })
		if err != nil {
			return nil, err
		}
		return str(s), nil
	})
	c.Def("__reduce__(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		p := a[0].(*partial)
		var attrs value.Value = value.None
		if p.Attrs != nil && p.Attrs.Len() > 0 {
			attrs = p.Attrs
		}
		return value.NewTuple(p.Type(), value.NewTuple(p.fn), value.NewTuple(p.fn, value.NewTuple(p.args...), p.kwargs, attrs)), nil
	})
	c.Def("__setstate__(self, state, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		invalid := value.TypeErrorf("invalid partial state")
		if err := known(a[1]); err != nil {
			return nil, err
		}
		s, ok := a[1].(*value.Tuple)
		if !ok || len(s.Elems) != 4 {
			return nil, invalid
		}
		if err := unknownOf(s.Elems...); err != nil {
			return nil, err
		}
		args, okArgs := s.Elems[1].(*value.Tuple)
		kwargs, okKw := s.Elems[2].(*value.Dict)
		if !value.Callable(s.Elems[0]) || !okArgs || !okKw && s.Elems[2] != value.None {
			return nil, invalid
		}
		items := args.Elems
		if args.Cls != nil {
			var err error
			if items, err = value.Collect(t, args); err != nil {
				return nil, err
			}
		}
		switch {
		case !okKw:
			kwargs = value.NewDict()
		case kwargs.Cls != nil:
			own := value.NewDict()
			if err := value.UpdateDict(t, own, kwargs); err != nil {
				return nil, err
			}
			kwargs = own
		}
		p := a[0].(*partial)
		t.Touch(&p.Header)
		p.fn, p.args, p.kwargs, p.Attrs = s.Elems[0], items, kwargs, nil
		switch attrs := s.Elems[3].(type) {
		case *value.Dict:
			p.Attrs = attrs
		case *value.Singleton:
		default:
			return nil, value.Unknownf("attributes of a partial object that are no dict")
		}
		return value.None, nil
	})
	defGeneric(c)
}

func (p *partial) call(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	all := append(append(make([]value.Value, 0, len(p.args)+len(args)), p.args...), args...)
	if p.kwargs.Len() > 0 {
		merged := p.kwargs.Copy()
		for _, k := range kwargs {
			merged.SetStr(k.Name, k.Value)
		}
		kwargs = kwargsOf(merged)
	}
	return value.Call(t, p.fn, all, kwargs)
}

func (p *partial) repr(t *value.Thread) (string, error) {
	parts := make([]string, 0, 1+len(p.args))
	for _, v := range append([]value.Value{p.fn}, p.args...) {
		s, err := value.Repr(t, v)
		if err != nil {
			return "", err
		}
		parts = append(parts, s)
	}
	for _, k := range kwargsOf(p.kwargs) {
		s, err := value.Repr(t, k.Value)
		if err != nil {
			return "", err
		}
		parts = append(parts, k.Name+"="+s)
	}
	c := p.Type()
	return c.Name + "(" + strings.Join(parts, ", ") + ")", nil
}

// abstractOf is whether the function that a descriptor wraps is abstract.
func abstractOf(t *value.Thread, self value.Value) (value.Value, error) {
	fn, err := value.GetAttr(t, self, "func")
	if err != nil {
		return nil, err
	}
	got, err := value.LookupAttr(t, fn, "__isabstractmethod__")
	if got == nil && err == nil {
		return value.False, nil
	}
	return got, err
}

// definePartialMethod defines functools.partialmethod.
func definePartialMethod(t *value.Thread, m *value.Module) error {
	c, err := class{module: "functools", name: "partialmethod"}.make(t)
	if err != nil {
		return err
	}
	m.Set("partialmethod", c)
	parts := func(t *value.Thread, self value.Value) (*partial, error) {
		fn, err := attr(t, self, "func")
		if err != nil {
			return nil, err
		}
		args, err := attr(t, self, "args")
		if err != nil {
			return nil, err
		}
		list, err := value.Collect(t, args)
		if err != nil {
			return nil, err
		}
		kw, err := attr(t, self, "keywords")
		if err != nil {
			return nil, err
		}
		kwargs, ok := kw.(*value.Dict)
		if !ok {
			kwargs = value.NewDict()
		}
		return &partial{fn: fn, args: list, kwargs: kwargs}, nil
	}
	def(c, "__init__(self, func, /, *args, **keywords)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		fn, args, kwargs := a[1], a[2].(*value.Tuple).Elems, a[3].(*value.Dict)
		if _, hasGet := fn.Type().Lookup("__get__"); !hasGet && !value.Callable(fn) {
			s, err := value.Repr(t, fn)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("%s is not callable or a descriptor", s)
		}
		if value.IsInstance(fn, c) {
			inner, err := parts(t, fn)
			if err != nil {
				return nil, err
			}
			fn = inner.fn
			args = append(append([]value.Value(nil), inner.args...), args...)
			merged := inner.kwargs.Copy()
			for _, k := range kwargsOf(kwargs) {
				merged.SetStr(k.Name, k.Value)
			}
			kwargs = merged
		}
		for name, v := range map[string]value.Value{"func": fn, "args": value.NewTuple(args...), "keywords": kwargs} {
			if err := value.SetAttr(t, a[0], name, v); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	def(c, "__get__(self, obj, cls=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := parts(t, a[0])
		if err != nil {
			return nil, err
		}
		if _, hasGet := p.fn.Type().Lookup("__get__"); hasGet {
			bound, err := value.CallMethod(t, p.fn, "__get__", a[1], a[2])
			if err != nil {
				return nil, err
			}
			if bound != p.fn {
				made := &partial{fn: bound, args: p.args, kwargs: p.kwargs}
				self, err := value.LookupAttr(t, bound, "__self__")
				if err != nil || self == nil {
					return made, err
				}
				return made, value.SetAttr(t, made, "__self__", self)
			}
		}
		method := newFunction("functools", "partialmethod._make_unbound_method.<locals>._method", "_method(cls_or_self, /, *args, **keywords)",
			func(t *value.Thread, b []value.Value) (value.Value, error) {
				q := &partial{fn: p.fn, args: append([]value.Value{b[0]}, p.args...), kwargs: p.kwargs}
				return q.call(t, b[1].(*value.Tuple).Elems, kwargsOf(b[2]))
			})
		if err := value.SetAttr(t, method, "_partialmethod", a[0]); err != nil {
			return nil, err
		}
		abstract, err := value.GetAttr(t, a[0], "__isabstractmethod__")
		if err != nil {
			return nil, err
		}
		if err := value.SetAttr(t, method, "__isabstractmethod__", abstract); err != nil {
			return nil, err
		}
		if a[1] == value.None {
			return method, nil
		}
		return &value.Method{Self: a[1], Func: method}, nil
	})
	defProperty(c, "__isabstractmethod__", abstractOf)
	return nil
}
