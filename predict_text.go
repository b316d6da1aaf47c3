package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"augur/analysis/syntax"
	"augur/lsp/examples"
	"augur/lsp/hints"
	"augur/lsp/outline"
	"augur/lsp/session"
	"augur/predictor/forecast"
)

// printer prints a source with hints at the ends of its lines, the same ones
// that an editor shows.
type printer struct {
	w       io.Writer
	file    *syntax.File
	outline *outline.Outline
	path    string
	color   bool

	hints map[int]string // by line
	above map[int]string // what stands over a function: its example
}

func (p *printer) add(function string, f *forecast.Forecast) {
	p.init()
	if function == "" {
		function = f.Timeline.Function
	}
	fn, ok := p.outline.Named(function)
	if !ok {
		fn = p.outline.Module
	}
	s := &session.Forecast{
		Example:  session.Example{Call: f.Example.Call, Origin: f.Example.Origin, Line: f.Example.Line},
		Timeline: f.Timeline,
	}
	for _, h := range hints.Of(p.outline, fn, s, hints.Options{MaxLength: 120, NotReached: true}) {
		p.hints[h.Line] = h.Label
	}
	if s.Example.Call != "" {
		p.above[fn.First] = s.Example.Call + " · " + examples.Origin(s.Example)
	}
	if st := f.Timeline.Stopped; st != nil {
		text := "stopped: " + st.Limit
		if st.Reason != "" {
			text = "unknown from here: " + st.Reason
		}
		if p.hints[st.Line] != "" {
			text = p.hints[st.Line] + "  " + text
		}
		p.hints[st.Line] = text
	}
}

// note says over a function why it has no values.
func (p *printer) note(fn outline.Function, err error) {
	p.init()
	p.above[fn.First] = err.Error()
}

func (p *printer) init() {
	if p.hints == nil {
		p.hints, p.above = map[int]string{}, map[int]string{}
	}
}

// Terminal colours: hints are dim, exceptions red.
const (
	dim   = "\x1b[2m"
	red   = "\x1b[31m"
	cyan  = "\x1b[36m"
	reset = "\x1b[0m"
)

func (p *printer) print() error {
	out := bufio.NewWriter(p.w)
	paint := func(color, s string) string {
		if !p.color {
			return s
		}
		return color + s + reset
	}
	for n := 1; n <= p.file.Lines(); n++ {
		text := strings.TrimRight(p.file.LineText(n), "\r\n")
		if n == p.file.Lines() && text == "" {
			break
		}
		if a, ok := p.above[n]; ok {
			indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
			fmt.Fprintln(out, indent+paint(cyan, "# "+a))
		}
		h, ok := p.hints[n]
		if !ok {
			fmt.Fprintln(out, text)
			continue
		}
		color := dim
		if strings.Contains(h, "✗") {
			color = red
		}
		gap := max(2, 44-len([]rune(text)))
		fmt.Fprintln(out, text+strings.Repeat(" ", gap)+paint(color, "# "+h))
	}
	return out.Flush()
}
