package syntax

import (
	"os"
	"reflect"
	"sync"
	"testing"
)

// TestConcurrentUse parses, edits and reads the same file in many goroutines.
func TestConcurrentUse(t *testing.T) {
	src, err := os.ReadFile("testdata/snippets/compound.py")
	if err != nil {
		t.Fatal(err)
	}
	shared := Parse(src)
	want := dumpFile(shared, true)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 5 {
				if got := dumpFile(Parse(src), true); got != want {
					t.Error("two parses of the same text differ")
				}
				at := (g*997 + i*31) % len(src)
				edited := shared.Edit(Edit{at, at, "x"})
				if !reflect.DeepEqual(edited.Module, Parse([]byte(edited.Src)).Module) {
					t.Error("the edited tree differs")
				}
				shared.Mapper().Position(at, UTF16)
				if dumpFile(shared, true) != want {
					t.Error("an edit changed the file that it was made from")
				}
			}
		})
	}
	wg.Wait()
}
