package stdlib

import (
	"context"
	"fmt"
	"math"
	"strings"

	"augur/analysis/value"
)

// Flags of regular expressions.
const (
	reTemplate   = 1
	reIgnoreCase = 2
	reLocale     = 4
	reMultiline  = 8
	reDotAll     = 16
	reUnicode    = 32
	reVerbose    = 64
	reDebug      = 128
	reASCII      = 256

	reTypeFlags   = reASCII | reLocale | reUnicode
	reGlobalFlags = reDebug | reTemplate
)

var reFlagLetters = map[rune]int{
	'i': reIgnoreCase, 'L': reLocale, 'm': reMultiline, 's': reDotAll, 'x': reVerbose, 'a': reASCII, 't': reTemplate, 'u': reUnicode,
}

const (
	maxRepeat = math.MaxUint32
	maxGroups = math.MaxUint32 / 2
	maxWidth  = math.MaxUint32 * 4 // of a pattern, where no bound is larger
)

// reOp is the kind of a node of a pattern.
type reOp uint8

const (
	opLiteral reOp = iota
	opNotLiteral
	opAny
	opIn
	opAt
	opRepeat
	opGroup // with or without a number, and with flags of its own
	opAtomic
	opAssert
	opAssertNot
	opGroupRef
	opGroupExists
	opBranch
)

// reAt is a kind of position.
type reAt uint8

const (
	atBegin reAt = iota // ^
	atBeginString
	atBoundary
	atNonBoundary
	atEnd // $
	atEndString
)

// repeatMode is how a repetition takes items.
type repeatMode uint8

const (
	greedy repeatMode = iota
	reluctant
	possessive
)

// reNode is an item of a pattern.
type reNode struct {
	op       reOp
	char     rune      // literals
	set      []setItem // opIn
	at       reAt
	min, max int
	mode     repeatMode
	sub      *reSeq   // repeats, groups, assertions
	group    int      // opGroup (0: none), opGroupRef, opGroupExists
	add, del int      // opGroup: flags
	behind   bool     // assertions
	alts     []*reSeq // opBranch
	yes, no  *reSeq   // opGroupExists; no may be nil
}

// reSeq is a sequence of items.
type reSeq struct {
	state *parseState
	items []reNode
	known bool
	width [2]int
}

// setKind is the kind of a member of a character set.
type setKind uint8

const (
	setChar setKind = iota
	setRange
	setNegate
	setCategory
)

// setItem is a member of a character set: a range, or a category as its letter
// in \d, \D and so on.
type setItem struct {
	kind   setKind
	lo, hi rune
}

// parseState is what is known of a whole pattern while it is parsed.
type parseState struct {
	flags      int
	names      map[string]int
	order      []string  // names, as they came
	widths     []*[2]int // of the groups; nil while a group is open
	lookbehind int       // groups before the lookbehind that is parsed, or -1
	refs       map[int]int
	refOrder   []int
}

// reError is a mistake in a pattern, raised as re.error.
type reError struct {
	message string
	pos     int // -1: none
}

func (e *reError) Error() string { return e.message }

// reParser reads a pattern. It panics with a *reError or another error, which
// parsePattern returns.
type reParser struct {
	text  []rune
	isStr bool
	index int
	next  string // the next token: a character, maybe after a backslash; "" at the end
	size  int    // of next, in characters
	state *parseState
	steps func(n int)
	depth int
}

func (p *reParser) fail(offset int, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if !p.isStr {
		message = escapeASCII(message)
	}
	panic(&reError{message, p.tell() - offset})
}

