package valuetest

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"augur/analysis/value"
)

// evaluate computes an expression with the given names.
type evaluate func(t *value.Thread, names *scope) (value.Value, error)

// expr is a parsed expression. Targets know how to be assigned to and deleted.
type expr struct {
	eval evaluate
	set  func(t *value.Thread, names *scope, v value.Value) error
	del  func(t *value.Thread, names *scope) error
}

type parser struct {
	line   string
	tokens []token
	pos    int
}

func (p *parser) fail(format string, args ...any) {
	panic(fmt.Errorf("%q: %s", p.line, fmt.Sprintf(format, args...)))
}

func (p *parser) peek() token { return p.tokens[p.pos] }

func (p *parser) at(text string) bool {
	t := p.peek()
	return (t.kind == tokenOp || t.kind == tokenName) && t.text == text
}

func (p *parser) accept(text string) bool {
	if p.at(text) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail("expected %s, not %q", text, p.peek().text)
	}
}

func (p *parser) name() string {
	t := p.peek()
	if t.kind != tokenName {
		p.fail("expected a name, not %q", t.text)
	}
	p.pos++
	return t.text
}

// exprList parses one expression, or several as a tuple.
func (p *parser) exprList() expr {
	first := p.starOrTest()
	if !p.at(",") {
		return first.expr
	}
	items := []item{first}
	for p.accept(",") {
		if t := p.peek(); t.kind == tokenEnd || t.kind == tokenOp && strings.ContainsAny(t.text[:1], ")]}=") {
			break
		}
		items = append(items, p.starOrTest())
	}
	return tupleOf(items)
}

// item is an element of a display or an argument: maybe starred.
type item struct {
	expr
	star int // 0, 1 for *x, 2 for **x
	key  *expr
	name string
}

func (p *parser) starOrTest() item {
	if p.accept("*") {
		return item{expr: p.binary(0), star: 1}
	}
	return item{expr: p.test()}
}

func collect(t *value.Thread, names *scope, items []item) ([]value.Value, error) {
	var out []value.Value
	for _, it := range items {
		v, err := it.eval(t, names)
		if err != nil {
			return nil, err
		}
		if it.star == 0 {
			out = append(out, v)
			continue
		}
		more, err := value.Collect(t, v)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

func tupleOf(items []item) expr {
	return expr{
		eval: func(t *value.Thread, names *scope) (value.Value, error) {
			elems, err := collect(t, names, items)
			if err != nil {
				return nil, err
			}
			return value.NewTuple(elems...), nil
		},
		set: func(t *value.Thread, names *scope, v value.Value) error {
			elems, err := value.Collect(t, v)
			if err != nil {
				return err
			}
			if len(elems) != len(items) {
				return value.ValueErrorf("not enough values to unpack (expected %d, got %d)", len(items), len(elems))
			}
			for i, it := range items {
				if err := it.set(t, names, elems[i]); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func (p *parser) test() expr {
	if p.accept("lambda") {
		return p.lambda()
	}
	e := p.or()
	if !p.at("if") {
		return e
	}
	save := p.pos
	p.pos++
	cond := p.or()
	if !p.accept("else") {
		p.pos = save // the condition of a comprehension
		return e
	}
	other := p.test()
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		ok, err := truth(t, names, cond)
		if err != nil {
			return nil, err
		}
		if ok {
			return e.eval(t, names)
		}
		return other.eval(t, names)
	}}
}

func truth(t *value.Thread, names *scope, e expr) (bool, error) {
	v, err := e.eval(t, names)
	if err != nil {
		return false, err
	}
	return value.Truth(t, v)
}

func (p *parser) or() expr {
	e := p.and()
	for p.accept("or") {
		e = shortCircuit(e, p.and(), true)
	}
	return e
}

func (p *parser) and() expr {
	e := p.not()
	for p.accept("and") {
		e = shortCircuit(e, p.not(), false)
	}
	return e
}

func shortCircuit(a, b expr, until bool) expr {
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		v, err := a.eval(t, names)
		if err != nil {
			return nil, err
		}
		ok, err := value.Truth(t, v)
		if err != nil {
			return nil, err
		}
		if ok == until {
			return v, nil
		}
		return b.eval(t, names)
	}}
}

func (p *parser) not() expr {
	if p.accept("not") {
		e := p.not()
		return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
			ok, err := truth(t, names, e)
			return value.Bool(!ok), err
		}}
	}
	return p.comparison()
}

