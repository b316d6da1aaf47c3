package debugger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// command is one command with its short name first.
type command struct {
	names string
	args  string
	help  string
	run   func(r *REPL, arg string) error
}

var commands []command

func init() {
	commands = []command{
		{"s step", "", "to the next line, into calls", move((*Session).Next)},
		{"n next", "", "to the next line of this function", move((*Session).NextOver)},
		{"r return", "", "to where this function returns", move((*Session).ToReturn)},
		{"o out", "", "to the next line of the caller", move((*Session).Out)},
		{"c cont continue", "", "on to a breakpoint or the end", move((*Session).Continue)},
		{"unt until", "[line]", "on to a line further down", (*REPL).until},
		{"back", "", "to the line before, in this function", move((*Session).Back)},
		{"backs", "", "to the line before, into calls", move((*Session).BackInto)},
		{"rback rcontinue", "", "back to a breakpoint or the beginning", move((*Session).ReverseContinue)},
		{"restart", "", "back to the first line of this function", (*REPL).restartFrame},
		{"run", "", "back to the first line of the run", move((*Session).ToBeginning)},
		{"j jump", "line", "make that line run next", (*REPL).jump},
		{"b break", "[[file:]line | function[, condition]]", "stop there; alone: list the breakpoints", func(r *REPL, arg string) error { return r.setBreak(arg, false) }},
		{"tbreak", "[file:]line | function[, condition]", "stop there once", func(r *REPL, arg string) error { return r.setBreak(arg, true) }},
		{"cl clear", "[number ...]", "remove breakpoints, all of them without a number", (*REPL).clear},
		{"disable", "number ...", "leave breakpoints out", func(r *REPL, arg string) error { return r.able(arg, true) }},
		{"enable", "number ...", "use breakpoints again", func(r *REPL, arg string) error { return r.able(arg, false) }},
		{"condition", "number [expression]", "stop at the breakpoint only if it is true", (*REPL).condition},
		{"ignore", "number [count]", "do not stop at the breakpoint's first hits", (*REPL).ignore},
		{"p", "expression", "its value", (*REPL).print},
		{"pp", "expression", "its value, one part a line", (*REPL).prettyPrint},
		{"whatis", "expression", "its class", (*REPL).whatis},
		{"a args", "", "the arguments and variables of this function", (*REPL).locals},
		{"rv retval", "", "what the function returns, where it does", (*REPL).returnValue},
		{"display", "[expression]", "show it at each stop where it changed; alone: list what is shown", (*REPL).display},
		{"undisplay", "[expression]", "show it no more", (*REPL).undisplay},
		{"l list", "[line[, last]]", "the source around", (*REPL).listSource},
		{"ll longlist", "", "the whole function", (*REPL).listAll},
		{"source", "function or class", "its source", (*REPL).showSource},
		{"w where bt", "", "the call stack", (*REPL).where},
		{"u up", "[count]", "to the caller's frame", func(r *REPL, arg string) error { return r.look(arg, 1) }},
		{"d down", "[count]", "to the callee's frame", func(r *REPL, arg string) error { return r.look(arg, -1) }},
		{"why", "[number]", "the predicted values that the run rests on; what one of them rests on", (*REPL).assumptions},
		{"suppose", "number literal", "put another value in the place of a predicted one", (*REPL).suppose},
		{"h help ?", "[command]", "this list", (*REPL).help},
	}
}

func findCommand(name string) *command {
	for i := range commands {
		if slices.Contains(strings.Fields(commands[i].names), name) {
			return &commands[i]
		}
	}
	return nil
}

func move(f func(s *Session) Stop) func(r *REPL, arg string) error {
	return func(r *REPL, _ string) error {
		r.frame = 0
		f(r.s)
		r.Where()
		return nil
	}
}

func (r *REPL) help(arg string) error {
	list := commands
	if arg != "" {
		c := findCommand(arg)
		if c == nil {
			return errorf("there is no command %q", arg)
		}
		list = []command{*c}
	}
	for _, c := range list {
		fmt.Fprintf(r.out, "  %-18s %s\n", c.names, strings.TrimSpace(c.args+"  "+c.help))
	}
	if arg == "" {
		fmt.Fprintln(r.out, "  ! statement        run it in this frame; !x = 3 sets a variable, and all that follows follows from it")
		fmt.Fprintln(r.out, "  q quit exit        end")
		fmt.Fprintln(r.out, "An empty line is the last command again; ;; stands between commands. Values with ≈ are predicted.")
	}
	return nil
}

func (r *REPL) restartFrame(string) error {
	_, err := r.s.RestartFrame(r.frame)
	if err == nil {
		r.frame = 0
		r.Where()
	}
	return err
}

func (r *REPL) jump(arg string) error {
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
}

func (r *REPL) suppose(arg string) error {
	number, text, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(number)
	if err != nil || strings.TrimSpace(text) == "" {
		return errorf("suppose needs the number of an assumption, as why lists them, and a literal")
	}
	if _, err := r.s.Suppose(n-1, text); err != nil {
		return err
	}
	r.frame = 0
	r.Where()
	return nil
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
