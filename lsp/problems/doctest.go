package problems

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/session"
)

// Doctest is one statement of a documentation string and what it is to print.
type Doctest struct {
	Line   int    // 1-based, of the ">>>"
	Code   string // an expression
	Before string // the statements of the string that run before it
	Want   string // what is to be printed, without the last line end
	Raises string // the class of the exception that is expected, if one is
}

// maxDoctests bounds the statements of one documentation string that are looked at:
// each runs all before it.
const maxDoctests = 20

// Doctests returns the statements of a file's documentation strings that promise to
// print something, as far as it can be told what that means: none that carry an
// option of doctest's, or leave part of the output out.
func Doctests(file *syntax.File) []Doctest {
	global := make(map[string]bool)
	for _, s := range file.Module.Body {
		for _, name := range boundBy(s) {
			global[name] = true
		}
	}
	var all []Doctest
	look := func(body []syntax.Stmt) {
		if len(body) == 0 {
			return
		}
		if e, ok := body[0].(*syntax.ExprStmt); ok {
			if c, ok := e.Value.(*syntax.Constant); ok {
				if _, ok := c.Value.(syntax.ConstStr); ok && strings.Contains(file.Text(c), ">>>") {
					all = append(all, inString(file, c, global)...)
				}
			}
		}
	}
	look(file.Module.Body)
	syntax.Inspect(file.Module, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FunctionDef:
			look(n.Body)
		case *syntax.ClassDef:
			look(n.Body)
		}
		return true
	})
	return all
}

// statement is one statement of a documentation string.
type statement struct {
	line int // 0-based in the string
	code string
	want string
}