type comparison struct {
	op    string
	right expr
}

func (p *parser) comparison() expr {
	left := p.binary(0)
	var chain []comparison
	for {
		op := p.peek().text
		switch op {
		case "==", "!=", "<", "<=", ">", ">=", "in":
			if p.peek().kind == tokenString {
				return left
			}
			p.pos++
		case "is":
			p.pos++
			if p.accept("not") {
				op = "is not"
			}
		case "not":
			p.pos++
			p.expect("in")
			op = "not in"
		default:
			if chain == nil {
				return left
			}
			return compareChain(left, chain)
		}
		chain = append(chain, comparison{op, p.binary(0)})
	}
}

func compareChain(left expr, chain []comparison) expr {
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		a, err := left.eval(t, names)
		if err != nil {
			return nil, err
		}
		var got value.Value
		for i, c := range chain {
			b, err := c.right.eval(t, names)
			if err != nil {
				return nil, err
			}
			if got, err = compare(t, c.op, a, b); err != nil {
				return nil, err
			}
			if i < len(chain)-1 {
				if ok, err := value.Truth(t, got); err != nil || !ok {
					return got, err
				}
			}
			a = b
		}
		return got, nil
	}}
}

func compare(t *value.Thread, op string, a, b value.Value) (value.Value, error) {
	var got bool
	var err error
	switch op {
	case "in", "not in":
		got, err = value.Contains(t, b, a)
		got = got == (op == "in")
	case "is", "is not":
		got, err = value.Is(a, b)
		got = got == (op == "is")
	default:
		return value.Compare(t, compareOps[op], a, b)
	}
	if err != nil {
		return nil, err
	}
	return value.Bool(got), nil
}

var compareOps = map[string]value.CmpOp{
	"==": value.CmpEq, "!=": value.CmpNe, "<": value.CmpLt, "<=": value.CmpLe, ">": value.CmpGt, ">=": value.CmpGe,
}

var binaryOps = map[string]value.Op{
	"+": value.OpAdd, "-": value.OpSub, "*": value.OpMul, "@": value.OpMatMul, "/": value.OpTrueDiv, "//": value.OpFloorDiv,
	"%": value.OpMod, "**": value.OpPow, "<<": value.OpLShift, ">>": value.OpRShift, "|": value.OpOr, "^": value.OpXor, "&": value.OpAnd,
}

var precedence = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}}

func (p *parser) binary(level int) expr {
	if level == len(precedence) {
		return p.unary()
	}
	e := p.binary(level + 1)
	for p.peek().kind == tokenOp && contains(precedence[level], p.peek().text) {
		op := binaryOps[p.peek().text]
		p.pos++
		e = binaryExpr(op, e, p.binary(level+1))
	}
	return e
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func binaryExpr(op value.Op, a, b expr) expr {
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		x, err := a.eval(t, names)
		if err != nil {
			return nil, err
		}
		y, err := b.eval(t, names)
		if err != nil {
			return nil, err
		}
		return value.Binary(t, op, x, y)
	}}
}

func (p *parser) unary() expr {
	for text, op := range map[string]value.UnaryOp{"-": value.UnaryNeg, "+": value.UnaryPos, "~": value.UnaryInvert} {
		if p.accept(text) {
			e := p.unary()
			return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
				v, err := e.eval(t, names)
				if err != nil {
					return nil, err
				}
				return value.Unary(t, op, v)
			}}
		}
	}
	e := p.postfix(p.atom())
	if p.accept("**") {
		return binaryExpr(value.OpPow, e, p.unary())
	}
	return e
}

