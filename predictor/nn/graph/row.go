package graph

import (
	"fmt"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// A Row is a sequence of tokens that holds several functions, each its source
// and then its queries. All slices have the same length.
//
// Fn numbers the functions from 1, 0 is padding; Qi numbers a function's
// queries from 1, 0 is its source; Pos is the position; Task is the task that
// a token is an answer to, 0 for none. A token attends to earlier tokens of
// its function that are source or of its own query.
type Row struct {
	Tok, Fn, Qi, Pos, Task []uint16
}

// An input is a row made ready for the operators.
type input struct {
	row  Row
	n    int // tokens up to the padding
	sp   []kernel.Span
	sg   []kernel.Segment
	hid  []int32   // [M]: the row positions that predict an answer's token
	want []int32   // [M]: that token
	wt   []float32 // [M]: its weight in the loss
	loss []float32 // [M]
	best []int32   // [M]: the likeliest token
}

// set takes in a row; weights are the tasks' weights, from task 1 on.
func (in *input) set(r Row, c nn.Config, rows int, weights []float64) error {
	n := len(r.Tok)
	if n > rows || len(r.Fn) != n || len(r.Qi) != n || len(r.Pos) != n || len(r.Task) != n {
		return fmt.Errorf("row of %d tokens, or of uneven arrays, where %d fit", n, rows)
	}
	for n > 0 && r.Fn[n-1] == 0 {
		n--
	}
	in.row, in.n = r, n
	in.sp, in.sg, in.hid, in.want, in.wt = in.sp[:0], in.sg[:0], in.hid[:0], in.want[:0], in.wt[:0]
	for i := range n {
		if int(r.Tok[i]) >= c.VocabSize || int(r.Pos[i]) >= c.MaxPositions {
			return fmt.Errorf("token %d at position %d is outside the model's %d tokens and %d positions", r.Tok[i], r.Pos[i], c.VocabSize, c.MaxPositions)
		}
		if r.Task[i] == 0 {
			continue
		}
		if i == 0 || r.Qi[i] == 0 || r.Fn[i-1] != r.Fn[i] || r.Qi[i-1] != r.Qi[i] {
			return fmt.Errorf("token %d of a row is a target, but nothing before it in its query predicts it", i)
		}
		w := 1.0
		if t := int(r.Task[i]); t <= len(weights) {
			w = weights[t-1]
		}
		in.hid, in.want, in.wt = append(in.hid, int32(i-1)), append(in.want, int32(r.Tok[i])), append(in.wt, float32(w))
	}
	return in.spans()
}

// spans finds the functions and their queries, which lie together and in order.
func (in *input) spans() error {
	r, n := in.row, in.n
	for i := 0; i < n; {
		fn, s := r.Fn[i], kernel.Span{S0: int32(i), G0: int32(len(in.sg))}
		for _, before := range in.sp {
			if fn == 0 || r.Fn[before.S0] == fn {
				return fmt.Errorf("function %d of a row is in two places, or padding is inside it", fn)
			}
		}
		for i < n && r.Fn[i] == fn && r.Qi[i] == 0 {
			i++
		}
		s.S1 = int32(i)
		for i < n && r.Fn[i] == fn {
			a := i
			for i < n && r.Fn[i] == fn && r.Qi[i] == r.Qi[a] {
				i++
			}
			for _, g := range in.sg[s.G0:] {
				if r.Qi[a] == 0 || r.Qi[g.A] == r.Qi[a] {
					return fmt.Errorf("query %d of function %d of a row is in two places", r.Qi[a], fn)
				}
			}
			in.sg = append(in.sg, kernel.Segment{A: int32(a), B: int32(i)})
		}
		s.Q1, s.G1 = int32(i), int32(len(in.sg))
		in.sp = append(in.sp, s)
	}
	m := len(in.hid)
	in.loss, in.best = grow(in.loss, m), grow(in.best, m)
	return nil
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
