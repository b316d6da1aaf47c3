package reach

import (
	"strings"

	"augur/analysis/syntax"
)

func (s *spec) number(w float64) {
	if s != nil {
		s.add(intClass, w)
		s.add(floatClass, w*0.1)
	}
}

// expr reads an expression and returns the spec of its value, nil if it is not
// that of a variable or a part of one.
func (in *inference) expr(e syntax.Expr) *spec {
	switch e := e.(type) {
	case *syntax.Name:
		return in.variable(e.ID)
	case *syntax.Attribute:
		if n, ok := e.Value.(*syntax.Name); ok && n.ID == "self" {
			return in.variable("self." + e.Attr)
		}
		in.expr(e.Value)
	case *syntax.Subscript:
		v := in.expr(e.Value)
		i := in.expr(e.Index)
		if v == nil {
			return nil
		}
		switch k := e.Index.(type) {
		case *syntax.Slice:
			v.add(strClass, 0.8)
			v.add(listClass, 0.8)
			return v
		case *syntax.Constant:
			switch k.Value.(type) {
			case syntax.ConstStr:
				v.add(dictClass, 3)
				v.wantKey(k)
				return v.valSpec()
			case syntax.ConstInt:
				v.add(listClass, 1)
				v.add(strClass, 0.5)
				v.add(tupleClass, 0.5)
				v.add(dictClass, 0.1)
			}
		default:
			v.add(listClass, 0.7)
			v.add(strClass, 0.3)
			v.add(dictClass, 0.4)
			if i != nil {
				i.add(intClass, 0.6)
			}
		}
		return v.elemSpec()
	case *syntax.BinOp:
		return in.binary(e.Left, e.Op, e.Right)
	case *syntax.UnaryOp:
		v := in.expr(e.Operand)
		if e.Op != syntax.Not {
			v.number(1)
		}
	case *syntax.BoolOp:
		for _, x := range e.Values {
			in.expr(x)
		}
	case *syntax.IfExp:
		in.expr(e.Test)
		in.expr(e.Body)
		in.expr(e.Orelse)
	case *syntax.NamedExpr:
		v := in.expr(e.Value)
		in.bind(e.Target, v)
		return v
	case *syntax.Compare:
		in.compare(e)
	case *syntax.Call:
		return in.call(e)
	case *syntax.ListComp:
		in.comprehension(e.Generators, e.Elt)
	case *syntax.SetComp:
		in.comprehension(e.Generators, e.Elt)
	case *syntax.GeneratorExp:
		in.comprehension(e.Generators, e.Elt)
	case *syntax.DictComp:
		in.comprehension(e.Generators, e.Key, e.Value)
	case *syntax.Lambda:
		in.expr(e.Body)
	case *syntax.Starred:
		if v := in.expr(e.Value); v != nil {
			v.add(listClass, 1)
		}
	case nil:
	default:
		syntax.Children(e, func(n syntax.Node) {
			if x, ok := n.(syntax.Expr); ok {
				in.expr(x)
			}
		})
	}
	return nil
}

func (in *inference) comprehension(gens []*syntax.Comprehension, elts ...syntax.Expr) {
	for _, g := range gens {
		in.iterate(g.Target, g.Iter)
		for _, c := range g.Ifs {
			in.expr(c)
		}
	}
	for _, e := range elts {
		in.expr(e)
	}
}

func (in *inference) binary(left syntax.Expr, op syntax.Operator, right syntax.Expr) *spec {
	a, b := in.expr(left), in.expr(right)
	switch op {
	case syntax.Add:
		a.likeLiteral(in.file, right, 2)
		b.likeLiteral(in.file, left, 2)
	case syntax.Mod:
		if k, ok := left.(*syntax.Constant); ok {
			if _, ok := k.Value.(syntax.ConstStr); ok {
				return nil
			}
		}
		a.number(1.5)
		b.number(1.5)
	case syntax.Mult:
		a.number(0.5)
		b.number(0.5)
		if k, ok := left.(*syntax.Constant); ok {
			if _, ok := k.Value.(syntax.ConstStr); ok {
				b.number(3)
			}
		}
	case syntax.Sub, syntax.Pow, syntax.Div, syntax.FloorDiv, syntax.LShift, syntax.RShift, syntax.BitXor:
		a.number(1.5)
		b.number(1.5)
	case syntax.BitAnd, syntax.BitOr:
		a.number(0.7)
		b.number(0.7)
	}
	return nil
}

