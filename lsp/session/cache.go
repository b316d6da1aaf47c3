package session

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"augur/lsp/depend"
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
// A forecast is kept under the parts of the document that it can depend on (see
// package depend) and the texts of the open files that the document imports, so
// that it outlives edits elsewhere; lines that have moved meanwhile are moved in a
// copy. An edit that is undone finds the old answers.
type Cache struct {
	base       context.Context // of all computations
	forecaster Forecaster
	slots      chan struct{} // one for each computation that may run at once
	long       chan struct{} // one for each that takes long, beside those

	mu      sync.Mutex
	entries map[key]*entry          // guarded by mu
	recent  *list.List              // guarded by mu: finished entries, the last used first
	imports map[importsKey]imported // guarded by mu
}

// importsKey is what the imports of a document depend on.
type importsKey struct {
	path    string
	imports [sha256.Size]byte
	others  [sha256.Size]byte
}

// imported is what a document imports.
type imported struct {
	paths     []string
	entangled bool
}

// key is what an answer depends on.
type key struct {
	path      string
	text      [sha256.Size]byte // hash
	others    [sha256.Size]byte // hash of the other open files that may be imported
	function  string
	call      string // of the example, and what runs before it
	setup     string
	spot      Spot
	threshold float64
	classes   bool
	kind      kind
}

// kind tells the questions apart.
type kind uint8

const (
	askExamples     kind = iota
	askBest              // a forecast with the best example
	askForecast          // a forecast with the example of the key
	askPredicted         // a forecast with arguments that are made up
	askAlternatives      // a forecast that tells what predicted values might be instead
)

// entry is one answer.
type entry struct {
	key    key
	uri    string
	slice  depend.Slice
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
		imports:    make(map[importsKey]imported),
		base:       ctx,
		forecaster: f,
		slots:      make(chan struct{}, max(1, runtime.GOMAXPROCS(0))),
		long:       make(chan struct{}, maxLong),
		entries:    make(map[key]*entry),
		recent:     list.New(),
	}
}

// Examples lists the examples of a function of an open document, the best first.
func (c *Cache) Examples(ctx context.Context, now *Snapshot, doc *Document, function string) ([]Example, error) {
	// Tests in other files, open or not, may have examples too.
	k := key{function: function, kind: askExamples, others: now.others(doc, nil, true)}
	e, err := c.ask(ctx, now, doc, k, doc.Graph().Whole(), nil)
	if err != nil {
		return nil, err
	}
	return e.examples, e.err
}

// Ask says what is asked about a function beside the values of its variables.
type Ask struct {
	Spot         Spot // an expression whose values are wanted
	Alternatives bool // what predicted values might be instead
}

// Forecast makes a forecast of a function of an open document. Without an
// example it uses the best there is.
func (c *Cache) Forecast(ctx context.Context, now *Snapshot, doc *Document, function string, example *Example) (*Forecast, error) {
	return c.ForecastOf(ctx, now, doc, function, example, Ask{})
}

// ForecastOf makes a forecast that answers more; see [Cache.Forecast].
func (c *Cache) ForecastOf(ctx context.Context, now *Snapshot, doc *Document, function string, example *Example, what Ask) (*Forecast, error) {
	set := now.SettingsOf(doc)
	k := key{function: function, kind: askBest, spot: what.Spot, threshold: set.Oracle.Threshold, classes: set.Hints.Classes}
	code := function
	slice := doc.Graph().Whole()
	paths, entangled := c.importsOf(now, doc)
	switch {
	case example == nil:
	case example.Predicted():
		k.kind = askPredicted
	default:
		k.kind, k.call, k.setup = askForecast, example.Call, example.Setup
		code += "\n" + example.Call + "\n" + example.Setup
	}
	if what.Alternatives {
		k.kind = askAlternatives
	}
	if !entangled && what.Spot == (Spot{}) && (example != nil || function == "") {
		slice = doc.Graph().Slice(code, function == "" || doc.Path == "")
	}
	k.others = now.others(doc, paths, entangled)
	e, err := c.ask(ctx, now, doc, k, slice, example)
	if err != nil {
		return nil, err // the answer may still be under way
	}
	if e.err != nil {
		return nil, e.err
	}
	f := e.forecast
	if moved := depend.Moved(e.slice, slice); moved != nil {
		f = f.moved(moved, doc.Path)
	}
	if example != nil && !example.Predicted() && f.Example != *example {
		copied := *f
		copied.Example = *example
		f = &copied
	}
	return f, nil
}

