package stdlib

import (
	"container/heap"

	"augur/analysis/value"
)

// gate is the state of a Lock, Event, Semaphore or Queue: who waits for it.
type gate struct {
	waiters []*future
	count   int  // of a semaphore: how often it may be acquired; of an event: 1 if set
	bound   int  // the most that count may be, or -1
	locked  bool // of a lock
}

// park returns a future that the gate resolves when it is the caller's turn.
func (g *gate) park(l *eventLoop) *future {
	f := &future{loop: l}
	g.waiters = append(g.waiters, f)
	return f
}

// wake resolves the first waiter that still waits.
func (g *gate) wake(t *value.Thread) {
	for _, f := range g.waiters {
		if !f.done {
			f.resolve(t, value.True)
			return
		}
	}
}

func (g *gate) drop(f *future) {
	for i, w := range g.waiters {
		if w == f {
			g.waiters = append(g.waiters[:i:i], g.waiters[i+1:]...)
			return
		}
	}
}

func gateOf(v value.Value) *gate {
	g, ok := state[*gate](v)
	if !ok {
		g = &gate{bound: -1}
	}
	return g
}

// defineSync defines the primitives that tasks synchronize with.
func defineSync(t *value.Thread, m *value.Module) error {
	make := func(module, name string, bases ...*value.Type) (*value.Type, error) {
		c, err := class{module: module, name: name, bases: bases}.make(t)
		if err == nil {
			m.Set(name, c)
		}
		return c, err
	}
	lock, err := make("asyncio.locks", "Lock")
	if err != nil {
		return err
	}
	event, err := make("asyncio.locks", "Event")
	if err != nil {
		return err
	}
	semaphore, err := make("asyncio.locks", "Semaphore")
	if err != nil {
		return err
	}
	bounded, err := make("asyncio.locks", "BoundedSemaphore", semaphore)
	if err != nil {
		return err
	}
	defineLock(lock)
	defineEvent(event)
	defineSemaphore(semaphore, bounded)
	if err := defineQueues(make); err != nil {
		return err
	}
	return defineGroups(make, m)
}

// defineEntry defines "async with" on a lock.
func defineEntry(c *value.Type, acquire func(v value.Value) script, release func(t *value.Thread, v value.Value) error) {
	def(c, "acquire(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return acquire(a[0]).run(), nil })
	def(c, "release(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, release(t, a[0]) })
	def(c, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return then(t, acquire(a[0]).run(), func(_ value.Value, err error) (value.Value, error) { return value.None, err })
	})
	def(c, "__aexit__(self, exc_type, exc, tb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return script{start: func(t *value.Thread) (value.Value, value.Value, error) { return value.None, nil, release(t, a[0]) }}.run(), nil
	})
}

func defineLock(c *value.Type) {
	def(c, "__init__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*value.Instance).Payload = &gate{bound: -1}
		return value.None, nil
	})
	def(c, "locked(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Bool(gateOf(a[0]).locked), nil
	})
	defineEntry(c, func(v value.Value) script {
		g := gateOf(v)
		var mine *future
		return script{
			start: func(t *value.Thread) (value.Value, value.Value, error) {
				waiting := false
				for _, f := range g.waiters {
					waiting = waiting || !f.cancelled
				}
				if !g.locked && !waiting {
					g.locked = true
					return value.True, nil, nil
				}
				l, err := runningLoop(t)
				if err != nil {
					return nil, nil, err
				}
				mine = g.park(l)
				return nil, mine, nil
			},
			next: func(t *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
				g.drop(mine)
				if err != nil {
					if !g.locked {
						g.wake(t)
					}
					return nil, nil, err
				}
				g.locked = true
				return value.True, nil, nil
			},
		}
	}, func(t *value.Thread, v value.Value) error {
		g := gateOf(v)
		if !g.locked {
			return value.Raisef(value.RuntimeError, "Lock is not acquired.")
		}
		g.locked = false
		g.wake(t)
		return nil
	})
}

