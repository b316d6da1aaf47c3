package valuetest

import (
	"context"
	"errors"
	"strings"

	"augur/analysis/value"
)

// Unknown is the outcome of a line whose result is not known.
const Unknown = "<unknown>"

// Loader finds the model of a module.
type Loader func(t *value.Thread, name string) (*value.Module, bool, error)

// Run runs the lines and returns the outcome of each: the repr of an
// expression's value, "" for a statement, "TypeError: message" for an
// exception. It stops at the first line whose outcome is Unknown, because what
// follows may rest on it.
func Run(lines []string, load Loader) ([]string, error) {
	t := value.NewThread(context.Background(), value.DefaultLimits)
	names := newScope(nil)
	names.names["throw"] = value.NewRaw("throw", func(t *value.Thread, args []value.Value, _ []value.Kwarg) (value.Value, error) {
		e := args[0]
		if c, ok := e.(*value.Type); ok {
			var err error
			if e, err = value.Call(t, c, nil, nil); err != nil {
				return nil, err
			}
		}
		return nil, &value.Raised{Exc: e.(*value.Exception)}
	})
	names.names["__name__"] = value.NewStr("__main__")
	var out []string
	for _, line := range lines {
		got, err := runLine(t, names, line, load)
		if err != nil {
			return nil, err
		}
		out = append(out, got)
		if got == Unknown {
			break
		}
	}
	return out, nil
}

func runLine(t *value.Thread, names *scope, line string, load Loader) (outcome string, err error) {
	tokens, err := tokenize(line)
	if err != nil {
		return "", err
	}
	var v value.Value
	var show bool
	err = func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				e, ok := r.(error)
				if !ok {
					panic(r)
				}
				var runtimeError interface{ RuntimeError() }
				if errors.As(e, &runtimeError) {
					panic(r)
				}
				err = syntaxError{e}
			}
		}()
		p := &parser{line: line, tokens: tokens}
		v, show, err = p.statement(t, names, load)
		return err
	}()
	if err == nil && show {
		var s string
		s, err = value.Repr(t, v)
		outcome = s
	}
	switch e := err.(type) {
	case nil:
		return outcome, nil
	case *value.Raised:
		s, err := value.Text(t, e.Exc)
		if err != nil {
			return Unknown, nil
		}
		return e.Exc.Type().Name + ": " + s, nil
	case *value.UnknownError:
		return Unknown, nil
	}
	return "", err
}

type syntaxError struct{ error }

func (p *parser) statement(t *value.Thread, names *scope, load Loader) (v value.Value, show bool, err error) {
	switch {
	case p.accept("import"):
		return nil, false, p.importNames(t, names, load)
	case p.accept("from"):
		return nil, false, p.importFrom(t, names, load)
	case p.accept("del"):
		e := p.exprList()
		if e.del == nil {
			p.fail("cannot delete this")
		}
		return nil, false, e.del(t, names)
	}
	e := p.exprList()
	tok := p.peek()
	switch {
	case tok.kind == tokenEnd:
		v, err = e.eval(t, names)
		return v, true, err
	case p.accept("="):
		targets := []expr{e}
		rhs := p.exprList()
		for p.accept("=") {
			targets = append(targets, rhs)
			rhs = p.exprList()
		}
		p.end()
		v, err := rhs.eval(t, names)
		for _, target := range targets {
			if err == nil {
				err = target.set(t, names, v)
			}
		}
		return nil, false, err
	case tok.kind == tokenOp && strings.HasSuffix(tok.text, "="):
		op := binaryOps[strings.TrimSuffix(tok.text, "=")]
		p.pos++
		rhs := p.exprList()
		p.end()
		a, err := e.eval(t, names)
		if err != nil {
			return nil, false, err
		}
		b, err := rhs.eval(t, names)
		if err != nil {
			return nil, false, err
		}
		got, err := value.Inplace(t, op, a, b)
		if err != nil {
			return nil, false, err
		}
		return nil, false, e.set(t, names, got)
	}
	p.fail("unexpected %q", tok.text)
	return nil, false, nil
}

func (p *parser) end() {
	if tok := p.peek(); tok.kind != tokenEnd {
		p.fail("unexpected %q", tok.text)
	}
}

func (p *parser) dotted() string {
	name := p.name()
	for p.accept(".") {
		name += "." + p.name()
	}
	return name
}

func (p *parser) importNames(t *value.Thread, names *scope, load Loader) error {
	name := p.dotted()
	m, err := p.load(t, name, load)
	if err != nil {
		return err
	}
	if p.accept("as") {
		names.names[p.name()] = m
		return nil
	}
	first, _, _ := strings.Cut(name, ".")
	if first != name {
		if m, err = p.load(t, first, load); err != nil {
			return err
		}
	}
	names.names[first] = m
	return nil
}

func (p *parser) importFrom(t *value.Thread, names *scope, load Loader) error {
	m, err := p.load(t, p.dotted(), load)
	if err != nil {
		return err
	}
	p.expect("import")
	for {
		name := p.name()
		v, err := value.GetAttr(t, m, name)
		if err != nil {
			return err
		}
		if p.accept("as") {
			name = p.name()
		}
		names.names[name] = v
		if !p.accept(",") {
			return nil
		}
	}
}

func (p *parser) load(t *value.Thread, name string, load Loader) (*value.Module, error) {
	if load == nil {
		p.fail("no modules here")
	}
	m, ok, err := load(t, name)
	if err == nil && !ok {
		p.fail("there is no module %s", name)
	}
	return m, err
}
