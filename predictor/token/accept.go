package token

import "unicode/utf8"

// A ValueState accepts the tokens of one value, one by one: it is the pushdown
// automaton behind constrained decoding. The zero state is not usable; begin
// with NewValueState.
type ValueState struct {
	v     *Vocab
	stack []valueFrame
}

type frameKind uint8

const (
	frameValue  frameKind = iota // a value must start
	frameNumber                  // in a number
	frameText                    // in a string
	frameBytes                   // in a bytes literal
	frameQuote                   // a quote must open after BytesMark
	frameBrace                   // a brace must open after SetMark
	frameItems                   // in a list, tuple or set
	frameDict
	frameObject
)

type valueFrame struct {
	kind  frameKind
	class Class // what the value must be; NumClasses is anything
	key   bool  // it must be hashable

	number numberState
	close  ID    // of items
	n      int   // items or bytes so far
	step   uint8 // of items: 0 expects an item, 1 a comma or the end; of dicts also 2 a colon, 3 a value
	some   bool  // may not be empty
	pend   int   // continuation bytes that the last rune still lacks
	first  byte  // the rune's first byte
}

// NewValueState returns a state that expects a value of the class, NumClasses
// for any value.
func (v *Vocab) NewValueState(c Class) *ValueState {
	return &ValueState{v: v, stack: []valueFrame{{kind: frameValue, class: c}}}
}

// Clone returns a copy that goes its own way.
func (s *ValueState) Clone() *ValueState {
	return &ValueState{v: s.v, stack: append([]valueFrame(nil), s.stack...)}
}

// MayEnd reports whether the value may be over.
func (s *ValueState) MayEnd() bool {
	return len(s.stack) == 0 || len(s.stack) == 1 && s.stack[0].kind == frameNumber && s.stack[0].endable()
}

// endable reports whether a number of the wanted class may end.
func (f *valueFrame) endable() bool {
	if !f.number.complete() {
		return false
	}
	switch f.class {
	case ClassFloatNegative, ClassFloatZero, ClassFloatPositive, ClassFloatOther:
		return f.number != numberInt && f.number != numberZero
	}
	return true
}

// Allow calls f with every token that may come next within the value.
func (s *ValueState) Allow(f func(ID)) {
	if len(s.stack) == 0 {
		return
	}
	t := &s.stack[len(s.stack)-1]
	switch t.kind {
	case frameValue:
		t.allowStart(f)
	case frameNumber:
		t.number.allowed(func(c byte) {
			if t.numberByte(c) {
				f(Byte(c))
			}
		})
		if t.endable() && len(s.stack) > 1 {
			s.stack[len(s.stack)-2].allowAfterItem(f)
		}
	case frameText:
		for b := range 256 {
			if t.textByte(byte(b)) {
				f(Byte(byte(b)))
			}
		}
		if t.pend == 0 && !(t.some && t.n == 0) {
			f(Unquote)
		}
	case frameBytes:
		for b := range 256 {
			f(Byte(byte(b)))
		}
		if !(t.some && t.n == 0) {
			f(Unquote)
		}
	case frameQuote:
		f(Quote)
	case frameBrace:
		f(BraceOpen)
	case frameItems, frameDict:
		if t.step == 0 {
			item := valueFrame{kind: frameValue, class: NumClasses, key: t.itemKey()}
			item.allowStart(f)
			if t.n == 0 && !t.some {
				f(t.close)
			}
		} else if t.step == 3 {
			item := valueFrame{kind: frameValue, class: NumClasses}
			item.allowStart(f)
		} else {
			t.allowAfterItem(f)
		}
	case frameObject:
		for id := ID(firstByte); int(id) < s.v.Size(); id++ {
			if s.v.IsNamePart(id, t.n == 0) {
				f(id)
			}
		}
		if t.n > 0 {
			f(ObjectClose)
		}
	}
}

func (t *valueFrame) itemKey() bool {
	return t.key || t.kind == frameDict || t.kind == frameItems && t.close == BraceClose
}

// allowAfterItem calls f with what may follow a finished item.
func (t *valueFrame) allowAfterItem(f func(ID)) {
	switch {
	case t.kind == frameDict && (t.step == 0 || t.step == 2):
		f(Colon)
	default:
		f(Comma)
		f(t.close)
	}
}

// numberByte narrows a number's automaton to the wanted class.
func (t *valueFrame) numberByte(c byte) bool {
	switch t.class {
	case ClassIntNegative, ClassIntPositive:
		return c >= '1' && c <= '9' || c == '0' && t.number != numberSign || c == '-'
	case ClassFloatOther:
		return c == '-' || c == 'i' || c == 'n' || c == 'f' || c == 'a'
	case ClassFloatNegative, ClassFloatPositive, ClassFloatZero:
		return c != 'i' && c != 'n' && c != 'f' && c != 'a'
	}
	return true
}

// textByte reports whether a byte may follow in UTF-8 text.
func (t *valueFrame) textByte(b byte) bool {
	if t.pend > 0 {
		if b < 0x80 || b > 0xBF {
			return false
		}
		switch t.first { // only right after the first byte, for overlong forms and surrogates
		case 0xE0:
			return b >= 0xA0
		case 0xED:
			return b <= 0x9F
		case 0xF0:
			return b >= 0x90
		case 0xF4:
			return b <= 0x8F
		}
		return true
	}
	return b < utf8.RuneSelf || b >= 0xC2 && b <= 0xF4
}

