package prompt

import "augur/predictor/token"

// Allowed returns a function for constrained decoding: given the tokens of an
// answer so far, it returns the set of those that may come next, bit t%64 of
// word t/64 standing for token t. The set is empty after a complete answer and
// after one that the grammar does not know. The function remembers the last
// answers, so that one that grows costs a step a token; it is for one
// goroutine.
func (e *Encoder) Allowed(q *Question) func(answer []token.ID) []uint64 {
	start := e.Grammar(q)
	at, g := []token.ID(nil), start.Clone()
	words := (e.Vocab.Size() + 63) / 64
	return func(answer []token.ID) []uint64 {
		mask := make([]uint64, words)
		if len(answer) < len(at) || !equal(answer[:len(at)], at) {
			at, g = nil, start.Clone()
		}
		for _, id := range answer[len(at):] {
			if g.Push(id) != nil {
				at, g = nil, start.Clone()
				return mask
			}
			at = append(at, id)
		}
		g.Allow(func(id token.ID) { mask[id/64] |= 1 << (id % 64) })
		return mask
	}
}

func equal(a, b []token.ID) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
