package stdlib

import (
	"math"

	"augur/analysis/value"
)

func init() { Register("unittest", loadUnittest) }

// loadUnittest builds what test methods use: TestCase and its assertions, and the
// decorators. Running tests is not modelled.
func loadUnittest(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("unittest")
	make := func(module, name string, bases ...*value.Type) (*value.Type, error) {
		c, err := class{module: module, name: name, bases: bases}.make(t)
		if err == nil {
			m.Set(name, c)
		}
		return c, err
	}
	skipTest, err := make("unittest.case", "SkipTest", value.ExceptionType)
	if err != nil {
		return nil, err
	}
	c, err := make("unittest.case", "TestCase")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{
		"run", "debug", "countTestCases", "defaultTestResult", "shortDescription", "assertWarns", "assertWarnsRegex", "assertLogs", "assertNoLogs",
		"enterContext", "enterClassContext", "addClassCleanup", "doClassCleanups", "assertDictContainsSubset", "_formatMessage", "_truncateMessage",
		"_getAssertEqualityFunc", "_baseAssertEqual", "_outcome", "_addSkip", "_callTestMethod",
	} {
		c.Dict.SetStr(name, &value.Unknown{Reason: "TestCase." + name})
	}
	if _, err := make("unittest.async_case", "IsolatedAsyncioTestCase", c); err != nil {
		return nil, err
	}
	for _, name := range []string{"TestSuite", "TestLoader", "TextTestRunner", "TestResult"} {
		k, err := make("unittest", name)
		if err != nil {
			return nil, err
		}
		k.Partial = true
	}
	u := &unittestModule{testCase: c}
	if err := u.defineCase(t, skipTest); err != nil {
		return nil, err
	}
	u.defineAssertions()
	u.defineMore()
	for old, now := range oldNames {
		f, _ := c.Dict.GetStr(now)
		c.Dict.SetStr(old, f)
	}
	keep := newFunction("unittest.case", "skip.<locals>.decorator", "decorator(test_item)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	skipping := func(reason value.Value) *value.Function {
		return newFunction("unittest.case", "skip.<locals>.decorator", "decorator(test_item)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if cls, ok := a[0].(*value.Type); ok {
				t.Touch(&cls.Header)
				cls.Dict.SetStr("__unittest_skip__", value.True)
				cls.Dict.SetStr("__unittest_skip_why__", reason)
				return cls, nil
			}
			return wraps(t, a[0], func(t *value.Thread, b []value.Value) (value.Value, error) { return nil, value.Raise(skipTest, reason) })
		})
	}
	defIn(m, "skip(reason)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if f, ok := a[0].(*value.Function); ok {
			return value.Call(t, skipping(value.EmptyStr), []value.Value{f}, nil)
		}
		return skipping(a[0]), nil
	})
	conditional := func(when bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			yes, err := value.Truth(t, a[0])
			if err != nil {
				return nil, err
			}
			if yes == when {
				return skipping(a[1]), nil
			}
			return keep, nil
		}
	}
	defIn(m, "skipIf(condition, reason)", conditional(true))
	defIn(m, "skipUnless(condition, reason)", conditional(false))
	defIn(m, "expectedFailure(test_item)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return a[0], value.SetAttr(t, a[0], "__unittest_expecting_failure__", value.True)
	})
	return m, nil
}

type unittestModule struct{ testCase *value.Type }

// fail raises the failure of an assertion. standard is the message that the
// assertion itself gives, nil for one that is not known.
func (u *unittestModule) fail(t *value.Thread, self value.Value, msg, standard value.Value) error {
	var text value.Value = &value.Unknown{Reason: "the message of a failed assertion"}
	if s, ok := standard.(*value.Str); ok {
		text = s
		if msg != value.None {
			m, err := value.Text(t, msg)
			if err != nil {
				return err
			}
			text = value.NewStr(s.String() + " : " + m)
		}
	}
	cls, err := value.GetAttr(t, self, "failureException")
	if err != nil {
		return err
	}
	exc, err := value.Call(t, cls, []value.Value{text}, nil)
	if err != nil {
		return err
	}
	if e, ok := exc.(*value.Exception); ok {
		return &value.Raised{Exc: e}
	}
	return value.TypeErrorf("exceptions must derive from BaseException")
}

