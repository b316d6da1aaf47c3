package stepwise

import (
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/prompt"
)

// known returns the repr of an expression without operations whose parts are
// all known: of a name, a literal, a display of such.
func (l *line) known(e syntax.Expr) (string, bool) {
	all := func(es []syntax.Expr) ([]string, bool) {
		parts := make([]string, len(es))
		for i, x := range es {
			var ok bool
			if x == nil {
				return nil, false
			}
			if parts[i], ok = l.known(x); !ok {
				return nil, false
			}
		}
		return parts, true
	}
	switch e := e.(type) {
	case *syntax.Name:
		return l.get(e.ID)
	case *syntax.Constant:
		return literal(e)
	case *syntax.UnaryOp:
		if k, ok := e.Operand.(*syntax.Constant); ok && e.Op == syntax.USub {
			if repr, ok := literal(k); ok && strings.Trim(repr, "0123456789.") == "" && repr != "0" {
				return "-" + repr, true
			}
		}
	case *syntax.List:
		parts, ok := all(e.Elts)
		return "[" + strings.Join(parts, ", ") + "]", ok
	case *syntax.Tuple:
		parts, ok := all(e.Elts)
		return tuple(parts), ok
	case *syntax.Dict:
		keys, ok1 := all(e.Keys)
		values, ok2 := all(e.Values)
		if !ok1 || !ok2 {
			return "", false
		}
		var parts []string
		for i, k := range keys {
			if slices.Contains(keys[:i], k) {
				return "", false // which of them stays is more than structure
			}
			parts = append(parts, k+": "+values[i])
		}
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "", false
}

func tuple(parts []string) string {
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// literal returns the repr of a constant.
func literal(k *syntax.Constant) (string, bool) {
	switch v := k.Value.(type) {
	case syntax.ConstStr:
		return value.StrRepr(v.Value), true
	case syntax.ConstInt:
		n, err := strconv.ParseInt(v.Text, 0, 64)
		return strconv.FormatInt(n, 10), err == nil
	case syntax.ConstFloat:
		return value.FloatRepr(v.Value), true
	case syntax.ConstBool:
		if v.Value {
			return "True", true
		}
		return "False", true
	case syntax.ConstNone:
		return "None", true
	}
	return "", false
}

// items returns what a loop over an expression goes through: what is in a list,
// a tuple, a string or a dict that is known, else what is said to be.
func (l *line) items(e syntax.Expr) ([]string, error) {
	if items, ok, err := l.iterate(e); ok || err != nil {
		return items, err
	}
	text, err := l.reduce(e)
	if err != nil {
		return nil, err
	}
	if isTemp(text) {
		if repr, ok := l.get(text); ok {
			if items, ok := contents(repr); ok {
				return items, nil
			}
		}
	}
	a, err := l.put(prompt.Loop, "for "+text+":")
	if err != nil {
		return nil, err
	}
	return Elements(a.Items)
}

// contents takes the repr of a container apart, in the order in which it is
// gone through. That of a set is not in its repr.
func contents(repr string) ([]string, bool) {
	e, err := syntax.ParseExpr(repr)
	if err != nil {
		return nil, false
	}
	switch e := e.(type) {
	case *syntax.List:
		return texts(repr, e.Elts), true
	case *syntax.Tuple:
		return texts(repr, e.Elts), true
	case *syntax.Dict:
		return texts(repr, e.Keys), true
	case *syntax.Constant:
		if s, ok := e.Value.(syntax.ConstStr); ok {
			out := []string{}
			for _, c := range s.Value {
				out = append(out, value.StrRepr(string(c)))
			}
			return out, true
		}
	}
	return nil, false
}

// texts are those of the parts of a repr.
func texts(repr string, parts []syntax.Expr) []string {
	out := make([]string, len(parts))
	for i, x := range parts {
		s := x.Pos()
		out[i] = repr[s.Start:s.End]
	}
	return out
}