func (p *parser) postfix(e expr) expr {
	for {
		base := e
		switch {
		case p.accept("."):
			name := p.name()
			e = expr{
				eval: func(t *value.Thread, names *scope) (value.Value, error) {
					v, err := base.eval(t, names)
					if err != nil {
						return nil, err
					}
					return value.GetAttr(t, v, name)
				},
				set: func(t *value.Thread, names *scope, x value.Value) error {
					v, err := base.eval(t, names)
					if err != nil {
						return err
					}
					return value.SetAttr(t, v, name, x)
				},
				del: func(t *value.Thread, names *scope) error {
					v, err := base.eval(t, names)
					if err != nil {
						return err
					}
					return value.DelAttr(t, v, name)
				},
			}
		case p.accept("("):
			e = callOf(base, p.arguments())
		case p.accept("["):
			index := p.subscript()
			p.expect("]")
			both := func(t *value.Thread, names *scope) (v, i value.Value, err error) {
				if v, err = base.eval(t, names); err == nil {
					i, err = index.eval(t, names)
				}
				return v, i, err
			}
			e = expr{
				eval: func(t *value.Thread, names *scope) (value.Value, error) {
					v, i, err := both(t, names)
					if err != nil {
						return nil, err
					}
					return value.GetItem(t, v, i)
				},
				set: func(t *value.Thread, names *scope, x value.Value) error {
					v, i, err := both(t, names)
					if err != nil {
						return err
					}
					return value.SetItem(t, v, i, x)
				},
				del: func(t *value.Thread, names *scope) error {
					v, i, err := both(t, names)
					if err != nil {
						return err
					}
					return value.DelItem(t, v, i)
				},
			}
		default:
			return e
		}
	}
}

func (p *parser) subscript() expr {
	first := p.sliceOrTest()
	if !p.at(",") {
		return first
	}
	items := []item{{expr: first}}
	for p.accept(",") {
		if p.at("]") {
			break
		}
		items = append(items, item{expr: p.sliceOrTest()})
	}
	return tupleOf(items)
}

func (p *parser) sliceOrTest() expr {
	var parts [3]*expr
	if !p.at(":") {
		e := p.test()
		if !p.at(":") {
			return e
		}
		parts[0] = &e
	}
	for i := 1; i < 3 && p.accept(":"); i++ {
		if !p.at(":") && !p.at("]") && !p.at(",") {
			e := p.test()
			parts[i] = &e
		}
	}
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		vs := [3]value.Value{value.None, value.None, value.None}
		for i, e := range parts {
			if e == nil {
				continue
			}
			var err error
			if vs[i], err = e.eval(t, names); err != nil {
				return nil, err
			}
		}
		return &value.Slice{Start: vs[0], Stop: vs[1], Step: vs[2]}, nil
	}}
}

func (p *parser) arguments() []item {
	var args []item
	for !p.accept(")") {
		switch {
		case p.accept("**"):
			args = append(args, item{expr: p.test(), star: 2})
		case p.accept("*"):
			args = append(args, item{expr: p.test(), star: 1})
		case p.peek().kind == tokenName && p.tokens[p.pos+1].text == "=" && p.tokens[p.pos+1].kind == tokenOp:
			name := p.name()
			p.expect("=")
			args = append(args, item{expr: p.test(), name: name})
		default:
			e := p.test()
			if p.at("for") {
				e = p.comprehension(e, nil, "(")
			}
			args = append(args, item{expr: e})
		}
		if !p.at(")") {
			p.expect(",")
		}
	}
	return args
}

func callOf(f expr, args []item) expr {
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		fn, err := f.eval(t, names)
		if err != nil {
			return nil, err
		}
		var pos []value.Value
		var kw []value.Kwarg
		for _, a := range args {
			v, err := a.eval(t, names)
			if err != nil {
				return nil, err
			}
			switch {
			case a.name != "":
				kw = append(kw, value.Kwarg{Name: a.name, Value: v})
			case a.star == 1:
				more, err := value.Collect(t, v)
				if err != nil {
					return nil, err
				}
				pos = append(pos, more...)
			case a.star == 2:
				for _, k := range v.(*value.Dict).Keys() {
					x, _, _ := v.(*value.Dict).Get(t, k)
					kw = append(kw, value.Kwarg{Name: k.(*value.Str).String(), Value: x})
				}
			default:
				pos = append(pos, v)
			}
		}
		return value.Call(t, fn, pos, kw)
	}}
}

