package value

import (
	"strconv"
	"strings"
)

// initSyntaxError reads the details, the second argument of SyntaxError.
func initSyntaxError(t *Thread, e *Exception) error {
	if len(e.Args.Elems) != 2 {
		return nil
	}
	details, err := Collect(t, e.Args.Elems[1])
	if err != nil {
		return err
	}
	names := []string{"filename", "lineno", "offset", "text", "end_lineno", "end_offset"}
	if n := len(details); n != 4 && n != 6 {
		switch {
		case n < 4:
			return TypeErrorf("function missing required argument '%s' (pos %d)", names[n], n+1)
		case n == 5:
			return TypeErrorf("end_offset must be provided when end_lineno is provided")
		}
		return TypeErrorf("function takes at most 6 arguments (%d given)", n)
	}
	for i, d := range details {
		e.setMember(names[i], d)
	}
	return nil
}

func syntaxErrorStr(t *Thread, a []Value) (Value, error) {
	e := a[0].(*Exception)
	e.settleMembers()
	msg, _ := e.Slots.GetStr("msg")
	text, err := Text(t, orNone(msg))
	if err != nil {
		return nil, err
	}
	file, line := "", ""
	if f, ok := e.Slots.GetStr("filename"); ok {
		if s, ok := f.(*Str); ok {
			file = s.s[strings.LastIndexByte(s.s, '/')+1:]
		}
	}
	if l, ok := e.Slots.GetStr("lineno"); ok && l.Type() == IntType {
		if n, ok := AsInt(l); ok {
			line = strconv.FormatInt(n, 10)
		}
	}
	switch {
	case file != "" && line != "":
		text += " (" + file + ", line " + line + ")"
	case file != "":
		text += " (" + file + ")"
	case line != "":
		text += " (line " + line + ")"
	}
	return NewStr(text), nil
}
