package stdlib

import (
	"container/heap"

	"augur/analysis/value"
)

func init() { Register("asyncio", loadAsyncio) }

// eventLoop runs tasks one step at a time, in the order in which asyncio does.
// Its clock moves only when there is nothing else to do.
type eventLoop struct {
	ready   []func(t *value.Thread) error
	timers  timerHeap
	now     float64
	serial  int
	current *task
	tasks   []*task
	names   int
	running bool
}

type timer struct {
	when   float64
	serial int
	run    func(t *value.Thread) error
	off    bool
}

type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	return h[i].when < h[j].when || h[i].when == h[j].when && h[i].serial < h[j].serial
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *timerHeap) Push(x any)   { *h = append(*h, x.(*timer)) }
func (h *timerHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func (l *eventLoop) soon(f func(t *value.Thread) error) { l.ready = append(l.ready, f) }

func (l *eventLoop) later(delay float64, f func(t *value.Thread) error) *timer {
	l.serial++
	x := &timer{when: l.now + max(delay, 0), serial: l.serial, run: f}
	heap.Push(&l.timers, x)
	return x
}

// once runs what is ready now.
func (l *eventLoop) once(t *value.Thread) error {
	if err := t.Step(1); err != nil {
		return err
	}
	for len(l.timers) > 0 && l.timers[0].off {
		heap.Pop(&l.timers)
	}
	if len(l.ready) == 0 {
		if len(l.timers) == 0 {
			return &value.LimitError{Limit: "time"} // it would wait for ever
		}
		l.now = max(l.now, l.timers[0].when)
	}
	for len(l.timers) > 0 && l.timers[0].when <= l.now {
		if x := heap.Pop(&l.timers).(*timer); !x.off {
			l.ready = append(l.ready, x.run)
		}
	}
	batch := l.ready
	l.ready = nil
	for i, f := range batch {
		if err := f(t); err != nil {
			l.ready = append(batch[i+1:], l.ready...)
			return err
		}
	}
	return nil
}

// until runs the loop until a future is done.
func (l *eventLoop) until(t *value.Thread, f *future) (value.Value, error) {
	for !f.done {
		if err := l.once(t); err != nil {
			return nil, err
		}
	}
	return f.outcome(t)
}

// future is an asyncio.Future.
type future struct {
	value.Header
	loop      *eventLoop
	done      bool
	cancelled bool
	result    value.Value
	exc       *value.Exception
	callbacks []func(t *value.Thread) error
}

var (
	futureType = libraryType("_asyncio", "Future")
	taskType   = libraryType("_asyncio", "Task", futureType)
)

// Type returns asyncio.Future.
func (f *future) Type() *value.Type { return futureType }

// Head returns the header of the future.
func (f *future) Head() *value.Header { return &f.Header }

// awaited lets code work with futures and tasks alike.
type awaited interface {
	value.Value
	base() *future
	cancel(t *value.Thread) bool
}

func (f *future) base() *future { return f }

// outcome is the result, or the exception, of a future that is done.
func (f *future) outcome(t *value.Thread) (value.Value, error) {
	t.Reading(&f.Header)
	switch {
	case f.cancelled:
		return nil, value.Raise(cancelledError)
	case f.exc != nil:
		return nil, &value.Raised{Exc: f.exc}
	case f.result == nil:
		return value.None, nil
	}
	return f.result, nil
}

func (f *future) finish(t *value.Thread) {
	f.done = true
	t.Touch(&f.Header)
	for _, cb := range f.callbacks {
		f.loop.soon(cb)
	}
	f.callbacks = nil
}

func (f *future) resolve(t *value.Thread, v value.Value) {
	if !f.done {
		f.result = v
		f.finish(t)
	}
}

func (f *future) reject(t *value.Thread, exc *value.Exception) {
	if !f.done {
		f.exc = exc
		f.finish(t)
	}
}

func (f *future) cancel(t *value.Thread) bool {
	if f.done {
		return false
	}
	f.cancelled = true
	f.finish(t)
	return true
}

// then calls cb, through the loop, once the future is done.
func (f *future) then(cb func(t *value.Thread) error) {
	if f.done {
		f.loop.soon(cb)
		return
	}
	f.callbacks = append(f.callbacks, cb)
}

// futureIterator is what awaiting a future goes through.
type futureIterator struct {
	f       awaited
	yielded bool
}

// Type returns the class of such iterators.
func (*futureIterator) Type() *value.Type { return futureIteratorType }

var futureIteratorType = value.NewBuiltinType("FutureIter", value.ObjectType)

// task is an asyncio.Task: a coroutine that the loop runs.
type task struct {
	future
	coro       value.Value
	name       value.Value
	waiting    awaited
	mustCancel bool
	requests   int
}

// Type returns asyncio.Task.
func (k *task) Type() *value.Type { return taskType }

func (k *task) cancel(t *value.Thread) bool {
	if k.done {
		return false
	}
	k.requests++
	if k.waiting != nil && k.waiting.cancel(t) {
		return true
	}
	k.mustCancel = true
	return true
}

func (l *eventLoop) newTask(coro value.Value) *task {
	l.names++
	k := &task{coro: coro, future: future{loop: l}}
	l.tasks = append(l.tasks, k)
	l.soon(func(t *value.Thread) error { return k.step(t, nil) })
	return k
}

// step resumes the task's coroutine once.
func (k *task) step(t *value.Thread, thrown error) error {
	if k.done {
		return nil
	}
	if k.mustCancel {
		thrown, k.mustCancel = value.Raise(cancelledError), false
	}
	k.waiting = nil
	outer := k.loop.current
	k.loop.current = k
	got, done, err := resume(t, k.coro, value.None, thrown)
	k.loop.current = outer
	switch {
	case err != nil:
		r, ok := err.(*value.Raised)
		if !ok {
			return err
		}
		switch cls := r.Exc.Type(); {
		case cls.IsSubtype(cancelledError):
			k.cancelled = true
			k.finish(t)
		case cls.IsSubtype(value.KeyboardInterrupt), cls.IsSubtype(value.SystemExit):
			k.reject(t, r.Exc)
			return err
		default:
			k.reject(t, r.Exc)
		}
	case done:
		k.resolve(t, got)
	default:
		return k.wait(t, got)
	}
	return nil
}

// wait continues the task when what its coroutine yielded is done.
func (k *task) wait(t *value.Thread, got value.Value) error {
	again := func(t *value.Thread) error { return k.step(t, nil) }
	f, ok := got.(awaited)
	switch {
	case got == value.None:
		k.loop.soon(again)
	case !ok:
		s, err := reprOf(t, got)
		if err != nil {
			return err
		}
		k.loop.soon(func(t *value.Thread) error {
			return k.step(t, value.Raisef(value.RuntimeError, "Task got bad yield: %s", s))
		})
	case f.base() == &k.future:
		k.loop.soon(func(t *value.Thread) error {
			return k.step(t, value.Raisef(value.RuntimeError, "Task cannot await on itself"))
		})
	default:
		k.waiting = f
		f.base().then(again)
		if k.mustCancel && f.cancel(t) {
			k.mustCancel = false
		}
	}
	return nil
}

// script is the code of a coroutine of asyncio itself. start and next return
// its result, or something more to await; next is told how that went.
type script struct {
	start func(t *value.Thread) (result, more value.Value, err error)
	next  func(t *value.Thread, v value.Value, err error) (result, more value.Value, e error)
}

// run returns the coroutine.
func (s script) run() value.Value {
	var it value.Value
	return &awaitable{step: func(t *value.Thread, sent value.Value, thrown error) (value.Value, bool, error) {
		if it == nil {
			if thrown != nil {
				return nil, false, thrown
			}
			result, more, err := s.start(t)
			if err != nil || more == nil {
				return result, true, err
			}
			if it, err = awaitIter(t, more); err != nil {
				return nil, false, err
			}
			sent = value.None
		}
		for {
			got, done, err := resume(t, it, sent, thrown)
			if _, python := err.(*value.Raised); err != nil && !python {
				return nil, false, err
			}
			if !done && err == nil {
				return got, false, nil
			}
			result, more, err := s.next(t, got, err)
			if err != nil || more == nil {
				return result, true, err
			}
			if it, err = awaitIter(t, more); err != nil {
				return nil, false, err
			}
			sent, thrown = value.None, nil
		}
	}}
}

// pause is the awaitable of sleep(0): it yields once.
func pause() value.Value {
	yielded := false
	return &awaitable{step: func(t *value.Thread, _ value.Value, thrown error) (value.Value, bool, error) {
		if yielded || thrown != nil {
			return value.None, true, thrown
		}
		yielded = true
		return value.None, false, nil
	}}
}

// loopOf returns the loop of the run.
func loopOf(t *value.Thread) *eventLoop {
	l, ok := t.Local["asyncio.loop"].(*eventLoop)
	if !ok {
		l = &eventLoop{}
		t.Local["asyncio.loop"] = l
	}
	return l
}

// runningLoop returns the loop if it is running.
func runningLoop(t *value.Thread) (*eventLoop, error) {
	if l := loopOf(t); l.running {
		return l, nil
	}
	return nil, value.Raisef(value.RuntimeError, "no running event loop")
}

func isCoroutine(v value.Value) bool {
	c := v.Type()
	return !c.Heap && c.Name == "coroutine"
}

// ensure makes a future of an awaitable.
func (l *eventLoop) ensure(t *value.Thread, v value.Value) (awaited, error) {
	if err := unknownOf(v); err != nil {
		return nil, &value.UnknownError{Reason: err.(*value.UnknownError).Reason, Halt: true}
	}
	if f, ok := v.(awaited); ok {
		return f, nil
	}
	if isCoroutine(v) {
		return l.newTask(v), nil
	}
	if _, ok := v.Type().Lookup("__await__"); ok {
		return l.newTask(script{
			start: func(*value.Thread) (value.Value, value.Value, error) { return nil, v, nil },
			next:  func(_ *value.Thread, v value.Value, err error) (value.Value, value.Value, error) { return v, nil, err },
		}.run()), nil
	}
	return nil, value.TypeErrorf("An asyncio.Future, a coroutine or an awaitable is required")
}

// runMain is asyncio.run.
func (l *eventLoop) runMain(t *value.Thread, coro value.Value) (value.Value, error) {
	if err := unknownOf(coro); err != nil {
		return nil, err
	}
	if l.running {
		return nil, value.Raisef(value.RuntimeError, "asyncio.run() cannot be called from a running event loop")
	}
	if !isCoroutine(coro) {
		s, err := reprOf(t, coro)
		if err != nil {
			return nil, err
		}
		return nil, value.ValueErrorf("a coroutine was expected, got %s", s)
	}
	*l = eventLoop{running: true}
	defer func() { l.running = false }()
	result, err := l.until(t, &l.newTask(coro).future)
	if _, python := err.(*value.Raised); err != nil && !python {
		return nil, err
	}
	if cerr := l.cancelAll(t); cerr != nil {
		return nil, cerr
	}
	return result, err
}

// cancelAll cancels the tasks that are left when the main one has ended. CPython
// does so in no particular order.
func (l *eventLoop) cancelAll(t *value.Thread) error {
	var left []*task
	for _, k := range l.tasks {
		if !k.done {
			left = append(left, k)
		}
	}
	if len(left) == 0 {
		return nil
	}
	mutations, printed := t.Mutations, false
	print := t.Print
	t.Print = func(text string) {
		printed = true
		if print != nil {
			print(text)
		}
	}
	defer func() { t.Print = print }()
	for _, k := range left {
		k.cancel(t)
	}
	for _, k := range left {
		if _, err := l.until(t, &k.future); err != nil {
			if _, python := err.(*value.Raised); !python {
				return err
			}
		}
	}
	// Finishing touches each task once; more is the work of the program.
	if len(left) > 1 && (printed || t.Mutations > mutations+2*uint64(len(left))) {
		return &value.UnknownError{Reason: "the order in which asyncio cancels the tasks that are left", Halt: true}
	}
	return nil
}
