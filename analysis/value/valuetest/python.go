package valuetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// preamble runs cases given as JSON, a list of lists of lines, and prints the
// outcomes in the same shape.
const preamble = `
import sys, json, io
result, sys.stdout = sys.stdout, io.StringIO()
def throw(e): raise e
sys.setrecursionlimit(1000)
def outcome(line, names):
    try:
        try:
            code = compile(line, '<line>', 'eval')
        except SyntaxError:
            exec(compile(line, '<line>', 'exec'), names)
            return ''
        return repr(eval(code, names))
    except BaseException as e:
        return type(e).__name__ + ': ' + str(e)
out = []
for case in json.load(sys.stdin):
    names = {'throw': throw, '__name__': '__main__'}
    out.append([outcome(line, names) for line in case])
json.dump(out, result)
`

// Python returns the path of a python3 of version 3.11, or "".
var Python = sync.OnceValue(findPython)

func findPython() string {
	for _, name := range []string{"python3.11", "python3"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.Command(path, "-c", "import sys; print(*sys.version_info[:2])").Output()
		if err == nil && strings.TrimSpace(string(out)) == "3 11" {
			return path
		}
	}
	return ""
}

// Expect runs the cases under CPython; it skips the test if there is none.
func Expect(tb testing.TB, cases [][]string) [][]string {
	tb.Helper()
	python := Python()
	if python == "" {
		tb.Skip("no python3 of version 3.11 on PATH to compare with")
	}
	input, err := json.Marshal(cases)
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(python, "-c", preamble)
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("%v\n%s", err, stderr.String())
	}
	var want [][]string
	if err := json.Unmarshal(out, &want); err != nil {
		tb.Fatal(err)
	}
	return want
}

// Compare runs the cases here and under CPython and reports every difference.
// It returns how many lines were compared and how many were unknown here.
func Compare(tb testing.TB, cases [][]string, load Loader) (compared, unknown int) {
	tb.Helper()
	want := Expect(tb, cases)
	failures := 0
	for i, lines := range cases {
		got, err := Run(lines, load)
		if err != nil {
			tb.Errorf("%v\n%s", err, strings.Join(lines, "\n"))
			continue
		}
		for j, g := range got {
			if g == Unknown {
				unknown++
				continue
			}
			compared++
			if g != want[i][j] {
				if failures++; failures <= 20 {
					tb.Errorf("line %d gives\n\t%s\nwant\n\t%s\n%s", j+1, clip(g), clip(want[i][j]), numbered(lines[:j+1]))
				}
			}
		}
	}
	if failures > 20 {
		tb.Errorf("%d cases differ", failures)
	}
	return compared, unknown
}

// Check is Compare for lines that must all be known: it fails for each that is
// not.
func Check(tb testing.TB, cases [][]string, load Loader) {
	tb.Helper()
	Compare(tb, cases, load)
	for _, lines := range cases {
		got, err := Run(lines, load)
		if err != nil || len(got) == 0 {
			continue // reported already
		}
		if last := len(got) - 1; got[last] == Unknown {
			tb.Errorf("line %d is unknown\n%s", last+1, numbered(lines[:last+1]))
		}
	}
}

func clip(s string) string {
	if len(s) > 400 {
		return s[:400] + "..."
	}
	return s
}

func numbered(lines []string) string {
	var b strings.Builder
	if len(lines) > 30 {
		fmt.Fprintf(&b, "\t   (%d lines before)\n", len(lines)-30)
	}
	for i, l := range lines {
		if i >= len(lines)-30 {
			fmt.Fprintf(&b, "\t%2d %s\n", i+1, clip(l))
		}
	}
	return b.String()
}
