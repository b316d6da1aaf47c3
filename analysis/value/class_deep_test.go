package value

import (
	"context"
	"testing"
)

// TestDeepHierarchies checks that the work of making a class does not double
// with every class above it.
func TestDeepHierarchies(t *testing.T) {
	th := NewThread(context.Background(), DefaultLimits)
	a, b := ObjectType, ObjectType
	for i := range 60 {
		bases := []Value{a}
		if i > 0 {
			bases = []Value{a, b}
		}
		made, err := Call(th, TypeType, []Value{NewStr("A"), NewTuple(bases...), NewDict()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		next := made.(*Type)
		if made, err = Call(th, TypeType, []Value{NewStr("B"), NewTuple(next), NewDict()}, nil); err != nil {
			t.Fatal(err)
		}
		a, b = made.(*Type), next
	}
	if n := len(a.MRO); n != 121 {
		t.Errorf("%d classes in the MRO, want 121", n)
	}
}
