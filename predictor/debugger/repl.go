package debugger

import (
	"bufio"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// REPL is a debugger on a terminal with pdb's commands, and some to go
// backwards.
type REPL struct {
	s     *Session
	out   io.Writer
	frame int // looked at, from the innermost, 0
	last  string
	list  int // the next line that l shows
	shown int // bytes of output shown
}

// NewREPL returns a REPL on a session.
func NewREPL(s *Session, out io.Writer) *REPL {
	r := &REPL{s: s, out: out}
	s.OnLog(func(m string) { fmt.Fprintln(out, m) })
	return r
}

// Prompt is what stands before a command.
const Prompt = "(augur) "

// Run reads commands from in until q or its end. With echo the prompt is
// written.
func (r *REPL) Run(in io.Reader, echo bool) error {
	r.Where()
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<20)
	for {
		if echo {
			fmt.Fprint(r.out, Prompt)
		}
		if !sc.Scan() {
			return sc.Err()
		}
		if !r.Do(sc.Text()) {
			return nil
		}
	}
}

// Where shows the current line.
func (r *REPL) Where() {
	if out := r.s.Output(); len(out) > r.shown {
		fmt.Fprint(r.out, out[r.shown:])
		r.shown = len(out)
	}
	st := r.s.Stopped()
	r.list = 0
	switch {
	case st.Reason == Ended && st.Exception != nil:
		fmt.Fprintf(r.out, "✗ %s\n", r.exception(st.Exception))
		return
	case st.Reason == Ended && st.Limit != "":
		fmt.Fprintf(r.out, "The run stops here: %s\n", strings.TrimSuffix(st.Limit+", "+st.Why, ", "))
		return
	case st.Reason == Ended:
		if st.Value != nil {
			fmt.Fprintf(r.out, "⏎ %s\n", st.Value.Text())
		} else {
			fmt.Fprintln(r.out, "The run has ended.")
		}
		return
	case st.Reason == Beginning:
		fmt.Fprintln(r.out, "The run begins here.")
	case st.Reason == AtException && st.Exception != nil:
		fmt.Fprintf(r.out, "✗ %s\n", r.exception(st.Exception))
	}
	stack := r.s.Stack()
	if r.frame >= len(stack) {
		r.frame = 0
	}
	f := stack[r.frame]
	note := ""
	if r.frame == 0 {
		switch st.Kind {
		case Call:
			note = "--Call--"
		case Return:
			note = "--Return--"
		}
		if note != "" {
			fmt.Fprintln(r.out, note)
		}
	}
	what := fmt.Sprintf("> %s(%d)%s()", f.Path, f.Line, f.Name)
	if r.frame == 0 && st.Kind == Return && st.Value != nil {
		what += "->" + st.Value.Text()
	}
	fmt.Fprintf(r.out, "%s\n-> %s\n", what, strings.TrimSpace(r.source(f.Line)))
}

func (r *REPL) exception(e *Exception) string {
	if e.Message == "" {
		return e.Type
	}
	return e.Type + ": " + e.Message
}

func (r *REPL) source(line int) string {
	lines := strings.Split(r.s.cfg.File.Src, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[line-1], "\r")
}

// command is one command with its short name first.
type command struct {
	names string
	help  string
	run   func(r *REPL, arg string) error
}

// Do runs one command line. It returns false to end.
func (r *REPL) Do(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" {
		line = r.last
	}
	r.last = line
	if line == "" {
		return true
	}
	if rest, ok := strings.CutPrefix(line, "!"); ok {
		r.report(r.execute(strings.TrimSpace(rest)))
		return true
	}
	word, arg := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		word, arg = line[:i], strings.TrimSpace(line[i:])
	}
	switch word {
	case "q", "quit", "exit", "EOF":
		return false
	case "h", "help", "?":
		r.help()
		return true
	}
	for _, c := range commands {
		for _, n := range strings.Fields(c.names) {
			if n == word && !strings.HasPrefix(arg, "=") {
				r.report(c.run(r, arg))
				return true
			}
		}
	}
	r.report(r.execute(line))
	return true
}

func (r *REPL) report(err error) {
	if err != nil {
		fmt.Fprintf(r.out, "*** %s\n", err)
	}
}

// execute evaluates an expression and shows it, or runs a statement.
func (r *REPL) execute(text string) error {
	v, err := r.s.Evaluate(r.frame, text)
	if err == nil {
		if v.Repr != "None" {
			fmt.Fprintln(r.out, v.Text())
		}
		return nil
	}
	if _, _, ok := assignment(text); !ok && isPlain(text) {
		return err
	}
	return r.s.Execute(r.frame, text)
}

