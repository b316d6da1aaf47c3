package stdlib

import "augur/analysis/value"

// sequenceMatcher is the native state of an instance of SequenceMatcher.
type sequenceMatcher struct {
	*comparer
	aValue, bValue value.Value
	aRead          bool        // the items of a are in the comparer
	codes          *value.List // the cached result of get_opcodes
	matches        *value.List // the cached result of get_matching_blocks
}

// junkTest makes a test of what a program gives as isjunk.
func junkTest(t *value.Thread, isJunk value.Value) (func(t *value.Thread, x value.Value) (bool, error), error) {
	given, err := value.Truth(t, isJunk)
	if err != nil || !given {
		return nil, err
	}
	return func(t *value.Thread, x value.Value) (bool, error) { return holds(t, isJunk, x) }, nil
}

func (s *sequenceMatcher) setSeq1(v value.Value) {
	if v != s.aValue {
		s.aValue, s.codes, s.matches, s.aRead = v, nil, nil, false
	}
}

func (s *sequenceMatcher) setSeq2(t *value.Thread, v value.Value) error {
	if v == s.bValue {
		return nil
	}
	items, err := value.Collect(t, v)
	if err != nil {
		return err
	}
	s.bValue, s.codes, s.matches = v, nil, nil
	return s.setB(t, items)
}

// current reads the first sequence, which may wait until then, and reports
// sequences that changed since they were read, of which the result is not
// modelled.
func (s *sequenceMatcher) current(t *value.Thread) error {
	if !s.aRead {
		if _, err := value.Len(t, s.aValue); err != nil {
			return err
		}
		items, err := value.Collect(t, s.aValue)
		if err != nil {
			return err
		}
		if err := s.setA(t, items); err != nil {
			return err
		}
		s.aRead = true
	}
	for _, k := range []struct {
		v     value.Value
		items []value.Value
	}{{s.aValue, s.aItems}, {s.bValue, s.bItems}} {
		l, ok := k.v.(*value.List)
		if !ok {
			continue
		}
		t.Reading(&l.Header)
		same := len(l.Elems) == len(k.items)
		for i := 0; same && i < len(l.Elems); i++ {
			same = l.Elems[i] == k.items[i]
		}
		if !same {
			return value.Unknownf("a SequenceMatcher of a list that changed")
		}
	}
	return nil
}

func (s *sequenceMatcher) opcodeList(t *value.Thread) (*value.List, error) {
	if s.codes != nil {
		return s.codes, nil
	}
	codes, err := s.opcodes(t)
	if err != nil {
		return nil, err
	}
	s.codes = opcodeValues(codes)
	return s.codes, nil
}

func opcodeValues(codes []opcode) *value.List {
	out := make([]value.Value, len(codes))
	for i, c := range codes {
		out[i] = c.value()
	}
	return value.NewList(out)
}

func (c opcode) value() value.Value {
	return value.NewTuple(str(c.tag), value.Int(c.i1), value.Int(c.i2), value.Int(c.j1), value.Int(c.j2))
}

