package reach

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// inverter gives the wants of an expression for several of its values.
type inverter func(e syntax.Expr, ds ...*datum) []wants

// binary inverts an operation with one constant side.
func (in *inversion) binary(e *syntax.BinOp, d *datum, all inverter) []wants {
	k, right := in.literal(e.Right)
	x := e.Left
	if !right {
		var left bool
		if k, left = in.literal(e.Left); !left {
			return in.rotated(e, d)
		}
		x = e.Right
	}
	if t, ok := d.asText(); ok {
		c, isText := k.asText()
		n, isInt := k.asInt()
		switch {
		case e.Op == syntax.Add && isText && right && strings.HasSuffix(t, c):
			return all(x, strDatum(strings.TrimSuffix(t, c)))
		case e.Op == syntax.Add && isText && !right && strings.HasPrefix(t, c):
			return all(x, strDatum(strings.TrimPrefix(t, c)))
		case e.Op == syntax.Mult && isInt && n > 0 && len([]rune(t))%int(n) == 0:
			return all(x, strDatum(string([]rune(t)[:len([]rune(t))/int(n)])))
		case e.Op == syntax.Mult && isText && c != "" && len(t)%len(c) == 0:
			return all(x, intDatum(int64(len(t)/len(c))))
		}
		return nil
	}
	if d.form == listForm || d.form == tupleForm {
		n, m := len(d.elems), len(k.elems)
		times, isInt := k.asInt()
		switch {
		case e.Op == syntax.Add && m <= n && k.form == d.form && right:
			return all(x, d.with(d.elems[:n-m]))
		case e.Op == syntax.Add && m <= n && k.form == d.form:
			return all(x, d.with(d.elems[m:]))
		case e.Op == syntax.Mult && isInt && times > 0 && n%int(times) == 0:
			return all(x, d.with(d.elems[:n/int(times)]))
		}
		return nil
	}
	n, ok1 := d.asInt()
	c, ok2 := k.asInt()
	if !ok1 || !ok2 {
		return nil
	}
	var ns []int64
	switch e.Op {
	case syntax.Add:
		ns = []int64{n - c}
	case syntax.Sub:
		if ns = []int64{n + c}; !right {
			ns = []int64{c - n}
		}
	case syntax.Mult:
		if c != 0 && n%c == 0 {
			ns = []int64{n / c}
		}
	case syntax.FloorDiv:
		if right {
			ns = []int64{n * c, n*c + 1}
		}
	case syntax.Mod:
		ns = []int64{n, n + c}
	case syntax.BitXor:
		ns = []int64{n ^ c}
	case syntax.BitOr, syntax.BitAnd:
		ns = []int64{n}
	case syntax.LShift:
		if right && c >= 0 && c < 62 {
			ns = []int64{n >> c}
		}
	case syntax.RShift:
		if right && c >= 0 && c < 62 {
			ns = []int64{n << c}
		}
	case syntax.Pow:
		if right && c > 0 && n >= 0 {
			root := int64(math.Round(math.Pow(float64(n), 1/float64(c))))
			ns = []int64{root, -root, root + 1, root - 1}
		}
	}
	var ds []*datum
	for _, n := range ns {
		ds = append(ds, intDatum(n))
	}
	return all(x, ds...)
}

// rotated inverts v[k:] + v[:k].
func (in *inversion) rotated(e *syntax.BinOp, d *datum) []wants {
	a, ok1 := e.Left.(*syntax.Subscript)
	b, ok2 := e.Right.(*syntax.Subscript)
	if e.Op != syntax.Add || !ok1 || !ok2 || in.sourceOf(a.Value) != in.sourceOf(b.Value) {
		return nil
	}
	first, ok1 := a.Index.(*syntax.Slice)
	last, ok2 := b.Index.(*syntax.Slice)
	if !ok1 || !ok2 || first.Lower == nil || last.Upper == nil || in.sourceOf(first.Lower) != in.sourceOf(last.Upper) {
		return nil
	}
	k, ok := in.literal(first.Lower)
	if !ok {
		return nil
	}
	by, _ := k.asInt()
	if t, ok := d.asText(); ok {
		rs := []rune(t)
		if n := len(rs); n > 0 {
			i := clampIndex(by, n)
			return in.expr(a.Value, strDatum(string(rs[n-i:])+string(rs[:n-i])))
		}
		return in.expr(a.Value, d)
	}
	if d.form == listForm || d.form == tupleForm {
		n := len(d.elems)
		i := clampIndex(by, n)
		return in.expr(a.Value, d.with(append(slices.Clone(d.elems[n-i:]), d.elems[:n-i]...)))
	}
	return nil
}

