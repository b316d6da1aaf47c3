// Package syntax turns Python source text into an immutable abstract syntax tree.
//
// The tree mirrors CPython's ast module: the same node names, the same fields,
// so that whoever knows one knows the other. Two things differ. Positions are
// byte offsets into the source (with 1-based lines kept beside them), and
// source that is broken yields a tree all the same: what cannot be understood
// becomes a BadStmt or a BadExpr, and a Problem says why.
//
// A tree is never changed after Parse returns it and may be shared by any
// number of goroutines.
package syntax

// Span is the place of a node in the source.
type Span struct {
	Start, End int32 // byte offsets, End exclusive
	Line       int32 // 1-based line of Start
	EndLine    int32 // 1-based line of the last byte
}

// Pos returns the span itself, so that every node that embeds a Span is a Node.
func (s *Span) Pos() *Span { return s }

// Node is any part of the tree.
type Node interface{ Pos() *Span }

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Expr is an expression, a pattern of an assignment included.
type Expr interface {
	Node
	expr()
}

// Problem is one place where the source could not be understood.
type Problem struct {
	Span
	Message string
}

// Module is a whole file.
type Module struct {
	Span
	Body []Stmt
}

// Statements.
type (
	// FunctionDef is "def" or, with Async, "async def".
	FunctionDef struct {
		Span
		Name       string
		NamePos    Span
		Args       *Arguments
		Body       []Stmt
		Decorators []Expr
		Returns    Expr // nil without an annotation
		TypeParams []TypeParam
		Async      bool
		DefLine    int32 // line of the "def" keyword; Line is that of the first decorator
		ColonEnd   int32 // offset just after the colon that ends the header
	}

	// ClassDef is "class".
	ClassDef struct {
		Span
		Name       string
		NamePos    Span
		Bases      []Expr
		Keywords   []*Keyword
		Body       []Stmt
		Decorators []Expr
		TypeParams []TypeParam
		DefLine    int32
	}

	// Return is "return"; Value may be nil.
	Return struct {
		Span
		Value Expr
	}

	// Delete is "del".
	Delete struct {
		Span
		Targets []Expr
	}

	// Assign is "a = b = value".
	Assign struct {
		Span
		Targets []Expr
		Value   Expr
	}

	// AugAssign is "target op= value".
	AugAssign struct {
		Span
		Target Expr
		Op     Operator
		Value  Expr
	}

	// AnnAssign is "target: annotation = value"; Value may be nil.
	AnnAssign struct {
		Span
		Target     Expr
		Annotation Expr
		Value      Expr
		Simple     bool // the target is a bare name without parentheses
	}

	// TypeAlias is "type Name = value".
	TypeAlias struct {
		Span
		Name       *Name
		TypeParams []TypeParam
		Value      Expr
	}

	// For is "for" or, with Async, "async for".
	For struct {
		Span
		Target Expr
		Iter   Expr
		Body   []Stmt
		Orelse []Stmt
		Async  bool
	}

	// While is "while".
	While struct {
		Span
		Test   Expr
		Body   []Stmt
		Orelse []Stmt
	}

	// If is "if"; an "elif" is an If alone in Orelse.
	If struct {
		Span
		Test   Expr
		Body   []Stmt
		Orelse []Stmt
	}

	// With is "with" or, with Async, "async with".
	With struct {
		Span
		Items []*WithItem
		Body  []Stmt
		Async bool
	}

	// Match is "match".
	Match struct {
		Span
		Subject Expr
		Cases   []*MatchCase
	}

	// Raise is "raise"; Exc and Cause may be nil.
	Raise struct {
		Span
		Exc   Expr
		Cause Expr
	}

	// Try is "try"; Star marks "except*".
	Try struct {
		Span
		Body      []Stmt
		Handlers  []*ExceptHandler
		Orelse    []Stmt
		Finalbody []Stmt
		Star      bool
	}

	// Assert is "assert"; Msg may be nil.
	Assert struct {
		Span
		Test Expr
		Msg  Expr
	}

	// Import is "import a.b as c".
	Import struct {
		Span
		Names []*Alias
	}

	// ImportFrom is "from ..module import names"; Level counts the leading
	// dots, and a single Alias named "*" is a star import.
	ImportFrom struct {
		Span
		Module string
		Names  []*Alias
		Level  int
	}

	// Global is "global".
	Global struct {
		Span
		Names []string
	}

	// Nonlocal is "nonlocal".
	Nonlocal struct {
		Span
		Names []string
	}

	// ExprStmt is an expression in the place of a statement.
	ExprStmt struct {
		Span
		Value Expr
	}

	// Pass is "pass".
	Pass struct{ Span }

	// Break is "break".
	Break struct{ Span }

	// Continue is "continue".
	Continue struct{ Span }

	// BadStmt is source that is no statement, Python 2's print included.
	BadStmt struct {
		Span
		Message string
	}
)

