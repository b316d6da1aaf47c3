package syntax

import (
	"testing"
	"unicode/utf8"
)

func TestMapperOffset(t *testing.T) {
	const text = "ab\r\néx𝒳y\rlast\n"
	// Offsets: a0 b1 \r2 \n3 é4-5 x6 𝒳7-10 y11 \r12 l13 ... t16 \n17 end18
	for _, c := range []struct {
		enc  Encoding
		pos  Position
		want int
	}{
		{UTF16, Position{0, 0}, 0},
		{UTF16, Position{0, 2}, 2},
		{UTF16, Position{0, 99}, 2}, // before the line end
		{UTF16, Position{1, 0}, 4},
		{UTF16, Position{1, 1}, 6},
		{UTF16, Position{1, 2}, 7},
		{UTF16, Position{1, 3}, 7}, // inside a surrogate pair
		{UTF16, Position{1, 4}, 11},
		{UTF16, Position{1, 5}, 12},
		{UTF16, Position{1, 99}, 12},
		{UTF32, Position{1, 3}, 11},
		{UTF32, Position{1, 4}, 12},
		{UTF8, Position{1, 1}, 4}, // inside é
		{UTF8, Position{1, 2}, 6},
		{UTF8, Position{1, 5}, 7}, // inside 𝒳
		{UTF8, Position{1, 7}, 11},
		{UTF16, Position{2, 4}, 17},
		{UTF16, Position{3, 0}, 18},
		{UTF16, Position{3, 7}, 18},
		{UTF16, Position{9, 0}, 18},
		{UTF16, Position{-1, 5}, 0},
		{UTF16, Position{2, -5}, 13},
	} {
		if got := NewMapper(text).Offset(c.pos, c.enc); got != c.want {
			t.Errorf("Offset(%v, %d) = %d, want %d", c.pos, c.enc, got, c.want)
		}
	}
}

func TestMapperPosition(t *testing.T) {
	const text = "\ufeffa\nz"
	m := NewMapper(text)
	for _, c := range []struct {
		offset int
		enc    Encoding
		want   Position
	}{
		{0, UTF16, Position{0, 0}},
		{2, UTF16, Position{0, 0}}, // inside the byte order mark
		{3, UTF16, Position{0, 1}},
		{3, UTF8, Position{0, 3}},
		{4, UTF32, Position{0, 2}},
		{5, UTF16, Position{1, 0}},
		{6, UTF16, Position{1, 1}},
		{99, UTF16, Position{1, 1}},
		{-3, UTF16, Position{0, 0}},
	} {
		if got := m.Position(c.offset, c.enc); got != c.want {
			t.Errorf("Position(%d, %d) = %v, want %v", c.offset, c.enc, got, c.want)
		}
	}
}

func FuzzMapperRoundTrip(f *testing.F) {
	f.Add("a\r\n𝒳é\rb\n\n", 3)
	f.Add("\xff\xe2\x80", 2)
	f.Fuzz(func(t *testing.T, src string, offset int) {
		m := NewMapper(src)
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			p := m.Position(offset, enc)
			back := m.Offset(p, enc)
			if q := m.Position(back, enc); q != p {
				t.Fatalf("%q: offset %d is %v, which is offset %d, which is %v", src, offset, p, back, q)
			}
			if offset >= 0 && offset <= len(src) && utf8.ValidString(src) && back > offset {
				t.Fatalf("%q: offset %d went up to %d", src, offset, back)
			}
		}
	})
}
