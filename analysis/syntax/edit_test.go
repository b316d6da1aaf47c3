package syntax

import (
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// checkEdit checks that an edited file is the same as its text parsed anew.
func checkEdit(t *testing.T, got *File, history ...any) {
	t.Helper()
	want := Parse([]byte(got.Src))
	if !reflect.DeepEqual(got.Module, want.Module) {
		t.Fatalf("the edited tree differs at %s\nedits %q\nsource %q", firstDifference(dumpFile(got, true), dumpFile(want, true)), history, got.Src)
	}
	if !reflect.DeepEqual(got.Problems, want.Problems) {
		t.Fatalf("the problems differ\n got %v\nwant %v\nedits %q\nsource %q", got.Problems, want.Problems, history, got.Src)
	}
	if !reflect.DeepEqual(got.starts, want.starts) {
		t.Fatal("the lines differ")
	}
}

var editSnippets = []string{
	"", "a", "Z", "_", "0", " ", "(", ")", ":", "\"", "\n", ".", "=", "'", "\"\"\"", "\t", "#", "\\", "[", "}", ";", "\r\n", "\r", "é", "\x00",
	"\n    ", "def f():\n    return 1\n", "if x:\n", "else:\n", "    ", "@d\n", "match x:\n case 1: pass\n", "f'{x!r:>{w}}'",
	"class A:\n  def m(self): pass\n", "lambda x: ", "async ", "print 1\n", "\nreturn x\n", "type X = int", ",", "*", "\xff",
}

// randomEdit makes an edit of the kinds that people make: one character, a
// deletion, a paste.
func randomEdit(r *rand.Rand, src string) Edit {
	start := r.Intn(len(src) + 1)
	end := start
	switch r.Intn(4) {
	case 0:
		end = min(len(src), start+r.Intn(3))
	case 1:
		end = min(len(src), start+r.Intn(60))
	}
	return Edit{start, end, editSnippets[r.Intn(len(editSnippets))]}
}

// stdlibFile returns a file of the standard library, or skips the test.
func stdlibFile(t testing.TB, name string) []byte {
	t.Helper()
	out, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		t.Skip("there is no python3 on PATH")
	}
	src, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), name))
	if err != nil {
		t.Skip(err)
	}
	return src
}

func TestRandomEditsEqualParse(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 20
	}
	for _, name := range []string{"bisect.py", "heapq.py", "graphlib.py", "contextlib.py", "enum.py"} {
		src := string(stdlibFile(t, name))
		r := rand.New(rand.NewSource(int64(len(src))))
		f := Parse([]byte(src))
		for range rounds {
			e := randomEdit(r, f.Src)
			f = f.Edit(e)
			checkEdit(t, f, e)
			if r.Intn(30) == 0 { // do not let the file rot
				f = f.Edit(Edit{0, len(f.Src), src})
				checkEdit(t, f)
			}
		}
	}
}

func FuzzEditEqualsParse(f *testing.F) {
	f.Add("def f(x):\n    return x\n\nclass A:\n    a = 1\n", 5, 6, "g")
	f.Add("if x:\n  y\nelse:\n  z\n", 8, 12, "")
	f.Add("x = (1,\n 2)\ny = 3\n", 10, 11, "")
	f.Add("match x:\n  case 1: pass\n", 9, 13, "cas")
	f.Fuzz(func(t *testing.T, src string, start, end int, text string) {
		if len(src)+len(text) > 2000 {
			return
		}
		edited := Parse([]byte(src)).Edit(Edit{start, end, text})
		checkEdit(t, edited, src, start, end, text)
		back := edited.Edit(Edit{0, len(edited.Src), src})
		checkEdit(t, back, src)
	})
}

func TestEditSharesWhatDidNotMove(t *testing.T) {
	f := Parse([]byte("def a():\n    pass\n\ndef b():\n    x = 1\n\ndef c():\n    pass\n"))
	at := strings.Index(f.Src, "1")
	same := f.Edit(Edit{at, at + 1, "2"})
	longer := f.Edit(Edit{at, at + 1, "22"})
	for i, want := range []bool{true, false, true} {
		if got := same.Module.Body[i] == f.Module.Body[i]; got != want {
			t.Errorf("statement %d after an edit of the same length: shared %v, want %v", i, got, want)
		}
	}
	for i, want := range []bool{true, false, false} {
		if got := longer.Module.Body[i] == f.Module.Body[i]; got != want {
			t.Errorf("statement %d after an edit that moves the rest: shared %v, want %v", i, got, want)
		}
	}
}

func BenchmarkParse2000Lines(b *testing.B) {
	src := firstLines(b, 2000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse(src)
	}
}

func firstLines(b *testing.B, n int) []byte {
	lines := strings.SplitAfter(string(stdlibFile(b, "argparse.py")), "\n")
	return []byte(strings.Join(lines[:n], ""))
}

// BenchmarkEdit2000Lines types single characters at random places.
func BenchmarkEdit2000Lines(b *testing.B) {
	f := Parse(firstLines(b, 2000))
	r := rand.New(rand.NewSource(1))
	var times []time.Duration
	for b.Loop() {
		at := r.Intn(len(f.Src))
		began := time.Now()
		f.Edit(Edit{at, at, "aZ_0 (:\"\n.="[r.Intn(11):][:1]})
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}