func move(f func(s *Session) Stop) func(r *REPL, arg string) error {
	return func(r *REPL, _ string) error {
		r.frame = 0
		f(r.s)
		r.Where()
		return nil
	}
}

var commands []command

func init() {
	commands = []command{
		{"s step", "to the next line, into calls", move((*Session).Next)},
		{"n next", "to the next line of this function", move((*Session).NextOver)},
		{"r return", "to where this function returns", move((*Session).ToReturn)},
		{"o out", "to the next line of the caller", move((*Session).Out)},
		{"c cont continue", "on to a breakpoint or the end", move((*Session).Continue)},
		{"unt until", "[line] on to a line further down", (*REPL).until},
		{"back", "to the line before, in this function", move((*Session).Back)},
		{"backs", "to the line before, into calls", move((*Session).BackInto)},
		{"rback rcontinue", "back to a breakpoint or the beginning", move((*Session).ReverseContinue)},
		{"restart", "back to the first line of this function", func(r *REPL, _ string) error {
			_, err := r.s.RestartFrame(r.frame)
			if err == nil {
				r.frame = 0
				r.Where()
			}
			return err
		}},
		{"j jump", "line: make it run next", func(r *REPL, arg string) error {
			n, err := strconv.Atoi(arg)
			if err != nil {
				return errorf("jump needs a line number")
			}
			if err := r.s.JumpTo(n); err != nil {
				return err
			}
			r.frame = 0
			r.Where()
			return nil
		}},
		{"b break", "[line | function] [, condition]", func(r *REPL, arg string) error { return r.setBreak(arg, false) }},
		{"tbreak", "as b, for once", func(r *REPL, arg string) error { return r.setBreak(arg, true) }},
		{"cl clear", "[number]", (*REPL).clear},
		{"ignore", "number count: stop from the hit after count on", (*REPL).ignore},
		{"p", "expression", (*REPL).print},
		{"pp", "expression, one part a line", (*REPL).prettyPrint},
		{"whatis", "expression: its class", (*REPL).whatis},
		{"a args", "the arguments and variables of this function", (*REPL).locals},
		{"l list", "the source around", (*REPL).listSource},
		{"ll longlist", "the whole function", (*REPL).listAll},
		{"w where bt", "the call stack", (*REPL).where},
		{"u up", "to the caller's frame", func(r *REPL, _ string) error { return r.look(r.frame + 1) }},
		{"d down", "to the callee's frame", func(r *REPL, _ string) error { return r.look(r.frame - 1) }},
		{"why", "the predicted values that the run rests on", (*REPL).assumptions},
	}
}

func (r *REPL) help() {
	for _, c := range commands {
		fmt.Fprintf(r.out, "  %-16s %s\n", c.names, c.help)
	}
	fmt.Fprintln(r.out, "  ! statement      run it in this frame; !x = 3 sets a variable, and all that follows follows from it")
	fmt.Fprintln(r.out, "  q quit           end")
}

func (r *REPL) until(arg string) error {
	line := r.s.Stopped().Line + 1
	if arg != "" {
		n, err := strconv.Atoi(arg)
		if err != nil {
			return errorf("until needs a line number")
		}
		line = n
	}
	r.frame = 0
	r.s.Until(line)
	r.Where()
	return nil
}

func (r *REPL) setBreak(arg string, once bool) error {
	if arg == "" {
		for _, b := range r.s.Breakpoints() {
			place := fmt.Sprintf("%s:%d", b.Path, b.Line)
			if b.Function != "" {
				place = b.Function
			}
			if b.Condition != "" {
				place += " if " + b.Condition
			}
			if b.HitCondition != "" {
				place += " at hit " + b.HitCondition
			}
			fmt.Fprintf(r.out, "%d  %s\n", b.ID, place)
		}
		return nil
	}
	place, cond, _ := strings.Cut(arg, ",")
	place, cond = strings.TrimSpace(place), strings.TrimSpace(cond)
	if cond != "" && !isPlain(cond) {
		return errorf("the condition %q is no expression", cond)
	}
	b := Breakpoint{Condition: cond, Temporary: once}
	if i := strings.LastIndexByte(place, ':'); i >= 0 {
		place = place[i+1:]
	}
	if n, err := strconv.Atoi(place); err == nil {
		b.Line = NearestLine(r.s.cfg.File, n)
		if b.Line == 0 {
			return errorf("there is no code at or behind line %d", n)
		}
	} else {
		b.Function = place
	}
	id := r.s.AddBreakpoint(b)
	if b.Function != "" {
		fmt.Fprintf(r.out, "Breakpoint %d at %s\n", id, b.Function)
	} else {
		fmt.Fprintf(r.out, "Breakpoint %d at %s:%d\n", id, r.s.cfg.Path, b.Line)
	}
	return nil
}

