package example

// Recorded is the origin of calls that were seen in a real run. They come after
// those that were written to be examples, and before all others.
const Recorded = "recorded"

// WithRecorded adds recorded calls of one function to its examples, where they
// belong. One that is there already is not added.
func WithRecorded(list, recorded []Example) []Example {
	if len(recorded) == 0 {
		return list
	}
	seen := map[string]bool{}
	at := 0
	for i, e := range list {
		seen[layoutKey(e.Call)] = true
		if ranks[e.Origin] < ranks[Call] {
			at = i + 1
		}
	}
	out := append([]Example(nil), list[:at]...)
	for _, e := range recorded {
		if key := layoutKey(e.Call); !seen[key] {
			seen[key] = true
			out = append(out, e)
		}
	}
	return append(out, list[at:]...)
}
