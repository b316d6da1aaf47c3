package debugger

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
	"augur/predictor/forecast"
	"augur/predictor/neural"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// byModel is the neural engine. Its runs are short, so what every frame holds
// at every event is kept.
type byModel struct {
	ctx     context.Context
	cancel  context.CancelFunc
	s       *Session
	o       *oracle.Oracle
	f       neural.Function
	t       *value.Thread
	states  []*state
	live    *modelRun
	stopped atomic.Bool
}

// modelRun is one run on a goroutine of its own.
type modelRun struct {
	want   func(i int) bool
	edits  []edit
	top    *neural.Frame
	number map[*neural.Frame]int32
	resume chan bool
	paused chan struct{}
	move   *neural.Move // to make at the event that the run waits at
	done   bool
	gone   bool
	tl     *timeline.Timeline
	cancel context.CancelFunc
}

func newNeural(ctx context.Context, s *Session) (*byModel, error) {
	o, err := oracle.For(s.cfg.Path)
	if err != nil {
		return nil, err
	}
	cfg := s.cfg
	if cfg.Call == "" {
		return nil, errorf("the neural engine runs calls of functions, not whole files: give a call")
	}
	ask := forecast.Request{File: cfg.File, Path: cfg.Path}
	var f neural.Function
	if cfg.Start > 0 {
		f, err = forecast.NeuralStart(ctx, ask, cfg.Call, cfg.Start, cfg.State)
		for _, p := range cfg.guessed {
			f.Given = p // of one statement undone; all of it is one guess
		}
	} else {
		f, err = forecast.NeuralFunction(ctx, ask, cfg.Call)
	}
	if err != nil {
		return nil, err
	}
	x := &byModel{s: s, o: o, f: f}
	x.ctx, x.cancel = context.WithCancel(ctx)
	x.t = value.NewThread(x.ctx, value.DefaultLimits)
	x.start(nil)
	return x, nil
}

func (x *byModel) start(edits []edit) {
	numbers := map[*neural.Frame]int32{}
	r := &modelRun{edits: edits, number: numbers, resume: make(chan bool), paused: make(chan struct{})}
	ctx, cancel := context.WithCancel(x.ctx)
	r.cancel = cancel
	f := x.f
	next := int32(0)
	count := 0
	f.Watch = func(e neural.Event) *neural.Move {
		if r.gone {
			return nil
		}
		i := count
		count++
		n, ok := numbers[e.Frame]
		if !ok {
			n = next
			next++
			numbers[e.Frame] = n
			if i >= len(x.s.log.events) {
				info := frameInfo{name: e.Function, qualname: e.Function, path: x.s.cfg.Path, file: x.s.cfg.File}
				x.s.log.frames = append(x.s.log.frames[:min(int(n), len(x.s.log.frames))], info)
			}
		}
		for len(r.edits) > 0 && r.edits[0].at == i {
			r.top = e.Frame
			_ = x.set(r, r.edits[0])
			r.edits = r.edits[1:]
		}
		if i >= len(x.s.log.events) {
			x.s.log.add(event{
				kind: Kind(e.Kind), frame: n, line: int32(e.Line), depth: int32(e.Depth),
				fails: e.Kind == neural.ReturnEvent && e.Value == "",
			})
			x.states = append(x.states[:i], x.capture(i, e, numbers))
		}
		r.top = e.Frame
		if r.want(i) || x.stopped.Load() {
			r.paused <- struct{}{}
			if !<-r.resume {
				r.gone = true
				cancel()
			}
		}
		m := r.move
		r.move = nil
		return m
	}
	go func() {
		if <-r.resume {
			r.tl = neural.Run(ctx, x.o, f)
			r.done = true
			if !r.gone {
				r.paused <- struct{}{}
				<-r.resume
			}
		}
		close(r.paused)
	}()
	x.live = r
}

func (r *modelRun) end() {
	r.cancel()
	if !r.gone {
		r.resume <- false
	}
	for range r.paused {
	}
}