func (r *REPL) clear(arg string) error {
	if arg == "" {
		r.s.ClearBreakpoints(func(*Breakpoint) bool { return true })
		return nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || !r.s.RemoveBreakpoint(n) {
		return errorf("there is no breakpoint %s", arg)
	}
	fmt.Fprintf(r.out, "Deleted breakpoint %d\n", n)
	return nil
}

func (r *REPL) ignore(arg string) error {
	var id, count int
	if n, _ := fmt.Sscan(arg, &id, &count); n < 2 {
		return errorf("ignore needs the number of a breakpoint and a count")
	}
	for _, b := range r.s.Breakpoints() {
		if b.ID == id {
			b.HitCondition = fmt.Sprintf("> %d", count)
			return nil
		}
	}
	return errorf("there is no breakpoint %d", id)
}

func (r *REPL) print(arg string) error {
	v, err := r.s.Evaluate(r.frame, arg)
	if err == nil {
		fmt.Fprintln(r.out, v.Text())
	}
	return err
}

func (r *REPL) prettyPrint(arg string) error {
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

func (r *REPL) listSource(arg string) error {
	line := r.s.Stopped().Line
	if st := r.s.Stack(); r.frame < len(st) {
		line = st[r.frame].Line
	}
	first := r.list
	if first == 0 {
		first = max(1, line-5)
	}
	if n, err := strconv.Atoi(arg); err == nil {
		first = max(1, n-5)
	}
	r.lines(first, first+10, line)
	r.list = first + 11
	return nil
}

func (r *REPL) lines(first, last, current int) {
	broken := map[int]bool{}
	for _, b := range r.s.Breakpoints() {
		broken[b.Line] = true
	}
	all := r.s.cfg.File.Lines()
	if first > all {
		fmt.Fprintln(r.out, "[EOF]")
		return
	}
	for n := first; n <= min(last, all); n++ {
		mark := "  "
		if broken[n] {
			mark = "B "
		}
		if n == current {
			mark = "->"
		}
		fmt.Fprintf(r.out, "%3d %s %s\n", n, mark, r.source(n))
	}
}

func (r *REPL) listAll(string) error {
	st := r.s.Stack()
	if r.frame >= len(st) {
		r.lines(1, r.s.cfg.File.Lines(), 0)
		return nil
	}
	first, last := 1, r.s.cfg.File.Lines()
	if def := FunctionAt(r.s.cfg.File, st[r.frame].Line); def != nil {
		first, last = int(def.Line), int(def.EndLine)
	}
	r.lines(first, last, st[r.frame].Line)
	return nil
}

func (r *REPL) where(string) error {
	st := r.s.Stack()
	for i := len(st) - 1; i >= 0; i-- {
		mark := " "
		if i == r.frame {
			mark = ">"
		}
		fmt.Fprintf(r.out, "%s %s(%d)%s()\n  -> %s\n", mark, st[i].Path, st[i].Line, st[i].Name, strings.TrimSpace(r.source(st[i].Line)))
	}
	return nil
}

func (r *REPL) look(frame int) error {
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

func (r *REPL) assumptions(string) error {
	list := r.s.Assumptions()
	if len(list) == 0 {
		fmt.Fprintln(r.out, "Nothing in this run is predicted.")
	}
	for _, a := range list {
		fmt.Fprintf(r.out, "line %d: %s ≈ %s (p = %.2f)\n", a.Line, a.Expression, a.Repr, a.P)
	}
	return nil
}

// Completions lists commands and names that start with the last word of line.
func (r *REPL) Completions(line string) []string {
	start := len(line)
	for start > 0 && (isNameByte(line[start-1]) || line[start-1] == '.') {
		start--
	}
	word := line[start:]
	var out []string
	if start == 0 {
		for _, c := range commands {
			for _, n := range strings.Fields(c.names) {
				if strings.HasPrefix(n, word) {
					out = append(out, n)
				}
			}
		}
		sort.Strings(out)
	}
	for _, n := range r.s.Complete(r.frame, word) {
		out = append(out, line[:start]+n)
	}
	return out
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
