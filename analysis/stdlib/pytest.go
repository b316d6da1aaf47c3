package stdlib

import (
	"math"
	"strings"

	"augur/analysis/value"
)

func init() { Register("pytest", loadPytest) }

// loadPytest builds what tests written for pytest use. It is not part of the
// standard library, but of nearly every project's tests.
func loadPytest(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("pytest")
	made := map[string]*value.Type{}
	for _, k := range []struct {
		module, name string
		bases        []*value.Type
	}{
		{"_pytest.outcomes", "OutcomeException", []*value.Type{value.BaseException}},
		{"_pytest.python_api", "RaisesContext", nil}, {"_pytest._code.code", "ExceptionInfo", nil},
		{"_pytest.mark.structures", "MarkDecorator", nil}, {"_pytest.mark.structures", "MarkGenerator", nil},
		{"_pytest.python_api", "ApproxBase", nil},
	} {
		c, err := class{module: k.module, name: k.name, bases: k.bases}.make(t)
		if err != nil {
			return nil, err
		}
		made[k.name] = c
	}
	outcome := func(name string) (*value.Type, error) {
		return class{module: "_pytest.outcomes", name: name, bases: []*value.Type{made["OutcomeException"]}}.make(t)
	}
	for _, k := range []struct{ function, exception string }{{"fail", "Failed"}, {"skip", "Skipped"}, {"exit", "Exit"}, {"xfail", "XFailed"}} {
		cls, err := outcome(k.exception)
		if err != nil {
			return nil, err
		}
		made[k.exception] = cls
		f := defIn(m, k.function+"(reason='', *args, msg=None, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			reason := a[0]
			if a[2] != value.None {
				reason = a[2]
			}
			return nil, value.Raise(cls, reason)
		})
		f.Attrs = value.NewDict()
		f.Attrs.SetStr("Exception", cls)
	}
	made["ExceptionInfo"].Partial = true
	definePytestRaises(m, made)
	defineMarks(m, made)
	defineApprox(m, made["ApproxBase"])
	// A fixture is left a plain function: whoever runs tests calls it.
	defIn(m, "fixture(fixture_function=None, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		mark := func(f value.Value) (value.Value, error) {
			return f, value.SetAttr(t, f, "_pytestfixturefunction", value.True)
		}
		if a[0] != value.None {
			return mark(a[0])
		}
		return newFunction("pytest", "fixture.<locals>.decorator", "decorator(function)", func(t *value.Thread, b []value.Value) (value.Value, error) {
			return b[0], value.SetAttr(t, b[0], "_pytestfixturefunction", value.True)
		}), nil
	})
	defIn(m, "param(*values, marks=(), id=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		values := a[0].(*value.Tuple)
		if len(values.Elems) == 1 {
			return values.Elems[0], nil
		}
		return values, nil
	})
	return m, nil
}

func definePytestRaises(m *value.Module, made map[string]*value.Type) {
	info := func(exc value.Value) *value.Instance {
		o := value.NewInstance(made["ExceptionInfo"])
		o.Attrs = value.NewDict()
		o.Attrs.SetStr("value", exc)
		o.Attrs.SetStr("type", exc.Type())
		return o
	}
	match := func(t *value.Thread, exc, pattern value.Value) error {
		text, err := value.Text(t, exc)
		if err != nil {
			return err
		}
		found, err := searchText(t, pattern, value.NewStr(text))
		if err != nil || found {
			return err
		}
		return value.Raise(value.AssertionError, &value.Unknown{Reason: "the message of a failed assertion"})
	}
	def(made["ExceptionInfo"], "match(self, regexp)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exc, err := value.GetAttr(t, a[0], "value")
		if err != nil {
			return nil, err
		}
		return value.True, match(t, exc, a[1])
	})
	def(made["ExceptionInfo"], "errisinstance(self, exc)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exc, err := value.GetAttr(t, a[0], "value")
		if err != nil {
			return nil, err
		}
		is, err := value.InstanceOf(t, exc, a[1])
		return value.Bool(is), err
	})
	ctx := made["RaisesContext"]
	none := func(t *value.Thread, classes value.Value) error {
		s, err := reprOf(t, classes)
		if err != nil {
			return err
		}
		return value.Raisef(made["Failed"], "DID NOT RAISE %s", s)
	}
	def(ctx, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		e, _ := state[*expectation](a[0])
		o := value.NewInstance(made["ExceptionInfo"])
		o.Attrs = value.NewDict()
		e.test = o
		return o, nil
	})
	def(ctx, "__exit__(self, exc_type, exc_val, exc_tb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		e, _ := state[*expectation](a[0])
		if a[2] == value.None {
			return nil, none(t, e.classes)
		}
		is, err := value.InstanceOf(t, a[2], e.classes)
		if err != nil || !is {
			return value.False, err
		}
		if o, ok := e.test.(*value.Instance); ok {
			t.Touch(&o.Header)
			o.Attrs.SetStr("value", a[2])
			o.Attrs.SetStr("type", a[2].Type())
		}
		if e.pattern != nil {
			if err := match(t, a[2], e.pattern); err != nil {
				return nil, err
			}
		}
		return value.True, nil
	})
	f := defIn(m, "raises(expected_exception, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := unknownOf(a[0]); err != nil {
			return nil, err
		}
		args := a[1].(*value.Tuple).Elems
		if len(args) == 0 {
			e := &expectation{classes: a[0]}
			if p, ok := a[2].(*value.Dict).GetStr("match"); ok && p != value.None {
				e.pattern = p
			}
			o := value.NewInstance(ctx)
			o.Payload = e
			return o, nil
		}
		_, err := value.Call(t, args[0], args[1:], kwargsOf(a[2]))
		if err == nil {
			return nil, none(t, a[0])
		}
		r, ok := err.(*value.Raised)
		if !ok {
			return nil, err
		}
		is, ierr := value.InstanceOf(t, r.Exc, a[0])
		if ierr != nil {
			return nil, ierr
		}
		if !is {
			return nil, err
		}
		r.Exc.Raised = true
		return info(r.Exc), nil
	})
	f.Attrs = value.NewDict()
	f.Attrs.SetStr("Exception", made["Failed"])
}

