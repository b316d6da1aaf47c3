package integration

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// result is what a run of the program left.
type result struct {
	status         int
	stdout, stderr string
}

// command runs the program in a folder. It has to end by itself.
func command(t testing.TB, dir string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, augur, args...)
	c.Dir = dir
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Fatalf("augur %s did not end", strings.Join(args, " "))
	}
	return result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// prediction is the document of "predict --json", as far as it is promised.
type prediction struct {
	File     *string
	Function *string
	Engine   *string
	Example  *struct {
		Call, Origin *string
		Line         *int
	}
	Lines *[]struct {
		Line, Hits *int
		Values     *[]value
		Branch     []string
		Output     string
	}
	Result    *value
	Exception *struct {
		Type, Message, Provenance string
		Line                      int
	}
	Stopped *struct {
		Limit string
		Line  int
	}
	Assumptions *[]struct {
		Line                    int
		Expression, Repr, Class string
		P                       float64
	}
}

type value struct {
	Name       string
	Hit        int
	Repr       *string
	Provenance string
	P          *float64
}

// predict runs "predict --json", which has to succeed, and checks what holds for
// every answer.
func predict(t *testing.T, dir string, args ...string) prediction {
	t.Helper()
	r := command(t, dir, append([]string{"predict", "--json"}, args...)...)
	if r.status != 0 {
		t.Fatalf("predict %v exited with %d: %s", args, r.status, r.stderr)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal([]byte(r.stdout), &top); err != nil {
		t.Fatalf("standard output is not one JSON document: %v\n%s", err, r.stdout)
	}
	for _, field := range []string{"file", "function", "engine", "example", "lines", "result", "exception", "stopped", "assumptions"} {
		if _, ok := top[field]; !ok {
			t.Errorf("there is no field %q in %s", field, r.stdout)
		}
	}
	var p prediction
	if err := json.Unmarshal([]byte(r.stdout), &p); err != nil {
		t.Fatal(err)
	}
	switch {
	case p.File == nil, p.Function == nil, p.Engine == nil, p.Lines == nil, p.Assumptions == nil, p.Example == nil:
		t.Fatalf("a field is null that must not be: %s", r.stdout)
	case p.Example.Call == nil, p.Example.Origin == nil, p.Example.Line == nil:
		t.Fatalf("a field of the example is missing: %s", r.stdout)
	}
	last := 0
	for _, l := range *p.Lines {
		if l.Line == nil || l.Hits == nil || l.Values == nil || *l.Line <= last || *l.Hits < 1 {
			t.Fatalf("a line is out of order or lacks a field: %s", r.stdout)
		}
		last = *l.Line
		for _, v := range *l.Values {
			if v.Name == "" || v.Hit < 1 || v.Hit > *l.Hits || v.P == nil || (v.Repr == nil) != (v.Provenance == "unknown") {
				t.Errorf("a value of line %d makes no sense: %s", *l.Line, r.stdout)
			}
		}
	}
	return p
}

func TestPredictJSON(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/mean.py", strip(mean))

	p := predict(t, dir, "mean.py")
	if *p.File != "mean.py" || *p.Function != "mean" || *p.Engine != "hybrid" {
		t.Errorf("file, function and engine are %q, %q, %q", *p.File, *p.Function, *p.Engine)
	}
	if *p.Example.Call != "mean([1, 2, 6])" || *p.Example.Origin != "doctest" || *p.Example.Line != 3 {
		t.Errorf("the example is %q, %q, %d", *p.Example.Call, *p.Example.Origin, *p.Example.Line)
	}
	if p.Result == nil || p.Result.Repr == nil || *p.Result.Repr != "3.0" || p.Result.Provenance != "computed" {
		t.Errorf("the result is %+v", p.Result)
	}
	if p.Exception != nil || p.Stopped != nil || len(*p.Assumptions) != 0 {
		t.Errorf("there is an exception, a stop or an assumption: %+v", p)
	}
	var totals []string
	for _, l := range *p.Lines {
		if *l.Line == 8 {
			if *l.Hits != 3 {
				t.Errorf("line 8 has %d hits, want 3", *l.Hits)
			}
			for _, v := range *l.Values {
				totals = append(totals, *v.Repr)
			}
		}
		if *l.Line == 9 && strings.Join(l.Branch, " ") != "True" {
			t.Errorf("the branch of line 9 is %q", l.Branch)
		}
	}
	if got := strings.Join(totals, " "); got != "1 3 9" {
		t.Errorf("the values of line 8 are %s, want 1 3 9", got)
	}

	p = predict(t, dir, "mean.py", "--call", "mean([])", "--engine", "exact")
	if *p.Example.Origin != "given" || *p.Engine != "exact" {
		t.Errorf("origin and engine are %q, %q", *p.Example.Origin, *p.Engine)
	}
	if e := p.Exception; e == nil || e.Type != "ZeroDivisionError" || e.Message != "division by zero" || e.Line != 13 || e.Provenance != "computed" {
		t.Errorf("the exception is %+v", e)
	}
	if p.Result != nil {
		t.Errorf("there is a result besides the exception: %+v", p.Result)
	}

	if p := predict(t, dir, "mean.py:8", "--function", "mean"); *p.Function != "mean" {
		t.Errorf("the function is %q", *p.Function)
	}
}

func TestPredictStopsAtLimits(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/slow.py", slow)
	if p := predict(t, dir, "slow.py"); p.Stopped == nil || p.Stopped.Limit != "steps" && p.Stopped.Limit != "time" {
		t.Errorf("a loop without an end stopped with %+v", p.Stopped)
	}
	write(t, dir+"/deep.py", "def f(n):\n    return f(n + 1)\n\n\nf(1)\n")
	p := predict(t, dir, "deep.py", "--call", "f(1)")
	if recursion := p.Exception != nil && p.Exception.Type == "RecursionError"; !recursion && p.Stopped == nil {
		t.Errorf("a recursion without an end ended with %+v", p)
	}
}

func TestPredictCyclicImports(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a.py", "import b\n\ndef f(n):\n    return n + b.ONE\n")
	write(t, dir+"/b.py", "import a\n\nONE = 1\n")
	p := predict(t, dir, "a.py", "--call", "f(1)")
	if p.Result == nil || p.Result.Repr == nil || *p.Result.Repr != "2" {
		t.Errorf("the result is %+v, want 2", p.Result)
	}
}

func TestBadInputs(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		write(t, filepath.Join(dir, name), text)
		return name
	}
	good := file("good.py", "def f(a):\n    return a\n")
	for _, test := range []struct {
		name   string
		args   []string
		status int
		says   string // in the message, in lower case
	}{
		{"missing", []string{"predict", "nowhere.py"}, 1, "nowhere.py"},
		{"a folder", []string{"predict", "."}, 1, ""},
		{"empty", []string{"predict", file("empty.py", "")}, 1, "empty"},
		{"binary", []string{"predict", file("binary.py", "\x7fELF\x00\x01\x02")}, 1, "binary"},
		{"not UTF-8", []string{"predict", file("latin.py", "# caf\xe9\nx = 1\n")}, 1, "utf-8"},
		{"huge", []string{"predict", file("huge.py", "x = 1\n"+strings.Repeat("# "+strings.Repeat("y", 97)+"\n", 200_000))}, 1, "huge.py"},
		{"Python 2", []string{"predict", file("two.py", "print \"hello\"\n")}, 1, "two.py:1"},
		{"a syntax error", []string{"predict", file("broken.py", "def f(a:\n    return a\n"), "--function", "f"}, 1, "broken.py"},
		{"no such function", []string{"predict", good, "--function", "g"}, 1, "g"},
		{"a call that does not parse", []string{"predict", good, "--call", "f(1"}, 1, "f(1"},
		{"no file", []string{"predict"}, 2, ""},
		{"two files", []string{"predict", good, good}, 2, ""},
		{"an unknown flag", []string{"predict", good, "--zap"}, 2, "zap"},
		{"an unknown engine", []string{"predict", good, "--engine", "steam"}, 2, "steam"},
		{"an unknown command", []string{"zap"}, 2, "zap"},
		{"arguments for lsp", []string{"lsp", "x"}, 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, json := range []bool{false, true} {
				args := test.args
				if json && args[0] == "predict" {
					args = append(args, "--json")
				}
				r := command(t, dir, args...)
				if r.status != test.status {
					t.Errorf("augur %v exited with %d, want %d: %s", args, r.status, test.status, r.stderr)
				}
				if r.stdout != "" {
					t.Errorf("augur %v wrote to standard output: %s", args, r.stdout)
				}
				message := strings.TrimSpace(r.stderr)
				if message == "" || strings.Contains(message, "\n") || strings.Contains(message, "goroutine ") || len(message) > 400 {
					t.Errorf("the message of augur %v is not one clear line:\n%s", args, r.stderr)
				}
				if !strings.Contains(strings.ToLower(message), test.says) {
					t.Errorf("the message of augur %v has no %q: %s", args, test.says, message)
				}
			}
		})
	}
}

func TestVersion(t *testing.T) {
	dir := t.TempDir()
	if r := command(t, dir, "version"); r.status != 0 || strings.TrimSpace(r.stdout) == "" {
		t.Errorf("version: %+v", r)
	}
	var v map[string]any
	if r := command(t, dir, "version", "--json"); r.status != 0 || json.Unmarshal([]byte(r.stdout), &v) != nil {
		t.Errorf("version --json: %+v", r)
	}
}
