package value

// Sort sorts the list in place as list.sort does. Meanwhile the list is empty,
// as in CPython, which notices if the comparisons fill it.
//
// The algorithm is Tim Peters's, in the form that CPython 3.11 has, because
// which items are compared, and in which order, shows: where comparisons are
// not consistent (NaN, sets), fail half-way, or print.
func (l *List) Sort(t *Thread, key Value, reverse bool) error {
	t.Reading(&l.Header)
	items := l.Elems
	l.Elems = nil
	defer func() { l.Elems = items }()
	t.Touch(&l.Header)
	if err := t.Alloc(16 * len(items)); err != nil {
		return err
	}
	err := sortValues(t, items, key, reverse)
	if err == nil && l.Elems != nil {
		err = ValueErrorf("list modified during sort")
	}
	return err
}

// sortValues sorts items stably, in place; after an error their order is the
// one that CPython leaves behind.
func sortValues(t *Thread, items []Value, key Value, reverse bool) error {
	s := &sorter{t: t, keys: items, gallop: minGallop}
	if key != nil && key != None {
		keys := make([]Value, len(items))
		for i, x := range items {
			if err := t.Step(1); err != nil {
				return err
			}
			k, err := Call(t, key, []Value{x}, nil)
			if err != nil {
				return err
			}
			keys[i] = k
		}
		s.keys, s.values = keys, items
	}
	// Reversing before and after keeps equal items in their order.
	if reverse {
		s.reverse(0, len(items))
	}
	err := s.sort()
	if reverse {
		s.reverse(0, len(items))
	}
	return err
}

const minGallop = 7

// sorter sorts keys and, beside them, values (nil: the keys are the values).
type sorter struct {
	t      *Thread
	keys   []Value
	values []Value
	gallop int
	runs   []sortRun
}

type sortRun struct{ base, n, power int }

func (s *sorter) less(a, b Value) (bool, error) {
	if err := s.t.Step(1); err != nil {
		return false, err
	}
	return Less(s.t, a, b)
}

func (s *sorter) reverse(i, j int) {
	for j--; i < j; i, j = i+1, j-1 {
		s.keys[i], s.keys[j] = s.keys[j], s.keys[i]
		if s.values != nil {
			s.values[i], s.values[j] = s.values[j], s.values[i]
		}
	}
}

func (s *sorter) sort() error {
	n := len(s.keys)
	if n < 2 {
		return nil
	}
	minRun := minRunLength(n)
	for lo, left := 0, n; left > 0; {
		run, descending, err := s.countRun(lo, lo+left)
		if err != nil {
			return err
		}
		if descending {
			s.reverse(lo, lo+run)
		}
		if run < minRun {
			force := min(left, minRun)
			if err := s.binaryInsertion(lo, lo+force, lo+run); err != nil {
				return err
			}
			run = force
		}
		if err := s.foundRun(lo, run, n); err != nil {
			return err
		}
		s.runs = append(s.runs, sortRun{base: lo, n: run})
		lo += run
		left -= run
	}
	for len(s.runs) > 1 {
		i := len(s.runs) - 2
		if i > 0 && s.runs[i-1].n < s.runs[i+1].n {
			i--
		}
		if err := s.mergeAt(i); err != nil {
			return err
		}
	}
	return nil
}

// minRunLength returns n shifted down to 32..64, rounded up.
func minRunLength(n int) int {
	r := 0
	for n >= 64 {
		r |= n & 1
		n >>= 1
	}
	return n + r
}

// countRun returns the length of the run at lo, and whether it is strictly
// descending.
func (s *sorter) countRun(lo, hi int) (n int, descending bool, err error) {
	if lo+1 == hi {
		return 1, false, nil
	}
	n = 2
	descending, err = s.less(s.keys[lo+1], s.keys[lo])
	if err != nil {
		return 0, false, err
	}
	for i := lo + 2; i < hi; i, n = i+1, n+1 {
		lt, err := s.less(s.keys[i], s.keys[i-1])
		if err != nil {
			return 0, false, err
		}
		if lt != descending {
			break
		}
	}
	return n, descending, nil
}

// binaryInsertion sorts [lo, hi), of which [lo, start) is sorted.
func (s *sorter) binaryInsertion(lo, hi, start int) error {
	if lo == start {
		start++
	}
	for ; start < hi; start++ {
		l, r := lo, start
		pivot := s.keys[start]
		for l < r {
			p := l + (r-l)>>1
			lt, err := s.less(pivot, s.keys[p])
			if err != nil {
				return err
			}
			if lt {
				r = p
			} else {
				l = p + 1
			}
		}
		copy(s.keys[l+1:start+1], s.keys[l:start])
		s.keys[l] = pivot
		if s.values != nil {
			v := s.values[start]
			copy(s.values[l+1:start+1], s.values[l:start])
			s.values[l] = v
		}
	}
	return nil
}