// escapeASCII writes what is not ASCII as escapes.
func escapeASCII(s string) string {
	var b strings.Builder
	for _, r := range value.NewStr(s).Runes() {
		switch {
		case r < 128:
			b.WriteRune(r)
		case r < 256:
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

func runeText(rs ...rune) string { return value.RunesStr(rs).String() }

func runeCount(s string) int { return value.NewStr(s).Len() }

func (p *reParser) advance() {
	p.steps(1)
	if p.index >= len(p.text) {
		p.next, p.size = "", 0
		return
	}
	c := p.text[p.index]
	p.index++
	if c != '\\' {
		p.next, p.size = runeText(c), 1
		return
	}
	if p.index >= len(p.text) {
		panic(&reError{"bad escape (end of pattern)", len(p.text) - 1})
	}
	p.next, p.size = runeText(c, p.text[p.index]), 2
	p.index++
}

func (p *reParser) tell() int { return p.index - p.size }

func (p *reParser) seek(index int) {
	p.index = index
	p.advance()
}

func (p *reParser) match(char string) bool {
	if p.next == char {
		p.advance()
		return true
	}
	return false
}

func (p *reParser) get() string {
	this := p.next
	p.advance()
	return this
}

func (p *reParser) getWhile(n int, chars string) string {
	out := ""
	for ; n > 0 && p.next != "" && strings.Contains(chars, p.next); n-- {
		out += p.get()
	}
	return out
}

func (p *reParser) getUntil(end, what string) string {
	out := ""
	for {
		c := p.get()
		if c == "" {
			if out == "" {
				p.fail(0, "missing %s", what)
			}
			p.fail(runeCount(out), "missing %s, unterminated name", end)
		}
		if c == end {
			if out == "" {
				p.fail(1, "missing %s", what)
			}
			return out
		}
		out += c
	}
}

func (p *reParser) checkName(name string) {
	if !value.IsIdentifier(name) {
		p.fail(runeCount(name)+1, "bad character in group name %s", value.StrRepr(name))
	}
}

const (
	octDigits    = "01234567"
	decDigits    = "0123456789"
	hexDigits    = "0123456789abcdefABCDEF"
	reSpecial    = ".\\[{()*+?^$|"
	reWhitespace = " \t\n\r\v\f"
)

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

var simpleEscapes = map[string]rune{
	`\a`: '\a', `\b`: '\b', `\f`: '\f', `\n`: '\n', `\r`: '\r', `\t`: '\t', `\v`: '\v', `\\`: '\\',
}

func categoryEscape(escape string) (reNode, bool) {
	switch escape {
	case `\A`:
		return reNode{op: opAt, at: atBeginString}, true
	case `\b`:
		return reNode{op: opAt, at: atBoundary}, true
	case `\B`:
		return reNode{op: opAt, at: atNonBoundary}, true
	case `\Z`:
		return reNode{op: opAt, at: atEndString}, true
	case `\d`, `\D`, `\s`, `\S`, `\w`, `\W`:
		return reNode{op: opIn, set: []setItem{{kind: setCategory, lo: rune(escape[1])}}}, true
	}
	return reNode{}, false
}

// codeEscape reads the escapes that stand for a character by its number; ok is
// false for others.
func (p *reParser) codeEscape(escape string) (r rune, ok bool) {
	digits := 0
	switch c := escape[1]; {
	case c == 'x':
		digits = 2
	case c == 'u' && p.isStr:
		digits = 4
	case c == 'U' && p.isStr:
		digits = 8
	case c == 'N' && p.isStr:
		panic(value.Unknownf("the names of characters have no model"))
	default:
		return 0, false
	}
	escape += p.getWhile(digits, hexDigits)
	if len(escape) != digits+2 {
		p.fail(len(escape), "incomplete escape %s", escape)
	}
	n := parseDigits(escape[2:], 16)
	if n > 0x10FFFF {
		p.fail(len(escape), "bad escape %s", escape)
	}
	return rune(n), true
}

// parseDigits reads a number, which is held at a bound that no caller accepts.
func parseDigits(s string, base int) int {
	n := 0
	for i := range len(s) {
		d := int(s[i] - '0')
		if s[i] > '9' {
			d = int(s[i]|0x20-'a') + 10
		}
		n = min(n*base+d, math.MaxUint32)
	}
	return n
}

// classEscape reads an escape in a character set.
func (p *reParser) classEscape(escape string) setItem {
	if r, ok := simpleEscapes[escape]; ok {
		return setItem{lo: r, hi: r}
	}
	if node, ok := categoryEscape(escape); ok && node.op == opIn {
		return node.set[0]
	}
	if r, ok := p.codeEscape(escape); ok {
		return setItem{lo: r, hi: r}
	}
	c := escape[1]
	switch {
	case strings.IndexByte(octDigits, c) >= 0:
		escape += p.getWhile(2, octDigits)
		n := parseDigits(escape[1:], 8)
		if n > 0o377 {
			p.fail(len(escape), "octal escape value %s outside of range 0-0o377", escape)
		}
		return setItem{lo: rune(n), hi: rune(n)}
	case '0' <= c && c <= '9' || isLetter(c):
		p.fail(2, "bad escape %s", escape)
	}
	r := value.NewStr(escape).Runes()[1]
	return setItem{lo: r, hi: r}
}

// escape reads an escape outside of character sets.
func (p *reParser) escape(escape string) reNode {
	if node, ok := categoryEscape(escape); ok {
		return node
	}
	literal := func(r rune) reNode { return reNode{op: opLiteral, char: r} }
	if r, ok := simpleEscapes[escape]; ok {
		return literal(r)
	}
	if r, ok := p.codeEscape(escape); ok {
		return literal(r)
	}
	c := escape[1]
	switch {
	case c == '0':
		escape += p.getWhile(2, octDigits)
		return literal(rune(parseDigits(escape[1:], 8)))
	case '0' <= c && c <= '9':
		if p.next != "" && strings.Contains(decDigits, p.next) {
			escape += p.get()
			if strings.IndexByte(octDigits, escape[1]) >= 0 && strings.IndexByte(octDigits, escape[2]) >= 0 && p.next != "" && strings.Contains(octDigits, p.next) {
				escape += p.get()
				n := parseDigits(escape[1:], 8)
				if n > 0o377 {
					p.fail(len(escape), "octal escape value %s outside of range 0-0o377", escape)
				}
				return literal(rune(n))
			}
		}
		group := parseDigits(escape[1:], 10)
		if group >= len(p.state.widths) {
			p.fail(len(escape)-1, "invalid group reference %d", group)
		}
		p.checkOpen(group, len(escape))
		return reNode{op: opGroupRef, group: group}
	case isLetter(c):
		p.fail(2, "bad escape %s", escape)
	}
	return literal(value.NewStr(escape).Runes()[1])
}

// checkOpen refuses references to a group that is not closed yet.
func (p *reParser) checkOpen(group, offset int) {
	if p.state.widths[group] == nil {
		p.fail(offset, "cannot refer to an open group")
	}
	p.checkLookbehind(group)
}

func (p *reParser) checkLookbehind(group int) {
	if p.state.lookbehind < 0 {
		return
	}
	if group >= len(p.state.widths) || p.state.widths[group] == nil {
		p.fail(0, "cannot refer to an open group")
	}
	if group >= p.state.lookbehind {
		p.fail(0, "cannot refer to group defined in the same lookbehind subpattern")
	}
}

// alternation parses a|b|c.
func (p *reParser) alternation(verbose bool, nested int) *reSeq {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 300 {
		panic(value.Unknownf("a pattern nested more than 300 deep"))
	}
	var alts []*reSeq
	for {
		alts = append(alts, p.sequence(verbose, nested == 0 && len(alts) == 0))
		if !p.match("|") {
			break
		}
		if nested == 0 {
			verbose = p.state.flags&reVerbose != 0
		}
	}
	if len(alts) == 1 {
		return alts[0]
	}
	out := &reSeq{state: p.state}
	for {
		prefix, ok := commonPrefix(alts)
		if !ok {
			break
		}
		for _, a := range alts {
			a.items = a.items[1:]
		}
		out.items = append(out.items, prefix)
	}
	if set, ok := branchSet(alts); ok {
		out.items = append(out.items, reNode{op: opIn, set: uniqueItems(set)})
		return out
	}
	out.items = append(out.items, reNode{op: opBranch, alts: alts})
	return out
}

// commonPrefix returns the first item of all alternatives, if it is the same.
func commonPrefix(alts []*reSeq) (reNode, bool) {
	for _, a := range alts {
		if len(a.items) == 0 || !sameNode(&a.items[0], &alts[0].items[0]) {
			return reNode{}, false
		}
	}
	return alts[0].items[0], true
}

func sameNode(a, b *reNode) bool {
	if a.op != b.op || a.char != b.char || a.at != b.at || a.group != b.group || len(a.set) != len(b.set) {
		return false
	}
	switch a.op {
	case opLiteral, opNotLiteral, opAny, opAt, opGroupRef, opIn:
	default:
		return a == b
	}
	for i := range a.set {
		if a.set[i] != b.set[i] {
			return false
		}
	}
	return true
}

// branchSet returns the set of characters that alternatives of one character
// each amount to.
func branchSet(alts []*reSeq) (set []setItem, ok bool) {
	for _, a := range alts {
		if len(a.items) != 1 {
			return nil, false
		}
		switch n := a.items[0]; {
		case n.op == opLiteral:
			set = append(set, setItem{lo: n.char, hi: n.char})
		case n.op == opIn && n.set[0].kind != setNegate:
			set = append(set, n.set...)
		default:
			return nil, false
		}
	}
	return set, true
}

func uniqueItems(set []setItem) []setItem {
	seen := map[setItem]bool{}
	var out []setItem
	for _, s := range set {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// sequence parses what stands between two bars.
func (p *reParser) sequence(verbose, first bool) *reSeq {
	out := &reSeq{state: p.state}
	add := func(n reNode) { out.items = append(out.items, n) }
	for p.next != "" && p.next != "|" && p.next != ")" {
		this := p.get()
		if verbose {
			if strings.Contains(reWhitespace, this) {
				continue
			}
			if this == "#" {
				for c := p.get(); c != "" && c != "\n"; c = p.get() {
				}
				continue
			}
		}
		switch {
		case this[0] == '\\':
			add(p.escape(this))
		case !strings.Contains(reSpecial, this):
			add(reNode{op: opLiteral, char: value.NewStr(this).Runes()[0]})
		case this == "[":
			add(p.set())
		case strings.Contains("*+?{", this):
			p.repeat(this, out)
		case this == ".":
			add(reNode{op: opAny})
		case this == "(":
			n, ok, newVerbose := p.group(verbose, first && len(out.items) == 0)
			verbose = newVerbose
			if ok {
				add(n)
			}
		case this == "^":
			add(reNode{op: opAt, at: atBegin})
		case this == "$":
			add(reNode{op: opAt, at: atEnd})
		}
	}
	out.flatten()
	return out
}

// flatten puts the items of groups that do nothing into the sequence.
func (s *reSeq) flatten() {
	var items []reNode
	for _, n := range s.items {
		if n.op == opGroup && n.group == 0 && n.add == 0 && n.del == 0 {
			items = append(items, n.sub.items...)
		} else {
			items = append(items, n)
		}
	}
	s.items = items
}

// set parses a character set after its bracket.
func (p *reParser) set() reNode {
	here := p.tell() - 1
	negate := p.match("^")
	var set []setItem
	unterminated := func() { p.fail(p.tell()-here, "unterminated character set") }
	item := func(this string) setItem {
		if this[0] == '\\' {
			return p.classEscape(this)
		}
		r := value.NewStr(this).Runes()[0]
		return setItem{lo: r, hi: r}
	}
	for {
		this := p.get()
		if this == "" {
			unterminated()
		}
		if this == "]" && set != nil {
			break
		}
		one := item(this)
		if !p.match("-") {
			set = append(set, one)
			continue
		}
		that := p.get()
		if that == "" {
			unterminated()
		}
		if that == "]" {
			set = append(set, one, setItem{lo: '-', hi: '-'})
			break
		}
		two := item(that)
		if one.kind != setChar || two.kind != setChar || two.lo < one.lo {
			p.fail(runeCount(this)+1+runeCount(that), "bad character range %s-%s", this, that)
		}
		set = append(set, setItem{kind: setRange, lo: one.lo, hi: two.lo})
	}
	set = uniqueItems(set)
	if len(set) == 1 && set[0].kind == setChar {
		if negate {
			return reNode{op: opNotLiteral, char: set[0].lo}
		}
		return reNode{op: opLiteral, char: set[0].lo}
	}
	if negate {
		set = append([]setItem{{kind: setNegate}}, set...)
	}
	return reNode{op: opIn, set: set}
}

// repeat makes the last item of out a repetition.
func (p *reParser) repeat(this string, out *reSeq) {
	here := p.tell()
	low, high := 0, maxRepeat
	switch this {
	case "?":
		high = 1
	case "+":
		low = 1
	case "{":
		brace := reNode{op: opLiteral, char: '{'}
		if p.next == "}" {
			out.items = append(out.items, brace)
			return
		}
		lo := p.getWhile(math.MaxInt, decDigits)
		hi := lo
		if p.match(",") {
			hi = p.getWhile(math.MaxInt, decDigits)
		}
		if !p.match("}") {
			out.items = append(out.items, brace)
			p.seek(here)
			return
		}
		bound := func(s string, n *int) {
			if s != "" {
				if *n = parseDigits(s, 10); *n >= maxRepeat {
					panic(value.Raisef(value.OverflowError, "the repetition number is too large"))
				}
			}
		}
		bound(lo, &low)
		bound(hi, &high)
		if high < low {
			p.fail(p.tell()-here, "min repeat greater than max repeat")
		}
	}
	var item *reNode
	if n := len(out.items); n > 0 {
		item = &out.items[n-1]
	}
	switch {
	case item == nil || item.op == opAt:
		p.fail(p.tell()-here+1, "nothing to repeat")
	case item.op == opRepeat:
		p.fail(p.tell()-here+1, "multiple repeat")
	}
	sub := &reSeq{state: p.state, items: []reNode{*item}}
	if item.op == opGroup && item.group == 0 && item.add == 0 && item.del == 0 {
		sub = item.sub
	}
	mode := greedy
	if p.match("?") {
		mode = reluctant
	} else if p.match("+") {
		mode = possessive
	}
	*item = reNode{op: opRepeat, min: low, max: high, mode: mode, sub: sub}
}

// group parses what follows an opening parenthesis. ok is false if it stands
// for nothing: a comment, or flags of the whole pattern.
func (p *reParser) group(verbose, first bool) (n reNode, ok, newVerbose bool) {
	start := p.tell() - 1
	closing := func() {
		if !p.match(")") {
			p.fail(p.tell()-start, "missing ), unterminated subpattern")
		}
	}
	capture, atomic, name := true, false, ""
	add, del := 0, 0
	if p.match("?") {
		char := p.get()
		switch {
		case char == "":
			p.fail(0, "unexpected end of pattern")
		case char == "P":
			var ref reNode
			if name, ref = p.named(); name == "" {
				return ref, true, verbose
			}
		case char == ":":
			capture = false
		case char == "#":
			for {
				if p.next == "" {
					p.fail(p.tell()-start, "missing ), unterminated comment")
				}
				if p.get() == ")" {
					return n, false, verbose
				}
			}
		case char == "=" || char == "!" || char == "<":
			n = p.assertion(char, verbose)
			closing()
			return n, true, verbose
		case char == "(":
			n = p.conditional(verbose)
			closing()
			return n, true, verbose
		case char == ">":
			capture, atomic = false, true
		case char == "-" || isFlagLetter(char):
			var global bool
			if add, del, global = p.flags(char); global {
				if !first {
					p.fail(p.tell()-start, "global flags not at the start of the expression")
				}
				return n, false, p.state.flags&reVerbose != 0
			}
			capture = false
		default:
			p.fail(runeCount(char)+1, "unknown extension ?%s", char)
		}
	}
	group := 0
	if capture {
		group = p.open(name)
	}
	inner := (verbose || add&reVerbose != 0) && del&reVerbose == 0
	sub := p.alternation(inner, 1)
	closing()
	if group > 0 {
		w := sub.getWidth()
		p.state.widths[group] = &w
	}
	if atomic {
		return reNode{op: opAtomic, sub: sub}, true, verbose
	}
	return reNode{op: opGroup, group: group, add: add, del: del, sub: sub}, true, verbose
}

func (p *reParser) open(name string) int {
	group := len(p.state.widths)
	p.state.widths = append(p.state.widths, nil)
	if name != "" {
		if old, ok := p.state.names[name]; ok {
			p.fail(runeCount(name)+1, "redefinition of group name %s as group %d; was group %d", value.StrRepr(name), group, old)
		}
		p.state.names[name] = group
		p.state.order = append(p.state.order, name)
	}
	return group
}

// named parses (?P<name> and (?P=name): the name of a group, or a reference.
func (p *reParser) named() (name string, ref reNode) {
	switch {
	case p.match("<"):
		name = p.getUntil(">", "group name")
		p.checkName(name)
		return name, ref
	case p.match("="):
		name = p.getUntil(")", "group name")
		p.checkName(name)
		group, ok := p.state.names[name]
		if !ok {
			p.fail(runeCount(name)+1, "unknown group name %s", value.StrRepr(name))
		}
		p.checkOpen(group, runeCount(name)+1)
		return "", reNode{op: opGroupRef, group: group}
	}
	char := p.get()
	if char == "" {
		p.fail(0, "unexpected end of pattern")
	}
	p.fail(runeCount(char)+2, "unknown extension ?P%s", char)
	return "", ref
}

// assertion parses a lookahead or lookbehind.
func (p *reParser) assertion(char string, verbose bool) reNode {
	n := reNode{op: opAssert}
	outer := p.state.lookbehind
	if char == "<" {
		n.behind = true
		if char = p.get(); char == "" {
			p.fail(0, "unexpected end of pattern")
		}
		if char != "=" && char != "!" {
			p.fail(runeCount(char)+2, "unknown extension ?<%s", char)
		}
		if outer < 0 {
			p.state.lookbehind = len(p.state.widths)
		}
	}
	n.sub = p.alternation(verbose, 1)
	if n.behind {
		p.state.lookbehind = outer
	}
	if char == "!" {
		n.op = opAssertNot
	}
	return n
}

// conditional parses (?(group)yes|no).
func (p *reParser) conditional(verbose bool) reNode {
	name := p.getUntil(")", "group name")
	offset := runeCount(name) + 1
	group, ok := 0, false
	if value.IsIdentifier(name) {
		if group, ok = p.state.names[name]; !ok {
			p.fail(offset, "unknown group name %s", value.StrRepr(name))
		}
	} else {
		group = p.groupNumber(name, offset)
		if group == 0 {
			p.fail(offset, "bad group number")
		}
		if _, ok := p.state.refs[group]; !ok {
			p.state.refs[group] = p.tell() - offset
			p.state.refOrder = append(p.state.refOrder, group)
		}
	}
	p.checkLookbehind(group)
	n := reNode{op: opGroupExists, group: group, yes: p.sequence(verbose, false)}
	if p.match("|") {
		n.no = p.sequence(verbose, false)
		if p.next == "|" {
			p.fail(0, "conditional backref with more than two branches")
		}
	}
	return n
}

// groupNumber reads the number of a group, which may look as int() allows.
func (p *reParser) groupNumber(name string, offset int) int {
	bad := func() { p.fail(offset, "bad character in group name %s", value.StrRepr(name)) }
	t := value.NewThread(context.Background(), value.Limits{})
	v, err := value.IntFromText(t, name, 10, name)
	if err != nil {
		bad()
	}
	n, ok := value.AsInt(v)
	big, _ := value.AsBig(v)
	if big.Sign() < 0 {
		bad()
	}
	if !ok || n >= maxGroups {
		p.fail(offset, "invalid group reference %s", big)
	}
	return int(n)
}

func isFlagLetter(char string) bool {
	r := value.NewStr(char).Runes()
	_, ok := reFlagLetters[r[0]]
	return ok && len(r) == 1
}

// flags parses the letters of (?aiLmsux-imsx:. global tells that they are for
// the whole pattern.
func (p *reParser) flags(char string) (add, del int, global bool) {
	isAlpha := func(char string) bool {
		rs := value.NewStr(char).Runes()
		t := value.NewThread(context.Background(), value.Limits{})
		got, err := value.CallMethod(t, value.RunesStr(rs), "isalpha")
		return err == nil && got == value.True
	}
	wrong := func(char, missing string) {
		if isAlpha(char) {
			missing = "unknown flag"
		}
		p.fail(runeCount(char), "%s", missing)
	}
	for char != "-" {
		flag := reFlagLetters[rune(char[0])]
		if p.isStr && char == "L" {
			p.fail(0, "bad inline flags: cannot use 'L' flag with a str pattern")
		}
		if !p.isStr && char == "u" {
			p.fail(0, "bad inline flags: cannot use 'u' flag with a bytes pattern")
		}
		add |= flag
		if flag&reTypeFlags != 0 && add&reTypeFlags != flag {
			p.fail(0, "bad inline flags: flags 'a', 'u' and 'L' are incompatible")
		}
		char = p.get()
		if char == "" {
			p.fail(0, "missing -, : or )")
		}
		if char == ")" || char == "-" || char == ":" {
			break
		}
		if !isFlagLetter(char) {
			wrong(char, "missing -, : or )")
		}
	}
	if char == ")" {
		p.state.flags |= add
		return 0, 0, true
	}
	if add&reGlobalFlags != 0 {
		p.fail(1, "bad inline flags: cannot turn on global flag")
	}
	if char == "-" {
		char = p.get()
		if char == "" {
			p.fail(0, "missing flag")
		}
		if !isFlagLetter(char) {
			wrong(char, "missing flag")
		}
		for {
			flag := reFlagLetters[rune(char[0])]
			if flag&reTypeFlags != 0 {
				p.fail(0, "bad inline flags: cannot turn off flags 'a', 'u' and 'L'")
			}
			del |= flag
			char = p.get()
			if char == "" {
				p.fail(0, "missing :")
			}
			if char == ":" {
				break
			}
			if !isFlagLetter(char) {
				wrong(char, "missing :")
			}
		}
	}
	if del&reGlobalFlags != 0 {
		p.fail(1, "bad inline flags: cannot turn off global flag")
	}
	if add&del != 0 {
		p.fail(1, "bad inline flags: flag turned on and off")
	}
	return add, del, false
}

// getWidth returns the least and the greatest number of characters that the
// sequence matches.
func (s *reSeq) getWidth() [2]int {
	if s.known {
		return s.width
	}
	lo, hi := 0, 0
	for i := range s.items {
		w := s.items[i].width(s.state)
		lo, hi = min(lo+w[0], maxWidth), min(hi+w[1], maxWidth)
	}
	s.known, s.width = true, [2]int{lo, hi}
	return s.width
}

func (n *reNode) width(state *parseState) [2]int {
	switch n.op {
	case opLiteral, opNotLiteral, opAny, opIn:
		return [2]int{1, 1}
	case opBranch:
		w := [2]int{maxWidth, 0}
		for _, a := range n.alts {
			v := a.getWidth()
			w = [2]int{min(w[0], v[0]), max(w[1], v[1])}
		}
		return w
	case opAtomic, opGroup:
		return n.sub.getWidth()
	case opRepeat:
		w := n.sub.getWidth()
		lo, hi := mulWidth(w[0], n.min), mulWidth(w[1], n.max)
		if n.max == maxRepeat && w[1] > 0 {
			hi = maxWidth
		}
		return [2]int{lo, hi}
	case opGroupRef:
		return *state.widths[n.group]
	case opGroupExists:
		w := n.yes.getWidth()
		if n.no == nil {
			w[0] = 0
		} else {
			v := n.no.getWidth()
			w = [2]int{min(w[0], v[0]), max(w[1], v[1])}
		}
		return w
	}
	return [2]int{}
}

func mulWidth(a, b int) int {
	if a != 0 && b > maxWidth/a {
		return maxWidth
	}
	return a * b
}

// parsePattern parses a pattern. The error is a *reError where re.error is
// raised.
func parsePattern(text []rune, isStr bool, flags int, steps func(n int)) (seq *reSeq, err error) {
	state := &parseState{flags: flags, names: map[string]int{}, widths: []*[2]int{nil}, lookbehind: -1, refs: map[int]int{}}
	p := &reParser{text: text, isStr: isStr, state: state, steps: steps}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok || isRuntimeError(e) {
				panic(r)
			}
			seq, err = nil, e
		}
	}()
	p.advance()
	seq = p.alternation(flags&reVerbose != 0, 0)
	if err := fixFlags(state, isStr); err != nil {
		return nil, err
	}
	if p.next != "" {
		p.fail(0, "unbalanced parenthesis")
	}
	for _, g := range state.refOrder {
		if g >= len(state.widths) {
			return nil, &reError{fmt.Sprintf("invalid group reference %d", g), state.refs[g]}
		}
	}
	return seq, nil
}

func isRuntimeError(err error) bool {
	_, ok := err.(interface{ RuntimeError() })
	return ok
}

// fixFlags checks the flags of the whole pattern and adds the one that is the
// default.
func fixFlags(s *parseState, isStr bool) error {
	f := s.flags
	switch {
	case isStr && f&reLocale != 0:
		return value.ValueErrorf("cannot use LOCALE flag with a str pattern")
	case isStr && f&reASCII == 0:
		s.flags |= reUnicode
	case isStr && f&reUnicode != 0:
		return value.ValueErrorf("ASCII and UNICODE flags are incompatible")
	case !isStr && f&reUnicode != 0:
		return value.ValueErrorf("cannot use UNICODE flag with a bytes pattern")
	case !isStr && f&reLocale != 0 && f&reASCII != 0:
		return value.ValueErrorf("ASCII and LOCALE flags are incompatible")
	}
	return nil
}
