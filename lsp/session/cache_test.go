package session_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"augur/analysis/syntax"
	"augur/lsp/scripted"
	"augur/lsp/session"
)

// opened returns a session with a document, and that document.
func opened(text string) (*session.Snapshot, *session.Document) {
	now := session.NewSnapshot().WithDocument("file:///a.py", "/a.py", 1, text)
	return now, now.Document("file:///a.py")
}

// eventually waits for a condition.
func eventually(t *testing.T, what string, met func() bool) {
	t.Helper()
	for range 10_000 {
		if met() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

func TestCacheSharesOneComputation(t *testing.T) {
	f := new(scripted.Forecaster)
	cache := session.NewCache(context.Background(), f)
	now, doc := opened("def f():\n    pass  #! wait\n")
	ask := func(ctx context.Context) chan error {
		answer := make(chan error, 1)
		go func() {
			_, err := cache.Forecast(ctx, now, doc, "f", nil)
			answer <- err
		}()
		return answer
	}
	firstCtx, cancelFirst := context.WithCancel(context.Background())
	secondCtx, cancelSecond := context.WithCancel(context.Background())
	first, second := ask(firstCtx), ask(secondCtx)
	eventually(t, "both wait", func() bool { return cache.Waiters(now, doc, "f") == 2 && f.Waiting.Load() == 1 })

	cancelFirst()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled question was answered with %v", err)
	}
	if n := f.Waiting.Load(); n != 1 {
		t.Errorf("%d computations go on while somebody waits, want 1", n)
	}
	cancelSecond()
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled question was answered with %v", err)
	}
	eventually(t, "the computation stops", func() bool { return f.Waiting.Load() == 0 })
	if n := f.Runs.Load(); n != 1 {
		t.Errorf("%d computations, want 1", n)
	}
}

func TestCacheForgetsWhatWasCutShort(t *testing.T) {
	f := new(scripted.Forecaster)
	cache := session.NewCache(context.Background(), f)
	now, doc := opened("def f():\n    pass  #! wait\n")
	answer := make(chan error, 1)
	for range 2 {
		go func() {
			_, err := cache.Forecast(context.Background(), now, doc, "f", nil)
			answer <- err
		}()
		eventually(t, "it waits", func() bool { return f.Waiting.Load() == 1 })
		cache.Changed("file:///other.py")
		cache.Changed("file:///a.py")
		if err := <-answer; !errors.Is(err, session.ErrStale) {
			t.Errorf("got %v, want %v", err, session.ErrStale)
		}
	}
	if n := f.Runs.Load(); n != 2 {
		t.Errorf("%d computations, want 2", n)
	}
}

func TestCacheKeepsAnswersByContent(t *testing.T) {
	f := new(scripted.Forecaster)
	cache := session.NewCache(context.Background(), f)
	ask := func(text, function string, example *session.Example) {
		t.Helper()
		now, doc := opened(text)
		if _, err := cache.Forecast(context.Background(), now, doc, function, example); err != nil {
			t.Fatal(err)
		}
	}
	const text = "def f():\n    pass  #=\n"
	runs := func(want int64) {
		t.Helper()
		if n := f.Runs.Load(); n != want {
			t.Errorf("%d computations so far, want %d", n, want)
		}
	}
	ask(text, "f", nil)
	ask(text, "f", nil)
	runs(1)
	ask(text+"#", "f", nil)
	runs(2)
	ask(text, "", nil)
	runs(3)
	ask(text, "f", &session.Example{Call: "f()"})
	runs(4)
	ask(text, "f", nil)
	runs(4)
	cache.Clear()
	ask(text, "f", nil)
	runs(5)
	// Not everything is kept for ever.
	for i := range 2000 {
		ask(fmt.Sprint(text, "#", i), "f", nil)
	}
	runs(2005)
	ask(text, "f", nil)
	runs(2006)
}

func TestOpenFiles(t *testing.T) {
	now := session.NewSnapshot().
		WithDocument("git:/a.py?HEAD", "/a.py", 1, "x = 1").
		WithDocument("untitled:1", "", 1, "x = 2")
	for _, path := range []string{"/a.py", ""} {
		if file, ok := now.Open(path); ok {
			t.Errorf("%q is open: %q", path, file.Src)
		}
	}
	now = now.WithDocument("file:///a.py", "/a.py", 1, "x = 3")
	if file, ok := now.Open("/a.py"); !ok || file.Src != "x = 3" {
		t.Errorf("the open file is not found")
	}
}

