package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// eventLog writes events as sys.settrace sees them. Frames are numbered as they
// are entered.
type eventLog struct {
	path    string
	ids     map[*Frame]int
	n       int
	lines   []string
	onEvent func(e Event)
}

func (l *eventLog) Follow(fr *Frame) bool { return fr.Path() == l.path }

func (l *eventLog) Event(e Event) {
	if l.onEvent != nil {
		l.onEvent(e)
	}
	if _, ok := l.ids[e.Frame]; !ok {
		l.n++
		l.ids[e.Frame] = l.n
	}
	s := fmt.Sprintf("%d %s %d", l.ids[e.Frame], [...]string{"call", "line", "exception", "return"}[e.Kind], e.Line)
	switch e.Kind {
	case CallEvent:
		s += " " + e.Frame.Name()
	case ExceptionEvent:
		s += " " + e.Exc.Type().Name
	}
	l.lines = append(l.lines, s)
}

// eventsOf runs a program as a script.
func eventsOf(src string) []string {
	limits := value.DefaultLimits
	m := New(context.Background(), Config{Limits: limits})
	defer m.Close()
	m.Prepare(syntax.Parse([]byte(src)), "x.py", "__main__")
	l := &eventLog{path: "x.py", ids: map[*Frame]int{}}
	m.Watch(l)
	_ = m.Run()
	return l.lines
}

// TestEvents compares the events of programs with those of CPython 3.11, which
// lie beside them (testdata/tools/events.py writes them).
func TestEvents(t *testing.T) {
	paths, _ := filepath.Glob("testdata/events/*.py")
	if len(paths) == 0 {
		t.Fatal("no programs in testdata/events")
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			src, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			golden, err := os.ReadFile(strings.TrimSuffix(p, ".py") + ".events")
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSpace(string(golden)), "\n")
			compareEvents(t, eventsOf(string(src)), want, string(src))
		})
	}
}

func compareEvents(t *testing.T, got, want []string, src string) bool {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "(end)", "(end)"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("event %d is %q, CPython has %q\nbefore: %s\n%s", i, g, w, strings.Join(got[max(0, i-6):min(i, len(got))], " | "), numbered(src))
			return false
		}
	}
	return true
}

// maxRecorded is where testdata/tools/events.py stops.
const maxRecorded = 20000

func numbered(src string) string {
	lines := strings.Split(src, "\n")
	if len(lines) > 80 {
		return ""
	}
	for i := range lines {
		lines[i] = fmt.Sprintf("%3d  %s", i+1, lines[i])
	}
	return strings.Join(lines, "\n")
}

// TestRecordedEvents compares with events recorded elsewhere: AUGUR_EVENTS is a
// file of lines {"code", "events"} as testdata/tools/events.py --json writes them.
func TestRecordedEvents(t *testing.T) {
	path := os.Getenv("AUGUR_EVENTS")
	if path == "" {
		t.Skip("AUGUR_EVENTS is not set")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<26)
	n, bad := 0, 0
	for sc.Scan() {
		var row struct {
			Code   string
			Events []string
		}
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		n++
		got := eventsOf(row.Code)
		if len(row.Events) > maxRecorded && len(got) > len(row.Events) {
			got = got[:len(row.Events)] // the recording was cut off there
		}
		if !slices.Equal(got, row.Events) {
			if bad++; bad <= 30 {
				compareEvents(t, got, row.Events, row.Code)
			}
		}
	}
	t.Logf("%d of %d programs agree event for event", n-bad, n)
}
