package value

// errnoClasses are the subclasses of OSError that an errno chooses, with
// Linux's numbers.
var errnoClasses = map[int64]*Type{
	11: BlockingIOError, 114: BlockingIOError, 115: BlockingIOError,
	10: ChildProcessError,
	32: BrokenPipeError, 108: BrokenPipeError,
	103: ConnectionAbortedError, 111: ConnectionRefusedError, 104: ConnectionResetError,
	17: FileExistsError, 2: FileNotFoundError, 4: InterruptedError,
	21: IsADirectoryError, 20: NotADirectoryError,
	1: PermissionError, 13: PermissionError,
	3: ProcessLookupError, 110: TimeoutError,
}

func init() {
	Builtins["IOError"] = OSError
	Builtins["EnvironmentError"] = OSError
	OSError.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if cls == OSError && len(args) >= 2 && len(args) <= 5 {
			if n, ok := AsInt(args[0]); ok {
				if c, ok := errnoClasses[n]; ok {
					cls = c
				}
			}
		}
		got, err := newException(t, cls, args, nil)
		if err != nil {
			return nil, err
		}
		e := got.(*Exception)
		if ownInit(cls) {
			// A class with its own __init__ hands its arguments to this one
			// there, unless it has its own __new__ too.
			if _, where, ok := cls.LookupWhere("__new__"); !ok || !where.Heap {
				e.Args = EmptyTuple
				return e, nil
			}
		}
		if len(kwargs) > 0 {
			return nil, TypeErrorf("%s() takes no keyword arguments", cls.Name)
		}
		e.initOSError(args)
		return e, nil
	}
	OSError.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		e := args[0].(*Exception)
		if !ownInit(e.Cls) {
			return None, nil // __new__ did it
		}
		if len(kwargs) > 0 {
			return nil, TypeErrorf("%s() takes no keyword arguments", e.Cls.Name)
		}
		e.Args = NewTuple(append([]Value(nil), args[1:]...)...)
		e.initOSError(args[1:])
		return None, nil
	})
	member(OSError, "errno", "strerror", "filename", "filename2")
	OSError.DefAttr("characters_written", func(t *Thread, self Value) (Value, error) {
		return nil, Raisef(AttributeError, "characters_written")
	})
	OSError.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
		e := a[0].(*Exception)
		t.Reading(&e.Header)
		e.settleOS()
		part := func(name string, how func(*Thread, Value) (string, error)) (string, bool, error) {
			v, ok := e.Slots.GetStr(name)
			s, err := how(t, orNone(v))
			return s, ok, err
		}
		file, hasFile, err := part("filename", Repr)
		if err != nil {
			return nil, err
		}
		file2, hasFile2, err := part("filename2", Repr)
		if err != nil {
			return nil, err
		}
		errno, hasErrno, err := part("errno", Text)
		if err != nil {
			return nil, err
		}
		strerror, hasText, err := part("strerror", Text)
		if err != nil {
			return nil, err
		}
		switch {
		case hasFile && hasFile2:
			return NewStr("[Errno " + errno + "] " + strerror + ": " + file + " -> " + file2), nil
		case hasFile:
			return NewStr("[Errno " + errno + "] " + strerror + ": " + file), nil
		case hasErrno && hasText:
			return NewStr("[Errno " + errno + "] " + strerror), nil
		}
		return exceptionStr(t, e)
	})
}

// ownInit reports whether cls has an __init__ of its own, not OSError's.
func ownInit(cls *Type) bool {
	_, where, ok := cls.LookupWhere("__init__")
	return ok && where.Heap
}

// settleOS works out the members of an OSError that the runtime made.
func (e *Exception) settleOS() {
	if e.Slots == nil {
		e.Slots = NewDict()
		e.initOSError(e.Args.Elems)
	}
}

func (e *Exception) initOSError(args []Value) {
	if len(args) < 2 || len(args) > 5 {
		return
	}
	e.setMember("errno", args[0])
	e.setMember("strerror", args[1])
	if len(args) >= 3 {
		if args[2] != None {
			e.setMember("filename", args[2])
		}
		if len(args) == 5 && args[4] != None {
			e.setMember("filename2", args[4])
		}
		e.Args = NewTuple(args[0], args[1])
	}
}