// reprs fills a format with the reprs of values, shortened as unittest does; it
// returns nil if that is too much to follow.
func reprs(t *value.Thread, format func(rs []string) string, vs ...value.Value) (value.Value, error) {
	out := make([]string, len(vs))
	for i, v := range vs {
		s, err := reprOf(t, v)
		if u, ok := err.(*value.UnknownError); ok && !u.Halt {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if len(s) > 80 {
			return nil, nil
		}
		out[i] = s
	}
	return value.NewStr(format(out)), nil
}

func infix(op string) func(rs []string) string {
	return func(rs []string) string { return rs[0] + op + rs[1] }
}

func (u *unittestModule) defineCase(t *value.Thread, skipTest *value.Type) error {
	c := u.testCase
	c.Dict.SetStr("failureException", value.AssertionError)
	c.Dict.SetStr("longMessage", value.True)
	c.Dict.SetStr("maxDiff", value.Int(640))
	none := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil }
	def(c, "__init__(self, methodName='runTest')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "_testMethodName", a[1]); err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, a[0], "_cleanups", value.NewList(nil))
	})
	for _, name := range []string{"setUp", "tearDown"} {
		def(c, name+"(self)", none)
	}
	for _, name := range []string{"setUpClass", "tearDownClass"} {
		defClass(c, name+"(cls)", none)
	}
	def(c, "id(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := value.GetAttr(t, a[0], "_testMethodName")
		if err != nil {
			return nil, err
		}
		s, err := value.Text(t, name)
		return value.NewStr(a[0].Type().Module + "." + a[0].Type().Qualname + "." + s), err
	})
	def(c, "addCleanup(self, function, /, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		list, err := value.GetAttr(t, a[0], "_cleanups")
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, list, "append", value.NewTuple(a[1], a[2], a[3]))
		return value.None, err
	})
	def(c, "doCleanups(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		list, err := value.GetAttr(t, a[0], "_cleanups")
		if err != nil {
			return nil, err
		}
		for l, ok := list.(*value.List); ok && len(l.Elems) > 0; {
			last, err := value.CallMethod(t, l, "pop")
			if err != nil {
				return nil, err
			}
			parts := last.(*value.Tuple).Elems
			if _, err := value.Call(t, parts[0], parts[1].(*value.Tuple).Elems, kwargsOf(parts[2])); err != nil {
				return nil, err
			}
		}
		return value.True, nil
	})
	def(c, "addTypeEqualityFunc(self, typeobj, function)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, &value.UnknownError{Reason: "unittest's addTypeEqualityFunc", Halt: true}
	})
	def(c, "skipTest(self, reason)", func(t *value.Thread, a []value.Value) (value.Value, error) { return nil, value.Raise(skipTest, a[1]) })
	def(c, "fail(self, msg=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Raise(value.AssertionError, a[1])
	})
	sub, err := class{module: "unittest.case", name: "_SubTest"}.make(t)
	if err != nil {
		return err
	}
	def(sub, "__enter__(self)", none)
	def(sub, "__exit__(self, *exc_info)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		// A failure within is recorded, and the test goes on.
		exc := a[1].(*value.Tuple).Elems
		if len(exc) > 1 && exc[1] != value.None {
			return value.Bool(value.IsInstance(exc[1], value.ExceptionType)), nil
		}
		return value.False, nil
	})
	def(c, "subTest(self, msg=None, **params)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.NewInstance(sub), nil })
	return u.defineRaises(t)
}

