package bench

import (
	"fmt"
	"path/filepath"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/stdlib"
	"augur/analysis/value"
)

// meter counts the assertions of a test, and notes where a run became unknown.
type meter struct {
	testCase, asyncCase, skipTest *value.Type

	tally   AssertionTally
	depth   int    // assertions within which the run is
	unknown string // why the first unknown assertion is
	where   string // where the run became unknown
	sub     error  // the first failure of a sub-test

	wrapped map[*value.Type]bool // contexts of assertions and sub-tests
}

func (m *meter) reset() {
	m.tally, m.depth, m.unknown, m.where, m.sub = AssertionTally{}, 0, "", "", nil
}

// Enter, Line, Branch, Suspend, Resume and Leave make it an eval.Tracer.
func (m *meter) Enter(*eval.Frame) bool { return true }

// Line notes the line that runs.
func (m *meter) Line(*eval.Frame, int) {}

// Branch does nothing.
func (m *meter) Branch(*eval.Frame, bool) {}

// Suspend does nothing.
func (m *meter) Suspend(*eval.Frame, value.Value) {}

// Resume does nothing.
func (m *meter) Resume(*eval.Frame) {}

// Leave notes where a run became unknown.
func (m *meter) Leave(fr *eval.Frame, err error) {
	if err == nil || isRaised(err) {
		return
	}
	if strings.Count(m.where, " < ") < 3 {
		if m.where != "" {
			m.where += " < "
		}
		m.where += fmt.Sprintf("%s:%d", filepath.Base(fr.Path()), fr.At())
	}
}

// attach makes the assertions of a run count themselves.
func (m *meter) attach(t *value.Thread) error {
	mod, ok, err := stdlib.Load(t, "unittest")
	if err != nil || !ok {
		return fmt.Errorf("there is no model of unittest: %v", err)
	}
	get := func(name string) *value.Type {
		v, _ := mod.Globals.GetStr(name)
		c, _ := v.(*value.Type)
		return c
	}
	m.testCase, m.asyncCase, m.skipTest = get("TestCase"), get("IsolatedAsyncioTestCase"), get("SkipTest")
	m.wrapped = map[*value.Type]bool{}
	seen := map[*value.Function]bool{}
	d := m.testCase.Dict
	for i := 0; ; {
		k, v, n, ok := d.Next(i)
		if !ok {
			break
		}
		i = n
		f, ok := v.(*value.Function)
		name := k.(*value.Str).String()
		if !ok || seen[f] || !strings.HasPrefix(name, "assert") && name != "subTest" && name != "fail" {
			continue
		}
		seen[f] = true
		f.Code = &assertion{m: m, code: f.Code, sub: name == "subTest"}
	}
	return nil
}

// assertion is a method of TestCase that is counted.
type assertion struct {
	m    *meter
	code value.Code
	sub  bool // subTest
}

// Native tells that the function is written in Go.
func (*assertion) Native() {}

// Call calls the assertion. One that returns a context counts when that is left.
func (a *assertion) Call(t *value.Thread, fn *value.Function, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	a.m.depth++
	v, err := a.code.Call(t, fn, args, kwargs)
	a.m.depth--
	if ctx, ok := v.(*value.Instance); ok && err == nil {
		a.m.context(ctx.Type(), a.sub)
		return v, nil
	}
	a.m.count(t, err)
	return v, err
}

// context makes the contexts of assertions and sub-tests count when they are left.
func (m *meter) context(c *value.Type, sub bool) {
	if m.wrapped[c] {
		return
	}
	m.wrapped[c] = true
	if v, ok := c.Dict.GetStr("__exit__"); ok {
		if f, ok := v.(*value.Function); ok {
			f.Code = &leaving{m: m, code: f.Code, sub: sub}
		}
	}
}

// leaving is the __exit__ of an assertion or a sub-test.
type leaving struct {
	m    *meter
	code value.Code
	sub  bool
}

// Native tells that the function is written in Go.
func (*leaving) Native() {}

// Call leaves the context.
func (l *leaving) Call(t *value.Thread, fn *value.Function, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	v, err := l.code.Call(t, fn, args, kwargs)
	if !l.sub {
		l.m.count(t, err)
		return v, err
	}
	if len(args) > 2 && args[2] != value.None && l.m.sub == nil {
		if exc, ok := args[2].(*value.Exception); ok && (l.m.skipTest == nil || !value.IsInstance(exc, l.m.skipTest)) {
			l.m.sub = &value.Raised{Exc: exc}
		}
	}
	return v, err
}

// count counts the outcome of an assertion that is not part of another.
func (m *meter) count(t *value.Thread, err error) {
	if m.depth > 0 {
		return
	}
	switch {
	case err == nil && t.Taint|t.Control == 0:
		m.tally.Held++
	case isRaised(err) && t.Taint|t.Control == 0:
		m.tally.Failed++
	default:
		m.tally.Unknown++
		if m.unknown == "" {
			m.unknown = "it rests on an assumption"
			if err != nil {
				m.unknown = strings.TrimPrefix(err.Error(), "unknown: ")
			}
			if fr, ok := t.Frame.(*eval.Frame); ok {
				m.where = fmt.Sprintf("%s:%d", filepath.Base(fr.Path()), fr.At())
			}
		}
	}
}
