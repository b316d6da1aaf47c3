package debugger

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

var errNoExpression = errors.New("give an expression")

// display is an expression that is shown when its value changes.
type display struct {
	text, value string
}

func (r *REPL) print(arg string) error {
	if arg == "" {
		return errNoExpression
	}
	v, err := r.s.Evaluate(r.frame, arg)
	if err == nil {
		fmt.Fprintln(r.out, v.Text())
	}
	return err
}

func (r *REPL) prettyPrint(arg string) error {
	if arg == "" {
		return errNoExpression
	}
	v, err := r.s.Evaluate(r.frame, arg)
	if err != nil {
		return err
	}
	if len(v.Repr) < 76 || v.Children == 0 {
		fmt.Fprintln(r.out, v.Text())
		return nil
	}
	for _, c := range r.s.Children(v, 0, 100) {
		fmt.Fprintf(r.out, "%s %s\n", c.Name, c.Text())
	}
	if v.Children > 100 {
		fmt.Fprintf(r.out, "… %d more\n", v.Children-100)
	}
	return nil
}

func (r *REPL) whatis(arg string) error {
	if arg == "" {
		return errNoExpression
	}
	v, err := r.s.Evaluate(r.frame, arg)
	if err == nil {
		fmt.Fprintf(r.out, "<class '%s'>\n", v.Class)
	}
	return err
}

func (r *REPL) locals(string) error {
	scopes, err := r.s.Scopes(r.frame)
	if err != nil {
		return err
	}
	for _, sc := range scopes {
		if sc.Name == "Globals" && len(scopes) > 1 {
			continue
		}
		for _, v := range sc.Variables {
			fmt.Fprintf(r.out, "%s = %s\n", v.Name, v.Text())
		}
	}
	return nil
}

func (r *REPL) returnValue(string) error {
	st := r.s.Stopped()
	if st.Value == nil {
		return errorf("the run does not stand where a function returns")
	}
	fmt.Fprintln(r.out, st.Value.Text())
	return nil
}

func (r *REPL) display(arg string) error {
	if arg == "" {
		for _, d := range r.displays {
			fmt.Fprintf(r.out, "%s: %s\n", d.text, d.value)
		}
		return nil
	}
	if !isPlain(arg) {
		return errorf("%q is no expression", arg)
	}
	r.displays = append(r.displays, display{text: arg, value: r.displayed(arg)})
	fmt.Fprintf(r.out, "display %s: %s\n", arg, r.displays[len(r.displays)-1].value)
	return nil
}

func (r *REPL) undisplay(arg string) error {
	n := len(r.displays)
	r.displays = slices.DeleteFunc(r.displays, func(d display) bool { return arg == "" || d.text == arg })
	if len(r.displays) == n && arg != "" {
		return errorf("%q is not displayed", arg)
	}
	return nil
}

func (r *REPL) displayed(text string) string {
	v, err := r.s.Evaluate(r.frame, text)
	if err != nil {
		return "*** " + err.Error()
	}
	return v.Text()
}

func (r *REPL) showDisplays() {
	for i := range r.displays {
		d := &r.displays[i]
		if now := r.displayed(d.text); now != d.value {
			fmt.Fprintf(r.out, "display %s: %s  [old: %s]\n", d.text, now, d.value)
			d.value = now
		}
	}
}

// looked is the frame that is looked at; behind the end it is the place where
// the run ended.
func (r *REPL) looked() Frame {
	if st := r.s.Stack(); r.frame < len(st) {
		return st[r.frame]
	}
	st := r.s.Stopped()
	return Frame{Path: st.Path, Line: st.Line}
}

func (r *REPL) listSource(arg string) error {
	at := r.looked()
	first := r.list
	if first == 0 {
		first = max(1, at.Line-5)
	}
	last := first + 10
	if arg != "" && arg != "." {
		from, to, isRange := strings.Cut(arg, ",")
		n, err := strconv.Atoi(strings.TrimSpace(from))
		if err != nil {
			return errorf("list needs line numbers, not %q", arg)
		}
		if first, last = max(1, n-5), n+5; isRange {
			m, err := strconv.Atoi(strings.TrimSpace(to))
			if err != nil {
				return errorf("list needs line numbers, not %q", arg)
			}
			if first, last = max(1, n), m; m < n {
				last = n + m // a count, as in pdb
			}
		}
	} else if arg == "." {
		first = max(1, at.Line-5)
		last = first + 10
	}
	r.lines(at.Path, first, last, at.Line)
	r.list = last + 1
	return nil
}

func (r *REPL) lines(path string, first, last, current int) {
	f := r.s.Source(path)
	if f == nil || first > f.Lines() {
		fmt.Fprintln(r.out, "[EOF]")
		return
	}
	broken := map[int]bool{}
	for _, b := range r.s.Breakpoints() {
		broken[b.Line] = broken[b.Line] || b.Path == path && b.Function == ""
	}
	for n := first; n <= min(last, f.Lines()); n++ {
		mark := "  "
		if broken[n] {
			mark = "B "
		}
		if n == current {
			mark = "->"
		}
		fmt.Fprintf(r.out, "%3d %s %s\n", n, mark, r.source(path, n))
	}
}

