package debugger

import (
	"augur/analysis/eval"
	"augur/analysis/value"
)

// What variables held in the past is kept for the last window events or twice
// that: a segment starts with all that can be reached from the frames, and adds
// a version of an object each time that it has changed between two events. Two
// segments are kept. A segment also ends when it holds too much.

// window is how many events a segment covers at most.
const window = 4096

// maxHeld is how many elements a segment holds at most, over all versions.
const maxHeld = 4 << 20

// segment is what is known about a stretch of events.
type segment struct {
	first, last int
	frames      map[int32]*frameHistory
	objects     map[*value.Header]*objectHistory
	values      map[int]value.Value // returned at an event
	excs        map[int]*value.Exception
	held        int
}

type frameHistory struct {
	frame    *eval.Frame
	versions []frameVersion
}

type frameVersion struct {
	at   int
	vars []eval.Variable
}

type objectHistory struct {
	object   value.Value
	versions []objectVersion
}

// objectVersion is what an object held at event at and later.
type objectVersion struct {
	at    int
	elems []value.Value // of a list; the contents of an exception's args
	dict  *value.Dict   // a dict's, or a class's own
	attrs *value.Dict   // of an object that has attributes besides
	slots *value.Dict
	set   []value.Value
	bytes []byte
	text  string // the repr of what has a state of its own
	taint value.Taint
}

// recorder fills segments. It belongs to one machine.
type recorder struct {
	m         *eval.Machine
	cur, prev *segment
	dirty     map[*value.Header]struct{}
	buf       []eval.Variable
	off       bool // recording costs too much for the run at hand
	short     int  // segments in a row that ended early
}

func newRecorder(m *eval.Machine) *recorder {
	r := &recorder{m: m, dirty: map[*value.Header]struct{}{}}
	m.Thread().Touched = func(h *value.Header) {
		if r.cur != nil {
			r.dirty[h] = struct{}{}
		}
	}
	return r
}

// forget drops everything, so that recording starts anew.
func (r *recorder) forget() {
	r.cur, r.prev = nil, nil
	clear(r.dirty)
	r.short = 0
}

// record notes what is new at event i.
func (r *recorder) record(i int, e eval.Event, number func(fr *eval.Frame) int32) {
	if r.off {
		return
	}
	if r.cur == nil || i-r.cur.first >= window || r.cur.held > maxHeld {
		if r.cur != nil && i-r.cur.first < 64 {
			if r.short++; r.short > 4 {
				r.forget()
				r.off = true
				return
			}
		} else {
			r.short = 0
		}
		r.prev = r.cur
		r.cur = &segment{
			first: i, last: i, frames: map[int32]*frameHistory{}, objects: map[*value.Header]*objectHistory{},
			values: map[int]value.Value{}, excs: map[int]*value.Exception{},
		}
		clear(r.dirty)
		for fr := e.Frame.Back(); fr != nil; fr = fr.Back() {
			if fr.Followed() {
				r.frame(i, fr, number(fr))
			}
		}
	}
	s := r.cur
	s.last = i
	for h := range r.dirty {
		if o, ok := s.objects[h]; ok {
			r.version(i, o)
		}
	}
	clear(r.dirty)
	r.frame(i, e.Frame, number(e.Frame))
	for fr := e.Frame.Back(); fr != nil; fr = fr.Back() {
		if fr.Followed() && fr.HasCells() {
			r.frame(i, fr, number(fr))
		}
	}
	if e.Value != nil {
		s.values[i] = e.Value
		r.reach(i, e.Value)
	}
	if e.Exc != nil {
		s.excs[i] = e.Exc
		r.reach(i, e.Exc)
	}
}

