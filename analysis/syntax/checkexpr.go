package syntax

// debugName is the name that no one may bind.
const debugName = "__debug__"

func (k *checker) exprs(list []Expr) {
	for _, e := range list {
		if e != nil {
			k.node(e)
		}
	}
}

// node checks an expression whose value is used, or what is below it.
func (k *checker) node(n Node) {
	switch n := n.(type) {
	case *Constant:
	case *Name:
		k.block.flag(n.ID, flagUsed)
	case *Lambda:
		k.defaults(n.Args)
		k.enter(lambdaBlock, "")
		k.parameters(n.Args)
		k.node(n.Body)
		k.leave()
	case *ListComp:
		k.comprehension(n, "list comprehension", n.Generators, n.Elt)
	case *SetComp:
		k.comprehension(n, "set comprehension", n.Generators, n.Elt)
	case *DictComp:
		k.comprehension(n, "dict comprehension", n.Generators, n.Key, n.Value)
	case *GeneratorExp:
		k.comprehension(n, generatorExpression, n.Generators, n.Elt)
	case *NamedExpr:
		k.named(n)
	case *Await:
		k.await(n)
	case *Yield:
		if n.Value != nil {
			k.node(n.Value)
		}
		k.yield(n)
	case *YieldFrom:
		k.node(n.Value)
		k.yield(n)
		if k.block.async {
			k.fail(n, "'yield from' inside async function")
		}
	case *Keyword:
		if n.Name == debugName {
			k.fail(n, "cannot assign to "+debugName)
		}
		k.node(n.Value)
	default:
		Children(n, k.node)
	}
}

// target checks what is assigned to or deleted.
func (k *checker) target(e Expr, deleted bool) {
	verb := "cannot assign to "
	if deleted {
		verb = "cannot delete "
	}
	switch e := e.(type) {
	case *Name:
		if e.ID == debugName {
			k.fail(e, verb+debugName)
		}
		k.bind(e, e.ID)
	case *Attribute:
		if e.Attr == debugName && !deleted {
			k.fail(e, verb+debugName)
		}
		k.node(e.Value)
	case *Tuple:
		for _, x := range e.Elts {
			k.target(x, deleted)
		}
	case *List:
		for _, x := range e.Elts {
			k.target(x, deleted)
		}
	case *Starred:
		k.target(e.Value, deleted)
	default:
		k.node(e)
	}
}

// store checks a name that a statement binds by itself.
func (k *checker) store(name string, at Node) {
	if name == debugName {
		k.fail(at, "cannot assign to "+debugName)
	}
	k.bind(at, name)
}

func (k *checker) importName(at Node, name string) {
	if name == debugName {
		k.fail(at, "cannot assign to "+debugName)
	}
	k.block.flag(name, flagImported)
}

func (k *checker) await(n *Await) {
	switch b := k.block; {
	case k.quiet:
	case b.kind == moduleBlock || b.kind == classBlock:
		k.fail(n, "'await' outside function")
	case !b.async && b.kind != comprehensionBlock:
		k.fail(n, "'await' outside async function")
	}
	k.node(n.Value)
	k.block.awaits = true
}

func (k *checker) yield(n Node) {
	switch b := k.block; b.kind {
	case moduleBlock, classBlock:
		k.fail(n, "'yield' outside function")
	case comprehensionBlock:
		k.fail(n, "'yield' inside "+b.form)
	}
	k.block.yields = true
}

// annotated checks "target: annotation = value".
func (k *checker) annotated(s *AnnAssign) {
	if n, ok := s.Target.(*Name); ok {
		f := k.block.symbol(n.ID)
		if s.Simple && k.block.kind != moduleBlock {
			switch {
			case f&flagGlobal != 0:
				k.fail(s, "annotated name '"+n.ID+"' can't be global")
			case f&flagNonlocal != 0:
				k.fail(s, "annotated name '"+n.ID+"' can't be nonlocal")
			}
		}
		if n.ID == debugName {
			k.fail(s, "cannot assign to "+debugName)
		}
		switch {
		case s.Simple:
			k.block.flag(n.ID, flagAnnotated|flagBound)
		case s.Value != nil:
			k.block.flag(n.ID, flagBound)
		}
	} else {
		k.target(s.Target, false)
	}
	quiet := k.quiet
	k.quiet = quiet || k.block.kind == functionBlock
	k.node(s.Annotation)
	k.quiet = quiet
	if s.Value != nil {
		k.node(s.Value)
	}
}

// defaults checks what the header of a function evaluates outside of it.
func (k *checker) defaults(args *Arguments) {
	k.exprs(args.Defaults)
	k.exprs(args.KwDefaults)
	each := func(p *Arg) {
		if p.Annotation != nil {
			k.node(p.Annotation)
		}
	}
	eachParameter(args, each)
}

func (k *checker) parameters(args *Arguments) {
	eachParameter(args, func(p *Arg) {
		if p.Name == debugName {
			k.fail(p, "cannot assign to "+debugName)
		}
		k.block.flag(p.Name, flagParameter)
	})
}

func eachParameter(args *Arguments, visit func(p *Arg)) {
	for _, list := range [][]*Arg{args.PosOnly, args.Args, {args.Vararg}, args.KwOnly, {args.Kwarg}} {
		for _, p := range list {
			if p != nil {
				visit(p)
			}
		}
	}
}

const generatorExpression = "generator expression"

func (k *checker) comprehension(n Expr, form string, clauses []*Comprehension, parts ...Expr) {
	if len(clauses) == 0 {
		return
	}
	outer := k.block
	outer.iterables++
	k.node(clauses[0].Iter)
	outer.iterables--
	k.enter(comprehensionBlock, "")
	b := k.block
	b.form, b.iterables = form, outer.iterables
	for i, c := range clauses {
		b.awaits = b.awaits || c.Async
		b.targets = true
		k.target(c.Target, false)
		b.targets = false
		if i > 0 {
			b.iterables++
			k.node(c.Iter)
			b.iterables--
		}
		k.exprs(c.Ifs)
	}
	k.exprs(parts)
	k.leave()
	if form == generatorExpression || !b.awaits {
		return
	}
	outer.awaits = true
	if !outer.async && outer.kind != comprehensionBlock && !k.quiet {
		k.fail(n, "asynchronous comprehension outside of an asynchronous function")
	}
}

// named checks "target := value".
func (k *checker) named(n *NamedExpr) {
	name := n.Target.ID
	if k.block.iterables > 0 {
		k.fail(n, "assignment expression cannot be used in a comprehension iterable expression")
	}
	if k.block.kind == comprehensionBlock {
		k.extend(n, name)
	}
	k.node(n.Value)
	k.target(n.Target, false)
}

// extend finds the function or module whose variable an assignment expression in a
// comprehension binds.
func (k *checker) extend(n Node, name string) {
	for b := k.block; b != nil; b = b.parent {
		switch b.kind {
		case comprehensionBlock:
			if b.symbol(name)&flagTarget != 0 {
				k.fail(n, "assignment expression cannot rebind comprehension iteration variable '"+name+"'")
				return
			}
			continue
		case classBlock:
			k.fail(n, "assignment expression within a comprehension cannot be used in a class body")
			return
		case moduleBlock:
			k.block.flag(name, flagGlobal)
		default:
			if b.symbol(name)&flagGlobal != 0 {
				k.block.flag(name, flagGlobal)
			} else {
				k.block.flag(name, flagNonlocal)
			}
			b.flag(name, flagBound)
		}
		return
	}
}
