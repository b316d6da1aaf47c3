package value_test

import (
	"context"
	"math"
	"math/big"
	"math/rand"
	"testing"
	"time"

	"augur/analysis/value"
)

// TestHugeResultsStayWithinLimits computes what would take more memory or time
// than there is; each must end soon, by a limit or with a result.
func TestHugeResultsStayWithinLimits(t *testing.T) {
	huge := func(digits int64) value.Value {
		return value.MakeInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil))
	}
	text, empty := value.NewStr("a"), value.EmptyStr
	call := func(v value.Value, name string, args ...value.Value) func(t *value.Thread) (value.Value, error) {
		return func(t *value.Thread) (value.Value, error) { return value.CallMethod(t, v, name, args...) }
	}
	binary := func(op value.Op, a, b value.Value) func(t *value.Thread) (value.Value, error) {
		return func(t *value.Thread) (value.Value, error) { return value.Binary(t, op, a, b) }
	}
	big1e6 := huge(1_000_000)
	cases := map[string]func(t *value.Thread) (value.Value, error){
		"'a' * 10**12":         binary(value.OpMul, text, value.Int(1e12)),
		"10**12 * 'a'":         binary(value.OpMul, value.Int(1e12), text),
		"'a' * 2**62":          binary(value.OpMul, value.NewStr("ab"), value.Int(1<<62)),
		"'a' * 10**30":         binary(value.OpMul, text, huge(30)),
		"10 ** 10**9":          binary(value.OpPow, value.Int(10), value.Int(1e9)),
		"10 ** 10**30":         binary(value.OpPow, value.Int(10), huge(30)),
		"2 ** 10**8":           binary(value.OpPow, value.Int(2), value.Int(1e8)),
		"7 ** 10**7":           binary(value.OpPow, value.Int(7), value.Int(1e7)),
		"1 << 10**12":          binary(value.OpLShift, value.Int(1), value.Int(1e12)),
		"1 << 10**30":          binary(value.OpLShift, value.Int(1), huge(30)),
		"10**1000000 * itself": binary(value.OpMul, big1e6, big1e6),
		"10**1000000 // 3":     binary(value.OpFloorDiv, big1e6, value.Int(3)),
		"3 ** 10**6 % x":       func(t *value.Thread) (value.Value, error) { return value.Pow(t, value.Int(3), big1e6, huge(1000)) },
		"center":               call(text, "center", value.Int(1<<62)),
		"zfill":                call(text, "zfill", value.Int(1e15)),
		"ljust":                call(text, "ljust", value.Int(1e12), value.NewStr("é")),
		"expandtabs":           call(value.NewStr("\t\t\t"), "expandtabs", value.Int(1<<62)),
		"format width": func(t *value.Thread) (value.Value, error) {
			return nil, second(value.Format(t, value.Int(5), "1000000000000d"))
		},
		"format precision": func(t *value.Thread) (value.Value, error) {
			return nil, second(value.Format(t, value.Float(5), ".2000000000f"))
		},
		"percent width":     binary(value.OpMod, value.NewStr("%1000000000000d"), value.Int(5)),
		"percent precision": binary(value.OpMod, value.NewStr("%.2000000000d"), value.Int(5)),
		"percent star":      binary(value.OpMod, value.NewStr("%*d"), value.NewTuple(value.Int(math.MaxInt64), value.Int(5))),
		"template width":    call(value.NewStr("{:>{}}"), "format", text, huge(17)),
		"replace":           call(value.NewStr(string(make([]byte, 1<<16))), "replace", empty, value.NewStr(string(make([]byte, 1<<16)))),
		"to_bytes":          call(value.Int(1), "to_bytes", value.Int(1<<62), value.NewStr("big")),
		"round": func(t *value.Thread) (value.Value, error) {
			return value.CallMethod(t, big1e6, "__round__", value.Int(-500_000))
		},
		"str of a huge int": func(t *value.Thread) (value.Value, error) { return nil, second(value.Text(t, huge(5000))) },
		"bytes(10**15)": func(t *value.Thread) (value.Value, error) {
			return value.Call(t, value.BytesType, []value.Value{value.Int(1e15)}, nil)
		},
		"bytearray(2**62)": func(t *value.Thread) (value.Value, error) {
			return value.Call(t, value.ByteArrayType, []value.Value{value.Int(1 << 62)}, nil)
		},
		"int of a million digits": func(t *value.Thread) (value.Value, error) {
			return value.Call(t, value.IntType, []value.Value{value.NewStr(string(make([]byte, 1<<20)))}, nil)
		},
		"compare 10**6 digits": func(t *value.Thread) (value.Value, error) {
			return value.Compare(t, value.CmpLt, big1e6, value.Float(1e300))
		},
		"float of a huge int": func(t *value.Thread) (value.Value, error) {
			return value.Call(t, value.FloatType, []value.Value{big1e6}, nil)
		},
		"huge int / huge int": binary(value.OpTrueDiv, big1e6, huge(999_999)),
		"hash of a huge int":  func(t *value.Thread) (value.Value, error) { _, err := value.PyHash(t, big1e6); return value.None, err },
		"hex of a huge int": func(t *value.Thread) (value.Value, error) {
			return value.Call(t, value.Builtins["hex"], []value.Value{big1e6}, nil)
		},
		"join of a repeated text":  call(value.NewStr(string(make([]byte, 1<<20))), "join", value.NewStr(string(make([]byte, 1<<12)))),
		"translate to a long text": call(value.NewStr(string(make([]byte, 1<<12))), "translate", value.NewList([]value.Value{value.NewStr(string(make([]byte, 1<<20)))})),
	}
	for name, f := range cases {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, err := f(value.NewThread(context.Background(), value.DefaultLimits))
			if d := time.Since(start); d > 3*time.Second {
				t.Errorf("took %v, and gave %v", d, err)
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

// TestMethodsNeverPanic calls all methods of numbers and text with arguments
// that make little sense.
func TestMethodsNeverPanic(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	thread := value.NewThread(context.Background(), value.Limits{Steps: 1 << 40, Memory: 1 << 40, Recursion: 200})
	surrogates := value.RunesStr([]rune{0xD800, 'a', 0xDFFF})
	pool := []value.Value{
		value.None, value.True, value.Int(0), value.Int(-1), value.Int(3), value.Int(math.MinInt64), value.Int(math.MaxInt64),
		value.MakeInt(new(big.Int).Lsh(big.NewInt(-1), 200)), value.Float(0), value.Float(math.NaN()), value.Float(math.Inf(-1)), value.Float(1.5), value.Complex(complex(1, -2)),
		value.EmptyStr, value.NewStr("a"), value.NewStr("-5"), value.NewStr("%d %s {} {0!r:>5}"), value.NewStr("é😀\t\n"), surrogates, value.NewStr("utf-8"), value.NewStr("strict"),
		value.NewBytes(""), value.NewBytes("ab\xff"), &value.ByteArray{B: []byte("xyz")}, value.NewList(nil), value.NewList([]value.Value{value.Int(1), value.NewStr("b")}),
		value.EmptyTuple, value.NewTuple(value.NewStr("x"), value.Int(2)), value.NewDict(), &value.Slice{Start: value.Int(-5), Stop: value.None, Step: value.Int(-2)},
		value.IntType, value.NotImplemented, &value.Unknown{Reason: "test"},
	}
	for _, c := range []*value.Type{value.IntType, value.BoolType, value.FloatType, value.ComplexType, value.StrType, value.BytesType, value.ByteArrayType} {
		for _, name := range c.Dict.Keys() {
			for range 300 {
				var args []value.Value
				for range r.Intn(4) {
					args = append(args, pool[r.Intn(len(pool))])
				}
				self := pool[r.Intn(len(pool))]
				thread.Steps, thread.Memory = 0, 0
				thread.Limits.Memory, thread.Limits.Steps = 1<<22, 1<<22
				if !value.IsInstance(self, c) && r.Intn(4) > 0 {
					continue
				}
				method, err := value.LookupAttr(thread, self, name.(*value.Str).String())
				if err == nil && method != nil {
					_, _ = value.Call(thread, method, args, nil)
				}
			}
		}
		for range 2000 {
			args := []value.Value{pool[r.Intn(len(pool))], pool[r.Intn(len(pool))]}
			thread.Steps, thread.Memory = 0, 0
			_, _ = value.Call(thread, c, args[:r.Intn(3)], nil)
		}
	}
	for _, name := range []string{"abs", "divmod", "pow", "round", "ord", "chr", "bin", "oct", "hex", "ascii", "repr", "format"} {
		for range 2000 {
			var args []value.Value
			for range r.Intn(4) {
				args = append(args, pool[r.Intn(len(pool))])
			}
			thread.Steps, thread.Memory = 0, 0
			_, _ = value.Call(thread, value.Builtins[name], args, nil)
		}
	}
	for range 50_000 {
		a, b := pool[r.Intn(len(pool))], pool[r.Intn(len(pool))]
		thread.Steps, thread.Memory = 0, 0
		_, _ = value.Binary(thread, value.Op(r.Intn(14)), a, b)
	}
}

// FuzzFormat states that formatting ends without a panic, whatever the text.
func FuzzFormat(f *testing.F) {
	f.Add("{0!r:>{1}}", ">+#010_.3f", "%(a)-5.3d%%")
	f.Fuzz(func(t *testing.T, template, spec, percent string) {
		thread := value.NewThread(context.Background(), value.Limits{Steps: 1 << 20, Memory: 1 << 20, Recursion: 50})
		d := value.NewDict()
		d.SetStr("a", value.Int(5))
		_, _ = value.StrFormat(thread, template, []value.Value{value.Int(5), value.NewStr("x")}, d)
		for _, v := range []value.Value{value.Int(-5), value.Float(2.5), value.Complex(1), value.NewStr("é")} {
			_, _ = value.Format(thread, v, spec)
		}
		_, _ = value.PercentFormat(thread, value.NewStr(percent), d)
		_, _ = value.PercentFormat(thread, value.NewStr(percent), value.NewTuple(value.Int(1), value.Float(2)))
	})
}
