package syntax

import (
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// mutations are tokens that are put into statements.
var mutations = strings.Fields("a ( ) [ ] { } , : = == + - * ** / . ... lambda if else for in not and or is await async yield from := -> " +
	"; 1 2.5 'x' f'{a}' None def class return as with import @ ~ < != print match case type _ (a) [a] {a} {a:b} a.b a[b] f(a) a,b *a " +
	"**a del assert global pass | & ^ << += # b'x' 1j f'{a!r:>{b}}' 0777 1__0 a=1 \\")

// tokensOf returns the tokens of a statement.
func tokensOf(src string) []string {
	lx := lexer{src: src, end: int32(len(src))}
	var list []string
	for {
		t := lx.next()
		if t.kind == tokEOF {
			return list
		}
		list = append(list, src[t.start:t.end])
	}
}

// TestMutationsAgainstCPython changes a token or two in the snippets and checks
// that CPython accepts the same statements and makes the same trees of them.
func TestMutationsAgainstCPython(t *testing.T) {
	python, inside := findPython(t)
	n := 1500
	if testing.Short() {
		n = 200
	}
	var statements []string
	files, _ := filepath.Glob("testdata/snippets/*.py")
	for _, path := range files {
		if strings.HasSuffix(path, "-3.12.py") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := Parse(src)
		for i := range f.lines {
			s := f.Src[f.lines[i].start:f.lines[i].end]
			switch kind := f.lines[i].kind; {
			case strings.ContainsAny(s, "\r\n"):
				continue
			case kind == lineCase:
				s = "match x:\n " + s + " pass"
			case kind == lineExcept:
				s = "try: pass\n" + s + " pass"
			case kind == lineDecorator:
				s += "\ndef f(): pass"
			case kind.header():
				s += " pass"
			}
			statements = append(statements, s)
		}
	}

	r := rand.New(rand.NewSource(5))
	dir := t.TempDir()
	var texts, paths []string
	for len(texts) < n {
		tokens := tokensOf(statements[r.Intn(len(statements))])
		for range 1 + r.Intn(2) {
			at := r.Intn(len(tokens) + 1)
			m := mutations[r.Intn(len(mutations))]
			switch {
			case r.Intn(2) == 0:
				tokens = append(tokens[:at:at], append([]string{m}, tokens[at:]...)...)
			case at < len(tokens):
				tokens[at] = m
			}
		}
		text := strings.ReplaceAll(strings.Join(tokens, " "), "\n ", "\n") + "\n"
		path := filepath.Join(dir, strconv.Itoa(len(texts))+".py")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		texts, paths = append(texts, text), append(paths, path)
	}
	compiled := cpythonErrors(t, python, texts)
	for i, tree := range pythonTrees(t, python, paths) {
		if f := Parse([]byte(texts[i])); (len(f.Problems) > 0) != (compiled[i] != "") && !newSyntax(f) {
			t.Errorf("%q: %d problems, CPython says %q", texts[i], len(f.Problems), compiled[i])
		}
		f := ParseFragment([]byte(texts[i]))
		refused := len(f.Problems) > 0
		switch {
		case strings.HasPrefix(tree, "error "):
			if !refused && !newSyntax(f) {
				t.Errorf("accepted %q, CPython says %s", texts[i], tree)
			}
		case refused:
			// CPython's parser lets a star stand where its compiler does not.
			if !strings.Contains(texts[i], "*") || !refusedByCompiler(t, python, texts[i]) {
				t.Errorf("refused %q: %s", texts[i], f.Problems[0].Message)
			}
		default:
			if got := dumpFile(f, inside); got != tree {
				t.Errorf("%q: the tree differs at %s", texts[i], firstDifference(got, tree))
			}
		}
	}
}

func refusedByCompiler(t *testing.T, python, text string) bool {
	return cpythonErrors(t, python, []string{text})[0] != ""
}

// newSyntax reports whether there is syntax of Python 3.12 in a file.
func newSyntax(f *File) bool {
	found := false
	Inspect(f.Module, func(n Node) bool {
		switch n.(type) {
		case *TypeAlias, *TypeParam, *JoinedStr:
			found = true
		}
		return !found
	})
	return found
}