// importsOf returns which files a document imports.
func (c *Cache) importsOf(now *Snapshot, doc *Document) (paths []string, entangled bool) {
	if doc.Path == "" {
		return nil, false
	}
	k := importsKey{doc.Path, doc.Graph().Imports(), now.others(doc, nil, true)}
	c.mu.Lock()
	got, ok := c.imports[k]
	c.mu.Unlock()
	if !ok {
		got.paths, got.entangled = c.forecaster.Imports(doc, now.Open)
		c.mu.Lock()
		if len(c.imports) >= maxEntries {
			clear(c.imports)
		}
		c.imports[k] = got
		c.mu.Unlock()
	}
	return got.paths, got.entangled
}

// others returns a hash of the open files that one may import: those with the given
// paths, or all.
func (s *Snapshot) others(than *Document, paths []string, all bool) [sha256.Size]byte {
	if !all && len(paths) == 0 {
		return [sha256.Size]byte{}
	}
	var sum []byte
	for _, doc := range s.Documents() {
		if doc != than && doc.IsFile() && (all || slices.Contains(paths, doc.Path)) {
			text := doc.hash()
			sum = append(append(sum, doc.Path...), 0)
			sum = append(sum, text[:]...)
		}
	}
	return sha256.Sum256(sum)
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
	clear(c.imports)
	c.recent.Init()
}

// ask returns the entry of a key once its answer is there.
func (c *Cache) ask(ctx context.Context, now *Snapshot, doc *Document, k key, slice depend.Slice, example *Example) (*entry, error) {
	k.path, k.text = doc.Path, slice.Hash
	c.mu.Lock()
	e := c.entries[k]
	if e == nil {
		e = c.start(now, doc, k, slice, example)
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
func (c *Cache) start(now *Snapshot, doc *Document, k key, slice depend.Slice, example *Example) *entry {
	ctx, cancel := context.WithCancelCause(c.base)
	e := &entry{key: k, uri: doc.URI, slice: slice, done: make(chan struct{}), cancel: cancel}
	c.entries[k] = e
	go func() {
		defer cancel(nil)
		c.compute(ctx, now, doc, e, example)
		c.finish(ctx, e)
		close(e.done)
	}()
	return e
}

// compute fills in the answer of an entry.
func (c *Cache) compute(ctx context.Context, now *Snapshot, doc *Document, e *entry, example *Example) {
	leave, ok := c.enter(ctx)
	if !ok {
		return
	}
	defer leave()
	defer func() {
		if v := recover(); v != nil {
			e.err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	k := e.key
	if k.kind == askExamples {
		e.examples, e.err = c.forecaster.Examples(ctx, doc, k.function, now.Open)
		return
	}
	q := Question{
		Document: doc, Function: k.function, Example: example, Open: now.Open,
		Spot: k.spot, Alternatives: k.kind == askAlternatives, Threshold: k.threshold, Classes: k.classes,
	}
	e.forecast, e.err = c.forecaster.Forecast(ctx, q)
}

// quick is how long a computation may take before it makes room for another one, and
// maxLong how many computations may have done so.
const (
	quick   = 100 * time.Millisecond
	maxLong = 8
)

// enter waits until a computation may run. One that turns out to take long gives up
// its slot and goes on beside the others, so that it holds up nobody.
func (c *Cache) enter(ctx context.Context) (leave func(), ok bool) {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, false
	}
	var mu sync.Mutex
	over, long := false, false
	timer := time.AfterFunc(quick, func() {
		mu.Lock()
		defer mu.Unlock()
		if over {
			return
		}
		select {
		case c.long <- struct{}{}:
			long = true
			<-c.slots
		default: // there are enough of them: it keeps its slot
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		over = true
		if long {
			<-c.long
		} else {
			<-c.slots
		}
	}, true
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
