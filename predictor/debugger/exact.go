package debugger

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/timeline"
	"augur/analysis/value"
	"augur/predictor/forecast"
)

// exact is the engine that evaluates; with an oracle it is the hybrid one.
type exact struct {
	ctx     context.Context
	s       *Session
	live    *run
	past    *run // a repetition that recorded what lies further back
	stopped atomic.Bool
	given   supposed
}

// run is one machine that runs on a goroutine of its own. It waits at an event
// until it is told to go on; only one of the two goroutines is awake.
type run struct {
	m       *eval.Machine
	asker   *asker
	rec     *recorder
	log     *log // events are added to it; nil for a repetition
	count   int  // events so far
	numbers map[*eval.Frame]int32
	depths  map[*eval.Frame]int32
	next    int32
	mine    func(fr *eval.Frame) bool
	stop    *atomic.Bool

	want   func(i int) bool
	record func(i int) bool
	edits  []edit
	event  eval.Event // the one it waits at

	resume chan bool // false: unwind
	paused chan struct{}
	done   bool
	gone   bool // being unwound
	val    value.Value
	err    error
	taint  value.Taint
}

func newExact(ctx context.Context, s *Session) (*exact, error) {
	x := &exact{ctx: ctx, s: s}
	var err error
	x.live, err = x.start(s.log, nil)
	return x, err
}

// start prepares a run: the module is loaded, the call is not made yet.
func (x *exact) start(l *log, edits []edit) (*run, error) {
	cfg := x.s.cfg
	ask := &asker{given: &x.given, event: -1}
	req := forecast.Request{File: cfg.File, Path: cfg.Path, Engine: cfg.Engine, Limits: cfg.Limits, Overlay: cfg.Overlay, Asked: ask.before}
	if cfg.Call != "" {
		req.Example = &example.Example{Call: cfg.Call, Setup: cfg.Setup, Function: forecast.CalledName(cfg.Call)}
		req.Function = req.Example.Function
	}
	m := forecast.NewMachine(x.ctx, req)
	if cfg.Call != "" {
		if err := m.Load(); err != nil {
			m.Close()
			return nil, err
		}
		if exc := m.ImportError(); exc != nil {
			m.Close()
			return nil, errorf("the file cannot be loaded: %s: %s", exc.Type().Name, exc.Message())
		}
		for _, line := range cfg.Setup {
			if err := m.Exec(line); err != nil {
				m.Close()
				return nil, errorf("%s: %w", line, err)
			}
		}
	}
	r := &run{
		m: m, asker: ask, rec: newRecorder(m), log: l, numbers: map[*eval.Frame]int32{}, depths: map[*eval.Frame]int32{},
		resume: make(chan bool), paused: make(chan struct{}), edits: edits, stop: &x.stopped,
		mine: func(fr *eval.Frame) bool { return !fr.Called() && (cfg.EverywhereMine || !m.InLibrary(fr)) },
	}
	go r.main(cfg)
	return r, nil
}

func (r *run) main(cfg Config) {
	if !<-r.resume {
		r.m.Close()
		close(r.paused)
		return
	}
	r.m.Watch(r)
	switch {
	case cfg.Call == "":
		r.err = r.m.Run()
	case cfg.Start > 0:
		r.val, r.err = r.m.StartAt(forecast.CalledName(cfg.Call), cfg.Start, cfg.State, cfg.guessed)
	default:
		r.val, r.err = r.m.Eval(cfg.Call)
	}
	r.m.Watch(nil)
	r.taint = r.m.Thread().Taint | r.m.Thread().Control
	r.done = true
	r.paused <- struct{}{}
	for <-r.resume {
		r.paused <- struct{}{}
	}
	r.m.Close()
	close(r.paused)
}

// goOn resumes the run until it waits again or has ended.
func (r *run) goOn() bool {
	if r.done {
		return false
	}
	r.resume <- true
	<-r.paused
	return !r.done
}

// end unwinds the run.
func (r *run) end() {
	if r == nil || r.gone {
		return
	}
	r.gone = true
	r.resume <- false
	for range r.paused {
		r.resume <- false
	}
}

// Follow is part of eval.Watcher.
func (r *run) Follow(fr *eval.Frame) bool { return r.mine(fr) }

