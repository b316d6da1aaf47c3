package reach

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
)

// inference reads a function to learn what its parameters hold: from how they
// are annotated, named, defaulted and used.
type inference struct {
	file  *syntax.File
	vars  map[string]*spec
	depth int
}

// inferEntry fills the specs of all parameters of an entry.
func inferEntry(f *syntax.File, e *entry) {
	in := &inference{file: f, vars: map[string]*spec{}}
	if e.class != nil {
		// Attributes of self are variables that all methods share.
		for _, s := range e.class.Body {
			if def, ok := s.(*syntax.FunctionDef); ok && def != e.def && def.Name == "__init__" {
				in.stmts(def.Body)
			}
		}
	}
	for _, p := range e.flat {
		p.spec = in.param(p)
	}
	in.stmts(e.def.Body)
}

func (in *inference) param(p *param) *spec {
	s := in.variable(p.name)
	target := s
	switch p.kind {
	case star:
		s.add(tupleClass, 20)
		target = s.elemSpec()
	case doubleStar:
		s.add(dictClass, 20)
		s.keySpec().add(strClass, 20)
		target = s.valSpec()
	}
	if p.arg != nil && p.arg.Annotation != nil {
		target.annotate(in.file, p.arg.Annotation, 10)
	}
	if p.fallback != nil && p.kind != star && p.kind != doubleStar {
		w := 4.0
		if p.fallback.leaf == noneDatum.leaf {
			w = 1
		}
		target.fits(p.fallback, w)
	}
	target.guess(p.name)
	return s
}

// fits adds the class of a datum.
func (s *spec) fits(d *datum, w float64) {
	s.add(classOf(d), w)
	switch d.form {
	case listForm, tupleForm, setForm, frozenForm:
		for _, e := range d.elems[:min(4, len(d.elems))] {
			s.elemSpec().fits(e, w)
		}
	case dictForm:
		for i := 0; i+1 < min(8, len(d.elems)); i += 2 {
			s.keySpec().fits(d.elems[i], w)
			s.valSpec().fits(d.elems[i+1], w)
		}
	}
}

func (in *inference) variable(name string) *spec {
	s := in.vars[name]
	if s == nil {
		s = &spec{}
		in.vars[name] = s
	}
	return s.root()
}

// guess adds what a name suggests.
func (s *spec) guess(name string) {
	name = strings.ToLower(strings.TrimLeft(name, "_"))
	has := func(parts ...string) bool {
		for _, p := range parts {
			if name == p || strings.HasPrefix(name, p+"_") || strings.HasSuffix(name, "_"+p) {
				return true
			}
		}
		return false
	}
	const w = 1
	switch {
	case has("text", "string", "word", "s", "str", "st", "sentence", "message", "msg", "char", "ch", "c", "letter", "name", "prefix", "suffix",
		"sep", "delim", "delimiter", "separator", "line", "url", "path", "pattern", "code", "title", "phrase", "txt", "username", "label", "content", "sub", "substr", "substring", "strs1", "old", "new", "fill", "fillchar", "letters", "encoding", "filename", "plaintext", "ciphertext", "key_string"):
		s.add(strClass, w)
	case has("nums", "numbers", "arr", "array", "lst", "list", "l", "items", "seq", "sequence", "values", "vals", "data", "collection", "xs", "ints", "elements", "points", "vector", "weights", "prices", "coins", "scores", "stack", "queue", "nums1", "nums2", "list1", "list2", "numbers_list", "list_of_nums", "ls"):
		s.add(listClass, w)
		s.elemSpec().add(intClass, w*0.4)
	case has("matrix", "grid", "board", "graph_matrix"):
		s.add(listClass, w)
		s.elemSpec().add(listClass, w)
		s.elemSpec().elemSpec().add(intClass, w)
	case has("words", "strings", "strs", "names", "lines", "texts", "tokens"):
		s.add(listClass, w)
		s.elemSpec().add(strClass, w)
	case has("d", "dic", "dict", "dictionary", "mapping", "map", "dct", "dict1", "dict2", "graph", "config", "options", "counts", "m", "bag", "total_dict", "countries"):
		s.add(dictClass, w)
	case has("n", "num", "number", "i", "j", "k", "x", "y", "z", "a", "b", "count", "index", "idx", "size", "length", "width", "height", "start", "end", "limit", "max", "min", "step", "year", "month", "day", "age", "value", "val", "total", "target", "amount", "base", "exponent", "position", "pos", "digit", "depth", "level", "num1", "num2", "row", "col", "low", "high", "left", "right", "capacity"):
		s.add(intClass, w)
	case has("flag", "reverse", "verbose", "strict", "is_", "ascending", "debug"):
		s.add(boolClass, w)
	case has("rate", "ratio", "radius", "price", "weight", "temperature", "pressure", "volume", "mass", "velocity", "epsilon", "alpha", "beta", "probability", "tolerance", "precision_"):
		s.add(floatClass, w)
	case has("func", "function", "fn", "f", "callback", "predicate", "key_func", "pred"):
		s.add(callableClass, w)
	}
}