func (r *REPL) listAll(string) error {
	at := r.looked()
	f := r.s.Source(at.Path)
	if f == nil {
		return errorf("the source of %s is not known", at.Path)
	}
	first, last := 1, f.Lines()
	if def := FunctionAt(f, at.Line); def != nil {
		first, last = int(def.Line), int(def.EndLine)
	}
	r.lines(at.Path, first, last, at.Line)
	return nil
}

// showSource lists the definition of a function or class of the files of the run.
func (r *REPL) showSource(arg string) error {
	name := arg[strings.LastIndexByte(arg, '.')+1:]
	for _, p := range r.s.Files() {
		f := r.s.Source(p)
		if f == nil {
			continue
		}
		var at *syntax.Span
		syntax.Inspect(f.Module, func(n syntax.Node) bool {
			switch d := n.(type) {
			case *syntax.FunctionDef:
				if d.Name == name && at == nil {
					at = d.Pos()
				}
			case *syntax.ClassDef:
				if d.Name == name && at == nil {
					at = d.Pos()
				}
			}
			return at == nil
		})
		if at != nil {
			r.lines(p, int(at.Line), int(at.EndLine), 0)
			return nil
		}
	}
	return errorf("the files of the run define no %q", arg)
}

func (r *REPL) where(string) error {
	st := r.s.Stack()
	for i := len(st) - 1; i >= 0; i-- {
		mark := " "
		if i == r.frame {
			mark = ">"
		}
		if st[i].Predicted {
			mark += " " + strings.TrimSpace(Mark)
		}
		fmt.Fprintf(r.out, "%s %s(%d)%s()\n  -> %s\n", mark, st[i].Path, st[i].Line, st[i].Name, strings.TrimSpace(r.source(st[i].Path, st[i].Line)))
	}
	return nil
}

// look goes up or down the stack.
func (r *REPL) look(arg string, direction int) error {
	count := 1
	if arg != "" {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			return errorf("%q is no count", arg)
		}
		count = n
	}
	frame := r.frame + count*direction
	switch {
	case frame < 0:
		return errorf("Newest frame")
	case frame >= len(r.s.Stack()):
		return errorf("Oldest frame")
	}
	r.frame = frame
	r.Where()
	return nil
}

// assumptions lists what is predicted, or tells what one prediction rests on.
func (r *REPL) assumptions(arg string) error {
	if arg != "" {
		return r.reasons(arg)
	}
	list := r.s.Assumptions()
	if len(list) == 0 {
		fmt.Fprintln(r.out, "Nothing in this run is predicted.")
	}
	for i, a := range list {
		switch {
		case a.Source == timeline.Observed && a.Repr == "":
			fmt.Fprintf(r.out, "%d  line %d: %s, as observed\n", i+1, a.Line, a.Expression)
		case a.Source == timeline.Observed && !r.s.supposes(i):
			fmt.Fprintf(r.out, "%d  line %d: %s = %s, as observed\n", i+1, a.Line, a.Expression, a.Repr)
		case a.Source == timeline.Observed:
			fmt.Fprintf(r.out, "%d  line %d: %s = %s, as you suppose\n", i+1, a.Line, a.Expression, a.Repr)
		case a.Repr == "":
			fmt.Fprintf(r.out, "%d  line %d: %s (p = %.2f)\n", i+1, a.Line, a.Expression, a.P)
		default:
			fmt.Fprintf(r.out, "%d  line %d: %s ≈ %s (p = %.2f)\n", i+1, a.Line, a.Expression, a.Repr, a.P)
		}
	}
	return nil
}

func (r *REPL) reasons(arg string) error {
	n, err := strconv.Atoi(arg)
	if err != nil {
		return errorf("why needs the number of an assumption, as it lists them")
	}
	why, err := r.s.Reasons(n - 1)
	if err != nil {
		return err
	}
	if len(why.Depends) == 0 {
		fmt.Fprintln(r.out, "It depends on no line of this function above.")
	} else {
		fmt.Fprintf(r.out, "It depends on the lines %s.\n", strings.Trim(fmt.Sprint(why.Depends), "[]"))
	}
	for i, l := range why.Lines {
		if i == 5 {
			break
		}
		fmt.Fprintf(r.out, "The model looked at line %d (%.0f %%): %s\n", l.Line, 100*l.Weight, strings.TrimSpace(r.source(r.s.cfg.Path, l.Line)))
	}
	for _, name := range why.Names {
		fmt.Fprintf(r.out, "The model looked at %s (%.0f %%)\n", name.Name, 100*name.Weight)
	}
	return nil
}
