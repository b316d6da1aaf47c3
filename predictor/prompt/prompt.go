// Package prompt turns questions into tokens and tokens into answers. It is
// the one place that does so: training data and the questions of a session
// are written by the same code, so that what the model sees is what it learnt.
//
// A question is some source, which may be empty and is shared by all questions
// about a function, then a prompt that ends with token.Answer:
//
//	line    <line> name <is> value <sep> … <at> statement <answer>
//	value   <source> … | <value> name <is> value <sep> … <at> target = expression <answer>
//	input   <source> … | <input> <answer>
//	invert  <source> … | <invert> (<return> value | <raise> type) <answer>
//	step    <source> … | <step> name <is> value <sep> … <at> statement <next> (statement)? <answer>
//	back    <back> name <is> value <sep> … <at> statement <answer>
//
// and its answer ends with token.End:
//
//	line    a statement: name <is> value <sep> …, then <return> value on a return statement
//	        a condition: <true> or <false>; the head of a for loop: the list of its items
//	        or, for all three, <raise> type
//	value   class value
//	input, invert  name <is> class value <sep> …
//	step    name <is> value <sep> …, when the second statement is reached, else <return> value,
//	        or <raise> type
//	back    name <is> value <sep> …, before the statement; the question has the values after it
//
// A value of a class that has only one value is left out after its class.
package prompt

import (
	"fmt"
	"strings"

	"augur/predictor/token"
)

// A Task is what a question asks for. The numbers are those of packed shards.
type Task uint16

// The tasks.
const (
	Line Task = 1 + iota
	Value
	Input
	Invert
	Step
	Back
)

// String names the task.
func (t Task) String() string {
	switch t {
	case Line:
		return "line"
	case Value:
		return "value"
	case Input:
		return "input"
	case Invert:
		return "invert"
	case Step:
		return "step"
	case Back:
		return "back"
	}
	return fmt.Sprintf("task %d", uint16(t))
}

// A Kind is the kind of statement that a Line question is about.
type Kind uint8

// The kinds.
const (
	Simple    Kind = iota // what does it change, return or raise
	Condition             // the test of if or while: is it true
	Loop                  // the head of a for loop: which items
)

// A Binding is a name and the repr of its value; "<Type>" where the value is
// not builtin data.
//
// Besides variables, a statement's environment may bind "x.attr", an attribute
// stored in the object x, and "f()", the result of the call of f in the
// statement ("f()2" that of its second call).
type Binding struct {
	Name, Repr string
}

// A Question is what is asked of the model. Which fields matter depends on the
// task.
type Question struct {
	Task Task

	// Source is the function's source (Value, Input, Invert, Step).
	Source string
	// At is the line of Source, from 1, that a Value or Step question is about.
	At int

	// Env binds the names that the statement or expression mentions, in the
	// order in which it mentions them. Unknown names are left out.
	Env []Binding

	// Kind and Statement, the text of a statement's head, are for Line, Step and Back: the
	// source segment with newlines and the space around them made one space,
	// "if COND:" for if and while alike, "for ITER:" for a loop.
	Kind      Kind
	Statement string

	// Until is the statement to run to (Step); "" is the end of the call.
	Until string

	// Target, Expression and Annotation are the sides of an assignment (Value).
	Target, Expression, Annotation string

	// Params are the parameters to give values to (Input, Invert).
	Params []Param

	// Wanted is the outcome that Invert looks for.
	Wanted Outcome
}

// A Param is a parameter of a function and its annotation, if it has one.
type Param struct {
	Name, Annotation string
}

// An Outcome is how a call ended.
type Outcome struct {
	Repr      string // of the value returned
	Exception string // type of the exception, else ""
}

// A Typed is a value with its class. Repr is "" where only the class is known.
type Typed struct {
	Name  string
	Class token.Class
	Repr  string
}

// An Answer is the model's answer to a question. Which fields matter depends
// on the task and, for Line, on the kind.
type Answer struct {
	Changed   []Binding // Line, Simple; Step; Back
	Return    string    // Line, Simple; Step: the repr returned, "" otherwise
	Truth     bool      // Line, Condition
	Items     string    // Line, Loop: repr of the list of items
	Exception string    // Line, Step: type raised, "" otherwise
	Values    []Typed   // Value: one; Input, Invert: one for each parameter
}

