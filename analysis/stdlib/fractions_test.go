package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestFractionsAgainstCPython(t *testing.T) {
	g := newGenerator(61)
	fraction := func() string {
		switch g.Intn(6) {
		case 0:
			return fmt.Sprintf("Fraction(%d, %d)", g.Int63()-1<<62, g.Int63()+1)
		case 1:
			return g.pick("Fraction()", "Fraction(0)", "Fraction(1)", "Fraction(-1, 2)", "Fraction(1.5)", "Fraction(0.1)", "Fraction('1.25')", "Fraction(True)")
		}
		return fmt.Sprintf("Fraction(%d, %d)", g.Intn(40)-20, g.Intn(20)+1)
	}
	other := func() string {
		switch g.Intn(6) {
		case 0:
			return fmt.Sprint(g.Intn(20) - 10)
		case 1:
			return g.float()
		case 2:
			return "1.5+2j"
		}
		return fraction()
	}
	var lines []string
	for range 400 {
		op := g.pick("+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">=")
		a, b := fraction(), other()
		if g.Intn(3) == 0 {
			a, b = b, a
		}
		lines = append(lines, "("+a+") "+op+" ("+b+")", "divmod("+a+", "+b+")",
			fmt.Sprintf("%s ** %s", fraction(), g.pick("2", "-3", "0", "0.5", "Fraction(1, 2)", "Fraction(2)", "1.5", "1j")),
			fmt.Sprintf("%s ** %s", g.pick("2", "0.5", "-1.5", "4", "0", "-8"), fraction()),
			fmt.Sprintf("[f(%s) for f in [str, repr, hash, int, float, bool, abs, math.floor, math.ceil, math.trunc, round]]", fraction()),
			fmt.Sprintf("round(%s, %d)", fraction(), g.Intn(8)-4),
			fmt.Sprintf("%s.limit_denominator(%d)", fraction(), g.Intn(50)),
			fmt.Sprintf("Fraction('%s%s%s%s')", g.pick("", " ", "-", "+"), g.pick("", "1", "12", "1_0", "1__0", "0"), g.pick("", "/3", "/0", "/", ".5", ".", "._5", "/1_0"), g.pick("", "", "e2", "E-2", "e", "e+1", " ", "x")),
		)
	}
	lines = append(lines, strings.Split(`Fraction(1, 0)
Fraction('abc')
Fraction([])
Fraction(1, 1.5)
Fraction(1.5, 2)
Fraction(float('nan'))
Fraction(float('inf'))
Fraction(Fraction(1, 7), Fraction(2, 3)), Fraction(10, -8), Fraction('3.1415926535'), Fraction(' -3/6 '), Fraction(numerator=3, denominator=6)
Fraction.from_float(0.3), Fraction.from_float(2), Fraction.from_float
Fraction.from_float('x')
Fraction.from_decimal(1.5)
Fraction(3, 4).numerator, Fraction(3, 4).denominator, Fraction(3, 4).as_integer_ratio(), Fraction(3, 4).real, Fraction(3, 4).imag, Fraction(3, 4).conjugate()
Fraction(1, 2) / 0
Fraction(1, 2) // 0
Fraction(1, 2) % 0
Fraction(0) ** -1
Fraction(1, 2) + 'a'
'a' + Fraction(1, 2)
Fraction(1, 2) < 'a'
Fraction(1, 2) == 'a', Fraction(1, 2) == 0.5, Fraction(1, 2) == 0.5+0j, Fraction(1, 3) == 1/3
sum([Fraction(1, 3)] * 3), sorted([Fraction(1, 2), 0.3, 1]), {Fraction(1, 2): 1}[0.5], max(Fraction(1, 3), 0.3)
isinstance(Fraction(1, 2), numbers.Rational), isinstance(Fraction(1, 2), int), type(Fraction(1, 2)), Fraction
Fraction(1, 2).limit_denominator(0)
math.gcd(Fraction(1, 2), 1)
math.sqrt(Fraction(1, 4)), math.prod([Fraction(1, 2), 3])
'%s %r %.2f %d' % (Fraction(7, 2), Fraction(7, 2), Fraction(7, 2), Fraction(7, 2))
'{}'.format(Fraction(1, 2)), format(Fraction(3), '')
format(Fraction(1, 2), '.2f')
Fraction(1, 2).foo
type('F', (Fraction,), {})(1, 2), type('F', (Fraction,), {})(1, 2) + 1, -type('F', (Fraction,), {})(1, 2)
complex(Fraction(1, 2)), Fraction(1, 2) * (1+2j), Fraction(-3, 2).__round__(), bool(Fraction(0)), Fraction(10**400, 3) > 1e308`, "\n")...)
	check(t, []string{"from fractions import Fraction", "import math", "import numbers"}, lines)
}
