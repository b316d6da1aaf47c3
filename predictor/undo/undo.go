// Package undo runs a statement backwards: from what the variables hold after it
// to what they held before. Where the statement keeps what it worked on, as
// "x += 1", a swap or an append do, the old value is solved for and tried
// forwards; where a variable was assigned for the first time, there is none; and
// where the statement destroys it, as "x = x > 10" does, that is said. What is
// left open is for the transformer to guess.
package undo

import (
	"context"
	"slices"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// Fate is what became known of a variable that a statement wrote.
type Fate uint8

// The fates.
const (
	Open   Fate = iota // what it held is not in the state
	Solved             // Repr is what it held
	Absent             // it did not exist
)

// Kind says what the statement did to the old value of a variable.
type Kind string

// The kinds. Of Kept and Changed something of the old value is in the state; of
// Lossy only what many values have in common; of Overwritten nothing.
const (
	First       Kind = "first assignment"
	Kept        Kind = "kept"        // mapped so that different values stay different
	Changed     Kind = "changed"     // a part of a container was changed in place
	Lossy       Kind = "lossy"       // mapped so that different values become one
	Overwritten Kind = "overwritten" // not used
)

// Old is what is known of a variable before a statement that wrote it.
type Old struct {
	Name string
	Fate Fate
	Kind Kind
	Repr string
	// Loose tells that the value that was solved for is the plainest of several.
	Loose bool
	// New tells that the variable may not have existed.
	New bool
}

// Statement tells what the variables that st may have written held before it.
// Those that it does not list it left as they are. f has the statement, in def,
// which may be nil. after are all variables behind it.
func Statement(ctx context.Context, f *syntax.File, def *syntax.FunctionDef, st syntax.Stmt, after []prompt.Binding) []Old {
	w := writes(st, after)
	if len(w.names) == 0 {
		return nil
	}
	u := newSolver(ctx, f, st, w, after)
	defer u.close()
	solved := u.solve()
	var out []Old
	for _, name := range w.names {
		o := Old{Name: name, Kind: lossOf(st, name)}
		used := w.changes(name) || reads(st, name)
		r := reach{}
		if !used {
			r = reaching(def, st, name)
			o.New = r.how == unclear
		} else if o.Kind != Kept {
			r = reaching(def, st, name)
		}
		switch text, ok := solved[name]; {
		case r.how == never && !used:
			o.Fate, o.Kind = Absent, First
		case ok:
			o.Fate, o.Repr, o.Loose = Solved, text.repr, text.loose
		default:
			if repr, ok := u.again(r, name); ok {
				o.Fate, o.Repr = Solved, repr
			}
		}
		out = append(out, o)
	}
	return out
}

// written is what a statement may write.
type written struct {
	names []string // in order
	// mutated are those of them whose objects it changes, in ways that may not
	// be told.
	mutated []string
}

func (w *written) add(name string) {
	if !slices.Contains(w.names, name) {
		w.names = append(w.names, name)
	}
}

func (w *written) mutate(name string) {
	w.add(name)
	if !slices.Contains(w.mutated, name) {
		w.mutated = append(w.mutated, name)
	}
}

func (w *written) has(name string) bool     { return slices.Contains(w.names, name) }
func (w *written) changes(name string) bool { return slices.Contains(w.mutated, name) }

// writes lists the variables that a simple statement may write.
func writes(st syntax.Stmt, after []prompt.Binding) *written {
	w := &written{}
	known := bindings(after)
	// What is called first: its objects change before anything is assigned.
	syntax.Inspect(st, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			w.called(n, known)
		case *syntax.NamedExpr:
			w.add(n.Target.ID)
		case *syntax.Lambda:
			return false
		}
		return true
	})
	for _, t := range targetsOf(st) {
		w.target(t)
	}
	return w
}

// targetsOf lists what a statement assigns to or deletes.
func targetsOf(st syntax.Stmt) []syntax.Expr {
	switch s := st.(type) {
	case *syntax.Assign:
		return s.Targets
	case *syntax.AugAssign:
		return []syntax.Expr{s.Target}
	case *syntax.AnnAssign:
		if s.Value != nil {
			return []syntax.Expr{s.Target}
		}
	case *syntax.Delete:
		return s.Targets
	}
	return nil
}