// An Encoder writes questions and reads answers with one vocabulary.
type Encoder struct {
	Vocab *token.Vocab
}

// Encode returns the tokens of a question: its source, which questions about
// the same function share, and its prompt.
func (e *Encoder) Encode(q *Question) (source, prompt []token.ID, err error) {
	v := e.Vocab
	switch q.Task {
	case Line:
		prompt = append(prompt, token.TaskLine)
		if prompt, err = e.appendEnv(prompt, q.Env); err != nil {
			return nil, nil, err
		}
		prompt = append(prompt, token.At)
		prompt = v.AppendCode(prompt, q.Statement)
	case Value:
		source = e.window(q.Source, q.At)
		prompt = append(prompt, token.TaskValue)
		if prompt, err = e.appendEnv(prompt, q.Env); err != nil {
			return nil, nil, err
		}
		prompt = append(prompt, token.At)
		text := q.Target
		if q.Annotation != "" {
			text += ": " + q.Annotation
		}
		if text != "" {
			text += " = "
		}
		prompt = v.AppendCode(prompt, text+q.Expression)
	case Input:
		source = e.window(q.Source, 1)
		prompt = append(prompt, token.TaskInput)
	case Invert:
		source = e.window(q.Source, 1)
		prompt = append(prompt, token.TaskInvert)
		if prompt, err = e.appendOutcome(prompt, q.Wanted); err != nil {
			return nil, nil, err
		}
	case Step:
		source = e.window(q.Source, q.At)
		if prompt, err = e.appendEnv(append(prompt, token.TaskStep), q.Env); err != nil {
			return nil, nil, err
		}
		prompt = v.AppendCode(append(prompt, token.At), q.Statement)
		prompt = v.AppendCode(append(prompt, token.Next), q.Until)
	case Back:
		if prompt, err = e.appendEnv(append(prompt, token.TaskBack), q.Env); err != nil {
			return nil, nil, err
		}
		prompt = v.AppendCode(append(prompt, token.At), q.Statement)
	default:
		return nil, nil, fmt.Errorf("no such task: %d", q.Task)
	}
	return source, append(prompt, token.Answer), nil
}

func (e *Encoder) appendEnv(dst []token.ID, env []Binding) ([]token.ID, error) {
	var err error
	for _, b := range env {
		dst = e.Vocab.AppendCode(dst, b.Name)
		dst = append(dst, token.Is)
		if dst, err = e.Vocab.AppendValue(dst, b.Repr); err != nil {
			return nil, err
		}
		dst = append(dst, token.Sep)
	}
	return dst, nil
}

func (e *Encoder) appendOutcome(dst []token.ID, o Outcome) ([]token.ID, error) {
	if o.Exception != "" {
		return e.Vocab.AppendCode(append(dst, token.Raise), o.Exception), nil
	}
	return e.Vocab.AppendValue(append(dst, token.Return), o.Repr)
}

func (e *Encoder) appendTyped(dst []token.ID, repr string) ([]token.ID, error) {
	c := token.ClassOf(repr)
	dst = append(dst, c.Token())
	if c.Literal() != "" {
		return dst, nil
	}
	return e.Vocab.AppendValue(dst, repr)
}