func clampIndex(k int64, n int) int {
	if k < 0 {
		k += int64(n)
	}
	return int(min(max(k, 0), int64(n)))
}

// unsliced makes up what a slice cuts off.
func (in *inversion) unsliced(s *syntax.Slice, d *datum) []*datum {
	bound := func(e syntax.Expr) (int64, bool) {
		if e == nil {
			return 0, true
		}
		k, ok := in.literal(e)
		if !ok {
			return 0, false
		}
		return k.asInt()
	}
	lower, ok1 := bound(s.Lower)
	upper, ok2 := bound(s.Upper)
	step, ok3 := bound(s.Step)
	if !ok1 || !ok2 || !ok3 {
		return []*datum{d}
	}
	var items []*datum
	text, isText := d.asText()
	fill := strDatum("a")
	switch {
	case isText:
		for _, r := range text {
			items = append(items, strDatum(string(r)))
		}
	case d.form == listForm || d.form == tupleForm:
		items, fill = d.elems, filler(d)
	default:
		return nil
	}
	pad := func(n int64) []*datum { return slices.Repeat([]*datum{fill}, int(min(max(n, 0), 60))) }
	out := slices.Clone(items)
	switch {
	case s.Step != nil && step == -1 && s.Lower == nil && s.Upper == nil:
		slices.Reverse(out)
	case s.Step != nil && step > 1:
		out = nil
		for i, x := range items {
			if i > 0 {
				out = append(out, pad(step-1)...)
			}
			out = append(out, x)
		}
		out = append(pad(lower), out...)
	case lower > 0:
		out = append(pad(lower), out...)
	}
	if s.Upper != nil && upper < 0 {
		out = append(out, pad(-upper)...)
	}
	if lower < 0 && len(out) == 0 {
		return []*datum{d}
	}
	if isText {
		return []*datum{textOf(out)}
	}
	return []*datum{d.with(out)}
}

// textOf joins texts.
func textOf(items []*datum) *datum {
	var b strings.Builder
	for _, x := range items {
		t, ok := x.asText()
		if !ok {
			return nil
		}
		b.WriteString(t)
	}
	return strDatum(b.String())
}

// unindexed makes a container with d at an index or under a key.
func unindexed(i, d *datum) []*datum {
	if n, ok := i.asInt(); ok {
		at := int(min(max(n, 0), 60))
		items := append(slices.Repeat([]*datum{d}, at), d)
		return append(sequences(items), dictDatum(i, d))
	}
	if i.hashable() {
		return []*datum{dictDatum(i, d)}
	}
	return nil
}

// unwritten lists values whose text is t.
func unwritten(t string) []*datum {
	out := []*datum{strDatum(t)}
	if n, err := strconv.ParseInt(t, 10, 63); err == nil {
		return []*datum{intDatum(n), strDatum(t)}
	}
	if e, err := syntax.ParseExpr(t); err == nil {
		if d := parseDatum(e, t); d.form != codeForm {
			out = []*datum{d, strDatum(t)}
		}
	}
	return out
}

// call inverts a call.
func (in *inversion) call(e *syntax.Call, d *datum, all inverter) []wants {
	switch f := e.Func.(type) {
	case *syntax.Name:
		if len(e.Args) > 0 {
			return in.builtin(f.ID, e, d, all)
		}
	case *syntax.Attribute:
		return in.method(f, e, d, all)
	}
	return nil
}

