package stdlib_test

import (
	"fmt"
	"math"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

// generator makes random lines; a fixed seed keeps failures reproducible.
type generator struct{ *rand.Rand }

func newGenerator(seed int64) generator { return generator{rand.New(rand.NewSource(seed))} }

func (g generator) pick(choices ...string) string { return choices[g.Intn(len(choices))] }

// float is an expression for a float: of any exponent, short, or special.
func (g generator) float() string {
	switch g.Intn(8) {
	case 0:
		return g.pick("0.0", "-0.0", "float('inf')", "float('-inf')", "float('nan')", "5e-324", "1.7976931348623157e308", "1", "-1", "0.5", "2", "True", "-1.5")
	case 1:
		return fmt.Sprint(float64(g.Intn(400)-200) / 4)
	case 2:
		return strconv.Itoa(g.Intn(60) - 20)
	case 3:
		return strconv.FormatFloat(g.NormFloat64(), 'g', 17, 64)
	case 4:
		return strconv.FormatFloat(g.NormFloat64()*100, 'g', 17, 64)
	case 5:
		return strconv.FormatFloat(g.Float64()*2-1, 'g', 17, 64)
	case 6:
		return fmt.Sprintf("%d", g.Int63()-1<<62)
	}
	for {
		if f := math.Float64frombits(g.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return strconv.FormatFloat(f, 'g', 17, 64)
		}
	}
}

// check runs the lines, each in a case of its own after the given first ones.
func check(t *testing.T, first []string, lines []string) {
	t.Helper()
	cases := make([][]string, len(lines))
	for i, l := range lines {
		cases[i] = append(append([]string(nil), first...), l)
	}
	valuetest.Check(t, cases, stdlib.Load)
}

func TestMathAgainstCPython(t *testing.T) {
	g := newGenerator(1)
	one := strings.Fields("acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 expm1 fabs log1p sin sinh sqrt tan tanh erf erfc gamma lgamma degrees radians isfinite isinf isnan log log2 log10 floor ceil trunc frexp modf ulp")
	var lines []string
	for _, f := range one {
		for range 150 {
			lines = append(lines, "math."+f+"("+g.float()+")")
		}
	}
	for range 300 {
		lines = append(lines,
			fmt.Sprintf("math.gamma(%v)", g.Float64()*350-175),
			fmt.Sprintf("math.lgamma(%v)", g.Float64()*350-175),
			fmt.Sprintf("math.%s(%s, %s)", g.pick("atan2", "copysign", "pow", "fmod", "remainder", "nextafter", "log", "isclose", "hypot", "dist"), g.float(), g.float()),
			fmt.Sprintf("math.%s(%s, %s)", g.pick("atan2", "copysign", "pow", "fmod", "remainder", "nextafter", "log", "isclose", "hypot"), g.float(), g.float()),
			fmt.Sprintf("math.hypot(%s, %s, %s, %s)", g.float(), g.float(), g.float(), g.float()),
			fmt.Sprintf("math.hypot(%v, %v)", g.Float64()*100, g.Float64()*100),
			fmt.Sprintf("math.dist((%s, %v), [%v, %v])", g.float(), g.Float64(), g.Float64(), g.Float64()),
			fmt.Sprintf("math.ldexp(%s, %d)", g.float(), g.Intn(3000)-1500),
			fmt.Sprintf("math.fsum([%s, %s, %s, %s])", g.float(), g.float(), g.float(), g.float()),
			fmt.Sprintf("math.fsum([%v, %v, %v] * %d)", g.NormFloat64(), g.NormFloat64()*1e10, g.NormFloat64()*1e-10, g.Intn(20)),
			fmt.Sprintf("math.prod([%s, %s], start=%s)", g.float(), g.float(), g.float()),
			fmt.Sprintf("math.isclose(%s, %s, rel_tol=%s, abs_tol=%v)", g.float(), g.float(), g.float(), g.Float64()),
			fmt.Sprintf("math.%s(%d, %d)", g.pick("gcd", "lcm", "comb", "perm"), g.Intn(200)-10, g.Intn(100)-5),
			fmt.Sprintf("math.%s(%d, %d, 2**70)", g.pick("gcd", "lcm"), g.Int63(), g.Int63()),
			fmt.Sprintf("math.%s(%d)", g.pick("factorial", "isqrt", "perm"), g.Intn(400)-10),
			fmt.Sprintf("math.isqrt(%d**%d + %d)", g.Intn(100)+2, g.Intn(60), g.Intn(3)),
			fmt.Sprintf("math.comb(10**20 + %d, %d)", g.Intn(100), g.Intn(10)),
			fmt.Sprintf("math.%s(10**%d + %d)", g.pick("log", "log2", "log10"), g.Intn(600), g.Intn(100)),
			fmt.Sprintf("math.%s(2**%d - 1)", g.pick("log", "log2", "log10"), 1000+g.Intn(600)),
		)
	}
	lines = append(lines, `math.sqrt('a')`, `math.sqrt()`, `math.sqrt(1, 2)`, `math.sqrt(x=1)`, `math.log()`, `math.log(1, 2, 3)`, `math.log(10, 'a')`, `math.log('a')`,
		`math.factorial(5.0)`, `math.factorial('a')`, `math.factorial(10**30)`, `math.gcd()`, `math.lcm()`, `math.gcd(1.5)`, `math.comb(5, 1.5)`, `math.comb(10**30, 10**29)`,
		`math.isqrt(1.5)`, `math.floor('a')`, `math.trunc('a')`, `math.fsum(['a'])`, `math.fsum(5)`, `math.fsum([1e308, 1e308])`, `math.fsum([float('inf'), float('-inf')])`, `math.prod(['a', 2])`, `math.prod([])`,
		`math.dist((1,), (3, 4))`, `math.dist(1, 2)`, `math.hypot()`, `math.hypot('a')`, `math.ldexp(1, 1.5)`, `math.ldexp(1, 10**30)`, `math.ldexp(1, -10**30)`, `math.isclose(1, 2, rel_tol=-1)`,
		`math.pi, math.e, math.tau, math.inf, math.nan`, `math.floor(10**400)`, `math.fabs(10**400)`, `math.sqrt(10**400)`, `math.fsum([1e-300, 1e300, -1e300])`, `math.hypot(5e-324, 5e-324)`, `math.hypot(1e-310, 3e-310, 2e-320)`)
	check(t, []string{"import math"}, lines)
}
