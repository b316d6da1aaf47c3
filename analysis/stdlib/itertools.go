package stdlib

import (
	"math/big"

	"augur/analysis/value"
)

func init() {
	Register("itertools", func(*value.Thread) (*value.Module, error) {
		m := value.NewModule("itertools")
		for _, c := range itertoolsTypes {
			m.Set(c.Qualname, c)
		}
		m.Def("tee(iterable, n=2, /)", tee)
		return m, nil
	})
}

// Types that other models use.
var chainType, repeatType *value.Type

var itertoolsTypes = func() []*value.Type {
	define := func(signature string, start func(t *value.Thread, a []value.Value) (nextFunc, error)) *value.Type {
		return iteratorType("itertools", signature, start)
	}
	chain := define("chain(*iterables)", func(_ *value.Thread, a []value.Value) (nextFunc, error) {
		return chainOf(value.NewSliceIterator(value.TupleType, a[0].(*value.Tuple).Elems)), nil
	})
	chain.DefClass("from_iterable(cls, iterable, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		it, err := value.Iter(t, a[1])
		if err != nil {
			return nil, err
		}
		return &iterator{typ: chain, next: chainOf(it)}, nil
	})
	chainType, repeatType = chain, newRepeatType()
	return []*value.Type{
		chain,
		newCountType(),
		repeatType,
		define("cycle(iterable, /)", cycle),
		define("accumulate(iterable, func=None, *, initial=None)", accumulate),
		define("compress(data, selectors)", compress),
		define("takewhile(predicate, iterable, /)", takewhile),
		define("dropwhile(predicate, iterable, /)", dropwhile),
		define("filterfalse(function, iterable, /)", filterfalse),
		define("starmap(function, iterable, /)", starmap),
		define("pairwise(iterable, /)", pairwise),
		isliceType(),
		define("groupby(iterable, key=None)", groupby),
		define("combinations(iterable, r)", combinations),
		define("combinations_with_replacement(iterable, r)", combinationsWithReplacement),
		define("permutations(iterable, r=None)", permutations),
		productType(),
		zipLongestType(),
	}
}()

// source is an iterable argument.
func source(t *value.Thread, v value.Value) (value.Iterator, error) { return value.Iter(t, v) }

func chainOf(outer value.Iterator) nextFunc {
	var inner value.Iterator
	return func(t *value.Thread) (value.Value, error) {
		for outer != nil {
			if err := step(t); err != nil {
				return nil, err
			}
			if inner == nil {
				v, err := outer.Next(t)
				if err != nil || v == nil {
					outer = nil
					return nil, err
				}
				if inner, err = value.Iter(t, v); err != nil {
					outer = nil
					return nil, err
				}
			}
			x, err := inner.Next(t)
			if err != nil || x != nil {
				return x, err
			}
			inner = nil
		}
		return nil, nil
	}
}

func cycle(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[0])
	if err != nil {
		return nil, err
	}
	var saved []value.Value
	i := 0
	return func(t *value.Thread) (value.Value, error) {
		if it != nil {
			x, err := it.Next(t)
			if err != nil {
				return nil, err
			}
			if x != nil {
				saved = append(saved, x)
				return x, t.Alloc(16)
			}
			it = nil
		}
		if len(saved) == 0 {
			return nil, nil
		}
		x := saved[i]
		i = (i + 1) % len(saved)
		return x, nil
	}, nil
}

func accumulate(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[0])
	if err != nil {
		return nil, err
	}
	var total value.Value
	initial := a[2]
	return func(t *value.Thread) (value.Value, error) {
		if initial != value.None {
			total, initial = initial, value.None
			return total, nil
		}
		x, err := it.Next(t)
		if err != nil || x == nil {
			return nil, err
		}
		switch {
		case total == nil:
			total = x
		case a[1] == value.None:
			total, err = value.Binary(t, value.OpAdd, total, x)
		default:
			total, err = value.Call(t, a[1], []value.Value{total, x}, nil)
		}
		return total, err
	}, nil
}

