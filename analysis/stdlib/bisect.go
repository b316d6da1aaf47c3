package stdlib

import "augur/analysis/value"

func init() {
	Register("bisect", func(*value.Thread) (*value.Module, error) {
		m := value.NewModule("bisect")
		const params = "(a, x, lo=0, hi=None, *, key=None)"
		for _, right := range []bool{true, false} {
			suffix := "_left"
			if right {
				suffix = "_right"
			}
			defC(m, "_bisect", "bisect"+suffix+params, func(t *value.Thread, a []value.Value) (value.Value, error) {
				i, err := bisect(t, a[0], a[1], a[2], a[3], a[4], right)
				return value.Int(i), err
			})
			defC(m, "_bisect", "insort"+suffix+params, func(t *value.Thread, a []value.Value) (value.Value, error) {
				x := a[1]
				if a[4] != value.None {
					var err error
					if x, err = value.Call(t, a[4], []value.Value{x}, nil); err != nil {
						return nil, err
					}
				}
				i, err := bisect(t, a[0], x, a[2], a[3], a[4], right)
				if err != nil {
					return nil, err
				}
				_, err = value.CallMethod(t, a[0], "insert", value.Int(i), a[1])
				return value.None, err
			})
		}
		m.Set("bisect", member(m, "bisect_right"))
		m.Set("insort", member(m, "insort_right"))
		return m, nil
	})
}

// bisect returns where x goes in the sorted a[lo:hi]: after equal items if
// right, before them otherwise.
func bisect(t *value.Thread, a, x, low, high, key value.Value, right bool) (int, error) {
	lo, err := value.Index(t, low)
	if err != nil {
		return 0, err
	}
	hi := -1
	if high != value.None {
		if hi, err = value.Index(t, high); err != nil {
			return 0, err
		}
	}
	if lo < 0 {
		return 0, value.ValueErrorf("lo must be non-negative")
	}
	if hi == -1 {
		if hi, err = value.Len(t, a); err != nil {
			return 0, err
		}
	}
	for lo < hi {
		if err := step(t); err != nil {
			return 0, err
		}
		mid := lo + (hi-lo)/2
		item, err := value.GetItem(t, a, value.Int(mid))
		if err != nil {
			return 0, err
		}
		if key != value.None {
			if item, err = value.Call(t, key, []value.Value{item}, nil); err != nil {
				return 0, err
			}
		}
		below, above := item, x
		if right {
			below, above = x, item
		}
		less, err := value.Less(t, below, above)
		if err != nil {
			return 0, err
		}
		if less != right {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, nil
}
