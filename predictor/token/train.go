package token

import (
	"cmp"
	"slices"
)

// Train learns a vocabulary of size tokens from pieces and how often they
// occur. The result depends only on the counts.
func Train(counts map[string]int, size int) *Vocab {
	t := newTrainer(counts)
	v := &Vocab{merges: map[pair]ID{}}
	for v.Size() < size {
		p, n := t.best()
		if n < 2 {
			break
		}
		id := ID(v.Size())
		text := v.bytes(p.a) + v.bytes(p.b)
		v.merges[p] = id
		v.texts = append(v.texts, text)
		t.apply(p, id)
	}
	return v
}

type trainWord struct {
	ids []ID
	n   int
}

// A trainer keeps the counts of pairs, and in which words each pair is, so
// that a merge touches only the words that hold it.
type trainer struct {
	words  []trainWord
	counts map[pair]int
	where  map[pair]map[int]bool
}

func newTrainer(counts map[string]int) *trainer {
	t := &trainer{counts: map[pair]int{}, where: map[pair]map[int]bool{}}
	texts := make([]string, 0, len(counts))
	for s := range counts {
		texts = append(texts, s)
	}
	slices.Sort(texts)
	for i, s := range texts {
		w := trainWord{n: counts[s]}
		for j := range len(s) {
			w.ids = append(w.ids, Byte(s[j]))
		}
		t.words = append(t.words, w)
		t.count(i, 1)
	}
	return t
}

func (t *trainer) count(i, sign int) {
	w := t.words[i]
	for j := 0; j+1 < len(w.ids); j++ {
		p := pair{w.ids[j], w.ids[j+1]}
		t.counts[p] += sign * w.n
		if sign > 0 {
			if t.where[p] == nil {
				t.where[p] = map[int]bool{}
			}
			t.where[p][i] = true
		}
	}
}

func (t *trainer) best() (pair, int) {
	var best pair
	n := 0
	for p, k := range t.counts {
		if k > n || k == n && cmp.Or(cmp.Compare(p.a, best.a), cmp.Compare(p.b, best.b)) < 0 {
			best, n = p, k
		}
	}
	return best, n
}

func (t *trainer) apply(p pair, id ID) {
	in := t.where[p]
	delete(t.where, p)
	for i := range in {
		t.count(i, -1)
		old := t.words[i].ids
		ids := old[:0]
		for j := 0; j < len(old); j++ {
			if j+1 < len(old) && old[j] == p.a && old[j+1] == p.b {
				ids = append(ids, id)
				j++
			} else {
				ids = append(ids, old[j])
			}
		}
		t.words[i].ids = ids
		t.count(i, 1)
	}
	delete(t.counts, p)
}
