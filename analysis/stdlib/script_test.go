package stdlib_test

import (
	"flag"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

var updateScripts = flag.Bool("update-scripts", false, "rewrite the outcomes under testdata/scripts with those of CPython")

// TestScripts runs the scripts of each module and compares what every line
// gives with what CPython gave.
func TestScripts(t *testing.T) {
	valuetest.Golden(t, "testdata/scripts/*.txt", stdlib.Load, *updateScripts)
}
