package syntax

import (
	"fmt"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	src, _ := os.ReadFile("/tmp/augur/syntax/zz.py")
	f := Parse(src)
	for _, p := range f.Problems {
		fmt.Println(p)
	}
	fmt.Println(dumpFile(f, true))
	b := batch{src: f.Src}
	for i := range f.lines {
		b.plan(&f.lines[i])
	}
	fmt.Println(string(b.buf))
}
