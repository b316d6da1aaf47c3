package debugger

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

func (r *REPL) listBreaks() {
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
		if b.Temporary {
			place += ", once"
		}
		if b.Disabled {
			place += ", disabled"
		}
		fmt.Fprintf(r.out, "%d  %s\n", b.ID, place)
	}
}

func (r *REPL) setBreak(arg string, once bool) error {
	if arg == "" {
		r.listBreaks()
		return nil
	}
	place, cond, _ := strings.Cut(arg, ",")
	place, cond = strings.TrimSpace(place), strings.TrimSpace(cond)
	if cond != "" && !isPlain(cond) {
		return errorf("the condition %q is no expression", cond)
	}
	b := Breakpoint{Condition: cond, Temporary: once, Path: r.s.cfg.Path}
	if i := strings.LastIndexByte(place, ':'); i >= 0 {
		if b.Path = r.file(place[:i]); b.Path == "" {
			return errorf("%s is no file of the run so far", place[:i])
		}
		place = place[i+1:]
	}
	n, err := strconv.Atoi(place)
	switch {
	case err != nil && place == "":
		return errorf("break needs a line or a function")
	case err != nil:
		b.Function = place
	default:
		if b.Line = NearestLine(r.s.Source(b.Path), n); b.Line == 0 {
			return errorf("there is no code at or behind line %d", n)
		}
	}
	id := r.s.AddBreakpoint(b)
	if b.Function != "" {
		fmt.Fprintf(r.out, "Breakpoint %d at %s\n", id, b.Function)
	} else {
		fmt.Fprintf(r.out, "Breakpoint %d at %s:%d\n", id, b.Path, b.Line)
	}
	return nil
}

// file finds a file of the run by the end of its path, with or without ".py".
func (r *REPL) file(name string) string {
	for _, p := range r.s.Files() {
		for _, want := range []string{name, name + ".py"} {
			if p == want || strings.HasSuffix(p, string(filepath.Separator)+want) {
				return p
			}
		}
	}
	return ""
}

// numbered finds the breakpoints whose numbers arg lists.
func (r *REPL) numbered(arg string) ([]*Breakpoint, error) {
	var out []*Breakpoint
	for _, field := range strings.Fields(arg) {
		n, err := strconv.Atoi(field)
		var found *Breakpoint
		for _, b := range r.s.Breakpoints() {
			if b.ID == n && err == nil {
				found = b
			}
		}
		if found == nil {
			return nil, errorf("there is no breakpoint %s", field)
		}
		out = append(out, found)
	}
	return out, nil
}

func (r *REPL) clear(arg string) error {
	if arg == "" {
		r.s.ClearBreakpoints(func(*Breakpoint) bool { return true })
		return nil
	}
	list, err := r.numbered(arg)
	if err != nil {
		return err
	}
	for _, b := range list {
		r.s.RemoveBreakpoint(b.ID)
		fmt.Fprintf(r.out, "Deleted breakpoint %d\n", b.ID)
	}
	return nil
}

func (r *REPL) able(arg string, off bool) error {
	list, err := r.numbered(arg)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errorf("give the numbers of breakpoints")
	}
	for _, b := range list {
		b.Disabled = off
	}
	return nil
}

func (r *REPL) condition(arg string) error {
	number, cond, _ := strings.Cut(arg, " ")
	cond = strings.TrimSpace(cond)
	list, err := r.numbered(number)
	switch {
	case err != nil:
		return err
	case len(list) != 1:
		return errorf("condition needs the number of a breakpoint")
	case cond != "" && !isPlain(cond):
		return errorf("the condition %q is no expression", cond)
	}
	list[0].Condition = cond
	r.s.recount(list[0])
	return nil
}

func (r *REPL) ignore(arg string) error {
	number, text, _ := strings.Cut(arg, " ")
	list, err := r.numbered(number)
	if err != nil {
		return err
	}
	count := 0
	if text = strings.TrimSpace(text); text != "" {
		if count, err = strconv.Atoi(text); err != nil {
			return errorf("%q is no count", text)
		}
	}
	if len(list) != 1 {
		return errorf("ignore needs the number of a breakpoint and a count")
	}
	list[0].HitCondition = ""
	if count > 0 {
		list[0].HitCondition = fmt.Sprintf("> %d", count)
	}
	r.s.recount(list[0])
	return nil
}
