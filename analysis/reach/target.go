package reach

import (
	"slices"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// A goal measures runs: 0 is a hit.
type goal interface {
	score(o *outcome, l *eval.Lines) float64
}

// returnGoal wants a value returned.
type returnGoal struct {
	want  value.Value
	datum *datum
	def   *syntax.FunctionDef
	lines int // of the function
}

func (g *returnGoal) score(o *outcome, l *eval.Lines) float64 {
	switch {
	case o.unknown:
		return 1000
	case o.err != nil:
		return 100 + 10*(1-float64(len(l.Order))/float64(g.lines+1))
	}
	return distance(o.result, g.want)
}

// lineGoal wants a line executed, or an exception raised there.
type lineGoal struct {
	file  *syntax.File
	path  string
	line  int
	raise bool
	class string // of the exception wanted; empty: any
	// caught is set when the line is a raise whose exception need not leave the
	// function, through when the exception may come from what the line calls.
	caught, through bool

	gates []*gate
	way   []int // lines that every run to the target executes

	part  syntax.Stmt // the statement that the target is a part of, or nil
	inner []*gate     // of the gates, those inside of it
	final []*gate     // of the gates, those that are the target
	// decided is the gate of the branch that is the target, nil without one.
	decided *gate

	helpers map[string]bool // functions whose raises are among the gates
}

func (g *lineGoal) score(o *outcome, l *eval.Lines) float64 {
	hit := l.Hits[g.line] > 0 && g.insideReached(o)
	for _, gt := range g.final {
		hit = hit && gt.met
	}
	if hit && !g.raise {
		return 0
	}
	if hit && g.raised(o) {
		return 0
	}
	sum := 0.0
	blocked := false
	for _, gt := range g.gates {
		switch {
		case !gt.every:
			sum += gt.score()
			blocked = blocked || !gt.met
		case gt.violated:
			sum += 0.6 * gt.score()
		case blocked && !gt.seen:
			// What was not reached must not look better than what failed.
			sum += 0.7
		}
	}
	if n := len(g.way); n > 0 && !hit {
		done := 0
		for _, line := range g.way {
			if l.Hits[line] > 0 {
				done++
			}
		}
		sum += 1 - float64(done)/float64(n+1)
	}
	if hit {
		return 0.5 + 0.01*float64(len(l.Order)%7) // reached, but it did not raise
	}
	if o.unknown {
		sum++
	}
	return max(sum, 0.01) + 1
}

// raised reports whether the wanted exception came from the line.
func (g *lineGoal) raised(o *outcome) bool {
	exc, ok := o.err.(*value.Raised)
	if !ok || g.class != "" && exc.Exc.Type().Name != g.class {
		return g.caught && o.err == nil
	}
	for _, at := range exc.Exc.Traceback {
		if at.File != g.path {
			continue
		}
		if at.Line == g.line || g.part != nil && inside(g.part, at.Line) {
			return true
		}
		if !g.through {
			return false
		}
	}
	return false
}

// setRaise works out what counts as an exception of the line.
func (g *lineGoal) setRaise() {
	s := statementAt(g.file.Module.Body, g.line)
	if s == nil {
		return
	}
	if r, ok := s.(*syntax.Raise); ok {
		exc := r.Exc
		if c, ok := exc.(*syntax.Call); ok {
			exc = c.Func
		}
		g.caught = handled(g.file.Module.Body, g.line) && (g.class == "" || exc != nil && lastName(exc) == g.class)
		return
	}
	// An exception may come from a function of the file that the line calls.
	header(s, func(n syntax.Node) {
		syntax.Inspect(n, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.Call); ok {
				switch f := c.Func.(type) {
				case *syntax.Name:
					_, def := g.file.Definition(f.ID)
					g.through = g.through || def || classNamed(g.file, f.ID) != nil
				case *syntax.Attribute:
					g.through = true
				}
			}
			return true
		})
	})
}