// inString returns the statements of one documentation string.
func inString(file *syntax.File, c *syntax.Constant, global map[string]bool) []Doctest {
	source := file.Text(c)
	if prefix := source[:strings.IndexAny(source, `"'`)]; strings.Contains(source, `\`) && !strings.ContainsAny(prefix, "rR") {
		return nil // what stands there is not what the string has
	}
	quote := strings.IndexAny(source, `"'`)
	if !strings.HasPrefix(source[quote:], `"""`) && !strings.HasPrefix(source[quote:], "'''") {
		return nil
	}
	var found []Doctest
	var before []string
	for i, s := range statements(source[quote+3 : len(source)-3]) {
		body := syntax.ParseFragment([]byte(s.code + "\n")).Module.Body
		if i >= maxDoctests || len(body) != 1 || strings.Contains(s.code, "doctest:") && strings.Contains(s.code, "SKIP") {
			return found
		}
		for _, name := range boundBy(body[0]) {
			switch body[0].(type) {
			case *syntax.Import, *syntax.ImportFrom:
			default:
				if global[name] {
					return found // doctest has a copy of the module's names
				}
			}
		}
		d := Doctest{Line: int(c.Line) + s.line, Code: s.code, Before: strings.Join(before, "\n"), Want: s.want}
		if m := traceback.FindStringSubmatch(s.want); m != nil {
			d.Raises = m[1]
			before = append(before, "try:\n    "+strings.ReplaceAll(s.code, "\n", "\n    ")+"\nexcept Exception:\n    pass")
		} else {
			before = append(before, s.code)
		}
		_, expression := body[0].(*syntax.ExprStmt)
		if expression && s.want != "" && !strings.Contains(s.want, "...") && !strings.Contains(s.code, "doctest:") && !underscore.MatchString(s.code) ||
			expression && d.Raises != "" && !strings.Contains(s.code, "doctest:") {
			found = append(found, d)
		}
	}
	return found
}

var (
	traceback  = regexp.MustCompile(`(?s)^Traceback \((?:most recent call last|innermost last)\):\n(?:[ \t].*?\n)*([A-Za-z_][\w.]*)`)
	underscore = regexp.MustCompile(`(^|\W)_(\W|$)`)
)

// statements takes the text of a documentation string apart, as doctest does.
func statements(text string) []statement {
	var all []statement
	var at *statement
	indent, inWant := "", false
	var want []string
	end := func() {
		if at != nil {
			at.want = strings.Join(want, "\n")
			all = append(all, *at)
		}
		at, want, inWant = nil, nil, false
	}
	for i, full := range strings.Split(text, "\n") {
		full = strings.TrimRight(full, "\r")
		line := strings.TrimLeft(full, " ")
		switch {
		case strings.HasPrefix(line, ">>> "):
			end()
			indent = full[:len(full)-len(line)]
			at = &statement{line: i, code: line[4:]}
		case at == nil:
		case strings.TrimSpace(full) == "" || strings.HasPrefix(line, ">>>"):
			end()
		case !inWant && (strings.HasPrefix(line, "... ") || line == "..."):
			at.code += "\n" + strings.TrimPrefix(line[3:], " ")
		default:
			inWant = true
			want = append(want, strings.TrimPrefix(full, indent))
		}
	}
	end()
	return all
}

// boundBy returns the names that a statement binds, what is in it left aside.
func boundBy(s syntax.Stmt) []string {
	var names []string
	add := func(name string) {
		if name != "" {
			names = append(names, name)
		}
	}
	syntax.Inspect(s, func(n syntax.Node) bool {
		syntax.Bindings(n, func(e syntax.Expr) {
			syntax.Inspect(e, func(n syntax.Node) bool {
				if name, ok := n.(*syntax.Name); ok {
					add(name.ID)
				}
				return true
			})
		}, add)
		switch n.(type) {
		case *syntax.FunctionDef, *syntax.ClassDef, *syntax.Lambda:
			return false
		}
		return true
	})
	return names
}

// OfDoctest returns the problem of a doctest, given what it does and what those
// before it print. Only what is computed counts.
func OfDoctest(d Doctest, did *session.Forecast, printedBefore string) (Problem, bool) {
	tl := did.Timeline
	p := Problem{Kind: Assertion, First: d.Line, Last: d.Line}
	e := tl.Exception
	switch {
	case tl.Stopped != nil:
		return p, false
	case e != nil:
		if e.Provenance != timeline.Computed || d.Raises == "" || lastName(d.Raises) == e.Type {
			return p, false // one that nobody expects is reported where it is raised
		}
		p.Message = fmt.Sprintf("doctest expects %s, will raise %s", d.Raises, e.Type)
		return p, true
	case tl.Result == nil || tl.Result.Provenance != timeline.Computed || tl.Result.Repr == "" || strings.Contains(tl.Result.Repr, " at 0x"):
		return p, false
	case len(tl.Assumptions) > 0 || !strings.HasPrefix(tl.Output, printedBefore):
		return p, false
	}
	got := strings.TrimPrefix(tl.Output, printedBefore)
	if tl.Result.Repr != "None" {
		got += tl.Result.Repr + "\n"
	}
	got = strings.TrimSuffix(got, "\n")
	will := "will print " + firstLine(got)
	if got == "" {
		will = "will print nothing"
	}
	if d.Raises != "" {
		p.Message = fmt.Sprintf("doctest expects %s, %s", d.Raises, will)
		return p, true
	}
	want := strings.ReplaceAll(d.Want, "<BLANKLINE>", "")
	if same(want, got) {
		return p, false
	}
	expects := firstLine(want)
	if g := strings.Split(got, "\n"); got != "" && same(expects, g[0]) {
		// The first line in which they differ tells more.
		for i, line := range strings.Split(want, "\n") {
			if i >= len(g) {
				expects, will = line, "will print no more"
			} else if !same(line, g[i]) {
				expects, will = line, "will print "+g[i]
			} else {
				continue
			}
			break
		}
		if same(expects, g[0]) {
			expects, will = "no more", "will print "+g[min(len(g)-1, strings.Count(want, "\n")+1)]
		}
	}
	p.Message = fmt.Sprintf("doctest expects %s, %s", expects, will)
	return p, true
}

// same reports whether doctest takes one text for the other, with any option that
// a project may have set for all of its doctests.
func same(want, got string) bool {
	w, g := strings.Join(strings.Fields(want), " "), strings.Join(strings.Fields(got), " ")
	if w == g || w == "1" && g == "True" || w == "0" && g == "False" {
		return true
	}
	// An option of pytest's lets numbers have fewer digits.
	a, err := strconv.ParseFloat(w, 64)
	b, err2 := strconv.ParseFloat(g, 64)
	_, digits, point := strings.Cut(w, ".")
	return err == nil && err2 == nil && point && !strings.ContainsAny(w, "eE") && math.Abs(a-b) <= math.Pow10(-len(digits))
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