func defineEvent(c *value.Type) {
	def(c, "__init__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*value.Instance).Payload = &gate{bound: -1}
		return value.None, nil
	})
	def(c, "is_set(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Bool(gateOf(a[0]).count > 0), nil
	})
	def(c, "set(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g := gateOf(a[0])
		if g.count == 0 {
			g.count = 1
			for _, f := range g.waiters {
				f.resolve(t, value.True)
			}
		}
		return value.None, nil
	})
	def(c, "clear(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		gateOf(a[0]).count = 0
		return value.None, nil
	})
	def(c, "wait(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g := gateOf(a[0])
		var mine *future
		return script{
			start: func(t *value.Thread) (value.Value, value.Value, error) {
				if g.count > 0 {
					return value.True, nil, nil
				}
				l, err := runningLoop(t)
				if err != nil {
					return nil, nil, err
				}
				mine = g.park(l)
				return nil, mine, nil
			},
			next: func(t *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
				g.drop(mine)
				return value.True, nil, err
			},
		}.run(), nil
	})
}

func defineSemaphore(c, bounded *value.Type) {
	def(c, "__init__(self, value=1)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, value.ValueErrorf("Semaphore initial value must be >= 0")
		}
		g := &gate{count: n, bound: -1}
		if a[0].Type().IsSubtype(bounded) {
			g.bound = n
		}
		a[0].(*value.Instance).Payload = g
		return value.None, nil
	})
	locked := func(g *gate) bool {
		if g.count == 0 {
			return true
		}
		for _, f := range g.waiters {
			if !f.cancelled {
				return true
			}
		}
		return false
	}
	def(c, "locked(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Bool(locked(gateOf(a[0]))), nil
	})
	// pass gives a free place to the first who waits.
	pass := func(t *value.Thread, g *gate) {
		for _, f := range g.waiters {
			if !f.done {
				g.count--
				f.resolve(t, value.True)
				return
			}
		}
	}
	defineEntry(c, func(v value.Value) script {
		g := gateOf(v)
		var mine *future
		return script{
			start: func(t *value.Thread) (value.Value, value.Value, error) {
				if !locked(g) {
					g.count--
					return value.True, nil, nil
				}
				l, err := runningLoop(t)
				if err != nil {
					return nil, nil, err
				}
				mine = g.park(l)
				return nil, mine, nil
			},
			next: func(t *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
				g.drop(mine)
				if err != nil {
					if mine.done && !mine.cancelled {
						g.count++
						pass(t, g)
					}
					return nil, nil, err
				}
				if g.count > 0 {
					pass(t, g)
				}
				return value.True, nil, nil
			},
		}
	}, func(t *value.Thread, v value.Value) error {
		g := gateOf(v)
		if g.bound >= 0 && g.count >= g.bound {
			return value.ValueErrorf("BoundedSemaphore released too many times")
		}
		g.count++
		pass(t, g)
		return nil
	})
}

// queue is the state of a Queue.
type queue struct {
	kind       string // "", "priority" or "lifo"
	items      []value.Value
	limit      int
	getters    gate
	putters    gate
	finished   gate
	unfinished int
	t          *value.Thread // of the running operation, for comparisons
	err        error
}

// The queue's items form a heap when it is a PriorityQueue.
func (q *queue) Len() int { return len(q.items) }
func (q *queue) Less(i, j int) bool {
	less, err := value.Less(q.t, q.items[i], q.items[j])
	if err != nil && q.err == nil {
		q.err = err
	}
	return less
}
func (q *queue) Swap(i, j int) { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue) Push(x any)    { q.items = append(q.items, x.(value.Value)) }
func (q *queue) Pop() any {
	x := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return x
}

func (q *queue) full() bool { return q.limit > 0 && len(q.items) >= q.limit }

func (q *queue) put(t *value.Thread, v value.Value) error {
	q.t, q.err = t, nil
	if q.kind == "priority" {
		heap.Push(q, v)
	} else {
		q.items = append(q.items, v)
	}
	q.unfinished++
	q.getters.wake(t)
	return q.err
}

func (q *queue) get(t *value.Thread) (value.Value, error) {
	q.t, q.err = t, nil
	var v value.Value
	switch q.kind {
	case "priority":
		v = heap.Pop(q).(value.Value)
	case "lifo":
		v = q.Pop().(value.Value)
	default:
		v = q.items[0]
		q.items = q.items[1:]
	}
	q.putters.wake(t)
	return v, q.err
}

func queueOf(v value.Value) *queue {
	q, ok := state[*queue](v)
	if !ok {
		q = &queue{}
	}
	return q
}

