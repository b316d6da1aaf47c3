package prompt

import "strings"

// Squeeze writes a source segment as statements, expressions and annotations
// stand in questions: each newline and the space around it is one space. It is
// what the tracer does to the segments that training sees.
func Squeeze(segment string) string {
	segment = strings.TrimSpace(segment)
	if !strings.Contains(segment, "\n") {
		return segment
	}
	var parts []string
	for line := range strings.SplitSeq(segment, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " ")
}
