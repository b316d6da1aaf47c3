package prompt

import (
	"fmt"
	"slices"
	"strings"

	"augur/predictor/token"
)

// A Grammar follows an answer token by token and says which tokens may come
// next, so that whatever a model is made to say can be parsed and is a valid
// literal of the wanted shape.
type Grammar struct {
	e *Encoder
	q *Question

	state grammarState
	value *token.ValueState
	after grammarState // where a finished value leads

	names   []candidate // what may be named next, in order
	at      int         // tokens of the name so far
	ordered bool        // every name must be given, in order
	free    int         // tokens of an exception's name so far
	classes []token.Class
	done    bool
}

type candidate struct {
	ids     []token.ID
	classes []token.Class // what its value may be; nil is anything
}

type grammarState uint8

const (
	atStart     grammarState = iota
	atNext                   // a name, or the end
	inName                   // within a name
	atIs                     // between name and value
	atClass                  // a class
	inValue                  // within a value
	atSep                    // after a name's value
	atEnd                    // only the end
	inException              // within the name of an exception
)

// Grammar returns the grammar of the answers to a question.
func (e *Encoder) Grammar(q *Question) *Grammar {
	g := &Grammar{e: e, q: q}
	free := func(names []string) {
		for _, n := range names {
			g.names = append(g.names, candidate{ids: e.Vocab.AppendCode(nil, n)})
		}
	}
	switch q.Task {
	case Line:
		if q.Kind == Simple {
			free(changeable(q))
		}
	case Step:
		free(Names(q.Until))
	case Back:
		g.state = atNext
		free(Names(q.Statement))
	case Value:
		g.state, g.classes = atClass, ClassesOf(q.Annotation)
	default:
		g.state, g.ordered = atNext, true
		for _, p := range q.Params {
			g.names = append(g.names, candidate{e.Vocab.AppendCode(nil, p.Name), ClassesOf(p.Annotation)})
		}
	}
	return g
}

// changeable returns the names that a statement can give new values to.
func changeable(q *Question) []string {
	stores := Stores(q.Statement)
	var out []string
	for _, n := range Names(q.Statement) {
		bound := slices.ContainsFunc(q.Env, func(b Binding) bool { return b.Name == n })
		if bound || slices.Contains(stores, n) {
			out = append(out, n)
		}
	}
	return out
}

// Clone returns a copy that goes its own way.
func (g *Grammar) Clone() *Grammar {
	c := *g
	c.names = slices.Clone(g.names)
	if g.value != nil {
		c.value = g.value.Clone()
	}
	return &c
}

// Done reports whether the answer is complete.
func (g *Grammar) Done() bool { return g.done }

// lineKind is the kind of a line that is asked about; the answer to a step is
// like that to a simple one.
func (g *Grammar) lineKind() Kind {
	if g.q.Task == Step {
		return Simple
	}
	return g.q.Kind
}

func (g *Grammar) returns() bool {
	switch g.q.Task {
	case Step:
		return g.q.Until == ""
	case Back:
		return false
	}
	s := g.q.Statement
	return strings.HasPrefix(s, "return ") || strings.HasPrefix(s, "return(")
}

// Allow calls f with every token that may come next, some of them twice.
func (g *Grammar) Allow(f func(token.ID)) {
	if g.done {
		return
	}
	size := g.e.Vocab.Size()
	switch g.state {
	case atStart:
		f(token.Raise)
		switch g.lineKind() {
		case Condition:
			f(token.True)
			f(token.False)
		case Loop:
			f(token.ListOpen)
		default:
			g.allowNext(f)
		}
	case atNext:
		g.allowNext(f)
	case inName:
		for _, c := range g.names {
			if isLater(c) {
				continue
			}
			if g.at < len(c.ids) {
				f(c.ids[g.at])
			} else {
				f(token.Is)
			}
		}
	case atIs:
		f(token.Is)
	case atClass:
		for c := range token.NumClasses {
			if g.classes == nil || slices.Contains(g.classes, c) {
				f(c.Token())
			}
		}
	case inValue:
		g.value.Allow(f)
		if g.value.MayEnd() {
			f(g.follow())
		}
	case atSep:
		f(token.Sep)
	case atEnd:
		f(token.End)
	case inException:
		for id := token.Byte(0); int(id) < size; id++ {
			if g.e.Vocab.IsNamePart(id, g.free == 0) {
				f(id)
			}
		}
		if g.free > 0 {
			f(token.End)
		}
	}
}

// follow is the token that ends the current value.
func (g *Grammar) follow() token.ID {
	if g.after == atSep {
		return token.Sep
	}
	return token.End
}

