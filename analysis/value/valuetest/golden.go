package valuetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Golden runs the scripts in the files that match pattern. A file holds cases
// separated by empty lines; below each line of a case stands, after a tab, the
// outcome that CPython gave, or Unknown where it must not be known here.
//
// Where CPython 3.11 is at hand the recorded outcomes are compared with its
// own, and with update set they are written anew.
func Golden(t *testing.T, pattern string, load Loader, update bool) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), func(t *testing.T) {
			cases, want := readGolden(t, file)
			if update {
				writeGolden(t, file, cases, want)
				return
			}
			checkGolden(t, cases, want, load)
			if Python() != "" {
				for i, lines := range Expect(t, cases) {
					for j, outcome := range lines {
						if w := want[i][j]; w != escape(outcome) && w != Unknown {
							t.Errorf("CPython gives\n\t%s\nfor the last of\n%s", outcome, numbered(cases[i][:j+1]))
						}
					}
				}
			}
		})
	}
}

func escape(outcome string) string { return strings.ReplaceAll(outcome, "\n", `\n`) }

func readGolden(t *testing.T, file string) (cases, want [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for par := range strings.SplitSeq(strings.Trim(string(text), "\n"), "\n\n") {
		var lines, outcomes []string
		for line := range strings.SplitSeq(par, "\n") {
			if outcome, ok := strings.CutPrefix(line, "\t"); ok {
				outcomes[len(outcomes)-1] = outcome
				continue
			}
			lines = append(lines, line)
			outcomes = append(outcomes, "")
		}
		cases = append(cases, lines)
		want = append(want, outcomes)
	}
	return cases, want
}

func writeGolden(t *testing.T, file string, cases, want [][]string) {
	t.Helper()
	var b strings.Builder
	for i, lines := range Expect(t, cases) {
		if i > 0 {
			b.WriteByte('\n')
		}
		for j, outcome := range lines {
			if want[i][j] == Unknown {
				outcome = Unknown
			}
			b.WriteString(cases[i][j] + "\n")
			if outcome != "" {
				b.WriteString("\t" + escape(outcome) + "\n")
			}
		}
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func checkGolden(t *testing.T, cases, want [][]string, load Loader) {
	t.Helper()
	for i, lines := range cases {
		got, err := Run(lines, load)
		if err != nil {
			t.Errorf("%v\n%s", err, strings.Join(lines, "\n"))
			continue
		}
		for j, g := range got {
			if escape(g) != want[i][j] {
				t.Errorf("line %d gives\n\t%s\nwant\n\t%s\n%s", j+1, clip(g), clip(want[i][j]), numbered(lines[:j+1]))
			}
		}
		if len(got) < len(lines) && want[i][len(got)-1] == Unknown {
			t.Errorf("lines after the unknown one never run:\n%s", numbered(lines[:len(got)+1]))
		}
	}
}
