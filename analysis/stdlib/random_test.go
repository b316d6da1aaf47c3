package stdlib_test

import (
	"fmt"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

func TestRandomAgainstCPython(t *testing.T) {
	g := newGenerator(51)
	var cases [][]string
	for range 150 {
		c := []string{"import random", "random.seed(" + g.pick(fmt.Sprint(g.Intn(1000)), "0", "-5", "2**100 + 1", "'text'", "b'bytes'", "bytearray(b'x')", "1.5", "'é'", "True", "-0.25", "10**40") + ")", "x = list(range(30))", "r = random.Random(" + fmt.Sprint(g.Intn(99)) + ")"}
		for range 30 {
			r := g.pick("random", "random", "r")
			a, b := g.Intn(20), g.Intn(20)+1
			c = append(c, r+"."+g.pick(
				"random()", fmt.Sprintf("randint(%d, %d)", a, a+b), fmt.Sprintf("randrange(%d)", a), fmt.Sprintf("randrange(%d, %d, %d)", a, g.Intn(40), g.Intn(7)-3),
				"choice('abcdef')", "choice(x)", "choice([])", "shuffle(x)", fmt.Sprintf("sample(x, %d)", g.Intn(33)), fmt.Sprintf("sample(range(10**6), %d)", g.Intn(30)),
				fmt.Sprintf("sample('abc', counts=[%d, %d, 2], k=%d)", a, b, g.Intn(5)), fmt.Sprintf("choices('abc', k=%d)", g.Intn(5)), fmt.Sprintf("choices('abc', [%d, %d, 1], k=3)", a, b), "choices('abc', cum_weights=[1, 2, 5], k=4)",
				"uniform(1, 5)", "uniform(-2.5, 10)", "gauss(0, 1)", "gauss(10, 2.5)", "normalvariate(0, 1)", "triangular()", "triangular(0, 10, 3)", "triangular(5, 5, 5)", "expovariate(1.5)", "lognormvariate(0, 0.25)",
				"betavariate(2, 3)", "betavariate(0.5, 0.5)", "gammavariate(0.5, 1)", "gammavariate(1, 2)", "gammavariate(4.5, 2)", "paretovariate(3)", "weibullvariate(1, 1.5)", "vonmisesvariate(0, 4)", "vonmisesvariate(1, 0)",
				fmt.Sprintf("getrandbits(%d)", g.Intn(100)), fmt.Sprintf("randbytes(%d)", g.Intn(10)), "setstate(random.getstate())", "getstate()[2]",
				"randrange(0)", "randrange(5, 5)", "randrange(1, 9, 0)", "randrange(3, None, 2)", "randrange(1.5)", "randrange(3.0)", "getrandbits(-1)", "sample({1, 2}, 1)", "sample(x, -1)", "choices('ab', [1])", "choices('ab', 5)", "choices('ab', [0, 0])", "shuffle((1, 2))", "seed([])", "gammavariate(0, 1)"))
			c = append(c, "x")
		}
		cases = append(cases, c)
	}
	valuetest.Check(t, cases, stdlib.Load)
}

func TestRandomWithoutSeedIsUnknown(t *testing.T) {
	for _, line := range []string{"random.random()", "random.choice([1, 2])", "random.Random().random()", "random.seed() or random.random()"} {
		got, err := valuetest.Run([]string{"import random", line}, stdlib.Load)
		if err != nil || got[len(got)-1] != valuetest.Unknown {
			t.Errorf("%s gives %v, %v", line, got, err)
		}
	}
}
