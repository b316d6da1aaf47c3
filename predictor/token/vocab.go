package token

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"sync"
)

type pair struct{ a, b ID }

// A Vocab holds the tokens. It is safe for concurrent use.
type Vocab struct {
	merges map[pair]ID
	texts  []string // of the merged tokens, from firstMerge

	mu      sync.Mutex
	cache   map[string][]ID
	collect func(string)
}

// maxCache bounds the pieces whose tokens are remembered.
const maxCache = 1 << 16

// Size is the number of tokens.
func (v *Vocab) Size() int { return firstMerge + len(v.texts) }

// Fingerprint identifies the vocabulary; shards and models carry it.
func (v *Vocab) Fingerprint() uint64 {
	h := fnv.New64a()
	for id := range v.Size() {
		h.Write([]byte(v.Name(ID(id))))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Name returns a readable name of a token.
func (v *Vocab) Name(id ID) string {
	switch {
	case int(id) < len(specialNames):
		return specialNames[id]
	case id >= firstClass && id < firstClass+ID(NumClasses):
		return "<class " + Class(id-firstClass).String() + ">"
	case id >= firstIndent && id <= firstIndent+maxIndent:
		return fmt.Sprintf("<indent %d>", id-firstIndent)
	case id < firstByte:
		return fmt.Sprintf("<unused %d>", id)
	}
	return visible(v.bytes(id))
}

func (v *Vocab) bytes(id ID) string {
	if b, ok := AsByte(id); ok {
		return string([]byte{b})
	}
	if id >= firstMerge && int(id) < v.Size() {
		return v.texts[id-firstMerge]
	}
	return ""
}

// Text returns the code that byte and BPE tokens stand for, without the mark
// before names. Special tokens are left out.
func (v *Vocab) Text(ids []ID) string {
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(v.bytes(id))
	}
	return strings.ReplaceAll(b.String(), " ", "")
}

// IsNamePart reports whether a token can be part of a dotted name, or its
// first part.
func (v *Vocab) IsNamePart(id ID, first bool) bool {
	s := v.bytes(id)
	if s == "" || first != (s[0] == ' ') {
		return false
	}
	s = strings.TrimPrefix(s, " ")
	for i := range len(s) {
		if !identByte(s[i]) && !(s[i] == '.' && !first) || first && i == 0 && digitByte(s[i]) {
			return false
		}
	}
	return s != "" || first
}

// appendPiece appends the BPE tokens of one piece.
func (v *Vocab) appendPiece(dst []ID, s string) []ID {
	if v.collect != nil {
		v.collect(s)
		return dst
	}
	v.mu.Lock()
	ids, ok := v.cache[s]
	v.mu.Unlock()
	if !ok {
		ids = v.merge(s)
		v.mu.Lock()
		if v.cache == nil || len(v.cache) >= maxCache {
			v.cache = map[string][]ID{}
		}
		v.cache[s] = ids
		v.mu.Unlock()
	}
	return append(dst, ids...)
}

// merge applies the merges to a piece, the earliest learnt first.
func (v *Vocab) merge(s string) []ID {
	ids := make([]ID, len(s))
	for i := range len(s) {
		ids[i] = Byte(s[i])
	}
	for {
		best, at := ID(0), -1
		for i := 0; i+1 < len(ids); i++ {
			if m, ok := v.merges[pair{ids[i], ids[i+1]}]; ok && (at < 0 || m < best) {
				best, at = m, i
			}
		}
		if at < 0 {
			return ids
		}
		ids[at] = best
		ids = append(ids[:at+1], ids[at+2:]...)
	}
}

// visible maps bytes to printable runes as byte-level BPE files do.
func visible(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(byteRune[s[i]])
	}
	return b.String()
}

var byteRune = func() (out [256]rune) {
	n := rune(256)
	for b := range 256 {
		r := rune(b)
		if !(b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE) {
			r = n
			n++
		}
		out[b] = r
	}
	return out
}()

// file is the layout of tokenizer.json.
type file struct {
	Version     string         `json:"version"`
	AddedTokens []addedToken   `json:"added_tokens"`
	Model       fileModel      `json:"model"`
	Decoder     map[string]any `json:"decoder"`
}

type addedToken struct {
	ID         int    `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LeftStrip  bool   `json:"lstrip"`
	RightStrip bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
}

type fileModel struct {
	Type   string         `json:"type"`
	Vocab  map[string]int `json:"vocab"`
	Merges []string       `json:"merges"`
}

// Encode returns the vocabulary as a tokenizer.json. Special tokens are in the
// model's vocabulary too, because other readers would number them anew.
func (v *Vocab) Encode() ([]byte, error) {
	f := file{Version: "1.0", Decoder: map[string]any{"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false, "use_regex": false}}
	f.Model = fileModel{Type: "BPE", Vocab: map[string]int{}}
	for id := range v.Size() {
		name := v.Name(ID(id))
		if id < firstByte {
			f.AddedTokens = append(f.AddedTokens, addedToken{ID: id, Content: name, Special: true})
		}
		f.Model.Vocab[name] = id
	}
	f.Model.Merges = v.Merges()
	return json.MarshalIndent(f, "", " ")
}

// Merges lists the merges in the order in which they were learnt, each as the
// names of two tokens with a space between.
func (v *Vocab) Merges() []string {
	out := make([]string, len(v.texts))
	for p, id := range v.merges {
		out[id-firstMerge] = v.Name(p.a) + " " + v.Name(p.b)
	}
	return out
}

// Decode reads a tokenizer.json written by Encode.
func Decode(data []byte) (*Vocab, error) {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("tokenizer: %w", err)
	}
	v := &Vocab{merges: map[pair]ID{}}
	for i, m := range f.Model.Merges {
		l, r, ok := strings.Cut(m, " ")
		a, okA := f.Model.Vocab[l]
		b, okB := f.Model.Vocab[r]
		id, okID := f.Model.Vocab[l+r]
		if !ok || !okA || !okB || !okID || id != firstMerge+i || a >= id || b >= id {
			return nil, fmt.Errorf("tokenizer: merge %d (%q) does not fit the vocabulary", i, m)
		}
		v.merges[pair{ID(a), ID(b)}] = ID(id)
		v.texts = append(v.texts, v.bytes(ID(a))+v.bytes(ID(b)))
	}
	for _, t := range f.AddedTokens {
		if t.ID >= firstByte || t.Content != v.Name(ID(t.ID)) {
			return nil, fmt.Errorf("tokenizer: special token %d is %q, this program has %q: train the tokenizer again", t.ID, t.Content, v.Name(ID(t.ID)))
		}
	}
	return v, nil
}

// Load reads a tokenizer.json.
func Load(path string) (*Vocab, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Decode(data)
}
