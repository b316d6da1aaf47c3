package stdlib

import (
	"crypto/sha512"
	"math"
	"math/big"

	"augur/analysis/libm"
	"augur/analysis/value"
)

func init() { Register("random", loadRandom) }

// randomState is the state of a random.Random.
type randomState struct {
	mt     *mersenne // nil: no seed that is known
	gauss  float64   // the second of a pair of numbers
	paired bool
}

func loadRandom(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("random")
	c, err := class{module: "random", name: "Random"}.make(t)
	if err != nil {
		return nil, err
	}
	r := &randomClass{c}
	r.define(t)
	m.Set("Random", c)
	hidden := value.NewInstance(c)
	hidden.Payload = &randomState{}
	for _, name := range []string{
		"seed", "random", "uniform", "triangular", "randint", "choice", "randrange", "sample", "shuffle", "choices", "normalvariate",
		"lognormvariate", "expovariate", "vonmisesvariate", "gammavariate", "gauss", "betavariate", "paretovariate", "weibullvariate",
		"getstate", "setstate", "getrandbits", "randbytes",
	} {
		method, err := value.GetAttr(t, hidden, name)
		if err != nil {
			return nil, err
		}
		m.Set(name, method)
	}
	return m, nil
}

// randomClass is random.Random.
type randomClass struct{ c *value.Type }

// state returns the state of a generator.
func (r *randomClass) state(t *value.Thread, self value.Value) (*randomState, error) {
	o, ok := self.(*value.Instance)
	if !ok {
		return nil, value.Unknownf("a generator of this class has no model")
	}
	if o.Type() != r.c {
		for _, name := range []string{"random", "getrandbits", "seed", "_randbelow", "getstate", "setstate"} {
			if _, where, ok := o.Type().LookupWhere(name); ok && where != r.c {
				return nil, value.Unknownf("a subclass of Random with its own %s has no model", name)
			}
		}
	}
	s, ok := o.Payload.(*randomState)
	if !ok {
		s = &randomState{}
		o.Payload = s
	}
	return s, nil
}

// seeded is state for what needs random numbers.
func (r *randomClass) seeded(t *value.Thread, self value.Value) (*randomState, error) {
	s, err := r.state(t, self)
	if err != nil {
		return nil, err
	}
	if s.mt == nil {
		return nil, value.Unknownf("random numbers without a seed")
	}
	t.Touch(value.Head(self))
	return s, nil
}

// def adds a method that draws random numbers.
func (r *randomClass) def(signature string, f func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error)) {
	def(r.c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := r.seeded(t, a[0])
		if err != nil {
			return nil, err
		}
		return f(t, s, a[1:])
	})
}

func (r *randomClass) define(t *value.Thread) {
	r.c.Dict.SetStr("VERSION", value.Int(3))
	def(r.c, "__init__(self, x=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, err := value.CallMethod(t, a[0], "seed", a[1])
		return value.None, err
	})
	def(r.c, "seed(self, a=None, version=2)", r.seed)
	r.c.Def("random(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := r.seeded(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.Float(s.mt.float64()), nil
	})
	r.c.Def("getrandbits(self, k, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		k, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if k < 0 {
			return nil, value.ValueErrorf("number of bits must be non-negative")
		}
		s, err := r.seeded(t, a[0])
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(k/8 + k/64); err != nil {
			return nil, err
		}
		return value.MakeInt(s.mt.bits(k)), nil
	})
	def(r.c, "getstate(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := r.seeded(t, a[0])
		if err != nil {
			return nil, err
		}
		words := make([]value.Value, 0, len(s.mt.state)+1)
		for _, w := range s.mt.state {
			words = append(words, value.Int(w))
		}
		words = append(words, value.Int(s.mt.index))
		gauss := value.Value(value.None)
		if s.paired {
			gauss = value.Float(s.gauss)
		}
		return value.NewTuple(value.Int(3), value.NewTuple(words...), gauss), t.Alloc(16 * len(words))
	})
	def(r.c, "setstate(self, state)", r.setState)
	r.integers()
	r.sequences()
	r.distributions()
}

