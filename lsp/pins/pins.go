// Package pins keeps the examples that a user has pinned to functions, in a small
// TOML file that can be committed.
//
// A pin names its function and not a line, so that it survives edits that move the
// function. Changing the file changes the lines of one pin and leaves all others
// as their authors wrote them.
package pins

import (
	"fmt"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/lsp/outline"
	"augur/lsp/toml"
)

// FileName is the name of the file, in the root of a workspace.
const FileName = "augur-pins.toml"

// header is what a new file starts with.
const header = `# Calls that Augur shows functions with. Paths are relative to this file.
`

// Pin is an example that is pinned to a function.
type Pin struct {
	File     string // with slashes, relative to the file of pins
	Function string // qualified; empty for the top level of the module
	Call     string // an expression
	Setup    string // statements that run before it
	Line     int    // 1-based, where it stands
}

// Problem is something wrong with a file of pins.
type Problem struct {
	Line    int // 1-based
	Message string
}

// Parse reads a file of pins. What is wrong with one pin leaves the others.
func Parse(text string) ([]Pin, []Problem) {
	root, err := toml.Parse(text)
	if err != nil {
		bad := err.(*toml.Error)
		return nil, []Problem{{bad.Line, bad.Message}}
	}
	var pins []Pin
	var problems []Problem
	for _, key := range root.Keys() {
		if _, ok := root.Values[key].([]*toml.Table); !ok || key != "pin" {
			problems = append(problems, Problem{root.Lines[key], fmt.Sprintf("%s is not expected here; pins start with [[pin]]", key)})
		}
	}
	for _, t := range root.Tables("pin") {
		p := Pin{Line: t.Line}
		bad := len(problems)
		for _, key := range t.Keys() {
			s, ok := t.Text(key)
			switch {
			case !ok:
				problems = append(problems, Problem{t.Lines[key], key + " must be a text"})
			case key == "file":
				p.File = s
			case key == "function":
				p.Function = s
			case key == "call":
				p.Call = s
			case key == "setup":
				p.Setup = s
			default:
				problems = append(problems, Problem{t.Lines[key], "a pin has no " + key})
			}
		}
		switch {
		case bad < len(problems):
		case p.File == "" || p.Call == "" || p.Function == "":
			problems = append(problems, Problem{t.Line, "a pin needs file, function and call"})
		case slices.ContainsFunc(pins, p.same):
			problems = append(problems, Problem{t.Line, fmt.Sprintf("%s in %s is pinned twice; the first pin counts", p.Function, p.File)})
		default:
			pins = append(pins, p)
		}
	}
	return pins, problems
}

// same reports whether two pins are of one function.
func (p Pin) same(other Pin) bool { return p.File == other.File && p.Function == other.Function }

// Check returns what is wrong with a pin, given the file that it is about, empty
// if nothing is. A nil file is one that is not there.
func (p Pin) Check(file *syntax.File) string {
	if file == nil {
		return fmt.Sprintf("there is no file %s", p.File)
	}
	if _, ok := outline.Of(file).Named(p.Function); !ok {
		return fmt.Sprintf("%s has no function %s", p.File, p.Function)
	}
	return CheckCall(p.Function, p.Call)
}

// CheckCall returns what is wrong with a text as a call of a function, empty if
// nothing is.
func CheckCall(function, call string) string {
	e, err := syntax.ParseExpr(call)
	if err != nil {
		return fmt.Sprintf("%s is not a Python expression", call)
	}
	parts := strings.Split(function, ".")
	wanted := parts[len(parts)-1]
	if len(parts) > 1 && wanted == "__init__" {
		wanted = parts[len(parts)-2]
	}
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok {
			switch f := c.Func.(type) {
			case *syntax.Name:
				found = found || f.ID == wanted
			case *syntax.Attribute:
				found = found || f.Attr == wanted
			}
		}
		// Special methods and properties are called by other means.
		return !found
	})
	special := strings.HasPrefix(wanted, "__") && strings.HasSuffix(wanted, "__")
	if a, ok := e.(*syntax.Attribute); ok && a.Attr == wanted {
		found = true
	}
	if !found && !special {
		return fmt.Sprintf("%s does not call %s", call, function)
	}
	return ""
}

// Of returns the pin of a function.
func Of(pins []Pin, file, function string) (Pin, bool) {
	i := slices.IndexFunc(pins, Pin{File: file, Function: function}.same)
	if i < 0 {
		return Pin{}, false
	}
	return pins[i], true
}

// Set returns the text of a file of pins with a pin added, or in the place of the
// one that its function has.
func Set(text string, p Pin) string {
	block := []string{"[[pin]]", "file = " + toml.Quote(p.File), "function = " + toml.Quote(p.Function), "call = " + toml.Quote(p.Call)}
	if p.Setup != "" {
		block = append(block, "setup = "+toml.Quote(p.Setup))
	}
	if pins, _ := Parse(text); slices.ContainsFunc(pins, p.same) {
		return replace(text, p, block)
	}
	if strings.TrimSpace(text) == "" {
		text = header
	}
	return strings.TrimRight(text, "\r\n") + "\n\n" + strings.Join(block, "\n") + "\n"
}

// Remove returns the text of a file of pins without the pin of a function.
func Remove(text, file, function string) string {
	return replace(text, Pin{File: file, Function: function}, nil)
}

// replace puts other lines in the place of those of a pin.
func replace(text string, p Pin, by []string) string {
	pins, _ := Parse(text)
	i := slices.IndexFunc(pins, p.same)
	if i < 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	first := pins[i].Line - 1
	last := first + 1
	for last < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[last]), "[") {
		last++
	}
	// Blank lines and remarks before the next pin are its own.
	for last > first+1 && (strings.TrimSpace(lines[last-1]) == "" || strings.HasPrefix(strings.TrimSpace(lines[last-1]), "#")) {
		last--
	}
	if by == nil {
		for last < len(lines) && strings.TrimSpace(lines[last]) == "" && first > 0 && strings.TrimSpace(lines[first-1]) == "" {
			last++
		}
	}
	rest := slices.Concat(lines[:first], by, lines[last:])
	return strings.TrimRight(strings.Join(rest, "\n"), "\n") + "\n"
}

// Move returns the text of a file of pins after a file or a folder was renamed.
func Move(text, from, to string) string {
	pins, _ := Parse(text)
	for _, p := range pins {
		moved := p
		switch {
		case p.File == from:
			moved.File = to
		case strings.HasPrefix(p.File, from+"/"):
			moved.File = to + strings.TrimPrefix(p.File, from)
		default:
			continue
		}
		text = Set(Remove(text, p.File, p.Function), moved)
	}
	return text
}