// allowStart calls f with every token that may start a value.
func (t *valueFrame) allowStart(f func(ID)) {
	any := t.class == NumClasses
	is := func(cs ...Class) bool {
		for _, c := range cs {
			if c == t.class {
				return true
			}
		}
		return any
	}
	if is(ClassNone) {
		f(None)
	}
	if is(ClassTrue) {
		f(True)
	}
	if is(ClassFalse) {
		f(False)
	}
	if is(ClassIntNegative, ClassFloatNegative, ClassFloatZero, ClassFloatOther) {
		f(Byte('-'))
	}
	if is(ClassIntZero, ClassFloatZero, ClassFloatPositive) {
		f(Byte('0'))
	}
	if is(ClassIntPositive, ClassFloatPositive) {
		for c := byte('1'); c <= '9'; c++ {
			f(Byte(c))
		}
	}
	if is(ClassFloatOther) {
		f(Byte('i'))
		f(Byte('n'))
	}
	if is(ClassStr, ClassStrEmpty) {
		f(Quote)
	}
	if is(ClassBytes, ClassBytesEmpty) {
		f(BytesMark)
	}
	if is(ClassTuple, ClassTupleEmpty) {
		f(TupleOpen)
	}
	if !t.key {
		if is(ClassList, ClassListEmpty) {
			f(ListOpen)
		}
		if is(ClassDict, ClassDictEmpty) {
			f(BraceOpen)
		}
		if is(ClassSet, ClassSetEmpty) {
			f(SetMark)
		}
	}
	if is(ClassObject, ClassCallable, ClassType, ClassModule) {
		f(ObjectOpen)
	}
}

// Push takes the next token; it reports whether the token is allowed.
func (s *ValueState) Push(id ID) bool {
	if len(s.stack) == 0 {
		return false
	}
	t := &s.stack[len(s.stack)-1]
	switch t.kind {
	case frameValue:
		return s.start(id)
	case frameNumber:
		if c, ok := AsByte(id); ok {
			next := t.number.next(c)
			if next == numberBad || !t.numberByte(c) {
				return false
			}
			t.number = next
			return true
		}
		if !t.endable() || len(s.stack) < 2 {
			return false
		}
		s.stack = s.stack[:len(s.stack)-1]
		s.itemDone()
		return s.Push(id)
	case frameText, frameBytes:
		return s.inText(t, id)
	case frameQuote:
		if id != Quote {
			return false
		}
		t.kind = frameBytes
		return true
	case frameBrace:
		if id != BraceOpen {
			return false
		}
		t.kind, t.close = frameItems, BraceClose
		return true
	case frameObject:
		if id == ObjectClose && t.n > 0 {
			s.pop()
			return true
		}
		t.n++
		return s.v.IsNamePart(id, t.n == 1)
	}
	return s.inItems(t, id)
}

func (s *ValueState) pop() {
	s.stack = s.stack[:len(s.stack)-1]
	s.itemDone()
}

// itemDone tells the container that holds a finished value.
func (s *ValueState) itemDone() {
	if len(s.stack) == 0 {
		return
	}
	t := &s.stack[len(s.stack)-1]
	if t.kind == frameDict && t.step == 0 {
		t.step = 2
		return
	}
	t.n++
	t.step = 1
}

func (s *ValueState) inText(t *valueFrame, id ID) bool {
	if id == Unquote {
		if t.pend > 0 || t.some && t.n == 0 {
			return false
		}
		s.pop()
		return true
	}
	b, ok := AsByte(id)
	if !ok {
		return false
	}
	t.n++
	if t.kind == frameBytes {
		return true
	}
	if !t.textByte(b) {
		return false
	}
	switch {
	case t.pend > 0:
		t.pend--
		t.first = 0
	case b >= 0xF0:
		t.pend, t.first = 3, b
	case b >= 0xE0:
		t.pend, t.first = 2, b
	case b >= 0xC2:
		t.pend, t.first = 1, b
	}
	return true
}

func (s *ValueState) inItems(t *valueFrame, id ID) bool {
	switch {
	case id == t.close && (t.step == 1 || t.step == 0 && t.n == 0 && !t.some):
		s.pop()
		return true
	case t.step == 1:
		t.step = 0
		return id == Comma
	case t.step == 2:
		t.step = 3
		return id == Colon
	}
	s.stack = append(s.stack, valueFrame{kind: frameValue, class: NumClasses, key: t.step == 0 && t.itemKey()})
	return len(s.stack) <= maxDepth && s.start(id)
}

// start begins a value in place of the frame on top.
func (s *ValueState) start(id ID) bool {
	t := s.stack[len(s.stack)-1]
	ok := false
	t.allowStart(func(a ID) { ok = ok || a == id })
	if !ok {
		return false
	}
	f := valueFrame{class: t.class, key: t.key}
	// A class that says the value is not empty was chosen by the caller.
	f.some = t.class == ClassStr || t.class == ClassBytes || t.class == ClassList || t.class == ClassTuple || t.class == ClassDict || t.class == ClassSet
	switch id {
	case None, True, False:
		s.pop()
		return true
	case Quote:
		f.kind = frameText
	case BytesMark:
		f.kind = frameQuote
	case SetMark:
		f.kind = frameBrace
	case ListOpen:
		f.kind, f.close = frameItems, ListClose
	case TupleOpen:
		f.kind, f.close = frameItems, TupleClose
	case BraceOpen:
		f.kind, f.close = frameDict, BraceClose
	case ObjectOpen:
		f.kind = frameObject
	default:
		b, _ := AsByte(id)
		f.kind, f.number = frameNumber, numberStart.next(b)
	}
	s.stack[len(s.stack)-1] = f
	return true
}
