package prompt

import (
	"slices"

	"augur/predictor/token"
)

// Names returns the names that a statement may change: those it mentions and
// the attributes that it reaches through one of them.
func Names(statement string) []string { return token.Names(statement) }

var assignments = []string{"=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", ">>=", "<<="}

// Stores returns the names and attributes of names that a statement assigns
// to, in order. An answer gives their values whether they change or not.
func Stores(statement string) []string {
	ls := token.Lexemes(statement)
	var out, side []string
	depth, from := 0, 0
	colon := -1
	for i := 0; i < len(ls); i++ {
		switch ls[i] {
		case "(", "[", "{":
			depth++
			continue
		case ")", "]", "}":
			depth--
			continue
		case ":":
			if depth == 0 && colon < 0 {
				colon = i
			}
			continue
		case "lambda":
			return out
		}
		op, n := operator(ls[i:])
		if depth != 0 || !slices.Contains(assignments, op) {
			i += n - 1
			continue
		}
		end := i
		if colon >= from {
			end = colon
		}
		side = targets(ls[from:end])
		out = append(out, side...)
		i += n - 1
		from = i + 1
		if op != "=" {
			break
		}
	}
	return out
}

// operator joins the lexemes of one operator, each of which is a single byte.
func operator(ls []string) (string, int) {
	op := ls[0]
	if len(op) != 1 || !isOperator(op[0]) {
		return op, 1
	}
	n := 1
	for n < len(ls) && n < 3 && len(ls[n]) == 1 && isOperator(ls[n][0]) && (ls[n] == "=" || ls[n] == ls[n-1] && ls[n-1] != "=" && n == 1) {
		op += ls[n]
		n++
	}
	return op, n
}

func isOperator(c byte) bool {
	switch c {
	case '=', '+', '-', '*', '/', '%', '@', '&', '|', '^', '<', '>', '!':
		return true
	}
	return false
}

// targets returns what one side of an assignment binds. Subscripts and longer
// chains of attributes bind no name.
func targets(ls []string) []string {
	var out []string
	for i := 0; i < len(ls); {
		if !token.IsName(ls[i]) || token.IsKeyword(ls[i]) {
			i++
			continue
		}
		t := ls[i]
		j, links := i+1, 0
		for j < len(ls) {
			if ls[j] == "." && j+1 < len(ls) {
				t += "." + ls[j+1]
				links++
				j += 2
				continue
			}
			if (ls[j] == "[" || ls[j] == "(") && j > 0 {
				links = 2
				depth := 0
				for ; j < len(ls); j++ {
					if ls[j] == "[" || ls[j] == "(" {
						depth++
					} else if ls[j] == "]" || ls[j] == ")" {
						if depth--; depth == 0 {
							j++
							break
						}
					}
				}
				continue
			}
			break
		}
		if links < 2 && !slices.Contains(out, t) {
			out = append(out, t)
		}
		i = j
	}
	return out
}