// Event is part of eval.Watcher.
func (r *run) Event(e eval.Event) {
	if r.gone {
		return
	}
	i := r.count
	r.count++
	r.asker.event = i
	n, ok := r.numbers[e.Frame]
	if !ok {
		n = r.next
		r.next++
		r.numbers[e.Frame] = n
		if r.log != nil {
			r.log.frames = append(r.log.frames[:n], frameInfo{name: e.Frame.Name(), qualname: e.Frame.Qualname(), path: e.Frame.Path(), file: e.Frame.File()})
		}
	}
	if e.Kind == eval.CallEvent {
		r.depths[e.Frame] = r.depth(e.Frame)
	}
	d := r.depths[e.Frame]
	if r.log != nil {
		r.log.add(event{
			kind: Kind(e.Kind), again: e.Again, fails: e.Kind == eval.ReturnEvent && e.Value == nil,
			frame: n, line: int32(e.Line), depth: d, out: int32(len(r.m.Output())),
		})
	}
	for len(r.edits) > 0 && r.edits[0].at == i {
		// A repetition: what the user did here then.
		_ = r.apply(r.edits[0], e.Frame)
		r.edits = r.edits[1:]
	}
	if r.record == nil || r.record(i) {
		r.rec.record(i, e, func(fr *eval.Frame) int32 { return r.numbers[fr] })
	}
	r.event = e
	if r.want(i) || r.stop.Load() || i >= maxEvents {
		r.paused <- struct{}{}
		if !<-r.resume {
			r.gone = true
			r.m.Watch(nil)
			t := r.m.Thread()
			limits := t.Limits
			limits.Steps = 1 // so that it unwinds at once
			t.SetLimits(limits)
			return
		}
	}
	if e.Kind == eval.ReturnEvent && !e.Again {
		delete(r.numbers, e.Frame)
		delete(r.depths, e.Frame)
	}
}

// depth counts the frames that are followed.
func (r *run) depth(fr *eval.Frame) int32 {
	for back := fr.Back(); back != nil; back = back.Back() {
		if back.Followed() {
			return r.depths[back] + 1
		}
	}
	return 1
}

func (r *run) apply(e edit, fr *eval.Frame) error {
	for fr != nil && r.numbers[fr] != e.frame {
		fr = fr.Back()
	}
	if fr == nil {
		return errorf("the frame is gone")
	}
	switch e.kind {
	case setVariable:
		var v value.Value
		var err error
		r.quietly(func() { v, err = fr.Evaluate(e.text) })
		if err != nil {
			return pythonError(err)
		}
		return pythonError(fr.Set(e.name, v))
	case execute:
		var err error
		r.quietly(func() { err = fr.Execute(e.text) })
		return pythonError(err)
	}
	if !fr.Jump(e.line) {
		return errorf("line %d cannot run next: lines are %v", e.line, fr.JumpLines())
	}
	return nil
}

// pythonError makes an error of the evaluator one clear line.
func pythonError(err error) error {
	var r *value.Raised
	if errors.As(err, &r) {
		if msg := r.Exc.Message(); msg != "" {
			return errorf("%s: %s", r.Exc.Type().Name, msg)
		}
		return errorf("%s", r.Exc.Type().Name)
	}
	var u *value.UnknownError
	if errors.As(err, &u) {
		return errorf("unknown: %s", u.Reason)
	}
	var l *value.LimitError
	if errors.As(err, &l) {
		return errorf("given up: it takes too much (%s)", l.Limit)
	}
	return err
}

// What is computed for show takes this much at most, so that the session goes
// on.
const (
	shownSteps  = 4_000_000
	shownMemory = 256 << 20
)

// quietly lets f run code for show: unwatched, and within limits of its own. The
// oracle is not asked, so that its answers are the same in every repetition.
func (r *run) quietly(f func()) {
	t := r.m.Thread()
	limits := t.Limits
	lowered := limits
	lowered.Steps, lowered.Memory = t.Steps+shownSteps, t.Memory+shownMemory
	t.SetLimits(lowered)
	r.asker.quiet++
	r.m.Quietly(f)
	r.asker.quiet--
	t.SetLimits(limits)
}

func (x *exact) more(want func(i int) bool) bool {
	defer x.stopped.Store(false)
	if x.live.done {
		return false
	}
	x.live.want = want
	alive := x.live.goOn()
	if !alive {
		x.s.log.ended = true
	}
	return alive
}

func (x *exact) interrupt() { x.stopped.Store(true) }

func (x *exact) resume() { x.stopped.Store(false) }

func (x *exact) interrupted() bool { return x.stopped.Load() }

