package eval_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
)

// TestHits compares how often the lines of the programs of testdata/hits run with
// what a trace function counts in CPython 3.11, which stands behind each line.
func TestHits(t *testing.T) {
	files, err := filepath.Glob("testdata/hits/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := eval.New(context.Background(), eval.Config{})
		defer m.Close()
		m.Prepare(syntax.Parse(src), file, "__main__")
		rec := eval.NewRecorder(m)
		rec.Record()
		err = m.Run()
		if err != nil {
			t.Errorf("%s ended with %v", file, err)
		}
		tl := rec.Timeline(nil, nil, err)
		for i, line := range strings.Split(string(src), "\n") {
			_, count, ok := strings.Cut(line, "#: ")
			if !ok {
				continue
			}
			want, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(file, i+1, err)
			}
			got := 0
			if l := tl.At(i + 1); l != nil {
				got = l.Hits
			}
			if got != want {
				t.Errorf("%s:%d runs %d times, want %d: %s", file, i+1, got, want, line)
			}
		}
	}
}
