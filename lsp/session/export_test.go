package session

// Waiters returns how many questions for the best forecast of a function wait.
func (c *Cache) Waiters(now *Snapshot, doc *Document, function string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		if e.key.function == function && e.key.kind == askBest && e.key.text == doc.hash() && e.element == nil {
			return e.waiters
		}
	}
	return 0
}
