// Package integration tests the augur program from outside: through the pipes
// that an editor would use, and through its command line.
//
// There are few tests here. What can be tested inside a package is tested there.
package integration
