package testgen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// Test returns the edits that add a case to a file of tests. If the file is not
// there yet, there is one edit, at 0, with all of it.
func Test(c Case, to Target) ([]Edit, error) {
	call, err := c.check()
	if err != nil {
		return nil, err
	}
	if to.Path == "" || to.Module == "" || to.Module == "__main__" {
		return nil, errNoModule
	}
	file := to.File
	if file == nil {
		file = syntax.Parse(nil)
	}
	w := &testWriter{c: &c, to: to, file: file, indent: indentUnit(file), call: call, same: to.File != nil && to.Path == c.Path}
	if err := w.collect(); err != nil {
		return nil, err
	}
	edits := w.edits()
	if eol := newline(file.Src); eol != "\n" {
		for i := range edits {
			edits[i].Text = strings.ReplaceAll(edits[i].Text, "\n", eol)
		}
	}
	return edits, nil
}

// testWriter writes one test.
type testWriter struct {
	c      *Case
	to     Target
	file   *syntax.File // the file of tests
	indent string
	call   syntax.Expr
	same   bool // the function is in the file of tests itself

	names   []string // what has to be imported from the tested module
	modules []string // what has to be imported as it is
	raises  string   // how the exception is named; empty: by the text of its class
}

// collect finds out what has to be imported.
func (w *testWriter) collect() error {
	globals := topNames(w.c.File.Module.Body)
	bound := make(map[string]bool)
	need := func(name string) error {
		switch {
		case bound[name] || slices.Contains(w.names, name) || slices.Contains(w.modules, name):
		case globals[name] != nil:
			if module, ok := plainModule(globals[name], name); ok {
				w.modules = append(w.modules, module)
			} else {
				w.names = append(w.names, name)
			}
		case eval.IsBuiltinName(name):
		default:
			return fmt.Errorf("no test can be made: %s is not a name of the module", name)
		}
		return nil
	}
	for _, text := range append(slices.Clone(w.c.Setup), w.c.Call) {
		f := syntax.ParseFragment([]byte(text))
		binds := topNames(f.Module.Body)
		inner := innerNames(f.Module)
		var failed error
		syntax.Inspect(f.Module, func(n syntax.Node) bool {
			if name, ok := n.(*syntax.Name); ok && failed == nil && binds[name.ID] == nil && !inner[name.ID] {
				failed = need(name.ID)
			}
			return true
		})
		if failed != nil {
			return failed
		}
		for name := range binds {
			bound[name] = true
		}
	}
	if e := w.c.Expect.Raises; e != "" {
		switch {
		case isBuiltinException(e):
			w.raises = e
		case globals[e] != nil:
			w.raises = e
			if err := need(e); err != nil {
				return err
			}
		}
	}
	if def, ok := w.c.File.Definition(w.c.Function); ok && def.Func.Async {
		w.modules = append(w.modules, "asyncio")
		w.c.Call = "asyncio.run(" + w.c.Call + ")"
	}
	if w.to.Style == Unittest {
		w.modules = append(w.modules, "unittest")
	} else if w.c.Expect.Raises != "" {
		w.modules = append(w.modules, "pytest")
	}
	slices.Sort(w.modules)
	slices.Sort(w.names)
	w.modules = slices.Compact(w.modules)
	return nil
}

// edits returns what changes in the file, in order.
func (w *testWriter) edits() []Edit {
	var imports []string
	var edits []Edit
	have := topNames(w.file.Module.Body)
	for _, m := range w.modules {
		if _, ok := plainModule(have[m], m); !ok {
			imports = append(imports, "import "+m)
		}
	}
	var missing []string
	for _, name := range w.names {
		if !w.same && have[name] == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		if from := w.sameImport(); from != nil {
			end := int(from.End)
			edits = append(edits, Edit{Start: end, End: end, Text: ", " + strings.Join(missing, ", ")})
		} else {
			if len(imports) > 0 && len(w.file.Module.Body) == 0 {
				imports = append(imports, "")
			}
			imports = append(imports, "from "+w.to.Module+" import "+strings.Join(missing, ", "))
		}
	}
	at, text := w.place()
	if len(imports) > 0 {
		block := strings.Join(imports, "\n") + "\n"
		if len(w.file.Module.Body) == 0 {
			text = block + text
		} else {
			start := w.importPlace()
			edits = append(edits, Edit{Start: start, End: start, Text: block})
		}
	}
	edits = append(edits, Edit{Start: at, End: at, Text: text})
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	return edits
}