func defineMatcher(t *value.Thread, m *value.Module, match value.Value) error {
	c, err := class{module: "difflib", name: "SequenceMatcher"}.make(t)
	if err != nil {
		return err
	}
	m.Set("SequenceMatcher", c)
	def(c, "__init__(self, isjunk=None, a='', b='', autojunk=True)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		o, ok := a[0].(*value.Instance)
		if !ok {
			return nil, value.Unknownf("the state of a SequenceMatcher")
		}
		isJunk, err := junkTest(t, a[1])
		if err != nil {
			return nil, err
		}
		auto, err := value.Truth(t, a[4])
		if err != nil {
			return nil, err
		}
		o.Payload = &sequenceMatcher{comparer: newComparer(isJunk, auto)}
		for name, v := range map[string]value.Value{"isjunk": a[1], "autojunk": a[4], "a": value.None, "b": value.None} {
			if err := value.SetAttr(t, o, name, v); err != nil {
				return nil, err
			}
		}
		_, err = value.CallMethod(t, o, "set_seqs", a[2], a[3])
		return value.None, err
	})
	// on runs f with the state of an instance, within the limits of t.
	on := func(signature string, f func(t *value.Thread, s *sequenceMatcher, a []value.Value) (value.Value, error)) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			s, ok := state[*sequenceMatcher](a[0])
			if !ok {
				return nil, value.Unknownf("the state of a SequenceMatcher")
			}
			return f(t, s, a)
		})
	}
	on("set_seqs(self, a, b)", func(t *value.Thread, _ *sequenceMatcher, a []value.Value) (value.Value, error) {
		if _, err := value.CallMethod(t, a[0], "set_seq1", a[1]); err != nil {
			return nil, err
		}
		return value.CallMethod(t, a[0], "set_seq2", a[2])
	})
	on("set_seq1(self, a)", func(t *value.Thread, s *sequenceMatcher, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "a", a[1]); err != nil {
			return nil, err
		}
		s.setSeq1(a[1])
		return value.None, nil
	})
	on("set_seq2(self, b)", func(t *value.Thread, s *sequenceMatcher, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "b", a[1]); err != nil {
			return nil, err
		}
		return value.None, s.setSeq2(t, a[1])
	})
	on("find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None)", func(t *value.Thread, s *sequenceMatcher, a []value.Value) (value.Value, error) {
		if err := s.current(t); err != nil {
			return nil, err
		}
		bounds := [4]int{0, len(s.a), 0, len(s.b)}
		for i := range bounds {
			if a[1+i] == value.None {
				continue
			}
			n, err := value.Index(t, a[1+i])
			if err != nil {
				return nil, err
			}
			if n < 0 || n > max(len(s.a), len(s.b)) {
				return nil, value.Unknownf("find_longest_match outside the sequences")
			}
			bounds[i] = n
		}
		if bounds[1] > len(s.a) || bounds[3] > len(s.b) {
			return nil, value.Raisef(value.IndexError, "list index out of range")
		}
		b, err := s.longest(t, bounds[0], bounds[1], bounds[2], bounds[3])
		if err != nil {
			return nil, err
		}
		return value.Call(t, match, []value.Value{value.Int(b.a), value.Int(b.b), value.Int(b.size)}, nil)
	})
	on("get_matching_blocks(self)", func(t *value.Thread, s *sequenceMatcher, _ []value.Value) (value.Value, error) {
		if s.matches != nil {
			return s.matches, nil
		}
		if err := s.current(t); err != nil {
			return nil, err
		}
		blocks, err := s.matching(t)
		if err != nil {
			return nil, err
		}
		l := value.NewList(nil)
		for _, b := range blocks {
			x, err := value.Call(t, match, []value.Value{value.Int(b.a), value.Int(b.b), value.Int(b.size)}, nil)
			if err != nil {
				return nil, err
			}
			l.Elems = append(l.Elems, x)
		}
		s.matches = l
		return l, nil
	})
	on("get_opcodes(self)", func(t *value.Thread, s *sequenceMatcher, _ []value.Value) (value.Value, error) {
		if err := s.current(t); err != nil {
			return nil, err
		}
		return s.opcodeList(t)
	})
	on("get_grouped_opcodes(self, n=3)", func(_ *value.Thread, s *sequenceMatcher, a []value.Value) (value.Value, error) {
		return lazyList(func(t *value.Thread) ([]value.Value, error) {
			n, err := value.Index(t, a[1])
			if err != nil {
				return nil, err
			}
			if err := s.current(t); err != nil {
				return nil, err
			}
			codes, err := s.opcodes(t)
			if err != nil {
				return nil, err
			}
			cached, err := s.opcodeList(t)
			if err != nil {
				return nil, err
			}
			groups := grouped(codes, n)
			// Cutting the context at both ends shows in the cached list.
			if last := len(codes) - 1; last >= 0 {
				cached.Elems[0], cached.Elems[last] = codes[0].value(), codes[last].value()
			}
			var out []value.Value
			for _, g := range groups {
				out = append(out, opcodeValues(g))
			}
			return out, nil
		}), nil
	})
	ratio := func(name string, get func(t *value.Thread, s *sequenceMatcher) (float64, error)) {
		on(name+"(self)", func(t *value.Thread, s *sequenceMatcher, _ []value.Value) (value.Value, error) {
			if err := s.current(t); err != nil {
				return nil, err
			}
			r, err := get(t, s)
			return value.Float(r), err
		})
	}
	ratio("ratio", func(t *value.Thread, s *sequenceMatcher) (float64, error) { return s.ratio(t) })
	ratio("quick_ratio", func(t *value.Thread, s *sequenceMatcher) (float64, error) { return s.quickRatio(t) })
	ratio("real_quick_ratio", func(_ *value.Thread, s *sequenceMatcher) (float64, error) { return s.realQuickRatio(), nil })
	for _, name := range []string{"b2j", "bjunk", "bpopular", "fullbcount", "matching_blocks", "opcodes"} {
		c.Dict.SetStr(name, &value.GetSet{Name: name, Owner: c, Get: func(*value.Thread, value.Value) (value.Value, error) {
			return nil, value.Unknownf("SequenceMatcher.%s", name)
		}})
	}
	c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
	return nil
}
