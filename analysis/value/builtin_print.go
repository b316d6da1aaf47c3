package value

import "strings"

func init() {
	Builtins["print"] = NewRaw("print", print)
	DefBuiltin("input(prompt='', /)", func(*Thread, []Value) (Value, error) {
		return nil, Unknownf("input() waits for the user")
	})
	Builtins["open"] = NewRaw("open", func(*Thread, []Value, []Kwarg) (Value, error) {
		return nil, Unknownf("open() reads the file system")
	})
}

func print(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	sep, end := " ", "\n"
	var file Value = None
	for _, k := range kwargs {
		switch k.Name {
		case "sep", "end":
			if k.Value == None {
				continue
			}
			s, ok := k.Value.(*Str)
			if !ok {
				if err := firstUnknown(k.Value); err != nil {
					return nil, err
				}
				return nil, TypeErrorf("%s must be None or a string, not %s", k.Name, k.Value.Type().Name)
			}
			if k.Name == "sep" {
				sep = s.s
			} else {
				end = s.s
			}
		case "file":
			file = k.Value
		case "flush":
		default:
			return nil, TypeErrorf("'%s' is an invalid keyword argument for print()", k.Name)
		}
	}
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteString(sep)
		}
		s, err := Text(t, a)
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(len(s) + len(sep)); err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	if file == None {
		file = t.redirected()
	}
	if file != None {
		_, err := CallMethod(t, file, "write", NewStr(b.String()))
		return None, err
	}
	if t.seeded {
		return nil, Unknownf("a hash that differs from run to run")
	}
	if t.Print != nil {
		t.Print(b.String())
	}
	return None, nil
}

// Stdout is the state of the object that sys.stdout is at first.
type Stdout struct{}

// redirected returns what the program has put in place of sys.stdout, or None.
func (t *Thread) redirected() Value {
	m := t.Modules["sys"]
	if m == nil {
		return None
	}
	out, ok := m.Globals.GetStr("stdout")
	if o, is := out.(*Instance); is {
		if _, std := o.Payload.(Stdout); std {
			return None
		}
	}
	if !ok {
		return None
	}
	return out
}
