package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// differ compares texts line by line and marks what changed within lines.
type differ struct {
	lineJunk, charJunk func(t *value.Thread, x value.Value) (bool, error)
	a, b               []value.Value
	aText, bText       []string // the lines as they are printed
	out                []value.Value
}

func (d *differ) line(t *value.Thread, s string) error {
	d.out = append(d.out, str(s))
	return t.Alloc(len(s) + 32)
}

func (d *differ) dump(t *value.Thread, tag string, lines []string) error {
	for _, s := range lines {
		if err := d.line(t, tag+" "+s); err != nil {
			return err
		}
	}
	return nil
}

func (d *differ) compare(t *value.Thread) error {
	k := newComparer(d.lineJunk, true)
	if err := k.setA(t, d.a); err != nil {
		return err
	}
	if err := k.setB(t, d.b); err != nil {
		return err
	}
	codes, err := k.opcodes(t)
	if err != nil {
		return err
	}
	for _, c := range codes {
		switch c.tag {
		case "replace":
			err = d.fancyReplace(t, c.i1, c.i2, c.j1, c.j2)
		case "delete":
			err = d.dump(t, "-", d.aText[c.i1:c.i2])
		case "insert":
			err = d.dump(t, "+", d.bText[c.j1:c.j2])
		default:
			err = d.dump(t, " ", d.aText[c.i1:c.i2])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *differ) plainReplace(t *value.Thread, alo, ahi, blo, bhi int) error {
	minus := func() error { return d.dump(t, "-", d.aText[alo:ahi]) }
	plus := func() error { return d.dump(t, "+", d.bText[blo:bhi]) }
	first, second := minus, plus
	if bhi-blo < ahi-alo { // the shorter part goes first
		first, second = plus, minus
	}
	if err := first(); err != nil {
		return err
	}
	return second()
}

// fancyReplace pairs the lines that are most alike and marks what differs.
func (d *differ) fancyReplace(t *value.Thread, alo, ahi, blo, bhi int) error {
	const cutoff = 0.75
	best := 0.74
	bestI, bestJ := -1, -1
	equalI, equalJ := -1, -1
	k := newComparer(d.charJunk, true)
	for j := blo; j < bhi; j++ {
		chars, err := value.Collect(t, d.b[j])
		if err != nil {
			return err
		}
		if err := k.setB(t, chars); err != nil {
			return err
		}
		for i := alo; i < ahi; i++ {
			equal, err := value.Equal(t, d.a[i], d.b[j])
			if err != nil {
				return err
			}
			if equal {
				if equalI < 0 {
					equalI, equalJ = i, j
				}
				continue
			}
			chars, err := value.Collect(t, d.a[i])
			if err != nil {
				return err
			}
			if err := k.setA(t, chars); err != nil {
				return err
			}
			r, ok, err := k.similar(t, func(r float64) bool { return r > best })
			if err != nil {
				return err
			}
			if ok {
				best, bestI, bestJ = r, i, j
			}
		}
	}
	if best < cutoff {
		if equalI < 0 {
			return d.plainReplace(t, alo, ahi, blo, bhi)
		}
		bestI, bestJ = equalI, equalJ
	} else {
		equalI = -1
	}
	if err := d.fancyHelper(t, alo, bestI, blo, bestJ); err != nil {
		return err
	}
	var err error
	if equalI < 0 {
		err = d.marked(t, k, bestI, bestJ)
	} else {
		err = d.line(t, "  "+d.aText[bestI])
	}
	if err != nil {
		return err
	}
	return d.fancyHelper(t, bestI+1, ahi, bestJ+1, bhi)
}

func (d *differ) fancyHelper(t *value.Thread, alo, ahi, blo, bhi int) error {
	switch {
	case alo < ahi && blo < bhi:
		_, err := t.CallWithin(func() (value.Value, error) { return nil, d.fancyReplace(t, alo, ahi, blo, bhi) })
		return err
	case alo < ahi:
		return d.dump(t, "-", d.aText[alo:ahi])
	case blo < bhi:
		return d.dump(t, "+", d.bText[blo:bhi])
	}
	return nil
}

// marked prints two lines that are alike, each with a line of marks below.
func (d *differ) marked(t *value.Thread, k *comparer, i, j int) error {
	aChars, err := value.Collect(t, d.a[i])
	if err != nil {
		return err
	}
	bChars, err := value.Collect(t, d.b[j])
	if err != nil {
		return err
	}
	if err := k.setA(t, aChars); err != nil {
		return err
	}
	if err := k.setB(t, bChars); err != nil {
		return err
	}
	codes, err := k.opcodes(t)
	if err != nil {
		return err
	}
	var aTags, bTags strings.Builder
	for _, c := range codes {
		la, lb := c.i2-c.i1, c.j2-c.j1
		switch c.tag {
		case "replace":
			aTags.WriteString(strings.Repeat("^", la))
			bTags.WriteString(strings.Repeat("^", lb))
		case "delete":
			aTags.WriteString(strings.Repeat("-", la))
		case "insert":
			bTags.WriteString(strings.Repeat("+", lb))
		default:
			aTags.WriteString(strings.Repeat(" ", la))
			bTags.WriteString(strings.Repeat(" ", lb))
		}
	}
	for _, side := range []struct{ mark, text, tags string }{
		{"- ", d.aText[i], aTags.String()}, {"+ ", d.bText[j], bTags.String()},
	} {
		if err := d.line(t, side.mark+side.text); err != nil {
			return err
		}
		if tags := keepSpace(side.text, side.tags); tags != "" {
			if err := d.line(t, "? "+tags+"\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepSpace puts the white space of a line in place of blanks among its marks
// and drops what trails.
func keepSpace(line, tags string) string {
	text := value.NewStr(line).Runes()
	var out []rune
	for i, tag := range tags {
		if i >= len(text) {
			break
		}
		if tag == ' ' && isSpaceRune(text[i]) {
			tag = text[i]
		}
		out = append(out, tag)
	}
	for len(out) > 0 && isSpaceRune(out[len(out)-1]) {
		out = out[:len(out)-1]
	}
	return value.RunesStr(out).String()
}

// linesOf collects the lines of an argument and their text.
func linesOf(t *value.Thread, v value.Value) (lines []value.Value, texts []string, err error) {
	if lines, err = value.Collect(t, v); err != nil {
		return nil, nil, err
	}
	for _, l := range lines {
		s, err := value.Text(t, l)
		if err != nil {
			return nil, nil, err
		}
		texts = append(texts, s)
	}
	return lines, texts, nil
}

func newDiffer(t *value.Thread, lineJunk, charJunk value.Value) (*differ, error) {
	d := &differ{}
	var err error
	if d.lineJunk, err = junkTest(t, lineJunk); err != nil {
		return nil, err
	}
	d.charJunk, err = junkTest(t, charJunk)
	return d, err
}

// run compares two texts when the first line of the result is asked for.
func (d *differ) run(a, b value.Value) value.Value {
	return lazyList(func(t *value.Thread) (_ []value.Value, err error) {
		e := &differ{lineJunk: d.lineJunk, charJunk: d.charJunk}
		if e.a, e.aText, err = linesOf(t, a); err != nil {
			return nil, err
		}
		if e.b, e.bText, err = linesOf(t, b); err != nil {
			return nil, err
		}
		if err := e.compare(t); err != nil {
			return nil, err
		}
		return e.out, nil
	})
}

func defineDiffs(t *value.Thread, m *value.Module, charJunk value.Value) error {
	c, err := class{module: "difflib", name: "Differ"}.make(t)
	if err != nil {
		return err
	}
	m.Set("Differ", c)
	def(c, "__init__(self, linejunk=None, charjunk=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "linejunk", a[1]); err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, a[0], "charjunk", a[2])
	})
	def(c, "compare(self, a, b)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		line, err := attr(t, a[0], "linejunk")
		if err != nil {
			return nil, err
		}
		char, err := attr(t, a[0], "charjunk")
		if err != nil {
			return nil, err
		}
		d, err := newDiffer(t, line, char)
		if err != nil {
			return nil, err
		}
		return d.run(a[1], a[2]), nil
	})
	defIn(m, "ndiff(a, b, linejunk=None, charjunk=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := newDiffer(t, a[2], orDefault(a[3], charJunk))
		if err != nil {
			return nil, err
		}
		return d.run(a[0], a[1]), nil
	})
	const params = "(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n')"
	for name, write := range map[string]diffWriter{
		"unified_diff": {[2]string{"---", "+++"}, writeUnified}, "context_diff": {[2]string{"***", "---"}, writeContext},
	} {
		defIn(m, name+params, func(_ *value.Thread, a []value.Value) (value.Value, error) {
			return lazyList(func(t *value.Thread) ([]value.Value, error) { return diff(t, a, write) }), nil
		})
	}
	defIn(m, "restore(delta, which)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return lazyList(func(t *value.Thread) ([]value.Value, error) { return restore(t, a[0], a[1]) }), nil
	})
	return nil
}

// diffWriter is a format: the marks of the two files and how a group of changes
// is written.
type diffWriter struct {
	marks [2]string
	group func(w *diffText, group []opcode)
}

// diffText collects the lines of a diff.
type diffText struct {
	a, b []string
	term string
	out  []value.Value
}

func (w *diffText) line(s string) { w.out = append(w.out, str(s)) }

// diff is unified_diff or context_diff with the arguments a.
func diff(t *value.Thread, a []value.Value, write diffWriter) ([]value.Value, error) {
	args := []value.Value{a[2], a[3], a[4], a[5], a[7]}
	for _, side := range a[:2] {
		has, err := value.Truth(t, side)
		if err != nil {
			return nil, err
		}
		if !has {
			continue
		}
		first, err := value.GetItem(t, side, value.Int(0))
		if err != nil {
			return nil, err
		}
		if _, ok := first.(*value.Str); !ok {
			s, err := value.Repr(t, first)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("lines to compare must be str, not %s (%s)", shortName(first), s)
		}
	}
	texts := make([]string, len(args))
	for i, v := range args {
		s, ok := v.(*value.Str)
		if !ok {
			r, err := value.Repr(t, v)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("all arguments must be str, not: %s", r)
		}
		texts[i] = s.String()
	}
	n, err := value.Index(t, a[6])
	if err != nil {
		return nil, err
	}
	w := &diffText{term: texts[4]}
	aLines, aText, err := linesOf(t, a[0])
	if err != nil {
		return nil, err
	}
	bLines, bText, err := linesOf(t, a[1])
	if err != nil {
		return nil, err
	}
	for _, l := range append(append([]value.Value(nil), aLines...), bLines...) {
		if _, ok := l.(*value.Str); !ok {
			return nil, value.TypeErrorf(`can only concatenate str (not "%s") to str`, l.Type().Name)
		}
	}
	w.a, w.b = aText, bText
	k := newComparer(nil, true)
	if err := k.setA(t, aLines); err != nil {
		return nil, err
	}
	if err := k.setB(t, bLines); err != nil {
		return nil, err
	}
	codes, err := k.opcodes(t)
	if err != nil {
		return nil, err
	}
	for i, g := range grouped(codes, n) {
		if i == 0 {
			for side, mark := range write.marks {
				date := texts[2+side]
				if date != "" {
					date = "\t" + date
				}
				w.line(mark + " " + texts[side] + date + w.term)
			}
		}
		write.group(w, g)
		if err := t.Step(int64(len(w.out))); err != nil {
			return nil, err
		}
	}
	return w.out, t.Alloc(64 * len(w.out))
}

func writeUnified(w *diffText, group []opcode) {
	span := func(start, stop int) string {
		switch n := stop - start; n {
		case 1:
			return itoa(start + 1)
		case 0:
			return itoa(start) + ",0"
		default:
			return itoa(start+1) + "," + itoa(n)
		}
	}
	first, last := group[0], group[len(group)-1]
	w.line("@@ -" + span(first.i1, last.i2) + " +" + span(first.j1, last.j2) + " @@" + w.term)
	for _, c := range group {
		if c.tag == "equal" {
			for _, s := range w.a[c.i1:c.i2] {
				w.line(" " + s)
			}
			continue
		}
		if c.tag != "insert" {
			for _, s := range w.a[c.i1:c.i2] {
				w.line("-" + s)
			}
		}
		if c.tag != "delete" {
			for _, s := range w.b[c.j1:c.j2] {
				w.line("+" + s)
			}
		}
	}
}

func writeContext(w *diffText, group []opcode) {
	span := func(start, stop int) string {
		switch n := stop - start; n {
		case 1:
			return itoa(start + 1)
		case 0:
			return itoa(start)
		default:
			return itoa(start+1) + "," + itoa(stop)
		}
	}
	prefix := map[string]string{"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
	side := func(mark, end string, lo, hi int, lines []string, skip, other string, part func(c opcode) (int, int)) {
		w.line(mark + " " + span(lo, hi) + " " + end + w.term)
		shown := false
		for _, c := range group {
			shown = shown || c.tag == "replace" || c.tag == other
		}
		if !shown {
			return
		}
		for _, c := range group {
			if c.tag == skip {
				continue
			}
			i, j := part(c)
			for _, s := range lines[i:j] {
				w.line(prefix[c.tag] + s)
			}
		}
	}
	first, last := group[0], group[len(group)-1]
	w.line("***************" + w.term)
	side("***", "****", first.i1, last.i2, w.a, "insert", "delete", func(c opcode) (int, int) { return c.i1, c.i2 })
	side("---", "----", first.j1, last.j2, w.b, "delete", "insert", func(c opcode) (int, int) { return c.j1, c.j2 })
}

// restore returns the lines of one side of a delta.
func restore(t *value.Thread, delta, which value.Value) ([]value.Value, error) {
	v, err := value.Call(t, value.IntType, []value.Value{which}, nil)
	if err != nil {
		return nil, err
	}
	tag := ""
	switch n, _ := value.AsInt(v); n {
	case 1:
		tag = "- "
	case 2:
		tag = "+ "
	default:
		s, err := value.Repr(t, which)
		if err != nil {
			return nil, err
		}
		return nil, value.ValueErrorf("unknown delta choice (must be 1 or 2): %s", s)
	}
	var out []value.Value
	err = value.Iterate(t, delta, func(line value.Value) error {
		s, ok := line.(*value.Str)
		if !ok {
			return value.Unknownf("a delta of something that is no str")
		}
		if text := s.String(); strings.HasPrefix(text, "  ") || strings.HasPrefix(text, tag) {
			out = append(out, str(text[2:]))
		}
		return nil
	})
	return out, err
}
