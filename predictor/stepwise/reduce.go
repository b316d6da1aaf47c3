package stepwise

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// children gives each of the nodes that is there the text that f makes of it.
func (l *line) children(p *patch, f func(syntax.Expr) (string, error), nodes ...syntax.Expr) error {
	for _, n := range nodes {
		if n == nil {
			continue
		}
		text, err := f(n)
		if err != nil {
			return err
		}
		p.add(n.Pos(), text)
	}
	return nil
}

func (l *line) text(n syntax.Node) string {
	s := n.Pos()
	return l.src[s.Start:s.End]
}

func (l *line) patched(p patch, n syntax.Node) string {
	s := n.Pos()
	return p.apply(l.src, s.Start, s.End)
}

// atom gives a text of an expression that does nothing: a name, if need be a new
// one for its value, a literal, an attribute of a name, or what makes an iterator, whose value has no text.
func (l *line) atom(e syntax.Expr) (string, error) {
	if plain(e) {
		return l.text(e), nil
	}
	switch e := e.(type) {
	case *syntax.List, *syntax.Tuple, *syntax.Dict:
		if repr, ok := l.known(e); ok {
			return l.named(e, repr), nil
		}
	case *syntax.Starred:
		text, err := l.atom(e.Value)
		return "*" + text, err
	case *syntax.Slice:
		return l.reduce(e)
	case *syntax.BoolOp, *syntax.IfExp, *syntax.ListComp, *syntax.DictComp, *syntax.GeneratorExp, *syntax.NamedExpr:
		return l.reduce(e)
	case *syntax.Call:
		if name, ok, err := l.through(e); ok || err != nil {
			return name, err
		}
		if l.runs(e) {
			return l.run(e)
		}
		if b, ok := l.result(e); ok {
			l.used[e.Func.(*syntax.Name).ID]++
			name := l.temp()
			l.set(name, b)
			return name, nil
		}
		if lazy(e) {
			return l.reduce(e)
		}
	}
	text, err := l.reduce(e)
	if err != nil {
		return "", err
	}
	if isTemp(text) {
		return text, nil
	}
	name := l.temp()
	if _, err := l.put(prompt.Simple, name+" = "+text); err != nil {
		return "", err
	}
	return name, nil
}

// through names what a structural call makes; ok is false where it can't be
// told without asking.
func (l *line) through(c *syntax.Call) (name string, ok bool, err error) {
	if !structural(c) {
		return "", false, nil
	}
	f := c.Func.(*syntax.Name).ID
	if _, shadowed := l.get(f); shadowed {
		return "", false, nil
	}
	switch g := c.Args[0].(type) {
	case *syntax.GeneratorExp:
		if f == "any" || f == "all" {
			name, err = l.quantifier(g.Generators, g.Elt, f == "any")
			return name, true, err
		}
		if name, err = l.comprehension(g.Generators, g.Elt, nil); err != nil {
			return "", true, err
		}
		if f == "list" {
			return name, true, nil
		}
	case *syntax.ListComp:
		if f == "any" || f == "all" {
			name, err = l.quantifier(g.Generators, g.Elt, f == "any")
			return name, true, err
		}
		if name, err = l.comprehension(g.Generators, g.Elt, nil); err != nil {
			return "", true, err
		}
	}
	var items []string
	if name != "" {
		repr, _ := l.get(name)
		items, _ = contents(repr)
	} else if items, ok, err = l.iterate(c); !ok || err != nil {
		return "", false, err
	}
	name = l.temp()
	if f == "tuple" {
		l.set(name, tuple(items))
	} else {
		l.set(name, "["+strings.Join(items, ", ")+"]")
	}
	return name, true, nil
}

// plain reports whether an expression does nothing that could be asked.
func plain(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name, *syntax.Constant, *syntax.Lambda:
		return true
	case *syntax.Attribute:
		return path(e)
	case *syntax.UnaryOp:
		_, k := e.Operand.(*syntax.Constant)
		return k && e.Op == syntax.USub
	case *syntax.JoinedStr:
		return !slices.ContainsFunc(e.Values, func(v syntax.Expr) bool { _, k := v.(*syntax.Constant); return !k })
	case *syntax.List:
		return allPlain(e.Elts)
	case *syntax.Tuple:
		return allPlain(e.Elts)
	case *syntax.Set:
		return allPlain(e.Elts)
	case *syntax.Dict:
		return allPlain(e.Keys) && allPlain(e.Values)
	}
	return false
}

