package token

import "strings"

// A numberState is a state of the automaton that accepts the reprs of int and
// float, byte by byte.
type numberState uint8

const (
	numberStart numberState = iota
	numberSign
	numberNegativeZero // -0 goes on as a float
	numberZero
	numberInt
	numberPoint
	numberFraction
	numberE
	numberESign
	numberExponent
	numberI
	numberIn
	numberN
	numberNa
	numberWord
	numberBad
)

// complete reports whether the number may end here.
func (s numberState) complete() bool {
	switch s {
	case numberZero, numberInt, numberFraction, numberExponent, numberWord:
		return true
	}
	return false
}

func (s numberState) next(c byte) numberState {
	digit := c >= '0' && c <= '9'
	switch s {
	case numberStart, numberSign:
		switch {
		case c == '-' && s == numberStart:
			return numberSign
		case c == '0' && s == numberSign:
			return numberNegativeZero
		case c == '0':
			return numberZero
		case digit:
			return numberInt
		case c == 'i':
			return numberI
		case c == 'n' && s == numberStart:
			return numberN
		}
	case numberNegativeZero:
		if c == '.' {
			return numberPoint
		}
	case numberZero, numberInt:
		switch {
		case digit && s == numberInt:
			return numberInt
		case c == '.':
			return numberPoint
		case c == 'e':
			return numberE
		}
	case numberPoint, numberFraction:
		switch {
		case digit:
			return numberFraction
		case c == 'e' && s == numberFraction:
			return numberE
		}
	case numberE:
		if c == '+' || c == '-' {
			return numberESign
		}
	case numberESign, numberExponent:
		if digit {
			return numberExponent
		}
	case numberI:
		if c == 'n' {
			return numberIn
		}
	case numberIn:
		if c == 'f' {
			return numberWord
		}
	case numberN:
		if c == 'a' {
			return numberNa
		}
	case numberNa:
		if c == 'n' {
			return numberWord
		}
	}
	return numberBad
}

// numberBytes are all bytes that a number can hold.
const numberBytes = "0123456789.-+einfa"

// allowed calls f for every byte that may follow.
func (s numberState) allowed(f func(byte)) {
	for i := range len(numberBytes) {
		if c := numberBytes[i]; s.next(c) != numberBad && strings.IndexByte(numberBytes[:i], c) < 0 {
			f(c)
		}
	}
}
