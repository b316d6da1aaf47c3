package session

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// ErrStale is the error of a forecast of a text that was changed meanwhile.
var ErrStale = errors.New("the document was changed")

// PanicError is the error of a forecast that panicked, which is a bug.
type PanicError struct {
	Value any
	Stack []byte
}

// Error implements error.
func (e *PanicError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// maxEntries bounds how many answers a cache keeps.
const maxEntries = 512

// Cache asks a [Forecaster] and keeps the answers. Requests that ask the same
// share one computation; it is cancelled when nobody waits for it any more and
// when the document changes.
//
// An answer is kept under the whole text of the document, not under that of the
// function alone: what a function does may depend on anything in its module,
// and a value that is shown must not be that of another text. An edit that is
// undone finds the old answers.
type Cache struct {
	base       context.Context // of all computations
	forecaster Forecaster
	slots      chan struct{} // one for each computation that may run at once

	mu      sync.Mutex
	entries map[key]*entry // guarded by mu
	recent  *list.List     // guarded by mu: finished entries, the last used first
}

// key is what an answer depends on.
type key struct {
	path      string
	text      [sha256.Size]byte // hash
	others    [sha256.Size]byte // hash of the other open files, which may be imported
	function  string
	example   Example
	threshold float64
	kind      kind
}

// kind tells the questions apart.
type kind uint8

const (
	askExamples kind = iota
	askBest          // a forecast with the best example
	askForecast      // a forecast with the example of the key
)

// entry is one answer.
type entry struct {
	key    key
	uri    string
	done   chan struct{} // closed when the answer is there
	cancel context.CancelCauseFunc

	waiters int           // guarded by Cache.mu
	element *list.Element // guarded by Cache.mu: place in recent, nil until finished

	// The answer; written before done is closed.
	examples []Example
	forecast *Forecast
	err      error
}

// NewCache returns an empty cache. Cancelling ctx cancels all computations.
func NewCache(ctx context.Context, f Forecaster) *Cache {
	return &Cache{
		base:       ctx,
		forecaster: f,
		slots:      make(chan struct{}, max(1, runtime.GOMAXPROCS(0))),
		entries:    make(map[key]*entry),
		recent:     list.New(),
	}
}

// Examples lists the examples of a function of an open document, the best first.
func (c *Cache) Examples(ctx context.Context, now *Snapshot, doc *Document, function string) ([]Example, error) {
	e, err := c.ask(ctx, now, doc, key{function: function, kind: askExamples})
	if err != nil {
		return nil, err
	}
	return e.examples, e.err
}

// Forecast makes a forecast of a function of an open document. Without an
// example it uses the best there is.
func (c *Cache) Forecast(ctx context.Context, now *Snapshot, doc *Document, function string, example *Example) (*Forecast, error) {
	k := key{function: function, kind: askBest, others: now.others(doc), threshold: now.Settings.Oracle.Threshold}
	if example != nil {
		k.kind, k.example = askForecast, *example
	}
	e, err := c.ask(ctx, now, doc, k)
	if err != nil {
		return nil, err
	}
	return e.forecast, e.err
}

// Changed cancels what is being computed for a document.
func (c *Cache) Changed(uri string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		if e.uri == uri && e.element == nil {
			e.cancel(ErrStale)
			delete(c.entries, e.key)
		}
	}
}

// Clear forgets all answers, for when files that are in no document changed.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		e.cancel(ErrStale)
	}
	clear(c.entries)
	c.recent.Init()
}

// ask returns the entry of a key once its answer is there.
func (c *Cache) ask(ctx context.Context, now *Snapshot, doc *Document, k key) (*entry, error) {
	k.path, k.text = doc.Path, doc.hash()
	c.mu.Lock()
	e := c.entries[k]
	if e == nil {
		e = c.start(now, doc, k)
	}
	if e.element != nil {
		c.recent.MoveToFront(e.element)
	}
	e.waiters++
	c.mu.Unlock()

	var err error
	select {
	case <-e.done:
	case <-ctx.Done():
		err = ctx.Err()
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	e.waiters--
	if e.waiters == 0 && e.element == nil {
		e.cancel(context.Canceled)
		if c.entries[k] == e {
			delete(c.entries, k)
		}
	}
	return e, err
}

// start begins to compute an answer. The caller holds mu.
func (c *Cache) start(now *Snapshot, doc *Document, k key) *entry {
	ctx, cancel := context.WithCancelCause(c.base)
	e := &entry{key: k, uri: doc.URI, done: make(chan struct{}), cancel: cancel}
	c.entries[k] = e
	go func() {
		defer cancel(nil)
		c.compute(ctx, now, doc, e)
		c.finish(ctx, e)
		close(e.done)
	}()
	return e
}

// compute fills in the answer of an entry.
func (c *Cache) compute(ctx context.Context, now *Snapshot, doc *Document, e *entry) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return
	}
	defer func() {
		if v := recover(); v != nil {
			e.err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	k := e.key
	if k.kind == askExamples {
		e.examples, e.err = c.forecaster.Examples(ctx, doc, k.function)
		return
	}
	q := Question{Document: doc, Function: k.function, Open: now.Open, Threshold: k.threshold}
	if k.kind == askForecast {
		q.Example = &k.example
	}
	e.forecast, e.err = c.forecaster.Forecast(ctx, q)
}

// finish keeps the answer of an entry, unless it was cut short.
func (c *Cache) finish(ctx context.Context, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() != nil {
		e.examples, e.forecast, e.err = nil, nil, context.Cause(ctx)
	}
	if c.entries[e.key] != e {
		return
	}
	if ctx.Err() != nil {
		delete(c.entries, e.key)
		return
	}
	e.element = c.recent.PushFront(e)
	for c.recent.Len() > maxEntries {
		oldest := c.recent.Remove(c.recent.Back()).(*entry)
		delete(c.entries, oldest.key)
	}
}