func (u *unittestModule) defineAssertions() {
	c := u.testCase
	assertion := func(signature string, holds func(t *value.Thread, a []value.Value) (bool, error), message func(rs []string) string, shown int) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			if err := unknownOf(a[1 : 1+shown]...); err != nil {
				return nil, err
			}
			ok, err := holds(t, a)
			if err != nil || ok {
				return value.None, err
			}
			text, err := reprs(t, message, a[1:1+shown]...)
			if err != nil {
				return nil, err
			}
			return nil, u.fail(t, a[0], a[1+shown], text)
		})
	}
	equal := func(t *value.Thread, x, y value.Value) (bool, error) {
		got, err := value.Compare(t, value.CmpEq, x, y)
		if err != nil {
			return false, err
		}
		return value.Truth(t, got)
	}
	def(c, "assertEqual(self, first, second, msg=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := unknownOf(a[1], a[2]); err != nil {
			return nil, err
		}
		ok, err := equal(t, a[1], a[2])
		if err != nil || ok {
			return value.None, err
		}
		var text value.Value
		if cls := a[1].Type(); cls != a[2].Type() || !diffed(cls) {
			if text, err = reprs(t, infix(" != "), a[1], a[2]); err != nil {
				return nil, err
			}
		}
		return nil, u.fail(t, a[0], a[3], text)
	})
	assertion("assertNotEqual(self, first, second, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) {
		got, err := value.Compare(t, value.CmpNe, a[1], a[2])
		if err != nil {
			return false, err
		}
		return value.Truth(t, got)
	}, infix(" == "), 2)
	assertion("assertTrue(self, expr, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) { return value.Truth(t, a[1]) },
		func(rs []string) string { return rs[0] + " is not true" }, 1)
	assertion("assertFalse(self, expr, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) {
		yes, err := value.Truth(t, a[1])
		return !yes, err
	}, func(rs []string) string { return rs[0] + " is not false" }, 1)
	assertion("assertIs(self, expr1, expr2, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) { return value.Is(a[1], a[2]) }, infix(" is not "), 2)
	assertion("assertIsNot(self, expr1, expr2, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) {
		is, err := value.Is(a[1], a[2])
		return !is, err
	}, func(rs []string) string { return "unexpectedly identical: " + rs[0] }, 2)
	assertion("assertIsNone(self, obj, msg=None)", func(_ *value.Thread, a []value.Value) (bool, error) { return a[1] == value.None, nil },
		func(rs []string) string { return rs[0] + " is not None" }, 1)
	assertion("assertIsNotNone(self, obj, msg=None)", func(_ *value.Thread, a []value.Value) (bool, error) { return a[1] != value.None, nil },
		func([]string) string { return "unexpectedly None" }, 1)
	assertion("assertIn(self, member, container, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) { return value.Contains(t, a[2], a[1]) },
		infix(" not found in "), 2)
	assertion("assertNotIn(self, member, container, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) {
		has, err := value.Contains(t, a[2], a[1])
		return !has, err
	}, infix(" unexpectedly found in "), 2)
	assertion("assertIsInstance(self, obj, cls, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) { return value.InstanceOf(t, a[1], a[2]) },
		infix(" is not an instance of "), 2)
	assertion("assertNotIsInstance(self, obj, cls, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) {
		is, err := value.InstanceOf(t, a[1], a[2])
		return !is, err
	}, infix(" is an instance of "), 2)
	for _, k := range []struct {
		name string
		op   value.CmpOp
		text string
	}{
		{"Less", value.CmpLt, " not less than "}, {"LessEqual", value.CmpLe, " not less than or equal to "},
		{"Greater", value.CmpGt, " not greater than "}, {"GreaterEqual", value.CmpGe, " not greater than or equal to "},
	} {
		assertion("assert"+k.name+"(self, a, b, msg=None)", func(t *value.Thread, a []value.Value) (bool, error) {
			got, err := value.Compare(t, k.op, a[1], a[2])
			if err != nil {
				return false, err
			}
			return value.Truth(t, got)
		}, infix(k.text), 2)
	}
	for _, k := range []struct {
		name string
		cls  *value.Type
	}{
		{"assertListEqual", value.ListType}, {"assertTupleEqual", value.TupleType}, {"assertDictEqual", value.DictType},
		{"assertSetEqual", nil}, {"assertMultiLineEqual", value.StrType},
	} {
		def(c, k.name+"(self, first, second, msg=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if err := unknownOf(a[1], a[2]); err != nil {
				return nil, err
			}
			ok := k.cls == nil || value.IsInstance(a[1], k.cls) && value.IsInstance(a[2], k.cls)
			if ok {
				var err error
				if ok, err = equal(t, a[1], a[2]); err != nil {
					return nil, err
				}
			}
			if ok {
				return value.None, nil
			}
			return nil, u.fail(t, a[0], a[3], nil)
		})
	}
	def(c, "assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ok, err := equal(t, a[1], a[2])
		if err != nil || ok {
			return value.None, err
		}
		x, err := value.Collect(t, a[1])
		if err != nil {
			return nil, err
		}
		y, err := value.Collect(t, a[2])
		if err != nil {
			return nil, err
		}
		if ok, err = equal(t, value.NewList(x), value.NewList(y)); err != nil || ok {
			return value.None, err
		}
		return nil, u.fail(t, a[0], a[3], nil)
	})
}

