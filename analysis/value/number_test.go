package value_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"augur/analysis/value/valuetest"
)

// oneLine makes a case of each line.
func oneLine(lines []string) [][]string {
	cases := make([][]string, len(lines))
	for i, l := range lines {
		cases[i] = []string{l}
	}
	return cases
}

// integer is an int literal: small, near a power of two, or big.
func (g generator) integer() string {
	switch g.Intn(8) {
	case 0:
		return fmt.Sprintf("(2**%d%+d)", g.Intn(90), g.Intn(5)-2)
	case 1:
		return fmt.Sprintf("-(2**%d%+d)", g.Intn(90), g.Intn(5)-2)
	case 2:
		return fmt.Sprintf("%d", g.Int63())
	case 3:
		return fmt.Sprintf("-%d", g.Int63())
	case 4:
		return fmt.Sprintf("%d%018d%018d", 1+g.Int63(), g.Int63n(1e18), g.Int63n(1e18))
	case 5:
		return g.pick("True", "False", "0", "1", "-1", "10", "1000")
	}
	return strconv.Itoa(g.Intn(200) - 100)
}

// float is an expression for a float: of any exponent, short, or special.
func (g generator) float() string {
	switch g.Intn(9) {
	case 0:
		return g.pick("0.0", "-0.0", "float('inf')", "float('-inf')", "float('nan')", "5e-324", "1.7976931348623157e308", "2.2250738585072014e-308", "1e16", "1e-05", "0.1", "0.5", "-1.0", "9007199254740993.0")
	case 1:
		return fmt.Sprintf("%d.%d", g.Intn(2000)-1000, g.Intn(1000))
	case 2:
		return fmt.Sprintf("%d.5", g.Intn(100)-50)
	case 3:
		return fmt.Sprintf("%de%d", g.Intn(100000), g.Intn(40)-20)
	case 4:
		return strconv.FormatFloat(g.NormFloat64(), 'g', 17, 64)
	case 5:
		return strconv.FormatFloat(float64(g.Int63()), 'g', 17, 64)
	}
	for {
		if f := math.Float64frombits(g.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return strconv.FormatFloat(f, 'g', 17, 64)
		}
	}
}

func (g generator) complex() string {
	part := func() string { return fmt.Sprint(float64(g.Intn(40)-20) / 4) }
	if g.Intn(6) == 0 {
		return "complex(" + g.float() + ", " + g.float() + ")"
	}
	return "complex(" + part() + ", " + part() + ")"
}

func (g generator) number() string {
	switch g.Intn(10) {
	case 0:
		return g.complex()
	case 1, 2, 3, 4:
		return g.float()
	}
	return g.integer()
}

