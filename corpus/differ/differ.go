// Package differ compares the evaluator with CPython on random programs: what
// they print, the exception that ends them, and how often each line runs. The
// programs are written and run by programs.py; what differs is shrunk.
package differ

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

//go:embed programs.py
var script []byte

// Truth is what CPython says about a program.
type Truth struct {
	Source string         `json:"source"`
	Output string         `json:"output"`
	Error  string         `json:"error"` // of the exception that ended it
	Hits   map[string]int `json:"hits"`  // by line
	Skip   bool           `json:"skip"`  // it takes too long, or has no one outcome

	Smaller []string `json:"smaller"`
}

// Python is a running programs.py.
type Python struct {
	dir string
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Start starts the interpreter.
func Start(ctx context.Context, python string) (*Python, error) {
	dir, err := os.MkdirTemp("", "differ-")
	if err != nil {
		return nil, err
	}
	p := &Python{dir: dir}
	path := filepath.Join(dir, "programs.py")
	if err := os.WriteFile(path, script, 0o644); err != nil {
		p.Close()
		return nil, err
	}
	p.cmd = exec.CommandContext(ctx, python, path)
	p.cmd.Dir = dir
	p.cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0")
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	return p, nil
}

// Close ends the interpreter.
func (p *Python) Close() {
	if p.in != nil {
		p.in.Close()
		_ = p.cmd.Wait()
	}
	os.RemoveAll(p.dir)
}

func (p *Python) ask(request any) (*Truth, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	if _, err := p.in.Write(append(text, '\n')); err != nil {
		return nil, err
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("the interpreter ended: %w", err)
	}
	var t Truth
	return &t, json.Unmarshal(line, &t)
}

// Program returns the program of a seed and what it does.
func (p *Python) Program(seed int) (*Truth, error) { return p.ask(map[string]int{"seed": seed}) }

// Run runs a program.
func (p *Python) Run(source string) (*Truth, error) {
	return p.ask(map[string]string{"source": source})
}

// Kind says how an evaluation compares.
type Kind string

// The kinds of outcome.
const (
	Same    Kind = "same"
	Unknown Kind = "unknown" // right as far as it went
	Wrong   Kind = "wrong"
)

// Compare evaluates the program of a truth and says how they compare; why tells
// of the first difference, or what was unknown.
func Compare(ctx context.Context, t *Truth) (kind Kind, why string) {
	var tl *timeline.Timeline
	defer func() {
		if r := recover(); r != nil {
			kind, why = Wrong, fmt.Sprintf("panic: %v", r)
		} else if kind == Wrong && tl != nil && escapes(tl) {
			kind = Unknown // what is reached rests on that assumption, and says so
		}
	}()
	limits := value.DefaultLimits
	limits.Time = 10 * time.Second
	m := eval.New(ctx, eval.Config{Limits: limits})
	defer m.Close()
	m.Prepare(syntax.Parse([]byte(t.Source)), "program.py", "program")
	rec := eval.NewRecorder(m)
	rec.Record()
	err := m.Run()
	tl = rec.Timeline(nil, nil, err)

	got, want := strings.SplitAfter(m.Output(), "\n"), strings.SplitAfter(t.Output, "\n")
	reason := ""
	var unknown *value.UnknownError
	var limit *value.LimitError
	switch {
	case errors.As(err, &unknown):
		reason = unknown.Reason
	case errors.As(err, &limit):
		reason = limit.Limit
	}
	i := 0
	for _, line := range got {
		j := i
		for j < len(want) && want[j] != line {
			j++
		}
		if line == "" {
			continue
		}
		if j == len(want) {
			have := "nothing"
			if i < len(want) {
				have = want[i]
			}
			return Wrong, fmt.Sprintf("prints %.300q\nnot    %.300q", line, have)
		}
		if j > i && reason == "" {
			reason = fmt.Sprintf("a line that was not printed: %.100q", want[i])
		}
		i = j + 1
	}
	if i < len(want) && want[i] != "" && reason == "" {
		reason = fmt.Sprintf("a line that was not printed: %.100q", want[i])
	}
	if err == nil || tl.Exception != nil {
		ended := ""
		if e := tl.Exception; e != nil {
			ended = e.Type + ": " + e.Message
		}
		if ended != t.Error && strings.TrimSuffix(t.Error, ": ") != ended {
			return Wrong, fmt.Sprintf("ends %.300q\nnot  %.300q", ended, t.Error)
		}
	}
	if reason != "" {
		return Unknown, reason
	}
	source := strings.Split(t.Source, "\n")
	for _, l := range tl.Lines {
		if strings.HasPrefix(strings.TrimSpace(source[l.Line-1]), "except*") {
			continue // CPython goes over the clauses a second time to see what is left
		}
		if n := t.Hits[fmt.Sprint(l.Line)]; n != l.Hits {
			return Wrong, fmt.Sprintf("line %d runs %d times\nnot %d", l.Line, l.Hits, n)
		}
	}
	return Same, ""
}

// escapes reports whether a run went on after an unknown call that might have
// raised an exception.
func escapes(tl *timeline.Timeline) bool {
	for _, a := range tl.Assumptions {
		if strings.HasSuffix(a.Expression, " raises no exception") {
			return true
		}
	}
	return false
}

// patience is how long one program is shrunk.
const patience = 12 * time.Second

// Shrink returns the smallest program found that still differs.
func (p *Python) Shrink(ctx context.Context, t *Truth) (*Truth, string, error) {
	_, why := Compare(ctx, t)
	deadline := time.Now().Add(patience)
	for stage := 0; stage < 3; {
		candidates, err := p.ask(map[string]any{"shrink": t.Source, "stage": stage})
		if err != nil {
			return t, why, err
		}
		found := false
		for _, source := range candidates.Smaller {
			if time.Now().After(deadline) || ctx.Err() != nil {
				return t, why, ctx.Err()
			}
			next, err := p.Run(source)
			if err != nil {
				return t, why, err
			}
			if next.Skip {
				continue
			}
			if kind, because := Compare(ctx, next); kind == Wrong && alike(why, because) {
				t, why, found = next, because, true
				break
			}
		}
		switch {
		case !found:
			stage++
		case stage == 2:
			stage = 1
		}
	}
	return t, why, nil
}

// alike reports whether two differences are of one sort.
func alike(a, b string) bool {
	x, _, _ := strings.Cut(a, " ")
	y, _, _ := strings.Cut(b, " ")
	return x == y
}
