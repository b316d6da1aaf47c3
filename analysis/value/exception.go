package value

// Exception is an instance of a subclass of BaseException.
type Exception struct {
	Header
	Args            *Tuple
	Cause           Value // nil or an exception or None ("from None")
	Context         *Exception
	SuppressContext bool
	// The members of particular classes (StopIteration.value, OSError.errno)
	// live in Slots, everything else, __notes__ included, in Attrs.

	// Raised is set once the exception has been raised and reached a handler:
	// its __traceback__ is not None from then on.
	Raised bool
	// Traceback holds the lines that the exception passed through,
	// innermost first.
	Traceback []TraceEntry
}

// TraceEntry is one frame that an exception passed through.
type TraceEntry struct {
	File     string
	Function string
	Line     int
}

// NewException returns an exception of class cls.
func NewException(cls *Type, args ...Value) *Exception {
	return &Exception{Header: Header{Cls: cls}, Args: NewTuple(args...)}
}

// RaisedDuring makes handled the context of e. If e is among the contexts of
// handled, it is taken out there: contexts form no cycle.
func (e *Exception) RaisedDuring(handled *Exception) {
	if e == handled {
		return
	}
	seen := map[*Exception]bool{}
	for o := handled; o.Context != nil && !seen[o]; o = o.Context {
		if o.Context == e {
			o.Context = nil
			break
		}
		seen[o] = true
	}
	e.Context = handled
}

// Type returns the exception's class.
func (e *Exception) Type() *Type { return e.Cls }

// Message returns str(e) as far as it can be had without running code: what a
// traceback prints after the class's name. For exact text use Text.
func (e *Exception) Message() string {
	switch len(e.Args.Elems) {
	case 0:
		return ""
	case 1:
		if s, ok := e.Args.Elems[0].(*Str); ok && !e.Cls.IsSubtype(KeyError) {
			return s.String()
		}
	}
	t := NewThread(background, DefaultLimits)
	s, err := Text(t, e)
	if err != nil {
		return ""
	}
	return s
}

// The built-in exceptions, in CPython's hierarchy.
var (
	BaseException             = newExceptionType("BaseException", ObjectType)
	SystemExit                = newExceptionType("SystemExit", BaseException)
	KeyboardInterrupt         = newExceptionType("KeyboardInterrupt", BaseException)
	GeneratorExit             = newExceptionType("GeneratorExit", BaseException)
	BaseExceptionGroup        = newExceptionType("BaseExceptionGroup", BaseException)
	ExceptionType             = newExceptionType("Exception", BaseException)
	StopIteration             = newExceptionType("StopIteration", ExceptionType)
	StopAsyncIteration        = newExceptionType("StopAsyncIteration", ExceptionType)
	ArithmeticError           = newExceptionType("ArithmeticError", ExceptionType)
	FloatingPointError        = newExceptionType("FloatingPointError", ArithmeticError)
	OverflowError             = newExceptionType("OverflowError", ArithmeticError)
	ZeroDivisionError         = newExceptionType("ZeroDivisionError", ArithmeticError)
	AssertionError            = newExceptionType("AssertionError", ExceptionType)
	AttributeError            = newExceptionType("AttributeError", ExceptionType)
	BufferError               = newExceptionType("BufferError", ExceptionType)
	EOFError                  = newExceptionType("EOFError", ExceptionType)
	ImportError               = newExceptionType("ImportError", ExceptionType)
	ModuleNotFoundError       = newExceptionType("ModuleNotFoundError", ImportError)
	LookupError               = newExceptionType("LookupError", ExceptionType)
	IndexError                = newExceptionType("IndexError", LookupError)
	KeyError                  = newExceptionType("KeyError", LookupError)
	MemoryError               = newExceptionType("MemoryError", ExceptionType)
	NameError                 = newExceptionType("NameError", ExceptionType)
	UnboundLocalError         = newExceptionType("UnboundLocalError", NameError)
	OSError                   = newExceptionType("OSError", ExceptionType)
	BlockingIOError           = newExceptionType("BlockingIOError", OSError)
	ChildProcessError         = newExceptionType("ChildProcessError", OSError)
	ConnectionError           = newExceptionType("ConnectionError", OSError)
	BrokenPipeError           = newExceptionType("BrokenPipeError", ConnectionError)
	ConnectionAbortedError    = newExceptionType("ConnectionAbortedError", ConnectionError)
	ConnectionRefusedError    = newExceptionType("ConnectionRefusedError", ConnectionError)
	ConnectionResetError      = newExceptionType("ConnectionResetError", ConnectionError)
	FileExistsError           = newExceptionType("FileExistsError", OSError)
	FileNotFoundError         = newExceptionType("FileNotFoundError", OSError)
	InterruptedError          = newExceptionType("InterruptedError", OSError)
	IsADirectoryError         = newExceptionType("IsADirectoryError", OSError)
	NotADirectoryError        = newExceptionType("NotADirectoryError", OSError)
	PermissionError           = newExceptionType("PermissionError", OSError)
	ProcessLookupError        = newExceptionType("ProcessLookupError", OSError)
	TimeoutError              = newExceptionType("TimeoutError", OSError)
	ReferenceError            = newExceptionType("ReferenceError", ExceptionType)
	RuntimeError              = newExceptionType("RuntimeError", ExceptionType)
	NotImplementedError       = newExceptionType("NotImplementedError", RuntimeError)
	RecursionError            = newExceptionType("RecursionError", RuntimeError)
	SyntaxError               = newExceptionType("SyntaxError", ExceptionType)
	IndentationError          = newExceptionType("IndentationError", SyntaxError)
	TabError                  = newExceptionType("TabError", IndentationError)
	SystemError               = newExceptionType("SystemError", ExceptionType)
	TypeError                 = newExceptionType("TypeError", ExceptionType)
	ValueError                = newExceptionType("ValueError", ExceptionType)
	UnicodeError              = newExceptionType("UnicodeError", ValueError)
	UnicodeDecodeError        = newExceptionType("UnicodeDecodeError", UnicodeError)
	UnicodeEncodeError        = newExceptionType("UnicodeEncodeError", UnicodeError)
	UnicodeTranslateError     = newExceptionType("UnicodeTranslateError", UnicodeError)
	Warning                   = newExceptionType("Warning", ExceptionType)
	BytesWarning              = newExceptionType("BytesWarning", Warning)
	DeprecationWarning        = newExceptionType("DeprecationWarning", Warning)
	EncodingWarning           = newExceptionType("EncodingWarning", Warning)
	FutureWarning             = newExceptionType("FutureWarning", Warning)
	ImportWarning             = newExceptionType("ImportWarning", Warning)
	PendingDeprecationWarning = newExceptionType("PendingDeprecationWarning", Warning)
	ResourceWarning           = newExceptionType("ResourceWarning", Warning)
	RuntimeWarning            = newExceptionType("RuntimeWarning", Warning)
	SyntaxWarning             = newExceptionType("SyntaxWarning", Warning)
	UnicodeWarning            = newExceptionType("UnicodeWarning", Warning)
	UserWarning               = newExceptionType("UserWarning", Warning)
	ExceptionGroup            = newExceptionType("ExceptionGroup", BaseExceptionGroup, ExceptionType)
)

func newExceptionType(name string, bases ...*Type) *Type {
	typ := NewBuiltinType(name, bases...)
	Builtins[name] = typ
	return typ
}