func (g *Grammar) allowNext(f func(token.ID)) {
	if g.ordered {
		if len(g.names) == 0 {
			f(token.End)
		} else {
			f(g.names[0].ids[0])
		}
		return
	}
	for _, c := range g.names {
		f(c.ids[0])
	}
	if g.returns() {
		f(token.Return)
	} else {
		f(token.End)
	}
}

// Push takes the next token of the answer.
func (g *Grammar) Push(id token.ID) error {
	if !g.push(id) {
		return fmt.Errorf("%s can't follow here in an answer to %v", g.e.Vocab.Name(id), g.q.Task)
	}
	return nil
}

func (g *Grammar) push(id token.ID) bool {
	if g.done {
		return false
	}
	switch g.state {
	case atStart:
		return g.first(id)
	case atNext:
		return g.next(id)
	case inName:
		return g.inName(id)
	case atIs:
		return g.is(id)
	case atClass:
		return g.class(id)
	case inValue:
		if g.value.MayEnd() && id == g.follow() {
			g.state = g.after
			return g.push(id)
		}
		return g.value.Push(id)
	case atSep:
		g.state = atNext
		return id == token.Sep
	case atEnd:
		g.done = id == token.End
		return g.done
	case inException:
		if id == token.End && g.free > 0 {
			g.done = true
			return true
		}
		g.free++
		return g.e.Vocab.IsNamePart(id, g.free == 1)
	}
	return false
}

func (g *Grammar) first(id token.ID) bool {
	if id == token.Raise {
		g.state = inException
		return true
	}
	switch g.lineKind() {
	case Condition:
		g.state = atEnd
		return id == token.True || id == token.False
	case Loop:
		g.begin(token.NumClasses, atEnd)
		return id == token.ListOpen && g.value.Push(id)
	}
	return g.next(id)
}

func (g *Grammar) begin(c token.Class, after grammarState) {
	g.value, g.state, g.after = g.e.Vocab.NewValueState(c), inValue, after
}

func (g *Grammar) next(id token.ID) bool {
	switch {
	case id == token.End && (g.ordered && len(g.names) == 0 || !g.ordered && !g.returns()):
		g.done = true
		return true
	case id == token.Return && !g.ordered && g.returns():
		g.begin(token.NumClasses, atEnd)
		return true
	case g.ordered && len(g.names) > 0:
		c := g.names[0]
		if c.ids[0] != id {
			return false
		}
		g.state, g.at = inName, 1
		return true
	}
	g.at = 0
	g.state = inName
	return g.inName(id)
}

// inName narrows the candidates to those that go on with the token.
func (g *Grammar) inName(id token.ID) bool {
	if g.ordered {
		c := g.names[0]
		if g.at < len(c.ids) {
			g.at++
			return c.ids[g.at-1] == id
		}
		return g.is(id)
	}
	if id == token.Is {
		return g.is(id)
	}
	prefix := g.at
	first := slices.IndexFunc(g.names, func(c candidate) bool { return !isLater(c) && prefix < len(c.ids) && c.ids[prefix] == id })
	if first < 0 {
		return false
	}
	// Names go on in order: those before the first that fits are out.
	kept := g.names[:0:0]
	started := g.names[first].ids[:prefix+1]
	for _, c := range g.names[first:] {
		if !isLater(c) && len(c.ids) > prefix && slices.Equal(c.ids[:prefix+1], started) {
			kept = append(kept, c)
		} else {
			kept = append(kept, candidate{ids: c.ids, classes: later})
		}
	}
	g.names = kept
	g.at++
	return true
}

// later marks candidates that do not fit the name being written but may come
// after it.
var later = []token.Class{token.NumClasses}

func (g *Grammar) is(id token.ID) bool {
	if id != token.Is {
		return false
	}
	if g.ordered {
		if g.at != len(g.names[0].ids) {
			return false
		}
		g.classes = g.names[0].classes
		g.names = g.names[1:]
		g.state, g.after = atClass, atSep
		return true
	}
	k := slices.IndexFunc(g.names, func(c candidate) bool { return len(c.ids) == g.at && !isLater(c) })
	if k < 0 {
		return false
	}
	rest := make([]candidate, 0, len(g.names))
	for _, c := range g.names[k+1:] {
		rest = append(rest, candidate{ids: c.ids})
	}
	g.names = rest
	g.begin(token.NumClasses, atSep)
	return true
}

func isLater(c candidate) bool { return len(c.classes) == 1 && c.classes[0] == token.NumClasses }

func (g *Grammar) class(id token.ID) bool {
	c, ok := token.AsClass(id)
	if !ok || g.classes != nil && !slices.Contains(g.classes, c) {
		return false
	}
	after := atEnd
	if g.q.Task != Value {
		after = atSep
	}
	if c.Literal() != "" {
		g.state = after
		return true
	}
	g.begin(c, after)
	return true
}