func TestArithmeticAgainstCPython(t *testing.T) {
	g := newGenerator(11)
	var lines []string
	for range 1000 {
		a, b := g.number(), g.number()
		op := g.pick("+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">=")
		lines = append(lines, "("+a+") "+op+" ("+b+")")
	}
	for range 800 {
		lines = append(lines, fmt.Sprintf("divmod(%s, %s)", g.number(), g.number()))
		a, b := g.integer(), g.integer()
		lines = append(lines, fmt.Sprintf("%s %s %s", a, g.pick("&", "|", "^"), b))
		lines = append(lines, fmt.Sprintf("(%s) %s %d", a, g.pick("<<", ">>"), g.Intn(200)-20))
		lines = append(lines, fmt.Sprintf("%s(%s)", g.pick("-", "+", "~", "abs", "bool", "int", "float", "complex", "repr", "str", "round"), g.number()))
	}
	valuetest.Check(t, oneLine(lines), nil)
}

func TestPowerAgainstCPython(t *testing.T) {
	g := newGenerator(12)
	var lines []string
	for range 800 {
		lines = append(lines,
			fmt.Sprintf("(%s) ** (%s)", g.float(), g.float()),
			fmt.Sprintf("(%s) ** %d", g.number(), g.Intn(40)-20),
			fmt.Sprintf("(%d) ** (%s)", g.Intn(40)-20, g.pick("0.5", "0.25", "-0.5", "1.5", "1/3", "2.0", "-3.0", "1e3")),
			fmt.Sprintf("(%s) ** (%s)", g.complex(), g.complex()),
			fmt.Sprintf("(%s) ** (%s)", g.complex(), g.pick("2", "3", "-1", "0.5", "100", "101", "1.5")),
			fmt.Sprintf("pow(%s, %s, %s)", g.integer(), g.pick("-1", "0", "3", "17", "65537", g.integer()), g.integer()),
		)
	}
	valuetest.Check(t, oneLine(lines), nil)
}

func TestRoundAndReprAgainstCPython(t *testing.T) {
	g := newGenerator(13)
	var lines []string
	for range 1000 {
		lines = append(lines,
			g.float(),
			g.complex(),
			fmt.Sprintf("round(%s, %d)", g.float(), g.Intn(24)-6),
			fmt.Sprintf("round(%s, %d)", g.float(), g.Intn(700)-350),
			fmt.Sprintf("round(%s, %d)", g.integer(), g.Intn(30)-25),
			fmt.Sprintf("[hash(x) for x in [%s, %s, %s] if x == x]", g.integer(), g.float(), g.complex()),
			fmt.Sprintf("(lambda x: x.hex())(%s)", g.float()),
			fmt.Sprintf("(lambda x: float.fromhex(x.hex()))(%s)", g.float()),
			fmt.Sprintf("(lambda x: x.as_integer_ratio())(%s)", g.float()),
		)
	}
	var cases [][]string
	cases = append(cases, oneLine(lines)...)
	valuetest.Check(t, cases, nil)
}

// digits makes text that is nearly a number.
func (g generator) digits(alphabet string, n int) string {
	out := make([]rune, 0, n)
	rs := []rune(alphabet)
	for range g.Intn(n + 1) {
		out = append(out, rs[g.Intn(len(rs))])
	}
	return string(out)
}

func TestNumbersFromTextAgainstCPython(t *testing.T) {
	g := newGenerator(14)
	var lines []string
	for range 1000 {
		sign, space := g.pick("", "", "-", "+", "--"), g.pick("", "", " ", "\\t\\n", "\\u2003", "\\xa0")
		number := g.digits("0123456789", 6)
		if g.Intn(3) == 0 {
			number = g.digits("0019_٣５.eE+-", 7)
		}
		lines = append(lines,
			fmt.Sprintf("int('%s%s%s%s')", space, sign, number, space),
			fmt.Sprintf("float('%s%s%s%s')", space, sign, g.digits("0123456789.e+-_", 9), space),
			fmt.Sprintf("float('%s%d.%de%d')", sign, g.Int63(), g.Int63(), g.Intn(700)-350),
			fmt.Sprintf("float(b'%s%s')", sign, g.digits("0123456789.e+-_", 5)),
			fmt.Sprintf("float('%s%s')", sign, g.pick("inf", "Infinity", "nan", "NaN", "infin", "in", "1_000.5", "1e400", "1e-400", ".5", "5.", ".", "e5", "1e")),
			fmt.Sprintf("int('%s%s%s', %d)", sign, g.pick("", "", "0x", "0X", "0b", "0o", "0_", "0x_"), g.digits("012789abcxyzoZ_", 6), g.pick2(g.Intn(40)-1, 0)),
			fmt.Sprintf("complex('%s%s%s%s%s')", space, g.pick("", "", "("), sign, g.digits("12.e+-j", 7), g.pick("", "j", "J", "j)", ")")),
			fmt.Sprintf("(%s).to_bytes(%d, '%s', signed=%s)", g.integer(), g.Intn(14), g.pick("big", "little"), g.pick("True", "False")),
			fmt.Sprintf("int.from_bytes(b'%s', '%s', signed=%s)", g.digits("a\\xff0", 1)+"\\x80\\xff", g.pick("big", "little"), g.pick("True", "False")),
		)
	}
	valuetest.Check(t, oneLine(lines), nil)
}

func (g generator) pick2(a, b int) int {
	if g.Intn(4) > 0 {
		return a
	}
	return b
}

// spec is a format specifier, mostly a valid one.
func (g generator) spec(kinds ...string) string {
	s := g.pick("", "", "", "<", ">", "^", "=", "*<", "x>", "é^", "0=", " =", "<<")
	s += g.pick("", "", "", "+", "-", " ")
	s += g.pick("", "", "", "", "z")
	s += g.pick("", "", "", "#")
	s += g.pick("", "", "0")
	s += g.pick("", "", "1", "5", "10", "17", "30")
	s += g.pick("", "", "", ",", "_")
	s += g.pick("", "", "", ".0", ".1", ".2", ".3", ".6", ".17", ".30")
	return s + g.pick(kinds...)
}

func TestFormatAgainstCPython(t *testing.T) {
	g := newGenerator(15)
	var lines []string
	for range 1200 {
		lines = append(lines,
			fmt.Sprintf("format(%s, '%s')", g.integer(), g.spec("", "d", "n", "b", "o", "x", "X", "e", "f", "g", "%", "G", "s")),
			fmt.Sprintf("format(%s, '%s')", g.float(), g.spec("", "", "e", "E", "f", "F", "g", "G", "n", "%", "d")),
			fmt.Sprintf("format(%s, '%s')", g.complex(), g.spec("", "", "e", "E", "f", "F", "g", "G", "n", "%")),
			fmt.Sprintf("format('%s', '%s')", g.digits("abé😀", 8), g.spec("", "", "s", "d")),
			fmt.Sprintf("format(%d, '%s')", g.Intn(70000), g.spec("c")),
			fmt.Sprintf("'%s{:%s}|{!r:%s}'.format(%s, '%s')", g.pick("", "{{", "é"), g.spec("", "f", "d"), g.spec("", "s"), g.number(), g.digits("ab\"", 3)),
		)
	}
	valuetest.Check(t, oneLine(lines), nil)
}

func TestPercentAgainstCPython(t *testing.T) {
	g := newGenerator(16)
	item := func(kinds ...string) string {
		return "%" + g.pick("", "", "-", "+", " ", "0", "#", "-0", "+0", "#0", "0 ") + g.pick("", "", "3", "8", "20") + g.pick("", "", ".", ".0", ".2", ".5", ".15") + g.pick("", "", "", "l") + g.pick(kinds...)
	}
	var lines []string
	for range 1000 {
		b := g.pick("", "b")
		lines = append(lines,
			fmt.Sprintf("%s'%s' %% (%s)", b, item("d", "i", "u", "x", "X", "o"), g.number()),
			fmt.Sprintf("%s'%s' %% (%s)", b, item("e", "E", "f", "F", "g", "G"), g.number()),
			fmt.Sprintf("'<%s>' %% '%s'", item("s", "r", "a", "c"), g.digits("abé😀", 4)),
			fmt.Sprintf("b'<%s>' %% b'%s'", item("s", "b", "r", "a", "c"), g.digits("ab", 4)),
			fmt.Sprintf("'%s %s' %% (%s, %d)", item("s", "r"), item("c"), g.number(), g.Intn(70000)),
			fmt.Sprintf("'%%(k)%s' %% {'k': %s}", item("d", "s", "f")[1:], g.number()),
			fmt.Sprintf("'%%*.*f|' %% (%d, %d, %s)", g.Intn(40)-20, g.Intn(10)-2, g.float()),
		)
	}
	valuetest.Check(t, oneLine(lines), nil)
}
