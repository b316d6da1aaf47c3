package integration

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// augur is the path of the program under test.
var augur string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

// run builds the program once for all tests. AUGUR names one that is there
// already, for instance an installed one; the tests that need a hook in the
// program are skipped then.
func run(m *testing.M) int {
	augur = os.Getenv("AUGUR")
	if augur != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "augur")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	augur = filepath.Join(dir, "augur")
	build := exec.Command("go", "build", "-tags", "augurtest", "-o", augur, "..")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "building augur:", err)
		return 1
	}
	return m.Run()
}
