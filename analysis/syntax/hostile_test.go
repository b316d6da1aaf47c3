package syntax

import (
	"math/rand"
	"strings"
	"testing"
	"time"
)

// TestHostileInput checks that no text, however long or deep, makes the parser
// panic, hang, or build a tree that a recursive walk cannot bear.
func TestHostileInput(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 1000
	}
	rep := func(s string) string { return strings.Repeat(s, n) }
	deep := func(before, after string) string {
		return strings.Repeat(before, 199) + "a" + strings.Repeat(after, 199)
	}
	noise := make([]byte, 20*n)
	rand.New(rand.NewSource(1)).Read(noise)
	indents := new(strings.Builder)
	for i := range min(n, 2000) {
		indents.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}

	for name, src := range map[string]string{
		"empty": "", "blank": " ", "line end": "\n", "byte order mark": "\ufeff", "noise": string(noise),
		"null bytes": rep("\x00"), "lines of null bytes": rep("\x00\n"), "invalid UTF-8": rep("\xff\xfe"),
		"open parentheses": rep("("), "closed parentheses": rep(")"), "parentheses": rep("(") + rep(")"),
		"lines of parentheses": rep("(\n"), "parentheses and names": rep("(\nx\n"), "open and many lines": "(\n" + rep("x\n"),
		"mixed brackets": rep("([{"), "wrong brackets": rep("(]"),
		"deep parentheses": deep("(", ")"), "deep lists": deep("[", "]"), "deep tuples": deep("(", ",)"),
		"deep sets": deep("{", "}"), "deep calls": deep("f(", ")"), "deep subscripts": deep("x[", "]"),
		"deep targets": deep("[", "]") + " = 1", "deep lambdas": deep("(lambda:", ")"), "deep f-strings": rep("f'{"),
		"deep with": "with " + deep("(", ")") + ": pass", "deep for": "for " + deep("(", ")") + " in b: pass",
		"deep pattern": "match x:\n case " + strings.Repeat("(", 190) + "a" + strings.Repeat(")", 190) + ": pass",
		"not":          rep("not ") + "x", "minus": rep("-") + "x", "sum": rep("1+") + "1", "power": rep("1**") + "1",
		"lambda": rep("lambda:") + "1", "conditional": rep("a if b else ") + "1", "attributes": "x" + rep(".a"),
		"calls": "x" + rep("()"), "subscripts": "x" + rep("[1]"), "and": rep("a and ") + "b", "compare": rep("a<") + "1",
		"await": rep("await ") + "x", "stars": "x=[" + rep("*") + "a]", "and and xor": rep("a&b^") + "1",
		"assignments": rep("a=") + "1", "list": "[" + rep("1,") + "]", "dict": "{" + rep("1:2,") + "}",
		"adjacent strings": "(" + rep("'a' ") + ")", "fields": "f'" + rep("{a}") + "'", "spec": "f'{a:" + rep("{b}") + "}'",
		"open fields": rep("f'{(\n"), "open triple fields": rep("f\"\"\"{"), "quotes": rep("'''") + "'", "open quotes": rep("'\n"),
		"triple quotes": rep("\"\"\"a\n"), "escaped quotes": "'" + rep("\\'"), "continuations": rep("\\\n"), "backslashes": rep("\\"),
		"semicolons": rep(";"), "statements": rep("x;"), "colons": rep(":"), "at": rep("@\n"), "decorators": rep("@x\n"),
		"else": rep("else:\n"), "elif": "if a:\n x\n" + rep("elif b:\n x\n"), "try": rep("try:\n"), "match": rep("match x:\n"),
		"case": "match x:\n case 1: pass\n" + rep(" case\n"), "or pattern": "match x:\n case " + rep("a|") + "b: pass",
		"indents": indents.String(), "form feeds": rep("\f x\n"), "carriage returns": rep("x\r"), "tabs": rep("\tx\n"),
		"long name": rep("a"), "long number": rep("1"), "long string": "'" + rep("a") + "'", "python 2": rep("print 'x'\n"),
		"parameters": "def f(" + rep("a,") + "): pass", "annotations": "def f(" + rep("a: x[1],") + "): pass",
		"type parameters": "def f[" + rep("T,") + "](): pass", "keywords": "f(" + rep("a=1,") + ")", "globals": "global " + rep("a,") + "b",
		"dots": "from " + rep(".") + " import a", "unicode": rep("é = 1\n"), "names": "'" + rep("\\N{EM DASH}") + "'",
		"too large": strings.Repeat("x = 1\n", 2<<20),
	} {
		began := time.Now()
		f := Parse([]byte(src))
		count := 0
		Inspect(f.Module, func(Node) bool { count++; return true })
		f.Edit(Edit{len(src) / 2, len(src) / 2, "x"})
		if d := time.Since(began); d > 30*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(src), d)
		}
	}
}
