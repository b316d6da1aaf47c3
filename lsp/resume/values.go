package resume

import (
	"maps"
	"slices"

	"augur/analysis/syntax"
)

// Values are the variables of a frame as far as their texts tell them.
type Values struct {
	Known   map[string]string // the literals of those that are known
	Unknown []string          // the others
	// Shared are those of Known that may be, or hold, an object that another holds,
	// too: what that other one holds after a change is not known.
	Shared []string
	// Repeating are those of Known that may hold one object twice: what they hold
	// after a change is not known.
	Repeating []string
}

// Changeable reports whether one of the known values can be changed by somebody
// who holds the same object.
func (v Values) Changeable() bool {
	for _, text := range v.Known {
		if len(changeable(text)) > 0 {
			return true
		}
	}
	return false
}

// Read tells what the texts of variables say. literal returns a text in its normal
// form, an error if it is not that of a literal.
func Read(texts map[string]string, literal func(string) (string, error)) Values {
	v := Values{Known: make(map[string]string)}
	parts := make(map[string][]string)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text, err := literal(texts[name])
		if err != nil || text != texts[name] {
			// A debugger cuts what is long, and adds to what is of a class of its own.
			v.Unknown = append(v.Unknown, name)
			continue
		}
		v.Known[name] = text
		parts[name] = changeable(text)
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if repeats(parts[name]) {
			v.Repeating = append(v.Repeating, name)
		}
		for other := range parts {
			if other != name && slices.ContainsFunc(parts[name], func(p string) bool { return slices.Contains(parts[other], p) }) {
				v.Shared = append(v.Shared, name)
				break
			}
		}
	}
	return v
}

// changeable returns the texts of the objects in a literal that can be changed, the
// outermost first.
func changeable(text string) []string {
	e, err := syntax.ParseExpr(text)
	if err != nil {
		return nil
	}
	var parts []string
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.List, *syntax.Dict, *syntax.Set, *syntax.Call:
			at := n.Pos()
			parts = append(parts, text[at.Start:at.End])
		}
		return true
	})
	return parts
}

func repeats(parts []string) bool {
	for i, p := range parts {
		if slices.Contains(parts[:i], p) {
			return true
		}
	}
	return false
}