// Expressions.
type (
	// BoolOp is "a and b and c" or "a or b or c".
	BoolOp struct {
		Span
		Op     Operator // And or Or
		Values []Expr
	}

	// NamedExpr is "(target := value)".
	NamedExpr struct {
		Span
		Target *Name
		Value  Expr
	}

	// BinOp is "left op right".
	BinOp struct {
		Span
		Left  Expr
		Op    Operator
		Right Expr
	}

	// UnaryOp is "-x", "+x", "~x" or "not x".
	UnaryOp struct {
		Span
		Op      Operator // USub, UAdd, Invert or Not
		Operand Expr
	}

	// Lambda is "lambda args: body".
	Lambda struct {
		Span
		Args *Arguments
		Body Expr
	}

	// IfExp is "body if test else orelse".
	IfExp struct {
		Span
		Test, Body, Orelse Expr
	}

	// Dict is a dict display; a nil key marks "**value".
	Dict struct {
		Span
		Keys   []Expr
		Values []Expr
	}

	// Set is a set display.
	Set struct {
		Span
		Elts []Expr
	}

	// ListComp is "[elt for ...]".
	ListComp struct {
		Span
		Elt        Expr
		Generators []*Comprehension
	}

	// SetComp is "{elt for ...}".
	SetComp struct {
		Span
		Elt        Expr
		Generators []*Comprehension
	}

	// DictComp is "{key: value for ...}".
	DictComp struct {
		Span
		Key, Value Expr
		Generators []*Comprehension
	}

	// GeneratorExp is "(elt for ...)".
	GeneratorExp struct {
		Span
		Elt        Expr
		Generators []*Comprehension
	}

	// Await is "await value".
	Await struct {
		Span
		Value Expr
	}

	// Yield is "yield value"; Value may be nil.
	Yield struct {
		Span
		Value Expr
	}

	// YieldFrom is "yield from value".
	YieldFrom struct {
		Span
		Value Expr
	}

	// Compare is "left op comparator op comparator ...".
	Compare struct {
		Span
		Left        Expr
		Ops         []Operator
		Comparators []Expr
	}

	// Call is "func(args, keywords)"; "*x" is a Starred among Args, "**x" a
	// Keyword without a name.
	Call struct {
		Span
		Func     Expr
		Args     []Expr
		Keywords []*Keyword
	}

	// Constant is a literal. Value is one of the Const types.
	Constant struct {
		Span
		Value Const
	}

	// JoinedStr is an f-string: Constants (of ConstStr) and FormattedValues
	// in turn. Adjacent literals are joined as CPython joins them.
	JoinedStr struct {
		Span
		Values []Expr
	}

	// FormattedValue is "{value!conversion:spec}" inside an f-string.
	FormattedValue struct {
		Span
		Value      Expr
		Conversion byte // 0, 's', 'r' or 'a'
		FormatSpec *JoinedStr
	}

	// Attribute is "value.attr".
	Attribute struct {
		Span
		Value   Expr
		Attr    string
		AttrPos Span
	}

	// Subscript is "value[index]".
	Subscript struct {
		Span
		Value Expr
		Index Expr
	}

	// Starred is "*value".
	Starred struct {
		Span
		Value Expr
	}

	// Name is an identifier.
	Name struct {
		Span
		ID string
	}

	// List is a list display or a list pattern of an assignment.
	List struct {
		Span
		Elts []Expr
	}

	// Tuple is a tuple display or a tuple pattern of an assignment.
	Tuple struct {
		Span
		Elts []Expr
	}

	// Slice is "lower:upper:step" in a subscript; each part may be nil.
	Slice struct {
		Span
		Lower, Upper, Step Expr
	}

	// BadExpr is source that is no expression.
	BadExpr struct {
		Span
		Message string
	}
)