// defineMarks defines pytest.mark, whose marks change nothing.
func defineMarks(m *value.Module, made map[string]*value.Type) {
	d := made["MarkDecorator"]
	def(d, "__call__(self, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		args := a[1].(*value.Tuple).Elems
		if len(args) == 1 && a[2].(*value.Dict).Len() == 0 {
			switch args[0].(type) {
			case *value.Function, *value.Type:
				return args[0], nil
			}
		}
		return value.NewInstance(d), nil
	})
	g := made["MarkGenerator"]
	def(g, "__getattr__(self, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if s, ok := a[1].(*value.Str); ok && strings.HasPrefix(s.String(), "_") {
			return nil, value.Raisef(value.AttributeError, "Marker name must NOT start with underscore")
		}
		return value.NewInstance(d), nil
	})
	m.Set("mark", value.NewInstance(g))
}

// approx is the state of pytest.approx: what is expected, and how near.
type approx struct {
	expected value.Value
	rel, abs value.Value
}

func defineApprox(m *value.Module, c *value.Type) {
	c.Partial = true
	defIn(m, "approx(expected, rel=None, abs=None, nan_ok=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := unknownOf(a...); err != nil {
			return nil, err
		}
		if a[3] != value.Value(value.False) {
			return nil, value.Unknownf("pytest.approx with nan_ok is outside what is known")
		}
		o := value.NewInstance(c)
		o.Payload = &approx{a[0], a[1], a[2]}
		return o, nil
	})
	def(c, "__eq__(self, actual)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, _ := state[*approx](a[0])
		ok, err := x.equal(t, a[1], x.expected)
		return value.Bool(ok), err
	})
	def(c, "__ne__(self, actual)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, _ := state[*approx](a[0])
		ok, err := x.equal(t, a[1], x.expected)
		return value.Bool(!ok), err
	})
	c.Dict.SetStr("__hash__", value.None)
}

// equal reports whether actual is approximately expected.
func (x *approx) equal(t *value.Thread, actual, expected value.Value) (bool, error) {
	if err := unknownOf(actual, expected); err != nil {
		return false, err
	}
	switch e := expected.(type) {
	case *value.List, *value.Tuple:
		want, err := value.Collect(t, e)
		if err != nil {
			return false, err
		}
		if _, ok := actual.Type().Lookup("__len__"); !ok {
			return false, nil
		}
		have, err := value.Collect(t, actual)
		if err != nil {
			return false, err
		}
		if len(have) != len(want) {
			return false, nil
		}
		for i := range want {
			if ok, err := x.equal(t, have[i], want[i]); err != nil || !ok {
				return false, err
			}
		}
		return true, nil
	case *value.Dict:
		d, ok := actual.(*value.Dict)
		if !ok || d.Len() != e.Len() {
			return false, nil
		}
		for i := 0; ; {
			k, want, next, ok := e.Next(i)
			if !ok {
				return true, nil
			}
			i = next
			have, found, err := d.Get(t, k)
			if err != nil || !found {
				return false, err
			}
			if ok, err := x.equal(t, have, want); err != nil || !ok {
				return false, err
			}
		}
	}
	want, ok1 := number(expected)
	have, ok2 := number(actual)
	if !ok1 || !ok2 {
		return value.Equal(t, actual, expected)
	}
	if same, err := value.Equal(t, actual, expected); err != nil || same {
		return same, err
	}
	if math.IsNaN(want) || math.IsNaN(have) {
		return false, nil
	}
	tolerance, err := x.tolerance(want)
	if err != nil {
		return false, err
	}
	return closeTo(have, want, tolerance), nil
}

// number returns a value as a float, if it is an int or float.
func number(v value.Value) (float64, bool) {
	if f, ok := value.AsFloat(v); ok {
		return f, true
	}
	if n, ok := value.AsInt(v); ok {
		return float64(n), true
	}
	return 0, false
}

// tolerance is the larger of the relative and the absolute one.
func (x *approx) tolerance(want float64) (float64, error) {
	abs := 1e-12
	if x.abs != value.None {
		f, ok := number(x.abs)
		if !ok {
			return 0, value.Unknownf("a tolerance of pytest.approx that is no number is outside what is known")
		}
		abs = f
		if x.rel == value.None {
			return abs, nil
		}
	}
	rel := 1e-6
	if x.rel != value.None {
		f, ok := number(x.rel)
		if !ok {
			return 0, value.Unknownf("a tolerance of pytest.approx that is no number is outside what is known")
		}
		rel = f
	}
	return max(rel*math.Abs(want), abs), nil
}
