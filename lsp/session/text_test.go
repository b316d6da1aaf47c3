package session_test

import (
	"testing"
	"unicode/utf8"

	"augur/lsp/session"
)

func TestPositions(t *testing.T) {
	const text = "aé𝔘漢\r\nb\n\rlast"
	for _, test := range []struct {
		enc             session.Encoding
		line, character int
		offset          int
	}{
		{session.UTF8, 0, 0, 0}, {session.UTF8, 0, 3, 3}, {session.UTF8, 0, 7, 7}, {session.UTF8, 0, 10, 10},
		{session.UTF16, 0, 2, 3}, {session.UTF16, 0, 4, 7}, {session.UTF16, 0, 5, 10},
		{session.UTF32, 0, 2, 3}, {session.UTF32, 0, 3, 7}, {session.UTF32, 0, 4, 10},
		{session.UTF16, 1, 0, 12}, {session.UTF16, 2, 0, 14}, {session.UTF16, 3, 4, 19},
	} {
		x := session.NewText(text)
		if got := x.Offset(test.line, test.character, test.enc); got != test.offset {
			t.Errorf("%s: %d:%d is at %d, want %d", test.enc, test.line, test.character, got, test.offset)
		}
		if line, character := x.Position(test.offset, test.enc); line != test.line || character != test.character {
			t.Errorf("%s: %d is at %d:%d, want %d:%d", test.enc, test.offset, line, character, test.line, test.character)
		}
	}
}

func TestPositionsOutside(t *testing.T) {
	x := session.NewText("aé𝔘漢\r\nb")
	for _, test := range []struct {
		enc             session.Encoding
		line, character int
		offset          int
	}{
		{session.UTF8, 0, 99, 10},  // the end of the line, not of the line end
		{session.UTF16, 0, 3, 3},   // inside a surrogate pair: before it
		{session.UTF8, 0, 2, 1},    // inside a character
		{session.UTF32, 7, 0, 13},  // beyond the last line
		{session.UTF32, 1, 99, 13}, // beyond the end
	} {
		if got := x.Offset(test.line, test.character, test.enc); got != test.offset {
			t.Errorf("%s: %d:%d is at %d, want %d", test.enc, test.line, test.character, got, test.offset)
		}
	}
}

func FuzzPositions(f *testing.F) {
	f.Add("aé𝔘漢\r\nb\n\rlast", uint16(3))
	f.Add("\xff\xf0\x9d\n", uint16(2))
	f.Fuzz(func(t *testing.T, s string, at uint16) {
		x := session.NewText(s)
		offset := int(at) % (len(s) + 1)
		for _, enc := range []session.Encoding{session.UTF8, session.UTF16, session.UTF32} {
			line, character := x.Position(offset, enc)
			got := x.Offset(line, character, enc)
			// Inside a character or a line end there is no position.
			if got != offset && offset < len(s) && utf8.RuneStart(s[offset]) && s[offset] != '\n' && s[offset] != '\r' && utf8.ValidString(s) {
				t.Errorf("%q, %s: %d is %d:%d, which is %d", s, enc, offset, line, character, got)
			}
			if got < 0 || got > len(s) {
				t.Errorf("%q, %s: %d is %d:%d, which is %d", s, enc, offset, line, character, got)
			}
		}
	})
}