// rewind makes event i the live end.
func (x *exact) rewind(i int, edits []edit) error {
	x.s.log.cut(i)
	fresh, err := x.start(nil, append([]edit(nil), edits...))
	if err != nil {
		return err
	}
	fresh.record = func(j int) bool { return j > i-window }
	fresh.want = func(j int) bool { return j >= i }
	x.stopped.Store(false)
	if !fresh.goOn() {
		fresh.end()
		return errorf("the run could not be repeated up to there")
	}
	x.live.end()
	x.past.end()
	x.past = nil
	fresh.record = nil
	fresh.log = x.s.log
	x.live = fresh
	return nil
}

func (x *exact) apply(e edit) error {
	if x.live.done {
		return errNotRunning
	}
	err := x.live.apply(e, x.live.event.Frame)
	if err == nil {
		x.live.rec.forget()
		i := x.live.count - 1
		x.live.rec.record(i, x.live.event, func(fr *eval.Frame) int32 { return x.live.numbers[fr] })
	}
	return err
}

// state returns what the frames hold at event i.
func (x *exact) state(i int) (*state, error) {
	if i == x.live.count-1 && !x.live.done {
		return x.liveState(i), nil
	}
	for _, r := range []*run{x.live, x.past} {
		if r == nil {
			continue
		}
		if seg := r.rec.find(i); seg != nil {
			return x.pastState(r, seg, i), nil
		}
	}
	r, err := x.start(nil, append([]edit(nil), x.s.edits...))
	if err != nil {
		return nil, err
	}
	last := min(i+window/4, x.live.count-1)
	r.record = func(j int) bool { return j > i-window*3/4 }
	r.want = func(j int) bool { return j >= last }
	stopped := x.stopped.Swap(false)
	r.goOn()
	x.stopped.Store(stopped)
	x.past.end()
	x.past = r
	if seg := r.rec.find(i); seg != nil {
		return x.pastState(r, seg, i), nil
	}
	// What the frames hold is too large to keep for long: go there alone.
	r.end()
	x.past = nil
	if r, err = x.start(nil, append([]edit(nil), x.s.edits...)); err != nil {
		return nil, err
	}
	r.record = func(j int) bool { return j == i }
	r.want = func(j int) bool { return j >= i }
	r.goOn()
	x.past = r
	if seg := r.rec.find(i); seg != nil {
		return x.pastState(r, seg, i), nil
	}
	return nil, errorf("the state at that point cannot be found again")
}

func (x *exact) bind(v eval.Variable) bound {
	b := bound{name: v.Name, value: v.Value, cell: v.Cell, free: v.Free}
	b.provenance, b.p, b.depends = x.live.m.Assume(v.Taint | x.live.m.HeapTaint(v.Value))
	x.settle(&b)
	return b
}

// settle makes what rests on an assumption unknown for the exact engine.
func (x *exact) settle(b *bound) {
	if u, ok := b.value.(*value.Unknown); ok {
		b.provenance, b.text = timeline.Unknown, u.Reason
	}
	if x.s.cfg.Engine == forecast.Exact && b.provenance == timeline.Predicted {
		b.provenance = timeline.Unknown
		b.value = &value.Unknown{Reason: "it rests on an assumption"}
	}
}

func (x *exact) liveState(i int) *state {
	r := x.live
	st := &state{index: i, live: true}
	for fr := r.event.Frame; fr != nil; fr = fr.Back() {
		if !fr.Followed() {
			continue
		}
		f := frameState{number: r.numbers[fr], handle: fr, globals: &bound{name: "globals", value: fr.Globals()}}
		if ns := fr.Namespace(); ns != nil {
			f.names = &bound{value: ns}
		}
		for _, v := range fr.Variables(nil) {
			f.vars = append(f.vars, x.bind(v))
		}
		st.frames = append([]frameState{f}, st.frames...)
	}
	x.eventValues(st, r.event.Value, r.event.Exc)
	return st
}

func (x *exact) eventValues(st *state, v value.Value, exc *value.Exception) {
	if v != nil {
		b := x.bind(eval.Variable{Value: v})
		st.value = &b
	}
	if exc != nil {
		b := x.bind(eval.Variable{Value: exc})
		st.exc = &b
	}
}