// Const is the value of a literal.
type Const interface{ constant() }

// The values of literals. ConstInt keeps its digits (without underscores, with
// its 0x, 0o or 0b prefix), since it may be of any size.
type (
	ConstInt      struct{ Text string }
	ConstFloat    struct{ Value float64 }
	ConstComplex  struct{ Imag float64 } // 3j
	ConstStr      struct{ Value string } // decoded; a lone surrogate is in WTF-8
	ConstBytes    struct{ Value string }
	ConstBool     struct{ Value bool }
	ConstNone     struct{}
	ConstEllipsis struct{}
)

func (ConstInt) constant()      {}
func (ConstFloat) constant()    {}
func (ConstComplex) constant()  {}
func (ConstStr) constant()      {}
func (ConstBytes) constant()    {}
func (ConstBool) constant()     {}
func (ConstNone) constant()     {}
func (ConstEllipsis) constant() {}

// Parts of statements and expressions.
type (
	// Arguments are the parameters of a function.
	Arguments struct {
		Span
		PosOnly    []*Arg
		Args       []*Arg
		Vararg     *Arg // *args
		KwOnly     []*Arg
		KwDefaults []Expr // as long as KwOnly; nil for one without a default
		Kwarg      *Arg   // **kwargs
		Defaults   []Expr // of the last of PosOnly+Args
	}

	// Arg is one parameter.
	Arg struct {
		Span
		Name       string
		Annotation Expr
	}

	// Keyword is "name=value" in a call or a class header; without a Name it
	// is "**value".
	Keyword struct {
		Span
		Name  string
		Value Expr
	}

	// Alias is "name as asname" in an import.
	Alias struct {
		Span
		Name   string
		AsName string
	}

	// WithItem is "context as target"; Vars may be nil.
	WithItem struct {
		Span
		Context Expr
		Vars    Expr
	}

	// ExceptHandler is "except type as name:"; Type may be nil.
	ExceptHandler struct {
		Span
		Type Expr
		Name string
		Body []Stmt
	}

	// Comprehension is one "for target in iter if ..." of a comprehension.
	Comprehension struct {
		Span
		Target Expr
		Iter   Expr
		Ifs    []Expr
		Async  bool
	}

	// MatchCase is "case pattern if guard:"; Guard may be nil.
	MatchCase struct {
		Span
		Pattern Pattern
		Guard   Expr
		Body    []Stmt
	}

	// TypeParam is a type parameter of a function, a class or an alias.
	TypeParam struct {
		Span
		Name  string
		Kind  byte // 'T', '*' or 'P' for T, *Ts, **P
		Bound Expr
	}
)

// Pattern is a pattern of a match statement.
type Pattern interface {
	Node
	pattern()
}

// Patterns.
type (
	// MatchValue compares by equality.
	MatchValue struct {
		Span
		Value Expr
	}

	// MatchSingleton is None, True or False.
	MatchSingleton struct {
		Span
		Value Const
	}

	// MatchSequence is "[a, b, *rest]".
	MatchSequence struct {
		Span
		Patterns []Pattern
	}

	// MatchMapping is "{key: pattern, **rest}".
	MatchMapping struct {
		Span
		Keys     []Expr
		Patterns []Pattern
		Rest     string
	}

	// MatchClass is "Cls(p, attr=p)".
	MatchClass struct {
		Span
		Cls         Expr
		Patterns    []Pattern
		KwdAttrs    []string
		KwdPatterns []Pattern
	}

	// MatchStar is "*name"; Name is empty for "*_".
	MatchStar struct {
		Span
		Name string
	}

	// MatchAs is "pattern as name", a capture (no Pattern) or "_" (neither).
	MatchAs struct {
		Span
		Pattern Pattern
		Name    string
	}

	// MatchOr is "a | b".
	MatchOr struct {
		Span
		Patterns []Pattern
	}
)

