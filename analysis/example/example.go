// Package example finds concrete calls of the functions of a file: in doctests,
// assertions, tests, parametrized tests and plain code. Nothing is evaluated: a
// call counts if all that it names is known where it stands, in the module or by
// a few statements before it.
package example

import (
	"sort"

	"augur/analysis/syntax"
)

// Origins of examples, the most useful ones first.
const (
	Doctest = "doctest" // a documentation string
	Assert  = "assert"  // an assert statement
	Test    = "test"    // a test function, or a row of its parameters
	Call    = "call"    // other code
	Default = "default" // no argument is needed
)

// Example is one concrete call of a function.
type Example struct {
	Function string   // qualified: "f", "Class.method"
	Call     string   // an expression, on one line unless a string in it has line ends
	Setup    []string // statements to run before it in the scope of the module
	Origin   string
	Line     int // where it was found, 1-based

	// Raises is set where an exception is expected, or caught by what is around
	// the call.
	Raises bool
}

// maxPerFunction bounds the examples of one function.
const maxPerFunction = 50

// Find returns the examples of all functions of a file: function by function in
// the order of the source, and for each function the most useful ones first.
//
// An example is the more useful the more it was written to be one, in the order
// of the origins; then those that are expected to raise an exception come last,
// those that need less set-up come first, and those with literal arguments before
// those with names. Calls that differ in nothing but layout are given once.
func Find(f *syntax.File) []Example {
	s := newSearch(newIndex(f))
	s.searchFile(f, nil)
	s.defaults()
	return s.results()
}

// For returns the examples of one function of a file, as Find orders them.
func For(f *syntax.File, function string) []Example {
	var list []Example
	for _, e := range Find(f) {
		if e.Function == function {
			list = append(list, e)
		}
	}
	return list
}

// FindIn returns the calls, in a test file, of the functions of the file target,
// which the test file imports by one of the given module names. Setup runs in the
// scope of target; the names under which the test file knows the functions are
// replaced by their own.
func FindIn(test, target *syntax.File, importNames ...string) []Example {
	s := newSearch(newIndex(target))
	s.searchFile(test, importNames)
	return s.results()
}

// found is an example with what decides about its place.
type found struct {
	Example
	rank  int
	raise bool // an exception is expected
	names int  // names in the arguments
	key   string
}

// results orders the examples and drops the repeated ones.
func (s *search) results() []Example {
	order := map[string]int{}
	for i, name := range s.index.order {
		order[name] = i
	}
	sort.SliceStable(s.found, func(i, j int) bool {
		a, b := &s.found[i], &s.found[j]
		switch {
		case a.Function != b.Function:
			return order[a.Function] < order[b.Function]
		case a.rank != b.rank:
			return a.rank < b.rank
		case a.raise != b.raise:
			return b.raise
		case len(a.Setup) != len(b.Setup):
			return len(a.Setup) < len(b.Setup)
		case a.names != b.names:
			return a.names < b.names
		}
		return a.Line < b.Line
	})
	var list []Example
	seen := map[string]bool{}
	count := map[string]int{}
	for i := range s.found {
		e := &s.found[i]
		if seen[e.key] || count[e.Function] >= maxPerFunction {
			continue
		}
		seen[e.key] = true
		count[e.Function]++
		ex := e.Example
		ex.Raises = e.raise
		list = append(list, ex)
	}
	return list
}

var ranks = map[string]int{Doctest: 0, Assert: 1, Test: 2, Call: 3, Default: 4}

// add records an example.
func (s *search) add(e Example, raise bool, names int) {
	e.Call = syntax.OneLine(e.Call)
	key := e.Function + "\x00" + layoutKey(e.Call)
	for _, setup := range e.Setup {
		key += "\x00" + layoutKey(setup)
	}
	s.found = append(s.found, found{Example: e, rank: ranks[e.Origin], raise: raise, names: names, key: key})
}
