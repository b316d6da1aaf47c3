package train

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

// A point is what a log says of one task at one moment.
type point struct {
	step     int
	tokens   float64
	loss     float64 // in nats a token
	accuracy float64 // part of the answers' tokens predicted first
	exact    float64 // part of the answers predicted whole
}

// A series is the points of one task on one set, "train" or held out.
type series struct {
	set, task string
	points    []point
}

// A history is all series of a log, in the order in which they first occur.
type history []*series

// find returns a series, or nil.
func (h history) find(set, task string) *series {
	for _, s := range h {
		if s.set == set && s.task == task {
			return s
		}
	}
	return nil
}

// add appends a point. A run that resumed from a checkpoint does its last steps
// again: what the log said of them before is dropped.
func (h *history) add(set, task string, p point) {
	s := h.find(set, task)
	if s == nil {
		s = &series{set: set, task: task}
		*h = append(*h, s)
	}
	n := len(s.points)
	for n > 0 && s.points[n-1].step >= p.step {
		n--
	}
	s.points = append(s.points[:n], p)
}

// names lists the sets and the tasks.
func (h history) names() (sets, tasks []string) {
	seen := map[string]bool{}
	note := func(kind, name string, to *[]string) {
		if !seen[kind+name] {
			seen[kind+name] = true
			*to = append(*to, name)
		}
	}
	for _, s := range h {
		note("set ", s.set, &sets)
		note("task ", s.task, &tasks)
	}
	return sets, tasks
}

// readHistory reads a log. A last line that is cut off, as while a run writes
// it, is left out.
func readHistory(r io.Reader) (history, error) {
	c := csv.NewReader(r)
	head, err := c.Read()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range head {
		at[name] = i
	}
	for _, name := range columns {
		if _, ok := at[name]; !ok {
			return nil, fmt.Errorf("not a log of augur train: it has no column %s", name)
		}
	}
	var h history
	for {
		row, err := c.Read()
		if err == io.EOF {
			return h, nil
		}
		if errors.Is(err, csv.ErrFieldCount) {
			if _, e := c.Read(); e == io.EOF {
				return h, nil
			}
		}
		if err != nil {
			return nil, err
		}
		var bad error
		num := func(name string) float64 {
			f, err := strconv.ParseFloat(row[at[name]], 64)
			if err != nil && bad == nil {
				line, _ := c.FieldPos(at[name])
				bad = fmt.Errorf("line %d: %s is %q, want a number", line, name, row[at[name]])
			}
			return f
		}
		p := point{int(num("step")), num("tokens"), num("loss"), num("token_accuracy"), num("exact")}
		if bad != nil {
			return nil, bad
		}
		h.add(row[at["set"]], row[at["task"]], p)
	}
}

// openHistory reads the log at path.
func openHistory(path string) (history, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := readHistory(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return h, nil
}

// means cuts points into at most n parts of one length, and returns the mean
// step, tokens and figures of each.
func means(points []point, n int) []point {
	size := max(1, (len(points)+n-1)/n)
	var out []point
	for len(points) > 0 {
		k := min(size, len(points))
		var m point
		for _, p := range points[:k] {
			m.tokens += p.tokens / float64(k)
			m.loss += p.loss / float64(k)
			m.accuracy += p.accuracy / float64(k)
			m.exact += p.exact / float64(k)
		}
		m.step = points[k-1].step
		out, points = append(out, m), points[k:]
	}
	return out
}