func compress(t *value.Thread, a []value.Value) (nextFunc, error) {
	data, err := source(t, a[0])
	if err != nil {
		return nil, err
	}
	selectors, err := source(t, a[1])
	if err != nil {
		return nil, err
	}
	return func(t *value.Thread) (value.Value, error) {
		for {
			if err := step(t); err != nil {
				return nil, err
			}
			x, err := data.Next(t)
			if err != nil || x == nil {
				return nil, err
			}
			s, err := selectors.Next(t)
			if err != nil || s == nil {
				return nil, err
			}
			ok, err := value.Truth(t, s)
			if err != nil {
				return nil, err
			}
			if ok {
				return x, nil
			}
		}
	}, nil
}

// holds is the truth of predicate(x).
func holds(t *value.Thread, predicate, x value.Value) (bool, error) {
	got, err := value.Call(t, predicate, []value.Value{x}, nil)
	if err != nil {
		return false, err
	}
	return value.Truth(t, got)
}

func takewhile(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[1])
	if err != nil {
		return nil, err
	}
	done := false
	return func(t *value.Thread) (value.Value, error) {
		if done {
			return nil, nil
		}
		x, err := it.Next(t)
		if err != nil || x == nil {
			return nil, err
		}
		ok, err := holds(t, a[0], x)
		if err != nil {
			return nil, err
		}
		if !ok {
			done = true
			return nil, nil
		}
		return x, nil
	}, nil
}

func dropwhile(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[1])
	if err != nil {
		return nil, err
	}
	started := false
	return func(t *value.Thread) (value.Value, error) {
		for {
			if err := step(t); err != nil {
				return nil, err
			}
			x, err := it.Next(t)
			if err != nil || x == nil || started {
				return x, err
			}
			drop, err := holds(t, a[0], x)
			if err != nil {
				return nil, err
			}
			if !drop {
				started = true
				return x, nil
			}
		}
	}, nil
}

func filterfalse(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[1])
	if err != nil {
		return nil, err
	}
	return func(t *value.Thread) (value.Value, error) {
		for {
			if err := step(t); err != nil {
				return nil, err
			}
			x, err := it.Next(t)
			if err != nil || x == nil {
				return nil, err
			}
			var drop bool
			if a[0] == value.None || a[0] == value.Value(value.BoolType) {
				drop, err = value.Truth(t, x)
			} else {
				drop, err = holds(t, a[0], x)
			}
			if err != nil {
				return nil, err
			}
			if !drop {
				return x, nil
			}
		}
	}, nil
}

func starmap(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[1])
	if err != nil {
		return nil, err
	}
	return func(t *value.Thread) (value.Value, error) {
		x, err := it.Next(t)
		if err != nil || x == nil {
			return nil, err
		}
		args, err := value.Collect(t, x)
		if err != nil {
			return nil, err
		}
		return value.Call(t, a[0], args, nil)
	}, nil
}

func pairwise(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[0])
	if err != nil {
		return nil, err
	}
	var old value.Value
	return func(t *value.Thread) (value.Value, error) {
		if it == nil {
			return nil, nil
		}
		// Taking an item may lead back here, and change both.
		first := old
		if first == nil {
			x, err := it.Next(t)
			if err != nil || x == nil {
				it = nil
				return nil, err
			}
			first, old = x, x
			if it == nil {
				old = nil
				return nil, nil
			}
		}
		x, err := it.Next(t)
		if err != nil || x == nil {
			it, old = nil, nil
			return nil, err
		}
		old = x
		return value.NewTuple(first, x), nil
	}, nil
}

// grouper is what groupby shares with the groups that it hands out.
type grouper struct {
	it         value.Iterator
	key        value.Value
	target     value.Value // key of the group handed out last
	current    value.Value // key of item; nil before the first one
	item       value.Value
	generation int // of the group handed out last
}

var grouperType = func() *value.Type {
	c := libraryType("itertools", "_grouper")
	value.DefIterator(c)
	return c
}()