// allPlain reports whether all of a display's elements are constants.
func allPlain(es []syntax.Expr) bool {
	return !slices.ContainsFunc(es, func(e syntax.Expr) bool {
		if _, name := e.(*syntax.Name); name || e == nil {
			return true
		}
		return !plain(e)
	})
}

// path reports whether an expression is a name or attributes of one.
func path(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		return true
	case *syntax.Attribute:
		return path(e.Value)
	}
	return false
}

// lazy reports whether a call makes an iterator or a view, whose value can't be
// told: it stays where it is used.
func lazy(c *syntax.Call) bool {
	switch f := c.Func.(type) {
	case *syntax.Name:
		switch f.ID {
		case "map", "filter", "zip", "enumerate", "reversed", "range", "iter", "super", "type", "open":
			return true
		}
	case *syntax.Attribute:
		switch f.Attr {
		case "items", "keys", "values":
			return len(c.Args) == 0
		case "finditer", "iter", "iterkeys", "itervalues", "iteritems":
			return true
		}
	}
	return false
}

// result is what the next call of a function is recorded to have returned.
func (l *line) result(c *syntax.Call) (string, bool) {
	f, ok := c.Func.(*syntax.Name)
	if !ok {
		return "", false
	}
	name := f.ID + "()"
	if n := l.used[f.ID]; n > 0 {
		name += strconv.Itoa(n + 1)
	}
	return l.get(name)
}

// runs reports whether a call is one of the functions that are run.
func (l *line) runs(c *syntax.Call) bool {
	f, ok := c.Func.(*syntax.Name)
	if !ok || l.functions == nil {
		return false
	}
	_, shadowed := l.get(f.ID)
	return !shadowed && l.functions.Has(f.ID)
}

// run names what a call that is run returns.
func (l *line) run(c *syntax.Call) (string, error) {
	var args []string
	var keywords []prompt.Binding
	give := func(e syntax.Expr) (string, error) {
		text, err := l.atom(e)
		if err != nil {
			return "", err
		}
		return l.valueOf(text)
	}
	for _, a := range c.Args {
		if starred(a) {
			return "", fmt.Errorf("the starred argument of %s is not bound", l.text(c))
		}
		repr, err := give(a)
		if err != nil {
			return "", err
		}
		args = append(args, repr)
	}
	for _, k := range c.Keywords {
		if k.Name == "" {
			return "", fmt.Errorf("the starred argument of %s is not bound", l.text(c))
		}
		repr, err := give(k.Value)
		if err != nil {
			return "", err
		}
		keywords = append(keywords, prompt.Binding{Name: k.Name, Repr: repr})
	}
	repr, err := l.functions.Call(c.Func.(*syntax.Name).ID, args, keywords)
	if err != nil {
		return "", err
	}
	name := l.temp()
	l.set(name, repr)
	return name, nil
}

// pure are the methods of builtin data that do not change it, so that what they
// are called on may be computed apart.
var pure = map[string]bool{}

func init() {
	for _, m := range strings.Fields(`capitalize casefold center count encode decode endswith expandtabs find format format_map index
		isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip
		maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip
		swapcase title translate upper zfill get keys values items copy union intersection difference symmetric_difference issubset
		issuperset isdisjoint bit_length hex is_integer group groups groupdict start end span`) {
		pure[m] = true
	}
}

