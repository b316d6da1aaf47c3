package generate_test

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"augur/corpus/dataset"
	"augur/corpus/generate"
)

func cases(t *testing.T, first, count int) []*dataset.Record {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	out := filepath.Join(t.TempDir(), "out.jsonl.gz")
	if err := generate.Run(t.Context(), python, out, first, count); err != nil {
		t.Fatal(err)
	}
	var rs []*dataset.Record
	err = dataset.Read(out, func(r *dataset.Record) error {
		rs = append(rs, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func TestACaseIsItsSeed(t *testing.T) {
	sources := func(rs []*dataset.Record) map[string]bool {
		m := map[string]bool{}
		for _, r := range rs {
			m[r.Source] = true
		}
		return m
	}
	all := cases(t, 0, 30)
	if len(all) < 15 {
		t.Fatalf("30 cases give %d functions", len(all))
	}
	again := sources(cases(t, 10, 5))
	for s := range again {
		if !sources(all)[s] {
			t.Errorf("run on its own, a case is another program:\n%s", s)
		}
	}
	if reflect.DeepEqual(again, sources(cases(t, generate.FirstHeldOut, 5))) {
		t.Error("held-out cases are those trained on")
	}
}
