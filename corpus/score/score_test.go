package score

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"augur/corpus/bench"
	"augur/corpus/dataset"
	"augur/predictor/debugger"
	"augur/predictor/prompt"
)

// claims draws answers whose probabilities are those that a model claims, raised
// to an exponent.
func claims(n int, exponent float64) (out []answer) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range n {
		q := rng.Float64()
		out = append(out, single(math.Pow(q, exponent), rng.Float64() < q, true))
	}
	return out
}

func TestCurve(t *testing.T) {
	for _, exponent := range []float64{0.4, 1, 2.5} {
		c := Calibrate(claims(20000, exponent))
		for _, q := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
			if got := c.Curve.At(math.Pow(q, exponent)); math.Abs(got-q) > 0.04 {
				t.Errorf("exponent %.1f: %.2f is calibrated to %.2f", exponent, q, got)
			}
		}
		if c.After > 0.02 || exponent != 1 && c.After > c.Before {
			t.Errorf("exponent %.1f: calibration error %.3f became %.3f", exponent, c.Before, c.After)
		}
	}
}

// TestErrorIsOfOthers measures what tells nothing: probabilities that are chance
// have no smaller error because a curve was fitted on the same answers.
func TestErrorIsOfOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []answer
	for range 100 {
		list = append(list, single(rng.Float64(), rng.IntN(2) == 0, true))
	}
	if c := Calibrate(list); c.After < 0.03 {
		t.Errorf("the error is %.3f on answers that cannot be told apart", c.After)
	}
	// Nor does a curve ever make the error greater.
	for n := range 60 {
		c := Calibrate(claims(n, 1))
		if c.After > c.Before || (c.Curve == nil) != (c.After == c.Before) {
			t.Errorf("of %d answers the error went from %.3f to %.3f by %v", n, c.Before, c.After, c.Curve)
		}
	}
}

// TestCurveOfParts calibrates the questions that an answer is put together from.
func TestCurveOfParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var list []answer
	for range 5000 {
		a := answer{right: true, shown: true}
		for range 1 + rng.IntN(3) {
			ok := rng.Float64() < 0.8
			a.parts = append(a.parts, part{0.5 + rng.Float64()/10, ok, true})
			a.right = a.right && ok
		}
		list = append(list, a)
	}
	c := Calibrate(list)
	if got := c.Curve.At(0.55); math.Abs(got-0.8) > 0.03 {
		t.Errorf("a part is calibrated to %.2f, want 0.8", got)
	}
	if c.Before < 0.2 || c.After > 0.03 {
		t.Errorf("the error of whole answers went from %.3f to %.3f", c.Before, c.After)
	}
}

func TestThreshold(t *testing.T) {
	list := claims(20000, 1)
	c := Calibrate(list)
	// Answers between 0.6 and 1 are right 8 times in 10.
	if math.Abs(c.Threshold-0.6) > 0.05 || c.Answers < wantedAnswers || float64(c.Right) < wantedRight*float64(c.Answers) {
		t.Errorf("threshold %.3f with %d of %d right, want about 0.6", c.Threshold, c.Right, c.Answers)
	}
	n, ok := 0, 0
	for _, a := range list {
		if a.probability(c.Curve) >= c.Threshold {
			n++
			if a.right {
				ok++
			}
		}
	}
	if n != c.Answers || ok != c.Right {
		t.Errorf("the threshold admits %d of %d, the fit says %d of %d", ok, n, c.Right, c.Answers)
	}
}

func TestNothingIsShown(t *testing.T) {
	many := func(n int, p float64, right, shown bool) (out []answer) {
		for range n {
			out = append(out, single(p, right, shown))
		}
		return out
	}
	for name, c := range map[string]Calibration{
		"too few":     Calibrate(many(wantedAnswers-1, 0.9, true, true)),
		"wrong":       Calibrate(many(200, 0.99, false, true)),
		"none":        Calibrate(nil),
		"never shown": Calibrate(many(2*wantedAnswers, 0.9, true, false)),
	} {
		if c.Threshold != Never {
			t.Errorf("%s: threshold %v; want nothing shown", name, c.Threshold)
		}
	}
}

