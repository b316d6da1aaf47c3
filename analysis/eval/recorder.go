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

	lines     []*lineRecord // by line; nil for those that did not run
	codes     map[*code]*codeRecord
	last      *codeRecord // the one entered last
	reprs     int         // bytes of text captured so far
	moments   moments
	addresses map[*value.Type]*timeline.Value // what instances that show nothing are captured as
	address1  struct {                        // the one asked for last
		cls *value.Type
		got *timeline.Value
	}
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

// change is a variable that a hit changed. Its text is made only when it is
// wanted, since most hits of a long loop never are.
type change struct {
	name  string
	v     value.Value
	taint value.Taint
	as    *moment         // how v was; nil if it cannot change
	was   *moment         // how it was before: if it looked the same, nothing changed
	got   *timeline.Value // set when it had to be captured at once
}

// branch is an outcome of a condition.
type branch struct {
	taken bool
	taint value.Taint
}

// codeRecord is what the recorder knows of a code object.
type codeRecord struct {
	code   *code
	follow bool
	def    *syntax.FunctionDef // nil for code that is no function's
	calls  int
	args   []timeline.Change // of the first call
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

// varRecord is a variable as it was captured last: as a moment or, where that
// could not be, as text.
type varRecord struct {
	v    value.Value
	as   *moment
	repr string
	seen bool // repr holds
}

// NewRecorder returns a recorder for the file that m loads.
func NewRecorder(m *Machine) *Recorder {
	r := &Recorder{
		m: m, prog: m.prog, lines: make([]*lineRecord, m.prog.file.Lines()+2),
		codes: map[*code]*codeRecord{}, addresses: map[*value.Type]*timeline.Value{},
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
	k := r.last
	if k == nil || k.code != fr.code {
		k = r.codeOf(fr.code)
		r.last = k
	}
	if !k.follow {
		return false
	}
	if k.def != nil {
		if k.calls++; k.calls == 1 {
			r.enterFirst(fr, k)
		}
	}
	f, again := fr.data.(*frameRecord) // of an earlier use of the frame
	if !again {
		f = &frameRecord{}
		fr.data = f
	}
	n := len(fr.slots) + len(fr.cells)
	if cap(f.vars) < n {
		f.vars = make([]varRecord, n)
	}
	f.vars, f.branch = f.vars[:n], f.branch[:0]
	f.line, f.rec, f.epoch = 0, nil, r.m.t.Mutations
	for i := range f.vars {
		f.vars[i] = varRecord{v: variable(fr, i)}
	}
	f.named = nil
	if fr.names != nil {
		f.named = map[string]*varRecord{}
	}
	return true
}

// codeOf returns the record of a code object.
func (r *Recorder) codeOf(c *code) *codeRecord {
	k := r.codes[c]
	if k == nil {
		_, lambda := c.node.(*syntax.Lambda) // its calls are no hits of the line that it stands on
		k = &codeRecord{code: c, follow: c.prog == r.prog && c.prog.path != callPath && !lambda}
		k.def, _ = c.node.(*syntax.FunctionDef)
		r.codes[c] = k
	}
	return k
}

// enterFirst captures the arguments of the first call of a function.
func (r *Recorder) enterFirst(fr *frame, k *codeRecord) {
	names := fr.code.paramNames
	for _, slot := range []int{fr.code.vararg, fr.code.kwarg} {
		if slot >= 0 {
			names = append(slices.Clip(names), fr.code.scope.slotNames[slot])
		}
	}
	for _, name := range names {
		if v, ok := r.look(fr, name); ok {
			k.args = append(k.args, timeline.Change{Name: name, Hit: 1, Value: v})
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
	rec := r.line(line)
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

// line returns the record of a line, nil if it has none yet.
func (r *Recorder) line(n int) *lineRecord {
	for n >= len(r.lines) {
		r.lines = append(r.lines, nil)
	}
	return r.lines[n]
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
	for i := range f.vars {
		r.moments.release(f.vars[i].as)
		f.vars[i] = varRecord{}
	}
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
	h := r.next(f.rec)
	h.hit, h.branch = f.hit, append(h.branch, f.branch...)
	if returned != nil && !fr.implicit {
		h.returned, h.ret = true, *returned
	}
	f.branch = f.branch[:0]
	mutations := r.m.t.Mutations - f.epoch
	if fr.names != nil {
		// To bind a name is to change the namespace. What else changed?
		mutations -= min(mutations, uint64(len(fr.storedNames)))
	}
	mutated := mutations > 0
	moved := fr.code.scope.moved
	if mutated {
		for i := range fr.slots {
			if moved == nil || !moved[i] {
				r.look1(fr, f, h, i, true)
			}
		}
	} else {
		// Of the variables only those that were assigned can differ, and those
		// that inner functions share.
		if len(fr.dirty) > 1 {
			slices.Sort(fr.dirty)
			fr.dirty = slices.Compact(fr.dirty)
		}
		for _, i := range fr.dirty {
			if moved == nil || !moved[i] {
				r.look1(fr, f, h, int(i), false)
			}
		}
	}
	for i := len(fr.slots); i < len(f.vars); i++ {
		r.look1(fr, f, h, i, mutated)
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

// look1 captures a variable if the line that just ran changed it.
func (r *Recorder) look1(fr *frame, f *frameRecord, h *hitRecord, i int, mutated bool) {
	old, v, stored := &f.vars[i], variable(fr, i), fr.stored[i] == fr.serial
	if !r.differs(f, old, v, stored, mutated) {
		return
	}
	r.changed(h, variableName(fr, i), old, v, stored, taintOf(fr, i))
}

// next returns the record to fill for one more hit: a new one, or the oldest of
// the ring.
func (r *Recorder) next(l *lineRecord) *hitRecord {
	if len(l.first) < firstHits {
		l.first = append(l.first, hitRecord{})
		return &l.first[len(l.first)-1]
	}
	if len(l.last) < lastHits {
		l.last = append(l.last, hitRecord{})
		return &l.last[len(l.last)-1]
	}
	h := &l.last[l.oldest]
	if l.oldest++; l.oldest == lastHits {
		l.oldest = 0
	}
	l.skipped++
	for i := range h.changes {
		r.moments.release(h.changes[i].as)
		r.moments.release(h.changes[i].was)
	}
	if h.returned {
		r.moments.release(h.ret.as)
		h.returned, h.ret = false, change{}
	}
	h.changes, h.branch = h.changes[:0], h.branch[:0]
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

func taintOf(fr *frame, i int) value.Taint {
	if i < len(fr.slots) {
		if fr.taint == nil {
			return 0
		}
		return fr.taint[i]
	}
	return fr.cells[i-len(fr.slots)].taint
}

// differs reports whether a variable is to be captured: it was assigned, or what
// it holds looks different from when it was captured last.
func (r *Recorder) differs(f *frameRecord, old *varRecord, v value.Value, stored, mutated bool) bool {
	if v == nil {
		r.moments.release(old.as)
		*old = varRecord{}
		return false
	}
	if stored || old.v == nil || !value.Identical(old.v, v) {
		return true
	}
	if !mutated || !changeable(v) {
		return false
	}
	if old.as != nil {
		// Whether it looks different is found out when that is wanted.
		if old.as.Flat() {
			return value.Head(v).Epoch > f.epoch
		}
		return changedSince(v, f.epoch)
	}
	nothing := showsNothing(v)
	if nothing && old.seen && old.repr == "" || !changedSince(v, f.epoch) {
		return false
	}
	text := ""
	if !nothing {
		text = r.text(v)
	}
	return !old.seen || text != old.repr
}

// changed adds a variable with a new value, or with a value that may look
// different now, to a hit.
func (r *Recorder) changed(h *hitRecord, name string, old *varRecord, v value.Value, stored bool, taint value.Taint) {
	was := old.as
	if was != nil && (stored || !value.Identical(old.v, v)) {
		r.moments.release(was)
		was = nil
	}
	*old = varRecord{v: v}
	if hidden(v) {
		return
	}
	c := r.later(name, v, taint)
	switch {
	case c.as != nil:
		old.as, c.was = c.as, was
		c.as.uses++
	case c.got != nil:
		old.repr, old.seen = c.got.Repr, true
		if was != nil {
			// It can no longer be kept as a moment.
			text := r.shown(was, 0).Repr
			r.moments.release(was)
			if text == old.repr {
				return
			}
		}
	}
	h.changes = append(h.changes, c)
}

// shows reports whether c changed something that can be seen.
func (c *change) shows() bool { return c.was == nil || !c.was.Same(&c.as.Snapshot) }

func (r *Recorder) shown(m *moment, taint value.Taint) (v timeline.Value) {
	r.m.t.Afterwards(func() { v = r.show(m.Value(), taint) })
	return v
}

// later notes a value so that it can be captured when settle is called, as it is
// now. What can only be captured at once is.
func (r *Recorder) later(name string, v value.Value, taint value.Taint) change {
	c := change{name: name, v: v, taint: taint}
	if value.Constant(v) {
		return c
	}
	if r.m.t.Tainted == 0 {
		if c.as = r.moments.take(v); c.as != nil {
			return c
		}
	}
	if showsNothing(v) {
		c.got = r.address(v)
		return c
	}
	got := r.capture(v, taint)
	c.got = &got
	return c
}

// address is how an instance that shows nothing is captured: by its class.
func (r *Recorder) address(v value.Value) *timeline.Value {
	cls := v.Type()
	if r.address1.cls == cls {
		return r.address1.got
	}
	got := r.addresses[cls]
	if got == nil {
		c := r.capture(v, 0)
		got = &c
		r.addresses[cls] = got
	}
	r.address1.cls, r.address1.got = cls, got
	return got
}

// settle captures what was noted.
func (r *Recorder) settle(c change) (v timeline.Value) {
	switch {
	case c.got != nil:
		return *c.got
	case c.as != nil:
		return r.shown(c.as, c.taint)
	}
	r.m.t.Afterwards(func() { v = r.capture(c.v, c.taint) })
	return v
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

// compareNames is look1 for the names of a module or a class body.
func (r *Recorder) compareNames(fr *frame, f *frameRecord, h *hitRecord, mutated bool) {
	one := func(name string, v value.Value, stored bool) {
		old := f.named[name]
		if old == nil {
			if !stored {
				return
			}
			old = &varRecord{}
			f.named[name] = old
		}
		if (stored || mutated) && r.differs(f, old, v, stored, mutated) {
			r.changed(h, name, old, v, stored, fr.names.Taint)
		}
	}
	if !mutated && len(fr.storedNames) <= 1 {
		for _, name := range fr.storedNames {
			if v, ok := fr.names.GetStr(name); ok {
				one(name, v, true)
			}
		}
		return
	}
	for i := 0; ; {
		k, v, n, ok := fr.names.Next(i)
		if !ok {
			return
		}
		i = n
		if key, isStr := k.(*value.Str); isStr {
			name := key.String()
			one(name, v, slices.Contains(fr.storedNames, name))
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
	return o.Cls.ShowsAddress()
}

// changedSince reports whether v or something in it changed after epoch. It
// gives up looking, and says yes, in very large structures.
func changedSince(v value.Value, epoch uint64) bool {
	budget := 500
	var walk func(v value.Value, depth int) bool
	any := func(vs []value.Value, depth int) bool {
		for _, v := range vs {
			if walk(v, depth) {
				return true
			}
		}
		return false
	}
	var seen map[*value.Header]bool // what lies deep enough to have been met on a cycle
	again := func(h *value.Header, depth int) bool {
		if depth < 3 || seen[h] {
			return depth >= 3
		}
		if seen == nil {
			seen = map[*value.Header]bool{}
		}
		seen[h] = true
		return false
	}
	walk = func(v value.Value, depth int) bool {
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
		if again(h, depth) {
			return false
		}
		depth++
		switch v := v.(type) {
		case *value.List:
			return any(v.Elems, depth)
		case *value.Tuple:
			return any(v.Elems, depth)
		case *value.Dict:
			for i := 0; ; {
				_, x, n, ok := v.Next(i)
				if !ok {
					return false
				}
				if walk(x, depth) {
					return true
				}
				i = n
			}
		case *value.Instance:
			return v.Attrs != nil && walk(v.Attrs, depth) || v.Slots != nil && walk(v.Slots, depth)
		}
		return false
	}
	return walk(v, 0)
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
	return r.show(v, taint)
}

// show is capture for a value of which it is known on what it rests.
func (r *Recorder) show(v value.Value, taint value.Taint) timeline.Value {
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
		for _, k := range r.codes {
			if k.def == def {
				tl.Args, tl.Calls = k.args, k.calls
			}
		}
	}
	r.reprs = 0 // what was noted has a bound of its own
	for n, rec := range r.lines {
		if rec == nil {
			continue
		}
		l := timeline.Line{Line: n, Hits: rec.hits, Output: rec.output, Skipped: rec.skipped}
		rec.kept(func(h *hitRecord) {
			for _, c := range h.changes {
				if !c.shows() {
					continue
				}
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
