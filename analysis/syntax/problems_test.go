package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// problemCases are texts that are not Python 3, with the problems found in them
// as "line: message".
var problemCases = []struct {
	src      string
	problems string
}{
	// Python 2.
	{"print 'x'\n", "1: missing parentheses in call to 'print'"},
	{"print x\ny = 1\n", "1: missing parentheses in call to 'print'"},
	{"exec 'x'\n", "1: missing parentheses in call to 'exec'"},
	{"exec code in ns\n", "1: missing parentheses in call to 'exec'"},
	{"try:\n    a\nexcept A, b:\n    c\n", "3: multiple exception types must be parenthesized"},
	{"a <> b\n", "1: invalid syntax: the operator of inequality is !="},
	{"`a`\n", "1: invalid syntax"},
	{"0777\n", "1: leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"},
	{"10L\n", "1: invalid number literal"},
	{"ur'x'\n", "1: invalid syntax"},
	{"raise A, b\n", "1: invalid syntax"},
	{"def f((a, b)): pass\n", "1: function parameters cannot be parenthesized"},
	{"lambda (a, b): a\n", "1: function parameters cannot be parenthesized"},
	{"[x for x in 1, 2]\n", "1: invalid syntax"},

	// Targets.
	{"1 = a\n", "1: invalid syntax"},
	{"f() = 1\n", "1: invalid syntax"},
	{"a + b = c\n", "1: invalid syntax"},
	{"None = 1\n", "1: invalid syntax"},
	{"'a' = 1\n", "1: invalid syntax"},
	{"*a = b\n", "1: starred assignment target must be in a list or tuple"},
	{"*a, *b = c\n", "1: multiple starred expressions in assignment"},
	{"(a, b) += 1\n", "1: 'tuple' is an illegal expression for augmented assignment"},
	{"a, b: int\n", "1: invalid syntax"},
	{"(a, b): int\n", "1: 'tuple' is an illegal expression for annotation"},
	{"[a]: int = 1\n", "1: 'list' is an illegal expression for annotation"},
	{"f(): int\n", "1: 'function call' is an illegal expression for annotation"},
	{"del f()\n", "1: cannot delete function call"},
	{"del a + b\n", "1: cannot delete expression"},
	{"del *a, b\n", "1: cannot delete starred"},
	{"del (a, 1)\n", "1: cannot delete literal"},
	{"for f() in a: pass\n", "1: invalid syntax"},
	{"with a as f(): pass\n", "1: cannot assign to function call"},
	{"with a as 1: pass\n", "1: cannot assign to literal"},
	{"(a.b := 1)\n", "1: invalid syntax"},
	{"a := 1\n", "1: invalid syntax"},
	{"a = b += c\n", "1: invalid syntax"},
	{"a: int: str\n", "1: invalid syntax"},

	// Expressions.
	{"*a\n", "1: can't use starred expression here"},
	{"(*a)\n", "1: can't use starred expression here"},
	{"a = *b\n", "1: can't use starred expression here"},
	{"[*a for a in b]\n", "1: iterable unpacking cannot be used in comprehension"},
	{"f(a for a in b, c)\n", "1: invalid syntax"},
	{"f(a=1, b)\n", "1: positional argument follows keyword argument"},
	{"f(**a, b)\n", "1: positional argument follows keyword argument unpacking"},
	{"f(**a, *b)\n", "1: iterable argument unpacking follows keyword argument unpacking"},
	{"f(a=1, a=2)\n", "1: keyword argument repeated: a"},
	{"a if b\n", "1: invalid syntax"},
	{"a or lambda: b\n", "1: invalid syntax"},
	{"a == not b\n", "1: invalid syntax"},
	{"x[]\n", "1: invalid syntax"},
	{"{a: b, c}\n", "1: invalid syntax"},
	{"{a, b: c}\n", "1: invalid syntax"},
	{"a b\n", "1: invalid syntax"},
	{"lambda a, a: a\n", "1: duplicate argument 'a' in function definition"},
	{"None.x = yield = 1\n", "1: invalid syntax"},
	{"await await a\n", "1: invalid syntax"},
	{"async = 1\n", "1: invalid syntax"},

	// Literals.
	{"1__0\n", "1: invalid number literal"},
	{"0x\n", "1: invalid number literal"},
	{"0b12\n", "1: invalid number literal"},
	{"0o8\n", "1: invalid number literal"},
	{"1e\n", "1: invalid number literal"},
	{"1_\n", "1: invalid number literal"},
	{"'\\x1'\n", "1: truncated \\x escape in a string literal"},
	{"'\\u12'\n", "1: truncated \\u escape in a string literal"},
	{"'\\U00110000'\n", "1: illegal Unicode character in a string literal"},
	{"'\\N'\n", "1: malformed \\N character escape"},
	{"b'é'\n", "1: bytes can only contain ASCII literal characters"},
	{"'a' b'b'\n", "1: cannot mix bytes and nonbytes literals"},
	{"f'{'\n", "1: f-string: expecting '}'"},
	{"f'}'\n", "1: f-string: single '}' is not allowed"},
	{"f'{}'\n", "1: f-string: valid expression required before '}'"},
	{"f'{!r}'\n", "1: f-string: valid expression required before '!'"},
	{"f'{a!x}'\n", "1: f-string: invalid conversion character: expected 's', 'r', or 'a'"},
	{"f'{a b}'\n", "1: invalid syntax"},
	{"f'{a = b}'\n", "1: f-string: expecting '!', or ':', or '}'"},
	{"f'{a:{b}'\n", "1: f-string: expecting '}'"},
	{"f'{lambda x: 1}'\n", "1: invalid syntax"},
	{"'abc\nx = 1\n", "1: unterminated string literal"},
	{"x = '''abc\n", "1: unterminated triple-quoted string literal"},

	// Definitions.
	{"def f(a, a): pass\n", "1: duplicate argument 'a' in function definition"},
	{"def f(a=1, b): pass\n", "1: non-default argument follows default argument"},
	{"def f(*): pass\n", "1: named arguments must follow bare *"},
	{"def f(*, **a): pass\n", "1: named arguments must follow bare *"},
	{"def f(*a, *b): pass\n", "1: * argument may appear only once"},
	{"def f(**a, b): pass\n", "1: arguments cannot follow var-keyword argument"},
	{"def f(*, a, /): pass\n", "1: / must be ahead of *"},
	{"def f(/, a): pass\n", "1: at least one argument must precede /"},
	{"def f(a, /, b, /): pass\n", "1: / may appear only once"},
	{"def f:\n    pass\n", "1: invalid syntax"},
	{"def f()\n    pass\n", "1: expected ':'"},
	{"def (): pass\n", "1: invalid syntax"},
	{"class A(: pass\n", "1: '(' was never closed"},
	{"@a\nx = 1\n", "1: a decorator must stand before a function or a class"},
	{"from a import b,\n", "1: trailing comma not allowed without surrounding parentheses"},
	{"from a import b.c\n", "1: invalid syntax"},
	{"import a.b as c.d\n", "1: invalid syntax"},

	// Blocks.
	{"if x:\ny = 1\n", "1: expected an indented block"},
	{"def f():\n", "1: expected an indented block"},
	{"x = 1\n  y = 2\nz = 3\n", "2: unexpected indent"},
	{"if x:\n    a\n  b\nc\n", "3: unindent does not match any outer indentation level"},
	{"else:\n    x\n", "1: invalid syntax"},
	{"except A:\n    x\n", "1: invalid syntax"},
	{"try:\n    x\ny = 1\n", "2: expected 'except' or 'finally' block"},
	{"try:\n    a\nexcept A:\n    b\nexcept* B:\n    c\n", "5: cannot have both 'except' and 'except*' on the same 'try'"},
	{"try:\n    a\nexcept*:\n    b\n", "3: expected one or more exception types"},
	{"if x: if y: z\n", "1: invalid syntax"},
	{"x = 1; if y: z\n", "1: invalid syntax"},
	{"match x:\n    case 1 + y: pass\n", "2: invalid syntax"},
	{"match x:\n    case a.b(): pass\n    case f(x=1, 2): pass\n", "3: positional patterns follow keyword patterns"},
	{"match x:\n    case {**rest, 'a': b}: pass\n", "2: invalid syntax"},
	{"match x:\n    case *a: pass\n", "2: invalid syntax"},
	{"match x:\n    case a as _: pass\n", "2: cannot use '_' as a target"},
	{"match x:\n    pass\n", "1: invalid syntax, 2: unexpected indent"},

	// Brackets and characters.
	{"x = (1\n", "1: '(' was never closed"},
	{"x = [1, (2, 3]\n", "1: unmatched ']'"},
	{"x = 1)\ny = 2\n", "1: unmatched ')'"},
	{"x = 1 \\ 2\n", "1: unexpected character after line continuation character"},
	{"x = a$b\n", "1: invalid syntax"},
	{"x = a?\ny = 1\n", "1: invalid syntax"},
	{"x = 1\x00\n", "1: source code cannot contain null bytes"},
	{"x = a\u00a0+ b\n", "1: invalid character in identifier"},
	{"x = \xff\n", "1: the source is not valid UTF-8"},
	{"x = '\xff'\n", "1: the source is not valid UTF-8"},
	{";\n", "1: invalid syntax"},
	{"x;;y\n", "1: invalid syntax"},
	{"x = 1 \\", "1: unexpected character after line continuation character"},
}

func TestProblems(t *testing.T) {
	for _, c := range problemCases {
		f := Parse([]byte(c.src))
		var got []string
		for _, p := range f.Problems {
			got = append(got, fmt.Sprintf("%d: %s", p.Line, p.Message))
		}
		if s := strings.Join(got, ", "); s != c.problems {
			t.Errorf("%q:\n got %s\nwant %s", c.src, s, c.problems)
		}
		bad := false
		Inspect(f.Module, func(n Node) bool {
			switch n.(type) {
			case *BadStmt, *BadExpr:
				bad = true
			}
			return true
		})
		if !bad {
			t.Errorf("%q: nothing in the tree is marked as bad", c.src)
		}
	}
}

// TestProblemsAgainstCPython checks that CPython refuses all that is refused
// here.
func TestProblemsAgainstCPython(t *testing.T) {
	python, _ := findPython(t)
	var texts []string
	for _, c := range problemCases {
		texts = append(texts, c.src)
	}
	for i, msg := range cpythonErrors(t, python, texts) {
		if msg == "" {
			t.Errorf("%q: CPython accepts it", texts[i])
		}
	}
}
