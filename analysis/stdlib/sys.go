package stdlib

import (
	"math"

	"augur/analysis/value"
)

func init() { Register("sys", loadSys) }

// recursionCap bounds what sys.setrecursionlimit can ask for: beyond it the
// evaluation stops.
const recursionCap = 20_000

func loadSys(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("sys")
	m.Set("maxsize", value.Int(math.MaxInt64))
	m.Set("maxunicode", value.Int(0x10FFFF))
	m.Set("byteorder", value.NewStr("little"))
	m.Set("api_version", value.Int(1013))
	m.Set("hexversion", &value.Unknown{Reason: "sys.hexversion"})
	m.Set("copyright", &value.Unknown{Reason: "sys.copyright"})
	version, err := structSequence(t, "sys", "version_info", []string{"major", "minor", "micro", "releaselevel", "serial"},
		value.Int(3), value.Int(11), &value.Unknown{Reason: "sys.version_info.micro"}, value.NewStr("final"), value.Int(0))
	if err != nil {
		return nil, err
	}
	m.Set("version_info", version)
	float, err := structSequence(t, "sys", "float_info",
		[]string{"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"},
		value.Float(math.MaxFloat64), value.Int(1024), value.Int(308), value.Float(2.2250738585072014e-308), value.Int(-1021), value.Int(-307),
		value.Int(15), value.Int(53), value.Float(2.220446049250313e-16), value.Int(2), value.Int(1))
	if err != nil {
		return nil, err
	}
	m.Set("float_info", float)
	ints, err := structSequence(t, "sys", "int_info", []string{"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"},
		value.Int(30), value.Int(4), value.Int(4300), value.Int(640))
	if err != nil {
		return nil, err
	}
	m.Set("int_info", ints)
	hash, err := structSequence(t, "sys", "hash_info",
		[]string{"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"},
		value.Int(64), value.Int(1<<61-1), value.Int(314159), value.Int(0), value.Int(1000003), &value.Unknown{Reason: "sys.hash_info.algorithm"},
		value.Int(64), value.Int(128), &value.Unknown{Reason: "sys.hash_info.cutoff"})
	if err != nil {
		return nil, err
	}
	m.Set("hash_info", hash)
	if err := setImplementation(t, m, version); err != nil {
		return nil, err
	}
	if err := setStreams(t, m); err != nil {
		return nil, err
	}
	m.Def("exit(status=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == value.None {
			return nil, value.Raise(value.SystemExit)
		}
		return nil, value.Raise(value.SystemExit, a[0])
	})
	m.Def("getrecursionlimit()", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if v, ok := t.Local["sys.recursionlimit"].(int); ok {
			return value.Int(v), nil
		}
		return value.Int(1000), nil
	})
	m.Def("setrecursionlimit(limit, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Index(t, a[0])
		if err != nil {
			return nil, err
		}
		if n < 1 {
			return nil, value.ValueErrorf("recursion limit must be greater or equal than 1")
		}
		t.Local["sys.recursionlimit"] = n
		t.SetRecursionLimit(n, recursionCap)
		return value.None, nil
	})
	m.Def("getdefaultencoding()", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.NewStr("utf-8"), nil })
	m.Def("getfilesystemencoding()", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.NewStr("utf-8"), nil })
	m.Def("intern(string, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if s, ok := a[0].(*value.Str); !ok || s.Type() != value.StrType {
			if err := unknownOf(a[0]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("intern() argument must be str, not %s", a[0].Type().Name)
		}
		return a[0], nil
	})
	m.Def("exc_info()", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if len(t.Handling) == 0 {
			return value.NewTuple(value.None, value.None, value.None), nil
		}
		exc := t.Handling[len(t.Handling)-1]
		tb, err := value.GetAttr(t, exc, "__traceback__")
		return value.NewTuple(exc.Type(), exc, tb), err
	})
	m.Def("exception()", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if len(t.Handling) == 0 {
			return value.None, nil
		}
		return t.Handling[len(t.Handling)-1], nil
	})
	m.Def("get_int_max_str_digits()", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Int(4300), nil })
	m.Def("getsizeof(object, default=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the size of an object in memory is outside what is known")
	})
	m.Def("getrefcount(object, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the number of references to an object is outside what is known")
	})
	return m, nil
}

