package outline_test

import (
	"fmt"
	"slices"
	"testing"

	"augur/analysis/syntax"
	"augur/lsp/outline"
)

const source = `import os

@cache
@cache(
    2)
def f(n):
    def inner():
        return 1
    return inner

class A:
    @property
    def p(self): return 1
    class B:
        async def q(self):
            pass

if os:
    def g(): pass
else:
    try:
        def g(): pass
    finally:
        x = 1; y = 2

def broken(
`

func TestFunctions(t *testing.T) {
	o := outline.Of(syntax.Parse([]byte(source)))
	var got []string
	for _, f := range o.Functions {
		got = append(got, fmt.Sprintf("%s %d-%d-%d", f.Name, f.First, f.DefLine, f.Last))
	}
	want := []string{"f 3-6-9", "A.p 12-13-13", "A.B.q 15-15-16", "g 19-19-19", "g 22-22-22"}
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("functions are %q, want %q first", got, want)
	}
	if f, ok := o.Named("g"); !ok || f.First != 22 {
		t.Errorf("g is %+v, want the later one", f)
	}
	if _, ok := o.Named("inner"); ok {
		t.Error("a function in a function has a name of its own")
	}
	if f, ok := o.Named(""); !ok || !f.IsModule() || f.First != 1 {
		t.Errorf("the top level is %+v", f)
	}
}

func TestAt(t *testing.T) {
	o := outline.Of(syntax.Parse([]byte(source)))
	for line, want := range map[int]string{0: "", 1: "", 2: "", 3: "f", 4: "f", 8: "f", 9: "f", 10: "", 11: "", 12: "A.p", 16: "A.B.q", 22: "g", 24: "", 999: ""} {
		if got := o.At(line).Name; got != want {
			t.Errorf("line %d is in %q, want %q", line, got, want)
		}
	}
}

func TestAround(t *testing.T) {
	o := outline.Of(syntax.Parse([]byte("def f():\n    pass\n\n\nx = 1\n\nclass A:\n    def g(self):\n        pass\n    \n        \n\n    y = 2\n    ")))
	for line, want := range map[int]string{
		1: "f", 2: "f", 3: "f", 4: "", 5: "", 6: "", 7: "", 8: "A.g", 9: "A.g", 10: "A.g", 11: "A.g", 12: "A.g", 13: "", 14: "", 15: "", 99: "",
	} {
		if got := o.Around(line).Name; got != want {
			t.Errorf("around line %d is %q, want %q", line, got, want)
		}
	}
}

func TestStatements(t *testing.T) {
	o := outline.Of(syntax.Parse([]byte(source)))
	for line, want := range map[int]int{1: 1, 3: 0, 6: 1, 7: 1, 13: 2, 24: 2, 100: 0} {
		if got := len(o.Statements(line)); got != want {
			t.Errorf("line %d has %d statements, want %d", line, got, want)
		}
	}
}
