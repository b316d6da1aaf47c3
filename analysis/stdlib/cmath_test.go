package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestCmathAgainstCPython(t *testing.T) {
	g := newGenerator(95)
	part := func() string {
		switch g.Intn(6) {
		case 0:
			return g.pick("0.0", "-0.0", "1.0", "-1.0", "0.5", "2", "1e300", "-1e308", "1e-310", "5e-324", "710.0", "-710.5")
		case 1:
			return fmt.Sprint(float64(g.Intn(40)-20) / 4)
		}
		return fmt.Sprint(g.NormFloat64() * 3)
	}
	var lines []string
	for range 2500 {
		z := "complex(" + part() + ", " + part() + ")"
		if g.Intn(6) == 0 {
			z = part()
		}
		if strings.Contains(z, "e-3") {
			continue // the C library reports an underflow, or does not
		}
		lines = append(lines, "cmath."+g.pick("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "phase", "polar", "isfinite", "isnan", "isinf")+"("+z+")")
	}
	for range 300 {
		z, w := "complex("+part()+", "+part()+")", "complex("+part()+", "+part()+")"
		lines = append(lines, "cmath.log("+z+", "+w+")", "cmath.rect("+part()+", "+part()+")", "cmath.isclose("+z+", "+w+", rel_tol="+part()+")")
	}
	lines = append(lines, strings.Split(`cmath.sqrt('a')
cmath.sqrt()
cmath.log(0)
cmath.log(1, 1)
cmath.atanh(1)
cmath.exp(1000)
cmath.pi, cmath.e, cmath.inf, cmath.nanj, cmath.infj
cmath.sqrt(-1), cmath.exp(cmath.pi * 1j), cmath.polar(1j), cmath.phase(-1)
cmath.isinf(complex('inf')), cmath.isnan(complex(0, float('nan'))), cmath.isfinite(1)`, "\n")...)
	check(t, []string{"import cmath"}, lines)
}