// reduce gives a text of an expression in which one operation is left.
func (l *line) reduce(e syntax.Expr) (string, error) {
	if plain(e) {
		return l.text(e), nil
	}
	var p patch
	var err error
	switch e := e.(type) {
	case *syntax.BinOp:
		err = l.children(&p, l.atom, e.Left, e.Right)
	case *syntax.UnaryOp:
		err = l.children(&p, l.atom, e.Operand)
	case *syntax.Compare:
		if len(e.Ops) > 1 {
			return l.decide(e)
		}
		err = l.children(&p, l.atom, e.Left, e.Comparators[0])
	case *syntax.Starred:
		err = l.children(&p, l.atom, e.Value)
	case *syntax.Attribute:
		err = l.children(&p, l.atom, e.Value)
	case *syntax.Subscript:
		err = l.children(&p, l.atom, e.Value)
		if err == nil {
			err = l.children(&p, l.atom, e.Index)
		}
	case *syntax.Slice:
		err = l.children(&p, l.atom, e.Lower, e.Upper, e.Step)
	case *syntax.List:
		err = l.children(&p, l.atom, e.Elts...)
	case *syntax.Tuple:
		err = l.children(&p, l.atom, e.Elts...)
	case *syntax.Set:
		err = l.children(&p, l.atom, e.Elts...)
	case *syntax.Dict:
		for i := range e.Values {
			if err = l.children(&p, l.atom, e.Keys[i], e.Values[i]); err != nil {
				break
			}
		}
	case *syntax.JoinedStr:
		for _, v := range e.Values {
			f, ok := v.(*syntax.FormattedValue)
			if !ok {
				continue
			}
			if f.Value.Pos().End > e.End || f.Value.Pos().Start < e.Start || strings.Contains(l.text(f), "=}") {
				return "", errWhole
			}
			if err = l.children(&p, l.atom, f.Value); err != nil {
				break
			}
		}
	case *syntax.Call:
		err = l.call(&p, e)
	case *syntax.NamedExpr:
		var text, repr string
		if text, err = l.atom(e.Value); err == nil {
			if repr, err = l.valueOf(text); err == nil {
				l.change(e.Target.ID, repr)
				return e.Target.ID, nil
			}
		}
	case *syntax.BoolOp:
		return l.either(e)
	case *syntax.IfExp:
		yes, err := l.truth(e.Test)
		if err != nil {
			return "", err
		}
		if yes {
			return l.atom(e.Body)
		}
		return l.atom(e.Orelse)
	case *syntax.ListComp:
		return l.comprehension(e.Generators, e.Elt, nil)
	case *syntax.GeneratorExp:
		return l.comprehension(e.Generators, e.Elt, nil)
	case *syntax.DictComp:
		return l.comprehension(e.Generators, e.Key, e.Value)
	case *syntax.SetComp:
		var list string
		if list, err = l.comprehension(e.Generators, e.Elt, nil); err == nil {
			return "set(" + list + ")", nil
		}
	default:
		return "", errWhole
	}
	if err != nil {
		return "", err
	}
	return l.patched(p, e), nil
}

// call reduces the arguments of a call, and what a method is called on where
// the method can't change it.
func (l *line) call(p *patch, c *syntax.Call) error {
	if _, ok := l.result(c); ok {
		return nil
	}
	switch f := c.Func.(type) {
	case *syntax.Name:
	case *syntax.Attribute:
		to := l.place
		if pure[f.Attr] {
			to = l.atom
		}
		if err := l.children(p, to, f.Value); err != nil {
			return err
		}
	default:
		return errWhole
	}
	if len(c.Args) == 1 {
		// A lone generator expression may share the parentheses of the call.
		if g, ok := c.Args[0].(*syntax.GeneratorExp); ok {
			name, err := l.comprehension(g.Generators, g.Elt, nil)
			if err != nil {
				return err
			}
			if s := g.Pos(); l.src[s.Start] == '(' && s.End == c.End {
				name = "(" + name + ")"
			}
			p.add(g.Pos(), name)
			return nil
		}
	}
	for _, a := range c.Args {
		if err := l.children(p, l.atom, a); err != nil {
			return err
		}
	}
	for _, k := range c.Keywords {
		if err := l.children(p, l.atom, k.Value); err != nil {
			return err
		}
	}
	return nil
}

// place gives a text of what is assigned to or changed in place: it stays where
// it is, only its indices are computed apart.
func (l *line) place(e syntax.Expr) (string, error) {
	var p patch
	var err error
	switch e := e.(type) {
	case *syntax.Subscript:
		if err = l.children(&p, l.place, e.Value); err == nil {
			err = l.children(&p, l.atom, e.Index)
		}
	case *syntax.Attribute:
		err = l.children(&p, l.place, e.Value)
	case *syntax.Starred:
		err = l.children(&p, l.place, e.Value)
	case *syntax.Tuple:
		err = l.children(&p, l.place, e.Elts...)
	case *syntax.List:
		err = l.children(&p, l.place, e.Elts...)
	case *syntax.Call:
		if err = l.call(&p, e); err == nil {
			return l.patched(p, e), nil
		}
	default:
		return l.text(e), nil
	}
	if err != nil {
		return "", err
	}
	return l.patched(p, e), nil
}
