package stdlib

import "augur/analysis/value"

func init() { Register("traceback", loadTraceback) }

// loadTraceback builds functions that print to stderr, where nobody looks; the
// text of a traceback names files and is unknown.
func loadTraceback(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("traceback")
	print := func(file int) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.None, checkStream(a[file])
		}
	}
	defIn(m, "print_exc(limit=None, file=None, chain=True)", print(1))
	defIn(m, "print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True)", print(4))
	defIn(m, "print_tb(tb, limit=None, file=None)", print(2))
	defIn(m, "print_stack(f=None, limit=None, file=None)", print(2))
	for _, sig := range []string{"format_exc(limit=None, chain=True)", "format_exception(exc, /, value=None, tb=None, limit=None, chain=True)",
		"format_tb(tb, limit=None)", "format_stack(f=None, limit=None)", "extract_tb(tb, limit=None)", "extract_stack(f=None, limit=None)"} {
		defIn(m, sig, func(t *value.Thread, a []value.Value) (value.Value, error) {
			return &value.Unknown{Reason: "the text of a traceback"}, nil
		})
	}
	defIn(m, "format_exception_only(exc, /, value=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v := a[0]
		if a[1] != nil {
			v = a[1]
		}
		exc, ok := v.(*value.Exception)
		if !ok || exc.Type().IsSubtype(value.SyntaxError) {
			return &value.Unknown{Reason: "the text of a traceback"}, unknownOf(v)
		}
		if notes, err := value.LookupAttr(t, exc, "__notes__"); err != nil || notes != nil {
			return &value.Unknown{Reason: "the text of a traceback"}, err
		}
		name := exc.Type().Qualname
		if m := exc.Type().Module; m != "builtins" && m != "__main__" {
			name = m + "." + name
		}
		s, err := value.Text(t, exc)
		if err != nil {
			return nil, err
		}
		if s != "" {
			name += ": " + s
		}
		return value.NewList([]value.Value{value.NewStr(name + "\n")}), nil
	})
	return m, nil
}
