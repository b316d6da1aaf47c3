package value

// The algebra of sets, in the steps in which CPython takes them, because the
// order of the result depends on how it was built.

// emptyLike returns an empty set or frozenset of the built-in class.
func (s *Set) emptyLike() *Set { return &Set{Frozen: s.Frozen} }

// copyLike returns a set or frozenset with the same elements, of the built-in
// class.
func (s *Set) copyLike(t *Thread) (*Set, error) {
	c := s.emptyLike()
	return c, c.merge(t, s)
}

// merge adds the elements of another set.
func (s *Set) merge(t *Thread, o *Set) error {
	t.Reading(&o.Header)
	if o == s || o.used == 0 {
		return nil
	}
	if err := t.Step(int64(o.used)); err != nil {
		return err
	}
	s.unordered = s.unordered || o.unordered
	if (s.fill+o.used)*5 >= s.mask()*3 {
		if err := s.resize(t, (s.used+o.used)*2); err != nil {
			return err
		}
	}
	if s.fill == 0 {
		if s.mask() == o.mask() && o.fill == o.used {
			if err := t.Alloc(32 * len(o.table)); err != nil {
				return err
			}
			s.table = append([]setEntry(nil), o.table...)
			s.fill, s.used = o.fill, o.used
			return nil
		}
		if s.table == nil {
			s.table = make([]setEntry, setMinSize)
		}
		s.fill, s.used = o.used, o.used
		for i := range o.table {
			if e := &o.table[i]; e.state == entryLive {
				s.insertClean(e.key, e.hash)
			}
		}
		return nil
	}
	for i := 0; i < len(o.table); i++ {
		if e := o.table[i]; e.state == entryLive {
			if err := s.insert(t, e.key, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// update adds the items of any iterable.
func (s *Set) update(t *Thread, v Value) error {
	switch o := v.(type) {
	case *Set:
		return s.merge(t, o)
	case *Dict:
		if o.Cls == nil {
			t.Reading(&o.Header)
			if (s.fill+o.live)*5 >= s.mask()*3 {
				if err := s.resize(t, (s.used+o.live)*2); err != nil {
					return err
				}
			}
			return s.mergeKeys(t, o)
		}
	}
	return Iterate(t, v, func(x Value) error { return s.Add(t, x) })
}

// mergeKeys adds the keys of a dict. Hashes that a program computes are not
// asked for again.
func (s *Set) mergeKeys(t *Thread, d *Dict) error {
	for i := 0; ; {
		key, h, next, ok := d.nextHashed(i)
		if !ok {
			return nil
		}
		i = next
		if err := t.Step(1); err != nil {
			return err
		}
		if !hashesItself(key) {
			if err := s.Add(t, key); err != nil {
				return err
			}
			continue
		}
		if err := t.Alloc(32); err != nil {
			return err
		}
		s.unordered = true // whether the hash rests on the seed was not kept
		if err := s.insert(t, key, h); err != nil {
			return err
		}
	}
}

// hashesItself reports whether the class of v has a __hash__ of the program's.
func hashesItself(v Value) bool {
	c := v.Type()
	if !c.Heap {
		return false
	}
	_, where, ok := c.LookupWhere("__hash__")
	return ok && where.Heap
}

// addFrom adds an element of another set, whose order it inherits.
func (s *Set) addFrom(t *Thread, o *Set, e setEntry) error {
	s.unordered = s.unordered || o.unordered
	if err := t.Alloc(32); err != nil {
		return err
	}
	return s.insert(t, e.key, e.hash)
}

func (s *Set) intersection(t *Thread, v Value) (*Set, error) {
	if Value(s) == v {
		return s.copyLike(t)
	}
	result := s.emptyLike()
	o, ok := v.(*Set)
	if !ok {
		err := Iterate(t, v, func(x Value) error {
			h, determined, err := hashValue(t, x)
			if err != nil {
				return err
			}
			_, found, err := s.probe(t, x, h)
			if err != nil || !found {
				return err
			}
			if !determined {
				result.unordered = true
			}
			return result.insert(t, x, h)
		})
		return result, err
	}
	t.Reading(&o.Header)
	if o.used > s.used {
		s, o = o, s
	}
	for i := 0; ; {
		e, next, ok := o.next(i)
		if !ok {
			return result, nil
		}
		i = next
		if err := t.Step(1); err != nil {
			return nil, err
		}
		_, found, err := s.probe(t, e.key, e.hash)
		if err != nil {
			return nil, err
		}
		if found {
			if err := result.addFrom(t, o, e); err != nil {
				return nil, err
			}
		}
	}
}

func (s *Set) difference(t *Thread, v Value) (*Set, error) {
	size := -1
	switch o := v.(type) {
	case *Set:
		t.Reading(&o.Header)
		size = o.used
	case *Dict:
		if o.Cls == nil {
			t.Reading(&o.Header)
			size = o.live
		}
	}
	if size < 0 || s.used>>2 > size {
		result, err := s.copyLike(t)
		if err != nil {
			return nil, err
		}
		return result, result.differenceUpdate(t, v)
	}
	result := s.emptyLike()
	for i := 0; ; {
		e, next, ok := s.next(i)
		if !ok {
			return result, nil
		}
		i = next
		if err := t.Step(1); err != nil {
			return nil, err
		}
		var found bool
		var err error
		switch o := v.(type) {
		case *Set:
			_, found, err = o.probe(t, e.key, e.hash)
		case *Dict:
			var at int
			at, err = o.find(t, e.key, uint64(e.hash))
			found = at >= 0
		}
		if err != nil {
			return nil, err
		}
		if !found {
			if err := result.addFrom(t, s, e); err != nil {
				return nil, err
			}
		}
	}
}

func (s *Set) differenceUpdate(t *Thread, v Value) error {
	if Value(s) == v {
		s.clear()
		return nil
	}
	if o, ok := v.(*Set); ok {
		t.Reading(&o.Header)
		if o.used>>3 > s.used {
			common, err := s.intersection(t, o)
			if err != nil {
				return err
			}
			o = common
		}
		for i := 0; ; {
			e, next, ok := o.next(i)
			if !ok {
				break
			}
			i = next
			if err := t.Step(1); err != nil {
				return err
			}
			if _, err := s.remove(t, e.key, e.hash); err != nil {
				return err
			}
		}
	} else {
		err := Iterate(t, v, func(x Value) error {
			h, _, err := hashValue(t, x)
			if err != nil {
				return err
			}
			_, err = s.remove(t, x, h)
			return err
		})
		if err != nil {
			return err
		}
	}
	if s.fill-s.used <= s.mask()/4 {
		return nil
	}
	return s.resize(t, s.growth())
}

func (s *Set) symmetricUpdate(t *Thread, v Value) error {
	if Value(s) == v {
		s.clear()
		return nil
	}
	toggle := func(key Value, hash int64, determined bool) error {
		if err := t.Step(1); err != nil {
			return err
		}
		gone, err := s.remove(t, key, hash)
		if err != nil || gone {
			return err
		}
		if !determined {
			s.unordered = true
		}
		return s.insert(t, key, hash)
	}
	if d, ok := v.(*Dict); ok && d.Cls == nil {
		for i := 0; ; {
			k, h, next, ok := d.nextHashed(i)
			if !ok {
				return nil
			}
			i = next
			determined := false
			if !hashesItself(k) {
				var err error
				if h, determined, err = hashValue(t, k); err != nil {
					return err
				}
			}
			if err := toggle(k, h, determined); err != nil {
				return err
			}
		}
	}
	o, ok := v.(*Set)
	if !ok {
		o = s.emptyLike()
		if err := o.update(t, v); err != nil {
			return err
		}
	}
	t.Reading(&o.Header)
	for i := 0; ; {
		e, next, ok := o.next(i)
		if !ok {
			return nil
		}
		i = next
		if err := toggle(e.key, e.hash, !o.unordered); err != nil {
			return err
		}
	}
}

func (s *Set) symmetricDifference(t *Thread, v Value) (*Set, error) {
	result := s.emptyLike()
	if err := result.update(t, v); err != nil {
		return nil, err
	}
	return result, result.symmetricUpdate(t, s)
}

func (s *Set) union(t *Thread, v Value) (*Set, error) {
	result, err := s.copyLike(t)
	if err != nil || Value(s) == v {
		return result, err
	}
	return result, result.update(t, v)
}

// subset reports whether every element of s is one of o.
func (s *Set) subset(t *Thread, o *Set) (bool, error) {
	if s.used > o.used {
		return false, nil
	}
	for i := 0; ; {
		e, next, ok := s.next(i)
		if !ok {
			return true, nil
		}
		i = next
		if err := t.Step(1); err != nil {
			return false, err
		}
		_, found, err := o.probe(t, e.key, e.hash)
		if err != nil || !found {
			return false, err
		}
	}
}

func (s *Set) compare(t *Thread, op CmpOp, o *Set) (Value, error) {
	t.Reading(&s.Header)
	t.Reading(&o.Header)
	var got bool
	var err error
	switch op {
	case CmpEq, CmpNe:
		if s.used == o.used {
			if err := t.enter(" in comparison"); err != nil {
				return nil, err
			}
			got, err = s.subset(t, o)
			t.leave()
		}
		got = got == (op == CmpEq)
	case CmpLe:
		got, err = s.subset(t, o)
	case CmpGe:
		got, err = o.subset(t, s)
	case CmpLt:
		if s.used < o.used {
			got, err = s.subset(t, o)
		}
	case CmpGt:
		if o.used < s.used {
			got, err = o.subset(t, s)
		}
	}
	if err != nil {
		return nil, err
	}
	return Bool(got), nil
}
