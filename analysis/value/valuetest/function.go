package valuetest

import "augur/analysis/value"

// scope is a level of names.
type scope struct {
	names map[string]value.Value
	outer *scope
}

func newScope(outer *scope) *scope { return &scope{names: map[string]value.Value{}, outer: outer} }

func (s *scope) find(name string) (value.Value, bool) {
	for ; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v, true
		}
	}
	v, ok := value.Builtins[name]
	return v, ok
}

func nameExpr(name string) expr {
	return expr{
		eval: func(_ *value.Thread, names *scope) (value.Value, error) {
			v, ok := names.find(name)
			if !ok {
				return nil, value.Raisef(value.NameError, "name '%s' is not defined", name)
			}
			return v, nil
		},
		set: func(_ *value.Thread, names *scope, v value.Value) error {
			names.names[name] = v
			return nil
		},
		del: func(_ *value.Thread, names *scope) error {
			if _, ok := names.names[name]; !ok {
				return value.Raisef(value.NameError, "name '%s' is not defined", name)
			}
			delete(names.names, name)
			return nil
		},
	}
}

// lambda is the body of a function.
type lambda struct {
	params   []string
	defaults []value.Value // of the last parameters
	star     string
	kwargs   string
	body     expr
	names    *scope
}

func (p *parser) lambda() expr {
	var f lambda
	var defaults []expr
	for !p.accept(":") {
		switch {
		case p.accept("**"):
			f.kwargs = p.name()
		case p.accept("*"):
			f.star = p.name()
		default:
			f.params = append(f.params, p.name())
			if p.accept("=") {
				defaults = append(defaults, p.test())
			}
		}
		if !p.at(":") {
			p.expect(",")
		}
	}
	f.body = p.test()
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		g := f
		g.names = names
		for _, d := range defaults {
			v, err := d.eval(t, names)
			if err != nil {
				return nil, err
			}
			g.defaults = append(g.defaults, v)
		}
		return &value.Function{
			Name: "<lambda>", Qualname: "<lambda>", Module: "__main__", Doc: value.None, Code: &g,
			Globals: value.NewDict(), Defaults: g.defaults,
		}, nil
	}}
}

func (f *lambda) Call(t *value.Thread, _ *value.Function, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	local := newScope(f.names)
	n := len(f.params)
	for i, p := range f.params {
		if i < len(args) {
			local.names[p] = args[i]
		} else if k := i - (n - len(f.defaults)); k >= 0 {
			local.names[p] = f.defaults[k]
		}
	}
	if f.star != "" {
		local.names[f.star] = value.NewTuple(append([]value.Value(nil), args[min(n, len(args)):]...)...)
	} else if len(args) > n {
		plural, were := "s", "were"
		if n == 1 {
			plural = ""
		}
		if len(args) == 1 {
			were = "was"
		}
		return nil, value.TypeErrorf("<lambda>() takes %d positional argument%s but %d %s given", n, plural, len(args), were)
	}
	extra := value.NewDict()
	for _, k := range kwargs {
		known := false
		for _, p := range f.params {
			known = known || p == k.Name
		}
		if known {
			local.names[k.Name] = k.Value
		} else {
			extra.SetStr(k.Name, k.Value)
		}
	}
	if f.kwargs != "" {
		local.names[f.kwargs] = extra
	}
	for _, p := range f.params {
		if _, ok := local.names[p]; !ok {
			return nil, value.TypeErrorf("<lambda>() missing 1 required positional argument: '%s'", p)
		}
	}
	return t.CallWithin(func() (value.Value, error) { return f.body.eval(t, local) })
}

// comprehension parses "for target in items if condition" after an element.
func (p *parser) comprehension(elem expr, key *expr, bracket string) expr {
	p.expect("for")
	targets := []item{{expr: nameExpr(p.name())}}
	for p.accept(",") {
		targets = append(targets, item{expr: nameExpr(p.name())})
	}
	target := targets[0].expr
	if len(targets) > 1 {
		target = tupleOf(targets)
	}
	p.expect("in")
	items := p.or()
	var cond *expr
	if p.accept("if") {
		c := p.or()
		cond = &c
	}
	start := func(t *value.Thread, names *scope) (*generator, error) {
		v, err := items.eval(t, names)
		if err != nil {
			return nil, err
		}
		it, err := value.Iter(t, v)
		if err != nil {
			return nil, err
		}
		return &generator{it: it, target: target, cond: cond, elem: elem, key: key, names: newScope(names)}, nil
	}
	return expr{eval: func(t *value.Thread, names *scope) (value.Value, error) {
		g, err := start(t, names)
		if err != nil || bracket == "(" {
			return g, err
		}
		d, s, l := value.NewDict(), value.NewSet(), value.NewList(nil)
		for {
			k, v, err := g.step(t)
			if err != nil {
				return nil, err
			}
			switch {
			case v == nil && key != nil:
				return d, nil
			case v == nil && bracket == "{":
				return s, nil
			case v == nil:
				return l, nil
			case key != nil:
				err = d.Set(t, k, v)
			case bracket == "{":
				err = s.Add(t, v)
			default:
				l.Elems = append(l.Elems, v)
			}
			if err != nil {
				return nil, err
			}
		}
	}}
}

var generatorType = value.NewBuiltinType("generator", value.ObjectType)

func init() { value.DefIterator(generatorType) }

type generator struct {
	it     value.Iterator
	target expr
	cond   *expr
	elem   expr
	key    *expr
	names  *scope
	done   bool
}

func (g *generator) Type() *value.Type { return generatorType }

func (g *generator) Next(t *value.Thread) (value.Value, error) {
	if g.done {
		return nil, nil
	}
	_, v, err := g.step(t)
	if _, stop := value.IsRaised(err, value.StopIteration); stop {
		err = value.Raisef(value.RuntimeError, "generator raised StopIteration")
	}
	g.done = v == nil
	return v, err
}

func (g *generator) step(t *value.Thread) (k, v value.Value, err error) {
	for {
		x, err := g.it.Next(t)
		if err != nil || x == nil {
			return nil, nil, err
		}
		if err := g.target.set(t, g.names, x); err != nil {
			return nil, nil, err
		}
		if g.cond != nil {
			ok, err := truth(t, g.names, *g.cond)
			if err != nil {
				return nil, nil, err
			}
			if !ok {
				continue
			}
		}
		if g.key != nil {
			if k, err = g.key.eval(t, g.names); err != nil {
				return nil, nil, err
			}
		}
		v, err = g.elem.eval(t, g.names)
		return k, v, err
	}
}
