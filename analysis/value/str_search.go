package value

import (
	"math"
	"strings"
)

// searchRange reads the optional start and end of a search in n items.
func searchRange(t *Thread, start, end Value, n int) (i, j int, err error) {
	j = math.MaxInt
	if start != nil && start != None {
		if i, err = sliceIndex(t, start); err != nil {
			return 0, 0, err
		}
	}
	if end != nil && end != None {
		if j, err = sliceIndex(t, end); err != nil {
			return 0, 0, err
		}
	}
	if j > n {
		j = n
	} else if j < 0 {
		j = max(j+n, 0)
	}
	if i < 0 {
		i = max(i+n, 0)
	}
	return i, j, nil
}

// byteOffset returns where code point i of s begins; i may be its length.
func (s *Str) byteOffset(i int) int {
	if s.ASCII() {
		return i
	}
	if i >= s.Len() {
		return len(s.s)
	}
	at := 0
	for ; i > 0; i-- {
		_, n := DecodeRune(s.s[at:])
		at += n
	}
	return at
}

// section is the part of a text within which is searched.
type section struct {
	text  string
	start int // in characters, of the whole text
	str   bool
}

// strSection cuts out what the arguments start and end enclose; ok is false if
// start lies behind end, where nothing is found, not even empty text.
func strSection(t *Thread, s *Str, start, end Value) (sec section, ok bool, err error) {
	if (start == nil || start == None) && (end == nil || end == None) {
		return section{text: s.s, str: !s.ASCII()}, true, t.Step(int64(len(s.s) >> 6))
	}
	i, j, err := searchRange(t, start, end, s.Len())
	if err != nil || i > j {
		return section{}, false, err
	}
	return section{text: s.s[s.byteOffset(i):s.byteOffset(j)], start: i, str: !s.ASCII()}, true, t.Step(int64(len(s.s) >> 6))
}

func bytesSection(t *Thread, b string, start, end Value) (sec section, ok bool, err error) {
	i, j, err := searchRange(t, start, end, len(b))
	if err != nil || i > j {
		return section{}, false, err
	}
	return section{text: b[i:j], start: i}, true, t.Step(int64(len(b) >> 6))
}

// find returns the position of sub, in characters of the whole text, or -1.
func (s section) find(sub string, last bool) int {
	at := 0
	if last {
		at = strings.LastIndex(s.text, sub)
	} else {
		at = strings.Index(s.text, sub)
	}
	if at > 0 && s.str {
		at = countRunes(s.text[:at])
	}
	if at < 0 {
		return -1
	}
	return s.start + at
}

// count counts what does not overlap.
func (s section) count(sub string) int {
	if sub != "" {
		return strings.Count(s.text, sub)
	}
	if s.str {
		return countRunes(s.text) + 1
	}
	return len(s.text) + 1
}

// replaceText replaces up to limit occurrences; all if limit is negative. runes
// says whether an empty old matches between code points rather than bytes.
func replaceText(t *Thread, s, old, repl string, limit int, runes bool) (string, error) {
	n := 0
	switch {
	case old != "":
		n = strings.Count(s, old)
	case runes:
		n = countRunes(s) + 1
	default:
		n = len(s) + 1
	}
	if limit >= 0 {
		n = min(n, limit)
	}
	if n == 0 {
		return s, nil
	}
	growth := len(repl) - len(old)
	if growth > 0 && n > (1<<40)/growth {
		return "", &LimitError{Limit: "memory"}
	}
	size := len(s) + n*growth
	if err := t.Alloc(size + len(s)>>6); err != nil {
		return "", err
	}
	out := make([]byte, 0, size)
	if old != "" {
		for ; n > 0; n-- {
			i := strings.Index(s, old)
			out = append(append(out, s[:i]...), repl...)
			s = s[i+len(old):]
		}
		return textOf(append(out, s...)), nil
	}
	for ; n > 0; n-- {
		out = append(out, repl...)
		if s == "" {
			break
		}
		size := 1
		if runes {
			_, size = DecodeRune(s)
		}
		out = append(out, s[:size]...)
		s = s[size:]
	}
	return textOf(append(out, s...)), nil
}

// stripText removes from the ends of s what drop accepts.
func stripText(s string, left, right bool, drop func(r rune) bool) string {
	if left {
		for s != "" {
			r, n := DecodeRune(s)
			if !drop(r) {
				break
			}
			s = s[n:]
		}
	}
	if right {
		for s != "" {
			r, n := decodeLastRune(s)
			if !drop(r) {
				break
			}
			s = s[:len(s)-n]
		}
	}
	return s
}

// defSearch adds a method that takes what is searched, and optionally a start
// and an end. Missing arguments have messages of their own.
func defSearch(c *Type, name string, f func(t *Thread, self Value, a []Value) (Value, error)) {
	c.DefRaw(name, func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		a := []Value{nil, None, None}
		switch n := len(args) - 1; {
		case len(kwargs) > 0:
			return nil, TypeErrorf("%s.%s() takes no keyword arguments", c.Name, name)
		case n == 0:
			return nil, TypeErrorf("%s() takes at least 1 argument (0 given)", name)
		case n > 3:
			return nil, TypeErrorf("%s() takes at most 3 arguments (%d given)", name, n)
		}
		copy(a, args[1:])
		if err := firstUnknown(a...); err != nil {
			return nil, err
		}
		return f(t, args[0], a)
	})
}