func (in *inference) stmts(list []syntax.Stmt) {
	for _, s := range list {
		in.stmt(s)
	}
}

func (in *inference) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.FunctionDef:
		if in.depth < 3 {
			in.depth++
			in.stmts(s.Body)
			in.depth--
		}
		return
	case *syntax.Assign:
		v := in.expr(s.Value)
		for _, t := range s.Targets {
			in.bind(t, v)
		}
		return
	case *syntax.AnnAssign:
		if s.Value != nil {
			in.bind(s.Target, in.expr(s.Value))
		}
		if n, ok := s.Target.(*syntax.Name); ok && s.Annotation != nil {
			in.variable(n.ID).annotate(in.file, s.Annotation, 2)
		}
		return
	case *syntax.AugAssign:
		in.binary(s.Target, s.Op, s.Value)
		return
	case *syntax.For:
		in.iterate(s.Target, s.Iter)
	case *syntax.If:
		in.expr(s.Test)
	case *syntax.While:
		in.expr(s.Test)
	case *syntax.Return:
		if s.Value != nil {
			in.expr(s.Value)
		}
	case *syntax.Assert:
		in.expr(s.Test)
	case *syntax.ExprStmt:
		in.expr(s.Value)
	case *syntax.Raise:
		if s.Exc != nil {
			in.expr(s.Exc)
		}
	case *syntax.With:
		for _, w := range s.Items {
			in.expr(w.Context)
		}
	case *syntax.Match:
		v := in.expr(s.Subject)
		for _, c := range s.Cases {
			in.pattern(v, c.Pattern)
			if c.Guard != nil {
				in.expr(c.Guard)
			}
		}
	case *syntax.Delete:
		for _, t := range s.Targets {
			in.expr(t)
		}
	}
	for _, b := range syntax.Blocks(s) {
		in.stmts(b)
	}
}

func (in *inference) pattern(v *spec, p syntax.Pattern) {
	if v == nil {
		return
	}
	switch p := p.(type) {
	case *syntax.MatchValue:
		v.literal(in.file, p.Value, 2)
	case *syntax.MatchSequence:
		v.add(listClass, 3)
		for _, q := range p.Patterns {
			in.pattern(v.elemSpec(), q)
		}
	case *syntax.MatchMapping:
		v.add(dictClass, 3)
		for _, k := range p.Keys {
			v.keySpec().literal(in.file, k, 2)
			v.wantKey(k)
		}
	case *syntax.MatchClass:
		if n, ok := p.Cls.(*syntax.Name); ok {
			v.named(in.file, n.ID, 2)
		}
	case *syntax.MatchAs:
		if p.Pattern != nil {
			in.pattern(v, p.Pattern)
		}
		if p.Name != "" {
			in.variable(p.Name).same(v)
		}
	case *syntax.MatchOr:
		for _, q := range p.Patterns {
			in.pattern(v, q)
		}
	}
}

