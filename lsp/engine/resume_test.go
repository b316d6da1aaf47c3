package engine_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"augur/lsp/engine"
	"augur/lsp/hints"
	"augur/lsp/resume"
	"augur/lsp/session"
)

const resumed = `import requests

LIMIT = 10
seen = 0
names = ["a"]


def total(items, rate):
    sum = 0
    for item in items:
        part = item * rate
        sum += part
        if sum > LIMIT:
            break
    return sum


def scale(n):
    m = n + 1
    while m < 20:
        m = m * 2
    if m > 30:
        return "big"
    return m - n


def count(n):
    global seen
    seen += n
    return seen


def pair(a, b):
    a.append(1)
    return b


def lend(owner, box):
    size = len(box)
    owner.put(box)
    after = len(box)
    return after


def guarded(lock, d):
    with lock:
        x = d["k"]
        y = x + 1
    return y


def row(rows):
    for r in rows:
        r.append(0)
        width = len(r)
        n = len(rows[0])
    return rows


class Box:
    def grow(self, by):
        want = by * 2
        have = self.size + want
        return want


def again(n):
    if n == 0:
        return 0
    return n + again(n - 1)


def caught(d):
    try:
        x = d["k"]
        y = x + 1
    except KeyError:
        y = -1
    return y


def squares(n):
    step = n + 1
    yield step
`

// next resumes on the line that has a text, and returns what the lines will show.
func next(t *testing.T, at string, locals, globals map[string]string, frame string) []string {
	t.Helper()
	now := session.NewSnapshot().WithDocument("file:///next.py", "/next.py", 1, resumed)
	doc := now.Document("file:///next.py")
	line := 1 + strings.Count(resumed[:strings.Index(resumed, at)], "\n")
	f := doc.Outline().At(line)
	got, err := new(engine.Forecaster).Resume(context.Background(), doc, resume.Stop{Function: f, Line: line, Frame: frame, Locals: locals, Globals: globals}, now.Open)
	if err != nil {
		return []string{"error: " + err.Error()}
	}
	var shown []string
	for _, h := range hints.Of(doc.Outline(), f, got, hints.Options{MaxLength: 60, Threshold: 0.5}) {
		shown = append(shown, strings.TrimSpace(doc.File().LineText(h.Line))+"  "+h.Label)
	}
	return shown
}

type vars = map[string]string

// What is expected is what the functions do in CPython with these variables; five
// of them were stopped there by a tracer, and stepped.
func TestResume(t *testing.T) {
	for _, c := range []struct {
		what, at        string
		locals, globals map[string]string
		frame           string
		want            []string
	}{
		{"the rest of a round of a loop", "sum += part", vars{"items": "[2, 2, 9]", "rate": "3", "sum": "6", "item": "2", "part": "6"}, nil, "total",
			[]string{"sum += part  sum = 12", "if sum > LIMIT:  → True", "return sum  ⏎ 12"}},
		{"the next item of a loop is not known", "sum += part", vars{"items": "[2, 2, 9]", "rate": "3", "sum": "0", "item": "2", "part": "6"}, nil, "",
			[]string{"sum += part  sum = 6", "if sum > LIMIT:  → False"}},
		{"a loop that has not begun", "for item in items", vars{"items": "[2, 3]", "rate": "3", "sum": "0"}, nil, "",
			[]string{"for item in items:  item = 2, 3", "part = item * rate  part = 6, 9", "sum += part  sum = 6, 15", "if sum > LIMIT:  → False, True", "return sum  ⏎ 15"}},
		{"a loop that may have begun", "for item in items", vars{"items": "[2, 3]", "rate": "3", "sum": "6", "item": "2"}, nil, "",
			[]string{"error: from this line a run can not be followed"}},
		{"a while loop goes on", "m = m * 2", vars{"n": "3", "m": "8"}, nil, "",
			[]string{"while m < 20:  → True, False", "m = m * 2  m = 16, 32", "if m > 30:  → True"}},
		{"a value that the debugger cuts is not known", "m = n + 1", vars{"n": "<huge>"}, nil, "", nil},
		{"globals of the stopped program", "seen += n", vars{"n": "2"}, vars{"seen": "40", "LIMIT": "10"}, "",
			[]string{"return seen  ⏎ 42"}},
		{"a variable of the module that is not given", "seen += n", vars{"n": "2"}, nil, "", nil},
		{"lists that may be one", "a.append(1)", vars{"a": "[]", "b": "[]"}, nil, "",
			[]string{"a.append(1)  a = [1]"}},
		{"a list that may hold one list twice", "a.append(1)", vars{"a": "[[], []]", "b": "3"}, nil, "", nil},
		{"what unknown code may have changed", "size = len", vars{"owner": "<Owner object>", "box": "[1]"}, nil, "",
			[]string{"size = len(box)  size = 1"}},
		{"the end of a with statement", "x = d", vars{"lock": "<lock>", "d": "{'k': 1}"}, nil, "",
			[]string{`x = d["k"]  x = 1`, "y = x + 1  y = 2"}},
		{"an exception that a manager may catch", "x = d", vars{"lock": "<lock>", "d": "{}"}, nil, "", nil},
		{"a row within rows", "r.append(0)", vars{"rows": "[[1], [2]]", "r": "[1]"}, nil, "",
			[]string{"r.append(0)  r = [1, 0]"}},
		{"a row that was changed", "width = len", vars{"rows": "[[1, 0], [2]]", "r": "[1, 0]"}, nil, "",
			[]string{"width = len(r)  width = 2", "n = len(rows[0])  n = 2"}},
		{"an object", "want = by", vars{"self": "<Box object at 0x7f>", "by": "4"}, nil, "",
			[]string{"want = by * 2  want = 8", "return want  ⏎ 8"}},
		{"a frame of another function on the line", "want = by", vars{"self": "<Box object at 0x7f>", "by": "4"}, nil, "<lambda>",
			[]string{"error: the frame is that of another function"}},
		{"recursion", "return n + again", vars{"n": "3"}, nil, "",
			[]string{"error: the function calls itself: its lines run in several frames"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			before := maps.Clone(c.locals)
			if got := next(t, c.at, c.locals, c.globals, c.frame); !slices.Equal(got, c.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
			}
			if !maps.Equal(before, c.locals) {
				t.Error("the variables of the frame were changed")
			}
		})
	}
}
