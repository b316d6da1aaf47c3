package syntax

import (
	"os"
	"strings"
	"testing"
)

// compilerCases reads testdata/compiler.txt: programs, and what CPython 3.11 says of
// each, "-" if it takes it.
func compilerCases(t *testing.T) (sources, messages []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/compiler.txt")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\x00`, "\x00", `\ufeff`, "\ufeff", `\u200b`, "\u200b", `\x0c`, "\f")
	for row := range strings.Lines(string(text)) {
		src, msg, ok := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if !ok {
			t.Fatalf("no message in %q", row)
		}
		sources, messages = append(sources, plain.Replace(src)+"\n"), append(messages, msg)
	}
	return sources, messages
}

// TestRefusedByCPython checks that what CPython refuses is refused, and nothing else;
// what only its compiler refuses, with its words.
func TestRefusedByCPython(t *testing.T) {
	sources, messages := compilerCases(t)
	for i, src := range sources {
		f, want := Parse([]byte(src)), messages[i]
		switch {
		case want == "-":
			if len(f.Problems) > 0 {
				t.Errorf("%q is refused: %s", src, f.Problems[0].Message)
			}
		case len(f.Problems) == 0:
			t.Errorf("%q is taken, CPython says %s", src, want)
		case len(ParseFragment([]byte(src)).Problems) == 0:
			got := f.Problems[0].Message
			if got != want && !strings.HasPrefix(want, "mapping pattern checks duplicate key") {
				t.Errorf("%q: %s, CPython says %s", src, got, want)
			}
			bad := false
			Inspect(f.Module, func(n Node) bool {
				_, is := n.(*BadStmt)
				bad = bad || is
				return !bad
			})
			if !bad {
				t.Errorf("%q: nothing in the tree is marked as bad", src)
			}
		}
	}
}

// TestCompilerCasesAgainstCPython checks that the messages of the cases are right.
func TestCompilerCasesAgainstCPython(t *testing.T) {
	python, newer := findPython(t)
	if newer {
		t.Skip("the messages are those of Python 3.11")
	}
	sources, messages := compilerCases(t)
	for i, got := range cpythonErrors(t, python, sources) {
		if (got == "") != (messages[i] == "-") {
			t.Errorf("%q: the case says %q, CPython %q", sources[i], messages[i], got)
		}
	}
}

// TestEditOfRefused checks that what is refused for what stands elsewhere is refused
// no longer once that has changed, and that a file edited is as the text parsed.
func TestEditOfRefused(t *testing.T) {
	src := "def g():\n    y = 1\n    def h():\n        nonlocal x\n    return h\nif 1:\n    x = 1\n    global x\nz = 2\n"
	f := Parse([]byte(src))
	if len(f.Problems) != 2 {
		t.Fatalf("%d problems, not 2", len(f.Problems))
	}
	at := strings.Index(src, "y = 1")
	g := f.Edit(Edit{at, at + 1, "x"})
	checkEdit(t, g, "x for y")
	if len(g.Problems) != 1 || g.Problems[0].Message != "name 'x' is assigned to before global declaration" {
		t.Errorf("problems %v", g.Problems)
	}
	at = strings.Index(src, "z = 2")
	for range 3 { // the statement above is shared, and stays as it is
		f = f.Edit(Edit{at, at + 1, "w"})
		checkEdit(t, f, "w for z")
	}
	at = strings.Index(src, "    x = 1\n")
	f = f.Edit(Edit{at, at + 10, "    pass\n"})
	checkEdit(t, f, "pass for x = 1")
	if len(f.Problems) != 1 {
		t.Errorf("problems %v", f.Problems)
	}
}

// TestFragments checks that statements out of their surroundings are taken.
func TestFragments(t *testing.T) {
	for _, src := range []string{"return x\n", "break\n", "x = await y\n", "yield 1\n", "nonlocal x\n", "async for a in b: pass\n"} {
		if f := ParseFragment([]byte(src)); len(f.Problems) > 0 {
			t.Errorf("%q: %s", src, f.Problems[0].Message)
		}
		f := ParseFragment([]byte(src)).Edit(Edit{0, 0, " \n"})
		if len(f.Problems) > 0 {
			t.Errorf("%q after an edit: %s", src, f.Problems[0].Message)
		}
		if f := Parse([]byte(src)); len(f.Problems) == 0 {
			t.Errorf("%q is taken for a file", src)
		}
	}
}
