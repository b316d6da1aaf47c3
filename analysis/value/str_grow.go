package value

import "unsafe"

// growing is room behind a str that a program builds piece by piece: the next
// piece goes there, and the str that comes of it shares what was there before.
// Bytes are only ever added, so that no str changes. It belongs to one run.
type growing struct {
	b []byte
}

// growsFrom is the length from which such room is made.
const growsFrom = 64

// concatStr is x + y for two strs that are not empty.
func concatStr(t *Thread, x, y *Str) (*Str, error) {
	n := len(x.s) + len(y.s)
	g := x.room
	switch {
	case g != nil && len(g.b) == len(x.s) && n <= cap(g.b):
		if err := t.Alloc(len(y.s)); err != nil {
			return nil, err
		}
	case x.joined && len(x.s) >= growsFrom:
		if err := t.Alloc(2 * n); err != nil {
			return nil, err
		}
		g = &growing{b: append(make([]byte, 0, 2*n), x.s...)}
	default:
		if err := t.Alloc(n); err != nil {
			return nil, err
		}
		z := NewStr(x.s + y.s)
		if n >= growsFrom {
			z.joined = true
		}
		return z, nil
	}
	g.b = append(g.b, y.s...)
	return &Str{s: unsafe.String(unsafe.SliceData(g.b), len(g.b)), joined: true, room: g}, nil
}