func TestCacheKnowsWhatMayBeImported(t *testing.T) {
	f := new(scripted.Forecaster)
	cache := session.NewCache(context.Background(), f)
	now, doc := opened("def f():\n    pass  #=\n")
	for i, change := range []struct {
		uri, path, text string
		runs            int64
	}{
		{"file:///b.py", "/b.py", "x = 1", 1},
		{"file:///b.py", "/b.py", "x = 2", 2},
		{"file:///b.py", "/b.py", "x = 1", 2},
		{"untitled:1", "", "x = 1", 2},
		{"file:///c.py", "/c.py", "x = 1", 3},
	} {
		now = now.WithDocument(change.uri, change.path, int32(i), change.text)
		if _, err := cache.Forecast(context.Background(), now, doc, "f", nil); err != nil {
			t.Fatal(err)
		}
		if n := f.Runs.Load(); n != change.runs {
			t.Errorf("after change %d: %d computations, want %d", i, n, change.runs)
		}
	}
}

func TestCacheKeepsErrors(t *testing.T) {
	f := new(scripted.Forecaster)
	cache := session.NewCache(context.Background(), f)
	now, doc := opened("def f():\n    pass  #! none\n")
	for range 2 {
		if _, err := cache.Forecast(context.Background(), now, doc, "f", nil); err == nil {
			t.Error("no error")
		}
	}
	if n := f.Runs.Load(); n != 1 {
		t.Errorf("%d computations, want 1", n)
	}
}

func TestCacheSurvivesPanics(t *testing.T) {
	cache := session.NewCache(context.Background(), new(scripted.Forecaster))
	now, doc := opened("def f():\n    pass  #! panic\n")
	var panicked *session.PanicError
	if _, err := cache.Forecast(context.Background(), now, doc, "f", nil); !errors.As(err, &panicked) || len(panicked.Stack) == 0 {
		t.Errorf("got %v, want a PanicError with a stack", err)
	}
}

func TestCacheUnderContention(t *testing.T) {
	cache := session.NewCache(context.Background(), new(scripted.Forecaster))
	texts := []string{"def f():\n    pass  #=\n", "def f():\n    pass  #= x = 1\n"}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for k := range 200 {
				ctx, cancel := context.WithCancel(context.Background())
				if k%3 == i%3 {
					cancel()
				}
				now, doc := opened(texts[k%2])
				_, err := cache.Forecast(ctx, now, doc, "f", nil)
				if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, session.ErrStale) {
					t.Errorf("%v", err)
				}
				if k%17 == 0 {
					cache.Changed("file:///a.py")
				}
				cancel()
			}
		})
	}
	group.Wait()
}

// Computations that take long do not keep others from running.
func TestLongComputationsMakeRoom(t *testing.T) {
	f := new(scripted.Forecaster)
	cache := session.NewCache(context.Background(), f)
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	const long = 6
	for i := range long {
		now, doc := opened(fmt.Sprintf("def f():\n    pass  #! wait\n# %d\n", i))
		group.Go(func() { _, _ = cache.Forecast(ctx, now, doc, "f", nil) })
	}
	eventually(t, "all of them run", func() bool { return f.Waiting.Load() == long })
	now, doc := opened("def f():\n    pass  #=\n")
	if _, err := cache.Forecast(context.Background(), now, doc, "f", nil); err != nil {
		t.Error(err)
	}
	cancel()
	group.Wait()
}

// alone is a forecaster of documents that nothing else imports.
type alone struct{ scripted.Forecaster }

func (*alone) Imports(*session.Document, func(string) (*syntax.File, bool)) ([]string, bool) {
	return nil, false
}

// An edit of one function leaves what is known of those that do not depend on it, and
// moves their lines.
func TestEditsOfOneFunction(t *testing.T) {
	const text = "def f(n):\n    x = g(n)  #= x = 1\n\ndef g(n):\n    y = n  #= y = 2\n\ndef h(n):\n    z = n  #= z = 3\n"
	f := new(alone)
	cache := session.NewCache(context.Background(), f)
	lines := func(text string) (at []int) {
		t.Helper()
		now, doc := opened(text)
		for _, name := range []string{"f", "g", "h"} {
			got, err := cache.Forecast(context.Background(), now, doc, name, &session.Example{Call: name + "(1)"})
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, got.Timeline.Lines[0].Line)
		}
		return at
	}
	for _, step := range []struct {
		name, text string
		runs       int64
		lines      []int
	}{
		{"at first", text, 3, []int{2, 5, 8}},
		{"an edit of h", strings.Replace(text, "z = n ", "z = n+1 ", 1), 4, []int{2, 5, 8}},
		{"an edit of g, on which f depends", strings.Replace(text, "y = n ", "y = n+1 ", 1), 6, []int{2, 5, 8}},
		{"lines between functions", strings.Replace(text, "def g", "# more\n\n\ndef g", 1), 6, []int{2, 8, 11}},
		{"the top of the module", "LIMIT = 1\n" + text, 9, []int{3, 6, 9}},
		{"an edit that is undone", text, 9, []int{2, 5, 8}},
	} {
		at := lines(step.text)
		if !slices.Equal(at, step.lines) {
			t.Errorf("%s: the lines are %v, want %v", step.name, at, step.lines)
		}
		if n := f.Runs.Load(); n != step.runs {
			t.Errorf("%s: %d forecasts so far, want %d", step.name, n, step.runs)
		}
	}
}
