package syntax

// jobKind says in which surroundings a piece of source is handed to tree-sitter.
type jobKind uint8

const (
	jobStmt   jobKind = iota // a simple statement, as it is
	jobExpr                  // an expression, in parentheses of its own
	jobHeader                // the header of a compound statement, with "pass" as its suite
	jobCase                  // the header of a case clause, in a match statement
)

var jobFrame = [...]struct{ before, after string }{
	jobStmt:   {"", "\n"},
	jobExpr:   {"(", ")\n"},
	jobHeader: {"", "pass\n"},
	jobCase:   {"match x:\n ", " pass\n"},
}

// job is one piece of source that tree-sitter parses by itself.
type job struct {
	kind       jobKind
	start, end int32     // the piece of source
	literals   []literal // its strings, in order
	holes      []hole    // what was left out of it
	from, to   int32     // its text in the batch, frame included

	// The outcome.
	raw   []rawNode // the tree it is in
	root  int32     // the node that stands for the piece, or -1 if it is no Python
	delta int32     // offset in the source of what tree-sitter calls offset 0
}

// hole is a part of a job that tree-sitter does not get to see: an annotation,
// which becomes an identifier, or type parameters, which become blanks.
type hole struct {
	start, end int32
	job        *job // of an annotation
}

// literal is a run of adjacent string literals.
type literal struct {
	start, end int32
	parts      []literalPart
}

// batch collects jobs and parses them in one go, since a call of tree-sitter
// costs as much as some ten lines. A piece that is wrong could disturb how its
// neighbours are read, so a batch with an error in it is done again piece by
// piece: what comes out for a piece never depends on the pieces beside it.
type batch struct {
	src  string
	buf  []byte
	jobs []*job
}

// batchSize is about how many bytes go into a batch.
const batchSize = 8 << 10

// add appends the piece of source src[start:end] to the batch.
func (b *batch) add(kind jobKind, start, end int32, holes ...hole) *job {
	j := &job{kind: kind, start: start, end: end, holes: holes, root: -1}
	frame := &jobFrame[kind]
	j.from = int32(len(b.buf))
	b.buf = append(b.buf, frame.before...)
	j.delta = start - int32(len(b.buf))
	b.mask(j)
	b.buf = append(b.buf, frame.after...)
	j.to = int32(len(b.buf))
	b.jobs = append(b.jobs, j)
	// The fields of f-strings are pieces of their own.
	for i := range j.literals {
		for k := range j.literals[i].parts {
			b.addFields(j.literals[i].parts[k].pieces)
		}
	}
	return j
}

// mask appends the text of the job, without all that a grammar may stumble
// over: a run of strings becomes one plain string, comments and line ends become
// blanks, and words that are keywords only elsewhere become other words. Each
// byte keeps its place.
func (b *batch) mask(j *job) {
	lx := lexer{src: b.src, pos: j.start, end: j.end}
	at := j.start
	holes := j.holes
	var run []token  // adjacent strings
	starred := false // a star stands before them
	flush := func() {
		if len(run) == 0 {
			return
		}
		lit := literal{start: run[0].start, end: run[len(run)-1].end}
		for _, t := range run {
			lit.parts = append(lit.parts, scanLiteral(b.src, t))
		}
		j.literals = append(j.literals, lit)
		// After a star the grammar does not take a string everywhere.
		name := starred && (lit.end == j.end || byteClass[b.src[lit.end]]&(classContinue|classHigh) == 0)
		quote := byte('"')
		if name {
			quote = 'x'
		}
		b.buf = append(b.buf, quote)
		b.fill('x', lit.end-lit.start-2)
		b.buf = append(b.buf, quote)
		run = run[:0]
	}
	for {
		t := lx.next()
		switch t.kind {
		case tokNewline:
			continue
		case tokString:
			if len(run) == 0 {
				b.fill(' ', t.start-at)
			}
			run = append(run, t)
			at = t.end
			continue
		}
		flush()
		if t.kind == tokEOF {
			b.fill(' ', j.end-at)
			return
		}
		b.fill(' ', t.start-at)
		if len(holes) > 0 && t.start >= holes[0].start {
			h := holes[0]
			holes = holes[1:]
			if h.job == nil {
				b.fill(' ', h.end-t.start)
			} else {
				b.fill('x', h.end-t.start)
			}
			at = h.end
			lx.pos = h.end
			starred = false
			continue
		}
		at = t.end
		text := b.src[t.start:t.end]
		starred = text == "*"
		clause := j.kind == jobCase && t.start == j.start
		if t.kind == tokName && (masked(text) && !clause || !isASCII(text)) {
			b.fill('x', int32(len(text)))
			continue
		}
		b.buf = append(b.buf, text...)
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func (b *batch) fill(c byte, n int32) {
	for range n {
		b.buf = append(b.buf, c)
	}
}

// run parses the jobs of the batch.
func (b *batch) run() {
	if len(b.jobs) == 0 {
		return
	}
	if raw, ok := parseRaw(b.buf, nil); ok && b.assign(b.jobs, raw, 0) {
		return
	}
	for i, j := range b.jobs {
		if raw, ok := parseRaw(b.buf[j.from:j.to], nil); ok {
			b.assign(b.jobs[i:i+1], raw, j.from)
		}
	}
}

// assign hands each job its node: the children of the module, one each. The
// tree is of the text of the batch from offset shift on.
func (b *batch) assign(jobs []*job, raw []rawNode, shift int32) bool {
	k := int32(1)
	for _, j := range jobs {
		if k >= int32(len(raw)) || int32(raw[k].start)+shift < j.from || int32(raw[k].stop)+shift > j.to {
			return false
		}
		k = raw[k].end
	}
	if k != int32(len(raw)) {
		return false
	}
	k = 1
	for _, j := range jobs {
		j.raw, j.root = raw, k
		j.delta += shift
		k = raw[k].end
	}
	return true
}