// advance reads one item; false at the end.
func (g *grouper) advance(t *value.Thread) (bool, error) {
	if err := step(t); err != nil {
		return false, err
	}
	x, err := g.it.Next(t)
	if err != nil || x == nil {
		return false, err
	}
	k := x
	if g.key != value.None {
		if k, err = value.Call(t, g.key, []value.Value{x}, nil); err != nil {
			return false, err
		}
	}
	g.item, g.current = x, k
	return true, nil
}

func groupby(t *value.Thread, a []value.Value) (nextFunc, error) {
	it, err := source(t, a[0])
	if err != nil {
		return nil, err
	}
	g := &grouper{it: it, key: a[1]}
	return func(t *value.Thread) (value.Value, error) {
		g.generation++
		for {
			// Skip to the next group.
			if g.current != nil {
				if g.target == nil {
					break
				}
				same, err := value.SameItem(t, g.target, g.current)
				if err != nil {
					return nil, err
				}
				if !same {
					break
				}
			}
			if ok, err := g.advance(t); !ok {
				return nil, err
			}
		}
		g.target = g.current
		return value.NewTuple(g.current, &iterator{typ: grouperType, next: g.members(g.generation, g.target)}), nil
	}, nil
}

// members iterates over the group with the given key while it is the last one.
func (g *grouper) members(generation int, key value.Value) nextFunc {
	return func(t *value.Thread) (value.Value, error) {
		if g.generation != generation {
			return nil, nil
		}
		if g.item == nil {
			if ok, err := g.advance(t); !ok {
				return nil, err
			}
		}
		same, err := value.SameItem(t, key, g.current)
		if err != nil || !same {
			return nil, err
		}
		x := g.item
		g.item = nil
		return x, nil
	}
}

// counter is count(start, step).
type counter struct {
	iterator
	n, by value.Value
}

func newCountType() *value.Type {
	c := libraryType("itertools", "count")
	value.DefIterator(c)
	bind := value.NewBuiltin("count(start=0, step=1)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		for _, v := range a {
			if err := known(v); err != nil {
				return nil, err
			}
			if !isNumber(v) {
				return nil, value.TypeErrorf("a number is required")
			}
		}
		k := &counter{n: a[0], by: a[1]}
		k.next = func(t *value.Thread) (value.Value, error) {
			n := k.n
			next, err := value.Binary(t, value.OpAdd, n, k.by)
			k.n = next
			return n, err
		}
		return k, nil
	})
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		got, err := bind.Call(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		k := got.(*counter)
		k.typ = c
		if cls != c {
			k.Cls = cls
		}
		return k, nil
	}
	c.DefNew()
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		k := a[0].(*counter)
		s, err := value.Repr(t, k.n)
		if err != nil {
			return nil, err
		}
		if n, ok := k.by.(value.Int); !ok || n != 1 {
			by, err := value.Repr(t, k.by)
			if err != nil {
				return nil, err
			}
			s += ", " + by
		}
		return value.NewStr(shortName(k) + "(" + s + ")"), nil
	})
	return c
}

// known returns the error that using v gives if it is unknown.
func known(v value.Value) error {
	if u, ok := v.(*value.Unknown); ok {
		return &value.UnknownError{Reason: u.Reason}
	}
	return nil
}

func isNumber(v value.Value) bool {
	if value.IsInt(v) {
		return true
	}
	for _, name := range []string{"__index__", "__float__", "__int__", "__complex__"} {
		if _, ok := v.Type().Lookup(name); ok {
			return true
		}
	}
	return false
}

// repeater is repeat(x, times); times is -1 for ever.
type repeater struct {
	iterator
	x     value.Value
	times int
}

