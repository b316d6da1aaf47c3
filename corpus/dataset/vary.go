package dataset

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/prompt"
)

// Vary returns a question about the same line with other values and, now and
// then, other constants, so that what is learnt is what the line does and not
// what it once did. What values have in common, such as a key that is in a
// dict, they often keep in common.
func Vary(rng *rand.Rand, q *prompt.Question) (*prompt.Question, bool) {
	v := &varier{rng: rng, same: map[string]string{}}
	out := *q
	out.Env = slices.Clone(q.Env)
	var all strings.Builder
	for _, b := range q.Env {
		all.WriteString(b.Repr)
	}
	v.alphabet = letters(all.String() + q.Statement)
	for i, b := range q.Env {
		e, err := syntax.ParseExpr(b.Repr)
		if err != nil || !isData(e) {
			return nil, false
		}
		if rng.Float64() < 0.2 && len(q.Env) > 1 {
			continue // as it was
		}
		out.Env[i].Repr = v.value(e, 0)
	}
	if rng.Float64() < 0.3 {
		out.Statement = v.constants(q)
	}
	return &out, out.Statement != q.Statement || !slices.Equal(out.Env, q.Env)
}

// letters returns the characters of strings among reprs.
func letters(reprs string) []rune {
	var out []rune
	for _, c := range reprs {
		if c >= ' ' && c != '\'' && c != '\\' && !strings.ContainsRune("[]{}(),:", c) {
			out = append(out, c)
		}
	}
	return append(out, 'a')
}

type varier struct {
	rng      *rand.Rand
	alphabet []rune
	same     map[string]string // constants that were changed, and to what
}

// constants changes some of the integers and strings of a statement.
func (v *varier) constants(q *prompt.Question) string {
	src, head := q.Statement, 0
	switch q.Kind {
	case prompt.Condition:
		head = len("if ")
	case prompt.Loop:
		head = len("for ")
	}
	text := strings.TrimSuffix(src[head:], ":")
	f := syntax.ParseFragment([]byte(text))
	if len(f.Problems) > 0 || strings.ContainsAny(text, "#%") {
		return src
	}
	type edit struct {
		at   syntax.Span
		text string
	}
	var edits []edit
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		if _, formatted := n.(*syntax.JoinedStr); formatted {
			return false
		}
		k, ok := n.(*syntax.Constant)
		if !ok || v.rng.IntN(2) == 0 {
			return true
		}
		switch k.Value.(type) {
		case syntax.ConstInt, syntax.ConstStr:
			if s := v.value(k, 1); !strings.HasPrefix(s, "-") {
				edits = append(edits, edit{*k.Pos(), s})
			}
		}
		return true
	})
	slices.SortFunc(edits, func(a, b edit) int { return int(b.at.Start - a.at.Start) })
	for _, e := range edits {
		text = text[:e.at.Start] + e.text + text[e.at.End:]
	}
	if head > 0 {
		text += ":"
	}
	return src[:head] + text
}

