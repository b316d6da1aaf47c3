package value_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"augur/analysis/value"
	"augur/analysis/value/valuetest"
)

// text is a str literal of characters that methods treat differently.
func (g generator) text(n int) string {
	const alphabet = "aabbcAB12  \t.-_éßǅŉΣσİı😀٣²½ⅷﬁ́ʰ中\u2028\u00a0\u00ad"
	s := g.digits(alphabet, n)
	s = strings.NewReplacer("\t", "\\t", "\u2028", "\\u2028").Replace(s)
	if g.Intn(6) == 0 {
		s += g.pick("\\n", "\\r\\n", "\\r", "\\x1c", "\\x85", "\\v", "\\ud800", "\\udcff", "\\x00", "\\'", "\\\"")
		s += g.digits(alphabet[:12], 2)
	}
	return "'" + s + "'"
}

func (g generator) optional(args ...string) string {
	return strings.Join(args[:1+g.Intn(len(args))], ", ")
}

func (g generator) small() string { return g.pick("None", fmt.Sprint(g.Intn(14)-7)) }

// method is a call of a method of text; make makes the arguments.
func (g generator) method(text func(n int) string, bytes bool) string {
	count := fmt.Sprint(g.Intn(5) - 1)
	fill := text(1)
	switch g.Intn(14) {
	case 0:
		return g.pick("capitalize", "lower", "upper", "swapcase", "title", "isalnum", "isalpha", "isascii", "isdigit", "islower", "isspace", "istitle", "isupper") + "()"
	case 1:
		if bytes {
			return g.pick("hex()", "hex(':')", "hex('-', 2)", "hex(b'_', -3)", "decode('latin-1')", "decode('ascii', 'replace')", "decode()", "decode('utf-8', 'backslashreplace')", "decode('utf-16', 'replace')", "decode('utf-8', 'ignore')")
		}
		return g.pick("casefold", "isdecimal", "isidentifier", "isnumeric", "isprintable") + "()"
	case 2:
		return g.pick("center", "ljust", "rjust") + "(" + g.optional(fmt.Sprint(g.Intn(20)-2), fill) + ")"
	case 3:
		return g.pick("count", "find", "rfind", "index", "rindex", "startswith", "endswith") + "(" + g.optional(text(2), g.small(), g.small()) + ")"
	case 4:
		return g.pick("startswith", "endswith") + "((" + text(1) + ", " + text(2) + "))"
	case 5:
		return g.pick("strip", "lstrip", "rstrip") + "(" + g.pick("", text(3)) + ")"
	case 6:
		return g.pick("split", "rsplit") + "(" + g.pick("", text(1), "None, "+count, text(2)+", "+count, "maxsplit="+count) + ")"
	case 7:
		return g.pick("partition", "rpartition", "removeprefix", "removesuffix") + "(" + text(2) + ")"
	case 8:
		return "splitlines(" + g.pick("", "True") + ")"
	case 9:
		return "replace(" + text(1) + ", " + text(2) + g.pick("", ", "+count) + ")"
	case 10:
		return "expandtabs(" + g.pick("", "3", "0", "-1") + ")"
	case 11:
		return fmt.Sprintf("zfill(%d)", g.Intn(12))
	case 12:
		return fmt.Sprintf("join([%s, %s, %s])", text(2), text(2), text(1))
	}
	if bytes {
		return "translate(bytes.maketrans(b'ab', b'xy'), b'c')"
	}
	return g.pick("translate({97: 'x', 98: None, 233: 66})", "translate(str.maketrans('abé', 'xyz', 'A'))", "encode()", "encode('latin-1', 'replace')",
		"encode('ascii', 'backslashreplace')", "encode('ascii', 'xmlcharrefreplace')", "encode('utf-16')", "encode('utf-32-be')", "encode('ascii')", "encode('latin-1')", "encode('utf-8', 'ignore')")
}

func TestStrMethodsAgainstCPython(t *testing.T) {
	g := newGenerator(21)
	var lines []string
	for range 7000 {
		lines = append(lines, g.text(8)+"."+g.method(g.text, false))
	}
	for range 1000 {
		part := func() string { return g.pick("", fmt.Sprint(g.Intn(16)-8)) }
		lines = append(lines,
			g.text(8)+"["+part()+":"+part()+g.pick("", ":"+part())+"]",
			fmt.Sprintf("%s[%d]", g.text(8), g.Intn(16)-8),
			"ascii("+g.text(6)+")", "list("+g.text(5)+")", "len("+g.text(8)+")",
			g.text(3)+g.pick(" < ", " == ", " >= ", " + ", " in ", " not in ")+g.text(2),
			fmt.Sprintf("%s * %d", g.text(2), g.Intn(5)-1),
		)
	}
	valuetest.Check(t, oneLine(lines), nil)
}

