package neural

import (
	"errors"
	"fmt"

	"augur/analysis/syntax"
	"augur/predictor/stepwise"
)

// body runs the statements of a frame's function, from the one on a line on if
// that is not 0.
func (r *run) body(fr *Frame, start int) error {
	var err error
	if start == 0 {
		err = r.block(fr, fr.def.Body)
	} else {
		err = r.from(fr, fr.def.Body, start)
	}
	for {
		var to moved
		if !errors.As(err, &to) {
			return err
		}
		err = r.from(fr, fr.def.Body, int(to))
	}
}

// from runs a block from the statement on a line on.
func (r *run) from(fr *Frame, body []syntax.Stmt, line int) error {
	i := holding(body, line)
	if i < 0 {
		return notHere(line)
	}
	if int(body[i].Pos().Line) == line {
		return r.block(fr, body[i:])
	}
	if err := r.within(fr, body[i], line); err != nil {
		return err
	}
	return r.block(fr, body[i+1:])
}

// within runs the rest of a statement from a line of one of its blocks on.
func (r *run) within(fr *Frame, s syntax.Stmt, line int) error {
	switch s := s.(type) {
	case *syntax.If:
		if holding(s.Orelse, line) >= 0 {
			return r.from(fr, s.Orelse, line)
		}
		return r.from(fr, s.Body, line)
	case *syntax.While:
		if holding(s.Orelse, line) >= 0 {
			return r.from(fr, s.Orelse, line)
		}
		return r.while(fr, s, func() error { return r.from(fr, s.Body, line) })
	case *syntax.For:
		if holding(s.Orelse, line) >= 0 {
			return r.from(fr, s.Orelse, line)
		}
		switch err := r.from(fr, s.Body, line); err {
		case nil, errContinue:
		case errBreak:
			return nil
		default:
			return err
		}
		return r.rest(fr, s)
	case *syntax.Try:
		if holding(s.Finalbody, line) >= 0 {
			return r.from(fr, s.Finalbody, line)
		}
		return r.finally(fr, s, func() error {
			if holding(s.Orelse, line) >= 0 {
				return r.from(fr, s.Orelse, line)
			}
			for _, h := range s.Handlers {
				if holding(h.Body, line) >= 0 {
					return r.from(fr, h.Body, line)
				}
			}
			return r.handled(fr, s, func() error { return r.from(fr, s.Body, line) })
		})
	}
	return notHere(line)
}

// rest goes on with a loop of which a round was begun in the middle: behind the
// item that its target holds, if there is one such.
func (r *run) rest(fr *Frame, s *syntax.For) error {
	items, err := r.items(fr, s)
	if err != nil {
		return err
	}
	at := -1
	for i, item := range items {
		same := true
		err := stepwise.Unpack(s.Target, item, func(name, repr string) {
			now, ok := fr.get(name)
			same = same && ok && now == repr
		})
		if err != nil || !same {
			continue
		}
		if at >= 0 {
			at = -1
			break
		}
		at = i
	}
	if at < 0 {
		return fmt.Errorf("which items of the loop on line %d are left is not known", s.Pos().Line)
	}
	return r.rounds(fr, s, items, at+1)
}

// holding finds the statement of a block that has a line, -1 if none has.
func holding(body []syntax.Stmt, line int) int {
	for i, s := range body {
		if p := s.Pos(); int(p.Line) <= line && line <= int(p.EndLine) {
			return i
		}
	}
	return -1
}

func notHere(line int) error {
	return fmt.Errorf("the neural engine cannot start on line %d", line)
}

// Lines lists the lines of the frame's function that a Move can go to.
func (fr *Frame) Lines() []int {
	var out []int
	var walk func(body []syntax.Stmt)
	walk = func(body []syntax.Stmt) {
		for _, s := range body {
			out = append(out, int(s.Pos().Line))
			switch s := s.(type) {
			case *syntax.If:
				walk(s.Body)
				walk(s.Orelse)
			case *syntax.While:
				walk(s.Body)
				walk(s.Orelse)
			case *syntax.For:
				walk(s.Body)
				walk(s.Orelse)
			case *syntax.Try:
				walk(s.Body)
				for _, h := range s.Handlers {
					walk(h.Body)
				}
				walk(s.Orelse)
				walk(s.Finalbody)
			}
		}
	}
	walk(fr.def.Body)
	return out
}