// handled reports whether a line is in a try that has handlers, in the function
// around it.
func handled(body []syntax.Stmt, line int) bool {
	for _, s := range body {
		if !inside(s, line) {
			continue
		}
		if t, ok := s.(*syntax.Try); ok && len(t.Handlers) > 0 && within(t.Body, line) {
			return true
		}
		for _, b := range syntax.Blocks(s) {
			if within(b, line) {
				return handled(b, line)
			}
		}
	}
	return false
}

// insideReached reports whether the part of a statement was evaluated that the
// target is, when it is not the statement's first line.
func (g *lineGoal) insideReached(o *outcome) bool {
	if g.part == nil {
		return true
	}
	for _, gt := range g.inner {
		if !gt.met {
			return false
		}
	}
	if exc, ok := o.err.(*value.Raised); ok {
		if _, raise := g.part.(*syntax.Raise); raise {
			return true
		}
		for _, at := range exc.Exc.Traceback {
			if at.File == g.path && inside(g.part, at.Line) {
				return false // it may have been raised before
			}
		}
	}
	return true
}

// newLineGoal finds the conditions on the way to a line from an entry: through
// its function, and through those that it calls to get there.
func newLineGoal(q *Query, en *entry, line int) *lineGoal {
	to := q.source()
	g := &lineGoal{file: q.File, path: to.Path, line: line}
	same := en.file == q.File
	if same && (inside(en.def, line) || en.class != nil && inside(en.class, line) && en.def.Name == "__init__") {
		g.walk(en.def.Body, line)
		return g
	}
	for _, c := range callChain(q, en, line) {
		g.file, g.line, g.part, g.inner = c.file, c.line, nil, nil
		g.walk(c.def.Body, c.line)
	}
	g.file = q.File
	return g
}

func inside(n syntax.Node, line int) bool {
	p := n.Pos()
	return int(p.Line) <= line && line <= int(p.EndLine)
}

// walk adds the gates on the way to a line through a block; false if no
// statement of the block holds the line.
func (g *lineGoal) walk(body []syntax.Stmt, line int) bool {
	at := slices.IndexFunc(body, func(s syntax.Stmt) bool { return inside(s, line) })
	if at < 0 {
		return false
	}
	for _, s := range body[:at] {
		g.way = append(g.way, int(s.Pos().Line))
		g.pass(s, false)
	}
	s := body[at]
	if int(s.Pos().Line) == line {
		if d, ok := s.(*syntax.FunctionDef); !ok || int(d.DefLine) == line {
			return true
		}
	}
	if _, nested := s.(*syntax.FunctionDef); !nested {
		g.way = append(g.way, int(s.Pos().Line))
	}
	switch s := s.(type) {
	case *syntax.If:
		switch {
		case within(s.Body, line):
			g.need(s.Test, true)
			return g.walk(s.Body, line)
		case within(s.Orelse, line):
			g.need(s.Test, false)
			return g.walk(s.Orelse, line)
		}
	case *syntax.While:
		switch {
		case within(s.Body, line):
			g.need(s.Test, true)
			return g.walk(s.Body, line)
		case within(s.Orelse, line):
			g.need(s.Test, false)
			return g.walk(s.Orelse, line)
		}
	case *syntax.Try:
		for _, h := range s.Handlers {
			if inside(h, line) {
				return g.walk(h.Body, line) || true
			}
		}
		for _, b := range [][]syntax.Stmt{s.Body, s.Orelse, s.Finalbody} {
			if within(b, line) {
				return g.walk(b, line)
			}
		}
	case *syntax.Match:
		for _, c := range s.Cases {
			if inside(c, line) {
				if within(c.Body, line) {
					g.gates = append(g.gates, &gate{pattern: c.Pattern, want: true, line: int(c.Pattern.Pos().Line), file: g.file})
					if c.Guard != nil {
						g.need(c.Guard, true)
					}
					return g.walk(c.Body, line)
				}
				g.line = line
				return true
			}
		}
	case *syntax.For:
		for _, b := range [][]syntax.Stmt{s.Body, s.Orelse} {
			if within(b, line) {
				return g.walk(b, line)
			}
		}
	case *syntax.FunctionDef, *syntax.ClassDef, *syntax.With:
		for _, b := range syntax.Blocks(s) {
			if within(b, line) {
				return g.walk(b, line)
			}
		}
	}
	// A line in the middle of a statement runs with it, or with a part of it.
	g.line, g.part = int(s.Pos().Line), s
	g.into(s, spot{line: line})
	return true
}

