// Package valuetest compares values with CPython. It runs scripts, one simple
// statement a line, by the operations of package value, runs the same lines
// under python3, and compares what each line gives.
//
// The language is what such tests need: expressions with lambda, one-clause
// comprehensions, calls and subscripts; assignment, augmented assignment, del
// and import. Classes are made by calling type.
package valuetest
