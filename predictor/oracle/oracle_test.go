package oracle

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"augur/predictor/nn"
	"augur/predictor/prompt"
	"augur/predictor/token"
	"augur/predictor/weights"
)

// random returns an oracle that has learnt nothing, with the given metadata
// beside its tokenizer's.
func random(t *testing.T, meta map[string]string) (*Oracle, error) {
	t.Helper()
	v, err := token.Decode(weights.Tokenizer)
	if err != nil {
		t.Fatal(err)
	}
	c := nn.NewConfig(v.Size())
	c.HiddenSize, c.Layers, c.Heads, c.KVHeads, c.HeadDim, c.FeedForward = 64, 2, 2, 2, 32, 64
	all := map[string]string{"tokenizer": fmt.Sprintf("%x", v.Fingerprint())}
	for k, x := range meta {
		all[k] = x
	}
	var b bytes.Buffer
	if err := nn.WriteQuantised(&b, all, nn.RandomWeights(c, 7)); err != nil {
		t.Fatal(err)
	}
	return New(b.Bytes(), weights.Tokenizer)
}

var questions = []*prompt.Question{
	{Task: prompt.Line, Kind: prompt.Condition, Statement: "if x > y:", Env: []prompt.Binding{{Name: "x", Repr: "3"}}},
	{Task: prompt.Line, Kind: prompt.Loop, Statement: "for xs:", Env: []prompt.Binding{{Name: "xs", Repr: "[1, 2]"}}},
	{Task: prompt.Line, Statement: "y = x + 1", Env: []prompt.Binding{{Name: "x", Repr: "3"}}},
	{Task: prompt.Value, Source: "def f(a):\n    n = load(a)\n    return n\n", At: 2, Target: "n", Expression: "load(a)", Annotation: "bool"},
	{Task: prompt.Input, Source: "def f(a: bool):\n    return a\n", Params: []prompt.Param{{Name: "a", Annotation: "bool"}}},
}

// The same question has the same answer, whatever was asked in between, and so
// has another oracle with the same weights.
func TestAnswersAreDeterministic(t *testing.T) {
	var first [][]Predicted
	for round := range 3 {
		o, err := random(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range questions {
			at := i
			if round == 1 {
				at = len(questions) - 1 - i // another order
			}
			q := questions[at]
			got, err := o.Ask(context.Background(), q, 2)
			if err != nil {
				t.Fatalf("%v: %v", q.Task, err)
			}
			clear(o.cache)
			again, _ := o.Ask(context.Background(), q, 2)
			if !reflect.DeepEqual(got, again) {
				t.Errorf("%v: %+v, asked again %+v", q.Task, got, again)
			}
			if round == 0 {
				first = append(first, got)
			} else if !reflect.DeepEqual(got, first[at]) {
				t.Errorf("%v: %+v, by the first oracle %+v", q.Task, got, first[at])
			}
			for i, a := range got {
				if !(a.P >= 0 && a.P <= 1) || i > 0 && a.P > got[i-1].P {
					t.Errorf("%v: answer %d has probability %v after %v", q.Task, i, a.P, got[max(i-1, 0)].P)
				}
			}
		}
	}
}

func TestConcurrentQuestions(t *testing.T) {
	o, err := random(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := o.Ask(context.Background(), questions[0], 2)
	if err != nil || len(want) == 0 {
		t.Fatal(want, err)
	}
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			q := questions[i%len(questions)]
			if got, err := o.Ask(context.Background(), q, 2); err != nil || q == questions[0] && !reflect.DeepEqual(got, want) {
				t.Errorf("%v: %+v, %v", q.Task, got, err)
			}
		})
	}
	group.Wait()
}

func TestCalibration(t *testing.T) {
	plain, err := random(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	o, err := random(t, map[string]string{CalibrationKey: `{"line": {"curve": [[0, 0.25], [1, 0.75]], "threshold": 0.7}, "condition": {"curve": [[0.9, 0.3]], "threshold": 1.01}}`})
	if err != nil {
		t.Fatal(err)
	}
	q := questions[0]
	raw, err := plain.Ask(context.Background(), q, 1)
	if err != nil || len(raw) != 1 {
		t.Fatal(raw, err)
	}
	for key, want := range map[string]float64{"line": 0.25 + raw[0].P/2, Undecided: raw[0].P / 3, "value": raw[0].P} {
		got, err := o.AskAs(context.Background(), key, q, 1)
		if err != nil || len(got) != 1 || math.Abs(got[0].P-want) > 1e-12 || !reflect.DeepEqual(got[0].Answer, raw[0].Answer) {
			t.Errorf("as %s: %+v, %v; want probability %v of the same answer", key, got, err, want)
		}
	}
	for key, want := range map[string]float64{"line": 0.7, Undecided: 1.01, "value": 0.8} {
		if got := o.Threshold(key); got != want {
			t.Errorf("threshold of %s is %v, want %v", key, got, want)
		}
	}
}

func TestBadWeights(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{CalibrationKey, "{", "calibration"},
		{CalibrationKey, `{"line": {"curve": [[0.2, 0.3], [0.2, 0.4]], "threshold": 0.5}}`, "calibration of line"},
		{CalibrationKey, `{"line": {"curve": [[0.2, 0.3], [0.4, 0.2]], "threshold": 0.5}}`, "calibration of line"},
		{CalibrationKey, `{"line": {"curve": [[0.2, 1.3]], "threshold": 0.5}}`, "calibration of line"},
		{CalibrationKey, `{"line": {"curve": [[-0.1, 0.3]], "threshold": 0.5}}`, "calibration of line"},
		{CalibrationKey, `{"line": {"curve": []}}`, "calibration of line"},
		{"tokenizer", "abc", "another tokenizer"},
	} {
		if _, err := random(t, map[string]string{c.key: c.text}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want one about %s", c.key, c.text, err, c.want)
		}
	}
	if _, err := New(nil, weights.Tokenizer); err == nil {
		t.Error("no weights give no error")
	}
	if _, err := New(weights.Model, []byte("{}")); err == nil {
		t.Error("no tokenizer gives no error")
	}
}

func TestQuestionsThatGetNoAnswer(t *testing.T) {
	o, err := random(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	long := &prompt.Question{Task: prompt.Line, Statement: "y = x", Env: []prompt.Binding{{Name: "x", Repr: "'" + strings.Repeat("ab", 2000) + "'"}}}
	if _, err := o.Ask(context.Background(), long, 1); err == nil {
		t.Error("a question longer than the model can read gives no error")
	}
	if _, err := o.Ask(context.Background(), &prompt.Question{Task: 99}, 1); err == nil {
		t.Error("a question of no task gives no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.Ask(ctx, questions[2], 1); err == nil {
		t.Error("a cancelled question gives no error")
	}
	if got, err := o.Ask(context.Background(), questions[0], 1); err != nil || len(got) == 0 {
		t.Errorf("after them: %v, %v", got, err)
	}
}

func TestShippedModel(t *testing.T) {
	o, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	got, err := o.Ask(context.Background(), questions[0], 1)
	if err != nil || len(got) != 1 {
		t.Errorf("%+v, %v: want an answer", got, err)
	}
}