func within(body []syntax.Stmt, line int) bool {
	return len(body) > 0 && int(body[0].Pos().Line) <= line && line <= int(body[len(body)-1].Pos().EndLine)
}

func (g *lineGoal) need(cond syntax.Expr, want bool) {
	g.gates = append(g.gates, &gate{cond: cond, want: want, line: int(cond.Pos().Line), file: g.file})
}

// pass adds what must hold to get past a statement.
func (g *lineGoal) pass(s syntax.Stmt, loop bool) {
	g.passCalls(s, loop)
	need := func(cond syntax.Expr, want bool) {
		g.gates = append(g.gates, &gate{cond: cond, want: want, every: loop, line: int(cond.Pos().Line), file: g.file})
	}
	switch s := s.(type) {
	case *syntax.If:
		in, out := exits(s.Body, !loop), exits(s.Orelse, !loop)
		switch {
		case in && !out:
			need(s.Test, false)
			g.passAll(s.Orelse, loop)
		case out && !in:
			need(s.Test, true)
			g.passAll(s.Body, loop)
		case !in:
			g.passInner(s.Body)
			g.passInner(s.Orelse)
		}
	case *syntax.While:
		if k, ok := s.Test.(*syntax.Constant); ok {
			if b, ok := k.Value.(syntax.ConstBool); ok && b.Value {
				g.breaks(s.Body)
				return
			}
		}
		g.passAll(s.Body, true)
	case *syntax.For:
		g.passAll(s.Body, true)
	case *syntax.Assert:
		need(s.Test, true)
	case *syntax.With:
		g.passAll(s.Body, loop)
	case *syntax.Try:
		g.passAll(s.Body, true)
	}
}

// passCalls wants the functions of the file that a statement calls to return.
func (g *lineGoal) passCalls(s syntax.Stmt, loop bool) {
	if len(syntax.Blocks(s)) > 0 {
		return
	}
	syntax.Inspect(s, func(n syntax.Node) bool {
		c, ok := n.(*syntax.Call)
		if !ok || len(g.helpers) > 8 {
			return true
		}
		name, ok := c.Func.(*syntax.Name)
		if !ok || g.helpers[name.ID] {
			return true
		}
		if d, ok := g.file.Definition(name.ID); ok && !inside(d.Func, g.line) {
			if g.helpers == nil {
				g.helpers = map[string]bool{}
			}
			g.helpers[name.ID] = true
			g.mayNotRaise(d.Func.Body, loop)
		}
		return true
	})
}

// mayNotRaise adds the conditions under which a block does not raise. Those on
// the one way through are wanted to be met; those in loops and branches, where
// every says so, only never to be violated.
func (g *lineGoal) mayNotRaise(body []syntax.Stmt, every bool) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.If:
			in, out := raises(s.Body), raises(s.Orelse)
			if in != out {
				g.gates = append(g.gates, &gate{cond: s.Test, want: out, every: every, line: int(s.Line), file: g.file})
				if out {
					g.mayNotRaise(s.Body, every)
				} else {
					g.mayNotRaise(s.Orelse, every)
				}
				continue
			}
			if exits(s.Body, false) && !in {
				every = true // what follows need not run
			}
		case *syntax.Assert:
			g.gates = append(g.gates, &gate{cond: s.Test, want: true, every: every, line: int(s.Line), file: g.file})
		case *syntax.Return:
			g.passCalls(s, every)
			return
		case *syntax.FunctionDef, *syntax.ClassDef:
			continue
		}
		g.passCalls(s, every)
		for _, b := range syntax.Blocks(s) {
			g.mayNotRaise(b, true)
		}
	}
}

// raises reports whether a block ends by raising.
func raises(body []syntax.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *syntax.Raise:
		return true
	case *syntax.If:
		return raises(s.Body) && raises(s.Orelse)
	}
	return false
}