func (x *byModel) capture(i int, e neural.Event, numbers map[*neural.Frame]int32) *state {
	st := &state{index: i}
	for fr := e.Frame; fr != nil; fr = fr.Back {
		f := frameState{number: numbers[fr], handle: fr}
		for _, b := range fr.Variables() {
			f.vars = append(f.vars, x.bound(b.Name, b.Repr, e.P))
		}
		st.frames = append([]frameState{f}, st.frames...)
	}
	if e.Value != "" {
		text := e.Value
		if e.Kind == neural.RaiseEvent {
			text = "<" + text + ">"
		}
		b := x.bound("", text, e.P)
		if e.Kind == neural.RaiseEvent {
			st.exc = &b
		} else {
			st.value = &b
		}
	}
	return st
}

// bound is a value of which the model wrote the repr.
func (x *byModel) bound(name, repr string, p float64) bound {
	b := bound{name: name, text: repr, provenance: timeline.Predicted, p: p}
	if p == 1 {
		b.provenance = timeline.Computed // an argument
	}
	if e, err := syntax.ParseExpr(repr); err == nil {
		if v, err := eval.Literal(x.t, e); err == nil {
			b.value = v
		}
	}
	return b
}

func (x *byModel) more(want func(i int) bool) bool {
	defer x.stopped.Store(false)
	if x.live.done {
		return false
	}
	x.live.want = want
	x.live.resume <- true
	<-x.live.paused
	if x.live.done {
		x.s.log.ended = true
	}
	return !x.live.done
}

func (x *byModel) interrupt() { x.stopped.Store(true) }

func (x *byModel) resume() { x.stopped.Store(false) }

func (x *byModel) interrupted() bool { return x.stopped.Load() }

func (x *byModel) jumpLines(i int) []int {
	st, err := x.state(i)
	if err != nil {
		return nil
	}
	return st.frames[len(st.frames)-1].handle.(*neural.Frame).Lines()
}

func (x *byModel) suppose(int, string) (int, error) {
	return 0, errorf("the neural engine assumes everything: set a variable")
}

func (x *byModel) rewind(i int, edits []edit) error {
	x.live.end()
	x.s.log.cut(i)
	x.states = x.states[:i+1]
	x.start(append([]edit(nil), edits...))
	if !x.more(func(j int) bool { return j >= i }) {
		return errorf("the run could not be repeated up to there")
	}
	return nil
}

func (x *byModel) apply(e edit) error {
	if x.live.done {
		return errNotRunning
	}
	i := len(x.s.log.events) - 1
	st := x.states[i]
	for k := range st.frames {
		f := &st.frames[k]
		if f.number != e.frame {
			continue
		}
		fr := x.live.frame(e.frame)
		if fr == nil {
			break
		}
		if e.kind == execute {
			name, text, ok := assignment(e.text)
			if !ok {
				return errorf("the neural engine sets variables only: name = literal")
			}
			e.kind, e.name, e.text = setVariable, name, text
		}
		if m := moveOf(e); m != nil {
			if m.To > 0 && !slices.Contains(fr.Lines(), m.To) {
				return errorf("the run cannot go to line %d", m.To)
			}
			x.live.move = m
			return nil
		}
		repr, err := forecast.NormalizeLiteral(e.text)
		if err != nil {
			return errorf("the neural engine takes literals only, not %q", e.text)
		}
		fr.Set(e.name, repr)
		b := x.bound(e.name, repr, 1)
		for j := range f.vars {
			if f.vars[j].name == e.name {
				f.vars[j] = b
				return nil
			}
		}
		f.vars = append(f.vars, b)
		return nil
	}
	return errorf("the frame is gone")
}

// moveOf is the move that an edit asks for, nil if it sets a variable.
func moveOf(e edit) *neural.Move {
	switch e.kind {
	case jump:
		return &neural.Move{To: e.line}
	case foresee:
		return &neural.Move{To: e.line, Foresee: true}
	}
	return nil
}

