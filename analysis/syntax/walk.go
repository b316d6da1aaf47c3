package syntax

// Inspect calls visit for node and, as long as visit returns true, for each node
// below it, in the order of the fields of the tree.
func Inspect(node Node, visit func(Node) bool) {
	if node == nil || !visit(node) {
		return
	}
	Children(node, func(child Node) { Inspect(child, visit) })
}

// Children calls visit for each node directly below node, in the order of the
// fields of the tree.
func Children(node Node, visit func(Node)) {
	switch n := node.(type) {
	case *Module:
		each(n.Body, visit)
	case *FunctionDef:
		each(n.Decorators, visit)
		eachTypeParam(n.TypeParams, visit)
		some(n.Args, visit)
		one(n.Returns, visit)
		each(n.Body, visit)
	case *ClassDef:
		each(n.Decorators, visit)
		eachTypeParam(n.TypeParams, visit)
		each(n.Bases, visit)
		each(n.Keywords, visit)
		each(n.Body, visit)
	case *Return:
		one(n.Value, visit)
	case *Delete:
		each(n.Targets, visit)
	case *Assign:
		each(n.Targets, visit)
		one(n.Value, visit)
	case *AugAssign:
		one(n.Target, visit)
		one(n.Value, visit)
	case *AnnAssign:
		one(n.Target, visit)
		one(n.Annotation, visit)
		one(n.Value, visit)
	case *TypeAlias:
		one(n.Name, visit)
		eachTypeParam(n.TypeParams, visit)
		one(n.Value, visit)
	case *For:
		one(n.Target, visit)
		one(n.Iter, visit)
		each(n.Body, visit)
		each(n.Orelse, visit)
	case *While:
		one(n.Test, visit)
		each(n.Body, visit)
		each(n.Orelse, visit)
	case *If:
		one(n.Test, visit)
		each(n.Body, visit)
		each(n.Orelse, visit)
	case *With:
		each(n.Items, visit)
		each(n.Body, visit)
	case *Match:
		one(n.Subject, visit)
		each(n.Cases, visit)
	case *Raise:
		one(n.Exc, visit)
		one(n.Cause, visit)
	case *Try:
		each(n.Body, visit)
		each(n.Handlers, visit)
		each(n.Orelse, visit)
		each(n.Finalbody, visit)
	case *Assert:
		one(n.Test, visit)
		one(n.Msg, visit)
	case *Import:
		each(n.Names, visit)
	case *ImportFrom:
		each(n.Names, visit)
	case *ExprStmt:
		one(n.Value, visit)
	case *BoolOp:
		each(n.Values, visit)
	case *NamedExpr:
		one(n.Target, visit)
		one(n.Value, visit)
	case *BinOp:
		one(n.Left, visit)
		one(n.Right, visit)
	case *UnaryOp:
		one(n.Operand, visit)
	case *Lambda:
		some(n.Args, visit)
		one(n.Body, visit)
	case *IfExp:
		one(n.Test, visit)
		one(n.Body, visit)
		one(n.Orelse, visit)
	case *Dict:
		for i, k := range n.Keys {
			one(k, visit)
			one(n.Values[i], visit)
		}
	case *Set:
		each(n.Elts, visit)
	case *ListComp:
		one(n.Elt, visit)
		each(n.Generators, visit)
	case *SetComp:
		one(n.Elt, visit)
		each(n.Generators, visit)
	case *GeneratorExp:
		one(n.Elt, visit)
		each(n.Generators, visit)
	case *DictComp:
		one(n.Key, visit)
		one(n.Value, visit)
		each(n.Generators, visit)
	case *Await:
		one(n.Value, visit)
	case *Yield:
		one(n.Value, visit)
	case *YieldFrom:
		one(n.Value, visit)
	case *Compare:
		one(n.Left, visit)
		each(n.Comparators, visit)
	case *Call:
		one(n.Func, visit)
		each(n.Args, visit)
		each(n.Keywords, visit)
	case *JoinedStr:
		each(n.Values, visit)
	case *FormattedValue:
		one(n.Value, visit)
		some(n.FormatSpec, visit)
	case *Attribute:
		one(n.Value, visit)
	case *Subscript:
		one(n.Value, visit)
		one(n.Index, visit)
	case *Starred:
		one(n.Value, visit)
	case *List:
		each(n.Elts, visit)
	case *Tuple:
		each(n.Elts, visit)
	case *Slice:
		one(n.Lower, visit)
		one(n.Upper, visit)
		one(n.Step, visit)
	case *Arguments:
		each(n.PosOnly, visit)
		each(n.Args, visit)
		some(n.Vararg, visit)
		each(n.KwOnly, visit)
		each(n.KwDefaults, visit)
		some(n.Kwarg, visit)
		each(n.Defaults, visit)
	case *Arg:
		one(n.Annotation, visit)
	case *Keyword:
		one(n.Value, visit)
	case *WithItem:
		one(n.Context, visit)
		one(n.Vars, visit)
	case *ExceptHandler:
		one(n.Type, visit)
		each(n.Body, visit)
	case *Comprehension:
		one(n.Target, visit)
		one(n.Iter, visit)
		each(n.Ifs, visit)
	case *MatchCase:
		one(n.Pattern, visit)
		one(n.Guard, visit)
		each(n.Body, visit)
	case *TypeParam:
		one(n.Bound, visit)
	case *MatchValue:
		one(n.Value, visit)
	case *MatchSequence:
		each(n.Patterns, visit)
	case *MatchMapping:
		for i, k := range n.Keys {
			one(k, visit)
			one(n.Patterns[i], visit)
		}
	case *MatchClass:
		one(n.Cls, visit)
		each(n.Patterns, visit)
		each(n.KwdPatterns, visit)
	case *MatchAs:
		one(n.Pattern, visit)
	case *MatchOr:
		each(n.Patterns, visit)
	}
}

// one visits a child that may be missing.
func one(n Node, visit func(Node)) {
	if n != nil {
		visit(n)
	}
}

// some visits a child that is no interface and may be missing.
func some[T any, P interface {
	*T
	Node
}](n P, visit func(Node)) {
	if n != nil {
		visit(n)
	}
}

// each visits the elements of a list, of which some may be missing.
func each[T Node](list []T, visit func(Node)) {
	for _, n := range list {
		one(n, visit)
	}
}

func eachTypeParam(list []TypeParam, visit func(Node)) {
	for i := range list {
		visit(&list[i])
	}
}
