package inputs

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"

	"augur/analysis/reach"
	"augur/lsp/session"
)

// maxAnswers bounds how many answers a cache keeps.
const maxAnswers = 128

// Cache asks a [Finder] and keeps the answers under the texts that they rest on, so
// that asking again is instant.
type Cache struct {
	finder Finder

	mu      sync.Mutex
	answers map[key]*list.Element // guarded by mu: of *answer
	recent  *list.List            // guarded by mu: the last used first
}

type key [sha256.Size]byte

type answer struct {
	key    key
	result *reach.Result
}

// NewCache returns an empty cache.
func NewCache(f Finder) *Cache {
	return &Cache{finder: f, answers: make(map[key]*list.Element), recent: list.New()}
}

// Find answers a question about an open document.
func (c *Cache) Find(ctx context.Context, now *session.Snapshot, doc *session.Document, q Question) (*reach.Result, error) {
	k := keyOf(now, doc, q)
	c.mu.Lock()
	if e := c.answers[k]; e != nil {
		c.recent.MoveToFront(e)
		c.mu.Unlock()
		return e.Value.(*answer).result, nil
	}
	c.mu.Unlock()
	r, err := c.finder.FindInputs(ctx, doc, q, now.Open)
	if err != nil || ctx.Err() != nil {
		if err == nil {
			err = ctx.Err()
		}
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers[k] == nil {
		c.answers[k] = c.recent.PushFront(&answer{k, r})
	}
	for c.recent.Len() > maxAnswers {
		oldest := c.recent.Remove(c.recent.Back()).(*answer)
		delete(c.answers, oldest.key)
	}
	return r, nil
}

// Clear forgets all answers, for when files that are in no document changed.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.answers)
	c.recent.Init()
}

// keyOf is the hash of what an answer depends on.
func keyOf(now *session.Snapshot, doc *session.Document, q Question) key {
	h := sha256.New()
	part := func(text string) {
		sum := sha256.Sum256([]byte(text))
		h.Write(sum[:])
	}
	part(doc.Path)
	part(doc.Text())
	for _, other := range now.Documents() {
		if other != doc && other.IsFile() {
			part(other.Path)
			part(other.Text())
		}
	}
	asked, _ := json.Marshal(q)
	part(string(asked))
	return key(h.Sum(nil))
}
