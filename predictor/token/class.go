package token

import "strings"

// A Class abstracts a value: it is what the editor can show when the value
// itself is uncertain.
type Class uint8

// The classes. Their order is part of every model file.
const (
	ClassNone Class = iota
	ClassTrue
	ClassFalse
	ClassIntNegative
	ClassIntZero
	ClassIntPositive
	ClassFloatNegative
	ClassFloatZero
	ClassFloatPositive
	ClassFloatOther // inf and nan
	ClassStrEmpty
	ClassStr
	ClassBytesEmpty
	ClassBytes
	ClassListEmpty
	ClassList
	ClassTupleEmpty
	ClassTuple
	ClassDictEmpty
	ClassDict
	ClassSetEmpty
	ClassSet
	ClassCallable
	ClassType
	ClassModule
	ClassObject
	NumClasses
)

var classNames = [NumClasses]string{
	"None", "True", "False", "int < 0", "int 0", "int > 0", "float < 0", "float 0", "float > 0", "float",
	"empty str", "str", "empty bytes", "bytes", "empty list", "list", "empty tuple", "tuple",
	"empty dict", "dict", "empty set", "set", "callable", "type", "module", "object",
}

// String names the class as the editor shows it.
func (c Class) String() string {
	if c < NumClasses {
		return classNames[c]
	}
	return "unknown"
}

// Type returns the type of the values of the class, "object" where they are of
// several.
func (c Class) Type() string {
	switch c {
	case ClassTrue, ClassFalse:
		return "bool"
	case ClassCallable, ClassType, ClassModule:
		return "object"
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(c.String(), "empty "), " ")
	return name
}

// Token returns the class's token.
func (c Class) Token() ID { return firstClass + ID(c) }

// AsClass returns the class that a token stands for.
func AsClass(id ID) (Class, bool) {
	if id < firstClass || id >= firstClass+ID(NumClasses) {
		return 0, false
	}
	return Class(id - firstClass), true
}

// Literal returns the repr of the only value of the class, "" where the class
// has several.
func (c Class) Literal() string {
	switch c {
	case ClassNone:
		return "None"
	case ClassTrue:
		return "True"
	case ClassFalse:
		return "False"
	case ClassIntZero:
		return "0"
	case ClassStrEmpty:
		return "''"
	case ClassBytesEmpty:
		return "b''"
	case ClassListEmpty:
		return "[]"
	case ClassTupleEmpty:
		return "()"
	case ClassDictEmpty:
		return "{}"
	case ClassSetEmpty:
		return "set()"
	}
	return ""
}

// ClassOf returns the class of a value from its repr, or from "<Type>" for a
// value that is not data.
func ClassOf(repr string) Class {
	for c := range NumClasses {
		if l := c.Literal(); l != "" && l == repr {
			return c
		}
	}
	switch {
	case repr == "":
		return ClassObject
	case repr[0] == '<':
		switch strings.Trim(repr, "<>") {
		case "function", "builtin_function_or_method", "method", "partial", "method-wrapper", "wrapper_descriptor", "method_descriptor":
			return ClassCallable
		case "type", "ABCMeta", "EnumType", "EnumMeta":
			return ClassType
		case "module":
			return ClassModule
		}
		return ClassObject
	case repr[0] == '\'' || repr[0] == '"':
		return ClassStr
	case strings.HasPrefix(repr, "b'") || strings.HasPrefix(repr, `b"`):
		return ClassBytes
	case repr[0] == '[':
		return ClassList
	case repr[0] == '(':
		return ClassTuple
	case repr[0] == '{':
		if isSet(repr) {
			return ClassSet
		}
		return ClassDict
	}
	return classOfNumber(repr)
}

func classOfNumber(repr string) Class {
	if strings.ContainsAny(repr, "nf") { // inf, nan
		return ClassFloatOther
	}
	negative := repr[0] == '-'
	zero := strings.Trim(repr, "-0.") == ""
	if strings.ContainsAny(repr, ".e") {
		switch {
		case zero:
			return ClassFloatZero
		case negative:
			return ClassFloatNegative
		}
		return ClassFloatPositive
	}
	switch {
	case zero:
		return ClassIntZero
	case negative:
		return ClassIntNegative
	}
	return ClassIntPositive
}

// isSet tells a set's repr from a dict's: a dict has a colon at depth one.
func isSet(repr string) bool {
	depth := 0
	for i := 0; i < len(repr); i++ {
		switch c := repr[i]; c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case '\'', '"':
			for i++; i < len(repr) && repr[i] != c; i++ {
				if repr[i] == '\\' {
					i++
				}
			}
		case ':':
			if depth == 1 {
				return false
			}
		}
	}
	return true
}
