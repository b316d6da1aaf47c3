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
	if file == None {
		file = t.redirected()
	}
	if u := findUnknown(args, nil); u != nil {
		return nil, &UnknownError{Reason: u.Reason}
	}
	p := printer{t: t, file: file, outer: t.printing}
	t.printing = &p
	defer func() { t.printing = p.outer }()
	for i, a := range args {
		if i > 0 {
			if err := p.write(sep); err != nil {
				return nil, err
			}
		}
		s, err := Text(t, a)
		if err != nil {
			if _, raised := err.(*Raised); raised {
				if ferr := p.flush(); ferr != nil {
					return nil, ferr
				}
			}
			return nil, err
		}
		if err := t.Alloc(len(s) + len(sep)); err != nil {
			return nil, err
		}
		if err := p.write(s); err != nil {
			return nil, err
		}
	}
	if err := p.write(end); err != nil {
		return nil, err
	}
	return None, p.flush()
}

// printer writes the parts of what is printed: to a file of the program's one by one,
// else together, unless making text of one part prints something.
type printer struct {
	t     *Thread
	file  Value // None for the standard output
	parts strings.Builder
	outer *printer // that is making text of a part
}

func (p *printer) write(s string) error {
	if p.file != None {
		if w, ok := p.file.Type().Lookup("write"); !ok || !isNative(w) {
			_, err := CallMethod(p.t, p.file, "write", NewStr(s))
			return err
		}
	}
	p.parts.WriteString(s)
	return nil
}

// flush writes what is there together.
func (p *printer) flush() error {
	if p.outer != nil {
		if err := p.outer.flush(); err != nil {
			return err
		}
	}
	if p.parts.Len() == 0 {
		return nil
	}
	s := p.parts.String()
	p.parts.Reset()
	if p.file != None {
		_, err := CallMethod(p.t, p.file, "write", NewStr(s))
		return err
	}
	if p.t.seeded {
		return Unknownf("a hash that differs from run to run")
	}
	if p.t.Print != nil {
		p.t.Print(s)
	}
	return nil
}

func isNative(v Value) bool {
	switch v := v.(type) {
	case *Builtin:
		return true
	case *Function:
		_, ok := v.Code.(NativeCode)
		return ok
	}
	return false
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
