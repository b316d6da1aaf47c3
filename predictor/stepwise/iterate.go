package stepwise

import (
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// iterate goes through an iterable whose parts are known, where doing so is
// control flow and no more: a container, or what the built-in functions make of
// one that only say in which order to go. The arithmetic of a range is asked.
// ok is false for any other expression.
func (l *line) iterate(e syntax.Expr) (items []string, ok bool, err error) {
	if repr, ok := l.known(e); ok {
		items, ok := contents(repr)
		return items, ok, nil
	}
	c, ok := e.(*syntax.Call)
	if !ok || len(c.Keywords) > 0 || slices.ContainsFunc(c.Args, starred) {
		return nil, false, nil
	}
	switch f := c.Func.(type) {
	case *syntax.Attribute:
		if len(c.Args) > 0 {
			return nil, false, nil
		}
		return l.view(f)
	case *syntax.Name:
		if _, shadowed := l.get(f.ID); shadowed {
			return nil, false, nil
		}
		return l.iterator(f.ID, c.Args)
	}
	return nil, false, nil
}

func starred(e syntax.Expr) bool {
	_, is := e.(*syntax.Starred)
	return is
}

// view goes through d.items(), d.keys() or d.values() of a dict that is known.
func (l *line) view(f *syntax.Attribute) ([]string, bool, error) {
	repr, ok := l.known(f.Value)
	if !ok {
		return nil, false, nil
	}
	e, err := syntax.ParseExpr(repr)
	d, ok := e.(*syntax.Dict)
	if err != nil || !ok {
		return nil, false, nil
	}
	keys, values := texts(repr, d.Keys), texts(repr, d.Values)
	switch f.Attr {
	case "keys":
		return keys, true, nil
	case "values":
		return values, true, nil
	case "items":
		for i, k := range keys {
			keys[i] = tuple([]string{k, values[i]})
		}
		return keys, true, nil
	}
	return nil, false, nil
}

func (l *line) iterator(name string, args []syntax.Expr) ([]string, bool, error) {
	switch {
	case name == "range" && len(args) >= 1 && len(args) <= 3:
		return l.span(args)
	case (name == "list" || name == "tuple" || name == "iter") && len(args) == 1:
		return l.iterate(args[0])
	case name == "reversed" && len(args) == 1:
		items, ok, err := l.iterate(args[0])
		slices.Reverse(items)
		return items, ok, err
	case name == "enumerate" && len(args) == 1:
		items, ok, err := l.iterate(args[0])
		if !ok || err != nil {
			return nil, ok, err
		}
		at := "0"
		for i := range items {
			items[i] = tuple([]string{at, items[i]})
			if at, err = l.count(at, "1"); err != nil {
				return nil, false, err
			}
		}
		return items, true, nil
	case name == "zip" && len(args) > 0:
		var all [][]string
		for _, a := range args {
			items, ok, err := l.iterate(a)
			if !ok || err != nil {
				return nil, ok, err
			}
			all = append(all, items)
		}
		n := len(slices.MinFunc(all, func(a, b []string) int { return len(a) - len(b) }))
		out := make([]string, n)
		for i := range out {
			var parts []string
			for _, items := range all {
				parts = append(parts, items[i])
			}
			out[i] = tuple(parts)
		}
		return out, true, nil
	}
	return nil, false, nil
}

// count asks for the number after another one.
func (l *line) count(at, step string) (string, error) {
	const counter = "_i"
	l.set(counter, at)
	sign := " + "
	if strings.HasPrefix(step, "-") {
		sign, step = " - ", step[1:]
	}
	name := l.temp()
	if _, err := l.put(prompt.Simple, name+" = "+counter+sign+step); err != nil {
		return "", err
	}
	l.temps--
	repr, _ := l.get(name)
	return repr, nil
}

// span goes through a range: whether it goes on and what comes next is asked.
func (l *line) span(args []syntax.Expr) ([]string, bool, error) {
	ends := []string{"0", "", "1"}
	at := [][]int{{1}, {0, 1}, {0, 1, 2}}[len(args)-1]
	for i, a := range args {
		text, err := l.atom(a)
		if err != nil {
			return nil, false, err
		}
		repr, err := l.valueOf(text)
		if err != nil {
			return nil, false, err
		}
		if _, err := strconv.Atoi(repr); err != nil {
			return nil, false, errWhole
		}
		ends[at[i]] = repr
	}
	op := " < "
	if strings.HasPrefix(ends[2], "-") {
		op = " > "
	}
	var out []string
	for i := ends[0]; ; {
		l.set("_i", i)
		a, err := l.put(prompt.Condition, "if _i"+op+ends[1]+":")
		if err != nil {
			return nil, false, err
		}
		if !a.Truth {
			return out, true, nil
		}
		out = append(out, i)
		if i, err = l.count(i, ends[2]); err != nil {
			return nil, false, err
		}
		if _, err := strconv.Atoi(i); err != nil {
			return nil, false, errWhole
		}
	}
}
