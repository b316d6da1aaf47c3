package eval_test

import (
	"testing"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

// How a run ends rests on that unknown calls returned: that is observed where
// their values were, and predicted where one of them was not.
func TestResultAfterUnknownCalls(t *testing.T) {
	for _, c := range []struct {
		body string
		want timeline.Provenance
	}{
		{"    a = 1\n    return a\n", timeline.Computed},
		{"    recorded()\n    return 1\n", timeline.Observed},
		{"    a = recorded()\n    return a + 1\n", timeline.Observed},
		{"    a = recorded()\n    b = guess()\n    return a\n", timeline.Predicted},
		{"    b = guess()\n    a = recorded()\n    return a\n", timeline.Predicted},
		{"    a = recorded()\n    opaque()\n    return a\n", timeline.Predicted},
		{"    opaque()\n    a = recorded()\n    return a\n", timeline.Predicted},
		// What is not known may be nothing that a built-in takes.
		{"    'abc'.index(str(object()))\n    return 1\n", timeline.Predicted},
		{"    int(str(object()))\n    return 1\n", timeline.Predicted},
		{"    len(str(object()))\n    return 1\n", timeline.Computed},
		{"    try:\n        str(object()) in 'abc', str(object()) in b'abc'\n    except TypeError:\n        return 2\n    return 1\n", timeline.Predicted},
		{"    'abc'.index('c')\n    return 1\n", timeline.Computed},
	} {
		tl := evaluate(t, header+"def f():\n"+c.body, answers)
		if tl.Result == nil || tl.Result.Provenance != c.want || tl.Result.Repr == "2" {
			t.Errorf("%sresult is %+v, want it %s", c.body, tl.Result, c.want)
		}
	}
}

// CPython compiles no file with these in a function: what comes to them ends there.
func TestRefusedByCompiler(t *testing.T) {
	for _, body := range []string{
		"    from math import *\n    return floor(2.5)\n",
		"    nonlocal x\n    return 1\n",
		"    x = 1\n    global x\n    return x\n",
		"    break\n    return 1\n",
		"    x = [await y for y in ()]\n    return x\n",
		"    match 1:\n        case x: return x\n        case 1: return 2\n",
		"    __debug__ = 1\n    return 1\n",
	} {
		file := syntax.Parse([]byte(header + "def f():\n" + body))
		if tl := evaluateFile(t, file, answers); tl.Stopped == nil || tl.Result != nil {
			t.Errorf("%sresult %+v, stopped %+v: want it stopped", body, tl.Result, tl.Stopped)
		}
	}
}
