package stdlib

import (
	"math"

	"augur/analysis/value"
)

// instOp is the kind of an instruction of a compiled pattern.
type instOp uint8

const (
	instSuccess instOp = iota
	instFailure
	instLiteral
	instNotLiteral
	instAny // not a line feed
	instAnyAll
	instIn
	instAt
	instMark
	instBranch
	instRepeatOne // of one character
	instRepeat    // starts a repetition; its until follows each item
	instUntil
	instAtomic
	instPossessive
	instAssert
	instAssertNot
	instGroupRef
	instGroupExists
)

// inst is an instruction; next is the one that follows it.
type inst struct {
	op       instOp
	next     *inst
	char     rune
	rule     caseRule
	set      *charset
	at       reAt
	multi    bool // ^ and $ match at lines
	unicode  bool
	mark     int // instMark: its index; groups: their number from 0
	min, max int
	mode     repeatMode
	body     *inst // repeats, assertions, atomic groups
	until    *inst // instRepeat
	behind   int   // assertions: how far back they start
	alts     []*inst
	no       *inst // instGroupExists
}

// program is a compiled pattern.
type program struct {
	start  *inst
	groups int
	flags  int
	names  map[string]int
	order  []string // the names, as they came
	width  int      // the least that matches
}

type reCompiler struct{ steps func(n int) }

// compilePattern parses a pattern and compiles it.
func compilePattern(text []rune, isStr bool, flags int, steps func(n int)) (*program, error) {
	seq, err := parsePattern(text, isStr, flags, steps)
	if err != nil {
		return nil, err
	}
	state := seq.state
	flags |= state.flags
	if flags&reLocale != 0 {
		return nil, value.Unknownf("a pattern that depends on the locale")
	}
	if flags&reDebug != 0 {
		return nil, &value.UnknownError{Reason: "the output of re.DEBUG", Halt: true}
	}
	p := &program{groups: len(state.widths) - 1, flags: flags, names: state.names, order: state.order, width: seq.getWidth()[0]}
	c := reCompiler{steps}
	if p.start, err = c.seq(seq, flags, &inst{op: instSuccess}); err != nil {
		return nil, err
	}
	return p, nil
}

// seq compiles a sequence that next follows.
func (c reCompiler) seq(s *reSeq, flags int, next *inst) (*inst, error) {
	for i := len(s.items) - 1; i >= 0; i-- {
		var err error
		if next, err = c.node(&s.items[i], flags, next); err != nil {
			return nil, err
		}
	}
	return next, nil
}

func (c reCompiler) node(n *reNode, flags int, next *inst) (*inst, error) {
	c.steps(1)
	i := &inst{next: next, unicode: flags&reUnicode != 0}
	var err error
	switch n.op {
	case opLiteral, opNotLiteral:
		c.literal(i, n, flags)
	case opAny:
		i.op = instAny
		if flags&reDotAll != 0 {
			i.op = instAnyAll
		}
	case opIn:
		i.op, i.set = instIn, newCharset(n.set, flags)
		c.steps(len(i.set.ranges))
	case opAt:
		i.op, i.at, i.multi = instAt, n.at, flags&reMultiline != 0
	case opRepeat:
		return c.repeat(n, flags, i)
	case opGroup:
		return c.group(n, flags, next)
	case opAtomic:
		i.op = instAtomic
		i.body, err = c.seq(n.sub, flags, &inst{op: instSuccess})
	case opAssert, opAssertNot:
		i.op = instAssert
		if n.op == opAssertNot {
			i.op = instAssertNot
		}
		if n.behind {
			w := n.sub.getWidth()
			if w[0] != w[1] {
				return nil, &reError{"look-behind requires fixed-width pattern", -1}
			}
			if w[0] > math.MaxUint32 {
				return nil, &reError{"looks too much behind", -1}
			}
			i.behind = w[0]
		}
		i.body, err = c.seq(n.sub, flags, &inst{op: instSuccess})
	case opGroupRef:
		i.op, i.mark, i.rule = instGroupRef, n.group-1, caseRuleOf(flags)
	case opGroupExists:
		i.op, i.mark = instGroupExists, n.group-1
		if i.body, err = c.seq(n.yes, flags, next); err != nil {
			return nil, err
		}
		i.no = next
		if n.no != nil {
			i.no, err = c.seq(n.no, flags, next)
		}
	case opBranch:
		i.op = instBranch
		for _, a := range n.alts {
			alt, err := c.seq(a, flags, next)
			if err != nil {
				return nil, err
			}
			i.alts = append(i.alts, alt)
		}
	}
	return i, err
}

func (c reCompiler) literal(i *inst, n *reNode, flags int) {
	i.op, i.char = instLiteral, n.char
	if n.op == opNotLiteral {
		i.op = instNotLiteral
	}
	rule := caseRuleOf(flags)
	if !rule.cased(n.char) {
		return
	}
	i.rule, i.char = rule, rule.lower(n.char)
	if rule == caseUnicode && caseFolds[i.char] != nil {
		items := []setItem{{lo: n.char, hi: n.char}}
		if n.op == opNotLiteral {
			items = append([]setItem{{kind: setNegate}}, items...)
		}
		i.op, i.set = instIn, newCharset(items, flags)
	}
}

func (c reCompiler) group(n *reNode, flags int, next *inst) (*inst, error) {
	if n.add&reTypeFlags != 0 {
		flags &^= reTypeFlags
	}
	flags = (flags | n.add) &^ n.del
	if n.group == 0 {
		return c.seq(n.sub, flags, next)
	}
	closing := &inst{op: instMark, mark: 2*n.group - 1, next: next}
	body, err := c.seq(n.sub, flags, closing)
	return &inst{op: instMark, mark: 2*n.group - 2, next: body}, err
}

func (c reCompiler) repeat(n *reNode, flags int, i *inst) (*inst, error) {
	i.min, i.max, i.mode = n.min, n.max, n.mode
	var err error
	switch {
	case isSingle(n.sub):
		i.op = instRepeatOne
		i.body, err = c.seq(n.sub, flags, nil)
	case n.mode == possessive:
		if hasGroup(n.sub) {
			return nil, value.Unknownf("what groups in a possessive repetition hold differs between releases of CPython")
		}
		i.op = instPossessive
		i.body, err = c.seq(n.sub, flags, &inst{op: instSuccess})
	default:
		i.op = instRepeat
		i.until = &inst{op: instUntil, min: n.min, max: n.max, mode: n.mode, next: i.next}
		i.body, err = c.seq(n.sub, flags, i.until)
		i.next = nil
	}
	return i, err
}

// isSingle reports whether a sequence is one character, so that its repetition
// needs no memory of its items.
func isSingle(s *reSeq) bool {
	if len(s.items) != 1 {
		return false
	}
	switch n := &s.items[0]; n.op {
	case opGroup:
		return n.group == 0 && isSingle(n.sub)
	case opLiteral, opNotLiteral, opAny, opIn:
		return true
	}
	return false
}

// hasGroup reports whether a group with a number is in a sequence.
func hasGroup(s *reSeq) bool {
	if s == nil {
		return false
	}
	for i := range s.items {
		n := &s.items[i]
		if n.op == opGroup && n.group > 0 || hasGroup(n.sub) || hasGroup(n.yes) || hasGroup(n.no) {
			return true
		}
		for _, a := range n.alts {
			if hasGroup(a) {
				return true
			}
		}
	}
	return false
}
