package train

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"augur/predictor/nn/graph"
)

var columns = []string{"seconds", "step", "tokens", "tokens_per_s", "rate", "grad_norm", "set", "task", "loss", "token_accuracy", "exact", "answers"}

// A journal reports to a person and to a CSV file, one line a set and task.
type journal struct {
	c    Config
	view view
	f    *os.File
	csv  *csv.Writer
}

// openJournal reports to w, on one screen where that is a terminal.
func openJournal(c Config, path string, w io.Writer) (*journal, error) {
	mode := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	var past history
	if c.Resume {
		mode = os.O_CREATE | os.O_WRONLY | os.O_APPEND
		// A log that can't be read costs the curves of the past, no more.
		past, _ = openHistory(path)
	}
	f, err := os.OpenFile(path, mode, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{c: c, view: lines{c, w}, f: f, csv: csv.NewWriter(f)}
	if t, ok := w.(*os.File); ok && term.IsTerminal(int(t.Fd())) && os.Getenv("TERM") != "dumb" {
		j.view = &screen{c: c, w: w, past: past, width: func() int {
			if n, _, err := term.GetSize(int(t.Fd())); err == nil && n > 0 {
				return n
			}
			return 80
		}}
	}
	if end, err := f.Seek(0, io.SeekEnd); err == nil && end == 0 {
		j.csv.Write(columns)
	}
	return j, nil
}

// A moment is where a run stands.
type moment struct {
	p     progress
	done  float64 // how much of the run is over, from 0 to 1
	speed float64 // tokens a second
	rate  float64
	norm  float64
}

func pointOf(at moment, t graph.Task) point {
	n := float64(t.Tokens)
	return point{at.p.Step, float64(at.p.Tokens), t.Loss / n, float64(t.Right) / n, float64(t.Exact) / float64(max(1, t.Answers))}
}

func (j *journal) report(at moment, set string, s graph.Stats) {
	num := func(f float64, digits int) string { return strconv.FormatFloat(f, 'f', digits, 64) }
	for i, t := range s.Tasks {
		if t.Tokens == 0 {
			continue
		}
		p := pointOf(at, t)
		j.csv.Write([]string{num(at.p.Seconds, 1), strconv.Itoa(at.p.Step), strconv.Itoa(at.p.Tokens), num(at.speed, 0), num(at.rate, 7), num(at.norm, 4),
			set, j.c.taskName(i), num(p.loss, 5), num(p.accuracy, 5), num(p.exact, 5), strconv.Itoa(t.Answers)})
	}
	j.csv.Flush()
	j.view.report(at, set, s)
}

func (j *journal) note(format string, args ...any) {
	j.view.note(fmt.Sprintf(format, args...))
}

func (j *journal) close() error {
	j.csv.Flush()
	if err := j.csv.Error(); err != nil {
		return err
	}
	return j.f.Close()
}

func short(n int) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.2fM", float64(n)/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	}
	return strconv.Itoa(n)
}
