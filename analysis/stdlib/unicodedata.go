package stdlib

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"

	"augur/analysis/value"
)

//go:generate python3.11 gen_unicodedata.py unicodedata_table.go

func init() { Register("unicodedata", loadUnicodedata) }

// ucdRuns are values by ranges of code points, decoded on first use.
type ucdRuns struct {
	text        string
	once        sync.Once
	first, last []rune
	values      []string
}

func (u *ucdRuns) find(r rune, otherwise string) string {
	u.once.Do(func() {
		at := rune(0)
		for _, f := range strings.Fields(u.text) {
			parts := strings.Split(f, ",")
			first := at + ucdNumber(parts[0])
			at = first + ucdNumber(parts[1])
			u.first, u.last, u.values = append(u.first, first), append(u.last, at), append(u.values, parts[2])
		}
	})
	i := sort.Search(len(u.last), func(i int) bool { return u.last[i] >= r })
	if i < len(u.last) && u.first[i] <= r {
		return u.values[i]
	}
	return otherwise
}

func ucdNumber(text string) rune {
	n, err := strconv.ParseInt(text, 36, 64)
	if err != nil {
		panic("unicodedata: " + err.Error()) // a mistake of the table's generator
	}
	return rune(n)
}

// ucdItems decodes values of single code points.
func ucdItems(text string) map[rune]string {
	out := map[rune]string{}
	at := rune(0)
	for _, f := range strings.Fields(text) {
		distance, v, _ := strings.Cut(f, ",")
		at += ucdNumber(distance)
		out[at] = v
	}
	return out
}

var (
	ucdCategories   = &ucdRuns{text: ucdCategory}
	ucdCombinings   = &ucdRuns{text: ucdCombining}
	ucdDirections   = &ucdRuns{text: ucdBidirectional}
	ucdWidths       = &ucdRuns{text: ucdWidth}
	ucdMirror       = &ucdRuns{text: ucdMirrored}
	ucdNumerics     = sync.OnceValue(func() map[rune]string { return ucdItems(ucdNumeric) })
	ucdDigits       = sync.OnceValue(func() map[rune]string { return ucdItems(ucdDigit) })
	ucdDecomposed   = sync.OnceValue(decodeDecompositions)
	ucdCompositions = sync.OnceValue(decodeCompositions)
)

// decomposed is what a code point is made of; tag is empty if it is the same
// character.
type decomposed struct {
	tag   string
	parts []rune
}

func decodeDecompositions() map[rune]decomposed {
	out := map[rune]decomposed{}
	for r, v := range ucdItems(ucdDecomposition) {
		tag, list, _ := strings.Cut(v, ":")
		d := decomposed{tag: tag}
		for _, p := range strings.Split(list, "+") {
			d.parts = append(d.parts, ucdNumber(p))
		}
		out[r] = d
	}
	return out
}

func decodeCompositions() map[[2]rune]rune {
	excluded := ucdItems(ucdExcluded)
	out := map[[2]rune]rune{}
	for r, d := range ucdDecomposed() {
		if _, ok := excluded[r]; !ok && d.tag == "" && len(d.parts) == 2 {
			out[[2]rune{d.parts[0], d.parts[1]}] = r
		}
	}
	return out
}

// Hangul syllables are composed by arithmetic.
const (
	hangulBase  = 0xAC00
	hangulLead  = 0x1100
	hangulVowel = 0x1161
	hangulTail  = 0x11A7
	leads       = 19
	vowels      = 21
	tails       = 28
)

func combiningClass(r rune) int {
	n, _ := strconv.Atoi(ucdCombinings.find(r, "0"))
	return n
}

// decompose appends what r is made of, all the way down.
func decompose(out []rune, r rune, compatible bool) []rune {
	if i := r - hangulBase; i >= 0 && i < leads*vowels*tails {
		out = append(out, hangulLead+i/(vowels*tails), hangulVowel+i%(vowels*tails)/tails)
		if tail := i % tails; tail != 0 {
			out = append(out, hangulTail+tail)
		}
		return out
	}
	d, ok := ucdDecomposed()[r]
	if !ok || d.tag != "" && !compatible {
		return append(out, r)
	}
	for _, p := range d.parts {
		out = decompose(out, p, compatible)
	}
	return out
}

// normalize is unicodedata.normalize.
func normalize(form string, rs []rune) ([]rune, bool) {
	compatible := strings.HasPrefix(form, "NFK")
	if form != "NFC" && form != "NFD" && form != "NFKC" && form != "NFKD" {
		return nil, false
	}
	var out []rune
	for _, r := range rs {
		out = decompose(out, r, compatible)
	}
	// Marks on one character go in the order of their classes.
	for i := 0; i < len(out); {
		j := i
		for j < len(out) && combiningClass(out[j]) != 0 {
			j++
		}
		marks := out[i:j]
		sort.SliceStable(marks, func(a, b int) bool { return combiningClass(marks[a]) < combiningClass(marks[b]) })
		i = j + 1
	}
	if strings.HasSuffix(form, "C") {
		out = compose(out)
	}
	return out, true
}