func (r *randomClass) seed(t *value.Thread, a []value.Value) (value.Value, error) {
	s, err := r.state(t, a[0])
	if err != nil {
		return nil, err
	}
	version, _ := value.AsInt(a[2])
	var n *big.Int
	switch v := a[1].(type) {
	case *value.Singleton:
		if v != value.None {
			return nil, unsupportedSeed()
		}
	case *value.Str:
		if version == 2 {
			b, err := value.Encode(t, v, "utf-8", "strict")
			if err != nil {
				return nil, err
			}
			n = seedOfText(b)
		}
	case *value.Bytes:
		if version == 2 {
			n = seedOfText(v.B)
		}
	case *value.ByteArray:
		t.Reading(&v.Header)
		n = seedOfText(string(v.B))
	case *value.Unknown:
		return nil, &value.UnknownError{Reason: v.Reason}
	default:
		if b, ok := value.AsBig(v); ok {
			n = new(big.Int).Abs(b)
			break
		}
		if _, ok := value.AsFloat(v); !ok {
			return nil, unsupportedSeed()
		}
		h, err := value.PyHash(t, v)
		if err != nil {
			return nil, err
		}
		n = new(big.Int).SetUint64(uint64(h))
	}
	t.Touch(value.Head(a[0]))
	*s = randomState{}
	if n == nil {
		if version != 2 && a[1] != value.None {
			return nil, value.Unknownf("seeds of version 1 have no model")
		}
		return value.None, nil
	}
	s.mt = &mersenne{}
	s.mt.seed(n)
	return value.None, t.Alloc(2500)
}

func unsupportedSeed() error {
	return value.TypeErrorf("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
}

func seedOfText(b string) *big.Int {
	sum := sha512.Sum512([]byte(b))
	return new(big.Int).SetBytes(append([]byte(b), sum[:]...))
}

func (r *randomClass) setState(t *value.Thread, a []value.Value) (value.Value, error) {
	s, err := r.state(t, a[0])
	if err != nil {
		return nil, err
	}
	state, ok := a[1].(*value.Tuple)
	bad := func() error { return value.Unknownf("a state that is not from getstate has no model") }
	if !ok || len(state.Elems) != 3 || state.Elems[0] != value.Int(3) {
		return nil, bad()
	}
	words, ok := state.Elems[1].(*value.Tuple)
	mt := &mersenne{}
	if !ok || len(words.Elems) != len(mt.state)+1 {
		return nil, bad()
	}
	for i, w := range words.Elems {
		n, ok := value.AsInt(w)
		if !ok || n < 0 || n > math.MaxUint32 {
			return nil, bad()
		}
		if i < len(mt.state) {
			mt.state[i] = uint32(n)
		} else {
			mt.index = int(n)
		}
	}
	next := randomState{mt: mt}
	if g, ok := state.Elems[2].(value.Float); ok {
		next.gauss, next.paired = float64(g), true
	}
	t.Touch(value.Head(a[0]))
	*s = next
	return value.None, nil
}

func (s *randomState) below(n int) int {
	return int(s.mt.below(big.NewInt(int64(n))).Int64())
}

func (r *randomClass) integers() {
	r.def("randrange(self, start, stop=None, step=?)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		return randRange(t, s, a[0], a[1], a[2])
	})
	r.def("randint(self, a, b)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		stop, err := value.Binary(t, value.OpAdd, a[1], value.Int(1))
		if err != nil {
			return nil, err
		}
		return randRange(t, s, a[0], stop, nil)
	})
	r.def("randbytes(self, n)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		n, err := value.Index(t, a[0])
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, value.ValueErrorf("number of bits must be non-negative")
		}
		if err := t.Alloc(9 * n); err != nil {
			return nil, err
		}
		return value.CallMethod(t, value.MakeInt(s.mt.bits(n*8)), "to_bytes", value.Int(n), value.NewStr("little"))
	})
}

// randRange is randrange; step is nil when it is not given.
func randRange(t *value.Thread, s *randomState, start, stop, step value.Value) (value.Value, error) {
	low, err := randArgument(t, start, "arg 1")
	if err != nil {
		return nil, err
	}
	if stop == value.None {
		if step != nil && step != value.Int(1) {
			return nil, value.TypeErrorf("Missing a non-None stop argument")
		}
		if low.Sign() <= 0 {
			return nil, value.ValueErrorf("empty range for randrange()")
		}
		return value.MakeInt(s.mt.below(low)), nil
	}
	high, err := randArgument(t, stop, "stop")
	if err != nil {
		return nil, err
	}
	by := big.NewInt(1)
	if step != nil {
		if by, err = randArgument(t, step, "step"); err != nil {
			return nil, err
		}
	}
	width := new(big.Int).Sub(high, low)
	if by.Cmp(big.NewInt(1)) == 0 {
		if width.Sign() <= 0 {
			return nil, value.ValueErrorf("empty range for randrange() (%s, %s, %s)", low, high, width)
		}
		return value.MakeInt(width.Add(low, s.mt.below(width))), nil
	}
	if by.Sign() == 0 {
		return nil, value.ValueErrorf("zero step for randrange()")
	}
	n := new(big.Int).Add(width, by)
	n.Sub(n, big.NewInt(int64(by.Sign())))
	n.Quo(n, by) // n and by have the same sign unless the range is empty
	if n.Sign() <= 0 {
		return nil, value.ValueErrorf("empty range for randrange()")
	}
	got := s.mt.below(n)
	return value.MakeInt(got.Add(low, got.Mul(got, by))), nil
}

