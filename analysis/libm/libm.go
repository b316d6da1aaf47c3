// Package libm holds the transcendental functions of the C library of this
// machine, which are those that CPython uses. Go's own differ in the last digit
// now and then, and a float shows every digit.
package libm
