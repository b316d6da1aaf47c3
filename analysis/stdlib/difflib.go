package stdlib

import "augur/analysis/value"

func init() { Register("difflib", loadDifflib) }

func loadDifflib(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("difflib")
	match, err := newNamedTuple(t, "Match", []string{"a", "b", "size"}, nil, str("difflib"))
	if err != nil {
		return nil, err
	}
	m.Set("Match", match)
	defIn(m, "IS_LINE_JUNK(line, pat=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] != nil {
			got, err := value.Call(t, a[1], []value.Value{a[0]}, nil)
			return value.Bool(got != value.None), err
		}
		s, ok := a[0].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("expected string or bytes-like object, got '%s'", a[0].Type().Name)
		}
		return value.Bool(isLineJunk(s.Runes())), nil
	})
	charJunk := defIn(m, "IS_CHARACTER_JUNK(ch, ws=' \t')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		in, err := value.Contains(t, a[1], a[0])
		return value.Bool(in), err
	})
	if err := defineMatcher(t, m, match); err != nil {
		return nil, err
	}
	defIn(m, "get_close_matches(word, possibilities, n=3, cutoff=0.6)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return closeMatches(t, a[0], a[1], a[2], a[3])
	})
	return m, defineDiffs(t, m, charJunk)
}

// isLineJunk reports whether a line is blank or holds a single #.
func isLineJunk(line []rune) bool {
	i := 0
	skip := func() {
		for i < len(line) && isSpaceRune(line[i]) {
			i++
		}
	}
	skip()
	if i < len(line) && line[i] == '#' {
		i++
		skip()
	}
	return i == len(line)
}

// lazyList returns a generator whose items are computed when the first one is
// asked for.
func lazyList(compute func(t *value.Thread) ([]value.Value, error)) value.Value {
	var items []value.Value
	started := false
	return &lazy{next: func(t *value.Thread) (value.Value, error) {
		if !started {
			started = true
			var err error
			if items, err = compute(t); err != nil {
				return nil, err
			}
		}
		if len(items) == 0 {
			return nil, nil
		}
		x := items[0]
		items = items[1:]
		return x, nil
	}}
}

// block is a stretch of equal items: a[a:a+size] and b[b:b+size].
type block struct{ a, b, size int }

// opcode says how to turn a[i1:i2] into b[j1:j2].
type opcode struct {
	tag            string
	i1, i2, j1, j2 int
}

// comparer is the state of a SequenceMatcher. Items are numbered, equal ones
// alike, so that sequences compare as numbers.
type comparer struct {
	isJunk   func(t *value.Thread, x value.Value) (bool, error) // nil: nothing is
	autoJunk bool
	numbers  *value.Dict
	a, b     []int
	aItems   []value.Value
	bItems   []value.Value
	where    map[int][]int // positions in b of what is neither junk nor popular
	junk     map[int]bool
	blocks   []block
	count    map[int]int // of each item in b; nil until needed
}

func newComparer(isJunk func(t *value.Thread, x value.Value) (bool, error), autoJunk bool) *comparer {
	return &comparer{isJunk: isJunk, autoJunk: autoJunk, numbers: value.NewDict()}
}

// number numbers the items of a sequence.
func (k *comparer) number(t *value.Thread, items []value.Value) ([]int, error) {
	out := make([]int, len(items))
	if err := t.Alloc(8 * len(items)); err != nil {
		return nil, err
	}
	for i, x := range items {
		if err := step(t); err != nil {
			return nil, err
		}
		n, ok, err := k.numbers.Get(t, x)
		if err != nil {
			return nil, err
		}
		if !ok {
			n = value.Int(k.numbers.Len())
			if err := k.numbers.Set(t, x, n); err != nil {
				return nil, err
			}
		}
		out[i] = int(n.(value.Int))
	}
	return out, nil
}

func (k *comparer) setA(t *value.Thread, items []value.Value) (err error) {
	k.aItems, k.blocks = items, nil
	k.a, err = k.number(t, items)
	return err
}

