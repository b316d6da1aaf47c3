package eval

import "augur/analysis/value"

// A moment is how a value was when a hit changed it. The hit uses it, and the
// variable, to be compared with what comes next; when neither does any more its
// memory serves another.
type moment struct {
	value.Snapshot
	uses int
}

// moments hands out moments.
type moments struct {
	free   []*moment
	held   int // items in those that are in use
	copied int // items that were ever looked at
}

// How many items moments hold at once, and copy in a run. Once they do, values
// are captured as text, which has a bound of its own.
const (
	maxHeld    = 1 << 19
	maxCopied  = 1 << 25
	maxFree    = 64
	maxReserve = 1 << 12 // items that one which is free has room for
)

// take returns a moment of v for one user, nil if none can be had.
func (ms *moments) take(v value.Value) *moment {
	if ms.held > maxHeld || ms.copied > maxCopied {
		return nil
	}
	var m *moment
	if last := len(ms.free) - 1; last >= 0 {
		m = ms.free[last]
		ms.free = ms.free[:last]
	} else {
		m = &moment{}
	}
	taken := m.Take(v)
	ms.copied += m.Len() + 1
	if !taken {
		ms.keep(m)
		return nil
	}
	m.uses = 1
	ms.held += m.Len()
	return m
}

// release says that one user less has m, which may be nil.
func (ms *moments) release(m *moment) {
	if m == nil {
		return
	}
	if m.uses--; m.uses > 0 {
		return
	}
	ms.held -= m.Len()
	ms.keep(m)
}

func (ms *moments) keep(m *moment) {
	if len(ms.free) < maxFree && m.Room() <= maxReserve {
		ms.free = append(ms.free, m)
	}
}
