package value

import (
	"slices"
	"strings"
)

// parts are the pieces that a text is split into.
type parts struct {
	t    *Thread
	list []string
}

// partSize is what a piece takes: it, its place in the list that holds it, and
// its place here while that grows.
const partSize = 112

func (p *parts) add(s string) error {
	p.list = append(p.list, s)
	return p.t.Alloc(partSize)
}

// reversed returns the pieces, which were added from the last to the first.
func (p *parts) reversed() []string {
	slices.Reverse(p.list)
	return p.list
}

// splitSpace splits at runs of white space, at most limit times.
func splitSpace(t *Thread, s string, limit int, space func(r rune) bool, decode func(s string) (rune, int)) ([]string, error) {
	out := parts{t: t}
	for {
		for s != "" {
			r, n := decode(s)
			if !space(r) {
				break
			}
			s = s[n:]
		}
		if s == "" {
			return out.list, nil
		}
		if limit == 0 {
			err := out.add(s)
			return out.list, err
		}
		limit--
		i := 0
		for i < len(s) {
			r, n := decode(s[i:])
			if space(r) {
				break
			}
			i += n
		}
		if err := out.add(s[:i]); err != nil {
			return nil, err
		}
		s = s[i:]
	}
}

// rsplitSpace is splitSpace from the right.
func rsplitSpace(t *Thread, s string, limit int, space func(r rune) bool, decodeLast func(s string) (rune, int)) ([]string, error) {
	out := parts{t: t}
	for {
		for s != "" {
			r, n := decodeLast(s)
			if !space(r) {
				break
			}
			s = s[:len(s)-n]
		}
		if s == "" {
			break
		}
		if limit == 0 {
			if err := out.add(s); err != nil {
				return nil, err
			}
			break
		}
		limit--
		i := len(s)
		for i > 0 {
			r, n := decodeLast(s[:i])
			if space(r) {
				break
			}
			i -= n
		}
		if err := out.add(s[i:]); err != nil {
			return nil, err
		}
		s = s[:i]
	}
	return out.reversed(), nil
}

// splitSep splits at a separator, at most limit times; all if it is negative.
func splitSep(t *Thread, s, sep string, limit int) ([]string, error) {
	n := strings.Count(s, sep)
	if limit >= 0 {
		n = min(n, limit)
	}
	if err := t.Alloc(partSize * (n + 1)); err != nil {
		return nil, err
	}
	return strings.SplitN(s, sep, n+1), nil
}

// rsplitSep is splitSep from the right.
func rsplitSep(t *Thread, s, sep string, limit int) ([]string, error) {
	out := parts{t: t}
	for limit != 0 {
		i := strings.LastIndex(s, sep)
		if i < 0 {
			break
		}
		if err := out.add(s[i+len(sep):]); err != nil {
			return nil, err
		}
		s = s[:i]
		limit--
	}
	if err := out.add(s); err != nil {
		return nil, err
	}
	return out.reversed(), nil
}

// splitLines splits at line ends, which str has more of than bytes.
func splitLines(t *Thread, s string, keep, unicode bool) ([]string, error) {
	out := parts{t: t}
	start := 0
	for i := 0; i < len(s); {
		n := lineEnd(s[i:], unicode)
		if n == 0 {
			i++
			continue
		}
		end := i
		i += n
		if keep {
			end = i
		}
		if err := out.add(s[start:end]); err != nil {
			return nil, err
		}
		start = i
	}
	if start < len(s) {
		if err := out.add(s[start:]); err != nil {
			return nil, err
		}
	}
	return out.list, nil
}

// lineEnd returns the length of the line end that s starts with, or 0.
func lineEnd(s string, unicode bool) int {
	switch s[0] {
	case '\n':
		return 1
	case '\r':
		if len(s) > 1 && s[1] == '\n' {
			return 2
		}
		return 1
	}
	if !unicode {
		return 0
	}
	switch s[0] {
	case '\v', '\f', 0x1C, 0x1D, 0x1E:
		return 1
	case 0xC2, 0xE2:
		switch r, n := DecodeRune(s); r {
		case 0x85, 0x2028, 0x2029:
			return n
		}
	}
	return 0
}

// expandTabs replaces tabs by spaces up to the next multiple of size. length
// counts the columns of a piece without tabs and line ends.
func expandTabs(t *Thread, s string, size int, length func(s string) int) (string, error) {
	if err := t.Alloc(2 * len(s)); err != nil {
		return "", err
	}
	var out []byte
	column := 0
	for s != "" {
		i := strings.IndexAny(s, "\t\n\r")
		if i < 0 {
			i = len(s)
		}
		out = append(out, s[:i]...)
		column += length(s[:i])
		if i == len(s) {
			break
		}
		if s[i] != '\t' {
			out = append(out, s[i])
			column = 0
		} else if size > 0 {
			n := size - column%size
			if err := chargeWidth(t, n); err != nil {
				return "", err
			}
			if len(out) > 1<<16 && cap(out)-len(out) < n {
				if err := t.Alloc(2 * len(out)); err != nil {
					return "", err
				}
			}
			out = append(out, strings.Repeat(" ", n)...)
			column += n
		}
		s = s[i+1:]
	}
	return textOf(out), nil
}