func (in *inversion) builtin(name string, e *syntax.Call, d *datum, all inverter) []wants {
	x := e.Args[0]
	text, isText := d.asText()
	n, isInt := d.asInt()
	switch name {
	case "str", "repr", "format":
		if isText {
			return all(x, unwritten(text)...)
		}
	case "int", "float", "abs", "round":
		return all(x, d, strDatum(d.String()))
	case "bin", "hex", "oct":
		if n, err := strconv.ParseInt(text, 0, 63); isText && err == nil {
			return all(x, intDatum(n))
		}
	case "ord":
		if isInt && n >= 0 && n <= utf8.MaxRune {
			return all(x, strDatum(string(rune(n))))
		}
	case "chr":
		if r := []rune(text); len(r) == 1 {
			return all(x, intDatum(int64(r[0])))
		}
	case "len":
		if isInt && n >= 0 && n < 200 {
			return all(x, strDatum(strings.Repeat("a", int(n))), listDatum(slices.Repeat([]*datum{zeroDatum}, int(n))...))
		}
	case "bool":
		return all(x, d, zeroDatum, intDatum(1))
	case "list", "tuple", "sorted", "set", "frozenset", "iter":
		if d.form == scalar || d.form == codeForm || d.form == dictForm {
			return nil
		}
		return append(in.iterated(x, d.elems), in.iteratedPairs(x, d.elems)...)
	case "reversed":
		if d.form == listForm || d.form == tupleForm {
			return in.iterated(x, reversed(d).elems)
		}
		if isText {
			rs := []rune(text)
			slices.Reverse(rs)
			return all(x, strDatum(string(rs)))
		}
	case "dict":
		if d.form == dictForm {
			return all(x, d, listDatum(pairsOf(d)...))
		}
	case "enumerate":
		var items []*datum
		for _, p := range d.elems {
			if len(p.elems) != 2 {
				return nil
			}
			items = append(items, p.elems[1])
		}
		return in.iterated(x, items)
	case "range":
		if len(e.Args) == 1 {
			return all(x, intDatum(int64(len(d.elems))))
		}
	case "zip":
		return in.unzipped(e, d)
	case "sum":
		return all(x, listDatum(d))
	case "max", "min":
		return all(x, listDatum(d), d)
	}
	return nil
}

// iteratedPairs are the dicts that pairs come from.
func (in *inversion) iteratedPairs(e syntax.Expr, items []*datum) []wants {
	var kvs []*datum
	for i, p := range items {
		switch {
		case p.form == tupleForm && len(p.elems) == 2 && p.elems[0].hashable():
			kvs = append(kvs, p.elems...)
		case p.hashable():
			kvs = append(kvs, p, intDatum(int64(i)))
		default:
			return nil
		}
	}
	return in.expr(e, dictDatum(uniqueKeys(kvs)...))
}

func pairsOf(d *datum) []*datum {
	var out []*datum
	for i := 0; i+1 < len(d.elems); i += 2 {
		out = append(out, tupleDatum(d.elems[i], d.elems[i+1]))
	}
	return out
}

// unzipped inverts zip: of v and v[1:] it is the chain of the pairs.
func (in *inversion) unzipped(e *syntax.Call, d *datum) []wants {
	columns := make([][]*datum, len(e.Args))
	for _, p := range d.elems {
		if len(p.elems) != len(columns) {
			return nil
		}
		for i, x := range p.elems {
			columns[i] = append(columns[i], x)
		}
	}
	if len(columns) == 2 && len(d.elems) > 0 {
		if s, ok := e.Args[1].(*syntax.Subscript); ok && in.sourceOf(s.Value) == in.sourceOf(e.Args[0]) {
			chain := append(slices.Clone(columns[0]), columns[1][len(columns[1])-1])
			return in.iterated(e.Args[0], chain)
		}
	}
	out := []wants{{}}
	for i, a := range e.Args {
		out = join(out, in.iterated(a, columns[i]))
	}
	return out
}

