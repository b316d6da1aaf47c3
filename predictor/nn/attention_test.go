package nn

import (
	"math"
	"testing"
)

func TestAttention(t *testing.T) {
	m := quantised(t, lively(tiny(), 3))
	tokens := text(5, min(100, tiny().MaxPositions), tiny().VocabSize)
	n := len(tokens)
	whole, err := m.Attention(tokens, n-30)
	if err != nil {
		t.Fatal(err)
	}
	// It is the average of what each token looks at, who sees nothing behind it.
	want := make([]float64, n)
	for at := n - 30; at < n; at++ {
		one, err := m.Attention(tokens[:at+1], at)
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for i, x := range one {
			if x < 0 {
				t.Fatalf("token %d looks at token %d with the weight %g", at, i, x)
			}
			total += float64(x)
			want[i] += float64(x) / 30
		}
		if math.Abs(total-1) > 1e-4 {
			t.Errorf("the weights of token %d add up to %g", at, total)
		}
	}
	for i := range want {
		if math.Abs(want[i]-float64(whole[i])) > 1e-4 {
			t.Errorf("token %d has the weight %g, on the average %g", i, whole[i], want[i])
		}
	}
	for _, from := range []int{-1, n} {
		if _, err := m.Attention(tokens, from); err == nil {
			t.Errorf("there is attention from token %d of %d", from, n)
		}
	}
	if _, err := m.Attention(make([]uint16, tiny().MaxPositions+1), 0); err == nil {
		t.Error("a sequence longer than the model's positions is taken")
	}
}