func newRepeatType() *value.Type {
	c := libraryType("itertools", "repeat")
	value.DefIterator(c)
	bind := value.NewBuiltin("repeat(object, times=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		r := &repeater{x: a[0], times: -1}
		if a[1] != nil {
			n, err := value.Index(t, a[1])
			if err != nil {
				return nil, err
			}
			r.times = max(n, 0)
		}
		r.next = func(*value.Thread) (value.Value, error) {
			if r.times == 0 {
				return nil, nil
			}
			if r.times > 0 {
				r.times--
			}
			return r.x, nil
		}
		return r, nil
	})
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		got, err := bind.Call(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		r := got.(*repeater)
		r.typ = c
		if cls != c {
			r.Cls = cls
		}
		return r, nil
	}
	c.DefNew()
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		r := a[0].(*repeater)
		s, err := value.Repr(t, r.x)
		if err != nil {
			return nil, err
		}
		if r.times >= 0 {
			s += ", " + itoa(r.times)
		}
		return value.NewStr(shortName(r) + "(" + s + ")"), nil
	})
	c.Def("__length_hint__(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		r := a[0].(*repeater)
		if r.times < 0 {
			return nil, value.TypeErrorf("len() of unsized object")
		}
		return value.Int(r.times), nil
	})
	return c
}

func isliceType() *value.Type {
	start := func(t *value.Thread, a []value.Value) (nextFunc, error) {
		limit := func(v value.Value, what string) (int, error) {
			if err := known(v); err != nil {
				return 0, err
			}
			n, err := value.BigIndex(t, v)
			if _, raised := value.IsRaised(err, value.TypeError); err != nil && !raised {
				return 0, err
			}
			if err != nil || !n.IsInt64() || n.Sign() < 0 {
				return 0, value.ValueErrorf("%s", what)
			}
			return int(n.Int64()), nil
		}
		const indices = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
		from, by := 0, 1
		stop := -1
		var err error
		stopArg := a[1]
		if a[2] != nil {
			stopArg = a[2]
		}
		if stopArg != value.None {
			what := "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
			n, isInt := value.AsBig(stopArg)
			if isInt && n.Cmp(big.NewInt(-1)) < 0 {
				what = indices
			}
			if stop, err = limit(stopArg, what); err != nil {
				return nil, err
			}
		}
		if a[2] != nil && a[1] != value.None {
			if from, err = limit(a[1], indices); err != nil {
				return nil, err
			}
		}
		if a[3] != nil && a[3] != value.None {
			n, err := limit(a[3], "Step for islice() must be a positive integer or None.")
			if err != nil {
				return nil, err
			}
			if n < 1 {
				return nil, value.ValueErrorf("Step for islice() must be a positive integer or None.")
			}
			by = n
		}
		it, err := source(t, a[0])
		if err != nil {
			return nil, err
		}
		next, seen := from, 0
		return func(t *value.Thread) (value.Value, error) {
			if it == nil {
				return nil, nil
			}
			for seen < next && (stop < 0 || seen < stop) {
				if err := step(t); err != nil {
					return nil, err
				}
				x, err := it.Next(t)
				if err != nil || x == nil {
					it = nil
					return nil, err
				}
				seen++
			}
			if stop >= 0 && seen >= stop {
				it = nil
				return nil, nil
			}
			x, err := it.Next(t)
			if err != nil || x == nil {
				it = nil
				return nil, err
			}
			seen++
			if next += by; next < 0 || stop >= 0 && next > stop { // it may overflow
				next = max(stop, 0)
				if stop < 0 {
					it = nil
				}
			}
			return x, nil
		}, nil
	}
	return iteratorType("itertools", "islice(iterable, stop, stop2=?, step=?, /)", start)
}

// pool collects an iterable argument and the length r of combinations.
func pool(t *value.Thread, v, length value.Value) (items []value.Value, r int, err error) {
	if items, err = value.Collect(t, v); err != nil {
		return nil, 0, err
	}
	if length == value.None {
		return items, len(items), nil
	}
	n, err := value.Index(t, length)
	if err != nil {
		return nil, 0, err
	}
	if n < 0 {
		return nil, 0, value.ValueErrorf("r must be non-negative")
	}
	return items, n, nil
}

// selection makes the tuple of the items at the given positions.
func selection(t *value.Thread, items []value.Value, at []int) (value.Value, error) {
	if err := t.Alloc(48 + 16*len(at)); err != nil {
		return nil, err
	}
	out := make([]value.Value, len(at))
	for i, k := range at {
		out[i] = items[k]
	}
	return value.NewTuple(out...), nil
}

