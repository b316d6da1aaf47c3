package syntax

// Edit replaces the bytes [Start, End) of a file by Text.
type Edit struct {
	Start, End int
	Text       string
}

// Edit returns the file after the edits, which are made one after the other,
// each in the text that the one before left. Offsets outside the text are taken
// for its nearest end.
//
// The result is the same as that of Parse on the new text. What a line means by
// itself depends on its own text only, so only lines that changed are parsed
// again; a top-level statement that neither changed nor moved is shared with f.
func (f *File) Edit(edits ...Edit) *File {
	src := f.Src
	for _, e := range edits {
		start := max(0, min(e.Start, len(src)))
		end := max(start, min(e.End, len(src)))
		src = src[:start] + e.Text + src[end:]
	}
	return parse(src, f, f.fragment)
}

// reuse takes over the results of the lines at the start and at the end of the
// file that are the same as in old. It returns the range of the lines that are
// left, which may be empty, and how many more lines there are now.
func (f *File) reuse(old *File) (from, to, added int) {
	n, m := len(f.lines), len(old.lines)
	added = n - m
	for from < min(n, m) && sameLine(f.Src, &f.lines[from], old.Src, &old.lines[from]) {
		f.take(from, old, from)
		from++
	}
	to = n
	for to > from && to-added > from && sameLine(f.Src, &f.lines[to-1], old.Src, &old.lines[to-1-added]) {
		to--
		f.take(to, old, to-added)
	}
	return from, to, added
}

// take takes over the result of line k of old for line i.
func (f *File) take(i int, old *File, k int) {
	a, b := &f.lines[i], &old.lines[k]
	s := shifter{offset: a.start - b.start, line: a.lineNo - b.lineNo}
	f.results[i] = s.result(old.results[k])
}

// sameLine reports whether two lines have the same meaning, wherever they are.
func sameLine(srcA string, a *line, srcB string, b *line) bool {
	x, y := *a, *b
	for _, ln := range []*line{&x, &y} {
		if ln.colon >= 0 {
			ln.colon -= ln.start
		}
		if ln.equals >= 0 {
			ln.equals -= ln.start
		}
		ln.end -= ln.start
		ln.problemAt -= ln.start
		if ln.problem == "" {
			ln.problemAt = 0
		}
		ln.start, ln.stop, ln.lineNo, ln.stopLine, ln.indent, ln.first, ln.inline = 0, 0, 0, 0, 0, false, false
	}
	return x == y && srcA[a.start:a.end] == srcB[b.start:b.end]
}

// sameUnit returns the unit of old that is the same as the one that starts at
// line i, place included, if there is one.
func (f *File) sameUnit(i int, old *File, from, to, added int) (unit, bool) {
	k := i
	if i >= to {
		k -= added
	} else if i >= from {
		return unit{}, false
	}
	u, ok := old.unitAt(k)
	if !ok || f.lines[i].indent > 0 { // a wrong indent depends on the line above
		return unit{}, false
	}
	// The line after the unit decides that it ends there.
	last := u.end
	atEnd := last == len(old.lines) && last == len(f.lines)
	if i < from && (last > from || last == from && !atEnd) {
		return unit{}, false
	}
	for n := u.first; n <= min(last, len(old.lines)-1); n++ {
		if !samePlace(&f.lines[n-k+i], &old.lines[n]) {
			return unit{}, false
		}
	}
	u.first, u.end = i, u.end-k+i
	return u, true
}

// samePlace reports whether two lines that mean the same are in the same place,
// and take the same part in the blocks around them.
func samePlace(a, b *line) bool {
	return a.start == b.start && a.stop == b.stop && a.lineNo == b.lineNo && a.stopLine == b.stopLine &&
		a.indent == b.indent && a.first == b.first && a.inline == b.inline
}