// likeLiteral says that the variable is of the class of e, if e is a literal.
func (s *spec) likeLiteral(f *syntax.File, e syntax.Expr, w float64) {
	if s != nil {
		s.literal(f, e, w)
	}
}

func (in *inference) compare(e *syntax.Compare) {
	left := e.Left
	for i, right := range e.Comparators {
		a, b := in.expr(left), in.expr(right)
		switch e.Ops[i] {
		case syntax.In, syntax.NotIn:
			if b != nil {
				b.add(listClass, 0.4)
				b.add(strClass, 0.3)
				b.add(dictClass, 0.3)
				if a != nil {
					b.elemSpec().same(a)
				} else {
					b.elemSpec().literal(in.file, left, 1)
					b.wantKey(left)
				}
			}
			if a != nil {
				switch r := right.(type) {
				case *syntax.Constant:
					a.literal(in.file, r, 1.5)
				case *syntax.List:
					for _, x := range r.Elts {
						a.literal(in.file, x, 1)
					}
				case *syntax.Tuple:
					for _, x := range r.Elts {
						a.literal(in.file, x, 1)
					}
				case *syntax.Set:
					for _, x := range r.Elts {
						a.literal(in.file, x, 1)
					}
				}
			}
		case syntax.Is, syntax.IsNot:
			a.likeLiteral(in.file, right, 0.3)
		default:
			a.likeLiteral(in.file, right, 1.5)
			b.likeLiteral(in.file, left, 1.5)
			if a != nil && b != nil && (e.Ops[i] == syntax.Lt || e.Ops[i] == syntax.LtE || e.Ops[i] == syntax.Gt || e.Ops[i] == syntax.GtE) {
				a.number(0.2)
				b.number(0.2)
			}
		}
		left = right
	}
}

func (in *inference) call(c *syntax.Call) *spec {
	for _, k := range c.Keywords {
		in.expr(k.Value)
	}
	switch f := c.Func.(type) {
	case *syntax.Attribute:
		v := in.expr(f.Value)
		in.method(v, f.Attr, c)
		args := make([]*spec, len(c.Args))
		for i, a := range c.Args {
			args[i] = in.expr(a)
		}
		if k, ok := f.Value.(*syntax.Constant); ok && len(args) == 1 {
			if _, ok := k.Value.(syntax.ConstStr); ok && f.Attr == "join" && args[0] != nil {
				args[0].add(listClass, 1.5)
				args[0].add(strClass, 0.3)
				args[0].elemSpec().add(strClass, 2)
			}
		}
		if n, ok := f.Value.(*syntax.Name); ok && n.ID == "math" {
			for _, a := range args {
				a.number(1.5)
			}
		}
		switch f.Attr {
		case "lower", "upper", "strip", "replace", "copy", "lstrip", "rstrip", "title", "capitalize", "swapcase", "casefold":
			return v
		case "get":
			if v != nil {
				if len(c.Args) > 0 {
					v.wantKey(c.Args[0])
				}
				return v.valSpec()
			}
		case "pop":
			if v != nil {
				return v.elemSpec()
			}
		}
		return nil
	case *syntax.Name:
		return in.builtin(f.ID, c)
	}
	in.expr(c.Func)
	for _, a := range c.Args {
		in.expr(a)
	}
	return nil
}