func (s *spec) wantKey(e syntax.Expr) {
	if k, ok := e.(*syntax.Constant); ok {
		if text, ok := k.Value.(syntax.ConstStr); ok {
			r := s.root()
			if !slices.Contains(r.keys, text.Value) {
				r.keys = append(r.keys, text.Value)
			}
		}
	}
}

// bind assigns a spec to a target.
func (in *inference) bind(target syntax.Expr, v *spec) {
	switch t := target.(type) {
	case *syntax.Name:
		if v != nil && in.vars[t.ID] == nil {
			in.vars[t.ID] = v
		}
	case *syntax.Attribute:
		if n, ok := t.Value.(*syntax.Name); ok && n.ID == "self" && v != nil && in.vars["self."+t.Attr] == nil {
			in.vars["self."+t.Attr] = v
		}
	case *syntax.Tuple:
		for _, e := range t.Elts {
			if v == nil {
				in.bind(e, nil)
			} else {
				in.bind(e, v.elemSpec())
			}
		}
	case *syntax.Subscript:
		in.expr(t)
	}
}

// iterate handles "for target in iter".
func (in *inference) iterate(target, iter syntax.Expr) {
	in.bind(target, in.elements(iter))
	if c, ok := iter.(*syntax.Call); ok {
		pair, isPair := target.(*syntax.Tuple)
		switch f := c.Func.(type) {
		case *syntax.Name:
			switch f.ID {
			case "enumerate":
				if isPair && len(pair.Elts) == 2 && len(c.Args) > 0 {
					in.rebind(pair.Elts[1], in.elements(c.Args[0]))
				}
			case "zip":
				for i, a := range c.Args {
					if isPair && i < len(pair.Elts) {
						in.rebind(pair.Elts[i], in.elements(a))
					}
				}
			}
		case *syntax.Attribute:
			if f.Attr == "items" && isPair && len(pair.Elts) == 2 {
				if v := in.expr(f.Value); v != nil {
					in.rebind(pair.Elts[0], v.keySpec())
					in.rebind(pair.Elts[1], v.valSpec())
				}
			}
		}
	}
}

func (in *inference) rebind(target syntax.Expr, v *spec) {
	if n, ok := target.(*syntax.Name); ok && v != nil {
		in.vars[n.ID] = v
		return
	}
	in.bind(target, v)
}

// elements is the spec of what iterating over e gives; nil if it tells nothing.
func (in *inference) elements(e syntax.Expr) *spec {
	if c, ok := e.(*syntax.Call); ok {
		switch f := c.Func.(type) {
		case *syntax.Name:
			switch f.ID {
			case "range":
				for _, a := range c.Args {
					in.expr(a).number(3)
				}
				return nil
			case "enumerate", "zip", "map", "filter":
				for _, a := range c.Args {
					if v := in.expr(a); v != nil && f.ID != "map" && f.ID != "filter" {
						v.add(listClass, 0.5)
						v.add(strClass, 0.2)
					}
				}
				return nil
			case "sorted", "reversed", "list", "set", "tuple", "iter":
				if len(c.Args) > 0 {
					return in.elements(c.Args[0])
				}
			}
		case *syntax.Attribute:
			v := in.expr(f.Value)
			in.method(v, f.Attr, c)
			switch f.Attr {
			case "items":
				return nil
			case "keys":
				if v != nil {
					return v.keySpec()
				}
			case "values":
				if v != nil {
					return v.valSpec()
				}
			}
			return nil
		}
	}
	v := in.expr(e)
	if v == nil {
		return nil
	}
	v.add(listClass, 0.6)
	v.add(strClass, 0.25)
	v.add(dictClass, 0.05)
	return v.elemSpec()
}