// foundRun merges runs on the stack that are deeper in the tree of merges than
// the border between the last one and a new run of n2 items at s2.
func (s *sorter) foundRun(_, n2, n int) error {
	if len(s.runs) == 0 {
		return nil
	}
	last := s.runs[len(s.runs)-1]
	power := powerLoop(last.base, last.n, n2, n)
	for len(s.runs) > 1 && s.runs[len(s.runs)-2].power > power {
		if err := s.mergeAt(len(s.runs) - 2); err != nil {
			return err
		}
	}
	s.runs[len(s.runs)-1].power = power
	return nil
}

// powerLoop returns the depth, in a balanced tree over n items, of the border
// between the run of n1 items at s1 and the n2 items after it.
func powerLoop(s1, n1, n2, n int) int {
	a := 2*s1 + n1
	b := a + n1 + n2
	for power := 1; ; power++ {
		if a >= n {
			a -= n
			b -= n
		} else if b >= n {
			return power
		}
		a <<= 1
		b <<= 1
	}
}

// mergeAt merges runs i and i+1.
func (s *sorter) mergeAt(i int) error {
	a, na := s.runs[i].base, s.runs[i].n
	b, nb := s.runs[i+1].base, s.runs[i+1].n
	s.runs[i].n = na + nb
	s.runs = append(s.runs[:i+1], s.runs[i+2:]...)

	// Where b starts in a; what is before is in place.
	k, err := s.gallopRight(s.keys[b], s.keys[a:a+na], 0)
	if err != nil {
		return err
	}
	a += k
	na -= k
	if na == 0 {
		return nil
	}
	// Where a ends in b; what is after is in place.
	nb, err = s.gallopLeft(s.keys[a+na-1], s.keys[b:b+nb], nb-1)
	if err != nil || nb == 0 {
		return err
	}
	if na <= nb {
		return s.mergeLow(a, na, b, nb)
	}
	return s.mergeHigh(a, na, b, nb)
}

