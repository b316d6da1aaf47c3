package eval

import (
	"regexp"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// A format with a tuple of arguments, "a %s b %5r" % (x, y), is an f-string to
// CPython's compiler: each argument is turned into text before the next one is
// computed.

// percentField is a field that has a counterpart in an f-string.
var percentField = regexp.MustCompile(`^%([-+ #0]*)([0-9]{1,2})?(\.[0-9]{0,2})?([sra])`)

// percentPart is literal text, or how an argument is formatted.
type percentPart struct {
	text string
	arg  syntax.Expr // nil for text
	kind byte        // 's', 'r' or 'a'
	spec string
}

// percentParts takes a format with a tuple of arguments apart; ok is false if the
// compiler leaves it to run time.
func percentParts(e *syntax.BinOp) (parts []percentPart, ok bool) {
	if e.Op != syntax.Mod {
		return nil, false
	}
	format, isText := constantText(e.Left)
	args, isTuple := e.Right.(*syntax.Tuple)
	if !isText || !isTuple || allFolded(args.Elts) {
		return nil, false
	}
	for _, a := range args.Elts {
		if _, star := a.(*syntax.Starred); star {
			return nil, false
		}
	}
	var text strings.Builder
	next := 0
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			text.WriteString(format)
			break
		}
		text.WriteString(format[:i])
		format = format[i:]
		if strings.HasPrefix(format, "%%") {
			text.WriteByte('%')
			format = format[2:]
			continue
		}
		m := percentField.FindStringSubmatch(format)
		if m == nil || next == len(args.Elts) {
			return nil, false
		}
		if text.Len() > 0 {
			parts = append(parts, percentPart{text: text.String()})
			text.Reset()
		}
		p := percentPart{arg: args.Elts[next], kind: m[4][0], spec: m[2] + m[3]}
		if m[3] == "." {
			p.spec = m[2] + ".0"
		}
		if width := strings.TrimLeft(m[2], "0"); width != "" && !strings.Contains(m[1], "-") {
			p.spec = ">" + p.spec
		}
		parts = append(parts, p)
		next++
		format = format[len(m[0]):]
	}
	if text.Len() > 0 {
		parts = append(parts, percentPart{text: text.String()})
	}
	return parts, next == len(args.Elts)
}

// constantText is the text that an expression is to the compiler.
func constantText(e syntax.Expr) (string, bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		s, ok := e.Value.(syntax.ConstStr)
		return s.Value, ok
	case *syntax.BinOp:
		if e.Op != syntax.Add {
			return "", false
		}
		l, left := constantText(e.Left)
		r, right := constantText(e.Right)
		return l + r, left && right
	}
	return "", false
}

// percent compiles such a format.
func (c *compiler) percent(e *syntax.BinOp, parts []percentPart) expr {
	xs := make([]expr, len(parts))
	for i, p := range parts {
		if p.arg == nil {
			v := constant(syntax.ConstStr{Value: p.text})
			xs[i] = func(*frame) (value.Value, error) { return v, nil }
			continue
		}
		xs[i] = c.percentArg(p)
	}
	if len(xs) != 1 {
		xs[len(xs)-1] = c.placed(xs[len(xs)-1], e.Line)
	}
	return joined(xs)
}

func (c *compiler) percentArg(p percentPart) expr {
	x := c.expr(p.arg)
	line := p.arg.Pos().Line
	if p.spec != "" && joins(p.arg) {
		// The specification is loaded by an instruction without a line, to which
		// control comes in two ways: the next one begins the line anew.
		x = c.anew(x)
	}
	x = c.placed(x, line)
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		var text string
		switch p.kind {
		case 's':
			text, err = value.Text(fr.t, v)
		case 'r':
			text, err = value.Repr(fr.t, v)
		default:
			text, err = value.ASCII(fr.t, v)
		}
		if err == nil && p.spec != "" {
			text, err = value.Format(fr.t, value.NewStr(text), p.spec)
		}
		return fr.softKind(value.NewStr(text), err, value.StrType, true)
	}
}

// joins reports whether control comes in several ways to what follows an expression.
func joins(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.BoolOp:
		// A constant decides when the code is compiled.
		for _, v := range e.Values[:len(e.Values)-1] {
			if !folded(v) {
				return true
			}
		}
		return joins(e.Values[len(e.Values)-1])
	case *syntax.IfExp:
		return !folded(e.Test)
	case *syntax.Compare:
		return len(e.Ops) > 1
	}
	return false
}

// opensUnplaced reports whether a function's code starts with an instruction
// that has no line of its own: the literal text before the first field of
// "text %s" % (x,). It counts to the line before it, that of the function.
func opensUnplaced(body []syntax.Stmt, doc bool) bool {
	if doc {
		body = body[1:]
	}
	if len(body) == 0 {
		return false
	}
	var e syntax.Expr
	switch s := body[0].(type) {
	case *syntax.Return:
		e = s.Value
	case *syntax.Assign:
		e = s.Value
	case *syntax.AnnAssign:
		e = s.Value
	case *syntax.ExprStmt:
		e = s.Value
	}
	for {
		switch x := e.(type) {
		case *syntax.BinOp:
			if parts, ok := percentParts(x); ok {
				if parts[0].arg == nil {
					return true
				}
				e = parts[0].arg
				continue
			}
			e = x.Left
		case *syntax.Compare:
			e = x.Left
		case *syntax.Attribute:
			e = x.Value
		case *syntax.Subscript:
			e = x.Value
		case *syntax.Call:
			f, ok := x.Func.(*syntax.Attribute)
			if !ok {
				return false
			}
			e = f.Value
		default:
			return false
		}
	}
}
