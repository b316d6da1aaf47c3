package stdlib

import "math/big"

// decimalKind is what a decimal is.
type decimalKind uint8

const (
	finite decimalKind = iota
	infinite
	quietNaN
	signalingNaN
)

// decimal is the number -1**neg * coef * 10**exp, or what is no number; a NaN
// may carry a payload in coef. It is never changed.
type decimal struct {
	kind decimalKind
	neg  bool
	coef *big.Int // not negative
	exp  int
}
