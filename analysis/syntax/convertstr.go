package syntax

import (
	"sort"
	"strings"
)

// str converts the run of string literals that is node i.
func (c *converter) str(i int32) Expr {
	start, end := c.start(i), c.stop(i)
	list := c.job.literals
	k := sort.Search(len(list), func(k int) bool { return list[k].start >= start })
	if k == len(list) || list[k].start != start || list[k].end != end {
		return c.bad(i, "invalid syntax")
	}
	return c.literal(&list[k])
}

// literal joins adjacent literals as CPython does: all plain ones become one
// Constant, with an f-string among them all become one JoinedStr.
func (c *converter) literal(lit *literal) Expr {
	span := c.span(lit.start, lit.end)
	bytes, format := false, false
	for k := range lit.parts {
		p := &lit.parts[k]
		if p.bytes && p.format {
			c.fail(p.start, p.end, "invalid syntax")
		}
		if k > 0 && p.bytes != bytes {
			c.fail(lit.start, lit.end, "cannot mix bytes and nonbytes literals")
		}
		bytes = p.bytes
		format = format || p.format
	}
	joined := joiner{c: c, span: span}
	for k := range lit.parts {
		p := &lit.parts[k]
		switch {
		case p.problem != "":
			c.fail(p.start, p.end, p.problem)
		case p.format:
			joined.pieces(p.pieces, p.raw)
		default:
			joined.source(p.from, p.to, p.raw, bytes)
		}
	}
	switch {
	case joined.unknown:
		return &BadExpr{Span: span, Message: "unknown Unicode character name"}
	case format:
		joined.flush()
		return &JoinedStr{Span: span, Values: joined.values}
	case bytes:
		return &Constant{Span: span, Value: ConstBytes{Value: joined.text.String()}}
	}
	return &Constant{Span: span, Value: ConstStr{Value: joined.text.String()}}
}

// joiner collects the values of a JoinedStr; adjacent text becomes one constant.
type joiner struct {
	c       *converter
	span    Span
	text    strings.Builder
	values  []Expr
	unknown bool // there is a \N{...} that is not known
}

func (j *joiner) flush() {
	if j.text.Len() > 0 {
		j.values = append(j.values, &Constant{Span: j.span, Value: ConstStr{Value: j.text.String()}})
		j.text.Reset()
	}
}

// source appends the text that is written at src[from:to].
func (j *joiner) source(from, to int32, raw, bytes bool) {
	s, problem, unknown := unescape(j.c.src[from:to], raw, bytes)
	switch {
	case unknown:
		j.unknown = true
	case problem != "":
		j.c.fail(from, to, problem)
	default:
		j.text.WriteString(s)
	}
}

func (j *joiner) pieces(list []piece, raw bool) {
	for k := range list {
		p := &list[k]
		switch {
		case p.field != nil:
			j.flush()
			f := p.field
			v := &FormattedValue{Span: j.c.span(f.start, f.end), Value: j.c.jobExpr(f.job, yieldForm), Conversion: f.conversion}
			if f.hasSpec {
				spec := joiner{c: j.c, span: j.c.span(f.specStart, f.specEnd)}
				spec.pieces(f.spec, raw)
				spec.flush()
				j.unknown = j.unknown || spec.unknown
				v.FormatSpec = &JoinedStr{Span: spec.span, Values: spec.values}
			}
			j.values = append(j.values, v)
		case p.text != "":
			j.text.WriteString(p.text)
		default:
			j.source(p.from, p.to, raw, false)
		}
	}
}
