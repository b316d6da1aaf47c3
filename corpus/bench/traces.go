package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// trace is one line of a file of traces. Its events are
// [frame, "call", name, locals], [frame, "line", line, {changed after it}, [gone]?]
// and [frame, "return", line, repr].
type trace struct {
	ID     string              `json:"id"`
	Code   string              `json:"code"`
	Input  string              `json:"input"`
	Call   string              `json:"call"`
	Events [][]json.RawMessage `json:"events"`
}

// moment is the state at one line event of a trace.
type moment struct {
	line   int
	depth  int
	locals map[string]string // before the line runs
	end    bool              // the run returned
	value  string
}

// readTraces reads a file of traces. Rows without code take it from the file of
// sources: of the rows there with the same id.
func readTraces(path, sources string) ([]trace, error) {
	code := map[string]trace{}
	if sources == "" {
		sources = sourcesBeside(path)
	}
	read := func(path string, each func(trace)) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 64<<20)
		for n := 1; sc.Scan(); n++ {
			if strings.TrimSpace(sc.Text()) == "" {
				continue
			}
			var t trace
			if err := json.Unmarshal(sc.Bytes(), &t); err != nil {
				return fmt.Errorf("%s:%d: not a trace: %w", path, n, err)
			}
			each(t)
		}
		return sc.Err()
	}
	if sources != "" {
		if err := read(sources, func(t trace) { code[t.ID] = t }); err != nil {
			return nil, err
		}
	}
	var out []trace
	missing := 0
	err := read(path, func(t trace) {
		if t.Code == "" {
			t.Code, t.Input = code[t.ID].Code, code[t.ID].Input
		}
		if t.Call == "" {
			t.Call = "f(" + t.Input + ")"
		}
		if t.Code == "" {
			missing++
			return
		}
		out = append(out, t)
	})
	if err == nil && len(out) == 0 && missing > 0 {
		err = errors.New("the traces have no code: give a file with it as --sources")
	}
	return out, err
}

// sourcesBeside guesses where the code of traces lies: x_traces_y.jsonl has it
// in x_y.jsonl.
func sourcesBeside(path string) string {
	dir, base := filepath.Split(path)
	beside := dir + strings.Replace(base, "_traces", "", 1)
	if beside != path {
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return ""
}

// moments turns a trace into the states at its lines. ok is false for traces
// with frames that are resumed, whose depth it does not tell.
func (t *trace) moments() (list []moment, ok bool) {
	type open struct {
		id     int
		locals map[string]string
	}
	var stack []*open
	for _, e := range t.Events {
		var id, line int
		var kind string
		if len(e) < 4 || json.Unmarshal(e[0], &id) != nil || json.Unmarshal(e[1], &kind) != nil {
			return nil, false
		}
		if kind == "call" {
			f := &open{id: id, locals: map[string]string{}}
			if json.Unmarshal(e[3], &f.locals) != nil {
				return nil, false
			}
			stack = append(stack, f)
			continue
		}
		_ = json.Unmarshal(e[2], &line)
		if len(stack) == 0 {
			return nil, false
		}
		for len(stack) > 1 && stack[len(stack)-1].id != id {
			stack = stack[:len(stack)-1] // it was left by an exception
		}
		f := stack[len(stack)-1]
		if kind == "return" {
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				m := moment{end: true, line: line}
				_ = json.Unmarshal(e[3], &m.value)
				return append(list, m), true
			}
			continue
		}
		list = append(list, moment{line: line, depth: len(stack), locals: maps.Clone(f.locals)})
		changed := map[string]string{}
		_ = json.Unmarshal(e[3], &changed)
		maps.Copy(f.locals, changed)
		if len(e) > 4 {
			var gone []string
			_ = json.Unmarshal(e[4], &gone)
			for _, n := range gone {
				delete(f.locals, n)
			}
		}
	}
	return list, true // it ended by an exception
}
