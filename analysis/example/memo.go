package example

import (
	"strings"
	"sync"
)

// A memo keeps what was made of texts: while somebody writes, nearly all of them are
// the same each time that a file is searched.
type memo[V any] struct {
	mu     sync.Mutex
	byText map[string]V // guarded by mu
}

// keptTexts bounds the texts of a memo, and longText the bytes of one.
const (
	keptTexts = 4000
	longText  = 20_000
)

// of returns what is made of a text. The values are shared and must not be changed.
func (m *memo[V]) of(text string, make func(string) V) V {
	m.mu.Lock()
	v, ok := m.byText[text]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = make(text)
	if len(text) > longText {
		return v
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byText == nil || len(m.byText) >= keptTexts {
		m.byText = map[string]V{}
	}
	m.byText[strings.Clone(text)] = v // or all of the source that it is a part of would stay
	return v
}
