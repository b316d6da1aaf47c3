package dataset

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"augur/corpus/pack"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// A Mix says how many questions are taken of each function.
type Mix struct {
	Lines  int // executions of each statement
	Values int // masked calls of each function
	Calls  int // inputs, inversions, and steps, of each function
	Varied int // other values for each operation
}

// The mixes: a generated function is one of an endless supply, a real one is
// rare.
var (
	generatedMix = Mix{Lines: 2, Values: 1, Calls: 2, Varied: 2}
	realMix      = Mix{Lines: 6, Values: 6, Calls: 3, Varied: 2}
)

// maxOperation is how often one operation, with the names it has, is trained
// on.
const maxOperation = 24

// HeldOut are the projects that validate: never trained on.
var HeldOut = []string{"inflection", "python-slugify", "python-tabulate", "parse", "python-sortedcontainers"}

// Counts says what a build saw and wrote.
type Counts struct {
	Functions, Events, Calls  int
	Duplicate, Equal, Overlap int // functions left out
	Long, Unfit               int // questions left out
	Items                     [prompt.Back + 1]int
	Tokens                    [prompt.Back + 1]int
}

// A Builder collects the groups of one shard set.
type Builder struct {
	Encoder *prompt.Encoder
	Bench   *Benchmarks
	RowLen  int

	owner map[uint64]string // normalised function -> where it was first seen
	asked map[uint64]bool   // questions already taken
	taken map[uint64]int    // questions by statement
}

// NewBuilder returns a builder that writes rows of the given length.
func NewBuilder(v *token.Vocab, b *Benchmarks, rowLen int) *Builder {
	return &Builder{Encoder: &prompt.Encoder{Vocab: v}, Bench: b, RowLen: rowLen, owner: map[uint64]string{}, asked: map[uint64]bool{}, taken: map[uint64]int{}}
}

// usable reports whether a function may be used, counting why not.
func (b *Builder) usable(r *Record, c *Counts) bool {
	c.Functions++
	c.Events += len(r.Events)
	c.Calls += len(r.Calls)
	switch b.Bench.Overlap(r.Source) {
	case sameFunction:
		c.Equal++
		return false
	case muchAlike:
		c.Overlap++
		return false
	}
	h := hash(normalise(r.Source)...)
	where := fmt.Sprintf("%s %s %d", r.Project, r.Path, r.Line)
	if o, ok := b.owner[h]; ok && o != where {
		c.Duplicate++
		return false
	}
	b.owner[h] = where
	return true
}

// Add turns one record into groups.
func (b *Builder) Add(r *Record, mix Mix, measure bool, c *Counts) []pack.Group {
	if !measure && !b.usable(r, c) {
		return nil
	}
	rng := rand.New(rand.NewPCG(hash(r.Project, r.Path, r.Qual), uint64(len(r.Events))))
	var out []pack.Group
	per := map[string]int{}
	for _, it := range sample(rng, LineItems(r), 1<<20) {
		q := it.Question
		key := hash(r.Project, r.Path, r.Qual, q.Statement)
		if per[q.Statement] >= mix.Lines || !measure && b.taken[key] >= 2*mix.Lines || !measure && rng.Float64() > Weight(it) {
			continue
		}
		n := len(out)
		if measure {
			out = b.alone(out, it, measure, c)
		} else {
			out = b.operations(rng, out, it, mix, c)
		}
		if len(out) > n {
			per[q.Statement]++
			b.taken[key]++
		}
	}
	input, invert := CallItems(r)
	var about []Item
	key := hash(r.Project, r.Path, r.Qual)
	if !measure && b.taken[key] > 4*(mix.Values+2*mix.Calls) {
		return out
	}
	for _, it := range sample(rng, ValueItems(r), mix.Values) {
		// Half of them without what is known of the expression's names: in
		// an editor it often isn't.
		if rng.IntN(2) == 0 {
			it.Question.Env = nil
		}
		about = append(about, it)
	}
	about = append(about, sample(rng, input, mix.Calls)...)
	about = append(about, sample(rng, invert, mix.Calls)...)
	about = append(about, sample(rng, StepItems(rng, r), mix.Calls)...)
	b.taken[key] += len(about)
	return append(out, b.share(about, measure, c)...)
}

// alone appends a question that needs no source.
func (b *Builder) alone(out []pack.Group, it Item, measure bool, c *Counts) []pack.Group {
	if _, query, ok := b.encode(it, measure, c); ok {
		return append(out, pack.Group{Queries: []pack.Query{query}})
	}
	return out
}

// operations appends the questions that a line is taken apart into, each also
// with other values and backwards. A line that can't be computed is asked as it
// was recorded.
func (b *Builder) operations(rng *rand.Rand, out []pack.Group, it Item, mix Mix, c *Counts) []pack.Group {
	if hidden, ok := Hide(rng, it); ok && rng.IntN(2) == 0 {
		out = b.alone(out, hidden, false, c)
	}
	pieces, err := Pieces(it)
	if err != nil {
		return b.alone(out, it, false, c)
	}
	add := func(p Item) {
		out = b.alone(out, p, false, c)
		if back, ok := BackItem(p); ok && (rng.IntN(4) == 0 || recovers(back) && rng.IntN(2) == 0) {
			out = b.alone(out, back, false, c)
		}
	}
	for _, p := range pieces {
		key := hash(p.Question.Statement)
		if b.taken[key] >= maxOperation {
			continue
		}
		b.taken[key]++
		if rng.Float64() < Weight(p) {
			add(p)
		}
		for range mix.Varied {
			if v, ok := varied(rng, p); ok {
				b.taken[key]++
				add(v)
			}
		}
	}
	return out
}