// Answers of one probability are on one side of a threshold.
func TestThresholdOfEqualAnswers(t *testing.T) {
	var list []answer
	for i := range 100 {
		list = append(list, single(0.9, i < 50, true)) // the first half alone would do
	}
	if c := Calibrate(list); c.Threshold != Never {
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
		{Section: "line", Group: "call", Right: true, Shown: true, parts: []part{{0.9, true, true}}},
		{Section: "condition", Group: "condition", parts: []part{{0.6, false, true}}, Shown: true},
		{Section: "input", Group: "input", parts: []part{{0.1, false, true}}, Runs: Returns},
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
	whole(t, text)
}

// whole checks that a card has no holes.
func whole(t *testing.T, text []byte) {
	t.Helper()
	if strings.Contains(string(text), "<no value>") || strings.Contains(string(text), "%!") {
		t.Errorf("the card has holes:\n%s", text)
	}
}

// TestCardOfSteps tells how a debugger steps, and keeps what the card says of the
// data.
func TestCardOfSteps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "card.md")
	old := "    trained         3 steps, 50 tokens\n\n## Data\n\n- some programs\n\n| a |\n\n## Training\n\nLong.\n\n## Figures\n\nOld.\n"
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	r := &Report{Set: "real"}
	r.sum()
	k := card{Step: 3, Tokens: 50, Reports: []*Report{r}, Fitted: r}
	if err := k.keep(path); err != nil {
		t.Fatal(err)
	}
	one := &bench.StepTally{Right: 1, Total: 2, Accuracy: 0.5}
	k.Steps = []stepping{{"traces", &bench.StepReport{
		Actions: map[string]*bench.StepTally{"into": one}, IntoKinds: map[string]*bench.StepTally{"assign": one}, Rolled: map[string]*bench.StepTally{"<=   5": one},
		Inverse: &bench.InverseTally{Asked: 4, Right: 3, Sure: 2, SureRight: 2, ByBasis: map[debugger.Basis]*bench.InverseTally{debugger.Solved: {Asked: 4, Right: 3, MeanP: 0.5}}},
	}}}
	k.Stress = &bench.StressReport{
		Loops: map[string]map[int]*bench.StepTally{"sum": {10: one, 100: one}}, Recursion: map[string]map[int]*bench.StepTally{"down": {5: one}},
		Lossy: map[string]*bench.InverseTally{"x = x > 10": {Asked: 2, MeanP: 0.25}},
	}
	text, err := k.render()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n## Data\n\n- some programs\n\n| a |\n\n## Training\n\nLong.\n\n## Figures\n", "| traces | 0 of 0 | 50.0 % | - |", "assign 50.0 % of 2", "<=   5: 50.0 %",
		"75.0 % of 4 statements; sure of 2, of which 2 are right", "solved 75.0 % of 4, mean p 0.50", "| loop | 10 | 100 |", "| sum | 50.0 % | 50.0 % |", "| `x = x > 10` (irreversible) | 0.0 % | 0 of 2 | 0 | 0.25 |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the card lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "Old.") {
		t.Error("old figures are kept")
	}
	whole(t, text)
	k.Step = 4
	if err := k.keep(path); err == nil {
		t.Error("what a card says of other weights is kept")
	}
}

// TestExecute runs calls that are proposed. A method cannot be called without an
// object, which is no fault of its arguments.
func TestExecute(t *testing.T) {
	for _, c := range []struct {
		src  string
		args []prompt.Typed
		want Outcome
		text string
	}{
		{"def f(a, b=2):\n    return a + b\n", []prompt.Typed{{Name: "a", Repr: "1"}}, Returns, "3"},
		{"def f(a, b=2):\n    return a + b\n", []prompt.Typed{{Name: "a", Repr: "''"}}, Raises, "TypeError"},
		{"def f(a):\n    return load(a)\n", []prompt.Typed{{Name: "a", Repr: "1"}}, Unclear, ""},
		{"def f(self, a):\n    return a\n", []prompt.Typed{{Name: "a", Repr: "1"}}, NotRun, ""},
		{"def f(*, a, k):\n    return a\n", []prompt.Typed{{Name: "a", Repr: "1"}}, NotRun, ""},
		{"def f(*, a, k=1):\n    return a\n", []prompt.Typed{{Name: "a", Repr: "1"}}, Returns, "1"},
		{"def f(a):\n    return a\n", []prompt.Typed{{Name: "a", Repr: "<File>"}}, NotRun, ""},
	} {
		got, text := execute(t.Context(), &prompt.Question{Task: prompt.Input, Source: c.src}, &prompt.Answer{Values: c.args})
		if got != c.want || text != c.text {
			t.Errorf("%swith %v: %v %q, want %v %q", c.src, c.args, got, text, c.want, c.text)
		}
	}
}
