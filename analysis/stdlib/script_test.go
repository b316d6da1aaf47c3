package stdlib_test

import (
	"flag"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

var updateScripts = flag.Bool("update-scripts", false, "rewrite the outcomes under testdata/scripts with those of CPython")

// TestScripts runs the scripts of each module and compares what every line
// gives with what CPython gave.
func TestScripts(t *testing.T) {
	valuetest.Golden(t, "testdata/scripts/*.txt", stdlib.Load, *updateScripts)
}

// TestUnknowns checks that nothing is known of what rests on other threads,
// on addresses or on the order of sets.
func TestUnknowns(t *testing.T) {
	for _, lines := range [][]string{
		{"from queue import Queue", "Queue().get()"},
		{"from queue import Queue", "q = Queue(1)", "q.put(1)", "q.put(2)"},
		{"from queue import Queue", "q = Queue(1)", "q.put(1)", "q.join()"},
		{"from collections import Counter", "Counter({'a', 'b'})"},
		{"from collections import deque", "deque({'a', 'b'})"},
		{"import functools", "functools.reduce(lambda a, b: a + b, {'a', 'b'})"},
		{"import itertools", "list(itertools.chain({'a', 'b'}))"},
		{"import copy", "list(copy.deepcopy({'a', 'b'}))"},
		{"import heapq", "heapq.nlargest(1, {'aa', 'bb'}, key=len)"},
		{"import itertools", "itertools.chain([1])"},
		{"import functools", "functools.partial(lambda: 1)"},
		{"from array import array", "array('i').buffer_info()"},
	} {
		got, err := valuetest.Run(lines, stdlib.Load)
		if err != nil {
			t.Error(err)
		} else if last := got[len(got)-1]; last != valuetest.Unknown {
			t.Errorf("%q gives %s, which nobody can know", lines[len(lines)-1], last)
		}
	}
}
