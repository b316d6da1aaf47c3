package session

// Waiters returns how many questions for the best forecast of a function wait.
func (c *Cache) Waiters(now *Snapshot, doc *Document, function string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := key{path: doc.Path, text: doc.hash(), others: now.others(doc), function: function, threshold: now.Settings.Oracle.Threshold}
	k.kind = askBest
	if e := c.entries[k]; e != nil {
		return e.waiters
	}
	return 0
}
