package value

func (d *Dict) getItem(t *Thread, key Value) (Value, error) {
	got, ok, err := d.Get(t, key)
	if err != nil || ok {
		return got, err
	}
	if d.Cls != nil {
		got, ok, err := CallSpecial(t, d, "__missing__", key)
		if err != nil || ok {
			return got, err
		}
	}
	return nil, Raise(KeyError, key)
}

// behindItsBack reports that a method of dict changes what a subclass keeps a
// list of itself, which it then no longer agrees with.
func (d *Dict) behindItsBack() error {
	if d.Cls == nil {
		return nil
	}
	for _, c := range d.Cls.MRO {
		if c.KeyList {
			return &UnknownError{Reason: "an OrderedDict changed by a method of dict", Halt: true}
		}
	}
	return nil
}

// DeleteItem is "del d[key]".
func (d *Dict) DeleteItem(t *Thread, key Value) error { return d.delItem(t, key) }

func (d *Dict) delItem(t *Thread, key Value) error {
	_, ok, err := d.Delete(t, key)
	if err != nil {
		return err
	}
	if !ok {
		return Raise(KeyError, key)
	}
	t.Touch(&d.Header)
	return nil
}

// copyOf is d.copy(): always a plain dict.
func (d *Dict) copyOf(t *Thread) (*Dict, error) {
	t.Reading(&d.Header)
	if err := t.Alloc(64 * d.live); err != nil {
		return nil, err
	}
	return d.Copy(), nil
}

// update adds the entries of a mapping or of an iterable of pairs.
func (d *Dict) update(t *Thread, v Value) error {
	if o, ok := v.(*Dict); ok {
		if usesNative(o, "__iter__") {
			return d.merge(t, o)
		}
	}
	keys, err := LookupAttr(t, v, "keys")
	if err != nil {
		return err
	}
	if keys != nil {
		// Having seen that there are keys, CPython asks for them again.
		if keys, err = GetAttr(t, v, "keys"); err != nil {
			return err
		}
		return d.updateByKeys(t, v, keys)
	}
	i := 0
	return Iterate(t, v, func(item Value) error {
		pair, err := collectFor(t, item, "")
		if err != nil {
			if _, ok := IsRaised(err, TypeError); ok {
				return TypeErrorf("cannot convert dictionary update sequence element #%d to a sequence", i)
			}
			return err
		}
		if len(pair) != 2 {
			return ValueErrorf("dictionary update sequence element #%d has length %d; 2 is required", i, len(pair))
		}
		i++
		return d.Set(t, pair[0], pair[1])
	})
}

func (d *Dict) merge(t *Thread, o *Dict) error {
	t.Reading(&o.Header)
	if d == o {
		return nil
	}
	live := o.live
	for i := 0; ; {
		if err := t.Step(1); err != nil {
			return err
		}
		k, v, next, ok := o.Next(i)
		if !ok {
			return nil
		}
		h := o.entries[next-1].hash
		i = next
		if err := d.setHashed(t, k, v, h); err != nil {
			return err
		}
		if o.live != live {
			return Raisef(RuntimeError, "dict mutated during update")
		}
	}
}

// setHashed is Set for a key whose hash is known.
func (d *Dict) setHashed(t *Thread, k, v Value, h uint64) error {
	at, err := d.find(t, k, h)
	if err != nil {
		return err
	}
	if at >= 0 {
		d.entries[at].value = v
		d.writes++
		return nil
	}
	if err := t.Alloc(64); err != nil {
		return err
	}
	d.insert(k, v, h)
	return nil
}

func (d *Dict) updateByKeys(t *Thread, v, keys Value) error {
	list, err := Call(t, keys, nil, nil)
	if err != nil {
		return err
	}
	return Iterate(t, list, func(k Value) error {
		x, err := GetItem(t, v, k)
		if err != nil {
			return err
		}
		return d.Set(t, k, x)
	})
}