// method inverts the call of a method.
func (in *inversion) method(f *syntax.Attribute, e *syntax.Call, d *datum, all inverter) []wants {
	x := f.Value
	arg := func(i int) (string, bool) {
		if i >= len(e.Args) {
			return "", false
		}
		k, ok := in.literal(e.Args[i])
		if !ok {
			return "", false
		}
		return k.asText()
	}
	text, isText := d.asText()
	switch f.Attr {
	case "upper", "lower", "title", "capitalize", "casefold", "swapcase":
		if isText {
			return all(x, d, strDatum(swapCase(text)), strDatum(strings.ToLower(text)))
		}
	case "strip", "lstrip", "rstrip", "removeprefix", "removesuffix", "copy", "expandtabs":
		return all(x, d)
	case "replace":
		old, ok1 := arg(0)
		by, ok2 := arg(1)
		if isText && ok1 && ok2 {
			back := d
			if by != "" {
				back = strDatum(strings.ReplaceAll(text, by, old))
			}
			return all(x, back, d)
		}
		return all(x, d)
	case "zfill":
		if t := strings.TrimLeft(text, "0"); isText {
			return all(x, strDatum(t), d)
		}
	case "ljust", "rjust", "center":
		if isText {
			pad, ok := arg(1)
			if !ok {
				pad = " "
			}
			return all(x, d, strDatum(strings.Trim(text, pad)))
		}
	case "encode":
		if b, ok := d.leaf.(*value.Bytes); ok {
			encoding, _ := arg(0)
			return all(x, decoded(b.B, encoding))
		}
	case "decode":
		if isText {
			encoding, _ := arg(0)
			return all(x, encoded(text, encoding))
		}
	case "hex":
		if b, err := hexBytes(text); isText && err == nil {
			return all(x, leafOf(value.NewBytes(b)))
		}
	case "join":
		if sep, ok := in.literal(x); ok && isText && len(e.Args) == 1 {
			return in.joined(sep, text, e.Args[0])
		}
	case "split", "rsplit":
		if d.form == listForm {
			sep, ok := arg(0)
			if !ok {
				sep = " "
			}
			var parts []string
			for _, p := range d.elems {
				t, ok := p.asText()
				if !ok {
					return nil
				}
				parts = append(parts, t)
			}
			return all(x, strDatum(strings.Join(parts, sep)))
		}
	case "splitlines":
		return nil
	case "items":
		return in.iteratedPairs(x, d.elems)
	case "keys":
		return in.iteratedPairs(x, d.elems)
	case "values":
		var kvs []*datum
		for i, v := range d.elems {
			kvs = append(kvs, intDatum(int64(i)), v)
		}
		return all(x, dictDatum(kvs...))
	case "fromkeys":
		if d.form == dictForm && len(e.Args) > 0 {
			var keys []*datum
			for i := 0; i < len(d.elems); i += 2 {
				keys = append(keys, d.elems[i])
			}
			return in.iterated(e.Args[0], keys)
		}
	}
	return nil
}

// joined inverts sep.join(e).
func (in *inversion) joined(sep *datum, text string, e syntax.Expr) []wants {
	s, ok := sep.asText()
	if !ok {
		return nil
	}
	var items []*datum
	switch {
	case text == "":
	case s == "":
		for _, r := range text {
			items = append(items, strDatum(string(r)))
		}
	default:
		for _, p := range strings.Split(text, s) {
			items = append(items, strDatum(p))
		}
	}
	out := append(in.iterated(e, items), in.expr(e, listDatum(strDatum(text)))...)
	// The characters of a text, which may be separators themselves.
	if rs := []rune(text); s != "" && len([]rune(s)) == 1 && len(rs)%2 == 1 {
		items = nil
		for i := 0; i < len(rs); i += 2 {
			items = append(items, strDatum(string(rs[i])))
		}
		out = append(out, in.iterated(e, items)...)
	}
	return out
}

func decoded(b, encoding string) *datum {
	switch normal(encoding) {
	case "", "utf8", "ascii":
		if utf8.ValidString(b) {
			return strDatum(b)
		}
	case "latin1":
		rs := make([]rune, len(b))
		for i := range len(b) {
			rs[i] = rune(b[i])
		}
		return strDatum(string(rs))
	case "utf16le":
		if len(b)%2 == 0 {
			us := make([]uint16, len(b)/2)
			for i := range us {
				us[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
			}
			return strDatum(string(utf16.Decode(us)))
		}
	}
	return nil
}

func encoded(t, encoding string) *datum {
	switch normal(encoding) {
	case "", "utf8", "ascii":
		return leafOf(value.NewBytes(t))
	case "latin1":
		var b []byte
		for _, r := range t {
			if r > 255 {
				return nil
			}
			b = append(b, byte(r))
		}
		return leafOf(value.NewBytes(string(b)))
	case "utf16le":
		var b []byte
		for _, u := range utf16.Encode([]rune(t)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return leafOf(value.NewBytes(string(b)))
	}
	return nil
}

func normal(encoding string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(encoding))
}

func hexBytes(t string) (string, error) {
	var b []byte
	for i := 0; i < len(t); i += 2 {
		n, err := strconv.ParseUint(t[i:min(i+2, len(t))], 16, 8)
		if err != nil || i+2 > len(t) {
			return "", strconv.ErrSyntax
		}
		b = append(b, byte(n))
	}
	return string(b), nil
}