func constant(v value.Value) expr {
	return expr{eval: func(*value.Thread, *scope) (value.Value, error) { return v, nil }}
}

func (p *parser) atom() expr {
	tok := p.peek()
	p.pos++
	switch tok.kind {
	case tokenNumber:
		return constant(p.number(tok.text))
	case tokenString:
		for p.peek().kind == tokenString {
			tok.text += p.peek().text
			p.pos++
		}
		if tok.bytes {
			return constant(value.NewBytes(tok.text))
		}
		return constant(value.NewStr(tok.text))
	case tokenName:
		switch tok.text {
		case "None":
			return constant(value.None)
		case "True":
			return constant(value.True)
		case "False":
			return constant(value.False)
		}
		return nameExpr(tok.text)
	case tokenOp:
		switch tok.text {
		case "...":
			return constant(value.Ellipsis)
		case "(":
			if p.accept(")") {
				return constant(value.EmptyTuple)
			}
			e := p.exprList()
			if p.at("for") {
				e = p.comprehension(e, nil, "(")
			}
			p.expect(")")
			return e
		case "[":
			return p.list()
		case "{":
			return p.brace()
		}
	}
	p.fail("unexpected %q", tok.text)
	return expr{}
}

func (p *parser) number(text string) value.Value {
	text = strings.ReplaceAll(text, "_", "")
	if n, ok := new(big.Int).SetString(text, 0); ok {
		return value.MakeInt(n)
	}
	if im, ok := strings.CutSuffix(text, "j"); ok {
		f, err := strconv.ParseFloat(im, 64)
		if err != nil {
			p.fail("bad number %s", text)
		}
		return value.Complex(complex(0, f))
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		p.fail("bad number %s", text)
	}
	return value.Float(f)
}

func (p *parser) list() expr {
	var items []item
	for !p.accept("]") {
		items = append(items, p.starOrTest())
		if len(items) == 1 && p.at("for") {
			e := p.comprehension(items[0].expr, nil, "[")
			p.expect("]")
			return e
		}
		if !p.at("]") {
			p.expect(",")
		}
	}
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		elems, err := collect(t, names, items)
		if err != nil {
			return nil, err
		}
		return value.NewList(elems), nil
	}}
}

func (p *parser) brace() expr {
	var items []item
	dict := p.at("}")
	for !p.accept("}") {
		var it item
		if p.accept("**") {
			it = item{expr: p.test(), star: 2}
			dict = true
		} else {
			it = p.starOrTest()
			if p.accept(":") {
				key := it.expr
				it = item{expr: p.test(), key: &key}
				dict = true
			}
		}
		items = append(items, it)
		if len(items) == 1 && p.at("for") {
			e := p.comprehension(it.expr, it.key, "{")
			p.expect("}")
			return e
		}
		if !p.at("}") {
			p.expect(",")
		}
	}
	if dict {
		return dictDisplay(items)
	}
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		elems, err := collect(t, names, items)
		if err != nil {
			return nil, err
		}
		s := value.NewSet()
		for _, e := range elems {
			if err := s.Add(t, e); err != nil {
				return nil, err
			}
		}
		return s, nil
	}}
}

func dictDisplay(items []item) expr {
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		d := value.NewDict()
		for _, it := range items {
			if it.star == 2 {
				v, err := it.eval(t, names)
				if err != nil {
					return nil, err
				}
				update, err := value.GetAttr(t, d, "update")
				if err != nil {
					return nil, err
				}
				if _, err := value.Call(t, update, []value.Value{v}, nil); err != nil {
					return nil, err
				}
				continue
			}
			k, err := it.key.eval(t, names)
			if err != nil {
				return nil, err
			}
			v, err := it.eval(t, names)
			if err != nil {
				return nil, err
			}
			if err := d.Set(t, k, v); err != nil {
				return nil, err
			}
		}
		return d, nil
	}}
}
