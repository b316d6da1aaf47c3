package train

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"augur/predictor/nn/graph"
)

var columns = []string{"seconds", "step", "tokens", "tokens_per_s", "rate", "grad_norm", "set", "task", "loss", "token_accuracy", "exact", "answers"}

// A journal reports to a person and to a CSV file, one line a set and task.
type journal struct {
	c   Config
	w   io.Writer
	f   *os.File
	csv *csv.Writer
}

func openJournal(c Config, path string, w io.Writer) (*journal, error) {
	mode := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if c.Resume {
		mode = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	f, err := os.OpenFile(path, mode, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{c: c, w: w, f: f, csv: csv.NewWriter(f)}
	if end, err := f.Seek(0, io.SeekEnd); err == nil && end == 0 {
		j.csv.Write(columns)
	}
	return j, nil
}

// A moment is where a run stands.
type moment struct {
	p     progress
	speed float64 // tokens a second
	rate  float64
	norm  float64
}

func (j *journal) report(at moment, set string, s graph.Stats) {
	var line strings.Builder
	fmt.Fprintf(&line, "%-6s step %d  %s tokens  %.0f/s  rate %.2g  norm %.2f", set, at.p.Step, short(at.p.Tokens), at.speed, at.rate, at.norm)
	num := func(f float64, digits int) string { return strconv.FormatFloat(f, 'f', digits, 64) }
	for i, t := range s.Tasks {
		if t.Tokens == 0 {
			continue
		}
		loss, acc, exact := t.Loss/float64(t.Tokens), float64(t.Right)/float64(t.Tokens), float64(t.Exact)/float64(max(1, t.Answers))
		fmt.Fprintf(&line, "  | %s %.3f %.0f%% %.1f%%", j.c.taskName(i), loss, 100*acc, 100*exact)
		j.csv.Write([]string{num(at.p.Seconds, 1), strconv.Itoa(at.p.Step), strconv.Itoa(at.p.Tokens), num(at.speed, 0), num(at.rate, 7), num(at.norm, 4),
			set, j.c.taskName(i), num(loss, 5), num(acc, 5), num(exact, 5), strconv.Itoa(t.Answers)})
	}
	fmt.Fprintln(j.w, line.String())
	j.csv.Flush()
}

func (j *journal) note(format string, args ...any) {
	fmt.Fprintf(j.w, "%s  %s\n", time.Now().Format("15:04:05"), fmt.Sprintf(format, args...))
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