func (w *written) target(t syntax.Expr) {
	switch t := t.(type) {
	case *syntax.Name:
		w.add(t.ID)
	case *syntax.Tuple:
		for _, e := range t.Elts {
			w.target(e)
		}
	case *syntax.List:
		for _, e := range t.Elts {
			w.target(e)
		}
	case *syntax.Starred:
		w.target(t.Value)
	case *syntax.Subscript:
		w.base(t.Value)
	case *syntax.Attribute:
		w.base(t.Value)
	}
}

// base notes that a part of what an expression names is changed.
func (w *written) base(e syntax.Expr) {
	if name := baseName(e); name != "" {
		w.mutate(name)
	}
}

func baseName(e syntax.Expr) string {
	for {
		switch x := e.(type) {
		case *syntax.Name:
			return x.ID
		case *syntax.Subscript:
			e = x.Value
		case *syntax.Attribute:
			e = x.Value
		case *syntax.Call:
			e = x.Func // d.setdefault(k, []).append(x)
		default:
			return ""
		}
	}
}

// called notes what a call may change: the object whose method it is, and those
// that it gets.
func (w *written) called(c *syntax.Call, known map[string]string) {
	switch f := c.Func.(type) {
	case *syntax.Name:
		if _, shadowed := known[f.ID]; !shadowed && pureFunctions[f.ID] {
			return
		}
	case *syntax.Attribute:
		name := baseName(f.Value)
		repr, isVariable := known[name]
		if name != "" && isVariable && mutable(repr) && !pureMethods[f.Attr] {
			w.mutate(name)
		}
		if pureMethods[f.Attr] || changers[f.Attr] || !isVariable && pureModules[name] || isVariable && !mutable(repr) {
			return // what it gets stays as it is
		}
	}
	for _, a := range c.Args {
		if name := baseName(a); name != "" && mutable(known[name]) {
			w.mutate(name)
		}
	}
	for _, k := range c.Keywords {
		if name := baseName(k.Value); name != "" && mutable(known[name]) {
			w.mutate(name)
		}
	}
}

// mutable reports whether a repr is that of an object that can be changed.
func mutable(repr string) bool {
	if repr == "" {
		return false
	}
	switch c := repr[0]; {
	case c == '\'' || c == '"' || c == '-' || c >= '0' && c <= '9':
		return false
	case c == '(':
		for i := range repr {
			if repr[i] == '[' || repr[i] == '{' || repr[i] == '<' {
				return true
			}
		}
		return false
	}
	switch repr {
	case "None", "True", "False", "inf", "nan", "Ellipsis":
		return false
	}
	return len(repr) < 2 || repr[:2] != "b'" && repr[:2] != `b"`
}

func set(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}

var (
	// pureFunctions change none of their arguments.
	pureFunctions = set("len", "str", "int", "float", "bool", "abs", "min", "max", "sum", "sorted", "list", "tuple", "dict", "set", "frozenset",
		"enumerate", "zip", "range", "reversed", "any", "all", "ord", "chr", "repr", "round", "isinstance", "type", "print", "divmod", "pow",
		"hash", "format", "bin", "hex", "oct", "bytes", "complex", "issubclass", "callable", "id", "ascii")
	// pureMethods change nothing.
	pureMethods = set("index", "count", "copy", "get", "items", "keys", "values", "union", "intersection", "difference", "symmetric_difference",
		"issubset", "issuperset", "isdisjoint", "join", "format", "startswith", "endswith", "split", "rsplit", "strip", "lstrip", "rstrip", "upper", "lower",
		"replace", "find", "rfind", "isdigit", "isalpha", "isalnum", "isspace", "title", "capitalize", "encode", "decode", "most_common", "swapcase")
	// changers change their object and nothing else.
	changers = set("append", "extend", "insert", "pop", "remove", "reverse", "clear", "add", "discard", "update", "popitem", "setdefault", "appendleft", "popleft")
	// pureModules have functions that change nothing.
	pureModules = set("math", "re", "string", "itertools", "operator", "json", "textwrap", "hashlib", "zlib", "unicodedata", "copy")
)
