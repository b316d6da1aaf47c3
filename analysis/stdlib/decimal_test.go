package stdlib_test

import (
	"fmt"
	"strings"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

// decimalText is the text of a decimal number.
func (g generator) decimalText() string {
	switch g.Intn(12) {
	case 0:
		return g.pick("0", "-0", "0.00", "0E+3", "1", "-1", "Infinity", "-Infinity", "NaN", "10", "0.1", "1E+10", "9.999999999999999999999999999E+20")
	case 1:
		return fmt.Sprintf("%d.%d", g.Int63(), g.Int63())
	case 2:
		return fmt.Sprintf("%dE%d", g.Intn(1000)-500, g.Intn(60)-30)
	case 3:
		return fmt.Sprintf("-0.%03d", g.Intn(1000))
	case 4:
		return fmt.Sprintf("%d%018d", g.Int63(), g.Int63())
	case 5:
		return fmt.Sprintf("%d.5", g.Intn(40)-20)
	}
	return fmt.Sprintf("%d.%02d", g.Intn(400)-200, g.Intn(100))
}

func (g generator) decimal() string { return "Decimal('" + g.decimalText() + "')" }

func TestDecimalAgainstCPython(t *testing.T) {
	g := newGenerator(101)
	var lines []string
	for range 400 {
		a, b := g.decimal(), g.decimal()
		switch g.Intn(5) {
		case 0:
			b = fmt.Sprint(g.Intn(40) - 20)
		case 1:
			a = fmt.Sprint(g.Intn(40) - 20)
		}
		lines = append(lines,
			"("+a+") "+g.pick("+", "-", "*", "/", "//", "%", "+", "/")+" ("+b+")",
			"("+a+") "+g.pick("==", "!=", "<", "<=", ">", ">=")+" ("+b+")",
			"divmod("+a+", "+b+")",
			g.decimal()+"."+g.pick("quantize("+g.pick("Decimal('0.01')", "Decimal('1')", "Decimal('1E+2')", g.decimal())+g.pick("", ", rounding="+g.pick("ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"))+")",
				"normalize()", "to_integral_value()", "to_integral_exact(rounding=ROUND_UP)", "sqrt()", "as_tuple()", "as_integer_ratio()", "adjusted()", "copy_abs()", "copy_negate()", "copy_sign("+g.decimal()+")", "is_nan()", "is_signed()", "is_zero()", "is_normal()", "number_class()",
				"compare("+g.decimal()+")", "max("+g.decimal()+")", "min("+g.decimal()+")", "same_quantum("+g.decimal()+")", "logb()", fmt.Sprintf("scaleb(%d)", g.Intn(20)-10), "remainder_near("+g.decimal()+")", "next_plus()", "next_minus()", "to_eng_string()", "fma(2, 3)", "conjugate()", "is_finite()"),
			fmt.Sprintf("[f(%s) for f in [str, repr, int, float, bool, abs, hash, lambda x: -x, lambda x: +x]]", g.decimal()),
			fmt.Sprintf("[f(%s) for f in [round, math.floor, math.ceil, math.trunc]]", g.decimal()),
			fmt.Sprintf("round(%s, %d)", g.decimal(), g.Intn(8)-3),
			fmt.Sprintf("format(%s, '%s%s%s%s%s%s%s')", g.decimal(), g.pick("", "<", ">", "*^", "=", "x="), g.pick("", "+", " ", "-"), g.pick("", "", "z"), g.pick("", "0"), g.pick("", "12", "30"), g.pick("", ","), g.pick("", ".0", ".2", ".5", ".30")+g.pick("", "f", "e", "E", "g", "G", "%", "n", "F", "d")),
			fmt.Sprintf("Decimal('%s%s%s%s')", g.pick("", " ", "+", "-", "--"), g.pick("1", "1_000", "", "12", "0"), g.pick("", ".", ".5", "._5", ".0"), g.pick("", "e5", "E-3", "e", "e+", "x", " ", "e1_0")),
			fmt.Sprintf("Decimal(%s)", g.float()),
			fmt.Sprintf("%s ** %s", g.decimal(), g.pick("2", "3", "0", "-1", "-2", "10", "Decimal('2')", "Decimal('0.5')", "Decimal('-1.5')", "Decimal('3.7')", "Decimal('Infinity')", "Decimal('-0')")),
			fmt.Sprintf("%d ** Decimal('%s')", g.Intn(10), g.pick("2", "0.5", "-3", "1.25", "10")),
			fmt.Sprintf("Decimal('%d.%d').%s()", g.Intn(100), g.Intn(1000), g.pick("ln", "exp", "log10", "sqrt")),
		)
	}
	cases := make([][]string, len(lines))
	for i, l := range lines {
		cases[i] = []string{"", "import math", l}
	}
	compared, unknown := valuetest.Compare(t, decimalCases(cases), stdlib.Load)
	if unknown > compared/50 {
		t.Errorf("%d of %d lines are unknown", unknown, compared+unknown)
	}
}

// decimalCases imports the names one by one.
func decimalCases(cases [][]string) [][]string {
	names := "from decimal import Decimal, ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP"
	for _, c := range cases {
		c[0] = names
	}
	return cases
}

func TestDecimalContextAgainstCPython(t *testing.T) {
	g := newGenerator(102)
	var cases [][]string
	for range 100 {
		c := []string{"import decimal", "from decimal import Decimal", "import math", "decimal.setcontext(decimal.Context())", "c = decimal.getcontext()"}
		for range 12 {
			c = append(c, g.pick(
				fmt.Sprintf("c.prec = %d", g.Intn(12)), "c.rounding = decimal."+g.pick("ROUND_UP", "ROUND_DOWN", "ROUND_FLOOR", "ROUND_CEILING", "ROUND_HALF_UP", "ROUND_05UP", "ROUND_HALF_DOWN"),
				fmt.Sprintf("c.Emax = %d", g.Intn(20)), fmt.Sprintf("c.Emin = %d", -g.Intn(20)), "c.clamp = 1", "c.capitals = 0",
				"c.traps[decimal."+g.pick("Inexact", "Overflow", "DivisionByZero", "InvalidOperation", "Underflow", "Rounded", "Clamped", "Subnormal", "FloatOperation")+"] = "+g.pick("True", "False"),
				"c", "c.flags", "c.clear_flags()"),
				g.decimal()+" "+g.pick("+", "-", "*", "/", "%", "//")+" "+g.decimal(), "+"+g.decimal(), g.decimal()+".sqrt()", "c.create_decimal('"+g.decimalText()+"')", g.decimal()+".next_plus()", g.decimal()+".normalize()")
		}
		cases = append(cases, append(c, "c", "c.copy()"))
	}
	lines := strings.Split(`decimal.Context(prec=5), decimal.DefaultContext, decimal.BasicContext, decimal.ExtendedContext
decimal.Context(prec=0)
decimal.Context(rounding='x')
decimal.Context(foo=1)
decimal.Context(prec=3).divide(1, 3), decimal.Context(prec=3).sqrt(2), decimal.Context(prec=3).quantize
decimal.Context(prec=3, traps=[decimal.Inexact]).divide(1, 3)
decimal.Context(prec=3).create_decimal('1.23456'), decimal.Context(prec=3).power(2, 10), decimal.Context(prec=4).add(1, '1') if 0 else 1
decimal.localcontext().__enter__(), decimal.getcontext().prec
(lambda l: [l.__enter__(), decimal.getcontext(), Decimal(1) / 3, l.__exit__(None, None, None), Decimal(1) / 3])(decimal.localcontext(decimal.Context(prec=4)))
(lambda l: [setattr(l.__enter__(), 'prec', 5), Decimal(1) / 3, l.__exit__(None, None, None), Decimal(1) / 3])(decimal.localcontext())
decimal.localcontext(prec=3).__enter__()
Decimal('abc')
Decimal(None)
Decimal([1])
Decimal((0, (1, 2, 3), -2)), Decimal((1, (), 'F')), Decimal((0, (1, 2), 'n')), Decimal((0, [0, 0, 1], 2))
Decimal((2, (1,), 0))
Decimal((0, (10,), 0))
Decimal((0, (1,), 'x'))
Decimal(1, 2, 3)
Decimal(), Decimal(True), Decimal(value='1'), Decimal(Decimal('1.0')), Decimal('1', None), Decimal('٣.٥')
Decimal('1') + 1.5
1.5 + Decimal('1')
Decimal(1) + 'a'
Decimal(1) < 'a'
Decimal(1) < 1.5, Decimal('0.5') == 0.5, Decimal('0.1') == 0.1, Decimal(1) == 1+0j, Decimal(1) == 'a', Decimal('NaN') == Decimal('NaN'), Decimal(2) > Fraction(1, 2), Decimal('0.5') == Fraction(1, 2), Fraction(1, 2) == Decimal('0.5')
Decimal('NaN') < 1
Decimal('sNaN') == 1
Decimal('sNaN') + 1
hash(Decimal('sNaN'))
int(Decimal('NaN'))
int(Decimal('Infinity'))
float(Decimal('sNaN'))
Decimal(1).quantize('0.1')
Decimal('1.25').quantize(Decimal('0.1'), rounding='foo')
Decimal('1e30').quantize(Decimal('0.1'))
Decimal(10) ** 30 // 1
Decimal(10) ** 30 % 7
Decimal(1) / 0
Decimal(0) / 0
Decimal(1) % 0
divmod(Decimal(1), 0)
Decimal(0) ** 0
Decimal(-8) ** Decimal('0.5')
pow(Decimal(3), 5, 7), pow(Decimal(-3), 5, 7), pow(Decimal(3), 0, 7)
pow(Decimal(3), -5, 7)
Decimal.from_float(0.1), Decimal.from_float(3)
Decimal.from_float('1')
Decimal(1).__round__(1.5)
sum([Decimal('0.1')] * 3), max(Decimal(1), 2), sorted([Decimal('3'), 1, 2.5]), {Decimal('1.0'): 'x'}[1], Decimal('1.10') in [1.1, Decimal('1.1')]
'%s %.2f %d %r' % (Decimal('1.5'), Decimal('1.567'), Decimal('3.7'), Decimal(1)), '{:.1f} {:>8}'.format(Decimal('2.25'), Decimal('1.5'))
Decimal('9.99e999999') * 10
Decimal('1e-999999') / 10 ** 30, Decimal('1e-999999') * Decimal('1e-100')
Decimal('1e999999999999999999'), Decimal('1E-7'), Decimal('0.000001'), Decimal('0E-10'), Decimal('1e-1000000')
Decimal('1e9999999999999999999')
isinstance(Decimal(1), numbers.Number), isinstance(Decimal(1), numbers.Real), type(Decimal(1)), Decimal
type('D', (Decimal,), {})('1.5'), type('D', (Decimal,), {})('1.5') + 1, Fraction(Decimal('0.25')), Fraction.from_decimal(Decimal('1.5'))
Decimal('1e1000000') + 1, Decimal('1e50') + Decimal('1e-50'), Decimal('1e50') - Decimal('1e-50'), Decimal('-1e30') + 1
decimal.MAX_PREC, decimal.MAX_EMAX, decimal.MIN_EMIN, decimal.MIN_ETINY, decimal.ROUND_HALF_EVEN
decimal.InvalidOperation.__mro__, decimal.DivisionByZero.__mro__, decimal.Overflow.__mro__, decimal.Underflow.__mro__
decimal.getcontext() is decimal.getcontext(), math.sqrt(Decimal(4)), math.floor(Decimal('-1.5')), complex(Decimal('1.5')), Decimal('1.5').real, Decimal(2).imag
Decimal(2).exp(), Decimal(2).ln(), Decimal(2).log10(), Decimal(1000).log10(), Decimal('1e-10').log10(), Decimal(0).ln(), Decimal(1).ln(), Decimal(0).exp(), Decimal('-Infinity').exp(), Decimal('1e-40').exp(), Decimal('-1e-40').exp()
Decimal(-1).ln()`, "\n")
	for _, l := range lines {
		cases = append(cases, []string{"import decimal", "from decimal import Decimal", "import math", "import numbers", "from fractions import Fraction", "decimal.setcontext(decimal.Context())", l})
	}
	compared, unknown := valuetest.Compare(t, cases, stdlib.Load)
	if unknown > compared/50 {
		t.Errorf("%d of %d lines are unknown", unknown, compared+unknown)
	}
}
