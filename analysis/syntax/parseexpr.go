package syntax

import (
	"fmt"
	"strings"
)

// ParseExpr parses one expression, such as a call that a user typed in.
func ParseExpr(src string) (Expr, error) {
	starts := lineStarts(src)
	lines := split(src, starts)
	if len(lines) == 0 {
		return nil, fmt.Errorf("an expression is expected, such as f(1, 2)")
	}
	short := strings.TrimSpace(src)
	if len(lines) > 1 {
		return nil, fmt.Errorf("one expression is expected, found more than one statement in %q", short)
	}
	ln := &lines[0]
	if ln.problem == "" && ln.kind != lineSimple {
		return nil, fmt.Errorf("an expression is expected, found a statement in %q", short)
	}
	b := batch{src: src}
	c := converter{src: src, starts: starts, row: ln.lineNo - 1}
	p := b.plan(ln)
	b.run()
	node := p(&c)
	if c.err != nil {
		return nil, fmt.Errorf("%s in %q", c.err.Message, short)
	}
	s, ok := node.(*ExprStmt)
	if !ok {
		return nil, fmt.Errorf("an expression is expected, found a statement in %q", short)
	}
	return s.Value, nil
}
