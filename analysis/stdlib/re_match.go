package stdlib

import "augur/analysis/value"

// reMatcher runs a program on a text by backtracking. Which groups are set after
// a failed attempt follows CPython's engine, down to where it keeps marks and
// where it forgets them.
type reMatcher struct {
	t    *value.Thread
	prog *program
	text []rune
	end  int // of the text that is looked at

	start       int // where the attempt began
	ptr         int // where a successful match ends
	marks       []int
	lastMark    int // the highest mark that is valid, or -1
	lastIndex   int // the group closed last, or -1
	loop        *loop
	full        bool // the match must reach the end
	mustAdvance bool // the match must not be empty

	saved []int // marks put aside
	depth int
	count int
}

// loop is a repetition that is under way.
type loop struct {
	inst  *inst
	outer *loop
	count int
	last  int // where the last item began, or -1
}

// matchLimit ends a match that costs too much; the error is what the run
// returns.
type matchLimit struct{ err error }

// maxMatchDepth bounds the recursion of a match.
const maxMatchDepth = 200_000

func newReMatcher(t *value.Thread, prog *program, text []rune, start, end int) *reMatcher {
	m := &reMatcher{t: t, prog: prog, text: text, end: end, start: start}
	m.marks = make([]int, 2*prog.groups)
	m.reset()
	return m
}

func (m *reMatcher) reset() {
	m.lastMark, m.lastIndex = -1, -1
	m.loop = nil
	m.saved = m.saved[:0]
}

// run calls f and turns a limit that is reached into an error.
func (m *reMatcher) run(f func() bool) (ok bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			l, isLimit := r.(matchLimit)
			if !isLimit {
				panic(r)
			}
			ok, err = false, l.err
		}
	}()
	m.depth = 0
	return f(), nil
}

func (m *reMatcher) step() {
	// A step of the engine is some ten times faster than one of the evaluator.
	if m.count++; m.count&1023 == 0 {
		if err := m.t.Step(128); err != nil {
			panic(matchLimit{err})
		}
	}
}

// matchAt tries to match at the start.
func (m *reMatcher) matchAt() (bool, error) {
	m.reset()
	return m.run(func() bool { return m.match(m.prog.start, m.start, true) })
}

// search tries each position from the start.
func (m *reMatcher) search() (bool, error) {
	return m.run(func() bool {
		first := m.prog.start
		for first.op == instMark {
			first = first.next
		}
		for at := m.start; at+m.prog.width <= m.end; at++ {
			if at == m.start || m.couldStart(first, at) {
				m.reset()
				m.start = at
				if m.match(m.prog.start, at, true) {
					return true
				}
			} else {
				m.step()
			}
			m.mustAdvance = false
		}
		return false
	})
}

// couldStart tells by the first instruction whether an attempt can succeed.
func (m *reMatcher) couldStart(first *inst, at int) bool {
	switch first.op {
	case instLiteral, instIn:
		return at < m.end && m.single(first, m.text[at])
	}
	return true
}

// single matches one character.
func (m *reMatcher) single(i *inst, r rune) bool {
	switch i.op {
	case instLiteral:
		return i.rule.lower(r) == i.char
	case instNotLiteral:
		return i.rule.lower(r) != i.char
	case instAny:
		return r != '\n'
	case instAnyAll:
		return true
	case instIn:
		return i.set.has(r)
	}
	return false
}

// countSingle counts how often the character i follows from ptr, up to limit.
func (m *reMatcher) countSingle(i *inst, ptr, limit int) int {
	n := min(limit, m.end-ptr)
	for k := range n {
		if k&255 == 255 {
			m.count += 63
			m.step()
		}
		if !m.single(i, m.text[ptr+k]) {
			return k
		}
	}
	return n
}

func (m *reMatcher) pushMarks() int {
	at := len(m.saved)
	m.saved = append(m.saved, m.marks[:m.lastMark+1]...)
	return at
}

// popMarks restores what pushMarks put aside, and keeps it for another time if
// asked to.
func (m *reMatcher) popMarks(at, n int, keep bool) {
	copy(m.marks, m.saved[at:at+n])
	if !keep {
		m.saved = m.saved[:at]
	} else {
		m.saved = m.saved[:at+n]
	}
}

// match runs the program from i at ptr. It sets m.ptr when it succeeds. top
// says whether the end of the program is the end of the whole match.
func (m *reMatcher) match(i *inst, ptr int, top bool) bool {
	if m.depth++; m.depth > maxMatchDepth {
		panic(matchLimit{&value.LimitError{Limit: "memory"}})
	}
	ok := m.exec(i, ptr, top)
	m.depth--
	return ok
}