// varied returns an operation with other values. Of conditions half are true,
// where that can be had.
func varied(rng *rand.Rand, it Item) (Item, bool) {
	want := rng.IntN(2) == 0
	var last Item
	ok := false
	for range 3 {
		q, changed := Vary(rng, it.Question)
		if !changed {
			continue
		}
		a, err := Compute(q)
		if err != nil || a.Exception != "" && rng.IntN(4) > 0 {
			continue
		}
		last, ok = Item{q, a}, true
		if q.Kind != prompt.Condition || a.Truth == want {
			break
		}
	}
	return last, ok
}

// recovers reports whether the values after a statement tell those before it.
func recovers(back Item) bool {
	s := back.Question.Statement
	return strings.Contains(s, "+=") || strings.Contains(s, "-=") || strings.Contains(s, ".append(") || strings.Contains(s, ".insert(")
}

// share packs questions that have the same source into groups.
func (b *Builder) share(items []Item, measure bool, c *Counts) []pack.Group {
	var out []pack.Group
	for _, it := range items {
		source, query, ok := b.encode(it, measure, c)
		if !ok {
			continue
		}
		n := len(query.Prompt) + len(query.Answer)
		k := slices.IndexFunc(out, func(g pack.Group) bool {
			return slices.Equal(g.Source, source) && g.Len()+n <= b.RowLen && len(g.Queries) < 6
		})
		if k >= 0 {
			out[k].Queries = append(out[k].Queries, query)
			continue
		}
		if len(source)+n > b.RowLen {
			c.Long++
			continue
		}
		out = append(out, pack.Group{Source: source, Queries: []pack.Query{query}})
	}
	return out
}

func (b *Builder) encode(it Item, measure bool, c *Counts) ([]token.ID, pack.Query, bool) {
	source, ids, err := b.Encoder.Encode(it.Question)
	if err != nil {
		c.Unfit++
		return nil, pack.Query{}, false
	}
	answer, err := b.Encoder.EncodeAnswer(it.Question, it.Answer)
	if err != nil {
		c.Unfit++
		return nil, pack.Query{}, false
	}
	if len(ids)+len(answer) > prompt.MaxQuery {
		c.Long++
		return nil, pack.Query{}, false
	}
	h := hashIDs(source, ids)
	if it.Question.Task == prompt.Input {
		h = hashIDs(source, ids, answer)
	}
	if b.asked[h] && !measure {
		return nil, pack.Query{}, false
	}
	b.asked[h] = true
	c.Items[it.Question.Task]++
	c.Tokens[it.Question.Task] += len(ids) + len(answer)
	return source, pack.Query{Task: lossTask(it.Question), Prompt: ids, Answer: answer}, true
}

// Condition is the task of shards that conditions have, so that training can
// give their short answers a weight of their own; 5 and 6 are kept for
// stepping forward and back.
const Condition = 7

// lossTask is the task of a question in shards.
func lossTask(q *prompt.Question) uint16 {
	if q.Task == prompt.Line && q.Kind == prompt.Condition {
		return Condition
	}
	return uint16(q.Task)
}

func hashIDs(parts ...[]token.ID) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for _, id := range p {
			h = (h ^ uint64(id)) * 1099511628211
		}
		h = (h ^ 0xffff) * 1099511628211
	}
	return h
}

// Write shuffles the groups and writes them as shards of about perShard tokens
// named prefix-000.augp and so on; a perShard of 0 means one shard, prefix.augp.
func (b *Builder) Write(prefix string, groups []pack.Group, perShard int, seed uint64) (tokens, targets int, err error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	h := pack.Header{RowLen: b.RowLen, Vocab: b.Encoder.Vocab.Size(), Fingerprint: b.Encoder.Vocab.Fingerprint()}
	for n := 0; len(groups) > 0; n++ {
		name := prefix + ".augp"
		if perShard > 0 {
			name = fmt.Sprintf("%s-%03d.augp", prefix, n)
		}
		w, err := pack.Create(name, h)
		if err != nil {
			return tokens, targets, err
		}
		size := 0
		for len(groups) > 0 && (perShard == 0 || size < perShard) {
			if err := w.Add(groups[0]); err != nil {
				return tokens, targets, err
			}
			size += groups[0].Len()
			groups = groups[1:]
		}
		if err := w.Close(); err != nil {
			return tokens, targets, err
		}
		_, t, g := w.Stats()
		tokens += t
		targets += g
	}
	return tokens, targets, nil
}

// Files returns the trace files below a folder, by project, sorted.
func Files(dir string) (map[string][]string, []string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl.gz"))
	if err != nil {
		return nil, nil, err
	}
	sort.Strings(paths)
	out := map[string][]string{}
	var names []string
	for _, p := range paths {
		n := filepath.Base(filepath.Dir(p))
		if out[n] == nil {
			names = append(names, n)
		}
		out[n] = append(out[n], p)
	}
	return out, names, nil
}

// Validates reports whether a project validates.
func Validates(project string) bool {
	_, name, _ := strings.Cut(project, "+")
	return slices.Contains(HeldOut, name) || slices.Contains(HeldOut, project)
}
