package eval_test

import (
	"errors"
	"fmt"
	"testing"

	"augur/analysis/value"
)

// TestFinalizers checks that a run ends where an object is made whose __del__
// does something: when it runs depends on references, which are not counted.
func TestFinalizers(t *testing.T) {
	const program = `class A:
    def __del__(self):
        %s
class B(A):
    pass
print("before")
b = B()
b = None
print("after")
`
	for _, c := range []struct {
		body, output string
		unknown      bool
	}{
		{"print('gone')", "before\n", true},
		{"pass", "before\nafter\n", false},
	} {
		got, err := run(t, fmt.Sprintf(program, c.body), "finalizer.py")
		var u *value.UnknownError
		if got != c.output || errors.As(err, &u) != c.unknown {
			t.Errorf("%s: printed %q, ended with %v", c.body, got, err)
		}
	}
}