func combinations(t *value.Thread, a []value.Value) (nextFunc, error) {
	items, r, err := pool(t, a[0], a[1])
	if err != nil {
		return nil, err
	}
	n := len(items)
	var at []int
	done := r > n
	return func(t *value.Thread) (value.Value, error) {
		if done {
			return nil, nil
		}
		if at == nil {
			at = make([]int, r)
			for i := range at {
				at[i] = i
			}
			return selection(t, items, at)
		}
		i := r - 1
		for i >= 0 && at[i] == i+n-r {
			i--
		}
		if i < 0 {
			done = true
			return nil, nil
		}
		at[i]++
		for j := i + 1; j < r; j++ {
			at[j] = at[j-1] + 1
		}
		return selection(t, items, at)
	}, nil
}

func combinationsWithReplacement(t *value.Thread, a []value.Value) (nextFunc, error) {
	items, r, err := pool(t, a[0], a[1])
	if err != nil {
		return nil, err
	}
	n := len(items)
	if err := t.Alloc(8 * r); err != nil {
		return nil, err
	}
	var at []int
	done := n == 0 && r > 0
	return func(t *value.Thread) (value.Value, error) {
		if done {
			return nil, nil
		}
		if at == nil {
			at = make([]int, r)
			return selection(t, items, at)
		}
		i := r - 1
		for i >= 0 && at[i] == n-1 {
			i--
		}
		if i < 0 {
			done = true
			return nil, nil
		}
		k := at[i] + 1
		for j := i; j < r; j++ {
			at[j] = k
		}
		return selection(t, items, at)
	}, nil
}

func permutations(t *value.Thread, a []value.Value) (nextFunc, error) {
	if !value.IsInt(a[1]) && a[1] != value.None {
		if err := known(a[1]); err != nil {
			return nil, err
		}
		if _, err := value.Collect(t, a[0]); err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("Expected int as r")
	}
	items, r, err := pool(t, a[0], a[1])
	if err != nil {
		return nil, err
	}
	n := len(items)
	var at, cycles []int
	done := r > n
	return func(t *value.Thread) (value.Value, error) {
		if done {
			return nil, nil
		}
		if at == nil {
			at = make([]int, n)
			for i := range at {
				at[i] = i
			}
			cycles = make([]int, r)
			for i := range cycles {
				cycles[i] = n - i
			}
			return selection(t, items, at[:r])
		}
		for i := r - 1; i >= 0; i-- {
			if err := step(t); err != nil {
				return nil, err
			}
			if cycles[i]--; cycles[i] > 0 {
				j := n - cycles[i]
				at[i], at[j] = at[j], at[i]
				return selection(t, items, at[:r])
			}
			first := at[i]
			copy(at[i:], at[i+1:])
			at[n-1] = first
			cycles[i] = n - i
		}
		done = true
		return nil, nil
	}, nil
}

func productType() *value.Type {
	start := func(t *value.Thread, a []value.Value) (nextFunc, error) {
		times, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if times < 0 {
			return nil, value.ValueErrorf("repeat argument cannot be negative")
		}
		var pools [][]value.Value
		for _, v := range a[0].(*value.Tuple).Elems {
			if times == 0 {
				break
			}
			items, err := value.Collect(t, v)
			if err != nil {
				return nil, err
			}
			pools = append(pools, items)
		}
		if n := new(big.Int).Mul(big.NewInt(int64(len(pools))), big.NewInt(int64(times))); !n.IsInt64() || t.Alloc(int(n.Int64())*32) != nil {
			return nil, &value.LimitError{Limit: "memory"}
		}
		once := pools
		for range times - 1 {
			pools = append(pools, once...)
		}
		var at []int
		done := false
		return func(t *value.Thread) (value.Value, error) {
			if done {
				return nil, nil
			}
			if at == nil {
				at = make([]int, len(pools))
				for _, p := range pools {
					if len(p) == 0 {
						done = true
						return nil, nil
					}
				}
			} else {
				i := len(pools) - 1
				for ; i >= 0; i-- {
					if at[i]++; at[i] < len(pools[i]) {
						break
					}
					at[i] = 0
				}
				if i < 0 {
					done = true
					return nil, nil
				}
			}
			if err := t.Alloc(48 + 16*len(at)); err != nil {
				return nil, err
			}
			out := make([]value.Value, len(at))
			for i, k := range at {
				out[i] = pools[i][k]
			}
			return value.NewTuple(out...), nil
		}, nil
	}
	return iteratorType("itertools", "product(*iterables, repeat=1)", start)
}

