// Package token turns Python source, statements and values into the tokens
// that the transformer reads and writes, and back.
//
// There are three kinds of token. Special tokens (the constants below) come
// first: tasks, the parts of a question, the structure of values and the
// classes that abstract them. Then one token for each byte, of which the
// contents of strings and the digits of numbers are made, in source as in
// values, so that a literal looks the same in both. Then the merges of a
// byte-level BPE, trained on Python source, for all other source.
package token

// An ID is a token's number.
type ID = uint16

// The special tokens. Their numbers are part of every model file: append to
// the list, never reorder it.
const (
	Pad ID = iota

	// Tasks: the first token of a question.
	TaskLine
	TaskValue
	TaskInput
	TaskInvert
	TaskStep
	TaskBack

	// Parts of questions and answers.
	Source // before a function's source
	At     // before the statement asked about
	Answer // ends a question
	End    // ends an answer
	Return // before a value returned
	Raise  // before an exception's type
	Gone   // before the name of a deleted variable
	Next   // before the next line's number
	Is     // between a name and its value
	Sep    // after a name's value
	Cut    // stands for source left out

	// The structure of values.
	Quote
	Unquote
	None
	True
	False
	ListOpen
	ListClose
	TupleOpen
	TupleClose
	BraceOpen
	BraceClose
	Comma
	Colon
	SetMark   // before the brace of a set
	BytesMark // before the quote of a bytes literal
	ObjectOpen
	ObjectClose

	// Classes that abstract a value, in the order of the Class constants.
	firstClass
)

const (
	firstIndent = firstClass + 32 // a new line of source, with its indentation
	maxIndent   = 12
	firstByte   = 96
	firstMerge  = firstByte + 256
)

var specialNames = [...]string{
	"<pad>", "<line>", "<value>", "<input>", "<invert>", "<step>", "<back>",
	"<source>", "<at>", "<answer>", "<end>", "<return>", "<raise>", "<gone>", "<next>", "<is>", "<sep>", "<cut>",
	"<quote>", "<unquote>", "<none>", "<true>", "<false>", "<list>", "</list>", "<tuple>", "</tuple>", "<brace>", "</brace>",
	"<comma>", "<colon>", "<set>", "<bytes>", "<object>", "</object>",
}

// Byte returns the token of one byte.
func Byte(b byte) ID { return firstByte + ID(b) }

// AsByte returns the byte that a byte token stands for.
func AsByte(id ID) (byte, bool) {
	if id < firstByte || id >= firstMerge {
		return 0, false
	}
	return byte(id - firstByte), true
}

// Indent returns the token that starts a line of source with the given depth
// of indentation, in steps of four columns.
func Indent(depth int) ID { return firstIndent + ID(min(max(depth, 0), maxIndent)) }
