package pack

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, h Header, gs ...Group) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.augp")
	w, err := Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gs {
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOneRow(t *testing.T) {
	path := write(t, Header{RowLen: 16, Vocab: 100, Fingerprint: 7},
		Group{Source: []uint16{10, 11, 12}, Queries: []Query{
			{Task: 2, Prompt: []uint16{20}, Answer: []uint16{21, 22}},
			{Task: 1, Prompt: []uint16{30, 31}, Answer: []uint16{32}},
		}},
		Group{Queries: []Query{{Task: 3, Prompt: []uint16{40}, Answer: []uint16{41}}}})
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Rows != 1 || r.Fingerprint != 7 || r.Vocab != 100 {
		t.Fatalf("header %+v", r.Header)
	}
	row := NewRow(16)
	if err := r.Read(0, row); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		got  []uint16
		want string
	}{
		{"tok", row.Tok, "[10 11 12 20 21 22 30 31 32 40 41 0 0 0 0 0]"},
		{"fn", row.Fn, "[1 1 1 1 1 1 1 1 1 2 2 0 0 0 0 0]"},
		{"qi", row.Qi, "[0 0 0 1 1 1 2 2 2 1 1 0 0 0 0 0]"},
		{"pos", row.Pos, "[0 1 2 3 4 5 3 4 5 0 1 0 0 0 0 0]"},
		{"task", row.Task, "[0 0 0 0 2 2 0 0 1 0 3 0 0 0 0 0]"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s = %s, want %s", c.name, got, c.want)
		}
	}
}

func TestEveryGroupIsPackedOnceAndRowsAreFull(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var gs []Group
	want := map[uint16]int{}
	tokens := 0
	for i := range 3000 {
		g := Group{Source: make([]uint16, 1+rng.IntN(200)), Queries: []Query{{Task: 1, Prompt: make([]uint16, 1+rng.IntN(60)), Answer: make([]uint16, 1+rng.IntN(60))}}}
		g.Source[0] = uint16(i + 1)
		want[uint16(i+1)]++
		tokens += g.Len()
		gs = append(gs, g)
	}
	r, err := Open(write(t, Header{RowLen: 512, Vocab: 4000}, gs...))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	row := NewRow(512)
	for i := range r.Rows {
		if err := r.Read(i, row); err != nil {
			t.Fatal(err)
		}
		for _, v := range row.Tok {
			if v > 0 {
				want[v]--
			}
		}
	}
	for v, n := range want {
		if n != 0 {
			t.Errorf("group %d is missing or doubled (%d)", v, n)
		}
	}
	if fill := float64(tokens) / float64(r.Rows*512); fill < 0.93 {
		t.Errorf("rows are %.3f full, want 0.93", fill)
	}
}

func TestWhatAddRefuses(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "a.augp"), Header{RowLen: 8, Vocab: 50})
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Task: 1, Prompt: []uint16{1}, Answer: []uint16{2}}
	for _, c := range []struct {
		g    Group
		want string
	}{
		{Group{Source: make([]uint16, 7), Queries: []Query{q}}, "does not fit a row of 8"},
		{Group{Source: []uint16{1}}, "without queries"},
		{Group{Queries: []Query{{Task: 1, Answer: []uint16{2}}}}, "needs a prompt"},
		{Group{Queries: []Query{{Prompt: []uint16{1}, Answer: []uint16{2}}}}, "a task from 1"},
		{Group{Source: []uint16{50}, Queries: []Query{q}}, "outside the vocabulary of 50"},
	} {
		if err := w.Add(c.g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Add(%v) = %v, want %q", c.g, err, c.want)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestBrokenShards(t *testing.T) {
	path := write(t, Header{RowLen: 8, Vocab: 50}, Group{Queries: []Query{{Task: 1, Prompt: []uint16{1}, Answer: []uint16{2}}}})
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(f func([]byte) []byte) []byte { return f(append([]byte(nil), good...)) }
	for _, c := range []struct {
		name string
		b    []byte
		want string
	}{
		{"empty", nil, "not a packed shard"},
		{"other file", []byte(strings.Repeat("x", 64)), "not a packed shard"},
		{"cut", good[:len(good)-1], "pack the data again"},
		{"newer", edit(func(b []byte) []byte { b[4] = 9; return b }), "version 9"},
		{"no rows length", edit(func(b []byte) []byte { b[8] = 0; return b }), "row length 0"},
	} {
		if err := os.WriteFile(path, c.b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Open = %v, want %q", c.name, err, c.want)
		}
	}
	bad := edit(func(b []byte) []byte { b[headerSize] = 99; return b })
	if err := os.WriteFile(path, bad, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Read(0, NewRow(8)); err == nil || !strings.Contains(err.Error(), "token 99") {
		t.Errorf("Read = %v, want a token outside the vocabulary", err)
	}
	if err := r.Read(1, NewRow(8)); err == nil {
		t.Error("reading past the end succeeded")
	}
}