func (m *reMatcher) exec(i *inst, ptr int, top bool) bool {
	for {
		m.step()
		switch i.op {
		case instSuccess:
			if top && (m.full && ptr != m.end || m.mustAdvance && ptr == m.start) {
				return false
			}
			m.ptr = ptr
			return true
		case instFailure:
			return false
		case instLiteral, instNotLiteral, instAny, instAnyAll, instIn:
			if ptr >= m.end || !m.single(i, m.text[ptr]) {
				return false
			}
			ptr++
		case instAt:
			if !m.position(i, ptr) {
				return false
			}
		case instMark:
			if i.mark&1 != 0 {
				m.lastIndex = i.mark/2 + 1
			}
			if i.mark > m.lastMark {
				for j := m.lastMark + 1; j < i.mark; j++ {
					m.marks[j] = -1
				}
				m.lastMark = i.mark
			}
			m.marks[i.mark] = ptr
		case instBranch:
			return m.branch(i, ptr, top)
		case instRepeatOne:
			if i.mode == possessive {
				n := m.countSingle(i.body, ptr, i.max)
				if n < i.min {
					return false
				}
				ptr += n
				break
			}
			if i.mode == reluctant {
				return m.repeatOneLazy(i, ptr, top)
			}
			return m.repeatOne(i, ptr, top)
		case instRepeat:
			outer := m.loop
			m.loop = &loop{inst: i, outer: outer, count: -1, last: -1}
			ok := m.match(i.until, ptr, top)
			m.loop = outer
			return ok
		case instUntil:
			if i.mode == reluctant {
				return m.untilLazy(i, ptr, top)
			}
			return m.until(i, ptr, top)
		case instPossessive:
			next, ok := m.possessive(i, ptr)
			if !ok {
				return false
			}
			ptr = next
		case instAtomic:
			if !m.match(i.body, ptr, false) {
				return false
			}
			ptr = m.ptr
		case instAssert:
			if ptr < i.behind || !m.match(i.body, ptr-i.behind, false) {
				return false
			}
		case instAssertNot:
			if ptr >= i.behind && m.matchesNot(i, ptr) {
				return false
			}
		case instGroupRef:
			n, ok := m.groupRef(i, ptr)
			if !ok {
				return false
			}
			ptr += n
		case instGroupExists:
			if _, _, ok := m.group(i.mark); ok {
				i = i.body
			} else {
				i = i.no
			}
			continue
		}
		i = i.next
	}
}

// matchesNot reports whether what a negative assertion excludes is there. What
// it marked on the way is forgotten.
func (m *reMatcher) matchesNot(i *inst, ptr int) bool {
	lastMark, lastIndex := m.lastMark, m.lastIndex
	inLoop := m.loop != nil
	at := 0
	if inLoop {
		at = m.pushMarks()
	}
	if m.match(i.body, ptr-i.behind, false) {
		if inLoop {
			m.saved = m.saved[:at]
		}
		return true
	}
	if inLoop {
		m.popMarks(at, lastMark+1, false)
	}
	m.lastMark, m.lastIndex = lastMark, lastIndex
	return false
}

// backtrack remembers the state to which alternatives return.
type backtrack struct {
	lastMark, lastIndex int
	inLoop              bool
	at                  int
}

func (m *reMatcher) remember() backtrack {
	b := backtrack{lastMark: m.lastMark, lastIndex: m.lastIndex, inLoop: m.loop != nil}
	if b.inLoop {
		b.at = m.pushMarks()
	}
	return b
}

func (m *reMatcher) restore(b backtrack) {
	if b.inLoop {
		m.popMarks(b.at, b.lastMark+1, true)
	}
	m.lastMark, m.lastIndex = b.lastMark, b.lastIndex
}

func (m *reMatcher) forget(b backtrack) {
	if b.inLoop {
		m.saved = m.saved[:b.at]
	}
}

func (m *reMatcher) branch(i *inst, ptr int, top bool) bool {
	b := m.remember()
	for _, alt := range i.alts {
		if !m.couldStart(alt, ptr) {
			continue
		}
		if m.match(alt, ptr, top) {
			m.forget(b)
			return true
		}
		m.restore(b)
	}
	m.forget(b)
	return false
}

// repeatOne takes as many characters as it can, then gives them back one by
// one.
func (m *reMatcher) repeatOne(i *inst, ptr int, top bool) bool {
	if m.end-ptr < i.min {
		return false
	}
	count := m.countSingle(i.body, ptr, i.max)
	if count < i.min {
		return false
	}
	b := m.remember()
	for ; count >= i.min; count-- {
		m.step()
		if i.next.op == instLiteral && !m.couldStart(i.next, ptr+count) {
			continue
		}
		if m.match(i.next, ptr+count, top) {
			m.forget(b)
			return true
		}
		m.restore(b)
	}
	m.forget(b)
	return false
}

