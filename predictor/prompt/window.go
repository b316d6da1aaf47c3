package prompt

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/token"
)

// maxSource is the longest source that a question carries, in tokens.
const maxSource = 288

// MaxQuery is the longest prompt and answer together, in tokens, that the
// model is trained on.
const MaxQuery = 224

// Source is the text of a function as questions carry it: without its decorators,
// and without what all of it is indented by.
func Source(f *syntax.File, def *syntax.FunctionDef) string {
	src := f.Src[f.LineStart(int(def.DefLine)):def.End]
	indent := src[:len(src)-len(strings.TrimLeft(src, " \t"))]
	if indent == "" {
		return src
	}
	lines := strings.Split(src, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, indent)
	}
	return strings.Join(lines, "\n")
}

// window returns the tokens of a function's source. A docstring keeps its
// first line. Where the source is too long, the lines around line at stay, and
// the signature.
func (e *Encoder) window(src string, at int) []token.ID {
	lines := strings.Split(src, "\n")
	kept, at := trimDoc(lines, at)
	whole := append([]token.ID{token.Source}, e.Vocab.AppendSource(nil, strings.Join(kept, "\n"))...)
	if len(whole) <= maxSource {
		return whole
	}
	head := e.Vocab.AppendSource([]token.ID{token.Source}, signature(kept))
	if len(head) > maxSource/2 {
		head = head[:maxSource/2]
	}
	first := strings.Count(signature(kept), "\n") + 1
	at = min(max(at-1, first), len(kept)-1)
	if at < first {
		return head
	}
	return append(head, e.around(kept, first, at, maxSource-len(head)-2)...)
}

// around returns the tokens of the lines around line at that fit the room, two
// lines before for each one after.
func (e *Encoder) around(lines []string, first, at, room int) []token.ID {
	enc := func(i int) []token.ID { return e.Vocab.AppendSource(nil, lines[i]) }
	mid := enc(at)
	if len(mid) > room {
		return mid[:room]
	}
	lo, hi, n := at, at, len(mid)
	var before, after [][]token.ID
	for turn := 0; lo > first || hi < len(lines)-1; turn++ {
		up := turn%3 != 2 && lo > first || hi == len(lines)-1
		i := hi + 1
		if up {
			i = lo - 1
		}
		t := enc(i)
		if n += len(t); n > room {
			break
		}
		if up {
			lo = i
			before = append(before, t)
		} else {
			hi = i
			after = append(after, t)
		}
	}
	slices.Reverse(before)
	var out []token.ID
	if lo > first {
		out = append(out, token.Cut)
	}
	out = append(out, slices.Concat(before...)...)
	out = append(out, mid...)
	out = append(out, slices.Concat(after...)...)
	if hi < len(lines)-1 {
		out = append(out, token.Cut)
	}
	return out
}

// signature returns the lines of a def statement's head.
func signature(lines []string) string {
	depth := 0
	for i, l := range lines {
		for j := range len(l) {
			switch l[j] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		if depth <= 0 && strings.HasSuffix(strings.TrimSpace(l), ":") || i > 20 {
			return strings.Join(lines[:i+1], "\n")
		}
	}
	return lines[0]
}

// trimDoc removes what follows the first line of a docstring and returns where
// line at has gone.
func trimDoc(lines []string, at int) ([]string, int) {
	i := strings.Count(signature(lines), "\n") + 1
	for i < len(lines) && strings.TrimSpace(lines[i]) == "" {
		i++
	}
	if i >= len(lines) {
		return lines, at
	}
	t := strings.TrimLeft(strings.TrimSpace(lines[i]), "rRuU")
	for _, q := range []string{`"""`, `'''`} {
		if !strings.HasPrefix(t, q) || strings.Contains(t[3:], q) {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			if !strings.Contains(lines[j], q) {
				continue
			}
			out := slices.Clone(lines[:i])
			out = append(out, lines[i]+q)
			if at > j+1 {
				at -= j - i
			} else if at > i+1 {
				at = i + 1
			}
			return append(out, lines[j+1:]...), at
		}
	}
	return lines, at
}
