package eval

import (
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

func (c *compiler) raise(s *syntax.Raise) stmt {
	if s.Exc == nil {
		return func(fr *frame) (flow, error) {
			h := fr.t.Handling
			if len(h) == 0 {
				return next, value.Raisef(value.RuntimeError, "No active exception to reraise")
			}
			return next, &value.Raised{Exc: h[len(h)-1], Noted: fr}
		}
	}
	x := c.last(s.Exc, s.Line)
	var cause expr
	if s.Cause != nil {
		cause = c.last(s.Cause, s.Line)
	}
	return func(fr *frame) (flow, error) {
		v, err := x(fr)
		if err != nil {
			return next, err
		}
		exc, err := toException(fr.t, v)
		if err != nil {
			return next, halt(err)
		}
		if cause != nil {
			w, err := cause(fr)
			if err != nil {
				return next, err
			}
			switch w := w.(type) {
			case *value.Type:
				e, err := toException(fr.t, w)
				if err != nil {
					return next, halt(err)
				}
				exc.Cause = e
			case *value.Exception:
				exc.Cause = w
			default:
				if w != value.None {
					return next, value.TypeErrorf("exception causes must derive from BaseException")
				}
				exc.Cause = value.None
			}
			exc.SuppressContext = true
		}
		if h := fr.t.Handling; len(h) > 0 {
			exc.RaisedDuring(h[len(h)-1])
		}
		return next, &value.Raised{Exc: exc}
	}
}

// toException returns the exception that raising v raises.
func toException(t *value.Thread, v value.Value) (*value.Exception, error) {
	switch v := v.(type) {
	case *value.Exception:
		return v, nil
	case *value.Unknown:
		return nil, &value.UnknownError{Reason: v.Reason, Halt: true}
	case *value.Type:
		if v.IsSubtype(value.BaseException) {
			made, err := value.Call(t, v, nil, nil)
			if err != nil {
				return nil, err
			}
			if exc, ok := made.(*value.Exception); ok {
				return exc, nil
			}
			if u, ok := made.(*value.Unknown); ok {
				return nil, &value.UnknownError{Reason: u.Reason, Halt: true}
			}
			got, err := value.Repr(t, made.Type())
			if err != nil {
				return nil, halt(err)
			}
			return nil, notException(t, v, got)
		}
	}
	return nil, value.TypeErrorf("exceptions must derive from BaseException")
}

// notException reports that calling a class made no exception; got says what.
func notException(t *value.Thread, cls *value.Type, got string) error {
	called, err := value.Repr(t, cls)
	if err != nil {
		return halt(err)
	}
	return value.TypeErrorf("calling %s should have returned an instance of BaseException, not %s", called, got)
}

type handler struct {
	line  int32
	first int32 // as in line
	match expr  // nil for a bare except
	name  string
	set   setter
	unset func(fr *frame)
	body  block
}

func (c *compiler) try(s *syntax.Try) stmt {
	body, orelse, final := c.block(s.Body, false), c.block(s.Orelse, false), c.block(s.Finalbody, false)
	handlers := make([]handler, len(s.Handlers))
	for i, h := range s.Handlers {
		handlers[i] = handler{line: h.Line, first: h.Line, name: h.Name, body: c.block(h.Body, false)}
		if h.Type != nil {
			// CHECK_EXC_MATCH lies where the clause starts.
			if c.multi = h.Type.Pos().EndLine != h.Line; c.multi {
				handlers[i].first = 0
			}
			handlers[i].match = c.last(h.Type, h.Line)
			c.multi = false
		}
		if h.Name != "" {
			name := c.mangle(h.Name)
			handlers[i].set = c.storer(name)
			del := c.deleter(name)
			handlers[i].unset = func(fr *frame) { _ = del(fr) } // the body may have deleted it itself
		}
	}
	leaves := handlersLeave(s)
	guarded := func(fr *frame, body func(fr *frame) (flow, error)) (flow, error) {
		before := fr.m.unsure
		if len(handlers) > 0 {
			fr.t.Guards++
		}
		f, err := body(fr)
		if len(handlers) > 0 {
			fr.t.NextStatement()
			fr.t.Guards--
			if !leaves {
				fr.m.guarded(before)
			}
		}
		if err == nil {
			if f != next {
				return f, nil
			}
			return orelse.exec(fr)
		}
		r, ok := err.(*value.Raised)
		if !ok || len(handlers) == 0 {
			return next, err
		}
		fr.note(r)
		if s.Star {
			return fr.exceptStar(handlers, r)
		}
		return fr.except(handlers, r)
	}
	finally := func(fr *frame, inner func(fr *frame) (flow, error)) (flow, error) {
		f, err := inner(fr)
		if s.Finalbody == nil || err != nil && !isPython(err) {
			return f, err
		}
		ret, retTaint := fr.ret, fr.retTaint
		var pending *value.Exception
		if r, ok := err.(*value.Raised); ok {
			fr.t.Decide()
			pending = r.Exc
			fr.note(r)
			fr.t.Handling = append(fr.t.Handling, pending)
		}
		g, ferr := final.exec(fr)
		if pending != nil {
			fr.handled()
		}
		if ferr != nil {
			chain(ferr, pending)
			return next, ferr
		}
		if g != next {
			return g, nil // it replaces an exception or a return
		}
		fr.ret, fr.retTaint = ret, retTaint
		return f, err
	}
	c.enter = func(fr *frame, line int32) (flow, error) {
		from := func(b block) func(fr *frame) (flow, error) {
			return func(fr *frame) (flow, error) { return b.from(fr, line) }
		}
		switch {
		case final.has(line):
			return final.from(fr, line)
		case body.has(line):
			return finally(fr, func(fr *frame) (flow, error) { return guarded(fr, from(body)) })
		case orelse.has(line):
			return finally(fr, from(orelse))
		}
		for i := range handlers {
			if h := &handlers[i]; h.body.has(line) {
				return finally(fr, func(fr *frame) (flow, error) { return fr.handle(h, from(h.body)) })
			}
		}
		return next, errNotHere
	}
	inner := func(fr *frame) (flow, error) { return guarded(fr, body.exec) }
	if s.Finalbody == nil {
		return inner
	}
	return func(fr *frame) (flow, error) { return finally(fr, inner) }
}

// handlersLeave reports whether what follows a try statement only runs if no exception
// was raised in it.
func handlersLeave(s *syntax.Try) bool {
	for _, h := range s.Handlers {
		switch h.Body[len(h.Body)-1].(type) {
		case *syntax.Return, *syntax.Raise:
		default:
			return false
		}
	}
	return !s.Star
}

// isPython reports whether err is something that the program itself could see.
func isPython(err error) bool {
	_, ok := err.(*value.Raised)
	return ok
}

// chain sets the implicit context of an exception raised while another was
// being handled, unless it has one.
func chain(err error, handled *value.Exception) {
	if r, ok := err.(*value.Raised); ok && handled != nil && r.Exc.Context == nil && !r.Thrown {
		r.Exc.RaisedDuring(handled)
	}
}

// handled pops the exception that was being handled. There is none any more
// when a generator is unwound that nobody will resume.
func (fr *frame) handled() {
	if n := len(fr.t.Handling); n > 0 {
		fr.t.Handling = fr.t.Handling[:n-1]
	}
}

func (fr *frame) except(handlers []handler, r *value.Raised) (flow, error) {
	r.Exc.Raised = true
	fr.t.Handling = append(fr.t.Handling, r.Exc)
	defer fr.handled()
	for i := range handlers {
		h := &handlers[i]
		if err := fr.arriveAt(h.line, h.first, false); err != nil {
			return next, err
		}
		if h.match != nil {
			cls, err := h.match(fr)
			if err != nil {
				chain(err, r.Exc)
				return next, err
			}
			ok, err := value.MatchException(fr.t, r.Exc, cls)
			if err != nil {
				chain(err, r.Exc)
				return next, halt(err)
			}
			if !ok {
				continue
			}
		}
		if h.set != nil {
			if err := h.set(fr, r.Exc); err != nil {
				return next, err
			}
		}
		f, err := h.body.exec(fr)
		if h.unset != nil {
			h.unset(fr)
		}
		chain(err, r.Exc)
		return f, err
	}
	return next, r
}

// exceptStar runs "except*" clauses: each takes its share of the group, and
// what nobody took or a clause raised goes on.
func (fr *frame) exceptStar(handlers []handler, r *value.Raised) (flow, error) {
	r.Exc.Raised = true
	fr.t.Handling = append(fr.t.Handling, r.Exc)
	defer fr.handled()
	var rest value.Value = r.Exc
	naked := !r.Exc.Type().IsSubtype(value.BaseExceptionGroup)
	var raised []value.Value
	for i := range handlers {
		h := &handlers[i]
		if err := fr.arriveAt(h.line, h.first, false); err != nil {
			return next, err
		}
		cls, err := h.match(fr)
		if err != nil {
			return next, err
		}
		var matched value.Value = value.None
		if rest == value.None {
			continue // the classes of the other clauses are still looked at
		}
		if naked {
			ok, err := value.MatchException(fr.t, r.Exc, cls)
			if err != nil {
				return next, halt(err)
			}
			if ok {
				g, err := value.Call(fr.t, value.BaseExceptionGroup, []value.Value{value.EmptyStr, value.NewTuple(r.Exc)}, nil)
				if err != nil {
					return next, err
				}
				matched, rest = g, value.None
			}
		} else {
			pair, err := value.CallMethod(fr.t, rest, "split", cls)
			if err != nil {
				return next, halt(err)
			}
			p := pair.(*value.Tuple)
			matched, rest = p.Elems[0], p.Elems[1]
		}
		if matched == value.None {
			continue
		}
		if h.set != nil {
			if err := h.set(fr, matched); err != nil {
				return next, err
			}
		}
		f, err := h.body.exec(fr)
		if h.unset != nil {
			h.unset(fr)
		}
		if err != nil {
			x, ok := err.(*value.Raised)
			if !ok {
				return next, err
			}
			chain(err, r.Exc)
			raised = append(raised, x.Exc)
		} else if f != next {
			return f, nil
		}
	}
	if len(raised) == 0 {
		if rest == value.None {
			return next, nil
		}
		return next, &value.Raised{Exc: rest.(*value.Exception)}
	}
	if len(raised) == 1 && rest == value.None {
		return next, &value.Raised{Exc: raised[0].(*value.Exception)}
	}
	// How CPython regroups re-raised parts is not modelled.
	return next, &value.UnknownError{Reason: "several exceptions leave an except* statement", Halt: true}
}

func (c *compiler) withStmt(s *syntax.With) stmt {
	managed := c.with(s, s.Items)
	body := c.block(s.Body, false)
	c.enter = func(fr *frame, line int32) (flow, error) {
		if !body.has(line) {
			return next, errNotHere
		}
		return managed(fr, func(fr *frame) (flow, error) { return body.from(fr, line) }, true)
	}
	return func(fr *frame) (flow, error) { return managed(fr, body.exec, false) }
}

// within runs a body under context managers. With inside the run starts in the
// body: the managers are entered unseen, and variables that are bound stay.
type within func(fr *frame, body func(fr *frame) (flow, error), inside bool) (flow, error)

// with compiles the first of items; the others are nested in it.
func (c *compiler) with(s *syntax.With, items []*syntax.WithItem) within {
	if len(items) == 0 {
		return func(fr *frame, body func(fr *frame) (flow, error), _ bool) (flow, error) { return body(fr) }
	}
	it := items[0]
	target := ""
	if it.Vars != nil {
		target = targetText(c.prog.file, it.Vars)
	}
	x := c.placed(c.value(it.Context, target), s.Line)
	var set setter
	if it.Vars != nil {
		set = c.target(it.Vars)
	}
	others := c.with(s, items[1:])
	enter, exit := "__enter__", "__exit__"
	if s.Async {
		enter, exit = "__aenter__", "__aexit__"
	}
	header := s.Line
	return func(fr *frame, body func(fr *frame) (flow, error), inside bool) (flow, error) {
		rest := func(fr *frame) (flow, error) { return others(fr, body, inside) }
		set, end := set, func() {}
		if inside {
			end = fr.m.quiet()
			if set != nil {
				set = keeping(set)
			}
		}
		mgr, err := x(fr)
		end()
		if err != nil {
			return next, err
		}
		if u, ok := mgr.(*value.Unknown); ok {
			// An unknown context manager: its target is unknown too, and so is
			// whether it lets exceptions through, unless it is a file.
			if set != nil {
				if err := set(fr, u); err != nil {
					return next, err
				}
			}
			fr.unsure()
			before := fr.m.unsure
			f, err := rest(fr)
			if !strings.Contains(u.Reason, "open()") {
				fr.m.guarded(before)
			}
			r, raised := err.(*value.Raised)
			if raised && !strings.Contains(u.Reason, "open()") {
				return next, &value.UnknownError{Reason: "whether " + u.Reason + " lets an exception through", Halt: true}
			}
			if err != nil && !raised {
				return next, err
			}
			raisedAt := fr.at
			if raised {
				fr.note(r)
			}
			ret, retTaint := fr.ret, fr.retTaint
			if err := fr.backTo(header); err != nil { // where it is left
				return next, err
			}
			if err := fr.mark(header); err != nil {
				return next, err
			}
			fr.ret, fr.retTaint = ret, retTaint
			if raised {
				fr.line = 0 // what raises the exception again lies on no line
				fr.at = raisedAt
			}
			return f, err
		}
		what := "context manager"
		if s.Async {
			what = "asynchronous context manager"
		}
		exitFn, ok := mgr.Type().Lookup(exit)
		enterFn, ok2 := mgr.Type().Lookup(enter)
		if !ok2 {
			return next, value.TypeErrorf("'%s' object does not support the %s protocol", mgr.Type().Name, what)
		}
		if !ok {
			return next, value.TypeErrorf("'%s' object does not support the %s protocol (missed %s method)", mgr.Type().Name, what, exit)
		}
		if inside {
			end = fr.m.quiet()
		}
		v, err := fr.special(enterFn, mgr, s.Async)
		end()
		if err != nil {
			return next, halt(err)
		}
		leave := func(args ...value.Value) (value.Value, error) {
			v, err := fr.special(exitFn, mgr, s.Async, args...)
			return v, halt(err)
		}
		var f flow
		before := fr.m.unsure
		fr.hold(mgr)
		if set != nil {
			err = set(fr, v)
		}
		fr.t.Guards++
		if err == nil {
			f, err = rest(fr)
		}
		fr.letGo()
		fr.t.NextStatement()
		fr.t.Guards--
		if !keepsExceptions(mgr) {
			fr.m.guarded(before)
		}
		if err != nil {
			r, ok := err.(*value.Raised)
			if !ok {
				return next, err
			}
			fr.note(r)
			raisedAt := fr.at
			if err := fr.backTo(header); err != nil {
				return next, err
			}
			if err := fr.mark(header); err != nil {
				return next, err
			}
			fr.t.Handling = append(fr.t.Handling, r.Exc)
			r.Exc.Raised = true
			tb, tberr := value.GetAttr(fr.t, r.Exc, "__traceback__")
			if tberr != nil {
				return next, halt(tberr)
			}
			got, xerr := leave(r.Exc.Type(), r.Exc, tb)
			fr.handled()
			if xerr != nil {
				chain(xerr, r.Exc)
				return next, xerr
			}
			swallow, terr := value.Truth(fr.t, got)
			if terr != nil {
				return next, halt(terr)
			}
			if swallow {
				return next, nil
			}
			fr.line = 0 // what raises the exception again lies on no line
			fr.at = raisedAt
			return next, err
		}
		ret, retTaint := fr.ret, fr.retTaint
		if err := fr.backTo(header); err != nil {
			return next, err
		}
		if err := fr.mark(header); err != nil {
			return next, err
		}
		if _, err := leave(value.None, value.None, value.None); err != nil {
			return next, err
		}
		fr.ret, fr.retTaint = ret, retTaint
		return f, nil
	}
}

// keepsExceptions reports whether a context manager is one that lets every exception
// through.
func keepsExceptions(mgr value.Value) bool {
	switch mgr.Type().Name {
	case "StringIO", "BytesIO", "Lock", "RLock", "closing", "nullcontext", "redirect_stdout", "redirect_stderr":
		return !mgr.Type().Heap
	}
	return false
}

// special calls a special method found on v's class, and awaits the result of
// an asynchronous one.
func (fr *frame) special(h, v value.Value, async bool, args ...value.Value) (value.Value, error) {
	bound, err := value.Bind(fr.t, h, v, v.Type())
	if err != nil {
		return nil, err
	}
	got, err := value.Call(fr.t, bound, args, nil)
	if err != nil || !async {
		return got, err
	}
	return fr.await(got)
}