// EncodeAnswer returns the tokens of the right answer to a question.
func (e *Encoder) EncodeAnswer(q *Question, a *Answer) (ids []token.ID, err error) {
	switch {
	case a.Exception != "":
		ids = e.Vocab.AppendCode(append(ids, token.Raise), a.Exception)
	case q.Task == Line && q.Kind == Condition:
		if ids = append(ids, token.False); a.Truth {
			ids[0] = token.True
		}
	case q.Task == Line && q.Kind == Loop:
		ids, err = e.Vocab.AppendValue(ids, a.Items)
	case q.Task == Line, q.Task == Step, q.Task == Back:
		if ids, err = e.appendEnv(ids, a.Changed); err == nil && a.Return != "" {
			ids, err = e.Vocab.AppendValue(append(ids, token.Return), a.Return)
		}
	case q.Task == Value:
		if len(a.Values) != 1 {
			return nil, fmt.Errorf("an answer to value has one value, not %d", len(a.Values))
		}
		ids, err = e.appendTyped(ids, a.Values[0].Repr)
	default:
		for _, t := range a.Values {
			ids = e.Vocab.AppendCode(ids, t.Name)
			if ids, err = e.appendTyped(append(ids, token.Is), t.Repr); err != nil {
				return nil, err
			}
			ids = append(ids, token.Sep)
		}
	}
	if err != nil {
		return nil, err
	}
	return append(ids, token.End), nil
}

// Parse reads the tokens of an answer, up to and with token.End.
func (e *Encoder) Parse(q *Question, ids []token.ID) (*Answer, error) {
	r := reader{e: e, ids: ids}
	a := &Answer{}
	switch {
	case r.take(token.Raise):
		if q.Task != Line && q.Task != Step {
			return nil, fmt.Errorf("an answer to %v does not raise", q.Task)
		}
		a.Exception = r.name(token.End)
	case q.Task == Line && q.Kind == Condition:
		if a.Truth = r.take(token.True); !a.Truth && !r.take(token.False) {
			return nil, fmt.Errorf("answer to a condition is neither true nor false")
		}
	case q.Task == Line && q.Kind == Loop:
		a.Items = r.value()
		if !strings.HasPrefix(a.Items, "[") {
			return nil, fmt.Errorf("items of a loop are not a list")
		}
	case q.Task == Line, q.Task == Step, q.Task == Back:
		for r.ok() && r.peek() != token.End && r.peek() != token.Return {
			n := r.name(token.Is)
			r.expect(token.Is)
			a.Changed = append(a.Changed, Binding{n, r.value()})
			r.expect(token.Sep)
		}
		if r.take(token.Return) {
			a.Return = r.value()
		}
	case q.Task == Value:
		a.Values = []Typed{r.typed("")}
	default:
		for r.ok() && r.peek() != token.End {
			n := r.name(token.Is)
			r.expect(token.Is)
			a.Values = append(a.Values, r.typed(n))
			r.expect(token.Sep)
		}
	}
	r.expect(token.End)
	if r.err != nil {
		return nil, r.err
	}
	return a, nil
}

// A reader reads an answer; the first error sticks.
type reader struct {
	e   *Encoder
	ids []token.ID
	err error
}

func (r *reader) ok() bool { return r.err == nil }

func (r *reader) peek() token.ID {
	if len(r.ids) == 0 {
		r.fail("answer is cut off")
		return token.Pad
	}
	return r.ids[0]
}

func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s", what)
	}
}

func (r *reader) take(id token.ID) bool {
	if r.err != nil || r.peek() != id {
		return false
	}
	r.ids = r.ids[1:]
	return true
}

func (r *reader) expect(id token.ID) {
	if !r.take(id) {
		r.fail("answer lacks " + r.e.Vocab.Name(id))
	}
}

func (r *reader) name(end token.ID) string {
	for i, id := range r.ids {
		if id == end {
			s := r.e.Vocab.Text(r.ids[:i])
			if s == "" {
				r.fail("answer has an empty name")
			}
			r.ids = r.ids[i:]
			return s
		}
	}
	r.fail("answer is cut off in a name")
	return ""
}

func (r *reader) value() string {
	if r.err != nil {
		return ""
	}
	repr, rest, err := r.e.Vocab.Value(r.ids)
	if err != nil {
		r.err = err
		return ""
	}
	r.ids = rest
	return repr
}

func (r *reader) typed(name string) Typed {
	c, ok := token.AsClass(r.peek())
	if !ok {
		r.fail("value lacks a class")
		return Typed{}
	}
	r.ids = r.ids[1:]
	t := Typed{Name: name, Class: c, Repr: c.Literal()}
	if t.Repr == "" {
		t.Repr = r.value()
	}
	return t
}
