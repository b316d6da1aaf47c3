package undo

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
)

// call undoes a method that changes its object.
func (u *solver) call(c *syntax.Call) {
	f, ok := c.Func.(*syntax.Attribute)
	if !ok || len(c.Keywords) > 0 {
		return
	}
	n, ok := f.Value.(*syntax.Name)
	if !ok || len(u.w.names) != 1 || !u.w.changes(n.ID) {
		u.inner(c, f)
		return
	}
	for _, a := range c.Args {
		if !settled(a) {
			return
		}
	}
	if text, loose := u.before(n.ID, f.Attr, c.Args); text != "" {
		u.keep(n.ID, text, loose)
	}
}

// before is the text of what an object was before a method changed it, which the
// text v gives now; empty where it cannot be told.
func (u *solver) before(v, method string, args []syntax.Expr) (text string, loose bool) {
	arg := func(i int) string { return u.f.Text(args[i]) }
	if method == "append" && len(args) == 1 {
		return "list(" + v + ")[:-1]", false // whatever it was: it is tried forwards
	}
	for _, a := range args {
		if u.touched(a) {
			return "", false
		}
	}
	switch {
	case method == "extend" && len(args) == 1:
		return "_minus_end(" + v + ", " + arg(0) + ")", false
	case method == "insert" && len(args) == 2:
		return "_inserted(" + v + ", " + arg(0) + ")", false
	case method == "reverse" && len(args) == 0:
		return "list(" + v + ")[::-1]", false
	case method == "add" && len(args) == 1:
		return "(" + v + " - {" + arg(0) + "})", true
	}
	return "", false
}

// inner undoes a method of a part of a variable: d[k].append(x), and
// d.setdefault(k, []).append(x), which may have made the part.
func (u *solver) inner(c *syntax.Call, f *syntax.Attribute) {
	var base *syntax.Name
	var key syntax.Expr
	made := false
	switch p := f.Value.(type) {
	case *syntax.Subscript:
		base, _ = p.Value.(*syntax.Name)
		key = p.Index
	case *syntax.Call:
		g, ok := p.Func.(*syntax.Attribute)
		if !ok || g.Attr != "setdefault" || len(p.Args) != 2 {
			return
		}
		base, _ = g.Value.(*syntax.Name)
		key, made = p.Args[0], true
		if l, ok := p.Args[1].(*syntax.List); !ok || len(l.Elts) > 0 {
			return
		}
	}
	if base == nil || len(u.w.names) != 1 || !u.w.changes(base.ID) || u.touched(key) || !settled(key) {
		return
	}
	if _, slice := key.(*syntax.Slice); slice {
		return
	}
	k := u.f.Text(key)
	part := base.ID + "[" + k + "]"
	text, loose := u.before(part, f.Attr, c.Args)
	if text == "" {
		return
	}
	whole := fmt.Sprintf("_with(%s, %s, %s)", base.ID, k, text)
	if made {
		whole = fmt.Sprintf("(_without(%s, %s) if not (%s) and list(%s)[-1] == %s else %s)", base.ID, k, text, base.ID, k, whole)
		loose = true
	}
	u.keep(base.ID, whole, loose)
}

// pops undoes x = xs.pop(i), where x tells what was taken out.
func (u *solver) pops(s *syntax.Assign) bool {
	if len(s.Targets) != 1 {
		return false
	}
	x, ok := s.Targets[0].(*syntax.Name)
	c, isCall := s.Value.(*syntax.Call)
	if !ok || !isCall || len(c.Keywords) > 0 {
		return false
	}
	f, ok := c.Func.(*syntax.Attribute)
	if !ok || f.Attr != "pop" && f.Attr != "popleft" {
		return false
	}
	n, ok := f.Value.(*syntax.Name)
	if !ok || n.ID == x.ID || !mutable(u.after[n.ID]) {
		return false
	}
	switch {
	case len(c.Args) == 0 && f.Attr == "pop":
		u.keep(n.ID, fmt.Sprintf("_popped(%s, len(%s), %s)", n.ID, n.ID, x.ID), false)
	case len(c.Args) == 1 && !u.touched(c.Args[0]) && settled(c.Args[0]):
		k := u.f.Text(c.Args[0])
		u.keep(n.ID, fmt.Sprintf("(_popped(%s, %s, %s) if isinstance(%s, list) else {**%s, %s: %s})", n.ID, k, x.ID, n.ID, n.ID, k, x.ID), false)
		u.loose[n.ID] = u.after[n.ID] != "" && u.after[n.ID][0] == '{'
	}
	return true
}

// keep notes an old value.
func (u *solver) keep(name, text string, loose bool) {
	if repr, ok := u.eval(text); ok {
		u.old[name] = repr
		// Another variable may be the same object, or hold it.
		u.loose[name] = loose || u.aliased(name)
	}
}

// aliased reports whether another variable could be the object of a variable, or
// have it as a part.
func (u *solver) aliased(name string) bool {
	repr := u.after[name]
	for _, b := range u.list {
		if b.Name != name && len(repr) > 2 && b.Repr != "" && mutable(b.Repr) && strings.Contains(b.Repr, repr) {
			return true
		}
	}
	return false
}

// leads runs the statement on the old values and reports whether that gives the
// state after.
func (u *solver) leads() bool {
	m := u.machine()
	defer m.Close()
	for _, b := range u.list {
		repr := b.Repr
		if u.w.has(b.Name) {
			var ok bool
			if repr, ok = u.old[b.Name]; !ok {
				continue
			}
		}
		_ = m.Exec(b.Name + " = " + repr)
	}
	if err := m.Exec(u.f.Text(u.st)); err != nil {
		return false
	}
	second := &solver{m: m}
	for _, b := range u.list {
		if !u.w.has(b.Name) {
			continue
		}
		if got, ok := second.eval(b.Name); !ok || got != b.Repr {
			return false
		}
	}
	return true
}