// oldNames are deprecated names of assertions.
var oldNames = map[string]string{
	"assertEquals": "assertEqual", "assertNotEquals": "assertNotEqual", "assert_": "assertTrue", "assertAlmostEquals": "assertAlmostEqual",
	"assertNotAlmostEquals": "assertNotAlmostEqual", "assertRegexpMatches": "assertRegex", "assertNotRegexpMatches": "assertNotRegex",
	"assertRaisesRegexp": "assertRaisesRegex",
}

// diffed reports whether assertEqual explains a difference of two values of a
// class in several lines.
func diffed(c *value.Type) bool {
	switch c {
	case value.ListType, value.TupleType, value.DictType, value.SetType, value.FrozenSetType, value.StrType:
		return true
	}
	return false
}

// defineMore defines the assertions on numbers, texts and collections.
func (u *unittestModule) defineMore() {
	c := u.testCase
	almost := func(name string, want bool) {
		def(c, name+"(self, first, second, places=None, msg=None, delta=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if err := unknownOf(a[1:]...); err != nil {
				return nil, err
			}
			eq, err := value.Equal(t, a[1], a[2])
			if err != nil {
				return nil, err
			}
			if eq && want {
				return value.None, nil
			}
			if a[3] != value.None && a[5] != value.None {
				return nil, value.TypeErrorf("specify delta or places not both")
			}
			diff, err := value.Binary(t, value.OpSub, a[1], a[2])
			if err != nil {
				return nil, err
			}
			if diff, err = value.Call(t, value.Builtins["abs"], []value.Value{diff}, nil); err != nil {
				return nil, err
			}
			var near bool
			if a[5] != value.None {
				got, err := value.Compare(t, value.CmpLe, diff, a[5])
				if err != nil {
					return nil, err
				}
				if near, err = value.Truth(t, got); err != nil {
					return nil, err
				}
			} else {
				places := a[3]
				if places == value.None {
					places = value.Int(7)
				}
				rounded, err := value.Call(t, value.Builtins["round"], []value.Value{diff, places}, nil)
				if err != nil {
					return nil, err
				}
				if near, err = value.Equal(t, rounded, value.Int(0)); err != nil {
					return nil, err
				}
			}
			if near == want && !(eq && !want) {
				return value.None, nil
			}
			return nil, u.fail(t, a[0], a[4], nil)
		})
	}
	almost("assertAlmostEqual", true)
	almost("assertNotAlmostEqual", false)
	search := func(name string, want bool) {
		def(c, name+"(self, text, expected_regex, msg=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			found, err := searchText(t, a[2], a[1])
			if err != nil {
				return nil, err
			}
			if found == want {
				return value.None, nil
			}
			return nil, u.fail(t, a[0], a[3], nil)
		})
	}
	search("assertRegex", true)
	search("assertNotRegex", false)
	def(c, "assertCountEqual(self, first, second, msg=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := value.Collect(t, a[1])
		if err != nil {
			return nil, err
		}
		y, err := value.Collect(t, a[2])
		if err != nil {
			return nil, err
		}
		ok := len(x) == len(y)
		left := append([]value.Value(nil), y...)
	each:
		for _, v := range x {
			for i, w := range left {
				if err := t.Step(1); err != nil {
					return nil, err
				}
				eq, err := same(t, v, w)
				if err != nil {
					return nil, err
				}
				if eq {
					left = append(left[:i], left[i+1:]...)
					continue each
				}
			}
			ok = false
			break
		}
		if ok {
			return value.None, nil
		}
		return nil, u.fail(t, a[0], a[3], nil)
	})
}