// frame notes the variables of a frame if they differ from what is known.
func (r *recorder) frame(i int, fr *eval.Frame, n int32) {
	h := r.cur.frames[n]
	if h == nil || h.frame != fr {
		h = &frameHistory{frame: fr}
		r.cur.frames[n] = h
		r.reach(i, fr.Globals())
		if ns := fr.Namespace(); ns != nil {
			r.reach(i, ns)
		}
	}
	r.buf = fr.Variables(r.buf)
	if k := len(h.versions); k > 0 && sameVariables(h.versions[k-1].vars, r.buf) {
		return
	}
	h.versions = append(h.versions, frameVersion{i, append([]eval.Variable(nil), r.buf...)})
	r.cur.held += 3 * len(r.buf)
	for _, v := range r.buf {
		r.reach(i, v.Value)
	}
}

func sameVariables(a, b []eval.Variable) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Taint != b[i].Taint || !value.Identical(a[i].Value, b[i].Value) {
			return false
		}
	}
	return true
}

// reach notes the objects that can be reached from v and are not known yet.
func (r *recorder) reach(i int, v value.Value) {
	switch v := v.(type) {
	case nil, *value.Module, *value.Function, *value.Builtin, *value.Method, *value.Str, *value.Bytes, value.Int, value.Float, value.Bool:
		return
	case *value.Type:
		if !v.Heap {
			return
		}
	}
	h := value.Head(v)
	if h == nil {
		return
	}
	if _, ok := r.cur.objects[h]; ok {
		return
	}
	o := &objectHistory{object: v}
	r.cur.objects[h] = o
	r.version(i, o)
}

// version notes what an object holds now.
func (r *recorder) version(i int, o *objectHistory) {
	nv := objectVersion{at: i, taint: value.Head(o.object).Taint}
	switch v := o.object.(type) {
	case *value.List:
		nv.elems = append([]value.Value(nil), v.Elems...)
	case *value.Tuple:
		nv.elems = v.Elems
	case *value.Dict:
		nv.dict = v.Copy()
	case *value.Set:
		nv.set = v.Unordered()
	case *value.ByteArray:
		nv.bytes = append([]byte(nil), v.B...)
	case *value.Type:
		nv.dict = v.Dict.Copy()
	case *value.Exception:
		nv.elems = v.Args.Elems
	case *value.Instance:
		if v.Payload != nil {
			r.m.Quietly(func() {
				if text, err := value.Repr(r.m.Thread(), v); err == nil {
					nv.text = text
				}
			})
		}
	}
	if h := value.Head(o.object); h.Attrs != nil {
		nv.attrs = h.Attrs.Copy()
	}
	if h := value.Head(o.object); h.Slots != nil {
		nv.slots = h.Slots.Copy()
	}
	o.versions = append(o.versions, nv)
	r.cur.held += 4 + len(nv.elems) + len(nv.set) + len(nv.bytes)/16
	for _, e := range nv.elems {
		r.reach(i, e)
	}
	for _, e := range nv.set {
		r.reach(i, e)
	}
	for _, d := range []*value.Dict{nv.dict, nv.attrs, nv.slots} {
		if d == nil {
			continue
		}
		r.cur.held += 3 * d.Len()
		for j := 0; ; {
			k, x, n, ok := d.Next(j)
			if !ok {
				break
			}
			j = n
			r.reach(i, k)
			r.reach(i, x)
		}
	}
	if h := value.Head(o.object); h.Attrs != nil {
		r.alias(&h.Attrs.Header, o)
	}
	if h := value.Head(o.object); h.Slots != nil {
		r.alias(&h.Slots.Header, o)
	}
	if t, ok := o.object.(*value.Type); ok {
		r.alias(&t.Dict.Header, o)
	}
}

// alias makes changes of a dict count as changes of the object that it belongs
// to.
func (r *recorder) alias(h *value.Header, o *objectHistory) {
	if _, ok := r.cur.objects[h]; !ok {
		r.cur.objects[h] = o
	}
}

// find returns the segment that covers event i.
func (r *recorder) find(i int) *segment {
	for _, s := range []*segment{r.cur, r.prev} {
		if s != nil && s.first <= i && i <= s.last {
			return s
		}
	}
	return nil
}

func (h *frameHistory) at(i int) []eval.Variable {
	for k := len(h.versions) - 1; k >= 0; k-- {
		if h.versions[k].at <= i {
			return h.versions[k].vars
		}
	}
	return nil
}