// gallopLeft returns where key goes in the sorted a, before equal items,
// starting from hint.
func (s *sorter) gallopLeft(key Value, a []Value, hint int) (int, error) {
	n := len(a)
	last, ofs := 0, 1
	lt, err := s.less(a[hint], key)
	if err != nil {
		return 0, err
	}
	if lt {
		limit := n - hint
		for ofs < limit {
			lt, err := s.less(a[hint+ofs], key)
			if err != nil {
				return 0, err
			}
			if !lt {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		ofs = min(ofs, limit)
		last += hint
		ofs += hint
	} else {
		limit := hint + 1
		for ofs < limit {
			lt, err := s.less(a[hint-ofs], key)
			if err != nil {
				return 0, err
			}
			if lt {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		ofs = min(ofs, limit)
		last, ofs = hint-ofs, hint-last
	}
	for last++; last < ofs; {
		m := last + (ofs-last)>>1
		lt, err := s.less(a[m], key)
		if err != nil {
			return 0, err
		}
		if lt {
			last = m + 1
		} else {
			ofs = m
		}
	}
	return ofs, nil
}

// gallopRight is gallopLeft that goes after equal items.
func (s *sorter) gallopRight(key Value, a []Value, hint int) (int, error) {
	n := len(a)
	last, ofs := 0, 1
	lt, err := s.less(key, a[hint])
	if err != nil {
		return 0, err
	}
	if lt {
		limit := hint + 1
		for ofs < limit {
			lt, err := s.less(key, a[hint-ofs])
			if err != nil {
				return 0, err
			}
			if !lt {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		ofs = min(ofs, limit)
		last, ofs = hint-ofs, hint-last
	} else {
		limit := n - hint
		for ofs < limit {
			lt, err := s.less(key, a[hint+ofs])
			if err != nil {
				return 0, err
			}
			if lt {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		ofs = min(ofs, limit)
		last += hint
		ofs += hint
	}
	for last++; last < ofs; {
		m := last + (ofs-last)>>1
		lt, err := s.less(key, a[m])
		if err != nil {
			return 0, err
		}
		if lt {
			ofs = m
		} else {
			last = m + 1
		}
	}
	return ofs, nil
}

// sortSlice is a part of keys with the values beside it.
type sortSlice struct{ keys, values []Value }

func (s *sorter) part(i, j int) sortSlice {
	p := sortSlice{keys: s.keys[i:j]}
	if s.values != nil {
		p.values = s.values[i:j]
	}
	return p
}

func (p sortSlice) clone() sortSlice {
	return sortSlice{keys: append([]Value(nil), p.keys...), values: append([]Value(nil), p.values...)}
}

// move copies n items from position j of src to position i of the sorter.
func (s *sorter) move(i int, src sortSlice, j, n int) {
	copy(s.keys[i:i+n], src.keys[j:j+n])
	if s.values != nil {
		copy(s.values[i:i+n], src.values[j:j+n])
	}
}

// mergeLow merges the neighbours [a, a+na) and [b, b+nb), na <= nb, from the
// left. Whatever happens the items stay a permutation of what they were.
func (s *sorter) mergeLow(a, na, b, nb int) (err error) {
	tmp := s.part(a, a+na).clone()
	all := s.part(0, len(s.keys))
	dest, i := a, 0 // i: next in tmp
	defer func() {
		if na > 0 {
			s.move(dest, tmp, i, na)
		}
	}()
	// lastOfA is how the merge ends when one item of a is left, which is
	// known to belong after all of b.
	lastOfA := func() {
		s.move(dest, all, b, nb)
		s.move(dest+nb, tmp, i, 1)
		na = 0
	}
	takeB := func(n int) {
		s.move(dest, all, b, n)
		dest, b, nb = dest+n, b+n, nb-n
	}
	takeA := func(n int) {
		s.move(dest, tmp, i, n)
		dest, i, na = dest+n, i+n, na-n
	}
	takeB(1)
	if nb == 0 {
		return nil
	}
	if na == 1 {
		lastOfA()
		return nil
	}
	minimum := s.gallop
	for {
		countA, countB := 0, 0
		for {
			lt, err := s.less(s.keys[b], tmp.keys[i])
			if err != nil {
				return err
			}
			if lt {
				takeB(1)
				countB++
				countA = 0
				if nb == 0 {
					return nil
				}
				if countB >= minimum {
					break
				}
			} else {
				takeA(1)
				countA++
				countB = 0
				if na == 1 {
					lastOfA()
					return nil
				}
				if countA >= minimum {
					break
				}
			}
		}
		minimum++
		for {
			if minimum > 1 {
				minimum--
			}
			s.gallop = minimum
			k, err := s.gallopRight(s.keys[b], tmp.keys[i:i+na], 0)
			if err != nil {
				return err
			}
			countA = k
			if k > 0 {
				takeA(k)
				if na == 1 {
					lastOfA()
					return nil
				}
				if na == 0 {
					return nil // only if comparisons are inconsistent
				}
			}
			takeB(1)
			if nb == 0 {
				return nil
			}
			k, err = s.gallopLeft(tmp.keys[i], s.keys[b:b+nb], 0)
			if err != nil {
				return err
			}
			countB = k
			if k > 0 {
				takeB(k)
				if nb == 0 {
					return nil
				}
			}
			takeA(1)
			if na == 1 {
				lastOfA()
				return nil
			}
			if countA < minGallop && countB < minGallop {
				break
			}
		}
		minimum++
		s.gallop = minimum
	}
}

// mergeHigh merges the neighbours [a, a+na) and [b, b+nb), na >= nb, from the
// right.
func (s *sorter) mergeHigh(a, na, b, nb int) (err error) {
	tmp := s.part(b, b+nb).clone()
	all := s.part(0, len(s.keys))
	dest := b + nb // items from here on are in place
	defer func() {
		if nb > 0 {
			s.move(dest-nb, tmp, 0, nb)
		}
	}()
	// firstOfB is how the merge ends when one item of b is left, which is
	// known to belong before all of a.
	firstOfB := func() {
		s.move(dest-na, all, a, na)
		s.move(dest-na-1, tmp, 0, 1)
		nb = 0
	}
	takeA := func(n int) {
		s.move(dest-n, all, a+na-n, n)
		dest, na = dest-n, na-n
	}
	takeB := func(n int) {
		s.move(dest-n, tmp, nb-n, n)
		dest, nb = dest-n, nb-n
	}
	takeA(1)
	if na == 0 {
		return nil
	}
	if nb == 1 {
		firstOfB()
		return nil
	}
	minimum := s.gallop
	for {
		countA, countB := 0, 0
		for {
			lt, err := s.less(tmp.keys[nb-1], s.keys[a+na-1])
			if err != nil {
				return err
			}
			if lt {
				takeA(1)
				countA++
				countB = 0
				if na == 0 {
					return nil
				}
				if countA >= minimum {
					break
				}
			} else {
				takeB(1)
				countB++
				countA = 0
				if nb == 1 {
					firstOfB()
					return nil
				}
				if countB >= minimum {
					break
				}
			}
		}
		minimum++
		for {
			if minimum > 1 {
				minimum--
			}
			s.gallop = minimum
			k, err := s.gallopRight(tmp.keys[nb-1], s.keys[a:a+na], na-1)
			if err != nil {
				return err
			}
			k = na - k
			countA = k
			if k > 0 {
				takeA(k)
				if na == 0 {
					return nil
				}
			}
			takeB(1)
			if nb == 1 {
				firstOfB()
				return nil
			}
			k, err = s.gallopLeft(s.keys[a+na-1], tmp.keys[:nb], nb-1)
			if err != nil {
				return err
			}
			k = nb - k
			countB = k
			if k > 0 {
				takeB(k)
				if nb == 1 {
					firstOfB()
					return nil
				}
				if nb == 0 {
					return nil // only if comparisons are inconsistent
				}
			}
			takeA(1)
			if na == 0 {
				return nil
			}
			if countA < minGallop && countB < minGallop {
				break
			}
		}
		minimum++
		s.gallop = minimum
	}
}