// repeatOneLazy takes as few characters as it can.
func (m *reMatcher) repeatOneLazy(i *inst, ptr int, top bool) bool {
	if m.end-ptr < i.min {
		return false
	}
	count := 0
	if i.min > 0 {
		if count = m.countSingle(i.body, ptr, i.min); count < i.min {
			return false
		}
	}
	b := m.remember()
	for count <= i.max {
		if m.match(i.next, ptr+count, top) {
			m.forget(b)
			return true
		}
		m.restore(b)
		if ptr+count >= m.end || !m.single(i.body, m.text[ptr+count]) {
			break
		}
		count++
	}
	m.forget(b)
	return false
}

// until decides after each item of a repetition whether to try another one.
func (m *reMatcher) until(i *inst, ptr int, top bool) bool {
	l := m.loop
	count := l.count + 1
	if count < i.min {
		l.count = count
		if m.match(l.inst.body, ptr, top) {
			return true
		}
		l.count = count - 1
		return false
	}
	if (count < i.max || i.max == maxRepeat) && ptr != l.last {
		l.count = count
		lastMark, lastIndex := m.lastMark, m.lastIndex
		at := m.pushMarks()
		last := l.last
		l.last = ptr // an empty item is not followed by another one
		ok := m.match(l.inst.body, ptr, top)
		l.last = last
		if ok {
			m.saved = m.saved[:at]
			return true
		}
		m.popMarks(at, lastMark+1, false)
		m.lastMark, m.lastIndex = lastMark, lastIndex
		l.count = count - 1
	}
	m.loop = l.outer
	if m.match(i.next, ptr, top) {
		return true
	}
	m.loop = l
	return false
}

// untilLazy is until that tries what follows first.
func (m *reMatcher) untilLazy(i *inst, ptr int, top bool) bool {
	l := m.loop
	count := l.count + 1
	if count < i.min {
		l.count = count
		if m.match(l.inst.body, ptr, top) {
			return true
		}
		l.count = count - 1
		return false
	}
	m.loop = l.outer
	b := m.remember()
	if m.match(i.next, ptr, top) {
		m.forget(b)
		return true
	}
	m.restore(b)
	m.forget(b)
	m.loop = l
	if count >= i.max && i.max != maxRepeat || ptr == l.last {
		return false
	}
	l.count = count
	last := l.last
	l.last = ptr
	ok := m.match(l.inst.body, ptr, top)
	l.last = last
	if ok {
		return true
	}
	l.count = count - 1
	return false
}

// possessive takes as many items as it can and keeps them.
func (m *reMatcher) possessive(i *inst, ptr int) (next int, ok bool) {
	count := 0
	for ; count < i.min; count++ {
		m.step()
		if !m.match(i.body, ptr, false) {
			return 0, false
		}
		ptr = m.ptr
	}
	for last := -1; (count < i.max || i.max == maxRepeat) && ptr != last; count++ {
		m.step()
		last = ptr // an empty item is not followed by another one
		if !m.match(i.body, ptr, false) {
			break
		}
		ptr = m.ptr
	}
	return ptr, true
}

// group returns where group n, counted from 0, begins and ends.
func (m *reMatcher) group(n int) (start, end int, ok bool) {
	if 2*n >= m.lastMark {
		return 0, 0, false
	}
	start, end = m.marks[2*n], m.marks[2*n+1]
	return start, end, start >= 0 && end >= start
}

func (m *reMatcher) groupRef(i *inst, ptr int) (n int, ok bool) {
	start, end, ok := m.group(i.mark)
	if !ok {
		return 0, false
	}
	for k := start; k < end; k++ {
		m.step()
		at := ptr + k - start
		if at >= m.end || i.rule.lower(m.text[at]) != i.rule.lower(m.text[k]) {
			return 0, false
		}
	}
	return end - start, true
}

func (m *reMatcher) position(i *inst, ptr int) bool {
	switch i.at {
	case atBegin:
		return ptr == 0 || i.multi && m.text[ptr-1] == '\n'
	case atBeginString:
		return ptr == 0
	case atEnd:
		return ptr == m.end || m.text[ptr] == '\n' && (i.multi || ptr == m.end-1)
	case atEndString:
		return ptr == m.end
	}
	if m.end == 0 {
		return false
	}
	before := ptr > 0 && isWordRune(m.text[ptr-1], i.unicode)
	after := ptr < m.end && isWordRune(m.text[ptr], i.unicode)
	return (before != after) == (i.at == atBoundary)
}
