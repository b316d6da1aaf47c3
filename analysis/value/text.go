package value

import (
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Str is a str: a sequence of code points. Text is UTF-8, except that a lone
// surrogate, which Python allows and UTF-8 does not, is written in three bytes
// as if it were an ordinary code point (WTF-8).
type Str struct {
	s   string
	ext *Header
	// joined is set in what came of a concatenation, and room is behind it.
	joined bool
	room   *growing
	// Both are filled when first needed, by whichever run comes first:
	// constants of a program are shared by its runs.
	count atomic.Int32           // number of code points plus one; 0: not counted yet
	runes atomic.Pointer[[]rune] // nil until needed
}

// EmptyStr is ”.
var EmptyStr = counted("", 0)

var asciiStrs = func() (a [128]*Str) {
	for i := range a {
		a[i] = counted(string(rune(i)), 1)
	}
	return a
}()

// counted returns a str of n code points.
func counted(s string, n int32) *Str {
	x := &Str{s: s}
	x.count.Store(n + 1)
	return x
}

// NewStr returns a str.
func NewStr(s string) *Str {
	switch {
	case s == "":
		return EmptyStr
	case len(s) == 1 && s[0] < utf8.RuneSelf:
		return asciiStrs[s[0]]
	}
	return &Str{s: s}
}

// NewStrOf returns an instance of a subclass of str.
func NewStrOf(cls *Type, s string) *Str { return &Str{s: s, ext: &Header{Cls: cls}} }

// RuneStr returns the str of one code point.
func RuneStr(r rune) *Str {
	if uint32(r) < 128 {
		return asciiStrs[r]
	}
	return counted(string(AppendRune(nil, r)), 1)
}

// RunesStr returns the str of the given code points.
func RunesStr(rs []rune) *Str {
	b := make([]byte, 0, len(rs))
	for _, r := range rs {
		b = AppendRune(b, r)
	}
	return NewStr(textOf(b))
}

// textOf returns bytes as a string; nothing may change them any more. They are
// copied only where much of the room behind them is empty.
func textOf(b []byte) string {
	if cap(b)-len(b) > len(b)/4 {
		return string(b)
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Type returns str or the subclass of it.
func (s *Str) Type() *Type {
	if s.ext != nil {
		return s.ext.Cls
	}
	return StrType
}

// String returns the text.
func (s *Str) String() string { return s.s }

// Len returns the number of code points.
func (s *Str) Len() int {
	n := s.count.Load()
	if n == 0 {
		n = int32(countRunes(s.s)) + 1
		s.count.Store(n)
	}
	return int(n) - 1
}

// ASCII reports whether every code point is below 128, so that code point i is
// byte i.
func (s *Str) ASCII() bool { return s.Len() == len(s.s) }

// Runes returns the code points; the caller must not change them.
func (s *Str) Runes() []rune {
	if rs := s.runes.Load(); rs != nil {
		return *rs
	}
	rs := make([]rune, 0, s.Len())
	for i := 0; i < len(s.s); {
		r, n := DecodeRune(s.s[i:])
		rs = append(rs, r)
		i += n
	}
	s.runes.Store(&rs)
	return rs
}

// At returns code point i as a str; i must be in range.
func (s *Str) At(i int) *Str {
	if s.ASCII() {
		return asciiStrs[s.s[i]]
	}
	return RuneStr(s.Runes()[i])
}

// Sub returns the code points from i to j.
func (s *Str) Sub(i, j int) *Str {
	if i >= j {
		return EmptyStr
	}
	if s.ASCII() {
		return NewStr(s.s[i:j])
	}
	return RunesStr(s.Runes()[i:j])
}

func countRunes(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
		} else {
			_, size := DecodeRune(s[i:])
			i += size
		}
		n++
	}
	return n
}

// DecodeRune is utf8.DecodeRuneInString for WTF-8: it accepts surrogates.
func DecodeRune(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, n
}

// AppendRune is utf8.AppendRune for WTF-8: it writes surrogates as they are.
func AppendRune(b []byte, r rune) []byte {
	if r >= 0xD800 && r <= 0xDFFF {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

// Bytes is a bytes object.
type Bytes struct {
	B   string
	ext *Header
}

// NewBytes returns a bytes object.
func NewBytes(b string) *Bytes { return &Bytes{B: b} }

// NewBytesOf returns an instance of a subclass of bytes.
func NewBytesOf(cls *Type, b string) *Bytes { return &Bytes{B: b, ext: &Header{Cls: cls}} }

// Type returns bytes or the subclass of it.
func (b *Bytes) Type() *Type {
	if b.ext != nil {
		return b.ext.Cls
	}
	return BytesType
}

// ByteArray is a bytearray.
type ByteArray struct {
	Header
	B []byte
	// Lent is set where something else may hold the buffer: as long as it does, the
	// size cannot change.
	Lent bool
}

// resize reports that whether the size can change is not known.
func (b *ByteArray) resize() error {
	if b.Lent {
		return &UnknownError{Reason: "whether something still holds the buffer of a bytearray", Halt: true}
	}
	return nil
}

// Type returns bytearray or the subclass of it.
func (b *ByteArray) Type() *Type { return b.class(ByteArrayType) }