func compose(rs []rune) []rune {
	var out []rune
	starter, last := -1, -1 // the character that marks go on, and the class of the mark before
	for _, r := range rs {
		class := combiningClass(r)
		if starter >= 0 && (last < class || last == -1) {
			if c, ok := composition(out[starter], r); ok {
				out[starter] = c
				continue
			}
		}
		if class == 0 {
			starter, last = len(out), -1
		} else {
			last = class
		}
		out = append(out, r)
	}
	return out
}

func composition(a, b rune) (rune, bool) {
	if l, v := a-hangulLead, b-hangulVowel; l >= 0 && l < leads && v >= 0 && v < vowels {
		return hangulBase + (l*vowels+v)*tails, true
	}
	if s, tail := a-hangulBase, b-hangulTail; s >= 0 && s < leads*vowels*tails && s%tails == 0 && tail > 0 && tail < tails {
		return a + tail, true
	}
	r, ok := ucdCompositions()[[2]rune{a, b}]
	return r, ok
}

func loadUnicodedata(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("unicodedata")
	m.Set("unidata_version", value.NewStr("14.0.0"))
	property := func(name string, get func(r rune) value.Value) {
		m.Def(name+"(chr, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			r, err := characterArgument(name, "argument", a[0])
			if err != nil {
				return nil, err
			}
			return get(r), nil
		})
	}
	property("category", func(r rune) value.Value { return value.NewStr(ucdCategories.find(r, "Cn")) })
	property("bidirectional", func(r rune) value.Value {
		if d := ucdDirections.find(r, "-"); d != "-" {
			return value.NewStr(d)
		}
		return value.EmptyStr
	})
	property("combining", func(r rune) value.Value { return value.Int(combiningClass(r)) })
	property("east_asian_width", func(r rune) value.Value { return value.NewStr(ucdWidths.find(r, "N")) })
	property("mirrored", func(r rune) value.Value {
		if ucdMirror.find(r, "0") == "1" {
			return value.Int(1)
		}
		return value.Int(0)
	})
	property("decomposition", func(r rune) value.Value { return value.NewStr(decompositionText(r)) })
	number := func(name, missing string, get func(r rune) (value.Value, bool)) {
		m.Def(name+"(chr, default=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			r, err := characterArgument(name, "argument 1", a[0])
			if err != nil {
				return nil, err
			}
			if v, ok := get(r); ok {
				return v, nil
			}
			if a[1] == nil {
				return nil, value.ValueErrorf("%s", missing)
			}
			return a[1], nil
		})
	}
	number("decimal", "not a decimal", func(r rune) (value.Value, bool) {
		d := value.DecimalValue(r)
		return value.Int(d), d >= 0
	})
	number("digit", "not a digit", func(r rune) (value.Value, bool) {
		s, ok := ucdDigits()[r]
		if !ok {
			return nil, false
		}
		return value.Int(ucdNumber(s)), true
	})
	number("numeric", "not a numeric character", func(r rune) (value.Value, bool) {
		s, ok := ucdNumerics()[r]
		if !ok {
			return nil, false
		}
		num, den, has := strings.Cut(s, "/")
		n, _ := strconv.ParseInt(num, 36, 64)
		f := float64(n)
		if has {
			f /= float64(ucdNumber(den))
		}
		return value.Float(f), true
	})
	normal := func(name string, f func(s *value.Str, normal *value.Str) value.Value) {
		m.Def(name+"(form, unistr, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			var parts [2]*value.Str
			for i, v := range a {
				s, ok := v.(*value.Str)
				if !ok {
					if u, isUnknown := v.(*value.Unknown); isUnknown {
						return nil, &value.UnknownError{Reason: u.Reason}
					}
					return nil, value.TypeErrorf("%s() argument %d must be str, not %s", name, i+1, v.Type().Name)
				}
				parts[i] = s
			}
			size := 16
			if !parts[1].ASCII() {
				size = 80 // one code point may decompose into 18
			}
			if err := t.Alloc(size * parts[1].Len()); err != nil {
				return nil, err
			}
			rs, ok := normalize(parts[0].String(), parts[1].Runes())
			if !ok {
				return nil, value.ValueErrorf("invalid normalization form")
			}
			return f(parts[1], value.RunesStr(rs)), nil
		})
	}
	normal("normalize", func(s, n *value.Str) value.Value { return n })
	normal("is_normalized", func(s, n *value.Str) value.Value { return value.Bool(s.String() == n.String()) })
	return m, nil
}

// characterArgument reads an argument that is one character.
func characterArgument(function, what string, v value.Value) (rune, error) {
	s, ok := v.(*value.Str)
	if !ok || s.Len() != 1 {
		if u, isUnknown := v.(*value.Unknown); isUnknown {
			return 0, &value.UnknownError{Reason: u.Reason}
		}
		return 0, value.TypeErrorf("%s() %s must be a unicode character, not %s", function, what, v.Type().Name)
	}
	return s.Runes()[0], nil
}

// decompositionText is a decomposition as the database writes it.
func decompositionText(r rune) string {
	d, ok := ucdDecomposed()[r]
	if !ok {
		return ""
	}
	var words []string
	if d.tag != "" {
		words = append(words, "<"+d.tag+">")
	}
	for _, p := range d.parts {
		words = append(words, fmt.Sprintf("%04X", p))
	}
	return strings.Join(words, " ")
}