// frame finds a frame of the stack by its number.
func (r *modelRun) frame(number int32) *neural.Frame {
	fr := r.top
	for fr != nil && r.number[fr] != number {
		fr = fr.Back
	}
	return fr
}

// set repeats an edit.
func (x *byModel) set(r *modelRun, e edit) error {
	if m := moveOf(e); m != nil {
		r.move = m
		return nil
	}
	fr := r.frame(e.frame)
	if fr == nil {
		return errNotRunning
	}
	name, text := e.name, e.text
	if e.kind == execute {
		name, text, _ = assignment(e.text)
	}
	repr, err := forecast.NormalizeLiteral(text)
	if err == nil {
		fr.Set(name, repr)
	}
	return err
}

// assignment takes "name = expression" apart.
func assignment(text string) (name, expr string, ok bool) {
	f := syntax.ParseFragment([]byte(text))
	if len(f.Module.Body) != 1 || len(f.Problems) > 0 {
		return "", "", false
	}
	a, ok := f.Module.Body[0].(*syntax.Assign)
	if !ok || len(a.Targets) != 1 {
		return "", "", false
	}
	n, ok := a.Targets[0].(*syntax.Name)
	if !ok {
		return "", "", false
	}
	return n.ID, f.Text(a.Value), true
}

func (x *byModel) state(i int) (*state, error) {
	if i < 0 || i >= len(x.states) {
		return nil, errNotRunning
	}
	return x.states[i], nil
}

func (x *byModel) evaluate(st *state, frame int, text string) (bound, error) {
	text = strings.TrimSpace(text)
	if _, err := syntax.ParseExpr(text); err != nil {
		return bound{}, err
	}
	if repr, err := forecast.NormalizeLiteral(text); err == nil {
		return x.bound(text, repr, 1), nil
	}
	f := st.frames[frame]
	q := &prompt.Question{Task: prompt.Line, Kind: prompt.Simple, Statement: "result = " + text}
	for _, n := range prompt.Names(q.Statement) {
		for _, b := range f.vars {
			if b.name == n {
				q.Env = append(q.Env, prompt.Binding{Name: n, Repr: b.text})
			}
		}
	}
	for _, b := range f.vars {
		if b.name == text {
			return b, nil
		}
	}
	got, err := x.o.Ask(x.ctx, q, 1)
	if err != nil {
		return bound{}, err
	}
	if len(got) > 0 {
		if exc := got[0].Answer.Exception; exc != "" {
			return bound{}, errorf("%s (predicted)", exc)
		}
		for _, c := range got[0].Answer.Changed {
			if c.Name == "result" {
				return x.bound(text, c.Repr, got[0].P), nil
			}
		}
	}
	return bound{}, errorf("the model has no answer")
}

func (x *byModel) repr(b bound) (string, bool) {
	if b.text != "" {
		return b.text, true
	}
	if b.value == nil {
		return "", false
	}
	text, err := value.Repr(x.t, b.value)
	return text, err == nil
}

func (x *byModel) children(b bound, start, count int) []bound {
	if b.value == nil {
		return nil
	}
	out := childrenOf(x.t, b, start, count)
	for i := range out {
		out[i].provenance, out[i].p = b.provenance, b.p
	}
	return out
}

func (x *byModel) result() outcome {
	var out outcome
	tl := x.live.tl
	if tl == nil {
		return out
	}
	switch {
	case tl.Result != nil:
		b := x.bound("", tl.Result.Repr, tl.Result.P)
		out.value = &b
	case tl.Exception != nil:
		b := bound{text: "<" + tl.Exception.Type + ">", provenance: timeline.Predicted, p: tl.Exception.P}
		out.exc = x.s.exception(b)
		out.exc.Uncaught = true
	case tl.Stopped != nil:
		out.limit, out.why = tl.Stopped.Limit, tl.Stopped.Reason
	}
	return out
}

func (x *byModel) assumptions() []timeline.Assumption { return nil }

func (x *byModel) output() string { return "" }

func (x *byModel) close() {
	x.cancel()
	x.live.end()
}
