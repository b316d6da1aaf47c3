package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"augur/corpus/pack"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

const bench = `def f(text, n):
    out = []
    for ch in text:
        if ch.isdigit():
            out.append(int(ch) * n)
    return sorted(out)
`

func benchmarks(t *testing.T) *Benchmarks {
	t.Helper()
	line, err := json.Marshal(map[string]string{"code": bench})
	if err != nil {
		t.Fatal(err)
	}
	p := filepath.Join(t.TempDir(), "bench.jsonl")
	if err := os.WriteFile(p, line, 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := LoadBenchmarks([]string{p})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOverlap(t *testing.T) {
	b := benchmarks(t)
	for _, c := range []struct{ name, src, want string }{
		{"itself", bench, sameFunction},
		{"with other names", "def g(s, k):\n    r = []\n    for c in s:\n        if c.isdigit():\n            r.append(int(c) * k)\n    return sorted(r)\n", sameFunction},
		{"with a comment and a docstring", "def g(s, k):\n    \"\"\"Doc.\"\"\"\n    r = []  # why\n    for c in s:\n        if c.isdigit():\n            r.append(int(c) * k)\n    return sorted(r)\n", sameFunction},
		{"with one line more", bench + "    print(out)\n", muchAlike},
		{"something else", "def g(s, k):\n    while k:\n        s = s.strip(k).upper()\n        k = k[1:]\n    return {s: k}\n", ""},
	} {
		if got := b.Overlap(c.src); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func record(t *testing.T, text string) *Record {
	t.Helper()
	r := &Record{}
	if err := json.Unmarshal([]byte(text), r); err != nil {
		t.Fatal(err)
	}
	return r
}

const traced = `{"v":1,"project":"p","path":"m.py","name":"g","qual":"g","line":1,
"src":"def g(a):\n    b = a.strip()\n    b = b\n    if b:\n        return h(b)","params":[["a",null]],
"stmts":[{"k":"simple","t":"b = a.strip()","l":2,"tg":"b","ex":"a.strip()","an":null},{"k":"simple","t":"b = b","l":3},{"k":"cond","t":"if b:","l":4},{"k":"simple","t":"return h(b)","l":5}],
"events":[[1,0,{"a":"' x'"},{"c":{"b":"'x'"}}],[1,1,{"b":"'x'"},{"c":{}}],[1,2,{"b":"'x'"},{"b":true}],[1,3,{"b":"'/tmp/x'","h()":"1"},{"c":{},"r":"1"}]],
"calls":[[{"a":"' x'"},"ret","1",false],[{"a":"3"},"exc","AttributeError",true]]}`

func TestQuestionsOfARecord(t *testing.T) {
	r := record(t, traced)
	lines := LineItems(r)
	if len(lines) != 3 {
		t.Fatalf("%d line questions, want 3: the value that names a folder of the machine is left out", len(lines))
	}
	if c := lines[1].Answer.Changed; !slices.Equal(c, []prompt.Binding{{Name: "b", Repr: "'x'"}}) {
		t.Errorf("an assignment that changes nothing answers %v", c)
	}
	if !lines[2].Answer.Truth || lines[2].Question.Kind != prompt.Condition {
		t.Errorf("condition: %+v", lines[2].Answer)
	}
	values := ValueItems(r)
	if len(values) != 1 || values[0].Answer.Values[0].Class != token.ClassStr || values[0].Question.Expression != "a.strip()" {
		t.Errorf("value questions: %+v", values)
	}
	in, inv := CallItems(r)
	if len(in) != 1 || len(inv) != 2 || inv[1].Question.Wanted.Exception != "AttributeError" {
		t.Errorf("%d inputs, %d inversions", len(in), len(inv))
	}
}

func TestBrokenRecords(t *testing.T) {
	for _, bad := range []string{
		`{"events":[[1,2]]}`, `{"events":[[1,2,[],{}]]}`, `{"calls":[["a"]]}`, `{"events":[[1,0,{"a":1},{}]]}`,
	} {
		if err := json.Unmarshal([]byte(bad), &Record{}); err == nil {
			t.Errorf("%s gives no error", bad)
		}
	}
}

func TestShards(t *testing.T) {
	v, err := token.Load("../../predictor/weights/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(v, benchmarks(t), 512)
	var c Counts
	groups := b.Add(record(t, traced), Mix{Lines: 1000, Values: 10, Calls: 10}, true, &c)
	if len(groups) < 4 || c.Items[prompt.Line] != 3 || c.Items[prompt.Value] != 1 || c.Items[prompt.Input] != 1 || c.Items[prompt.Invert] != 2 {
		t.Fatalf("%d groups, counts %v", len(groups), c)
	}
	bad := record(t, traced)
	bad.Source = bench
	if g := b.Add(bad, realMix, false, &c); g != nil || c.Equal != 1 {
		t.Errorf("a benchmark's function gives %d groups", len(g))
	}
	prefix := filepath.Join(t.TempDir(), "x")
	if _, _, err := b.Write(prefix, groups, 0, 1); err != nil {
		t.Fatal(err)
	}
	r, err := pack.Open(prefix + ".augp")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Fingerprint != v.Fingerprint() || r.Rows != 1 {
		t.Errorf("header %+v", r.Header)
	}
}
