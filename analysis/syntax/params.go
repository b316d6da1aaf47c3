package syntax

import "sort"

// parameters converts the parameters of a function or a lambda.
func (c *converter) parameters(i int32) *Arguments {
	a := &Arguments{Span: c.spanOf(i)}
	names := map[string]bool{}
	declare := func(at, stop int32, name string) {
		if names[name] {
			c.fail(at, stop, "duplicate argument '"+name+"' in function definition")
		}
		names[name] = true
	}
	starred, bare := false, false // "*" or "*args" was there; "*" waits for a name
	for k := range c.children(i) {
		kind := c.kind(k)
		if kind >= rawToken {
			continue
		}
		if a.Kwarg != nil {
			c.failAt(k, "arguments cannot follow var-keyword argument")
			return a
		}
		switch kind {
		case rawPositionalSeparator:
			switch {
			case starred:
				c.failAt(k, "/ must be ahead of *")
			case len(a.PosOnly) > 0:
				c.failAt(k, "/ may appear only once")
			case len(a.Args) == 0:
				c.failAt(k, "at least one argument must precede /")
			}
			a.PosOnly, a.Args = a.Args, nil
			continue
		case rawKeywordSeparator:
			if starred {
				c.failAt(k, "* argument may appear only once")
			}
			starred, bare = true, true
			continue
		}

		name, annotation, value := k, int32(-1), int32(-1)
		switch kind {
		case rawDefaultParameter:
			name, value = k+1, c.next(c.next(k+1))
		case rawTypedParameter:
			name, annotation = k+1, c.next(c.next(k+1))
		case rawTypedDefaultParameter:
			name, annotation = k+1, c.next(c.next(k+1))
			value = c.next(c.next(annotation))
		}
		form := c.kind(name)
		if form == rawListSplatPattern || form == rawDictSplatPattern {
			name += 2
		}
		if c.kind(name) != rawIdentifier {
			c.failAt(name, "function parameters cannot be parenthesized")
			continue
		}
		arg := &Arg{Name: c.identifier(name)}
		stop := c.stop(name)
		if annotation >= 0 {
			stop = c.stop(annotation)
			arg.Annotation = c.annotation(annotation)
			if _, star := arg.Annotation.(*Starred); star && form != rawListSplatPattern {
				c.failAt(annotation, "invalid syntax")
			}
		}
		arg.Span = c.span(c.start(name), stop)
		declare(c.start(name), c.stop(name), arg.Name)

		switch form {
		case rawListSplatPattern:
			if starred {
				c.failAt(k, "* argument may appear only once")
			}
			starred = true
			a.Vararg = arg
			continue
		case rawDictSplatPattern:
			a.Kwarg = arg
			continue
		}
		var dflt Expr
		if value >= 0 {
			dflt = c.expr(value)
		}
		switch {
		case starred:
			bare = false
			a.KwOnly = append(a.KwOnly, arg)
			a.KwDefaults = append(a.KwDefaults, dflt)
			continue
		case dflt != nil:
			a.Defaults = append(a.Defaults, dflt)
		case len(a.Defaults) > 0:
			c.failAt(k, "non-default argument follows default argument")
		}
		a.Args = append(a.Args, arg)
	}
	if bare {
		c.failAt(i, "named arguments must follow bare *")
	}
	return a
}

// annotation converts the annotation that is node i of the header. Unless it is
// one name, the header has a hole in its place.
func (c *converter) annotation(i int32) Expr {
	if c.kind(i) != rawType {
		return c.bad(i, "invalid syntax")
	}
	start, holes := c.start(i), c.job.holes
	k := sort.Search(len(holes), func(k int) bool { return holes[k].start >= start })
	if k < len(holes) && holes[k].start == start {
		return c.annotationJob(&holes[k])
	}
	if k := c.kind(i + 1); k >= rawIdentifier && k <= rawEllipsis && c.next(i+1) == c.next(i) {
		return c.expr(i + 1)
	}
	return c.bad(i, "invalid syntax")
}

// annotationJob converts the annotation in a hole. "*args: *Ts" has a star,
// which is not part of the job.
func (c *converter) annotationJob(h *hole) Expr {
	e := c.jobExpr(h.job, oneExpr)
	if c.src[h.start] == '*' {
		return &Starred{Span: c.span(h.start, h.end), Value: e}
	}
	return e
}