// setImplementation sets sys.implementation: the values are those of CPython,
// whichever it is.
func setImplementation(t *value.Thread, m *value.Module, version value.Value) error {
	types, _, err := Load(t, "types")
	if err != nil {
		return err
	}
	namespace, err := value.GetAttr(t, types, "SimpleNamespace")
	if err != nil {
		return err
	}
	unknown := func(name string) value.Value { return &value.Unknown{Reason: "sys.implementation." + name} }
	v, err := value.Call(t, namespace, nil, []value.Kwarg{
		{Name: "name", Value: value.NewStr("cpython")}, {Name: "cache_tag", Value: value.NewStr("cpython-311")},
		{Name: "version", Value: version}, {Name: "hexversion", Value: unknown("hexversion")}, {Name: "_multiarch", Value: unknown("_multiarch")},
	})
	if err == nil {
		m.Set("implementation", v)
	}
	return err
}

// setStreams sets stdout, stderr and stdin.
func setStreams(t *value.Thread, m *value.Module) error {
	wrapper, err := class{module: "_io", name: "TextIOWrapper"}.make(t)
	if err != nil {
		return err
	}
	wrapper.Partial = true
	write := func(t *value.Thread, a []value.Value) (int, error) {
		if err := unknownOf(a[1]); err != nil {
			return 0, err
		}
		s, ok := a[1].(*value.Str)
		if !ok {
			return 0, value.TypeErrorf("write() argument must be str, not %s", a[1].Type().Name)
		}
		if _, std := state[value.Stdout](a[0]); std && t.Print != nil {
			t.Print(s.String())
		}
		return s.Len(), nil
	}
	def(wrapper, "write(self, text, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := write(t, a)
		return value.Int(n), err
	})
	def(wrapper, "writelines(self, lines, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.Iterate(t, a[1], func(v value.Value) error {
			_, err := write(t, []value.Value{a[0], v})
			return err
		})
	})
	def(wrapper, "flush(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	def(wrapper, "reconfigure(self, **options)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	for _, k := range []struct {
		name  string
		state any
	}{{"stdout", value.Stdout{}}, {"stderr", stderr{}}} {
		o := value.NewInstance(wrapper)
		o.Payload = k.state
		m.Set(k.name, o)
		m.Set("__"+k.name+"__", o)
	}
	in := &value.Unknown{Reason: "sys.stdin"}
	m.Set("stdin", in)
	m.Set("__stdin__", in)
	return nil
}

// stderr marks sys.stderr, whose text nobody sees.
type stderr struct{}

// structSequence makes the one instance of a class of tuples with named fields.
func structSequence(t *value.Thread, module, name string, fields []string, values ...value.Value) (value.Value, error) {
	c, err := class{module: module, name: name, bases: []*value.Type{value.TupleType}}.make(t)
	if err != nil {
		return nil, err
	}
	for i, f := range fields {
		c.DefAttr(f, func(t *value.Thread, self value.Value) (value.Value, error) {
			if tuple, ok := self.(*value.Tuple); ok && i < len(tuple.Elems) {
				return tuple.Elems[i], nil
			}
			return nil, value.Unknownf("%s.%s", name, f)
		})
	}
	c.Dict.SetStr("n_fields", value.Int(len(fields)))
	c.Dict.SetStr("n_sequence_fields", value.Int(len(fields)))
	c.Dict.SetStr("n_unnamed_fields", value.Int(0))
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		tuple, ok := a[0].(*value.Tuple)
		if !ok {
			return nil, value.TypeErrorf("descriptor '__repr__' requires a '%s.%s' object", module, name)
		}
		text := module + "." + name + "("
		for i, v := range tuple.Elems {
			s, err := reprOf(t, v)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				text += ", "
			}
			text += fields[i] + "=" + s
		}
		return value.NewStr(text + ")"), nil
	})
	return &value.Tuple{Header: value.Header{Cls: c}, Elems: values}, nil
}
