//go:build augurtest

package server

// A build for tests understands one more request, which has a bug.
func init() {
	methods["augur/panic"] = read(func(*request, *struct{}) (any, error) { panic("on request") })
}
