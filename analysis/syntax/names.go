package syntax

// keywords are the words that are never identifiers.
var keywords = map[string]bool{
	"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true, "async": true, "await": true,
	"break": true, "class": true, "continue": true, "def": true, "del": true, "elif": true, "else": true,
	"except": true, "finally": true, "for": true, "from": true, "global": true, "if": true, "import": true, "in": true,
	"is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true, "return": true,
	"try": true, "while": true, "with": true, "yield": true,
}

// isKeyword reports whether word is never an identifier.
func isKeyword(word string) bool { return keywords[word] }

// masked reports whether tree-sitter must not see a word, though it is a mere
// identifier here: the grammar knows a statement that starts with it, of Python
// 2 some, or gives it a node of another shape.
func masked(word string) bool {
	switch word {
	case "print", "exec", "match", "case", "type", "_", "__future__":
		return true
	}
	return false
}
