package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/debugger"
	"augur/predictor/forecast"
)

// StepReport is what the benchmark of steps prints.
type StepReport struct {
	Report
	// Actions is the score of each action: next-state exact match.
	Actions map[string]*StepTally `json:"actions"`
	// Kinds is that of "over" by the kind of the statement stepped over, and
	// IntoKinds that of "into".
	Kinds     map[string]*StepTally `json:"statement_kinds"`
	IntoKinds map[string]*StepTally `json:"into_statement_kinds"`
	// Length is that of "into" by how many steps were made before, each from a
	// state that was put right.
	Length map[string]*StepTally `json:"steps_made"`
	// Rolled is the same without that: all states follow from the first.
	Rolled map[string]*StepTally `json:"steps_rolled_out"`
	// Inverse is how the model runs single statements backwards.
	Inverse *InverseTally `json:"back_without_history,omitempty"`
	// Traces tells how many whole traces agree.
	Traces StepTally `json:"traces"`
	// StepMS is the time of one "into".
	StepMS struct {
		P50 float64 `json:"p50"`
		P95 float64 `json:"p95"`
	} `json:"ms_per_step"`

	certainty bins
	steps     []float64 // the time of each "into", in milliseconds
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

// Steps scores the states that a debugging session reaches, step by step.
func Steps(ctx context.Context, o Options) (*StepReport, error) {
	traces, err := readTraces(o.Data, o.Sources)
	if err != nil {
		return nil, err
	}
	if o.Limit > 0 && len(traces) > o.Limit {
		traces = traces[:o.Limit]
	}
	r := &StepReport{
		Actions: map[string]*StepTally{}, Kinds: map[string]*StepTally{}, IntoKinds: map[string]*StepTally{},
		Length: map[string]*StepTally{}, Rolled: map[string]*StepTally{},
	}
	if o.Engine == forecast.Neural {
		r.Inverse = &InverseTally{}
	}
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
	r.MS.P50, r.MS.P95 = percentiles(took)
	r.StepMS.P50, r.StepMS.P95 = percentiles(r.steps)
	r.ECE = r.certainty.error()
	if r.Inverse != nil {
		r.Inverse.finish()
	}
	if r.Items > 0 {
		r.Accuracy = float64(r.Computed.Right+r.Predicted.Right) / float64(r.Items)
	}
	if o.Out != "" {
		return r, writeFailures(o.Out, failures)
	}
	return r, nil
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
	kind := func(line int) string {
		if k, ok := kinds[line]; ok {
			return k
		}
		return "(further line)"
	}
	s, err := debugger.New(ctx, debugger.Config{File: file, Path: "<trace>", Engine: o.Engine, Call: t.Call, Foresee: o.Foresee})
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
	r.rollOut(s, truth)
	s.ToBeginning()
	// into: the whole run, one step after the other. A wrong state is put
	// right, so that each step starts from a true one; a wrong line ends it.
	indices := []int{s.Stopped().Index}
	p := certainty(s)
	for i := 1; i < len(truth); i++ {
		s.Into()
		right := agrees(s, truth[i])
		note("into", i, right, state(s))
		tally(r.Length, bucket(i)).add(right)
		tally(r.IntoKinds, kind(truth[i-1].line)).add(right)
		if now := certainty(s); predicted(s) && p > 0 && !unknown(s) {
			r.certainty.add(min(now/p, 1), right) // of this step alone
			p = now
		}
		if s.Stopped().Reason == debugger.Ended {
			break
		}
		if !right && !correct(s, truth[i]) {
			break
		}
		indices = append(indices, s.Stopped().Index)
	}
	// The other actions start from each state that was reached right.
	order := make([]int, min(len(indices), len(truth)-1))
	for i := range order {
		order[i] = i
	}
	if o.Foresee {
		slices.Reverse(order) // what is foreseen takes the place of what follows
	}
	for _, i := range order {
		m := truth[i]
		s.GoTo(indices[i])
		if !agrees(s, m) {
			continue
		}
		if j := after(truth, i, func(x moment) bool { return x.end || x.depth <= m.depth }); j > 0 {
			s.Over()
			right := agrees(s, truth[j])
			note("over", j, right, state(s))
			tally(r.Kinds, kind(m.line)).add(right)
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
	return first, r.inverse(ctx, file, truth)
}

// rollOut steps through the whole run without putting anything right.
func (r *StepReport) rollOut(s *debugger.Session, truth []moment) {
	over := false
	for i := 1; i < len(truth); i++ {
		right := false
		if !over {
			begin := time.Now()
			s.Into()
			r.steps = append(r.steps, float64(time.Since(begin).Microseconds())/1000)
			right = agrees(s, truth[i])
			over = s.Stopped().Reason == debugger.Ended
		}
		tally(r.Rolled, bucket(i)).add(right)
	}
}

// certainty is how sure the session is of the state.
func certainty(s *debugger.Session) float64 {
	if v := s.Stopped().Value; v != nil && v.Provenance == timeline.Predicted {
		return v.P
	}
	p := 1.0
	for _, v := range locals(s) {
		if v.Provenance == timeline.Predicted {
			p = min(p, v.P)
		}
	}
	return p
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
			return fmt.Sprintf("<= %3d", b)
		}
	}
	return " > 100"
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
