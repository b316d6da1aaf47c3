package syntax

// target converts node i, to which something is assigned, deleted or bound, and
// checks that it may stand there.
func (c *converter) target(i int32, verb string) Expr {
	e := c.element(i)
	c.checkTarget(e, verb)
	return e
}

// checkTarget checks what verb ("assign to", "delete") is done to.
func (c *converter) checkTarget(e Expr, verb string) {
	if _, ok := e.(*Starred); ok {
		msg := "starred assignment target must be in a list or tuple"
		if verb == "delete" {
			msg = "cannot delete starred"
		}
		c.fail(e.Pos().Start, e.Pos().End, msg)
		return
	}
	c.checkElement(e, verb)
}

func (c *converter) checkElement(e Expr, verb string) {
	var elts []Expr
	switch e := e.(type) {
	case *Name, *Attribute, *Subscript, *BadExpr:
		return
	case *Tuple:
		elts = e.Elts
	case *List:
		elts = e.Elts
	case *Starred:
		if verb != "delete" {
			c.checkElement(e.Value, verb)
			return
		}
		c.fail(e.Start, e.End, "cannot delete starred")
	default:
		c.fail(e.Pos().Start, e.Pos().End, "cannot "+verb+" "+describe(e))
	}
	starred := 0
	for _, elt := range elts {
		if _, ok := elt.(*Starred); ok {
			if starred++; starred == 2 {
				c.fail(elt.Pos().Start, elt.Pos().End, "multiple starred expressions in assignment")
			}
		}
		c.checkElement(elt, verb)
	}
}

// checkSingle checks the target of an augmented or annotated assignment.
func (c *converter) checkSingle(e Expr, what string) {
	switch e.(type) {
	case *Name, *Attribute, *Subscript, *BadExpr:
	default:
		c.fail(e.Pos().Start, e.Pos().End, "'"+describe(e)+"' is an illegal expression for "+what)
	}
}

// describe names an expression as CPython's messages do.
func describe(e Expr) string {
	switch e := e.(type) {
	case *Constant:
		switch v := e.Value.(type) {
		case ConstBool:
			if v.Value {
				return "True"
			}
			return "False"
		case ConstNone:
			return "None"
		case ConstEllipsis:
			return "ellipsis"
		}
		return "literal"
	case *Call:
		return "function call"
	case *JoinedStr, *FormattedValue:
		return "f-string expression"
	case *Dict:
		return "dict literal"
	case *Set:
		return "set display"
	case *Tuple:
		return "tuple"
	case *List:
		return "list"
	case *Starred:
		return "starred"
	case *Compare:
		return "comparison"
	case *Lambda:
		return "lambda"
	case *IfExp:
		return "conditional expression"
	case *NamedExpr:
		return "named expression"
	case *GeneratorExp:
		return "generator expression"
	case *ListComp:
		return "list comprehension"
	case *SetComp:
		return "set comprehension"
	case *DictComp:
		return "dict comprehension"
	case *Yield, *YieldFrom:
		return "yield expression"
	case *Await:
		return "await expression"
	}
	return "expression"
}