func (o *objectHistory) at(i int) *objectVersion {
	lo, hi := 0, len(o.versions)
	for lo < hi {
		mid := (lo + hi) / 2
		if o.versions[mid].at <= i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return nil
	}
	return &o.versions[lo-1]
}

// thawer makes copies of values as they were at one event. The copies hold
// together as the values did.
type thawer struct {
	s    *segment
	at   int
	t    *value.Thread
	made map[*value.Header]value.Value
	text map[value.Value]string // reprs of copies that cannot be copied
}

func (w *thawer) value(v value.Value) value.Value {
	h := value.Head(v)
	if h == nil {
		return v
	}
	o, ok := w.s.objects[h]
	if !ok {
		return v
	}
	if got, ok := w.made[h]; ok {
		return got
	}
	ver := o.at(w.at)
	if ver == nil {
		return v
	}
	header := value.Header{Cls: h.Cls, Taint: ver.taint, Epoch: h.Epoch}
	finish := func(c *value.Header) {
		c.Attrs, c.Slots = w.dict(ver.attrs), w.dict(ver.slots)
	}
	switch old := o.object.(type) {
	case *value.List:
		c := &value.List{Header: header, Elems: make([]value.Value, len(ver.elems))}
		w.made[h] = c
		for i, e := range ver.elems {
			c.Elems[i] = w.value(e)
		}
		finish(&c.Header)
		return c
	case *value.Tuple:
		if len(ver.elems) == 0 && header.Cls == nil {
			return v
		}
		c := &value.Tuple{Header: header, Elems: make([]value.Value, len(ver.elems))}
		w.made[h] = c
		for i, e := range ver.elems {
			c.Elems[i] = w.value(e)
		}
		finish(&c.Header)
		return c
	case *value.Dict:
		c := ver.dict.Copy()
		c.Header = header
		w.made[h] = c
		w.fill(c, ver.dict)
		finish(&c.Header)
		return c
	case *value.Set:
		return w.set(h, o, old, ver)
	case *value.ByteArray:
		c := &value.ByteArray{Header: header, B: ver.bytes}
		w.made[h] = c
		finish(&c.Header)
		return c
	case *value.Exception:
		c := *old
		c.Header = header
		w.made[h] = &c
		args := make([]value.Value, len(ver.elems))
		for i, e := range ver.elems {
			args[i] = w.value(e)
		}
		c.Args = value.NewTuple(args...)
		finish(&c.Header)
		return &c
	case *value.Instance:
		c := &value.Instance{Header: header, Payload: old.Payload}
		w.made[h] = c
		finish(&c.Header)
		if ver.text != "" {
			w.text[c] = ver.text
		}
		return c
	}
	return v
}

// set copies a set. One that has not changed since keeps its order.
func (w *thawer) set(h *value.Header, o *objectHistory, old *value.Set, ver *objectVersion) value.Value {
	if n := len(o.versions); ver == &o.versions[n-1] && len(ver.set) == old.Len() {
		w.made[h] = old
		return old
	}
	c := value.NewSet()
	w.made[h] = c
	for _, e := range ver.set {
		_ = c.Add(w.t, w.value(e))
	}
	c.Header, c.Frozen = value.Header{Cls: h.Cls}, old.Frozen
	return c
}

func (w *thawer) dict(d *value.Dict) *value.Dict {
	if d == nil {
		return nil
	}
	c := d.Copy()
	w.fill(c, d)
	return c
}

// fill replaces the values of c, a copy of d, by what they were.
func (w *thawer) fill(c, d *value.Dict) {
	for i := 0; ; {
		k, v, n, ok := d.Next(i)
		if !ok {
			return
		}
		i = n
		if got := w.value(v); !value.Identical(got, v) {
			if s, isStr := k.(*value.Str); isStr {
				c.SetStr(s.String(), got)
			} else {
				_ = c.Set(w.t, k, got)
			}
		}
	}
}
