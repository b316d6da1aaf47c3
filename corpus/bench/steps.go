package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/debugger"
)

// StepReport is what the benchmark of steps prints.
type StepReport struct {
	Report
	// Actions is the score of each action: next-state exact match.
	Actions map[string]*StepTally `json:"actions"`
	// Kinds is that of "over" by the kind of the statement stepped over.
	Kinds map[string]*StepTally `json:"statement_kinds"`
	// Length is that of "into" by how many steps were made before.
	Length map[string]*StepTally `json:"steps_made"`
	// Traces tells how many whole traces agree.
	Traces StepTally `json:"traces"`
}

// StepTally counts steps.
type StepTally struct {
	Right    int     `json:"right"`
	Total    int     `json:"total"`
	Accuracy float64 `json:"accuracy"`
}

func (t *StepTally) add(right bool) {
	t.Total++
	if right {
		t.Right++
	}
	t.Accuracy = float64(t.Right) / float64(t.Total)
}

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

// Steps scores the states that a debugging session reaches, step by step.
func Steps(ctx context.Context, o Options) (*StepReport, error) {
	traces, err := readTraces(o.Data, o.Sources)
	if err != nil {
		return nil, err
	}
	if o.Limit > 0 && len(traces) > o.Limit {
		traces = traces[:o.Limit]
	}
	r := &StepReport{Actions: map[string]*StepTally{}, Kinds: map[string]*StepTally{}, Length: map[string]*StepTally{}}
	r.Bench, r.Engine = "steps", o.Engine
	var failures []failure
	var took []float64
	begin := time.Now()
	for i, tr := range traces {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		one := time.Now()
		fail, err := r.score(ctx, o, tr)
		if err != nil {
			return nil, err
		}
		took = append(took, float64(time.Since(one).Microseconds())/1000)
		if fail != nil {
			failures = append(failures, *fail)
		}
		if o.Progress != nil {
			o.Progress(i+1, len(traces))
		}
	}
	r.Seconds = time.Since(begin).Seconds()
	slices.Sort(took)
	if n := len(took); n > 0 {
		r.MS.P50, r.MS.P95 = took[n/2], took[n*95/100]
	}
	if r.Items > 0 {
		r.Accuracy = float64(r.Computed.Right+r.Predicted.Right) / float64(r.Items)
	}
	if o.Out != "" {
		return r, writeFailures(o.Out, failures)
	}
	return r, nil
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

// score steps through one trace with each action.
func (r *StepReport) score(ctx context.Context, o Options, t trace) (*failure, error) {
	truth, ok := t.moments()
	if !ok || len(truth) < 2 {
		r.Skipped++
		return nil, nil
	}
	file := syntax.Parse([]byte(t.Code))
	kinds := statementKinds(file)
	s, err := debugger.New(ctx, debugger.Config{File: file, Path: "<trace>", Engine: o.Engine, Call: t.Call})
	if err != nil {
		r.Items++
		r.Unknown++
		return &failure{ID: t.ID, Kind: "unknown", Why: err.Error()}, nil
	}
	defer s.Close()
	whole := true
	var first *failure
	note := func(action string, i int, right bool, got string) {
		tally(r.Actions, action).add(right)
		r.Items++
		side := &r.Computed
		if predicted(s) {
			side = &r.Predicted
		}
		if right {
			side.Right++
			return
		}
		whole = false
		kind := "wrong"
		if unknown(s) {
			kind = "unknown"
			r.Unknown++
		} else {
			side.Wrong++
		}
		if first == nil {
			first = &failure{ID: t.ID, Kind: kind, Why: fmt.Sprintf("%s to step %d", action, i), Got: got, Want: describe(truth[i])}
		}
	}
	// into: the whole run, one step after the other. A wrong state is put
	// right, so that each step starts from a true one; a wrong line ends it.
	indices := []int{s.Stopped().Index}
	for i := 1; i < len(truth); i++ {
		s.Into()
		right := agrees(s, truth[i])
		note("into", i, right, state(s))
		tally(r.Length, bucket(i)).add(right)
		if s.Stopped().Reason == debugger.Ended {
			break
		}
		if !right && !correct(s, truth[i]) {
			break
		}
		indices = append(indices, s.Stopped().Index)
	}
	// The other actions start from each state that was reached right.
	for i, m := range truth[:len(truth)-1] {
		if i >= len(indices) {
			break
		}
		s.GoTo(indices[i])
		if !agrees(s, m) {
			continue
		}
		if j := after(truth, i, func(x moment) bool { return x.end || x.depth <= m.depth }); j > 0 {
			s.Over()
			right := agrees(s, truth[j])
			note("over", j, right, state(s))
			tally(r.Kinds, kinds[m.line]).add(right)
			s.GoTo(indices[i])
		}
		if j := after(truth, i, func(x moment) bool { return x.end || x.depth < m.depth }); j > 0 {
			s.Out()
			note("out", j, agrees(s, truth[j]), state(s))
			s.GoTo(indices[i])
		}
		// continue to a breakpoint on the line after next.
		if i+2 < len(truth)-1 {
			target := truth[i+2].line
			if j := after(truth, i, func(x moment) bool { return x.end || x.line == target }); j > 0 {
				id := s.AddBreakpoint(debugger.Breakpoint{Line: target})
				s.Continue()
				note("continue", j, agrees(s, truth[j]), state(s))
				s.RemoveBreakpoint(id)
				s.GoTo(indices[i])
			}
		}
		for j := i - 1; j >= 0; j-- {
			if truth[j].depth <= m.depth {
				s.Back()
				note("back", j, agrees(s, truth[j]), state(s))
				break
			}
		}
	}
	r.Traces.add(whole)
	return first, nil
}

// correct gives the innermost frame the true values. It reports whether the
// session stands where it should.
func correct(s *debugger.Session, m moment) bool {
	st := s.Stopped()
	if m.end || st.Line != m.line || st.Depth != m.depth {
		return false
	}
	got := locals(s)
	for name, want := range m.locals {
		if have, ok := got[name]; ok && sameRepr(have, want) {
			continue
		}
		if err := s.SetVariable(0, name, want); err != nil {
			return false
		}
	}
	return true
}

// unknown reports whether the session says itself that it does not know all.
func unknown(s *debugger.Session) bool {
	st := s.Stopped()
	if st.Reason == debugger.Ended {
		return st.Limit != "" || st.Value != nil && (st.Value.Opaque || st.Value.Provenance == timeline.Unknown)
	}
	for _, v := range locals(s) {
		if v.Opaque || v.Provenance == timeline.Unknown {
			return true
		}
	}
	return false
}

func after(list []moment, i int, fits func(moment) bool) int {
	for j := i + 1; j < len(list); j++ {
		if fits(list[j]) {
			return j
		}
	}
	return 0
}

func tally(m map[string]*StepTally, key string) *StepTally {
	if m[key] == nil {
		m[key] = &StepTally{}
	}
	return m[key]
}

func bucket(i int) string {
	for _, b := range []int{1, 2, 5, 10, 20, 50, 100} {
		if i <= b {
			return fmt.Sprintf("<= %d", b)
		}
	}
	return "> 100"
}

// agrees compares the state of a session with the true one. Reprs with an
// address, which the recording writes as "*", are not compared.
func agrees(s *debugger.Session, m moment) bool {
	st := s.Stopped()
	if m.end {
		return st.Reason == debugger.Ended && st.Value != nil && st.Value.Repr == m.value
	}
	if st.Reason == debugger.Ended || st.Line != m.line || st.Depth != m.depth {
		return false
	}
	got := locals(s)
	for name, want := range m.locals {
		have, ok := got[name]
		if !ok || !sameRepr(have, want) {
			return false
		}
	}
	for name := range got {
		if _, ok := m.locals[name]; !ok {
			return false
		}
	}
	return true
}

func sameRepr(have debugger.Variable, want string) bool {
	if strings.Contains(want, " at 0x") || strings.HasPrefix(want, "<") {
		return true
	}
	return have.Repr == want
}

func locals(s *debugger.Session) map[string]debugger.Variable {
	out := map[string]debugger.Variable{}
	scopes, err := s.Scopes(0)
	if err != nil {
		return out
	}
	for _, sc := range scopes {
		if sc.Name == "Globals" {
			continue
		}
		for _, v := range sc.Variables {
			out[v.Name] = v
		}
	}
	return out
}

// predicted reports whether the state rests on a prediction.
func predicted(s *debugger.Session) bool {
	if v := s.Stopped().Value; v != nil && v.Provenance == timeline.Predicted {
		return true
	}
	for _, v := range locals(s) {
		if v.Provenance == timeline.Predicted {
			return true
		}
	}
	return s.Engine() == "neural"
}

func state(s *debugger.Session) string {
	st := s.Stopped()
	if st.Reason == debugger.Ended {
		if st.Value != nil {
			return "⏎ " + st.Value.Repr
		}
		return "ended: " + st.Limit + " " + st.Why
	}
	vars := map[string]string{}
	for n, v := range locals(s) {
		vars[n] = v.Repr
	}
	return describe(moment{line: st.Line, depth: st.Depth, locals: vars})
}

func describe(m moment) string {
	if m.end {
		return "⏎ " + m.value
	}
	var b strings.Builder
	fmt.Fprintf(&b, "line %d, depth %d:", m.line, m.depth)
	for _, n := range slices.Sorted(maps.Keys(m.locals)) {
		fmt.Fprintf(&b, " %s = %s", n, m.locals[n])
	}
	return b.String()
}

// statementKinds names the kind of the statement on each line.
func statementKinds(f *syntax.File) map[int]string {
	out := map[int]string{}
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		if s, ok := n.(syntax.Stmt); ok {
			name := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", s), "*syntax."))
			out[int(s.Pos().Line)] = strings.TrimSuffix(strings.TrimSuffix(name, "stmt"), "def")
		}
		return true
	})
	return out
}

func writeFailures(path string, list []failure) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	enc := json.NewEncoder(f)
	for _, x := range list {
		if err := enc.Encode(x); err != nil {
			return err
		}
	}
	return f.Close()
}
