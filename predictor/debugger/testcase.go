package debugger

import (
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/forecast"
)

// TestCall returns the call that runs a test as its runner would: a function for
// pytest with the first row of its parameters and with its fixtures, or a method
// of a class, between what sets it up and tears it down. name is qualified:
// "test_f", "TestF.test_g".
func TestCall(f *syntax.File, name string) (string, error) {
	def := forecast.FindFunction(f, name)
	if def == nil {
		return "", errorf("the file has no test %q", name)
	}
	t := testCase{file: f}
	class, method, inClass := strings.Cut(name, ".")
	if !inClass {
		args, err := t.arguments(def, nil)
		if err != nil {
			return "", err
		}
		return name + "(" + args + ")", nil
	}
	t.class = findClass(f.Module.Body, class)
	if t.class == nil || strings.Contains(method, ".") {
		return "", errorf("%s is neither a test function nor a method of a class of the file", name)
	}
	args, err := t.arguments(def, nil)
	if err != nil {
		return "", err
	}
	unittest := t.isTestCase(t.class, nil)
	made := class + "()"
	if unittest {
		made = class + "('" + method + "')"
	}
	const object = "test"
	steps := []string{"(" + object + " := " + made + ")"}
	add := func(names ...string) {
		for _, n := range names {
			if t.defines(t.class, n) {
				call := object + "." + n + "()"
				if d := t.method(t.class, n); d != nil && len(d.Args.Args) > 1 {
					call = object + "." + n + "(" + object + "." + method + ")"
				}
				steps = append(steps, call)
			}
		}
	}
	if unittest {
		add("setUpClass", "setUp")
	} else {
		add("setup_class", "setup_method")
	}
	at := len(steps)
	steps = append(steps, object+"."+method+"("+args+")")
	if unittest {
		add("tearDown", "tearDownClass")
	} else {
		add("teardown_method", "teardown_class")
	}
	return "(" + strings.Join(steps, ", ") + ")[" + strconv.Itoa(at) + "]", nil
}

// IsTest reports whether a runner would take a function for a test, by its name.
func IsTest(name string) bool {
	return strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], "test")
}

// testCase looks for what a test needs.
type testCase struct {
	file  *syntax.File
	class *syntax.ClassDef
}

// arguments writes the arguments of a test or fixture: the first row of its
// parameters, and fixtures of the file. asking are the fixtures that need it.
func (t testCase) arguments(def *syntax.FunctionDef, asking []string) (string, error) {
	if slices.Contains(asking, def.Name) || len(asking) > 20 {
		return "", errorf("the fixture %s needs itself", def.Name)
	}
	row := t.row(def)
	params := append(slices.Clone(def.Args.PosOnly), def.Args.Args...)
	if t.class != nil && len(params) > 0 && len(asking) == 0 {
		params = params[1:]
	}
	required := len(params) - len(def.Args.Defaults)
	var out []string
	for i, p := range params {
		text, given := row[p.Name]
		if !given {
			fixture := t.fixture(p.Name)
			switch {
			case fixture != nil:
				args, err := t.arguments(fixture, append(asking, def.Name))
				if err != nil {
					return "", err
				}
				text = fixture.Name + "(" + args + ")"
				if yields(fixture) {
					text = "next(" + text + ")"
				}
			case i >= required:
				continue
			default:
				return "", errorf("the test needs the fixture %s, which the file does not have: give a call", p.Name)
			}
		}
		out = append(out, p.Name+"="+text)
	}
	return strings.Join(out, ", "), nil
}

// row takes the first row of the parameters of a test.
func (t testCase) row(def *syntax.FunctionDef) map[string]string {
	row := map[string]string{}
	for _, d := range def.Decorators {
		c, ok := d.(*syntax.Call)
		if !ok || len(c.Args) < 2 || !strings.HasSuffix(t.file.Text(c.Func), "parametrize") {
			continue
		}
		names := t.names(c.Args[0])
		rows := elementsOf(c.Args[1])
		if len(names) == 0 || len(rows) == 0 {
			continue
		}
		first := rows[0]
		values := []syntax.Expr{first}
		if p, ok := first.(*syntax.Call); ok && strings.HasSuffix(t.file.Text(p.Func), "param") {
			values = p.Args
		} else if len(names) > 1 {
			values = elementsOf(first)
		}
		for i, n := range names {
			if i < len(values) {
				row[n] = t.file.Text(values[i])
			}
		}
	}
	return row
}