func randArgument(t *value.Thread, v value.Value, what string) (*big.Int, error) {
	n, err := value.BigIndex(t, v)
	if _, isType := value.IsRaised(err, value.TypeError); !isType {
		return n, err
	}
	whole, err := value.Call(t, value.IntType, []value.Value{v}, nil)
	if err != nil {
		return nil, err
	}
	eq, err := value.Equal(t, whole, v)
	if err != nil {
		return nil, err
	}
	if !eq {
		return nil, value.ValueErrorf("non-integer %s for randrange()", what)
	}
	n, _ = value.AsBig(whole)
	return n, nil
}

func (r *randomClass) sequences() {
	r.def("choice(self, seq)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		n, err := value.Len(t, a[0])
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, value.Raisef(value.IndexError, "Cannot choose from an empty sequence")
		}
		return value.GetItem(t, a[0], value.Int(s.below(n)))
	})
	r.def("shuffle(self, x)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		n, err := value.Len(t, a[0])
		if err != nil {
			return nil, err
		}
		for i := n - 1; i >= 1; i-- {
			if err := t.Step(1); err != nil {
				return nil, err
			}
			from, to := value.Int(s.below(i+1)), value.Int(i)
			x, err := value.GetItem(t, a[0], from)
			if err != nil {
				return nil, err
			}
			y, err := value.GetItem(t, a[0], to)
			if err != nil {
				return nil, err
			}
			if err := value.SetItem(t, a[0], to, x); err != nil {
				return nil, err
			}
			if err := value.SetItem(t, a[0], from, y); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	r.def("sample(self, population, k, *, counts=None)", sample)
	r.def("choices(self, population, weights=None, *, cum_weights=None, k=1)", choices)
}

func sample(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
	population := a[0]
	if ok, err := isAbstractSequence(t, population); err != nil {
		return nil, err
	} else if !ok {
		return nil, value.TypeErrorf("Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	n, err := value.Len(t, population)
	if err != nil {
		return nil, err
	}
	if a[2] != value.None {
		return sampleCounts(t, s, population, n, a[1], a[2])
	}
	k, err := value.Index(t, a[1])
	if err != nil {
		return nil, err
	}
	if k < 0 || k > n {
		return nil, value.ValueErrorf("Sample larger than population or is negative")
	}
	picked, err := samplePositions(t, s, n, k)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, k)
	for i, at := range picked {
		if out[i], err = value.GetItem(t, population, value.Int(at)); err != nil {
			return nil, err
		}
	}
	return value.NewList(out), nil
}

// samplePositions draws k different positions of n.
func samplePositions(t *value.Thread, s *randomState, n, k int) ([]int, error) {
	if err := t.Alloc(24 * k); err != nil {
		return nil, err
	}
	out := make([]int, k)
	size := 21
	if k > 5 {
		size += int(math.Pow(4, math.Ceil(libm.Log(float64(k*3))/libm.Log(4))))
	}
	if n <= size {
		pool := make([]int, n)
		for i := range pool {
			pool[i] = i
		}
		for i := range out {
			j := s.below(n - i)
			out[i] = pool[j]
			pool[j] = pool[n-i-1]
		}
		return out, t.Step(int64(n))
	}
	seen := make(map[int]bool, k)
	for i := range out {
		j := s.below(n)
		for seen[j] {
			j = s.below(n)
		}
		seen[j] = true
		out[i] = j
	}
	return out, t.Step(int64(k))
}

func sampleCounts(t *value.Thread, s *randomState, population value.Value, n int, k, counts value.Value) (value.Value, error) {
	sums, err := runningSums(t, counts)
	if err != nil {
		return nil, err
	}
	if len(sums) != n {
		return nil, value.ValueErrorf("The number of counts does not match the population")
	}
	if n == 0 {
		return nil, value.Raisef(value.IndexError, "pop from empty list")
	}
	total, ok := value.AsInt(sums[n-1])
	if !value.IsInt(sums[n-1]) {
		return nil, value.TypeErrorf("Counts must be integers")
	}
	if total <= 0 || !ok {
		if big, _ := value.AsBig(sums[n-1]); big.Sign() > 0 {
			return nil, value.Unknownf("counts of this size have no model")
		}
		return nil, value.ValueErrorf("Total of counts must be greater than zero")
	}
	size, err := value.Index(t, k)
	if err != nil {
		return nil, err
	}
	if size < 0 || int64(size) > total {
		return nil, value.ValueErrorf("Sample larger than population or is negative")
	}
	picked, err := samplePositions(t, s, int(total), size)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, size)
	for i, at := range picked {
		j, err := bisectRight(t, sums[:n-1], value.Int(at), n-1)
		if err != nil {
			return nil, err
		}
		if out[i], err = value.GetItem(t, population, value.Int(j)); err != nil {
			return nil, err
		}
	}
	return value.NewList(out), nil
}

func isAbstractSequence(t *value.Thread, v value.Value) (bool, error) {
	switch v := v.(type) {
	case *value.List, *value.Tuple, *value.Str, *value.Bytes, *value.ByteArray, *value.Range:
		return true, nil
	case *value.Dict, *value.Set:
		return false, nil
	case *value.Unknown:
		return false, &value.UnknownError{Reason: v.Reason}
	}
	abc, ok, err := Load(t, "collections.abc")
	if err != nil || !ok {
		return false, err
	}
	c, err := value.GetAttr(t, abc, "Sequence")
	if err != nil {
		return false, err
	}
	got, err := value.Call(t, value.Builtins["isinstance"], []value.Value{v, c}, nil)
	return got == value.True, err
}

// runningSums is list(itertools.accumulate(v)).
func runningSums(t *value.Thread, v value.Value) ([]value.Value, error) {
	var sums []value.Value
	err := value.Iterate(t, v, func(x value.Value) (err error) {
		if len(sums) > 0 {
			if x, err = value.Binary(t, value.OpAdd, sums[len(sums)-1], x); err != nil {
				return err
			}
		}
		sums = append(sums, x)
		return t.Alloc(16)
	})
	return sums, err
}

// bisectRight finds where x goes among the first n of sorted elements.
func bisectRight(t *value.Thread, elems []value.Value, x value.Value, n int) (int, error) {
	low, high := 0, n
	for low < high {
		mid := (low + high) / 2
		less, err := value.Less(t, x, elems[mid])
		if err != nil {
			return 0, err
		}
		if less {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low, nil
}

func choices(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
	population, weights, cumulative := a[0], a[1], a[2]
	n, err := value.Len(t, population)
	if err != nil {
		return nil, err
	}
	pick := func() (int, error) {
		return int(math.Floor(s.mt.float64() * float64(n))), nil
	}
	if cumulative != value.None || weights != value.None {
		if pick, err = weightedPick(t, s, n, weights, cumulative); err != nil {
			return nil, err
		}
	}
	k, err := value.Index(t, a[3])
	if err != nil {
		return nil, err
	}
	k = max(k, 0)
	if err := t.Alloc(16 * k); err != nil {
		return nil, err
	}
	out := make([]value.Value, k)
	for i := range out {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		at, err := pick()
		if err != nil {
			return nil, err
		}
		if out[i], err = value.GetItem(t, population, value.Int(at)); err != nil {
			return nil, err
		}
	}
	return value.NewList(out), nil
}

func weightedPick(t *value.Thread, s *randomState, n int, weights, cumulative value.Value) (func() (int, error), error) {
	var sums []value.Value
	var err error
	switch {
	case cumulative == value.None:
		if sums, err = runningSums(t, weights); err != nil {
			if _, isType := value.IsRaised(err, value.TypeError); isType && value.IsInt(weights) {
				k, _ := value.AsBig(weights)
				return nil, value.TypeErrorf("The number of choices must be a keyword argument: k=%s", k)
			}
			return nil, err
		}
	case weights != value.None:
		return nil, value.TypeErrorf("Cannot specify both weights and cumulative weights")
	default:
		if sums, err = value.Collect(t, cumulative); err != nil {
			return nil, err
		}
	}
	if len(sums) != n {
		return nil, value.ValueErrorf("The number of weights does not match the population")
	}
	if n == 0 {
		return nil, value.Raisef(value.IndexError, "list index out of range")
	}
	sum, err := value.Binary(t, value.OpAdd, sums[n-1], value.Float(0))
	if err != nil {
		return nil, err
	}
	total, ok := value.AsFloat(sum)
	switch {
	case !ok:
		return nil, value.Unknownf("weights that add up to no float have no model")
	case total <= 0:
		return nil, value.ValueErrorf("Total of weights must be greater than zero")
	case total != total || math.IsInf(total, 0):
		return nil, value.ValueErrorf("Total of weights must be finite")
	}
	return func() (int, error) {
		return bisectRight(t, sums, value.Float(s.mt.float64()*total), n-1)
	}, nil
}
