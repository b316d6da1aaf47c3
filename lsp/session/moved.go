package session

import "augur/analysis/timeline"

// moved returns a copy of a forecast whose lines in the file at path have moved.
func (f *Forecast) moved(to func(line int) int, path string) *Forecast {
	next, t := *f, *f.Timeline
	next.Timeline = &t
	t.First, t.Last = to(t.First), to(t.Last)
	t.Lines = make([]timeline.Line, len(f.Timeline.Lines))
	for i, l := range f.Timeline.Lines {
		l.Line = to(l.Line)
		t.Lines[i] = l
	}
	if e := t.Exception; e != nil {
		copied := *e
		copied.Line = to(e.Line)
		copied.Traceback = make([]timeline.Frame, len(e.Traceback))
		for i, fr := range e.Traceback {
			if fr.File == path || path == "" {
				fr.Line = to(fr.Line)
			}
			copied.Traceback[i] = fr
		}
		t.Exception = &copied
	}
	if s := t.Stopped; s != nil {
		copied := *s
		copied.Line = to(s.Line)
		t.Stopped = &copied
	}
	t.Assumptions = make([]timeline.Assumption, len(f.Timeline.Assumptions))
	for i, a := range f.Timeline.Assumptions {
		a.Line = to(a.Line)
		t.Assumptions[i] = a
	}
	return &next
}
