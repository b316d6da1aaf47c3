package engine

import (
	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/outline"
	"augur/lsp/resume"
)

// follower watches a run that began in the middle, up to where it is not certain
// any more.
type follower struct {
	outline *outline.Outline
	plan    resume.Plan
	guard   bool              // there is something that code which is not known may change
	opaque  map[string]bool   // variables that hold what is not known
	shared  map[string]string // what those hold that may share an object
	repeats map[string]string // what those hold that may hold an object twice
	stop    func()

	over bool
	hits map[int]int // executions of lines before it was over
}

// newFollower returns a follower of a run that begins with the given variables.
func newFollower(o *outline.Outline, plan resume.Plan, state map[string]string, locals resume.Values, stop func()) *follower {
	f := &follower{
		outline: o, plan: plan, guard: locals.Changeable(), stop: stop, hits: make(map[int]int),
		opaque: make(map[string]bool), shared: make(map[string]string), repeats: make(map[string]string),
	}
	for name, text := range state {
		f.opaque[name] = text == ""
	}
	for _, name := range locals.Shared {
		f.shared[name] = locals.Known[name]
	}
	for _, name := range locals.Repeating {
		f.repeats[name] = locals.Known[name]
	}
	return f
}

// hit is told of every execution of a line.
func (f *follower) hit(h eval.Hit) {
	own := f.plan.Function.Contains(h.Line)
	switch {
	case f.over:
		return
	case f.plan.Ends(h.Line), own && (changed(h, f.repeats) || f.guard && f.lends(h)):
		f.end()
		return
	}
	f.hits[h.Line] = max(f.hits[h.Line], h.Hit)
	if own && changed(h, f.shared) {
		f.end()
	}
}

// changed reports whether one of some variables is not what it was.
func changed(h eval.Hit, was map[string]string) bool {
	for name, text := range was {
		if v, ok := h.Look(name); ok && v.Repr != text {
			return true
		}
	}
	return false
}

// lends reports whether code ran on a line that is not known: it may hold what the
// variables hold, and change it.
func (f *follower) lends(h eval.Hit) bool {
	lent := false
	for _, s := range f.outline.Statements(h.Line) {
		runs, read, bound := false, map[string]bool{}, map[*syntax.Name]bool{}
		ownNodes(s, func(n syntax.Node) {
			syntax.Bindings(n, func(e syntax.Expr) {
				if name, ok := e.(*syntax.Name); ok {
					bound[name] = true
				}
			}, func(string) {})
			switch n := n.(type) {
			case *syntax.Call, *syntax.Await, *syntax.Yield, *syntax.YieldFrom, *syntax.For, *syntax.With, *syntax.Comprehension:
				runs = true
			case *syntax.Name:
				if !bound[n] {
					read[n.ID] = true
				}
			}
		})
		for name := range read {
			lent = lent || runs && (f.opaque[name] || unknown(h, name))
		}
		for name := range bound {
			f.opaque[name.ID] = unknown(h, name.ID)
		}
	}
	return lent
}

// unknown reports whether a variable holds what is not known.
func unknown(h eval.Hit, name string) bool {
	v, ok := h.Look(name)
	return ok && v.Provenance == timeline.Unknown
}

func (f *follower) end() {
	f.over = true
	f.stop()
}

// trim leaves of a timeline what is certain.
func (f *follower) trim(tl *timeline.Timeline) {
	if f.over || f.plan.Guarded {
		tl.Exception, tl.Result = nil, nil
	}
	if f.over {
		tl.Stopped = &timeline.Stop{Limit: "unknown", Reason: "what comes then can not be told from the values of the variables"}
	}
	var lines []timeline.Line
	for _, l := range tl.Lines {
		n := f.hits[l.Line]
		if n == 0 {
			continue
		}
		l.Hits = min(l.Hits, n)
		l.Changes = upTo(l.Changes, n, func(c timeline.Change) int { return c.Hit })
		l.Branch = upTo(l.Branch, n, func(b timeline.Branch) int { return b.Hit })
		l.Returns = upTo(l.Returns, n, func(r timeline.Return) int { return r.Hit })
		lines = append(lines, l)
	}
	tl.Lines = lines
}

// upTo returns what was noted of the first n hits.
func upTo[T any](list []T, n int, hit func(T) int) []T {
	var kept []T
	for _, x := range list {
		if hit(x) <= n {
			kept = append(kept, x)
		}
	}
	return kept
}

// ownNodes visits a statement without those in it.
func ownNodes(s syntax.Stmt, visit func(syntax.Node)) {
	syntax.Inspect(s, func(n syntax.Node) bool {
		if inner, ok := n.(syntax.Stmt); ok && inner != s {
			return false
		}
		visit(n)
		return true
	})
}
