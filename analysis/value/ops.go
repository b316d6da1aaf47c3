package value

// Op is an operator between two values.
type Op uint8

// The binary operators, and how they are called in messages and methods.
const (
	OpAdd Op = iota
	OpSub
	OpMul
	OpMatMul
	OpTrueDiv
	OpFloorDiv
	OpMod
	OpPow
	OpLShift
	OpRShift
	OpOr
	OpXor
	OpAnd
	OpDivMod
)

var opText = [...]string{"+", "-", "*", "@", "/", "//", "%", "** or pow()", "<<", ">>", "|", "^", "&", "divmod()"}

var opMethod = [...]string{"add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "or", "xor", "and", "divmod"}

// CmpOp is a comparison by order or equality.
type CmpOp uint8

// The rich comparisons.
const (
	CmpEq CmpOp = iota
	CmpNe
	CmpLt
	CmpLe
	CmpGt
	CmpGe
)

var cmpText = [...]string{"==", "!=", "<", "<=", ">", ">="}

var cmpMethod = [...]string{"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}

// swapped is the comparison with its operands exchanged.
var swapped = [...]CmpOp{CmpEq, CmpNe, CmpGt, CmpGe, CmpLt, CmpLe}

// Binary computes "a op b".
func Binary(t *Thread, op Op, a, b Value) (Value, error) {
	if err := t.Step(1); err != nil {
		return nil, err
	}
	if err := firstUnknown(a, b); err != nil {
		if got := standIn(t, op, a, b); got != nil {
			return got, nil
		}
		return nil, err
	}
	got, err := operate(t, op, a, b)
	if got == nil && err == nil {
		err = operandError(opText[op], a, b)
	}
	return got, err
}

// operate computes "a op b"; nil, nil: the operands do not support it.
func operate(t *Thread, op Op, a, b Value) (Value, error) {
	if a.Type().core() && b.Type().core() {
		return binaryBuiltin(t, op, a, b)
	}
	return binaryMethods(t, op, a, b)
}

// binaryBuiltin computes "a op b" for built-in values; nil, nil: the operands'
// classes do not support it. Libraries' own types come through the
// look-ups of binaryMethods, which is why object models define methods, not
// cases here.
func binaryBuiltin(t *Thread, op Op, a, b Value) (Value, error) {
	if got, err := numberBinary(t, op, a, b); got != nil || err != nil {
		return got, err
	}
	first, second := textBinary, containerBinary
	switch a.(type) {
	case *List, *Tuple: // the left operand words the error of a bad repetition
		first, second = containerBinary, textBinary
	}
	if got, err := first(t, op, a, b); got != nil || err != nil {
		return got, err
	}
	if got, err := second(t, op, a, b); got != nil || err != nil {
		return got, err
	}
	return binaryMethods(t, op, a, b)
}

// binaryMethods computes "a op b" by the special methods of the classes, in
// Python's order: the right operand's first if its class is a subclass.
func binaryMethods(t *Thread, op Op, a, b Value) (Value, error) {
	name, rname := "__"+opMethod[op]+"__", "__r"+opMethod[op]+"__"
	ta, tb := a.Type(), b.Type()
	left, hasLeft := ta.Lookup(name)
	right, hasRight := tb.Lookup(rname)
	if ta == tb {
		hasRight = false
	}
	// Concatenation and repetition of built-in sequences come last, after
	// the other operand's methods, as if they were no methods.
	hasLeft = hasLeft && !isSequenceMethod(left, op)
	hasRight = hasRight && !isSequenceMethod(right, op)
	call := func(h, self, other Value) (Value, error) {
		got, err := callSpecial(t, h, self, other)
		if err != nil || got == NotImplemented {
			return nil, err
		}
		return got, nil
	}
	if hasRight && hasLeft && tb != ta && tb.IsSubtype(ta) {
		inherited, _ := ta.Lookup(rname)
		if inherited != right {
			if got, err := call(right, b, a); got != nil || err != nil {
				return got, err
			}
			hasRight = false
		}
	}
	if hasLeft {
		if got, err := call(left, a, b); got != nil || err != nil {
			return got, err
		}
	}
	if hasRight {
		if got, err := call(right, b, a); got != nil || err != nil {
			return got, err
		}
	}
	// A subclass of a built-in sequence concatenates and repeats natively.
	if !ta.core() || !tb.core() {
		if got, err := textBinary(t, op, a, b); got != nil || err != nil {
			return got, err
		}
		return containerBinary(t, op, a, b)
	}
	return nil, nil
}

// isSequenceMethod reports whether a method is that of a built-in sequence for
// + or *.
func isSequenceMethod(method Value, op Op) bool {
	b, ok := method.(*Builtin)
	if !ok || op != OpAdd && op != OpMul {
		return false
	}
	switch b.Owner {
	case ListType, TupleType, StrType, BytesType, ByteArrayType:
		return true
	}
	return false
}

// Inplace computes "a op= b" and returns what is to be stored.
func Inplace(t *Thread, op Op, a, b Value) (Value, error) {
	if err := firstUnknown(a, b); err != nil {
		return nil, err
	}
	if a.Type().core() {
		got, err := containerInplace(t, op, a, b)
		if got != nil || err != nil {
			return got, err
		}
	}
	switch a.(type) {
	case Int, Float, Bool, *Str:
		// They have no operators in place, unless a subclass does.
		if !a.Type().Heap {
			return inplaceBinary(t, op, a, b)
		}
	}
	if h, ok := a.Type().Lookup("__i" + opMethod[op] + "__"); ok {
		got, err := callSpecial(t, h, a, b)
		if err != nil || got != NotImplemented {
			return got, err
		}
	}
	return inplaceBinary(t, op, a, b)
}

// inplaceBinary computes "a op= b" as "a op b". Messages name the operator as it
// stands in the source.
func inplaceBinary(t *Thread, op Op, a, b Value) (Value, error) {
	if err := t.Step(1); err != nil {
		return nil, err
	}
	got, err := operate(t, op, a, b)
	if got == nil && err == nil {
		text := opText[op]
		if op == OpPow {
			text = "**"
		}
		err = operandError(text+"=", a, b)
	}
	return got, err
}

func operandError(op string, a, b Value) error {
	return TypeErrorf("unsupported operand type(s) for %s: '%s' and '%s'", op, a.Type().Name, b.Type().Name)
}

// firstUnknown returns the error that using an unknown value gives.
func firstUnknown(vs ...Value) error {
	for _, v := range vs {
		if u, ok := v.(*Unknown); ok {
			return &UnknownError{Reason: u.Reason}
		}
	}
	return nil
}
