// Package observed keeps what was recorded of a project's functions while its
// tests ran: calls with their outcomes, and what lines did. It lies in an SQLite
// database, which any program reads:
//
//	functions  file, name and hash of each function that was recorded
//	calls      arguments, outcome and how often it was seen
//	lines      expressions with the names that they mention, and their value
//
// Arguments and names are JSON arrays of [name, repr] in their order.
package observed

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// A Function is told by where it is and what its source is.
type Function struct {
	File string // relative to the project, with slashes
	Name string // qualified, as in "Class.method"
	Hash string // see Hash
}

// An Outcome is what a call or a line did.
type Outcome struct {
	Raised bool
	Result string // repr, or the class of what was raised
}

// A Call is a call that was seen, with the outcome it had.
type Call struct {
	Function
	Arguments []prompt.Binding
	Outcome
	Count int
}

// A Line is an expression that was seen to have a value.
type Line struct {
	Function
	Line       int    // in the function, from 1
	Target     string // the variable that got the value, Return or Condition
	Expression string
	Names      []prompt.Binding // what the expression mentions, before
	Outcome
	Count int
}

// Targets that are no variables.
const (
	Return    = "return"
	Condition = "if"
)

// Hash identifies the source of a function by what it means: comments, blank
// lines and the layout within lines make no difference.
func Hash(source string) string {
	h := sha256.New()
	var visit func(n syntax.Node)
	visit = func(n syntax.Node) {
		fmt.Fprintf(h, "(%T", n)
		syntax.Children(n, visit)
		h.Write([]byte(")"))
	}
	f := syntax.ParseFragment([]byte(source))
	visit(f.Module)
	for _, l := range token.Lexemes(source) {
		// How far the lines of a string are indented depends on the dedenting.
		for line := range strings.SplitSeq(l, "\n") {
			h.Write([]byte(strings.TrimLeft(line, " \t")))
			h.Write([]byte{0})
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func encode(bs []prompt.Binding) string {
	pairs := make([][2]string, len(bs))
	for i, b := range bs {
		pairs[i] = [2]string{b.Name, b.Repr}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(pairs) // strings can be written
	return strings.TrimSuffix(b.String(), "\n")
}

func decode(text string) ([]prompt.Binding, error) {
	var pairs [][2]string
	if err := json.Unmarshal([]byte(text), &pairs); err != nil {
		return nil, err
	}
	var bs []prompt.Binding
	for _, p := range pairs {
		bs = append(bs, prompt.Binding{Name: p[0], Repr: p[1]})
	}
	return bs, nil
}