func defineQueues(make func(module, name string, bases ...*value.Type) (*value.Type, error)) error {
	c, err := make("asyncio.queues", "Queue")
	if err != nil {
		return err
	}
	kinds := map[*value.Type]string{}
	for name, kind := range map[string]string{"PriorityQueue": "priority", "LifoQueue": "lifo"} {
		k, err := make("asyncio.queues", name, c)
		if err != nil {
			return err
		}
		kinds[k] = kind
	}
	def(c, "__init__(self, maxsize=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		q := &queue{limit: n}
		for k, kind := range kinds {
			if a[0].Type().IsSubtype(k) {
				q.kind = kind
			}
		}
		a[0].(*value.Instance).Payload = q
		return value.None, nil
	})
	method := func(signature string, run func(t *value.Thread, q *queue, a []value.Value) (value.Value, error)) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			t.Touch(value.Head(a[0]))
			t.Reading(value.Head(a[0]))
			return run(t, queueOf(a[0]), a)
		})
	}
	method("qsize(self)", func(_ *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		return value.Int(len(q.items)), nil
	})
	method("empty(self)", func(_ *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		return value.Bool(len(q.items) == 0), nil
	})
	method("full(self)", func(_ *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		return value.Bool(q.full()), nil
	})
	defProperty(c, "maxsize", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.Int(queueOf(self).limit), nil
	})
	method("put_nowait(self, item)", func(t *value.Thread, q *queue, a []value.Value) (value.Value, error) {
		if q.full() {
			return nil, value.Raise(queueFull)
		}
		return value.None, q.put(t, a[1])
	})
	method("get_nowait(self)", func(t *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		if len(q.items) == 0 {
			return nil, value.Raise(queueEmpty)
		}
		return q.get(t)
	})
	// until runs act once ready holds, waiting at the gate until then.
	until := func(g *gate, blocked func() bool, act func(t *value.Thread) (value.Value, error)) value.Value {
		var mine *future
		try := func(t *value.Thread) (value.Value, value.Value, error) {
			if !blocked() {
				v, err := act(t)
				return v, nil, err
			}
			l, err := runningLoop(t)
			if err != nil {
				return nil, nil, err
			}
			mine = g.park(l)
			return nil, mine, nil
		}
		return script{start: try, next: func(t *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
			g.drop(mine)
			if err != nil {
				if !blocked() && !mine.cancelled {
					g.wake(t)
				}
				return nil, nil, err
			}
			return try(t)
		}}.run()
	}
	method("put(self, item)", func(t *value.Thread, q *queue, a []value.Value) (value.Value, error) {
		return until(&q.putters, q.full, func(t *value.Thread) (value.Value, error) { return value.None, q.put(t, a[1]) }), nil
	})
	method("get(self)", func(t *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		return until(&q.getters, func() bool { return len(q.items) == 0 }, q.get), nil
	})
	method("task_done(self)", func(t *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		if q.unfinished <= 0 {
			return nil, value.ValueErrorf("task_done() called too many times")
		}
		if q.unfinished--; q.unfinished == 0 {
			for _, f := range q.finished.waiters {
				f.resolve(t, value.True)
			}
		}
		return value.None, nil
	})
	method("join(self)", func(t *value.Thread, q *queue, _ []value.Value) (value.Value, error) {
		return until(&q.finished, func() bool { return q.unfinished > 0 }, func(*value.Thread) (value.Value, error) { return value.None, nil }), nil
	})
	return nil
}

// taskGroup is the state of a TaskGroup.
type taskGroup struct {
	tasks    []*task
	errors   []value.Value
	parent   *task
	aborting bool
	asked    bool // the group has cancelled its parent
	wait     *future
}

func (g *taskGroup) left() int {
	n := 0
	for _, k := range g.tasks {
		if !k.done {
			n++
		}
	}
	return n
}

func (g *taskGroup) abort(t *value.Thread) {
	g.aborting = true
	for _, k := range g.tasks {
		if !k.done {
			k.cancel(t)
		}
	}
}