// searchText reports whether a pattern, compiled or not, is found in a text.
func searchText(t *value.Thread, pattern, text value.Value) (bool, error) {
	if err := unknownOf(pattern, text); err != nil {
		return false, err
	}
	m, ok, err := Load(t, "re")
	if err != nil {
		return false, err
	}
	if !ok {
		return false, value.Unknownf("re")
	}
	got, err := value.CallMethod(t, m, "search", pattern, text)
	if err != nil {
		return false, err
	}
	return got != value.None, nil
}

// expectation is the state of a context that expects an exception.
type expectation struct {
	classes value.Value
	pattern value.Value // nil for any text
	test    value.Value // the test case
	msg     value.Value
}

func (u *unittestModule) defineRaises(t *value.Thread) error {
	ctx, err := class{module: "unittest.case", name: "_AssertRaisesContext"}.make(t)
	if err != nil {
		return err
	}
	ctx.Partial = true
	def(ctx, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	judge := func(t *value.Thread, self value.Value, e *expectation, exc value.Value) (value.Value, error) {
		if exc == value.None {
			name, err := classNames(t, e.classes)
			if err != nil {
				return nil, err
			}
			return nil, u.fail(t, e.test, e.msg, value.NewStr(name+" not raised"))
		}
		is, err := value.InstanceOf(t, exc, e.classes)
		if err != nil || !is {
			return value.False, err
		}
		if err := value.SetAttr(t, self, "exception", exc); err != nil {
			return nil, err
		}
		if e.pattern == nil {
			return value.True, nil
		}
		text, err := value.Text(t, exc)
		if err != nil {
			return nil, err
		}
		found, err := searchText(t, e.pattern, value.NewStr(text))
		if err != nil || found {
			return value.True, err
		}
		return nil, u.fail(t, e.test, e.msg, nil)
	}
	def(ctx, "__exit__(self, exc_type, exc_value, tb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		e, _ := state[*expectation](a[0])
		return judge(t, a[0], e, a[2])
	})
	run := func(t *value.Thread, self, classes, pattern value.Value, args []value.Value, kw []value.Kwarg) (value.Value, error) {
		if err := unknownOf(classes); err != nil {
			return nil, err
		}
		e := &expectation{classes: classes, pattern: pattern, test: self, msg: value.None}
		o := value.NewInstance(ctx)
		o.Payload = e
		if len(args) == 0 {
			for _, k := range kw {
				if k.Name == "msg" {
					e.msg = k.Value
				}
			}
			return o, nil
		}
		if args[0] == value.None {
			return o, nil
		}
		_, err := value.Call(t, args[0], args[1:], kw)
		r, isRaised := err.(*value.Raised)
		if err != nil && !isRaised {
			return nil, err
		}
		if err == nil {
			name, err := classNames(t, classes)
			if err != nil {
				return nil, err
			}
			text := name + " not raised"
			if n, err := value.LookupAttr(t, args[0], "__name__"); err == nil && n != nil {
				s, err := value.Text(t, n)
				if err != nil {
					return nil, err
				}
				text += " by " + s
			}
			return nil, u.fail(t, self, value.None, value.NewStr(text))
		}
		swallowed, xerr := leave(t, r.Exc, func(args ...value.Value) (value.Value, error) { return judge(t, o, e, r.Exc) })
		if xerr != nil {
			return nil, xerr
		}
		if !swallowed {
			return nil, err
		}
		return value.None, nil
	}
	def(u.testCase, "assertRaises(self, expected_exception, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return run(t, a[0], a[1], nil, a[2].(*value.Tuple).Elems, kwargsOf(a[3]))
	})
	def(u.testCase, "assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return run(t, a[0], a[1], a[2], a[3].(*value.Tuple).Elems, kwargsOf(a[4]))
	})
	return nil
}

// classNames is how messages name the expected classes.
func classNames(t *value.Thread, v value.Value) (string, error) {
	if c, ok := v.(*value.Type); ok {
		return c.Name, nil
	}
	return value.Text(t, v)
}

// close reports whether x and y differ by no more than tol.
func closeTo(x, y, tol float64) bool {
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return x == y
	}
	return math.Abs(x-y) <= tol
}