// names reads the names that parametrize gets: "a, b" or ["a", "b"].
func (t testCase) names(e syntax.Expr) []string {
	if text, ok := stringOf(e); ok {
		var names []string
		for _, n := range strings.Split(text, ",") {
			if n = strings.TrimSpace(n); n != "" {
				names = append(names, n)
			}
		}
		return names
	}
	var names []string
	for _, x := range elementsOf(e) {
		if text, ok := stringOf(x); ok {
			names = append(names, text)
		}
	}
	return names
}

func stringOf(e syntax.Expr) (string, bool) {
	k, ok := e.(*syntax.Constant)
	if !ok {
		return "", false
	}
	s, ok := k.Value.(syntax.ConstStr)
	return s.Value, ok
}

func elementsOf(e syntax.Expr) []syntax.Expr {
	switch e := e.(type) {
	case *syntax.List:
		return e.Elts
	case *syntax.Tuple:
		return e.Elts
	}
	return nil
}

// fixture finds a fixture of the module by name.
func (t testCase) fixture(name string) *syntax.FunctionDef {
	for _, s := range t.file.Module.Body {
		def, ok := s.(*syntax.FunctionDef)
		if !ok {
			continue
		}
		for _, d := range def.Decorators {
			text, named := t.file.Text(d), def.Name
			if c, ok := d.(*syntax.Call); ok {
				text = t.file.Text(c.Func)
				for _, k := range c.Keywords {
					if s, ok := stringOf(k.Value); ok && k.Name == "name" {
						named = s
					}
				}
			}
			if (text == "fixture" || strings.HasSuffix(text, ".fixture")) && named == name {
				return def
			}
		}
	}
	return nil
}

// yields reports whether a function is a generator.
func yields(def *syntax.FunctionDef) bool {
	found := false
	for _, s := range def.Body {
		syntax.Inspect(s, func(n syntax.Node) bool {
			switch n.(type) {
			case *syntax.FunctionDef, *syntax.Lambda, *syntax.ClassDef:
				return false
			case *syntax.Yield, *syntax.YieldFrom:
				found = true
			}
			return !found
		})
	}
	return found
}

func findClass(body []syntax.Stmt, name string) *syntax.ClassDef {
	for _, s := range body {
		if c, ok := s.(*syntax.ClassDef); ok && c.Name == name {
			return c
		}
	}
	return nil
}

// isTestCase reports whether a class derives from unittest's. A base from
// another file counts if its name says so.
func (t testCase) isTestCase(c *syntax.ClassDef, seen []string) bool {
	for _, b := range c.Bases {
		text := t.file.Text(b)
		if strings.HasSuffix(text, "TestCase") {
			return true
		}
		if base := findClass(t.file.Module.Body, text); base != nil && !slices.Contains(seen, text) && t.isTestCase(base, append(seen, text)) {
			return true
		}
	}
	return false
}

// method finds a method of a class or of its bases in the file.
func (t testCase) method(c *syntax.ClassDef, name string) *syntax.FunctionDef {
	seen := map[*syntax.ClassDef]bool{}
	var find func(c *syntax.ClassDef) *syntax.FunctionDef
	find = func(c *syntax.ClassDef) *syntax.FunctionDef {
		if c == nil || seen[c] {
			return nil
		}
		seen[c] = true
		for _, s := range c.Body {
			if d, ok := s.(*syntax.FunctionDef); ok && d.Name == name {
				return d
			}
		}
		for _, b := range c.Bases {
			if d := find(findClass(t.file.Module.Body, t.file.Text(b))); d != nil {
				return d
			}
		}
		return nil
	}
	return find(c)
}

func (t testCase) defines(c *syntax.ClassDef, name string) bool { return t.method(c, name) != nil }