func zipLongestType() *value.Type {
	start := func(t *value.Thread, a []value.Value) (nextFunc, error) {
		args := a[0].(*value.Tuple).Elems
		its := make([]value.Iterator, len(args))
		for i, v := range args {
			it, err := source(t, v)
			if err != nil {
				return nil, err
			}
			its[i] = it
		}
		active := len(its)
		return func(t *value.Thread) (value.Value, error) {
			if active == 0 {
				return nil, nil
			}
			if err := t.Alloc(48 + 16*len(its)); err != nil {
				return nil, err
			}
			out := make([]value.Value, len(its))
			for i, it := range its {
				if it == nil {
					out[i] = a[1]
					continue
				}
				x, err := it.Next(t)
				if err != nil {
					active = 0
					return nil, err
				}
				if x == nil {
					its[i] = nil
					if active--; active == 0 {
						return nil, nil
					}
					x = a[1]
				}
				out[i] = x
			}
			return value.NewTuple(out...), nil
		}, nil
	}
	c := iteratorType("itertools", "zip_longest(*iterables, fillvalue=None)", start)
	make := c.New
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		for _, k := range kwargs {
			if k.Name != "fillvalue" {
				return nil, value.TypeErrorf("zip_longest() got an unexpected keyword argument")
			}
		}
		return make(t, cls, args, kwargs)
	}
	return c
}

// teeNode is an item that the iterators of one tee share; it leads to the next.
type teeNode struct {
	x    value.Value
	next *teeNode
}

var teeType = func() *value.Type {
	c := libraryType("itertools", "_tee")
	value.DefIterator(c)
	c.Def("__copy__(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return a[0].(*teeIterator).clone(), nil
	})
	return c
}()

type teeIterator struct {
	it   *teeSource
	node *teeNode // the node to be filled or read next
}

// teeSource is where the iterators of one tee take items from.
type teeSource struct {
	value.Iterator
	running bool
}

func (*teeIterator) Type() *value.Type { return teeType }

func (k *teeIterator) clone() *teeIterator { return &teeIterator{it: k.it, node: k.node} }

func (k *teeIterator) Next(t *value.Thread) (value.Value, error) {
	n := k.node
	if n.x == nil {
		if k.it.running {
			return nil, value.Raisef(value.RuntimeError, "cannot re-enter the tee iterator")
		}
		k.it.running = true
		x, err := k.it.Next(t)
		k.it.running = false
		if err != nil || x == nil {
			return nil, err
		}
		if err := t.Alloc(48); err != nil {
			return nil, err
		}
		n.x, n.next = x, &teeNode{}
	}
	k.node = n.next
	return n.x, nil
}

func tee(t *value.Thread, a []value.Value) (value.Value, error) {
	n, err := value.Index(t, a[1])
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, value.ValueErrorf("n must be >= 0")
	}
	if err := t.Alloc(48 * n); err != nil {
		return nil, err
	}
	it, err := value.Iter(t, a[0])
	if err != nil {
		return nil, err
	}
	first, ok := it.(*teeIterator)
	if !ok {
		first = &teeIterator{it: &teeSource{Iterator: it}, node: &teeNode{}}
	}
	out := make([]value.Value, n)
	for i := range out {
		if i == 0 {
			out[i] = first
		} else {
			out[i] = first.clone()
		}
	}
	return value.NewTuple(out...), nil
}
