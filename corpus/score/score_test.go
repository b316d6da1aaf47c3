package score

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"augur/corpus/dataset"
	"augur/predictor/prompt"
)

// answers draws answers whose probabilities are those that a model claims,
// raised to an exponent.
func answers(n int, exponent float64) (p []float64, right []bool) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range n {
		q := rng.Float64()
		p = append(p, math.Pow(q, exponent))
		right = append(right, rng.Float64() < q)
	}
	return p, right
}

func TestTemperature(t *testing.T) {
	for _, exponent := range []float64{0.4, 1, 2.5} {
		p, right := answers(20000, exponent)
		c := Calibrate(p, right, nil)
		if math.Abs(c.Temperature-exponent) > 0.1*exponent {
			t.Errorf("temperature %.2f, want %.2f", c.Temperature, exponent)
		}
		if c.After > c.Before || c.After > 0.02 {
			t.Errorf("exponent %.1f: calibration error %.3f became %.3f", exponent, c.Before, c.After)
		}
	}
}

func TestThreshold(t *testing.T) {
	p, right := answers(20000, 1)
	c := Calibrate(p, right, nil)
	// Answers between 0.6 and 1 are right 8 times in 10.
	if math.Abs(c.Threshold-0.6) > 0.05 || c.Answers < wantedAnswers || float64(c.Right) < wantedRight*float64(c.Answers) {
		t.Errorf("threshold %.3f with %d of %d right, want about 0.6", c.Threshold, c.Right, c.Answers)
	}
	n, ok := 0, 0
	for i := range p {
		if math.Pow(p[i], 1/c.Temperature) >= c.Threshold {
			n++
			if right[i] {
				ok++
			}
		}
	}
	if n != c.Answers || ok != c.Right {
		t.Errorf("the threshold admits %d of %d, the fit says %d of %d", ok, n, c.Right, c.Answers)
	}
}

func TestNothingIsShown(t *testing.T) {
	few, all := make([]float64, wantedAnswers-1), make([]bool, wantedAnswers-1)
	for i := range few {
		few[i], all[i] = 0.9, true
	}
	wrong := make([]bool, 200)
	sure := make([]float64, 200)
	for i := range sure {
		sure[i] = 0.99
	}
	for name, c := range map[string]Calibration{
		"too few":     Calibrate(few, all, nil),
		"wrong":       Calibrate(sure, wrong, nil),
		"none":        Calibrate(nil, nil, nil),
		"never shown": Calibrate(append(few, few...), append(all, all...), make([]bool, 2*len(few))),
	} {
		if c.Threshold != Never || c.Temperature <= 0 {
			t.Errorf("%s: threshold %v, temperature %v; want nothing shown", name, c.Threshold, c.Temperature)
		}
	}
}

// Answers of one probability are on one side of a threshold.
func TestThresholdOfEqualAnswers(t *testing.T) {
	var p []float64
	var right []bool
	for i := range 100 {
		p = append(p, 0.9)
		right = append(right, i < 50) // the first half alone would do
	}
	if c := Calibrate(p, right, nil); c.Threshold != Never {
		t.Errorf("threshold %v for answers of which half are wrong", c.Threshold)
	}
}

func TestHiddenConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	env := []prompt.Binding{{Name: "a", Repr: "1"}, {Name: "b", Repr: "<B>"}, {Name: "c", Repr: "2"}}
	ask := func(env []prompt.Binding, kind prompt.Kind) (dataset.Item, bool) {
		q := &prompt.Question{Task: prompt.Line, Kind: kind, Statement: "if a < b < c:", Env: env}
		return dataset.Hide(rng, dataset.Item{Question: q, Answer: &prompt.Answer{Truth: true}})
	}
	if h, ok := ask(env, prompt.Condition); !ok || len(h.Question.Env) != 2 || h.Question.Env[1].Name != "c" || len(env) != 3 {
		t.Errorf("%+v, %v: want the object hidden", h.Question, ok)
	}
	if h, ok := ask(env[:1], prompt.Condition); !ok || len(h.Question.Env) != 0 {
		t.Errorf("%+v, %v: want the variable hidden", h.Question, ok)
	}
	for _, c := range []struct {
		env  []prompt.Binding
		kind prompt.Kind
	}{{nil, prompt.Condition}, {env, prompt.Simple}, {env, prompt.Loop}} {
		if _, ok := ask(c.env, c.kind); ok {
			t.Errorf("kind %d with %d variables is asked about", c.kind, len(c.env))
		}
	}
}

func TestCardRenders(t *testing.T) {
	r := &Report{Set: "real", results: []Result{
		{Section: "line", Group: "call", Right: true, Shown: true, P: 0.9},
		{Section: "condition", Group: "condition", P: 0.6, Shown: true},
		{Section: "input", Group: "input", P: 0.1, Runs: Returns},
	}}
	r.sum()
	k := card{SHA256: "abc", Reports: []*Report{r}, Fitted: r, Notes: []string{"A note."}}
	text, err := k.render()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"weights sha256  abc\n", "| line | 1 | 100.0 % |", "| never |", "A note.", "carry no calibration", "of those that could be run 100.0 %"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the card lacks %q", want)
		}
	}
	if strings.Contains(string(text), "<no value>") || strings.Contains(string(text), "%!") {
		t.Errorf("the card has holes:\n%s", text)
	}
}