func (k *comparer) setB(t *value.Thread, items []value.Value) (err error) {
	k.bItems, k.blocks, k.count = items, nil, nil
	if k.b, err = k.number(t, items); err != nil {
		return err
	}
	k.where, k.junk = map[int][]int{}, map[int]bool{}
	var order []int // the distinct items in the order in which they appear
	for j, n := range k.b {
		if k.where[n] == nil {
			order = append(order, n)
		}
		k.where[n] = append(k.where[n], j)
	}
	if k.isJunk != nil {
		for _, n := range order {
			junk, err := k.isJunk(t, items[k.where[n][0]])
			if err != nil {
				return err
			}
			if junk {
				k.junk[n] = true
			}
		}
		for n := range k.junk {
			delete(k.where, n)
		}
	}
	if n := len(items); k.autoJunk && n >= 200 {
		for x, at := range k.where {
			if len(at) > n/100+1 {
				delete(k.where, x)
			}
		}
	}
	return nil
}

// longest finds the longest block in a[alo:ahi] and b[blo:bhi], extended by
// junk on both sides.
func (k *comparer) longest(t *value.Thread, alo, ahi, blo, bhi int) (block, error) {
	best := block{alo, blo, 0}
	lengths := map[int]int{} // of the block that ends at position j of b and at the item of a before
	for i := alo; i < ahi; i++ {
		next := map[int]int{}
		at := k.where[k.a[i]]
		if err := t.Step(1 + int64(len(at))); err != nil {
			return block{}, err
		}
		for _, j := range at {
			if j < blo {
				continue
			}
			if j >= bhi {
				break
			}
			n := lengths[j-1] + 1
			next[j] = n
			if n > best.size {
				best = block{i - n + 1, j - n + 1, n}
			}
		}
		lengths = next
	}
	for _, junk := range []bool{false, true} {
		for best.a > alo && best.b > blo && k.junk[k.b[best.b-1]] == junk && k.a[best.a-1] == k.b[best.b-1] {
			best = block{best.a - 1, best.b - 1, best.size + 1}
		}
		for best.a+best.size < ahi && best.b+best.size < bhi && k.junk[k.b[best.b+best.size]] == junk && k.a[best.a+best.size] == k.b[best.b+best.size] {
			best.size++
		}
	}
	return best, nil
}

// matching returns the blocks in order, ended by an empty one.
func (k *comparer) matching(t *value.Thread) ([]block, error) {
	if k.blocks != nil {
		return k.blocks, nil
	}
	var found []block
	var search func(alo, ahi, blo, bhi int) error
	search = func(alo, ahi, blo, bhi int) error {
		m, err := k.longest(t, alo, ahi, blo, bhi)
		if err != nil || m.size == 0 {
			return err
		}
		if alo < m.a && blo < m.b {
			if err := search(alo, m.a, blo, m.b); err != nil {
				return err
			}
		}
		found = append(found, m)
		if m.a+m.size < ahi && m.b+m.size < bhi {
			return search(m.a+m.size, ahi, m.b+m.size, bhi)
		}
		return nil
	}
	if err := search(0, len(k.a), 0, len(k.b)); err != nil {
		return nil, err
	}
	// Join neighbours.
	blocks := []block{}
	for _, m := range found {
		if n := len(blocks); n > 0 && blocks[n-1].a+blocks[n-1].size == m.a && blocks[n-1].b+blocks[n-1].size == m.b {
			blocks[n-1].size += m.size
		} else {
			blocks = append(blocks, m)
		}
	}
	k.blocks = append(blocks, block{len(k.a), len(k.b), 0})
	return k.blocks, nil
}

func (k *comparer) opcodes(t *value.Thread) ([]opcode, error) {
	blocks, err := k.matching(t)
	if err != nil {
		return nil, err
	}
	var codes []opcode
	i, j := 0, 0
	for _, m := range blocks {
		switch {
		case i < m.a && j < m.b:
			codes = append(codes, opcode{"replace", i, m.a, j, m.b})
		case i < m.a:
			codes = append(codes, opcode{"delete", i, m.a, j, m.b})
		case j < m.b:
			codes = append(codes, opcode{"insert", i, m.a, j, m.b})
		}
		i, j = m.a+m.size, m.b+m.size
		if m.size > 0 {
			codes = append(codes, opcode{"equal", m.a, i, m.b, j})
		}
	}
	return codes, nil
}

