package train

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"augur/predictor/nn/graph"
)

// row is a line of a log.
func row(step, set, task, loss, exact string) string {
	return strings.Join([]string{"1.0", step, step + "000", "100", "0.002", "0.5", set, task, loss, "0.5", exact, "8"}, ",") + "\n"
}

var head = strings.Join(columns, ",") + "\n"

func TestHistoryOfALog(t *testing.T) {
	for _, c := range []struct {
		name, log string
		steps     []int  // of the task line while training
		want      string // of the error
	}{
		{"nothing", "", nil, ""},
		{"a head alone", head, nil, ""},
		{"two moments", head + row("10", "train", "line", "3", "0") + row("10", "real", "line", "4", "0") + row("20", "train", "line", "2", "0"), []int{10, 20}, ""},
		{"steps done again", head + row("10", "train", "line", "3", "0") + row("20", "train", "line", "2", "0") + row("30", "train", "line", "2", "0") + row("20", "train", "line", "1", "0"), []int{10, 20}, ""},
		{"a last line cut off", head + row("10", "train", "line", "3", "0") + "1.0,20,200", []int{10}, ""},
		{"a line cut off within", head + "1.0,20,200\n" + row("10", "train", "line", "3", "0"), nil, "wrong number of fields"},
		{"another file", "name,age\nx,3\n", nil, "no column seconds"},
		{"no number", head + row("10", "train", "line", "much", "0"), nil, `line 2: loss is "much"`},
	} {
		h, err := readHistory(strings.NewReader(c.log))
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
			continue
		}
		var steps []int
		if s := h.find("train", "line"); s != nil {
			for _, p := range s.points {
				steps = append(steps, p.step)
			}
		}
		if err != nil || len(steps) != len(c.steps) || len(steps) > 0 && steps[len(steps)-1] != c.steps[len(c.steps)-1] {
			t.Errorf("%s: steps %v, %v, want %v", c.name, steps, err, c.steps)
		}
	}
}

func TestPicturesOfALog(t *testing.T) {
	log := head
	for _, step := range []string{"10", "20", "30"} {
		log += row(step, "train", "line", "3", "0.1") + row(step, "train", "value", "4", "0") + row(step, "real", "line", "NaN", "0.2")
	}
	h, err := readHistory(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "plots")
	paths, err := drawHistory(h, dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
		f, err := os.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		if img, err := png.Decode(f); err != nil || img.Bounds().Dx() < 400 {
			t.Errorf("%s: %v", p, err)
		}
		f.Close()
	}
	if got := strings.Join(names, " "); got != "loss-train.png loss-real.png exact-real.png" {
		t.Errorf("drew %s", got)
	}
	if _, err := drawHistory(nil, dir); err == nil || !strings.Contains(err.Error(), "no figures") {
		t.Errorf("an empty log: %v", err)
	}
}

func TestTicksAreRoundAndFew(t *testing.T) {
	for _, c := range [][2]float64{{0, 31.3}, {0, 0.01}, {0, 100}, {0, 6.3}, {3, 3}} {
		got := ticks(c[0], c[1])
		if len(got) > 8 || c[1] > c[0] && len(got) < 3 {
			t.Errorf("%v has %d ticks", c, len(got))
		}
		for _, x := range got {
			if x.Value < c[0] || x.Value > c[1] || len(x.Label) > 6 {
				t.Errorf("%v: a tick %q at %g", c, x.Label, x.Value)
			}
		}
	}
}

func TestScreenShowsTheRun(t *testing.T) {
	var out strings.Builder
	c := NewConfig()
	c.Out, c.TaskNames = "runs/one", []string{"line", "value"}
	s := &screen{c: c, w: &out, width: func() int { return 72 }}
	s.note("1000 parameters")
	stats := func(loss float64, exact int) graph.Stats {
		return graph.Stats{Tokens: 50, Tasks: []graph.Task{{Loss: loss, Tokens: 10, Right: 5, Answers: 4, Exact: exact}, {}}}
	}
	for i := range 12 {
		at := moment{progress{Step: 20 * (i + 1), Tokens: 20000 * (i + 1), Seconds: 60}, 0.25, 5123, 2e-3, 0.5}
		s.report(at, trainSet, stats(30-float64(i), 1))
		s.report(at, "real", stats(20, i%3))
	}
	pages := strings.Split(out.String(), "\x1b[H")
	last := pages[len(pages)-1]
	for _, want := range []string{
		"training runs/one", "step 240", "240k tokens", "5123 tokens/s", "[########......", "25.0%   1m0s gone, 3m0s to go",
		"exact real", "line", "1.900", "█", "▁", "25.0%", "50.0% ↑", "1000 parameters",
	} {
		if !strings.Contains(last, want) {
			t.Errorf("the page lacks %q:\n%s", want, last)
		}
	}
	if strings.Contains(last, "value") {
		t.Errorf("a task without answers is shown:\n%s", last)
	}
	if n := strings.Count(out.String(), "\x1b[2J"); n != 1 {
		t.Errorf("the screen was wiped %d times", n)
	}
	for _, line := range strings.Split(last, "\r\n") {
		if n := len([]rune(strings.TrimSuffix(line, "\x1b[K"))); n > 72 {
			t.Errorf("a line of %d columns on 72: %q", n, line)
		}
	}
}
