package reach

import (
	"context"
	"time"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// trialLimits bound the run of one candidate. What needs more is a poor input
// to show.
var trialLimits = value.Limits{
	Steps:     60_000,
	Memory:    8 << 20,
	Recursion: 300,
	Time:      250 * time.Millisecond,
	Output:    1 << 16,
}

// plainThread is for operations on data outside of any run.
func plainThread() *value.Thread {
	return value.NewThread(context.Background(), value.Limits{Steps: 1_000_000, Memory: 32 << 20, Recursion: 200})
}

// A runner runs candidates in one machine whose module was loaded once. When a
// run changes the module's own state, the module is loaded anew.
type runner struct {
	ctx   context.Context
	q     *Query
	entry *entry
	watch *watcher
	when  *when // nil without a condition on variables

	m     *eval.Machine
	lines *eval.Lines
	asked *watchedWhen
	fn    value.Value // the function or the class that is called first
	state []*value.Header
	epoch uint64
	exprs map[string]func() (value.Value, error)

	runs  int
	limit value.Limits

	start   time.Time
	loading time.Duration // spent in loading the module
}

func newRunner(ctx context.Context, q *Query, en *entry, watch *watcher, when *when) (*runner, error) {
	r := &runner{ctx: ctx, q: q, entry: en, watch: watch, when: when, limit: trialLimits, start: time.Now()}
	return r, r.load()
}

func (r *runner) close() {
	if r.m != nil {
		r.m.Close()
	}
}

func (q *Query) config() eval.Config {
	cfg := eval.Config{Sources: q.Sources, Library: q.Library}
	if q.Sources != nil && q.Path != "" {
		cfg.Sources = sources{q.Sources, q}
	}
	return cfg
}

// loadLimits bound what it takes to load the module.
func (q *Query) loadLimits() value.Limits {
	l := value.DefaultLimits
	if l.Time == 0 || l.Time > q.Budget {
		l.Time = q.Budget
	}
	return l
}

// sources sees to it that what the program imports from the files of a query is
// the tree that the query has.
type sources struct {
	eval.Sources
	q *Query
}

// Find is part of eval.Sources.
func (s sources) Find(name string) (file *syntax.File, path string, dir bool, ok bool) {
	file, path, dir, ok = s.Sources.Find(name)
	if ok {
		for _, own := range []Source{s.q.source(), s.q.from()} {
			if own.Path == path || name == own.Module {
				return own.File, own.Path, dir, true
			}
		}
	}
	return file, path, dir, ok
}

// load makes a machine and runs the module's top level.
func (r *runner) load() error {
	r.close()
	begun := time.Now()
	defer func() { r.loading += time.Since(begun) }()
	cfg := r.q.config()
	cfg.Observer = r.watch
	cfg.Limits = r.q.loadLimits()
	r.m = eval.New(r.ctx, cfg)
	from := r.q.from()
	r.m.Prepare(from.File, from.Path, from.Module)
	if err := r.m.Load(); err != nil {
		return err
	}
	r.lines = eval.NewLines(r.q.File)
	r.exprs = map[string]func() (value.Value, error){}
	v, ok := r.m.Global(r.entry.names[0])
	if !ok {
		return &value.UnknownError{Reason: r.entry.names[0] + " is not bound when the module has run"}
	}
	r.fn = v
	r.remember()
	return r.ask(r.when, r.watch)
}

// ask makes the machine watch the condition on variables.
func (r *runner) ask(w *when, o *watcher) (err error) {
	if w == nil {
		return nil
	}
	if r.asked, err = w.in(r.m, o); err == nil && w.line > 0 {
		r.lines.Done = r.asked.done
	}
	return err
}

// judge asks for the condition on a result.
func (r *runner) judge(o *outcome, args []*datum) {
	if r.asked == nil || r.asked.line > 0 || o.err != nil {
		return
	}
	for i, name := range r.asked.params {
		r.asked.args[i] = nil
		if name == resultName {
			r.asked.args[i] = o.result
			continue
		}
		for j, p := range r.entry.flat {
			if p.name != name {
				continue
			}
			d := args[j]
			if d == nil {
				d = p.fallback
			}
			if d == nil {
				continue
			}
			if v, err := d.build(r); err == nil {
				r.asked.args[i] = v
			}
		}
	}
	r.asked.ask()
}

// expression computes an argument that is more than a literal.
func (r *runner) expression(text string) (value.Value, error) {
	x, ok := r.exprs[text]
	if !ok {
		var err error
		if x, err = r.m.Compile(text); err != nil {
			return nil, err
		}
		r.exprs[text] = x
	}
	return x()
}

// remember notes the objects that the module holds, to see whether a run
// changes them.
func (r *runner) remember() {
	r.state = r.state[:0]
	seen := map[*value.Header]bool{}
	var walk func(v value.Value, depth int)
	walk = func(v value.Value, depth int) {
		h := value.Head(v)
		if h == nil || seen[h] || depth == 0 || len(r.state) > 500 {
			return
		}
		seen[h] = true
		dict := func(d *value.Dict) {
			if d == nil {
				return
			}
			r.state = append(r.state, &d.Header)
			for i := 0; ; {
				_, x, next, ok := d.Next(i)
				if !ok {
					return
				}
				walk(x, depth-1)
				i = next
			}
		}
		switch v := v.(type) {
		case *value.Function:
			for _, d := range v.Defaults {
				walk(d, depth-1)
			}
			dict(h.Attrs)
			return
		case *value.Type:
			if v.Heap {
				r.state = append(r.state, h)
				dict(v.Dict)
			}
			return
		case *value.Module:
			return
		case *value.List:
			r.state = append(r.state, h)
			for _, x := range v.Elems {
				walk(x, depth-1)
			}
			return
		case *value.Dict:
			dict(v)
			return
		}
		r.state = append(r.state, h)
		dict(h.Attrs)
	}
	globals := r.m.Globals()
	r.state = append(r.state, &globals.Header)
	for i := 0; ; {
		_, v, next, ok := globals.Next(i)
		if !ok {
			break
		}
		walk(v, 4)
		i = next
	}
	r.epoch = r.m.Thread().Mutations
}

func (r *runner) changed() bool {
	for _, h := range r.state {
		if h.Epoch > r.epoch {
			return true
		}
	}
	return false
}

// outcome is what one run did.
type outcome struct {
	result value.Value
	err    error
	// unknown tells that the run met something that cannot be computed.
	unknown bool
}

// run runs one candidate.
func (r *runner) run(args []*datum) outcome {
	// Where loading takes long, runs go on in the state that the ones before
	// them left: what is found is run again from scratch anyway.
	if r.changed() && r.loading < 20*time.Millisecond+time.Since(r.start)/3 {
		if err := r.load(); err != nil {
			return outcome{err: err, unknown: true}
		}
	}
	r.runs++
	r.m.Restart(r.limit)
	r.lines.Reset()
	r.lines.Watch(r.m)
	v, err := r.call(args)
	o := outcome{result: v, err: err}
	if _, bad := err.(*value.UnknownError); bad {
		o.unknown = true
	}
	if _, bad := v.(*value.Unknown); bad {
		o.unknown = true
	}
	r.judge(&o, args)
	return o
}

func (r *runner) call(args []*datum) (value.Value, error) {
	t := r.m.Thread()
	f := r.fn
	at := 0
	for i, ps := range r.entry.params {
		if i > 0 {
			var err error
			if f, err = value.GetAttr(t, f, r.entry.names[i]); err != nil {
				return nil, err
			}
		}
		if ps == nil {
			continue // a class whose static or class method is called
		}
		vs, kws, err := r.bind(ps, args[at:at+len(ps)])
		if err != nil {
			return nil, err
		}
		at += len(ps)
		if f, err = value.Call(t, f, vs, kws); err != nil {
			return nil, err
		}
	}
	switch {
	case r.entry.generator:
		vs, err := value.Collect(t, f)
		return value.NewList(vs), err
	case r.entry.async:
		run, err := r.expression("asyncio.run")
		if err != nil {
			return nil, err
		}
		return value.Call(t, run, []value.Value{f}, nil)
	}
	return f, nil
}

// bind makes the arguments of one call. A nil datum is left out.
func (r *runner) bind(ps []*param, args []*datum) (vs []value.Value, kws []value.Kwarg, err error) {
	skipped := false
	for i, p := range ps {
		d := args[i]
		if d == nil {
			skipped = true
			continue
		}
		switch p.kind {
		case star:
			for _, e := range d.elems {
				v, err := e.build(r)
				if err != nil {
					return nil, nil, err
				}
				vs = append(vs, v)
			}
			continue
		case doubleStar:
			for j := 0; j+1 < len(d.elems); j += 2 {
				v, err := d.elems[j+1].build(r)
				if err != nil {
					return nil, nil, err
				}
				name, _ := d.elems[j].asText()
				kws = append(kws, value.Kwarg{Name: name, Value: v})
			}
			continue
		}
		v, err := d.build(r)
		if err != nil {
			return nil, nil, err
		}
		if p.kind == keywordOnly || skipped && p.kind != positionalOnly {
			kws = append(kws, value.Kwarg{Name: p.name, Value: v})
		} else {
			vs = append(vs, v)
		}
	}
	return vs, kws, nil
}