// sameImport returns an import of names from the tested module that can be added
// to, nil if there is none.
func (w *testWriter) sameImport() *syntax.ImportFrom {
	for _, s := range w.file.Module.Body {
		from, ok := s.(*syntax.ImportFrom)
		if ok && from.Level == 0 && from.Module == w.to.Module && from.Line == from.EndLine &&
			!strings.ContainsAny(w.file.Text(from), "()*\\") {
			return from
		}
	}
	return nil
}

// importPlace returns where imports are added: behind the last one at the top
// of the file.
func (w *testWriter) importPlace() int {
	body := w.file.Module.Body
	last := 0 // 1-based line
	for i, s := range body {
		switch s.(type) {
		case *syntax.Import, *syntax.ImportFrom:
			last = int(s.Pos().EndLine)
			continue
		}
		if _, doc := docstring(s); doc && i == 0 {
			last = int(s.Pos().EndLine)
			continue
		}
		break
	}
	return w.after(last)
}

// after returns the start of the line behind a line.
func (w *testWriter) after(line int) int {
	if line == 0 {
		if strings.HasPrefix(w.file.Src, "\ufeff") {
			return len("\ufeff")
		}
		return 0
	}
	if line >= w.file.Lines() {
		return len(w.file.Src)
	}
	return w.file.LineStart(line + 1)
}

// place returns where the test goes, and its text.
func (w *testWriter) place() (at int, text string) {
	if w.to.Style == Unittest {
		if class := w.testCase(); class != nil {
			indent := indentOf(w.file, class.Body[0])
			at = w.after(int(class.EndLine))
			return at, w.gap(at, 1) + strings.Join(indented(w.function(class.Body, indent, "self"), indent), "\n") + "\n"
		}
		class := "Test" + camel(w.c.Function)
		class = unique(class, topNames(w.file.Module.Body))
		lines := append([]string{"class " + class + "(unittest.TestCase):"}, indented(w.function(nil, w.indent, "self"), w.indent)...)
		at = w.end()
		return at, w.gap(at, 2) + strings.Join(lines, "\n") + "\n" + w.behind(at)
	}
	at = w.end()
	return at, w.gap(at, 2) + strings.Join(w.function(w.file.Module.Body, "", ""), "\n") + "\n" + w.behind(at)
}

// end returns where new tests go: at the end, or before what runs them all.
func (w *testWriter) end() int {
	body := w.file.Module.Body
	if len(body) > 0 {
		if s, ok := body[len(body)-1].(*syntax.If); ok && strings.Contains(w.file.Text(s.Test), "__main__") {
			return w.file.LineStart(int(s.Line))
		}
	}
	return len(w.file.Src)
}

// gap returns the line ends that make n blank lines before an offset.
func (w *testWriter) gap(at, n int) string {
	src := strings.ReplaceAll(w.file.Src[:at], "\r\n", "\n")
	if strings.TrimSpace(strings.TrimPrefix(src, "\ufeff")) == "" {
		if len(w.file.Module.Body) == 0 {
			return strings.Repeat("\n", n)
		}
		return ""
	}
	have := len(src) - len(strings.TrimRight(src, "\n"))
	return strings.Repeat("\n", max(0, n+1-have))
}

// behind returns the line ends that part the test from what stands behind it.
func (w *testWriter) behind(at int) string {
	if at < len(w.file.Src) {
		return "\n\n"
	}
	return ""
}