// Operator is an operator of any kind.
type Operator uint8

// Operators, named as in CPython's ast module.
const (
	NoOp Operator = iota

	Add
	Sub
	Mult
	MatMult
	Div
	FloorDiv
	Mod
	Pow
	LShift
	RShift
	BitOr
	BitXor
	BitAnd

	Eq
	NotEq
	Lt
	LtE
	Gt
	GtE
	Is
	IsNot
	In
	NotIn

	And
	Or

	Not
	UAdd
	USub
	Invert
)

var operatorText = [...]string{
	NoOp: "", Add: "+", Sub: "-", Mult: "*", MatMult: "@", Div: "/", FloorDiv: "//", Mod: "%", Pow: "**",
	LShift: "<<", RShift: ">>", BitOr: "|", BitXor: "^", BitAnd: "&",
	Eq: "==", NotEq: "!=", Lt: "<", LtE: "<=", Gt: ">", GtE: ">=", Is: "is", IsNot: "is not", In: "in", NotIn: "not in",
	And: "and", Or: "or", Not: "not", UAdd: "+", USub: "-", Invert: "~",
}

// String returns the operator as it is written in source.
func (o Operator) String() string { return operatorText[o] }

func (*FunctionDef) stmt() {}
func (*ClassDef) stmt()    {}
func (*Return) stmt()      {}
func (*Delete) stmt()      {}
func (*Assign) stmt()      {}
func (*AugAssign) stmt()   {}
func (*AnnAssign) stmt()   {}
func (*TypeAlias) stmt()   {}
func (*For) stmt()         {}
func (*While) stmt()       {}
func (*If) stmt()          {}
func (*With) stmt()        {}
func (*Match) stmt()       {}
func (*Raise) stmt()       {}
func (*Try) stmt()         {}
func (*Assert) stmt()      {}
func (*Import) stmt()      {}
func (*ImportFrom) stmt()  {}
func (*Global) stmt()      {}
func (*Nonlocal) stmt()    {}
func (*ExprStmt) stmt()    {}
func (*Pass) stmt()        {}
func (*Break) stmt()       {}
func (*Continue) stmt()    {}
func (*BadStmt) stmt()     {}

func (*BoolOp) expr()         {}
func (*NamedExpr) expr()      {}
func (*BinOp) expr()          {}
func (*UnaryOp) expr()        {}
func (*Lambda) expr()         {}
func (*IfExp) expr()          {}
func (*Dict) expr()           {}
func (*Set) expr()            {}
func (*ListComp) expr()       {}
func (*SetComp) expr()        {}
func (*DictComp) expr()       {}
func (*GeneratorExp) expr()   {}
func (*Await) expr()          {}
func (*Yield) expr()          {}
func (*YieldFrom) expr()      {}
func (*Compare) expr()        {}
func (*Call) expr()           {}
func (*Constant) expr()       {}
func (*JoinedStr) expr()      {}
func (*FormattedValue) expr() {}
func (*Attribute) expr()      {}
func (*Subscript) expr()      {}
func (*Starred) expr()        {}
func (*Name) expr()           {}
func (*List) expr()           {}
func (*Tuple) expr()          {}
func (*Slice) expr()          {}
func (*BadExpr) expr()        {}

func (*MatchValue) pattern()     {}
func (*MatchSingleton) pattern() {}
func (*MatchSequence) pattern()  {}
func (*MatchMapping) pattern()   {}
func (*MatchClass) pattern()     {}
func (*MatchStar) pattern()      {}
func (*MatchAs) pattern()        {}
func (*MatchOr) pattern()        {}