func (g generator) bytesText(n int) string {
	s := g.digits("aabbcAB12  \t.-_", n)
	s = strings.ReplaceAll(s, "\t", "\\t")
	return "b'" + s + g.pick("", "", "", "\\xff", "\\xc3\\xa9", "\\xed\\xa0\\x80", "\\xf0\\x9f\\x98", "\\n", "\\r\\n", "\\x00", "\\'") + "'"
}

func TestBytesMethodsAgainstCPython(t *testing.T) {
	g := newGenerator(22)
	var lines []string
	for range 2500 {
		lines = append(lines, g.bytesText(8)+"."+g.method(g.bytesText, true))
		lines = append(lines, "bytearray("+g.bytesText(8)+")."+g.method(g.bytesText, true))
	}
	for range 1000 {
		part := func() string { return g.pick("", fmt.Sprint(g.Intn(16)-8)) }
		lines = append(lines,
			g.bytesText(8)+"["+part()+":"+part()+g.pick("", ":"+part())+"]",
			fmt.Sprintf("%s[%d]", g.bytesText(8), g.Intn(16)-8),
			"list("+g.bytesText(5)+")",
			g.bytesText(3)+g.pick(" < ", " == ", " + ", " in ")+g.pick("", "bytearray")+"("+g.bytesText(2)+")",
			fmt.Sprintf("bytes.fromhex('%s')", g.digits("0aF 1g", 6)),
			fmt.Sprintf("bytes([%d, %d])", g.Intn(300)-10, g.Intn(256)),
		)
	}
	valuetest.Check(t, oneLine(lines), nil)
	var cases [][]string
	for range 400 {
		c := []string{"x = bytearray(" + g.bytesText(8) + ")", "y = x"}
		for range 15 {
			part := func() string { return g.pick("", fmt.Sprint(g.Intn(16)-8)) }
			slice := part() + ":" + part() + g.pick("", "", ":"+part())
			c = append(c, g.pick(
				fmt.Sprintf("x[%d] = %d", g.Intn(16)-8, g.Intn(300)-10), "x["+slice+"] = "+g.bytesText(3), "del x["+slice+"]",
				fmt.Sprintf("del x[%d]", g.Intn(16)-8), fmt.Sprintf("x.append(%d)", g.Intn(260)), "x.extend("+g.pick(g.bytesText(3), "[1, 2, 300]", "'a'", "range(4)")+")",
				fmt.Sprintf("x.insert(%d, 7)", g.Intn(16)-8), fmt.Sprintf("x.pop(%d)", g.Intn(16)-8), "x.remove(97)", "x.reverse()", "x += b'zz'", "x *= 2", "x[1:2] = [1, 2]", "x.copy()", "x.pop()"), "y")
		}
		cases = append(cases, c)
	}
	valuetest.Check(t, cases, nil)
}

// TestEveryCodePoint compares what str says about each code point, by one sum
// for each method.
func TestEveryCodePoint(t *testing.T) {
	predicates := []string{"isalpha", "isalnum", "isdecimal", "isdigit", "isnumeric", "isspace", "isprintable", "isupper", "islower", "istitle", "isidentifier"}
	mappings := []string{"upper", "lower", "title", "casefold", "capitalize", "swapcase"}
	var lines []string
	for _, m := range predicates {
		lines = append(lines, "sum([i * (i % 1009 + 1) for i in range(0x110000) if chr(i)."+m+"()]) % 2**61")
	}
	for _, m := range mappings {
		lines = append(lines, "sum([ord(c) * (i % 1009 + 1) for i in range(0x110000) for c in chr(i)."+m+"()]) % 2**61")
	}
	want := valuetest.Expect(t, oneLine(lines))
	thread := value.NewThread(context.Background(), value.Limits{})
	for n, m := range append(predicates, mappings...) {
		method, _ := value.StrType.Lookup(m)
		sum := int64(0)
		for i := range int64(0x110000) {
			got, err := value.Call(thread, method, []value.Value{value.RuneStr(rune(i))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			switch got := got.(type) {
			case value.Bool:
				if got {
					sum += i * (i%1009 + 1)
				}
			case *value.Str:
				for _, r := range got.Runes() {
					sum += int64(r) * (i%1009 + 1)
				}
			}
		}
		if got := fmt.Sprint(sum % (1 << 61)); got != want[n][0] {
			t.Errorf("the code points of %s add up to %s, want %s", m, got, want[n][0])
		}
	}
}