// testCase returns the class that a method for the function belongs into: one
// whose name has the function's in it, else none.
func (w *testWriter) testCase() *syntax.ClassDef {
	wanted := strings.ToLower(camel(w.c.Function))
	for _, s := range w.file.Module.Body {
		class, ok := s.(*syntax.ClassDef)
		if ok && isTestCase(w.file, class) && class.Body[0].Pos().Line > class.DefLine &&
			strings.Contains(strings.ToLower(class.Name), wanted) {
			return class
		}
	}
	return nil
}

// function returns the lines of the test, whose name is new in a body.
func (w *testWriter) function(body []syntax.Stmt, _ string, self string) []string {
	name := unique("test_"+snake(w.c.Function), topNames(body))
	lines := []string{"def " + name + "(" + self + "):"}
	for _, s := range append(slices.Clone(w.c.Setup), w.check(self)...) {
		// Only the first line of a statement is indented: what follows is in a
		// string.
		lines = append(lines, w.indent+s)
	}
	return lines
}

// check returns the statements that check what the call does.
func (w *testWriter) check(self string) []string {
	e, call := w.c.Expect, w.c.Call
	switch {
	case e.Passes:
		return []string{call}
	case e.Raises != "" && w.raises != "" && self != "":
		return []string{"with self.assertRaises(" + w.raises + "):", w.indent + call}
	case e.Raises != "" && w.raises != "":
		return []string{"with pytest.raises(" + w.raises + "):", w.indent + call}
	case e.Raises != "" && self != "":
		return []string{"with self.assertRaises(Exception) as caught:", w.indent + call,
			"self.assertEqual(type(caught.exception).__name__, " + quote(e.Raises) + ")"}
	case e.Raises != "":
		return []string{"with pytest.raises(Exception) as caught:", w.indent + call,
			"assert caught.type.__name__ == " + quote(e.Raises)}
	}
	if _, plain := w.call.(*syntax.Call); !plain && self == "" {
		call = "(" + call + ")" // it may bind less than what is put behind it
	}
	single := e.Returns == "None" || e.Returns == "True" || e.Returns == "False"
	literal := isLiteral(e.Returns)
	switch {
	case self != "" && e.Returns == "None":
		return []string{"self.assertIsNone(" + call + ")"}
	case self != "" && single:
		return []string{"self.assertIs(" + call + ", " + e.Returns + ")"}
	case self != "" && literal:
		return []string{"self.assertEqual(" + call + ", " + e.Returns + ")"}
	case self != "":
		return []string{"self.assertEqual(repr(" + call + "), " + quote(e.Returns) + ")"}
	case single:
		return []string{"assert " + call + " is " + e.Returns}
	case literal:
		return []string{"assert " + call + " == " + e.Returns}
	}
	return []string{"assert repr(" + call + ") == " + quote(e.Returns)}
}

