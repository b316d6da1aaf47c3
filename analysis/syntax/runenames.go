package syntax

import (
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/runenames"
)

// runeAliases are the names of \N{...} that are no names of the Unicode
// character database proper: those of the control characters and a few more.
var runeAliases = map[string]rune{
	"NULL": 0x00, "NUL": 0x00, "START OF HEADING": 0x01, "SOH": 0x01, "START OF TEXT": 0x02, "STX": 0x02,
	"END OF TEXT": 0x03, "ETX": 0x03, "END OF TRANSMISSION": 0x04, "EOT": 0x04, "ENQUIRY": 0x05, "ENQ": 0x05,
	"ACKNOWLEDGE": 0x06, "ACK": 0x06, "ALERT": 0x07, "BEL": 0x07, "BACKSPACE": 0x08, "BS": 0x08,
	"CHARACTER TABULATION": 0x09, "HORIZONTAL TABULATION": 0x09, "HT": 0x09, "TAB": 0x09, "LINE FEED": 0x0A,
	"NEW LINE": 0x0A, "END OF LINE": 0x0A, "LF": 0x0A, "NL": 0x0A, "EOL": 0x0A, "LINE TABULATION": 0x0B,
	"VERTICAL TABULATION": 0x0B, "VT": 0x0B, "FORM FEED": 0x0C, "FF": 0x0C, "CARRIAGE RETURN": 0x0D, "CR": 0x0D,
	"SHIFT OUT": 0x0E, "SO": 0x0E, "SHIFT IN": 0x0F, "SI": 0x0F, "DATA LINK ESCAPE": 0x10, "DLE": 0x10,
	"CANCEL": 0x18, "CAN": 0x18, "SUBSTITUTE": 0x1A, "SUB": 0x1A, "ESCAPE": 0x1B, "ESC": 0x1B,
	"INFORMATION SEPARATOR FOUR": 0x1C, "FILE SEPARATOR": 0x1C, "FS": 0x1C, "INFORMATION SEPARATOR THREE": 0x1D,
	"GROUP SEPARATOR": 0x1D, "GS": 0x1D, "INFORMATION SEPARATOR TWO": 0x1E, "RECORD SEPARATOR": 0x1E, "RS": 0x1E,
	"INFORMATION SEPARATOR ONE": 0x1F, "UNIT SEPARATOR": 0x1F, "US": 0x1F, "SP": 0x20, "DELETE": 0x7F, "DEL": 0x7F,
	"NEXT LINE": 0x85, "NEL": 0x85, "NBSP": 0xA0, "SHY": 0xAD, "CGJ": 0x034F, "ZWSP": 0x200B, "ZWNJ": 0x200C,
	"ZWJ": 0x200D, "LRM": 0x200E, "RLM": 0x200F, "WJ": 0x2060, "BYTE ORDER MARK": 0xFEFF, "BOM": 0xFEFF,
	"ZWNBSP": 0xFEFF,
}

// runeNames maps the names of all characters. It is built when the first \N is
// met, which few files have.
var runeNames = sync.OnceValue(func() map[string]rune {
	names := make(map[string]rune, 40000)
	for r := rune(0); r <= 0x1FFFF; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			names[name] = r
		}
	}
	for r := rune(0xE0000); r <= 0xE01FF; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			names[name] = r
		}
	}
	return names
})

// runeNamed returns the character of the given name.
func runeNamed(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if r, ok := runeAliases[name]; ok {
		return r, true
	}
	if hex, ok := strings.CutPrefix(name, "CJK UNIFIED IDEOGRAPH-"); ok {
		v, err := strconv.ParseUint(hex, 16, 32)
		r := rune(v)
		return r, err == nil && len(hex) >= 4 && strings.HasPrefix(runenames.Name(r), "<CJK Ideograph")
	}
	if syllable, ok := strings.CutPrefix(name, "HANGUL SYLLABLE "); ok {
		return hangul(syllable)
	}
	r, ok := runeNames()[name]
	return r, ok
}

var (
	hangulLead  = strings.Split("G GG N D DD R M B BB S SS  J JJ C K T P H", " ")
	hangulVowel = strings.Split("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I", " ")
	hangulTail  = strings.Split(" G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H", " ")
)

// hangul returns the Hangul syllable that is spelt so.
func hangul(spelling string) (rune, bool) {
	for l, lead := range hangulLead {
		rest, ok := strings.CutPrefix(spelling, lead)
		if !ok {
			continue
		}
		for v, vowel := range hangulVowel {
			tail, ok := strings.CutPrefix(rest, vowel)
			if !ok {
				continue
			}
			for t, name := range hangulTail {
				if tail == name {
					return rune(0xAC00 + (l*len(hangulVowel)+v)*len(hangulTail) + t), true
				}
			}
		}
	}
	return 0, false
}
