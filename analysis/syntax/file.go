package syntax

import (
	"sort"
	"sync"
)

// File is one parsed source file. It is immutable and safe for concurrent use.
type File struct {
	Src      string
	Module   *Module
	Problems []Problem // in the order of the source

	starts   []int32 // offset of each physical line
	lines    []line
	results  []result
	units    []unit
	fragment bool

	moduleProblems []Problem // of checkModule

	mapperOnce sync.Once
	mapper     *Mapper
}

// Parse parses a file. It never fails: what cannot be understood is in the tree
// as BadStmt or BadExpr, and in Problems. So is what CPython's compiler refuses:
// a BadStmt stands before such a statement.
func Parse(src []byte) *File { return parse(string(src), nil, false) }

// ParseFragment parses statements that were taken out of their surroundings, or
// whose surroundings are no file: "return x" and "await x" are as good in it as
// anything that the grammar takes.
func ParseFragment(src []byte) *File { return parse(string(src), nil, true) }

// maxSize is the size of the largest file that is parsed. Nobody writes such a
// file by hand, and a larger one of nothing but errors would take minutes.
const maxSize = 10 << 20

// parse parses src, taking over from old what is the same in it.
func parse(src string, old *File, fragment bool) *File {
	f := &File{Src: src, starts: lineStarts(src), fragment: fragment}
	if len(src) > maxSize {
		f.refuse("the file is too large to be analysed: it has more than 10 MB")
		return f
	}
	f.lines = split(src, f.starts)
	f.results = make([]result, len(f.lines))
	from, to, added := 0, len(f.lines), 0
	if old != nil {
		from, to, added = f.reuse(old)
	}
	f.convert(from, to)

	a := assembler{src: src, lines: f.lines, results: f.results}
	f.Module = &Module{Span: Span{End: int32(len(src)), Line: 1, EndLine: int32(len(f.starts))}}
	for i := 0; i < len(f.lines); {
		var u unit
		ok := false
		if old != nil {
			u, ok = f.sameUnit(i, old, from, to, added)
		}
		if !ok {
			u = a.unit(i)
			if !fragment {
				checkUnit(&u)
			}
		}
		f.units = append(f.units, u)
		f.Module.Body = append(f.Module.Body, u.stmts...)
		i = u.end
	}
	if !fragment {
		f.checkModule()
	}
	f.collectProblems()
	return f
}

// refuse makes a file of which nothing is parsed.
func (f *File) refuse(msg string) {
	f.Module = &Module{Span: Span{End: int32(len(f.Src)), Line: 1, EndLine: int32(len(f.starts))}}
	bad := &BadStmt{Span: f.Module.Span, Message: msg}
	f.Module.Body = []Stmt{bad}
	f.Problems = []Problem{{Span: bad.Span, Message: msg}}
}

// convert fills in the results of the lines [from, to).
func (f *File) convert(from, to int) {
	b := batch{src: f.Src}
	c := converter{src: f.Src, starts: f.starts}
	var plans []plan
	first := from
	for i := from; i < to; i++ {
		plans = append(plans, b.plan(&f.lines[i]))
		if len(b.buf) < batchSize && i+1 < to {
			continue
		}
		b.run()
		for k, p := range plans {
			f.results[first+k] = c.line(&f.lines[first+k], p)
		}
		first = i + 1
		plans = plans[:0]
		b.buf, b.jobs = b.buf[:0], b.jobs[:0]
	}
}

// line converts one line by its plan.
func (c *converter) line(ln *line, p plan) result {
	c.row, c.err, c.depth = ln.lineNo-1, nil, 0
	node := p(c)
	if c.err == nil {
		return result{node: node}
	}
	if c.err.Message == "invalid syntax" {
		if msg := explain(c.src, ln); msg != "" {
			c.err.Message = msg
		}
	}
	problem := c.err
	return result{node: c.broken(ln), problem: problem}
}

// unitAt returns the unit that starts at line i.
func (f *File) unitAt(i int) (unit, bool) {
	k := sort.Search(len(f.units), func(k int) bool { return f.units[k].first >= i })
	if k == len(f.units) || f.units[k].first != i {
		return unit{}, false
	}
	return f.units[k], true
}

func (f *File) collectProblems() {
	for i := range f.results {
		if p := f.results[i].problem; p != nil {
			f.Problems = append(f.Problems, *p)
		}
	}
	for i := range f.units {
		f.Problems = append(f.Problems, f.units[i].problems...)
	}
	f.Problems = append(f.Problems, f.moduleProblems...)
	sort.SliceStable(f.Problems, func(i, j int) bool { return f.Problems[i].Start < f.Problems[j].Start })
}

// lineStarts returns the offset of each physical line of src. Lines end in "\n",
// "\r\n" or "\r".
func lineStarts(src string) []int32 {
	n := 1
	for i := range len(src) {
		if src[i] == '\n' {
			n++
		}
	}
	starts := make([]int32, 1, n)
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				continue
			}
			fallthrough
		case '\n':
			starts = append(starts, int32(i+1))
		}
	}
	return starts
}

// Lines returns the number of lines. Text after the last line end is a line,
// even if it is empty.
func (f *File) Lines() int { return len(f.starts) }

// LineStart returns the offset of a 1-based line; lines past the end start at
// the end of the file.
func (f *File) LineStart(line int) int {
	switch {
	case line <= 1:
		return 0
	case line > len(f.starts):
		return len(f.Src)
	}
	return int(f.starts[line-1])
}

// LineEnd returns the offset of the end of a 1-based line, its line end
// excluded.
func (f *File) LineEnd(line int) int { return skipToLineEnd(f.Src, f.LineStart(line)) }

// LineOf returns the 1-based line that holds an offset.
func (f *File) LineOf(offset int) int { return lineAt(f.starts, offset) + 1 }

// lineAt returns the index of the line that holds an offset.
func lineAt(starts []int32, offset int) int {
	return max(1, sort.Search(len(starts), func(i int) bool { return int(starts[i]) > offset })) - 1
}

// LineText returns the text of a 1-based line without its line end.
func (f *File) LineText(line int) string { return f.Src[f.LineStart(line):f.LineEnd(line)] }

// Text returns the source of a node.
func (f *File) Text(n Node) string {
	p := n.Pos()
	return f.Src[p.Start:p.End]
}
