package debugger

import (
	"math"
	"strconv"
	"strings"

	"augur/analysis/timeline"
	"augur/analysis/value"
)

// Children returns the parts of a variable from start on, count of them at
// most; 0: all.
func (s *Session) Children(v Variable, start, count int) []Variable {
	if start < 0 {
		return nil
	}
	if count <= 0 {
		count = math.MaxInt - start
	}
	parts := s.engine.children(v.value, start, count)
	if len(parts) == 0 {
		return nil
	}
	out := make([]Variable, len(parts))
	for i, b := range parts {
		out[i] = s.variable(b, childPath(v.Path, b.name))
	}
	return out
}

// Brief makes the session show no more than some of the parts of what has more
// than n, since a client that shows variables at each stop cannot wait for all.
func (s *Session) Brief(n int) { s.brief = n }

// Whole returns a variable with all of its repr.
func (s *Session) Whole(v Variable) Variable {
	brief := s.brief
	s.brief = 0
	defer func() { s.brief = brief }()
	w := s.variable(v.value, v.Path)
	w.Name = v.Name
	return w
}

// shownParts is how many parts of a large container its repr shows.
const shownParts = 100

// abbreviated is the start of the repr of a large built-in container.
func (s *Session) abbreviated(v Variable) (string, bool) {
	open, end := "", ""
	switch c := v.value.value.(type) {
	case *value.List:
		open, end = "[", "]"
	case *value.Tuple:
		open, end = "(", ")"
	case *value.Dict:
		open, end = "{", "}"
	case *value.Set:
		if open, end = "{", "}"; c.Frozen {
			open, end = "frozenset({", "})"
		}
	default:
		return "", false
	}
	if h := value.Head(v.value.value); h.Cls != nil {
		return "", false // of a class that may have a repr of its own
	}
	var b strings.Builder
	b.WriteString(open)
	for _, p := range s.Children(v, 0, shownParts) {
		if _, isDict := v.value.value.(*value.Dict); isDict {
			b.WriteString(strings.TrimSuffix(strings.TrimPrefix(p.Name, "["), "]") + ": ")
		}
		if p.Provenance == timeline.Unknown || p.Opaque {
			return "", false
		}
		b.WriteString(p.Repr + ", ")
	}
	b.WriteString("… " + strconv.Itoa(v.Children) + " in all" + end)
	return b.String(), true
}

// childCount tells how many parts a value has, without making them.
func childCount(v value.Value) (all, indexed int) {
	switch v := v.(type) {
	case *value.List:
		all, indexed = len(v.Elems), len(v.Elems)
	case *value.Tuple:
		all, indexed = len(v.Elems), len(v.Elems)
	case *value.Set:
		all, indexed = v.Len(), v.Len()
	case *value.Dict:
		all = v.Len()
	case *value.Exception:
		all = 1
	}
	if h := value.Head(v); h != nil && !isCode(v) {
		for _, d := range []*value.Dict{h.Attrs, h.Slots} {
			if d != nil {
				all += d.Len()
			}
		}
	}
	return all, indexed
}

func isCode(v value.Value) bool {
	switch v.(type) {
	case *value.Function, *value.Type, *value.Module:
		return true
	}
	return false
}

// childrenOf lists the parts of a value from start on, count of them at most:
// elements, items, attributes. Of a list no more is looked at than is wanted.
func childrenOf(t *value.Thread, b bound, start, count int) []bound {
	var out []bound
	add := func(name string, v value.Value) { out = append(out, bound{name: name, value: v}) }
	skipped := 0
	elements := func(elems []value.Value) {
		skipped = min(start, len(elems))
		for i := skipped; i < len(elems) && i < start+count; i++ {
			add("["+strconv.Itoa(i)+"]", elems[i])
		}
	}
	switch v := b.value.(type) {
	case *value.List:
		if elements(v.Elems); len(out) == count {
			return out
		}
	case *value.Tuple:
		if elements(v.Elems); len(out) == count {
			return out
		}
	case *value.Set:
		elems, err := v.Elements(t)
		if err != nil {
			elems = v.Unordered()
		}
		for _, e := range elems {
			add("", e)
		}
	case *value.Dict:
		for i := 0; ; {
			k, x, n, ok := v.Next(i)
			if !ok {
				break
			}
			i = n
			name, err := value.Repr(t, k)
			if err != nil {
				name = "<" + k.Type().Name + ">"
			}
			add("["+name+"]", x)
		}
	case *value.Exception:
		add("args", v.Args)
	}
	if h := value.Head(b.value); h != nil && !isCode(b.value) {
		for _, d := range []*value.Dict{h.Attrs, h.Slots} {
			if d == nil {
				continue
			}
			for i := 0; ; {
				k, x, n, ok := d.Next(i)
				if !ok {
					break
				}
				i = n
				if name, ok := k.(*value.Str); ok {
					add(name.String(), x)
				}
			}
		}
	}
	start = min(start-skipped, len(out))
	return out[start:min(start+count, len(out))]
}
