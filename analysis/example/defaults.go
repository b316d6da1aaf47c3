package example

import (
	"strings"

	"augur/analysis/syntax"
)

// defaults adds a call without arguments of each function that needs none.
func (s *search) defaults() {
	for _, name := range s.index.order {
		def := s.index.functions[name]
		e := Example{Function: name, Origin: Default, Line: int(def.DefLine)}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			if required(def.Args) == 0 && !hasUnknownDecorator(def) {
				e.Call = name + "()"
				s.add(e, false, 0)
			}
			continue
		}
		class, method := name[:i], name[i+1:]
		if s.index.classes[class] == nil || isTestClass(s.index.classes[class].def) {
			continue
		}
		switch {
		case hasUnknownDecorator(def):
			continue
		case hasDecorator(def, "staticmethod"):
			if required(def.Args) > 0 {
				continue
			}
			e.Call = name + "()"
		case hasDecorator(def, "classmethod"):
			if required(def.Args) > 1 {
				continue
			}
			e.Call = name + "()"
		case !s.constructible(class) || required(def.Args) > 1:
			continue
		case method == "__init__":
			e.Call = class + "()"
		case strings.HasPrefix(method, "__"):
			continue
		case hasDecorator(def, "property", "cached_property", "functools.cached_property"):
			e.Call = class + "()." + method
		default:
			e.Call = class + "()." + method + "()"
		}
		s.add(e, false, 0)
	}
}

// required returns how many arguments a function needs at least, "self"
// included.
func required(a *syntax.Arguments) int {
	n := len(a.PosOnly) + len(a.Args) - len(a.Defaults)
	for _, d := range a.KwDefaults {
		if d == nil {
			n += 2 // no instance can stand for one
		}
	}
	return n
}

// hasUnknownDecorator reports whether a decorator may change how a function is
// called.
func hasUnknownDecorator(def *syntax.FunctionDef) bool {
	for _, d := range def.Decorators {
		if call, ok := d.(*syntax.Call); ok {
			d = call.Func
		}
		switch dotted(d) {
		case "staticmethod", "classmethod", "property", "cached_property", "functools.cached_property", "cache", "functools.cache",
			"lru_cache", "functools.lru_cache", "abstractmethod", "abc.abstractmethod", "override", "typing.override":
		default:
			return true
		}
	}
	return false
}

// constructible reports whether a class can be called without arguments.
func (s *search) constructible(name string) bool { return s.constructibleIn(name, map[string]bool{}) }

func (s *search) constructibleIn(name string, seen map[string]bool) bool {
	c := s.index.classes[name]
	if c == nil || seen[name] || c.strange || c.methods["__new__"] != nil {
		return false
	}
	seen[name] = true
	for _, m := range c.methods {
		if hasDecorator(m, "abstractmethod", "abc.abstractmethod") {
			return false
		}
	}
	for _, base := range c.bases {
		inherits := c.methods["__init__"] == nil || s.index.classes[base] != nil
		if !plainBases[base] && inherits && !(c.fields && strings.HasSuffix(base, "NamedTuple")) && !s.constructibleIn(base, seen) {
			return false
		}
	}
	if init := c.methods["__init__"]; init != nil {
		return required(init.Args) <= 1 && !hasUnknownDecorator(init)
	}
	if c.fields {
		for _, stmt := range c.def.Body {
			if field, ok := stmt.(*syntax.AnnAssign); ok && field.Value == nil {
				return false
			}
			if field, ok := stmt.(*syntax.AnnAssign); ok {
				if call, ok := field.Value.(*syntax.Call); ok && lastName("."+dotted(call.Func)) == "field" && !hasDefault(call) {
					return false
				}
			}
		}
	}
	return true
}

// hasDefault reports whether a field of a dataclass has a default.
func hasDefault(field *syntax.Call) bool {
	for _, k := range field.Keywords {
		if k.Name == "default" || k.Name == "default_factory" {
			return true
		}
	}
	return false
}