func (x *exact) pastState(r *run, seg *segment, i int) *state {
	st := &state{index: i}
	r.quietly(func() {
		w := &thawer{s: seg, at: i, t: r.m.Thread(), made: map[*value.Header]value.Value{}, text: map[value.Value]string{}}
		for _, c := range x.s.log.stack(i) {
			h := seg.frames[c.frame]
			if h == nil {
				st.frames = append(st.frames, frameState{number: c.frame})
				continue
			}
			f := frameState{number: c.frame, handle: r}
			f.globals = &bound{name: "globals", value: w.value(h.frame.Globals()), frozen: true}
			if ns := h.frame.Namespace(); ns != nil {
				f.names = &bound{value: w.value(ns), frozen: true}
			}
			for _, v := range h.at(i) {
				v.Value = w.value(v.Value)
				b := x.bind(v)
				b.frozen, b.text = true, w.text[v.Value]
				f.vars = append(f.vars, b)
			}
			st.frames = append(st.frames, f)
		}
		var v value.Value
		var exc *value.Exception
		if got, ok := seg.values[i]; ok {
			v = w.value(got)
		}
		if got, ok := seg.excs[i]; ok {
			exc, _ = w.value(got).(*value.Exception)
		}
		x.eventValues(st, v, exc)
	})
	return st
}

func (x *exact) evaluate(st *state, frame int, text string) (bound, error) {
	if frame < 0 || frame >= len(st.frames) {
		return bound{}, errorf("no such frame")
	}
	f := st.frames[frame]
	var v value.Value
	var err error
	if fr, ok := f.handle.(*eval.Frame); ok {
		x.live.quietly(func() { v, err = fr.Evaluate(text) })
	} else {
		r, ok := f.handle.(*run)
		if !ok {
			return bound{}, errorf("what the frame holds is not known any more")
		}
		globals := f.globals.value.(*value.Dict)
		if f.names != nil {
			globals = f.names.value.(*value.Dict)
		}
		var vars []eval.Variable
		for _, b := range f.vars {
			vars = append(vars, eval.Variable{Name: b.name, Value: b.value})
		}
		r.quietly(func() { v, err = r.m.EvaluateWith(globals, vars, text) })
	}
	if err != nil {
		return bound{}, pythonError(err)
	}
	b := x.bind(eval.Variable{Name: strings.TrimSpace(text), Value: v, Taint: x.named(f, text)})
	b.frozen = !st.live
	return b, nil
}

// named sums the assumptions of the variables that an expression names.
func (x *exact) named(f frameState, text string) value.Taint {
	var sum value.Taint
	for _, b := range f.vars {
		if len(b.depends) > 0 && mentions(text, b.name) {
			for _, d := range b.depends {
				sum |= value.TaintOf(d)
			}
		}
	}
	return sum
}

func (x *exact) repr(b bound) (string, bool) {
	if b.value == nil {
		return b.text, b.provenance != timeline.Unknown
	}
	if _, ok := b.value.(*value.Unknown); ok {
		return "", false
	}
	if b.text != "" {
		return b.text, true
	}
	var text string
	var err error
	x.live.quietly(func() { text, err = value.Repr(x.live.m.Thread(), b.value) })
	if err != nil {
		return "", false
	}
	return text, true
}

func (x *exact) children(b bound, start, count int) []bound {
	var out []bound
	x.live.quietly(func() { out = childrenOf(x.live.m.Thread(), b, start, count) })
	for i := range out {
		out[i].frozen = b.frozen
		out[i].provenance, out[i].p, out[i].depends = b.provenance, b.p, b.depends
		x.settle(&out[i])
	}
	return out
}

// jumpLines looks at the code of the frame, wherever it is known.
func (x *exact) jumpLines(i int) []int {
	e := x.s.log.events[i]
	if i == x.live.count-1 && !x.live.done {
		return x.live.event.Frame.JumpLines()
	}
	if _, err := x.state(i); err != nil {
		return nil
	}
	for _, r := range []*run{x.live, x.past} {
		if r == nil {
			continue
		}
		if seg := r.rec.find(i); seg != nil && seg.frames[e.frame] != nil {
			return seg.frames[e.frame].frame.LinesAround(int(e.line))
		}
	}
	return nil
}

func (x *exact) assumptions() []timeline.Assumption { return x.live.m.Assumptions() }

func (x *exact) output() string { return x.live.m.Output() }

func (x *exact) result() outcome {
	var out outcome
	r := x.live
	switch e := r.err.(type) {
	case nil:
		if r.val != nil && r.done {
			b := x.bind(eval.Variable{Value: r.val, Taint: r.taint})
			out.value = &b
		}
	case *value.Raised:
		b := x.bind(eval.Variable{Value: e.Exc})
		out.exc = x.s.exception(b)
		out.exc.Uncaught = true
	case *value.LimitError:
		out.limit = e.Limit
	case *value.UnknownError:
		out.limit, out.why = "unknown", e.Reason
	default:
		out.limit, out.why = "unknown", e.Error()
	}
	return out
}

func (x *exact) close() {
	x.live.end()
	x.past.end()
}
