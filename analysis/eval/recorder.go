package eval

import (
	"slices"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// A Recorder is the Tracer that makes a timeline. It follows the frames of one
// file, and captures values when they change.
type Recorder struct {
	m    *Machine
	prog *program

	// Probe, if set, is called after every hit of every line.
	Probe func(h Hit)

	lines     map[int]*lineRecord
	calls     map[*syntax.FunctionDef]int
	args      map[*syntax.FunctionDef][]timeline.Change
	reprs     int          // bytes of text captured so far
	stoppedAt *frameRecord // the innermost frame when the run stopped short
}

// Hit is one execution of a line, just completed.
type Hit struct {
	Line, Hit int
	// Look returns a variable of the frame as it is now, false if it is
	// unbound.
	Look func(name string) (timeline.Value, bool)
	// Returned is set when the line ended the frame by returning, Raised
	// ("KeyError: 'a'") when an exception left it.
	Returned *timeline.Value
	Raised   string
}

// How much is kept of a line that runs many times, and of a whole run.
const (
	firstHits   = 200
	lastHits    = 20
	maxCaptured = 16 << 20
	maxRepr     = 1 << 16
)

type lineRecord struct {
	hits    int
	first   []hitRecord
	last    []hitRecord // once first is full, a ring
	oldest  int         // where the ring begins
	output  string
	skipped int
}

type hitRecord struct {
	hit     int
	changes []change
	branch  []branch

	returned bool
	ret      change // of a return statement
}

// change is a variable that a hit changed. A value that cannot change is
// captured only when it is wanted, since most hits of a long loop never are.
type change struct {
	name  string
	v     value.Value // to be captured; nil when captured is set
	taint value.Taint
	timeline.Value
}

// branch is an outcome of a condition.
type branch struct {
	taken bool
	taint value.Taint
}

// frameRecord is what the recorder keeps for a live frame.
type frameRecord struct {
	line, hit int // the line that runs, 0 before the first
	rec       *lineRecord
	branch    []branch
	vars      []varRecord
	named     map[string]*varRecord // of a module or class body
	epoch     uint64
}

type varRecord struct {
	v    value.Value
	repr string
	seen bool
}

// NewRecorder returns a recorder for the file that m loads.
func NewRecorder(m *Machine) *Recorder {
	r := &Recorder{
		m: m, prog: m.prog, lines: map[int]*lineRecord{},
		calls: map[*syntax.FunctionDef]int{}, args: map[*syntax.FunctionDef][]timeline.Change{},
	}
	m.onPrint = r.printed
	return r
}

// Record starts recording: what runs from now on is followed.
func (r *Recorder) Record() {
	r.m.tracer = r
	if s := r.prog.spot; s != nil {
		s.rec = r
	}
}

// Enter is part of Tracer.
func (r *Recorder) Enter(fr *frame) bool {
	if fr.code.prog != r.prog || fr.code.prog.path == callPath {
		return false
	}
	if _, lambda := fr.code.node.(*syntax.Lambda); lambda {
		return false // its calls are no hits of the line that it stands on
	}
	r.enterFunction(fr)
	f := &frameRecord{vars: make([]varRecord, len(fr.slots)+len(fr.cells)), epoch: r.m.t.Mutations}
	fr.data = f
	for i := range f.vars {
		f.vars[i].v = variable(fr, i)
	}
	if fr.names != nil {
		f.named = map[string]*varRecord{}
	}
	return true
}

// enterFunction captures the arguments of the first call of a function.
func (r *Recorder) enterFunction(fr *frame) {
	def, ok := fr.code.node.(*syntax.FunctionDef)
	if !ok {
		return
	}
	r.calls[def]++
	if r.calls[def] > 1 {
		return
	}
	names := fr.code.paramNames
	for _, slot := range []int{fr.code.vararg, fr.code.kwarg} {
		if slot >= 0 {
			names = append(slices.Clip(names), fr.code.scope.slotNames[slot])
		}
	}
	for _, name := range names {
		if v, ok := r.look(fr, name); ok {
			r.args[def] = append(r.args[def], timeline.Change{Name: name, Hit: 1, Value: v})
		}
	}
}

func variable(fr *frame, i int) value.Value {
	if i < len(fr.slots) {
		return fr.slots[i]
	}
	return fr.cells[i-len(fr.slots)].v
}

func variableName(fr *frame, i int) string {
	if i < len(fr.slots) {
		return fr.code.scope.slotNames[i]
	}
	return fr.code.scope.cellNames[i-len(fr.slots)]
}

// Line is part of Tracer.
func (r *Recorder) Line(fr *frame, line int) {
	f := fr.data.(*frameRecord)
	r.finish(fr, f, nil, "")
	rec := r.lines[line]
	if rec == nil {
		rec = &lineRecord{}
		r.lines[line] = rec
	}
	rec.hits++
	f.line, f.hit, f.rec = line, rec.hits, rec
	if s := r.prog.spot; s != nil {
		s.before(fr, line)
	}
}

// Branch is part of Tracer.
func (r *Recorder) Branch(fr *frame, taken bool) {
	f := fr.data.(*frameRecord)
	f.branch = append(f.branch, branch{taken, r.m.t.Taint | r.m.t.Control})
}

// Suspend is part of Tracer.
func (r *Recorder) Suspend(fr *frame, _ value.Value) {
	f := fr.data.(*frameRecord)
	r.finish(fr, f, nil, "")
	f.line = 0
}

// Resume is part of Tracer.
func (r *Recorder) Resume(*frame) {}

// Leave is part of Tracer.
func (r *Recorder) Leave(fr *frame, err error) {
	f := fr.data.(*frameRecord)
	switch e := err.(type) {
	case nil:
		if fr.ret == nil {
			r.finish(fr, f, nil, "")
			break
		}
		if r.Probe != nil {
			r.reprs = 0
		}
		c := r.later("", fr.ret, fr.retTaint)
		r.finish(fr, f, &c, "")
	case *value.Raised:
		text := e.Exc.Type().Name
		if r.Probe != nil {
			if msg := r.message(e.Exc); msg != "" {
				text += ": " + msg
			}
		}
		r.finish(fr, f, nil, text)
	default:
		if r.stoppedAt == nil {
			stopped := *f
			r.stoppedAt = &stopped
		}
		r.finish(fr, f, nil, "")
	}
	f.line = 0
}

func (r *Recorder) printed(text string) {
	fr, _ := r.m.t.Frame.(*frame)
	for fr != nil && (fr.data == nil || !fr.watch) {
		fr = fr.back
	}
	if fr == nil {
		return
	}
	if f := fr.data.(*frameRecord); f.rec != nil && len(f.rec.output) < maxRepr {
		f.rec.output += text
	}
}

// finish captures what the line that just ran changed in its frame.
func (r *Recorder) finish(fr *frame, f *frameRecord, returned *change, raised string) {
	if f.line == 0 {
		return
	}
	h := f.rec.next()
	h.hit, h.branch = f.hit, append(h.branch, f.branch...)
	if returned != nil && !fr.implicit {
		h.returned, h.ret = true, *returned
	}
	f.branch = f.branch[:0]
	mutated := r.m.t.Mutations != f.epoch
	look := func(i int) {
		if i < len(fr.slots) && fr.cells != nil && r.inCell(fr, i) {
			return
		}
		r.compare(f, h, func() string { return variableName(fr, i) }, &f.vars[i], variable(fr, i), fr.stored[i] == fr.serial, mutated, taintOf(fr, i))
	}
	if mutated {
		for i := range f.vars {
			look(i)
		}
	} else {
		// Of the variables only those that were assigned can differ, and those
		// that inner functions share.
		slices.Sort(fr.dirty)
		for n, i := range fr.dirty {
			if n == 0 || fr.dirty[n-1] != i {
				look(int(i))
			}
		}
		for i := len(fr.slots); i < len(f.vars); i++ {
			look(i)
		}
	}
	fr.dirty = fr.dirty[:0]
	if fr.names != nil {
		r.compareNames(fr, f, h, mutated)
	}
	f.epoch = r.m.t.Mutations
	if r.Probe != nil {
		hit := Hit{Line: f.line, Hit: f.hit, Raised: raised, Look: func(name string) (timeline.Value, bool) { return r.look(fr, name) }}
		if returned != nil {
			v := r.settle(*returned)
			hit.Returned = &v
		}
		r.Probe(hit)
	}
}

// next returns the record to fill for one more hit: a new one, or the oldest of
// the ring.
func (l *lineRecord) next() *hitRecord {
	if len(l.first) < firstHits {
		l.first = append(l.first, hitRecord{})
		return &l.first[len(l.first)-1]
	}
	if len(l.last) < lastHits {
		l.last = append(l.last, hitRecord{})
		return &l.last[len(l.last)-1]
	}
	h := &l.last[l.oldest]
	l.oldest = (l.oldest + 1) % lastHits
	l.skipped++
	*h = hitRecord{changes: h.changes[:0], branch: h.branch[:0]}
	return h
}

// kept calls f with the hits that were kept, in order.
func (l *lineRecord) kept(f func(h *hitRecord)) {
	for i := range l.first {
		f(&l.first[i])
	}
	for i := range l.last {
		f(&l.last[(l.oldest+i)%len(l.last)])
	}
}

// inCell reports whether a slot is that of a parameter that moved to a cell.
func (r *Recorder) inCell(fr *frame, slot int) bool {
	_, ok := fr.code.scope.cells[fr.code.scope.slotNames[slot]]
	return ok
}

func taintOf(fr *frame, i int) value.Taint {
	if i < len(fr.slots) {
		if fr.taint == nil {
			return 0
		}
		return fr.taint[i]
	}
	return fr.cells[i-len(fr.slots)].taint
}

func (r *Recorder) compare(f *frameRecord, h *hitRecord, name func() string, old *varRecord, v value.Value, stored, mutated bool, taint value.Taint) {
	if v == nil {
		*old = varRecord{}
		return
	}
	same := old.v != nil && value.Identical(old.v, v)
	if same && !stored {
		if !mutated || !changeable(v) || !changedSince(v, f.epoch) {
			return
		}
		text := ""
		if !showsNothing(v) {
			text = r.text(v)
		}
		if old.seen && text == old.repr {
			return
		}
	}
	old.v = v
	if hidden(v) {
		return
	}
	c := r.later(name(), v, taint)
	old.repr, old.seen = c.Repr, c.v == nil
	h.changes = append(h.changes, c)
}

// later captures a value that can change now, and one that cannot when settle
// is called.
func (r *Recorder) later(name string, v value.Value, taint value.Taint) change {
	if scalar(v) {
		return change{name: name, v: v, taint: taint}
	}
	return change{name: name, Value: r.capture(v, taint)}
}

func (r *Recorder) settle(c change) timeline.Value {
	if c.v != nil {
		return r.capture(c.v, c.taint)
	}
	return c.Value
}

// truth is the outcome of a condition as a value.
func (r *Recorder) truth(b branch) timeline.Value {
	v := timeline.Value{Repr: "False", Class: "bool"}
	if b.taken {
		v.Repr = "True"
	}
	r.provenance(&v, b.taint)
	return v
}

// scalar reports whether v is a value that can never look different.
func scalar(v value.Value) bool {
	switch v := v.(type) {
	case value.Int, value.Float, value.Bool, *value.Singleton:
		return true
	case *value.Str:
		return v.Type() == value.StrType
	}
	return false
}

func (r *Recorder) compareNames(fr *frame, f *frameRecord, h *hitRecord, mutated bool) {
	stored := map[string]bool{}
	for _, n := range fr.storedNames {
		stored[n] = true
	}
	for i := 0; ; {
		k, v, n, ok := fr.names.Next(i)
		if !ok {
			return
		}
		i = n
		key, isStr := k.(*value.Str)
		if !isStr {
			continue
		}
		name := key.String()
		old := f.named[name]
		if old == nil {
			if !stored[name] {
				continue
			}
			old = &varRecord{}
			f.named[name] = old
		}
		if stored[name] || mutated {
			r.compare(f, h, func() string { return name }, old, v, stored[name], mutated, fr.names.Taint)
		}
	}
}

// hidden reports whether a value says nothing that the source does not: a
// function, a class, a module.
func hidden(v value.Value) bool {
	switch v.(type) {
	case *value.Function, *value.Type, *value.Module, *value.Builtin, *value.Method:
		return true
	}
	return false
}

// changeable reports whether v can change while it stays the same object.
func changeable(v value.Value) bool {
	switch v := v.(type) {
	case *value.List, *value.Dict, *value.Set, *value.ByteArray, *value.Instance, *value.Exception:
		return true
	case *value.Tuple:
		for _, e := range v.Elems {
			if changeable(e) {
				return true
			}
		}
	}
	return false
}

// showsNothing reports whether v is an object without a repr of its own.
func showsNothing(v value.Value) bool {
	o, ok := v.(*value.Instance)
	if !ok {
		return false
	}
	_, where, _ := o.Cls.LookupWhere("__repr__")
	return where == value.ObjectType
}

// changedSince reports whether v or something in it changed after epoch. It
// gives up looking, and says yes, in very large structures.
func changedSince(v value.Value, epoch uint64) bool {
	budget := 500
	var walk func(v value.Value) bool
	any := func(vs []value.Value) bool {
		for _, v := range vs {
			if walk(v) {
				return true
			}
		}
		return false
	}
	seen := map[*value.Header]bool{}
	walk = func(v value.Value) bool {
		h := value.Head(v)
		if h == nil {
			return false
		}
		if budget--; budget < 0 {
			return true
		}
		if h.Epoch > epoch {
			return true
		}
		switch v := v.(type) {
		case *value.List:
			if seen[h] {
				return false
			}
			seen[h] = true
			return any(v.Elems)
		case *value.Tuple:
			return any(v.Elems)
		case *value.Dict:
			if seen[h] {
				return false
			}
			seen[h] = true
			for i := 0; ; {
				_, x, n, ok := v.Next(i)
				if !ok {
					return false
				}
				if walk(x) {
					return true
				}
				i = n
			}
		case *value.Instance:
			if seen[h] {
				return false
			}
			seen[h] = true
			return v.Attrs != nil && walk(v.Attrs) || v.Slots != nil && walk(v.Slots)
		}
		return false
	}
	return walk(v)
}

// text is the repr for comparison: empty when there is none.
func (r *Recorder) text(v value.Value) string {
	defer r.m.quiet()()
	if r.reprs > maxCaptured {
		return ""
	}
	s, err := value.Repr(r.m.t, v)
	if err != nil {
		return ""
	}
	r.reprs += len(s)
	return s
}

// Capture returns a value as it is now, with the assumptions that it rests on.
func (m *Machine) Capture(v value.Value, taint value.Taint) timeline.Value {
	r := &Recorder{m: m}
	return r.capture(v, taint)
}

func (r *Recorder) capture(v value.Value, taint value.Taint) timeline.Value {
	if u, ok := v.(*value.Unknown); ok {
		return timeline.Value{Provenance: timeline.Unknown, Reason: u.Reason, Class: u.Class, P: u.P}
	}
	if r.m.t.Tainted != 0 {
		taint |= heapTaint(r.m.t, v)
	}
	c := timeline.Value{Class: v.Type().Name}
	unknown := func(reason string) timeline.Value {
		c.Provenance, c.Reason = timeline.Unknown, reason
		return c
	}
	if r.reprs > maxCaptured {
		return unknown("too many values to keep")
	}
	done := r.m.quiet()
	s, err := value.Repr(r.m.t, v)
	done()
	switch e := err.(type) {
	case nil:
	case *value.UnknownError:
		return unknown(e.Reason)
	default:
		return unknown(err.Error())
	}
	r.reprs += len(s)
	c.Repr = s
	r.provenance(&c, taint)
	return c
}

func (r *Recorder) provenance(c *timeline.Value, taint value.Taint) {
	c.Provenance, c.P = timeline.Computed, 1
	if taint == 0 {
		return
	}
	c.Provenance = timeline.Observed
	for i, a := range r.m.assumptions {
		if taint&value.TaintOf(i) == 0 {
			continue
		}
		c.Depends = append(c.Depends, i)
		c.P *= a.P
		if a.Source != timeline.Observed {
			c.Provenance = timeline.Predicted
		}
	}
}

// look captures a variable. That it has its value rests, too, on what decided
// that no other code ran that would have changed it.
func (r *Recorder) look(fr *frame, name string) (timeline.Value, bool) {
	if i, ok := fr.code.scope.cells[name]; ok && i < len(fr.cells) {
		if v := fr.cells[i].v; v != nil {
			return r.capture(v, fr.cells[i].taint|fr.t.Control), true
		}
		return timeline.Value{}, false
	}
	if i, ok := fr.code.scope.slots[name]; ok {
		if v := fr.slots[i]; v != nil {
			return r.capture(v, taintOf(fr, i)|fr.t.Control), true
		}
		return timeline.Value{}, false
	}
	if fr.names != nil {
		if v, ok := fr.names.GetStr(name); ok {
			return r.capture(v, fr.names.Taint|fr.t.Control), true
		}
	}
	if v, ok := fr.globals.GetStr(name); ok {
		return r.capture(v, fr.globals.Taint|fr.t.Control), true
	}
	return timeline.Value{}, false
}

// Timeline returns what was recorded, for the function def (nil: the module's
// top level), whose run ended with result or err.
func (r *Recorder) Timeline(def *syntax.FunctionDef, result value.Value, err error) *timeline.Timeline {
	tl := &timeline.Timeline{First: 1, Last: r.prog.file.Lines(), Steps: r.m.t.Steps, Assumptions: r.m.assumptions, Output: r.m.Output()}
	if def != nil {
		tl.Function, tl.First, tl.Last = def.Name, int(def.Line), int(def.EndLine)
		tl.Args, tl.Calls = r.args[def], r.calls[def]
	}
	for n, rec := range r.lines {
		l := timeline.Line{Line: n, Hits: rec.hits, Output: rec.output, Skipped: rec.skipped}
		rec.kept(func(h *hitRecord) {
			for _, c := range h.changes {
				l.Changes = append(l.Changes, timeline.Change{Name: c.name, Hit: h.hit, Value: r.settle(c)})
			}
			for _, b := range h.branch {
				l.Branch = append(l.Branch, timeline.Branch{Hit: h.hit, Taken: b.taken, Value: r.truth(b)})
			}
			if h.returned {
				l.Returns = append(l.Returns, timeline.Return{Hit: h.hit, Value: r.settle(h.ret)})
			}
		})
		tl.Lines = append(tl.Lines, l)
	}
	slices.SortFunc(tl.Lines, func(a, b timeline.Line) int { return a.Line - b.Line })
	switch e := err.(type) {
	case nil:
		if result != nil {
			r.reprs = 0 // whatever was captured on the way, the result is
			v := r.capture(result, r.m.t.Taint|r.m.t.Control|r.m.escape)
			tl.Result = &v
		}
	case *value.Raised:
		tl.Exception = r.exception(e.Exc)
	case *value.UnknownError:
		tl.Stopped = &timeline.Stop{Limit: "unknown", Line: r.lastLine(), Reason: e.Reason}
	case *value.LimitError:
		tl.Stopped = &timeline.Stop{Limit: e.Limit, Line: r.lastLine()}
	default:
		tl.Stopped = &timeline.Stop{Limit: "unknown", Line: r.lastLine(), Reason: err.Error()}
	}
	return tl
}

func (r *Recorder) lastLine() int {
	if r.stoppedAt != nil {
		return r.stoppedAt.line
	}
	return 0
}

// message is str(exc), empty when that is unknown.
func (r *Recorder) message(exc *value.Exception) string {
	defer r.m.quiet()()
	msg, err := value.Text(r.m.t, exc)
	if err != nil {
		return ""
	}
	return msg
}

func (r *Recorder) exception(exc *value.Exception) *timeline.Exception {
	e := &timeline.Exception{Type: exc.Type().Name, P: 1, Provenance: timeline.Computed}
	e.Message = r.message(exc)
	var v timeline.Value
	r.provenance(&v, r.m.t.Control|r.m.t.Taint|r.m.escape)
	e.Provenance, e.P = v.Provenance, v.P
	for _, tb := range exc.Traceback {
		if tb.File == r.prog.path && e.Line == 0 && tb.File != callPath {
			e.Line = tb.Line
		}
		if tb.File != callPath {
			e.Traceback = append([]timeline.Frame{{File: tb.File, Function: tb.Function, Line: tb.Line}}, e.Traceback...)
		}
	}
	return e
}
