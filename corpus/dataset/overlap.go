package dataset

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"augur/predictor/token"
)

const gram = 8

// A Benchmarks holds what the public benchmarks' functions look like, so that
// nothing like them is trained on.
type Benchmarks struct {
	whole map[uint64]bool
	grams map[uint64]bool
}

// LoadBenchmarks reads the code of JSON-lines files.
func LoadBenchmarks(paths []string) (*Benchmarks, error) {
	b := &Benchmarks{whole: map[uint64]bool{}, grams: map[uint64]bool{}}
	for _, p := range paths {
		f, err := os.Open(p)
		if err != nil {
			return nil, err
		}
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<22)
		for s.Scan() {
			var item struct{ Code string }
			if err := json.Unmarshal(s.Bytes(), &item); err != nil {
				f.Close()
				return nil, fmt.Errorf("%s: %w", p, err)
			}
			b.add(item.Code)
		}
		f.Close()
		if err := s.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
	}
	return b, nil
}

func (b *Benchmarks) add(code string) {
	for _, f := range functions(code) {
		n := normalise(f)
		b.whole[hash(n...)] = true
		for i := 0; i+gram <= len(n); i++ {
			b.grams[hash(n[i:i+gram]...)] = true
		}
	}
}

// functions splits code at its top-level definitions.
func functions(code string) []string {
	var out []string
	var cur []string
	for l := range strings.SplitSeq(code, "\n") {
		if strings.HasPrefix(l, "def ") {
			if cur != nil {
				out = append(out, strings.Join(cur, "\n"))
			}
			cur = []string{}
		}
		if cur != nil {
			cur = append(cur, l)
		}
	}
	if cur != nil {
		out = append(out, strings.Join(cur, "\n"))
	}
	return out
}

// Why a function is left out; "" means it is kept.
const (
	sameFunction = "equal to a benchmark's function"
	muchAlike    = "shares most 8-grams with the benchmarks"
)

// Overlap says whether a function is, or is much like, one of a benchmark.
func (b *Benchmarks) Overlap(src string) string {
	n := normalise(src)
	if b.whole[hash(n...)] {
		return sameFunction
	}
	total, hit := 0, 0
	for i := 0; i+gram <= len(n); i++ {
		total++
		if b.grams[hash(n[i:i+gram]...)] {
			hit++
		}
	}
	if total >= 12 && hit*2 > total {
		return muchAlike
	}
	return ""
}

// normalise returns a function's lexemes with its own names replaced by their
// order of appearance; docstrings are dropped.
func normalise(src string) []string {
	ls := token.Lexemes(src)
	names := map[string]string{}
	out := make([]string, 0, len(ls))
	for i, l := range ls {
		switch {
		case strings.HasPrefix(strings.TrimLeft(l, "rRuU"), `"""`) || strings.HasPrefix(l, "'''"):
			continue
		case !token.IsName(l) || token.IsKeyword(l), i > 0 && ls[i-1] == ".":
		case i+1 < len(ls) && ls[i+1] == "(" && !(i > 0 && ls[i-1] == "def"):
		default:
			n, ok := names[l]
			if !ok {
				n = fmt.Sprintf("v%d", len(names))
				names[l] = n
			}
			l = n
		}
		out = append(out, l)
	}
	return out
}

func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return h.Sum64()
}
