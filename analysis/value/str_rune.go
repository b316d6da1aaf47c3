package value

// What the models of libraries ask about a code point.

// IsSpace reports whether r is white space.
func IsSpace(r rune) bool { return isSpace(r) }

// IsAlnum reports whether r is a letter or has a numeric value.
func IsAlnum(r rune) bool { return isAlnum(r) }

// DecimalValue returns the value of a decimal digit of any script, or -1.
func DecimalValue(r rune) int { return decimalValue(r) }

// SimpleLower is the lower case of r, or what it begins with.
func SimpleLower(r rune) rune {
	if r < 128 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return toLower.appendTo(nil, r)[0]
}

// SimpleUpper is the upper case of r, or what it begins with.
func SimpleUpper(r rune) rune {
	if r < 128 {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	return toUpper.appendTo(nil, r)[0]
}

// HasCase reports whether r changes when its case does.
func HasCase(r rune) bool {
	if r < 128 {
		return isAlpha(r)
	}
	to := toUpper.appendTo(nil, r)
	return len(to) > 1 || to[0] != r || toLower.appendTo(nil, r)[0] != r
}
