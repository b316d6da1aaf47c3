package nn

import (
	"fmt"
	"math"
)

// Attention passes a sequence through the model and returns how much its tokens
// from the given one on look at each token, on the average over these tokens, the
// heads and the blocks. The weights add up to one.
func (m *Model) Attention(tokens []uint16, from int) ([]float32, error) {
	if from < 0 || from >= len(tokens) {
		return nil, fmt.Errorf("no token %d in a sequence of %d", from, len(tokens))
	}
	if len(tokens) > m.config.MaxPositions {
		return nil, fmt.Errorf("%d tokens are more than the model's %d positions", len(tokens), m.config.MaxPositions)
	}
	c := m.config
	a, width := c.HeadDim, c.KVHeads*c.HeadDim
	keys := make([][]float32, c.Layers)
	for i := range keys {
		keys[i] = make([]float32, len(tokens)*width)
	}
	sum, scores := make([]float32, len(tokens)), make([]float32, len(tokens))
	s := m.NewSession(len(tokens))
	s.look = func(block, n int) {
		pos := s.Len()
		copy(keys[block][pos*width:], s.k[:n*width])
		for i := max(0, from-pos); i < n; i++ {
			for h := range c.Heads {
				q := s.q[(i*c.Heads+h)*a:][:a]
				group := h * c.KVHeads / c.Heads
				row := scores[:pos+i+1]
				for j := range row {
					row[j] = dot(q, keys[block][j*width+group*a:][:a])
				}
				addSoftmax(sum, row)
			}
		}
	}
	if err := s.Append(tokens...); err != nil {
		return nil, err
	}
	share := 1 / float32(c.Layers*c.Heads*(len(tokens)-from))
	for i := range sum {
		sum[i] *= share
	}
	return sum, nil
}

func dot(x, y []float32) float32 {
	var sum float32
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// addSoftmax adds the probabilities that scores stand for to sum.
func addSoftmax(sum, scores []float32) {
	largest := scores[0]
	for _, x := range scores {
		largest = max(largest, x)
	}
	total := 0.0
	for _, x := range scores {
		total += math.Exp(float64(x - largest))
	}
	for i, x := range scores {
		sum[i] += float32(math.Exp(float64(x-largest)) / total)
	}
}