// grouped splits opcodes into groups with up to n items of context.
func grouped(codes []opcode, n int) [][]opcode {
	if len(codes) == 0 {
		codes = []opcode{{"equal", 0, 1, 0, 1}}
	}
	if c := &codes[0]; c.tag == "equal" {
		c.i1, c.j1 = max(c.i1, c.i2-n), max(c.j1, c.j2-n)
	}
	if c := &codes[len(codes)-1]; c.tag == "equal" {
		c.i2, c.j2 = min(c.i2, c.i1+n), min(c.j2, c.j1+n)
	}
	var groups [][]opcode
	var group []opcode
	for _, c := range codes {
		if c.tag == "equal" && c.i2-c.i1 > 2*n {
			groups = append(groups, append(group, opcode{c.tag, c.i1, min(c.i2, c.i1+n), c.j1, min(c.j2, c.j1+n)}))
			group = nil
			c.i1, c.j1 = max(c.i1, c.i2-n), max(c.j1, c.j2-n)
		}
		group = append(group, c)
	}
	if len(group) > 0 && !(len(group) == 1 && group[0].tag == "equal") {
		groups = append(groups, group)
	}
	return groups
}

func matchRatio(matches, length int) float64 {
	if length == 0 {
		return 1
	}
	return 2 * float64(matches) / float64(length)
}

func (k *comparer) ratio(t *value.Thread) (float64, error) {
	blocks, err := k.matching(t)
	n := 0
	for _, m := range blocks {
		n += m.size
	}
	return matchRatio(n, len(k.a)+len(k.b)), err
}

func (k *comparer) quickRatio(t *value.Thread) (float64, error) {
	if k.count == nil {
		k.count = map[int]int{}
		for _, n := range k.b {
			k.count[n]++
		}
	}
	used := map[int]int{}
	matches := 0
	for _, n := range k.a {
		if used[n]++; used[n] <= k.count[n] {
			matches++
		}
	}
	return matchRatio(matches, len(k.a)+len(k.b)), t.Step(int64(len(k.a) + len(k.b)))
}

func (k *comparer) realQuickRatio() float64 {
	return matchRatio(min(len(k.a), len(k.b)), len(k.a)+len(k.b))
}

// similar reports whether every ratio, cheapest first, passes the test, and the
// last one.
func (k *comparer) similar(t *value.Thread, test func(r float64) bool) (float64, bool, error) {
	if !test(k.realQuickRatio()) {
		return 0, false, nil
	}
	r, err := k.quickRatio(t)
	if err != nil || !test(r) {
		return 0, false, err
	}
	r, err = k.ratio(t)
	return r, err == nil && test(r), err
}

func closeMatches(t *value.Thread, word, possibilities, n, cutoff value.Value) (value.Value, error) {
	badArgument := func(v value.Value, text string) error {
		s, err := value.Repr(t, v)
		if err != nil {
			return err
		}
		return value.ValueErrorf("%s: %s", text, s)
	}
	ok, err := greater(t, n, value.Int(0))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, badArgument(n, "n must be > 0")
	}
	for _, bounds := range [][2]value.Value{{value.Float(0), cutoff}, {cutoff, value.Float(1)}} {
		got, err := value.Compare(t, value.CmpLe, bounds[0], bounds[1])
		if err != nil {
			return nil, err
		}
		if ok, err := value.Truth(t, got); err != nil {
			return nil, err
		} else if !ok {
			return nil, badArgument(cutoff, "cutoff must be in [0.0, 1.0]")
		}
	}
	limit, err := value.AsDouble(t, cutoff)
	if err != nil {
		return nil, err
	}
	k := newComparer(nil, true)
	items, err := value.Collect(t, word)
	if err != nil {
		return nil, err
	}
	if err := k.setB(t, items); err != nil {
		return nil, err
	}
	var found []value.Value
	err = value.Iterate(t, possibilities, func(x value.Value) error {
		items, err := value.Collect(t, x)
		if err != nil {
			return err
		}
		if err := k.setA(t, items); err != nil {
			return err
		}
		r, ok, err := k.similar(t, func(r float64) bool { return r >= limit })
		if ok {
			found = append(found, value.NewTuple(value.Float(r), x))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	best, err := nLargest(t, n, value.NewList(found), value.None)
	if err != nil {
		return nil, err
	}
	l, err := value.Collect(t, best)
	if err != nil {
		return nil, err
	}
	for i, e := range l {
		l[i] = e.(*value.Tuple).Elems[1]
	}
	return value.NewList(l), nil
}
