package debugger

import (
	"bufio"
	"fmt"
	"io"
	"sort"
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
	// displays are expressions that are shown at each stop where they changed.
	displays []display
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
		fmt.Fprintln(r.out, strings.TrimSuffix("The run begins here: "+st.Why, ": ")+".")
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
	fmt.Fprintf(r.out, "%s\n-> %s\n", what, strings.TrimSpace(r.source(f.Path, f.Line)))
	r.showDisplays()
}

func (r *REPL) exception(e *Exception) string {
	if e.Message == "" {
		return e.Type
	}
	return e.Type + ": " + e.Message
}

// source returns a line of a file of the run.
func (r *REPL) source(path string, line int) string {
	f := r.s.Source(path)
	if f == nil || line < 1 || line > f.Lines() {
		return ""
	}
	return strings.TrimRight(f.LineText(line), "\r\n")
}

// Do runs a line of commands, with ";;" between them; an empty line is the last
// one again. It returns false to end.
func (r *REPL) Do(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" {
		line = r.last
	}
	r.last = line
	r.s.Resume() // an interrupt that came too late for the last command
	for _, one := range splitCommands(line) {
		if !r.one(one) {
			return false
		}
	}
	return true
}

// splitCommands takes a line apart at ";;" outside of quotes.
func splitCommands(line string) []string {
	var out []string
	var quote byte
	start := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.HasPrefix(line[i:], ";;"):
			out = append(out, line[start:i])
			i++
			start = i + 1
		}
	}
	return append(out, line[start:])
}

// one runs one command.
func (r *REPL) one(line string) bool {
	line = strings.TrimSpace(line)
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
	}
	if c := findCommand(word); c != nil && !strings.HasPrefix(arg, "=") {
		r.report(c.run(r, arg))
		return true
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