// defineGroups defines TaskGroup and timeout.
func defineGroups(make func(module, name string, bases ...*value.Type) (*value.Type, error), m *value.Module) error {
	c, err := make("asyncio.taskgroups", "TaskGroup")
	if err != nil {
		return err
	}
	def(c, "__init__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*value.Instance).Payload = &taskGroup{}
		return value.None, nil
	})
	of := func(v value.Value) *taskGroup {
		g, ok := state[*taskGroup](v)
		if !ok {
			g = &taskGroup{}
		}
		return g
	}
	def(c, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return script{start: func(t *value.Thread) (value.Value, value.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, nil, err
			}
			of(a[0]).parent = l.current
			return a[0], nil, nil
		}}.run(), nil
	})
	def(c, "create_task(self, coro, *, name=None, context=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g := of(a[0])
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		if g.parent == nil {
			return nil, value.Unknownf("a TaskGroup that has not been entered")
		}
		if !isCoroutine(a[1]) {
			s, err := reprOf(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("a coroutine was expected, got %s", s)
		}
		k := l.newTask(a[1])
		if a[2] != value.None {
			k.name = a[2]
		}
		g.tasks = append(g.tasks, k)
		k.then(func(t *value.Thread) error {
			if k.exc != nil {
				g.errors = append(g.errors, k.exc)
				if !g.aborting {
					g.abort(t)
					if g.wait == nil && !g.parent.done {
						g.asked = true
						g.parent.cancel(t)
					}
				}
			}
			if g.wait != nil && g.left() == 0 {
				g.wait.resolve(t, value.True)
			}
			return nil
		})
		return k, nil
	})
	def(c, "__aexit__(self, et, exc, tb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g := of(a[0])
		given, _ := a[2].(*value.Exception)
		try := func(t *value.Thread) (value.Value, value.Value, error) {
			if g.left() > 0 {
				l, err := runningLoop(t)
				if err != nil {
					return nil, nil, err
				}
				g.wait = &future{loop: l}
				return nil, g.wait, nil
			}
			cancelled := given != nil && given.Type().IsSubtype(cancelledError)
			if cancelled && !g.asked {
				return value.False, nil, nil
			}
			if given != nil && !cancelled {
				g.errors = append(g.errors, given)
			}
			if len(g.errors) == 0 {
				return value.False, nil, nil
			}
			group, err := value.Call(t, value.BaseExceptionGroup, []value.Value{value.NewStr("unhandled errors in a TaskGroup"), value.NewList(g.errors)}, nil)
			if err != nil {
				return nil, nil, err
			}
			return nil, nil, &value.Raised{Exc: group.(*value.Exception)}
		}
		return script{
			start: func(t *value.Thread) (value.Value, value.Value, error) {
				if given != nil && !g.aborting {
					g.abort(t)
				}
				return try(t)
			},
			next: func(t *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
				g.wait = nil
				if err != nil {
					if !raised(err, cancelledError) {
						return nil, nil, err
					}
					given = err.(*value.Raised).Exc
					if !g.aborting {
						g.abort(t)
					}
				}
				return try(t)
			},
		}.run(), nil
	})
	limit, err := make("asyncio.timeouts", "Timeout")
	if err != nil {
		return err
	}
	defineTimeout(limit, m)
	return nil
}

// deadline is the state of asyncio.timeout.
type deadline struct {
	delay   value.Value
	task    *task
	clock   *timer
	expired bool
}

func defineTimeout(c *value.Type, m *value.Module) {
	of := func(v value.Value) *deadline {
		d, ok := state[*deadline](v)
		if !ok {
			d = &deadline{delay: value.None}
		}
		return d
	}
	c.Partial = true
	defIn(m, "timeout(delay)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := unknownOf(a[0]); err != nil {
			return nil, err
		}
		o := value.NewInstance(c)
		o.Payload = &deadline{delay: a[0]}
		return o, nil
	})
	def(c, "expired(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Bool(of(a[0]).expired), nil })
	def(c, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return script{start: func(t *value.Thread) (value.Value, value.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, nil, err
			}
			d := of(a[0])
			d.task = l.current
			if d.delay == value.None || d.task == nil {
				return a[0], nil, nil
			}
			delay, ok := number(d.delay)
			if !ok {
				return nil, nil, &value.UnknownError{Reason: "the delay of asyncio.timeout", Halt: true}
			}
			d.clock = l.later(delay, func(t *value.Thread) error {
				d.expired = true
				d.task.cancel(t)
				return nil
			})
			return a[0], nil, nil
		}}.run(), nil
	})
	def(c, "__aexit__(self, exc_type, exc_val, exc_tb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return script{start: func(t *value.Thread) (value.Value, value.Value, error) {
			d := of(a[0])
			if d.clock != nil {
				d.clock.off = true
			}
			exc, ok := a[2].(*value.Exception)
			if d.expired && ok && exc.Type().IsSubtype(cancelledError) {
				e := value.Raise(value.TimeoutError).(*value.Raised)
				e.Exc.Cause, e.Exc.Context, e.Exc.SuppressContext = exc, exc, true
				return nil, nil, e
			}
			return value.None, nil, nil
		}}.run(), nil
	})
}
