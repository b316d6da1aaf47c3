package value_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"augur/analysis/value/valuetest"
)

var update = flag.Bool("update", false, "rewrite the expected outcomes under testdata with those of CPython")

// TestGolden evaluates the lines of each file under testdata. The outcome that
// CPython gave stands below its line, indented by a tab.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files under testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines, want []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if outcome, ok := strings.CutPrefix(line, "\t"); ok {
			want = append(want, outcome)
		} else if line != "" {
			lines = append(lines, line)
		}
	}
	if *update {
		var cases [][]string
		for _, l := range lines {
			cases = append(cases, []string{l})
		}
		var b strings.Builder
		for i, outcome := range valuetest.Expect(t, cases) {
			b.WriteString(lines[i] + "\n\t" + strings.ReplaceAll(outcome[0], "\n", "\\n") + "\n")
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(want) != len(lines) {
		t.Fatalf("%d lines, %d outcomes", len(lines), len(want))
	}
	for i, line := range lines {
		got, err := valuetest.Run([]string{line}, nil)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if g := strings.ReplaceAll(got[0], "\n", "\\n"); g != want[i] {
			t.Errorf("%s\n\tgives %s\n\twant  %s", line, g, want[i])
		}
	}
}
