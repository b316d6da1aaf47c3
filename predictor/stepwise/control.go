package stepwise

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// truth asks whether an expression is true, one condition at a time.
func (l *line) truth(e syntax.Expr) (bool, error) {
	switch e := e.(type) {
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			yes, err := l.truth(e.Operand)
			return !yes, err
		}
	case *syntax.BoolOp:
		for _, v := range e.Values {
			yes, err := l.truth(v)
			if err != nil || yes == (e.Op == syntax.Or) {
				return yes, err
			}
		}
		return e.Op == syntax.And, nil
	case *syntax.Compare:
		return l.chain(e)
	case *syntax.Constant:
		if k, ok := e.Value.(syntax.ConstBool); ok {
			return k.Value, nil
		}
	}
	text, err := l.reduce(e)
	if err != nil {
		return false, err
	}
	return l.condition(text)
}

func (l *line) condition(text string) (bool, error) {
	a, err := l.put(prompt.Condition, "if "+text+":")
	if err != nil {
		return false, err
	}
	return a.Truth, nil
}

// chain asks the comparisons of "a < b < c", each of whose operands is
// computed once.
func (l *line) chain(e *syntax.Compare) (bool, error) {
	left, err := l.atom(e.Left)
	if err != nil {
		return false, err
	}
	from := e.Left.Pos().End
	for _, c := range e.Comparators {
		right, err := l.atom(c)
		if err != nil {
			return false, err
		}
		op := strings.TrimSpace(strings.Trim(strings.TrimSpace(l.src[from:c.Pos().Start]), "()"))
		yes, err := l.condition(left + " " + op + " " + right)
		if err != nil || !yes {
			return false, err
		}
		left, from = right, c.Pos().End
	}
	return true, nil
}

// decide names the value of a chain of comparisons.
func (l *line) decide(e *syntax.Compare) (string, error) {
	yes, err := l.chain(e)
	if err != nil {
		return "", err
	}
	name := l.temp()
	l.set(name, map[bool]string{true: "True", false: "False"}[yes])
	return name, nil
}

// either gives the operand that "a and b" or "a or b" comes to.
func (l *line) either(e *syntax.BoolOp) (string, error) {
	for i, v := range e.Values {
		text, err := l.atom(v)
		if err != nil || i == len(e.Values)-1 {
			return text, err
		}
		yes, err := l.condition(text)
		if err != nil {
			return "", err
		}
		if yes == (e.Op == syntax.Or) {
			return text, nil
		}
	}
	return "", errWhole
}

// comprehension asks for each element of a comprehension, and for its value if
// it makes a dict, and names the list or the dict of them.
func (l *line) comprehension(gens []*syntax.Comprehension, elt, val syntax.Expr) (string, error) {
	var keys, values []string
	err := l.generate(gens, func() (bool, error) {
		k, err := l.element(elt)
		if err != nil {
			return false, err
		}
		if val == nil {
			values = append(values, k)
			return true, nil
		}
		v, err := l.element(val)
		if err != nil {
			return false, err
		}
		if at := slices.Index(keys, k); at >= 0 {
			values[at] = v
		} else {
			keys, values = append(keys, k), append(values, v)
		}
		return true, nil
	})
	if err != nil {
		return "", err
	}
	name := l.temp()
	if val == nil {
		l.set(name, "["+strings.Join(values, ", ")+"]")
		return name, nil
	}
	for i := range keys {
		keys[i] += ": " + values[i]
	}
	l.set(name, "{"+strings.Join(keys, ", ")+"}")
	return name, nil
}

// quantifier names the value of any or all of a comprehension's elements, asked
// until one decides.
func (l *line) quantifier(gens []*syntax.Comprehension, elt syntax.Expr, any bool) (string, error) {
	found := false
	err := l.generate(gens, func() (bool, error) {
		yes, err := l.truth(elt)
		found = yes == any
		return !found, err
	})
	if err != nil {
		return "", err
	}
	name := l.temp()
	l.set(name, map[bool]string{true: "True", false: "False"}[found == any])
	return name, nil
}

// generate goes through the loops of a comprehension and calls f for each
// element, with the variables bound, until it says to stop.
func (l *line) generate(gens []*syntax.Comprehension, f func() (more bool, err error)) error {
	outer, shadow := slices.Clone(l.env), len(l.shadow)
	var bound []string
	for _, g := range gens {
		if g.Async {
			return errWhole
		}
		syntax.Inspect(g.Target, func(n syntax.Node) bool {
			if n, ok := n.(*syntax.Name); ok {
				bound = append(bound, n.ID)
			}
			return true
		})
	}
	l.shadow = append(l.shadow, bound...)
	_, err := l.nest(gens, f)
	l.shadow = l.shadow[:shadow]
	for _, n := range bound {
		l.env = slices.DeleteFunc(l.env, func(b prompt.Binding) bool { return b.Name == n })
		if i := slices.IndexFunc(outer, func(b prompt.Binding) bool { return b.Name == n }); i >= 0 {
			l.env = append(l.env, outer[i])
		}
	}
	return err
}

func (l *line) nest(gens []*syntax.Comprehension, f func() (bool, error)) (more bool, err error) {
	if len(gens) == 0 {
		return f()
	}
	g := gens[0]
	items, err := l.items(g.Iter)
	if err != nil {
		return false, err
	}
next:
	for _, item := range items {
		if err := Unpack(g.Target, item, l.set); err != nil {
			return false, err
		}
		for _, c := range g.Ifs {
			yes, err := l.truth(c)
			if err != nil {
				return false, err
			}
			if !yes {
				continue next
			}
		}
		if more, err := l.nest(gens[1:], f); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}

// element asks for the value of an element.
func (l *line) element(e syntax.Expr) (string, error) {
	if t, ok := e.(*syntax.Tuple); ok {
		parts := make([]string, len(t.Elts))
		for i, x := range t.Elts {
			var err error
			if parts[i], err = l.element(x); err != nil {
				return "", err
			}
		}
		return tuple(parts), nil
	}
	text, err := l.atom(e)
	if err != nil {
		return "", err
	}
	return l.valueOf(text)
}

// Elements takes the repr of a list or tuple apart.
func Elements(repr string) ([]string, error) {
	e, err := syntax.ParseExpr(repr)
	if err != nil {
		return nil, err
	}
	var elts []syntax.Expr
	switch e := e.(type) {
	case *syntax.List:
		elts = e.Elts
	case *syntax.Tuple:
		elts = e.Elts
	default:
		return nil, errors.New("the model gave no list of items")
	}
	return texts(repr, elts), nil
}

// Unpack binds a target to a value with the given repr, calling set for each
// name. A target that is neither a name nor made of names is an error; a value
// of the wrong length is the exception that Python raises.
func Unpack(target syntax.Expr, repr string, set func(name, repr string)) error {
	var elts []syntax.Expr
	switch t := target.(type) {
	case *syntax.Name:
		set(t.ID, repr)
		return nil
	case *syntax.Tuple:
		elts = t.Elts
	case *syntax.List:
		elts = t.Elts
	default:
		return fmt.Errorf("a loop's target %T is not assigned to", target)
	}
	parts, ok := contents(repr)
	if !ok {
		return fmt.Errorf("%s is not unpacked", repr)
	}
	if len(parts) != len(elts) {
		return Exception("ValueError")
	}
	for i := range elts {
		if err := Unpack(elts[i], parts[i], set); err != nil {
			return err
		}
	}
	return nil
}