func (g *lineGoal) passAll(body []syntax.Stmt, loop bool) {
	for _, s := range body {
		g.pass(s, loop)
	}
}

// passInner handles a block that may or may not run before the target.
func (g *lineGoal) passInner(body []syntax.Stmt) {
	for _, s := range body {
		g.pass(s, true)
	}
}

// breaks wants a way out of "while True".
func (g *lineGoal) breaks(body []syntax.Stmt) {
	for _, s := range body {
		if i, ok := s.(*syntax.If); ok && len(i.Body) > 0 {
			if _, ok := i.Body[len(i.Body)-1].(*syntax.Break); ok {
				g.need(i.Test, true)
				return
			}
		}
	}
}

// exits reports whether a block always leaves the function, or with jumps the
// turn of the loop.
func exits(body []syntax.Stmt, jumps bool) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *syntax.Return, *syntax.Raise:
		return true
	case *syntax.Break, *syntax.Continue:
		return jumps
	case *syntax.If:
		return exits(s.Body, jumps) && exits(s.Orelse, jumps)
	case *syntax.With:
		return exits(s.Body, jumps)
	}
	return false
}

// A link is one call on the way: in def, the line that calls the next one, or
// at the end the target.
type chainLink struct {
	file *syntax.File
	def  *syntax.FunctionDef
	line int
}

// callChain finds how a line is reached from the entry through the functions of
// the files of a query; nil if no call is seen.
func callChain(q *Query, en *entry, line int) []chainLink {
	type node struct {
		def *syntax.FunctionDef
		way []chainLink
	}
	files := []*syntax.File{q.File}
	if en.file != q.File {
		files = append(files, en.file)
	}
	all := map[string][]*syntax.FunctionDef{}
	home := map[*syntax.FunctionDef]*syntax.File{}
	for _, f := range files {
		syntax.Inspect(f.Module, func(n syntax.Node) bool {
			if d, ok := n.(*syntax.FunctionDef); ok {
				all[d.Name] = append(all[d.Name], d)
				home[d] = f
			}
			return true
		})
	}
	seen := map[*syntax.FunctionDef]bool{en.def: true}
	queue := []node{{def: en.def}}
	if en.class != nil {
		for _, d := range all["__init__"] {
			if home[d] == en.file && inside(en.class, int(d.DefLine)) {
				queue = append(queue, node{def: d})
			}
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if home[n.def] == q.File && inside(n.def, line) {
			return append(n.way, chainLink{q.File, n.def, line})
		}
		syntax.Inspect(n.def, func(x syntax.Node) bool {
			name := ""
			switch x := x.(type) {
			case *syntax.Name:
				name = x.ID
			case *syntax.Attribute:
				name = x.Attr
			case *syntax.BinOp:
				name = operatorMethods[x.Op]
			}
			for _, f := range files {
				for _, d := range calledBy(f, all, name) {
					if !seen[d] {
						seen[d] = true
						way := append(slices.Clone(n.way), chainLink{home[n.def], n.def, int(x.Pos().Line)})
						queue = append(queue, node{d, way})
					}
				}
			}
			return true
		})
	}
	return nil
}

var operatorMethods = map[syntax.Operator]string{
	syntax.Add: "__add__", syntax.Sub: "__sub__", syntax.Mult: "__mul__", syntax.Div: "__truediv__", syntax.Mod: "__mod__",
	syntax.FloorDiv: "__floordiv__", syntax.Pow: "__pow__", syntax.MatMult: "__matmul__",
}

// calledBy are the functions that the use of a name may call: a function, or
// the constructor of a class.
func calledBy(f *syntax.File, all map[string][]*syntax.FunctionDef, name string) []*syntax.FunctionDef {
	if name == "" {
		return nil
	}
	if c := classNamed(f, name); c != nil {
		var ds []*syntax.FunctionDef
		for _, s := range c.Body {
			if d, ok := s.(*syntax.FunctionDef); ok && len(d.Name) > 4 && d.Name[:2] == "__" {
				ds = append(ds, d)
			}
		}
		return ds
	}
	return all[name]
}
