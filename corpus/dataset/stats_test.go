package dataset

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStatsOfTraces(t *testing.T) {
	raw := t.TempDir()
	write := func(name string, lines ...string) {
		t.Helper()
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for _, l := range lines {
			z.Write([]byte(strings.ReplaceAll(l, "\n", " ") + "\n"))
		}
		z.Close()
		file := filepath.Join(raw, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a+b/one.jsonl.gz", traced, traced)
	write("a+b/two.jsonl.gz", traced)
	write("stdlib/one.jsonl.gz", traced)
	write("gen/one.jsonl.gz", traced)
	write("c+d/none.jsonl.gz")

	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		c := statsCommand()
		c.SetOut(&out)
		c.SetErr(&out)
		c.SetArgs(args)
		err := c.Execute()
		return out.String(), err
	}
	got, err := run(raw)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, l := range strings.Split(strings.TrimSpace(got), "\n") {
		lines = append(lines, strings.Join(strings.Fields(l), " "))
	}
	want := []string{"files functions calls events project", "2 3 6 12 a+b", "1 1 2 4 gen", "1 1 2 4 stdlib", "3 4 8 16 2 real projects"}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("stats are\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}

	write("e+f/broken.jsonl.gz", "{")
	if _, err := run(raw); err == nil {
		t.Error("a broken trace gives no error")
	}
	if _, err := run(filepath.Join(raw, "missing")); err == nil {
		t.Error("a missing folder gives no error")
	}
}
