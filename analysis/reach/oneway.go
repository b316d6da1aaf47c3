package reach

import (
	"fmt"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// Digests are what hashes and checksums make of the input. Nothing about a
// digest tells how the input has to change, so a search for one that is equal to
// a constant is given up at once.
type digests struct {
	file  *syntax.File
	names map[string]bool // variables that hold one, and functions that return one
}

// digestCalls make a digest; those of a module are listed with it.
var digestCalls = map[string]bool{
	"hexdigest": true, "digest": true, "crc32": true, "adler32": true, "crc_hqx": true, "pbkdf2_hmac": true, "scrypt": true, "hash": true, "file_digest": true, "uuid5": true, "uuid3": true,
}

func newDigests(f *syntax.File) *digests {
	d := &digests{file: f, names: map[string]bool{}}
	for range 3 { // digests of digests are found in a later round
		before := len(d.names)
		syntax.Inspect(f.Module, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				if d.is(n.Value) {
					d.bind(n.Targets...)
				}
			case *syntax.AugAssign:
				if d.is(n.Value) {
					d.bind(n.Target)
				}
			case *syntax.For:
				d.mixed(n.Body)
			case *syntax.While:
				d.mixed(n.Body)
			case *syntax.FunctionDef:
				d.function(n)
			}
			return true
		})
		if len(d.names) == before {
			break
		}
	}
	return d
}

func (d *digests) bind(targets ...syntax.Expr) {
	for _, t := range targets {
		if n, ok := t.(*syntax.Name); ok {
			d.names[n.ID] = true
		}
	}
}

// function notes one that returns a digest.
func (d *digests) function(def *syntax.FunctionDef) {
	for _, s := range def.Body {
		syntax.Inspect(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.FunctionDef, *syntax.Lambda:
				return false
			case *syntax.Return:
				if n.Value != nil && d.is(n.Value) {
					d.names[def.Name] = true
				}
			}
			return true
		})
	}
}

// is reports whether an expression is made from a digest.
func (d *digests) is(e syntax.Expr) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			found = found || digestCalls[lastName(n.Func)]
		case *syntax.Name:
			found = found || d.names[n.ID]
		case *syntax.Lambda, *syntax.Compare:
			return false
		}
		return !found
	})
	return found
}

// mixed notes variables that the turns of a loop mix as a hash does: multiplied,
// shifted or xored, and cut to some bits.
func (d *digests) mixed(body []syntax.Stmt) {
	for _, s := range body {
		syntax.Inspect(s, func(n syntax.Node) bool {
			a, ok := n.(*syntax.Assign)
			if !ok || len(a.Targets) != 1 {
				return true
			}
			name, ok := a.Targets[0].(*syntax.Name)
			if !ok {
				return true
			}
			var mixes, cuts, again bool
			syntax.Inspect(a.Value, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.Name:
					again = again || n.ID == name.ID
				case *syntax.BinOp:
					switch n.Op {
					case syntax.Mult, syntax.LShift, syntax.BitXor:
						mixes = true
					case syntax.Mod, syntax.BitAnd:
						cuts = cuts || large(n.Left) || large(n.Right)
					}
				}
				return true
			})
			if mixes && cuts && again {
				d.names[name.ID] = true
			}
			return true
		})
	}
}

// large reports whether an expression is a constant that takes a search too long
// to meet by chance.
func large(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.BinOp: // 2**32, (1 << 32) - 1
		return e.Op == syntax.Pow || e.Op == syntax.LShift || large(e.Left)
	case *syntax.Constant:
		switch k := e.Value.(type) {
		case syntax.ConstInt:
			return len(k.Text) > 5
		case syntax.ConstStr:
			return len(k.Value) >= 8
		case syntax.ConstBytes:
			return len(k.Value) >= 4
		}
	}
	return false
}

// blocks returns the comparison that makes a condition come out as wanted only
// for an input with a certain digest, nil if there is none.
func (d *digests) blocks(cond syntax.Expr, want bool) syntax.Expr {
	switch e := cond.(type) {
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			return d.blocks(e.Operand, !want)
		}
	case *syntax.BoolOp:
		all := (e.Op == syntax.And) != want
		var first syntax.Expr
		for _, v := range e.Values {
			b := d.blocks(v, want)
			switch {
			case b == nil && all:
				return nil
			case b != nil && !all:
				return b
			case first == nil:
				first = b
			}
		}
		return first
	case *syntax.Compare:
		if len(e.Ops) != 1 || (e.Ops[0] != syntax.Eq || !want) && (e.Ops[0] != syntax.NotEq || want) {
			return nil
		}
		a, b := e.Left, e.Comparators[0]
		if d.is(a) && large(d.constant(b)) || d.is(b) && large(d.constant(a)) {
			return e
		}
	}
	return nil
}

// constant is the value of a name that the file binds once, to a constant.
func (d *digests) constant(e syntax.Expr) syntax.Expr {
	n, ok := e.(*syntax.Name)
	if !ok {
		return e
	}
	var found syntax.Expr = e
	for _, s := range d.file.Module.Body {
		if a, ok := s.(*syntax.Assign); ok && len(a.Targets) == 1 {
			if t, ok := a.Targets[0].(*syntax.Name); ok && t.ID == n.ID {
				found = a.Value
			}
		}
	}
	return found
}

// oneWay says which comparison with a digest stands in the way, "" if none does.
func (s *search) oneWay() string {
	const why = "compares a digest of the input with a constant, and from a digest nothing tells which input it is of"
	switch g := s.goal.(type) {
	case *lineGoal:
		for _, gt := range g.gates {
			if gt.every || gt.cond == nil || gt.text != "" {
				continue
			}
			f := s.fileOf(gt)
			if e := newDigests(f).blocks(gt.cond, gt.want); e != nil {
				return fmt.Sprintf("line %d: %s %s", e.Pos().Line, shorten(f.Text(e)), why)
			}
		}
	case *returnGoal:
		if d := newDigests(s.en.file); d.names[s.en.def.Name] && longDigest(g.want) {
			return s.q.Function + " returns a digest of the input, and from a digest nothing tells which input it is of"
		}
	}
	return ""
}

func longDigest(v value.Value) bool {
	switch v := v.(type) {
	case *value.Str:
		return len(v.String()) >= 8
	case *value.Bytes:
		return len(v.B) >= 4
	case value.Int:
		return v >= 1<<16 || v <= -1<<16
	case *value.BigInt:
		return true
	}
	return false
}