// isLiteral reports whether a repr is Python for an equal value.
func isLiteral(repr string) bool {
	e, err := syntax.ParseExpr(repr)
	if err != nil {
		return false
	}
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Constant, *syntax.List, *syntax.Tuple, *syntax.Set, *syntax.Dict:
		case *syntax.UnaryOp:
			ok = ok && n.Op == syntax.USub
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// quote returns text as a Python string on one line.
func quote(text string) string { return value.StrRepr(text) }

// isTestCase reports whether a class is one of unittest's tests.
func isTestCase(f *syntax.File, class *syntax.ClassDef) bool {
	for _, b := range class.Bases {
		if strings.HasSuffix(f.Text(b), "TestCase") {
			return true
		}
	}
	return false
}

// isBuiltinException reports whether a class of exceptions needs no import.
func isBuiltinException(name string) bool {
	t, ok := value.Builtins[name].(*value.Type)
	return ok && t.IsSubtype(value.BaseException)
}

// topNames returns what the statements of a body bind, with the statement that
// does it last.
func topNames(body []syntax.Stmt) map[string]syntax.Stmt {
	names := make(map[string]syntax.Stmt)
	var visit func(body []syntax.Stmt)
	visit = func(body []syntax.Stmt) {
		for _, s := range body {
			bind := func(name string) { names[name] = s }
			switch s := s.(type) {
			case *syntax.FunctionDef:
				bind(s.Name)
			case *syntax.ClassDef:
				bind(s.Name)
			case *syntax.Import:
				for _, a := range s.Names {
					if a.AsName != "" {
						bind(a.AsName)
					} else {
						first, _, _ := strings.Cut(a.Name, ".")
						bind(first)
					}
				}
			case *syntax.ImportFrom:
				for _, a := range s.Names {
					if a.AsName != "" {
						bind(a.AsName)
					} else {
						bind(a.Name)
					}
				}
			case *syntax.Assign:
				for _, t := range s.Targets {
					targets(t, bind)
				}
			case *syntax.AnnAssign:
				targets(s.Target, bind)
			case *syntax.AugAssign:
				targets(s.Target, bind)
			case *syntax.If:
				visit(s.Body)
				visit(s.Orelse)
			case *syntax.Try:
				visit(s.Body)
				for _, h := range s.Handlers {
					visit(h.Body)
				}
				visit(s.Orelse)
				visit(s.Finalbody)
			case *syntax.With:
				for _, item := range s.Items {
					if item.Vars != nil {
						targets(item.Vars, bind)
					}
				}
				visit(s.Body)
			case *syntax.For:
				targets(s.Target, bind)
				visit(s.Body)
			}
		}
	}
	visit(body)
	return names
}

// targets calls bind for the names that an assignment to an expression binds.
func targets(e syntax.Expr, bind func(string)) {
	switch e := e.(type) {
	case *syntax.Name:
		bind(e.ID)
	case *syntax.Tuple:
		for _, x := range e.Elts {
			targets(x, bind)
		}
	case *syntax.List:
		for _, x := range e.Elts {
			targets(x, bind)
		}
	case *syntax.Starred:
		targets(e.Value, bind)
	}
}

// innerNames returns what lambdas and comprehensions bind for themselves.
func innerNames(n syntax.Node) map[string]bool {
	names := make(map[string]bool)
	bind := func(name string) { names[name] = true }
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comprehension:
			targets(n.Target, bind)
		case *syntax.Arg:
			bind(n.Name)
		case *syntax.NamedExpr:
			targets(n.Target, bind)
		}
		return true
	})
	return names
}

// plainModule reports whether a statement imports a module under its own name, so
// that a test can do the same.
func plainModule(s syntax.Stmt, name string) (module string, ok bool) {
	imp, isImport := s.(*syntax.Import)
	if !isImport {
		return "", false
	}
	for _, a := range imp.Names {
		if a.Name == name && (a.AsName == "" || a.AsName == name) {
			return name, true
		}
	}
	return "", false
}

// unique returns a name that is not among others.
func unique(name string, taken map[string]syntax.Stmt) string {
	candidate := name
	for n := 2; taken[candidate] != nil; n++ {
		candidate = fmt.Sprintf("%s_%d", name, n)
	}
	return candidate
}

// snake returns a qualified name as a part of a function's.
func snake(qualified string) string {
	var b strings.Builder
	for i, r := range strings.ReplaceAll(qualified, ".", "_") {
		if unicode.IsUpper(r) && i > 0 && !strings.HasSuffix(b.String(), "_") && !previousUpper(qualified, i) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Trim(strings.ReplaceAll(b.String(), "__", "_"), "_")
}

// previousUpper reports whether the character before an offset is a capital.
func previousUpper(text string, at int) bool {
	r := []rune(text[:at])
	return len(r) > 0 && unicode.IsUpper(r[len(r)-1])
}

// camel returns a qualified name as a part of a class's.
func camel(qualified string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(qualified, func(r rune) bool { return r == '.' || r == '_' }) {
		r := []rune(part)
		b.WriteString(string(unicode.ToUpper(r[0])) + string(r[1:]))
	}
	return b.String()
}
