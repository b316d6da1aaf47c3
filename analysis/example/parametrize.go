package example

import (
	"sort"
	"strings"

	"augur/analysis/syntax"
)

func sortedKeys(m map[string]bool) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// parametrized returns the rows of the pytest.mark.parametrize decorators of a
// test. Of several decorators, each row of one is joined with the first row of
// the others.
func parametrized(def *syntax.FunctionDef, sc *scope) []row {
	var tables [][]row
	for _, d := range def.Decorators {
		call, ok := d.(*syntax.Call)
		if !ok || len(call.Args) < 2 || lastName("."+dotted(call.Func)) != "parametrize" {
			continue
		}
		names, bare := argumentNames(call.Args[0])
		var values []syntax.Expr
		switch v := call.Args[1].(type) {
		case *syntax.List:
			values = v.Elts
		case *syntax.Tuple:
			values = v.Elts
		}
		var table []row
		for _, v := range values {
			if r := makeRow(names, bare, v, sc); r != nil {
				table = append(table, r)
			}
		}
		if len(table) > 0 {
			tables = append(tables, table)
		}
	}
	var rows []row
	for i, table := range tables {
		for k, r := range table {
			if k == 0 && i > 0 {
				continue // all the first rows are there already
			}
			joined := row{}
			for _, other := range tables {
				for name, v := range other[0] {
					joined[name] = v
				}
			}
			for name, v := range r {
				joined[name] = v
			}
			rows = append(rows, joined)
		}
	}
	return rows
}

// argumentNames returns the names in the first argument of parametrize, and
// whether a value stands for the only name without a tuple around it.
func argumentNames(e syntax.Expr) (names []string, bare bool) {
	var elts []syntax.Expr
	switch e := e.(type) {
	case *syntax.Constant:
		if s, ok := e.Value.(syntax.ConstStr); ok {
			names = strings.FieldsFunc(s.Value, func(r rune) bool { return r == ',' || r == ' ' })
			return names, len(names) == 1
		}
	case *syntax.List:
		elts = e.Elts
	case *syntax.Tuple:
		elts = e.Elts
	}
	for _, elt := range elts {
		if c, ok := elt.(*syntax.Constant); ok {
			if s, ok := c.Value.(syntax.ConstStr); ok {
				names = append(names, s.Value)
			}
		}
	}
	return names, false
}

// makeRow makes a row of one value of parametrize, or nil if it is not concrete.
func makeRow(names []string, bare bool, e syntax.Expr, sc *scope) row {
	args := []syntax.Expr{e}
	if call, ok := e.(*syntax.Call); ok && lastName("."+dotted(call.Func)) == "param" {
		args = call.Args
	} else if !bare {
		switch e := e.(type) {
		case *syntax.Tuple:
			args = e.Elts
		case *syntax.List:
			args = e.Elts
		}
	}
	if len(args) != len(names) || len(names) == 0 {
		return nil
	}
	r := row{}
	for i, arg := range args {
		cuts, locals, _, ok := sc.needs(arg)
		if _, starred := arg.(*syntax.Starred); !ok || len(locals) > 0 || starred {
			return nil
		}
		text := sc.paste(arg, cuts)
		if _, tuple := arg.(*syntax.Tuple); tuple && !strings.HasPrefix(text, "(") {
			text = "(" + text + ")"
		}
		r[names[i]] = value{text: text, expr: arg}
	}
	return r
}

// substitute returns the cuts that put the values of a row in the place of the
// parameters.
func substitute(n syntax.Node, names map[string]bool, r row) []cut {
	direct := map[syntax.Expr]bool{} // arguments, which need no parentheses
	dotted := map[syntax.Expr]bool{} // before a dot, where a number needs them
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			for _, a := range n.Args {
				direct[a] = true
			}
		case *syntax.Keyword:
			direct[n.Value] = true
		case *syntax.List:
			for _, e := range n.Elts {
				direct[e] = true
			}
		case *syntax.Attribute:
			dotted[n.Value] = true
		}
		return true
	})
	if e, ok := n.(syntax.Expr); ok {
		direct[e] = true
	}
	var cuts []cut
	freeNames(n, func(name *syntax.Name) {
		if !names[name.ID] {
			return
		}
		v := r[name.ID]
		text := v.text
		if !direct[name] && !isAtom(v.expr) || dotted[name] && isNumber(v.expr) {
			text = "(" + text + ")"
		}
		cuts = append(cuts, cut{name.Start, name.End, text})
	})
	return cuts
}

// isNumber reports whether an expression is a number literal.
func isNumber(e syntax.Expr) bool {
	c, ok := e.(*syntax.Constant)
	if !ok {
		return false
	}
	switch c.Value.(type) {
	case syntax.ConstInt, syntax.ConstFloat, syntax.ConstComplex:
		return true
	}
	return false
}

// isAtom reports whether an expression needs no parentheses, unless it is a
// number before a dot.
func isAtom(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Constant, *syntax.Name, *syntax.List, *syntax.Dict, *syntax.Set, *syntax.Call, *syntax.Attribute, *syntax.Subscript,
		*syntax.ListComp, *syntax.DictComp, *syntax.SetComp, *syntax.Tuple, *syntax.GeneratorExp:
		return true
	}
	return false
}