// value returns the repr of a value like that of e.
func (v *varier) value(e syntax.Expr, depth int) string {
	switch e := e.(type) {
	case *syntax.Constant:
		return v.constant(e)
	case *syntax.UnaryOp:
		if k, ok := e.Operand.(*syntax.Constant); ok {
			s := v.constant(k)
			if strings.HasPrefix(s, "-") {
				return s[1:]
			}
			if s != "0" && v.rng.IntN(5) > 0 {
				return "-" + s
			}
			return s
		}
	case *syntax.List:
		return "[" + strings.Join(v.elements(e.Elts, true, depth), ", ") + "]"
	case *syntax.Tuple:
		parts := v.elements(e.Elts, false, depth)
		if len(parts) == 1 {
			return "(" + parts[0] + ",)"
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *syntax.Set:
		parts := v.elements(e.Elts, false, depth)
		slices.Sort(parts)
		return "{" + strings.Join(slices.Compact(parts), ", ") + "}"
	case *syntax.Dict:
		var parts []string
		seen := map[string]bool{}
		for i := range e.Keys {
			k := v.value(e.Keys[i], depth+1)
			if x := v.value(e.Values[i], depth+1); !seen[k] && v.rng.IntN(8) > 0 {
				seen[k] = true
				parts = append(parts, k+": "+x)
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *syntax.Call:
		return "set()"
	case *syntax.Name:
		return e.ID
	}
	return "None"
}

// elements varies elements and, if it may, how many there are and their order.
func (v *varier) elements(es []syntax.Expr, free bool, depth int) []string {
	out := make([]string, 0, len(es)+2)
	for _, e := range es {
		out = append(out, v.value(e, depth+1))
	}
	if !free || len(out) == 0 {
		return out
	}
	switch v.rng.IntN(6) {
	case 0:
		v.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	case 1:
		i := v.rng.IntN(len(out))
		out = slices.Delete(out, i, i+1)
	case 2:
		for range 1 + v.rng.IntN(3) {
			if len(out) < 12 {
				out = slices.Insert(out, v.rng.IntN(len(out)+1), v.value(es[v.rng.IntN(len(es))], depth+1))
			}
		}
	case 3:
		out = append(out, out[v.rng.IntN(len(out))])
	}
	return out
}

// constant returns the repr of a constant like k; the same for the same, most
// of the time.
func (v *varier) constant(k *syntax.Constant) string {
	var key, s string
	switch c := k.Value.(type) {
	case syntax.ConstStr:
		key = value.StrRepr(c.Value)
	case syntax.ConstInt:
		key = c.Text
	case syntax.ConstFloat:
		key = strconv.FormatFloat(c.Value, 'g', -1, 64)
	case syntax.ConstBool:
		if v.rng.IntN(2) == 0 {
			return "True"
		}
		return "False"
	case syntax.ConstBytes:
		return "b" + strings.TrimPrefix(value.StrRepr(strings.Map(ascii, c.Value)), "b")
	default:
		return "None"
	}
	if s, ok := v.same[key]; ok && v.rng.IntN(5) > 0 {
		return s
	}
	switch c := k.Value.(type) {
	case syntax.ConstStr:
		s = value.StrRepr(v.text(c.Value))
	case syntax.ConstInt:
		s = v.integer(c.Text)
	case syntax.ConstFloat:
		f := c.Value
		switch v.rng.IntN(4) {
		case 0:
			f = float64(v.rng.IntN(200)) / 10
		case 1:
			f = float64(v.rng.IntN(40)) / 4
		}
		if s = strconv.FormatFloat(f, 'f', -1, 64); !strings.Contains(s, ".") {
			s += ".0"
		}
	}
	v.same[key] = s
	return s
}

func ascii(r rune) rune {
	if r < ' ' || r > '~' {
		return 'x'
	}
	return r
}

func (v *varier) integer(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || n > 1<<32 {
		return text // large numbers are seeds, masks and the like
	}
	switch v.rng.IntN(6) {
	case 0:
		return text
	case 1, 2:
		n += v.rng.IntN(5) - 2
	case 3:
		n = v.rng.IntN(11)
	case 4:
		n = v.rng.IntN(100)
	default:
		n = v.rng.IntN(2*n + 2)
	}
	return strconv.Itoa(n)
}

// text returns a string like s: with some characters changed, or new.
func (v *varier) text(s string) string {
	r := []rune(s)
	if len(r) > 40 {
		r = r[:8+v.rng.IntN(24)]
	}
	switch n := v.rng.IntN(8); {
	case n == 0:
		return string(r)
	case n < 4:
		for range 1 + v.rng.IntN(3) {
			r = v.edit(r)
		}
		return string(r)
	case n == 4 && len(r) > 1:
		v.rng.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
		return string(r)
	}
	// New, as long as the old one or so, of the same sort of characters.
	size := max(0, len(r)+v.rng.IntN(5)-2)
	if v.rng.IntN(4) == 0 {
		size = v.rng.IntN(24)
	}
	out := make([]rune, size)
	for i := range out {
		out[i] = v.char(r)
	}
	return string(out)
}

func (v *varier) edit(r []rune) []rune {
	i := v.rng.IntN(len(r) + 1)
	switch v.rng.IntN(3) {
	case 0:
		return slices.Insert(slices.Clone(r), i, v.char(r))
	case 1:
		if i < len(r) {
			return slices.Delete(slices.Clone(r), i, i+1)
		}
	default:
		if i < len(r) {
			r = slices.Clone(r)
			r[i] = v.char(r)
		}
	}
	return r
}

// char returns a character of the string, of the question, or any letter,
// digit or sign.
func (v *varier) char(r []rune) rune {
	switch n := v.rng.IntN(8); {
	case n < 3 && len(r) > 0:
		return r[v.rng.IntN(len(r))]
	case n < 5:
		return v.alphabet[v.rng.IntN(len(v.alphabet))]
	case n < 7:
		return rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[v.rng.IntN(52)])
	}
	return rune("0123456789 -_,.:;!?#@$%&*/+=|~ "[v.rng.IntN(31)])
}
