package session

// Waiters returns how many questions for the best forecast of a function wait.
func (c *Cache) Waiters(doc *Document, function string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[key{path: doc.Path, text: doc.hash(), function: function, kind: askBest}]; e != nil {
		return e.waiters
	}
	return 0
}
