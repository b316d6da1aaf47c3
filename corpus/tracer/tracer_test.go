package tracer_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"augur/corpus/dataset"
	"augur/corpus/tracer"
)

const program = `
class Loud:
    def __repr__(self):
        raise RuntimeError("asked for its repr")
    def __init__(self, n):
        self.n = n
    def bump(self):
        self.n += 1
        return self

def g(x):
    if x > 2:
        raise ValueError(x)
    return [y * x for y in range(x)]

def h(n):
    out = []
    for i in range(n):
        try:
            out.append(g(
                i))
        except ValueError:
            break
    loud = Loud(n)
    loud.bump()
    names = {'a', 'b'}
    while n > 3: n -= 1
    return out

h(4)
`

func trace(t *testing.T, mode, text string) map[string]*dataset.Record {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	return traceWith(t, python, mode, text)
}

func traceWith(t *testing.T, python, mode, text string) map[string]*dataset.Record {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "prog.py")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.jsonl.gz")
	arg := file
	if mode == "doctest" {
		arg = "prog"
	}
	run := tracer.Run{Python: python, Mode: mode, Args: []string{arg}, Out: out, Project: "p", Roots: []string{dir}, Seconds: 10, Mutate: 3}
	if err := run.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	records := map[string]*dataset.Record{}
	err := dataset.Read(out, func(r *dataset.Record) error {
		records[r.Qual] = r
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// events lists what was recorded of a function's statements.
func events(r *dataset.Record) string {
	var b strings.Builder
	for _, e := range r.Events {
		fmt.Fprintf(&b, "%s | %v | %v", r.Stmts[e.Stmt].Text, e.Before, e.Outcome.Changed)
		if o := e.Outcome; o.Truth != nil {
			fmt.Fprintf(&b, " %v", *o.Truth)
		} else {
			fmt.Fprintf(&b, " %s%s%s", o.Return, o.Items, o.Exception)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLinesOfACall(t *testing.T) {
	rs := trace(t, "script", program)
	got := events(rs["h"])
	for _, want := range []string{
		"out = [] | [] | [{out []}] \n",
		"for range(n): | [{n 4}] | [] [0, 1, 2, 3]\n",
		"out.append(g( i)) | [{out [[]]} {i 1} {g() [0]}] | [{out [[], [0]]}] \n",
		"out.append(g( i)) | [{out [[], [0], [0, 2]]} {i 3}] | [] ValueError\n",
		"loud = Loud(n) | [{n 4}] | [{loud <Loud>}] \n",
		"return out | [{out [[], [0], [0, 2]]}] | [] [[], [0], [0, 2]]\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q; has\n%s", want, got)
		}
	}
	for _, unwanted := range []string{
		"names",  // its order depends on the hash seed
		"n -= 1", // shares its line with another statement
	} {
		if strings.Contains(got, unwanted) {
			t.Errorf("has %q:\n%s", unwanted, got)
		}
	}
	if got := events(rs["g"]); !strings.Contains(got, "if x > 2: | [{x 3}] | [] true\n") || !strings.Contains(got, "raise ValueError(x) | [{x 3}] | [] ValueError\n") {
		t.Errorf("g: %s", got)
	}
	if got := events(rs["Loud.bump"]); !strings.Contains(got, "self.n += 1 | [{self.n 4}] | [{self.n 5}] \n") {
		t.Errorf("Loud.bump: %s", got)
	}
	calls := rs["g"].Calls
	if n := len(calls); n != 4 || calls[3].Status != "exc" || calls[3].Result != "ValueError" || calls[2].Result != "[0, 2]" {
		t.Errorf("calls of g: %+v", calls)
	}
}

// pythons finds the interpreters of other versions that are installed.
func pythons() []string {
	var out []string
	for minor := 9; minor <= 14; minor++ {
		name := fmt.Sprintf("python3.%d", minor)
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if dir := filepath.Dir(path); filepath.Base(dir) == "shims" {
			// pyenv's shim runs only the versions that are switched on.
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "versions", "*", "bin", name))
			if len(found) == 0 {
				continue
			}
			path = found[0]
		}
		out = append(out, path)
	}
	return out
}

// Before 3.12 calls are followed by sys.settrace, then by sys.monitoring.
func TestEveryPythonRecordsTheSame(t *testing.T) {
	const match = `
def pick(x):
    match x:
        case [a, *rest]:
            return pick(rest) + a
        case _:
            y = 0
    return y

def leave(xs):
    for x in xs:
        with open("/dev/null") as f:
            if x > 1:
                break
    else:
        return None
    try:
        return [1][x]
    except IndexError as e:
        names = str(e)
    finally:
        xs.append(x)
    return {i: i for i in xs if i}

def deep(n):
    return n if n > 2 else deep(n + 1)

leave([1, 2, 3])
leave([])
deep(0)
`
	all := pythons()
	for _, text := range []string{program, match + "pick([1, 2])\n"} {
		first, from := "", ""
		for _, python := range all {
			if strings.Contains(text, "match x") && strings.HasSuffix(python, "3.9") {
				continue
			}
			var b strings.Builder
			rs := traceWith(t, python, "script", text)
			for _, q := range slices.Sorted(maps.Keys(rs)) {
				fmt.Fprintf(&b, "%s\n%s%v\n", q, events(rs[q]), rs[q].Calls)
			}
			switch {
			case first == "":
				first, from = b.String(), python
			case b.String() != first:
				t.Errorf("%s records\n%s\nand %s\n%s", python, b.String(), from, first)
			}
		}
		if first != "" && !strings.Contains(first, "return") {
			t.Errorf("recorded only %s", first)
		}
	}
}

func TestPytest(t *testing.T) {
	if exec.Command("python3", "-m", "pytest", "--version").Run() != nil {
		t.Skip("no pytest")
	}
	rs := trace(t, "pytest", "import pytest\n\ndef f(n):\n    return n * 2\n\n@pytest.mark.parametrize('n', [3, 4])\ndef test_f(n):\n    assert f(n) == 2 * n\n")
	if calls := rs["f"].Calls; len(calls) < 2 || calls[0].Result != "6" || calls[1].Result != "8" {
		t.Errorf("calls of f: %+v", calls)
	}
}

// Where pytest is missing, its plain parts are stood in for.
func TestFunctionsOfATestFile(t *testing.T) {
	rs := trace(t, "functions", "import pytest\n\ndef f(n):\n    if n < 0:\n        raise KeyError(n)\n    return n * 2\n\n@pytest.mark.parametrize('n', [3, 4])\ndef test_f(n):\n    assert f(n) == 2 * n\n\nclass TestF:\n    def test_negative(self):\n        with pytest.raises(KeyError):\n            f(-1)\n")
	calls := rs["f"].Calls
	if len(calls) < 3 || calls[0].Result != "6" || calls[1].Result != "8" || calls[2].Status != "exc" || calls[2].Result != "KeyError" {
		t.Errorf("calls of f: %+v", calls)
	}
}

func TestDoctestsAndChangedArguments(t *testing.T) {
	rs := trace(t, "doctest", "def f(s, n):\n    \"\"\"\n    >>> f('abc', 2)\n    'ab'\n    \"\"\"\n    return s[:n]\n")
	calls := rs["f"].Calls
	if len(calls) < 2 || calls[0].Mutated || !calls[1].Mutated {
		t.Errorf("want the doctest's call and changed ones, got %+v", calls)
	}
}

func TestBrokenProgramsAreReported(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	run := tracer.Run{Python: python, Mode: "sing", Out: filepath.Join(t.TempDir(), "out.jsonl.gz"), Seconds: 5}
	if err := run.Exec(t.Context()); err == nil || !strings.Contains(err.Error(), "recorded nothing") {
		t.Errorf("error is %v", err)
	}
}
