package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

func (c *compiler) classDef(s *syntax.ClassDef) stmt {
	k := &code{prog: c.prog, name: s.Name, qualname: c.qualname(s.Name), scope: c.prog.scopes[s], node: s, first: s.Line, vararg: -1, kwarg: -1}
	c.cellsOf(k)
	doc := docstring(s.Body)
	var docValue value.Value
	if doc {
		docValue = constant(s.Body[0].(*syntax.ExprStmt).Value.(*syntax.Constant).Value)
	}
	k.compileBody = func(inner *compiler) block { return inner.block(s.Body, doc) }
	bases := c.elements(s.Bases, s.DefLine, false)
	settle := c.settle(s.DefLine)
	type keyword struct {
		name string
		x    expr
	}
	var kws []keyword
	for _, kw := range s.Keywords {
		kws = append(kws, keyword{kw.Name, c.expr(kw.Value)})
	}
	decorators, lines := c.exprs(s.Decorators), linesOf(s.Decorators)
	set := c.storer(c.mangle(s.Name))
	name := s.Name
	defLine := s.DefLine
	return func(fr *frame) (flow, error) {
		decs, err := fr.evalDecorators(decorators, lines)
		if err != nil {
			return next, err
		}
		if len(decs) > 0 {
			if err := fr.arriveAt(defLine, 0, false); err != nil {
				return next, err
			}
		}
		if settle != nil {
			if err := settle(fr); err != nil {
				return next, err
			}
		}
		bs, err := bases(fr)
		if err != nil {
			return next, halt(err)
		}
		var kwargs []value.Kwarg
		for _, kw := range kws {
			v, err := kw.x(fr)
			if err != nil {
				return next, err
			}
			if kw.name == "" {
				if kwargs, err = fr.spread(kwargs, v, value.TypeType); err != nil {
					return next, err
				}
				continue
			}
			kwargs = append(kwargs, value.Kwarg{Name: kw.name, Value: v})
		}
		for _, b := range bs {
			if u, ok := b.(*value.Unknown); ok {
				// A class with an unknown base: what it does is unknown, but
				// making it is taken to have no effect elsewhere.
				return next, set(fr, &value.Unknown{Reason: "base class " + u.Reason})
			}
		}
		cls, err := value.BuildClass(fr.t, name, bs, kwargs, func(ns *value.Dict) error {
			k.ready()
			body := &frame{t: fr.t, m: fr.m, code: k, globals: fr.globals, names: ns, back: fr}
			body.cells = make([]*cell, len(k.scope.cellNames))
			for i := 0; i < k.scope.ownCells; i++ {
				body.cells[i] = &cell{}
			}
			copy(body.cells[k.scope.ownCells:], fr.capture(k))
			if module, ok := fr.globals.GetStr("__name__"); ok {
				ns.SetStr("__module__", module)
			}
			ns.SetStr("__qualname__", value.NewStr(k.qualname))
			if docValue != nil {
				ns.SetStr("__doc__", docValue)
			}
			if settle != nil {
				if err := settle(fr); err != nil {
					return err
				}
			}
			fr.t.Frame = body
			body.begin()
			err := body.mark(s.Line)
			if err == nil {
				_, err = k.body.exec(body)
			}
			body.end(err)
			fr.t.Frame = fr
			if i, ok := k.scope.cells["__class__"]; ok && i < k.scope.ownCells {
				ns.SetStr("__classcell__", &value.ClassCell{Fill: func(c *value.Type) { body.cells[i].v = c }})
			}
			return err
		})
		if err != nil {
			return next, halt(err)
		}
		v, err := fr.decorate(decs, lines, cls)
		if err == nil && settle != nil {
			err = settle(fr)
		}
		if err != nil {
			return next, err
		}
		if len(decs) > 0 {
			fr.revisit(defLine)
		}
		return next, set(fr, v)
	}
}
