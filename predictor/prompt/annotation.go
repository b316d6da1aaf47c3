package prompt

import (
	"strings"

	"augur/predictor/token"
)

var annotated = map[string][]token.Class{
	"None":  {token.ClassNone},
	"bool":  {token.ClassTrue, token.ClassFalse},
	"int":   {token.ClassIntNegative, token.ClassIntZero, token.ClassIntPositive},
	"float": {token.ClassFloatNegative, token.ClassFloatZero, token.ClassFloatPositive, token.ClassFloatOther, token.ClassIntNegative, token.ClassIntZero, token.ClassIntPositive},
	"str":   {token.ClassStrEmpty, token.ClassStr},
	"bytes": {token.ClassBytesEmpty, token.ClassBytes},
	"list":  {token.ClassListEmpty, token.ClassList},
	"tuple": {token.ClassTupleEmpty, token.ClassTuple},
	"dict":  {token.ClassDictEmpty, token.ClassDict},
	"set":   {token.ClassSetEmpty, token.ClassSet},
}

// ClassesOf returns the classes that an annotation admits, nil where it says
// nothing that classes can express.
func ClassesOf(annotation string) []token.Class {
	var out []token.Class
	for _, part := range alternatives(annotation) {
		base, _, _ := strings.Cut(part, "[")
		cs, ok := annotated[strings.ToLower(strings.TrimSpace(base))]
		if strings.TrimSpace(base) == "None" {
			cs, ok = annotated["None"], true
		}
		if !ok {
			return nil
		}
		out = append(out, cs...)
	}
	return out
}

// alternatives splits "X | Y", "Optional[X]" and "Union[X, Y]".
func alternatives(a string) []string {
	a = strings.Trim(strings.TrimSpace(a), `"'`)
	a = strings.TrimPrefix(a, "typing.")
	if inner, ok := strings.CutPrefix(a, "Optional["); ok {
		return append(alternatives(strings.TrimSuffix(inner, "]")), "None")
	}
	if inner, ok := strings.CutPrefix(a, "Union["); ok {
		return splitTop(strings.TrimSuffix(inner, "]"), ',')
	}
	return splitTop(a, '|')
}

func splitTop(s string, sep byte) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case sep:
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}