func (in *inference) builtin(name string, c *syntax.Call) *spec {
	if name == "isinstance" && len(c.Args) == 2 {
		v := in.expr(c.Args[0])
		types := []syntax.Expr{c.Args[1]}
		if t, ok := c.Args[1].(*syntax.Tuple); ok {
			types = t.Elts
		}
		for _, t := range types {
			if n, ok := t.(*syntax.Name); ok && v != nil {
				v.named(in.file, n.ID, 1)
			}
		}
		return nil
	}
	if name == "range" || name == "enumerate" || name == "zip" {
		in.elements(c)
		return nil
	}
	args := make([]*spec, len(c.Args))
	for i, a := range c.Args {
		args[i] = in.expr(a)
	}
	if len(args) == 0 {
		return nil
	}
	a := args[0]
	if a == nil {
		return nil
	}
	switch name {
	case "len":
		a.add(listClass, 0.5)
		a.add(strClass, 0.5)
		a.add(dictClass, 0.1)
	case "sum":
		a.add(listClass, 2)
		a.elemSpec().number(2)
	case "max", "min":
		if len(args) == 1 {
			a.add(listClass, 1)
		} else {
			for _, x := range args {
				x.number(1)
			}
		}
	case "sorted", "list", "reversed", "set", "any", "all", "tuple":
		a.add(listClass, 0.7)
		a.add(strClass, 0.3)
		if name != "any" && name != "all" {
			return a
		}
	case "int", "float":
		a.add(strClass, 0.8)
		a.add(intClass, 0.4)
		a.add(floatClass, 0.3)
	case "str", "repr":
		a.add(intClass, 0.4)
	case "ord":
		a.add(strClass, 2)
	case "chr", "abs", "bin", "hex", "oct", "round", "divmod", "pow":
		for _, x := range args {
			x.number(2)
		}
	case "dict":
		a.add(dictClass, 1)
	case "map", "filter":
		if len(args) > 1 && args[1] != nil {
			args[1].add(listClass, 1)
			args[1].add(strClass, 0.3)
		}
	default:
		if in.vars[name] != nil {
			in.vars[name].add(callableClass, 3)
			return nil
		}
		in.passed(name, args)
	}
	return nil
}

// passed handles a call of a function of the file: an argument is what the
// parameter is annotated to be.
func (in *inference) passed(name string, args []*spec) {
	d, ok := in.file.Definition(name)
	if !ok {
		return
	}
	for i, p := range append(append([]*syntax.Arg(nil), d.Func.Args.PosOnly...), d.Func.Args.Args...) {
		if i < len(args) && args[i] != nil {
			if p.Annotation != nil {
				args[i].annotate(in.file, p.Annotation, 1.5)
			} else {
				args[i].guess(p.Name)
			}
		}
	}
}

var methodClasses = func() map[string][]class {
	m := map[string][]class{}
	for text, cs := range map[string][]class{
		"lower upper strip lstrip rstrip split rsplit startswith endswith isdigit isalpha isalnum isupper islower isspace isnumeric isdecimal " +
			"isidentifier isprintable isascii istitle replace title capitalize swapcase casefold find rfind rindex zfill ljust rjust center splitlines partition rpartition format encode join expandtabs translate removeprefix removesuffix": {strClass},
		"append extend sort insert reverse": {listClass},
		"remove":                            {listClass, setClass},
		"pop":                               {listClass, dictClass},
		"items keys values get setdefault popitem update":    {dictClass},
		"add discard union intersection difference issubset": {setClass},
		"count index":         {listClass, strClass},
		"decode":              {bytesClass},
		"bit_length to_bytes": {intClass},
		"is_integer":          {floatClass},
		"copy clear":          {dictClass, listClass},
	} {
		for _, name := range strings.Fields(text) {
			m[name] = cs
		}
	}
	return m
}()

func (in *inference) method(v *spec, name string, c *syntax.Call) {
	for i, a := range c.Args {
		switch name {
		case "split", "startswith", "endswith", "strip", "lstrip", "rstrip", "rsplit", "partition", "rpartition", "find", "rfind", "replace":
			if n, ok := a.(*syntax.Name); ok {
				if i == 0 || i == 1 && name == "replace" {
					in.variable(n.ID).add(strClass, 1.5)
				} else {
					in.variable(n.ID).add(intClass, 1.5)
				}
			}
		case "zfill", "ljust", "rjust", "center":
			if n, ok := a.(*syntax.Name); ok && i == 0 {
				in.variable(n.ID).add(intClass, 2)
			}
		case "insert", "pop":
			if n, ok := a.(*syntax.Name); ok && i == 0 && name == "insert" {
				in.variable(n.ID).add(intClass, 1.5)
			}
		}
	}
	if v == nil {
		return
	}
	cs := methodClasses[name]
	for _, k := range cs {
		v.add(k, 3/float64(len(cs)))
	}
	if name == "get" || name == "setdefault" || name == "pop" {
		if len(c.Args) > 0 {
			v.wantKey(c.Args[0])
		}
	}
	if (name == "append" || name == "remove" || name == "count" || name == "index") && len(c.Args) == 1 {
		if n, ok := c.Args[0].(*syntax.Name); ok {
			v.elemSpec().same(in.variable(n.ID))
		} else {
			v.elemSpec().literal(in.file, c.Args[0], 1)
		}
	}
}
