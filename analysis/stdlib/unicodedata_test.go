package stdlib_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value"
	"augur/analysis/value/valuetest"
)

// TestUnicodedataOfEveryCodePoint compares what the functions give for all code
// points, joined.
func TestUnicodedataOfEveryCodePoint(t *testing.T) {
	functions := []string{
		"category(chr(i))", "bidirectional(chr(i))", "combining(chr(i))", "east_asian_width(chr(i))", "mirrored(chr(i))", "decomposition(chr(i)) if not 0xac00 <= i <= 0xd7a3 else ''",
		"decimal(chr(i), None)", "digit(chr(i), None)", "numeric(chr(i), None)", "normalize('NFC', chr(i))", "normalize('NFD', chr(i))", "normalize('NFKC', chr(i))", "normalize('NFKD', chr(i))",
	}
	const step = 0x400
	var cases [][]string
	for _, f := range functions {
		for low := 0; low < 0x20000; low += step {
			cases = append(cases, []string{"import unicodedata", "import zlib", fmt.Sprintf("zlib.crc32(repr([unicodedata.%s for i in range(%d, %d) if not 0xd800 <= i <= 0xdfff]).encode())", f, low, low+step)})
		}
	}
	valuetest.Check(t, cases, stdlib.Load)
}

func TestUnicodedataAgainstCPython(t *testing.T) {
	g := newGenerator(121)
	alphabet := []rune("aeé ñṩ̣̇q̇ﬁ①ｶﾞ각ㅏ각゙́̈ΐ²ẛ̣Ωﷺ")
	var lines []string
	for range 600 {
		var b strings.Builder
		for range g.Intn(7) {
			b.WriteRune(alphabet[g.Intn(len(alphabet))])
		}
		lines = append(lines, fmt.Sprintf("unicodedata.normalize('%s', '%s')", g.pick("NFC", "NFD", "NFKC", "NFKD"), b.String()), fmt.Sprintf("unicodedata.is_normalized('%s', '%s')", g.pick("NFC", "NFD"), b.String()))
	}
	lines = append(lines, strings.Split(`unicodedata.category('ab')
unicodedata.category(5)
unicodedata.decimal('a')
unicodedata.digit('²'), unicodedata.numeric('½')
unicodedata.digit('½')
unicodedata.numeric('a')
unicodedata.normalize('X', 'a')
unicodedata.normalize('NFC', 5)
unicodedata.unidata_version
unicodedata.decimal('ab', 1)`, "\n")...)
	check(t, []string{"import unicodedata"}, lines)
}

func TestUnicodedataNamesAreUnknown(t *testing.T) {
	got, err := valuetest.Run([]string{"import unicodedata", "unicodedata.name('a')"}, stdlib.Load)
	if err != nil || got[len(got)-1] != valuetest.Unknown {
		t.Errorf("gives %v, %v", got, err)
	}
	if _, ok, err := stdlib.Load(value.NewThread(context.Background(), value.DefaultLimits), "unicodedata"); !ok || err != nil {
		t.Errorf("the module is not there: %v", err)
	}
}
