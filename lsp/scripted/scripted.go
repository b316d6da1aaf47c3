// Package scripted is a forecaster for tests: what a program does stands in its
// comments.
//
//	def f(n):               #: f(3) (doctest)
//	    total = 0           #= total = 0
//	    for i in range(n):  #= i = 0 | 1 | 2; hits 4
//	        total += i      #= total = 0 | 1 | 3
//	    if g(total):        #= -> ~0.8 True
//	        pass
//	    return total        #= return 3
//
// After "#=" stands what a line does, and that it runs at all. "x = a | b" are
// the values of a variable, hit by hit; a value may have a probability ("~0.8
// 3"), be of a known class only ("~0.8 <int>"), be observed ("!3"), be unknown
// ("?reason", or "?~0.8 <int>" if its class is predicted), or come at another hit than the next ("9 @10"). "-> True | False" are the outcomes of a condition, "return a | b"
// what is returned, "raise E: message" the end of the run, "hits n" how often the line ran if that
// is not the number of values, "skipped n" how many hits were not kept, "output
// text" what was printed. "#:" stands before an example and where it comes from;
// "#! wait" makes the forecast last until it is cancelled, "#! panic" makes it
// panic, "#! none" makes it fail.
package scripted

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/session"
)

// Forecaster reads forecasts from comments.
type Forecaster struct {
	Runs    atomic.Int64 // forecasts begun
	Waiting atomic.Int64 // forecasts that wait to be cancelled
}

// Examples implements [session.Forecaster].
func (*Forecaster) Examples(_ context.Context, doc *session.Document, function string, _ func(string) (*syntax.File, bool)) ([]session.Example, error) {
	file, o := doc.File(), doc.Outline()
	f, ok := o.Named(function)
	if !ok {
		return nil, fmt.Errorf("no function %s", function)
	}
	var list []session.Example
	for line := f.First; line <= f.Last; line++ {
		if o.At(line).Name != function {
			continue
		}
		for _, m := range exampleComment.FindAllStringSubmatch(file.LineText(line), -1) {
			list = append(list, session.Example{Call: m[1], Origin: m[2], Line: line})
		}
	}
	return list, nil
}

// Imports implements [session.Forecaster]: a document may import every other one.
func (*Forecaster) Imports(*session.Document, func(string) (*syntax.File, bool)) ([]string, bool) {
	return nil, true
}

var exampleComment = regexp.MustCompile(`#: (.*?) \((\w+)\)`)

// errNone is the error of a function that "#! none" stands in.
var errNone = errors.New("nothing calls the function")

// Forecast implements [session.Forecaster].
func (s *Forecaster) Forecast(ctx context.Context, q session.Question) (*session.Forecast, error) {
	s.Runs.Add(1)
	function, file, o := q.Function, q.Document.File(), q.Document.Outline()
	f, ok := o.Named(function)
	if !ok {
		return nil, fmt.Errorf("no function %s", function)
	}
	t := &timeline.Timeline{Function: function, First: f.First, Last: f.Last}
	for line := f.First; line <= f.Last; line++ {
		if o.At(line).Name != function {
			continue
		}
		text := file.LineText(line)
		if _, order, ok := strings.Cut(text, "#! "); ok {
			switch order {
			case "wait":
				s.Waiting.Add(1)
				defer s.Waiting.Add(-1)
				<-ctx.Done()
				return nil, ctx.Err()
			case "panic":
				panic("the script says so")
			case "none":
				return nil, errNone
			}
		}
		if _, script, ok := strings.Cut(text, "#="); ok {
			script, _, _ = strings.Cut(script, "#:")
			l, err := read(t, line, script)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
			t.Lines = append(t.Lines, l)
		}
	}
	forecast := &session.Forecast{Timeline: t}
	list, _ := s.Examples(ctx, q.Document, function, nil)
	switch {
	case q.Example != nil:
		forecast.Example = *q.Example
	case len(list) > 0:
		forecast.Example = list[0]
	}
	return forecast, nil
}

// read reads what one line does.
func read(t *timeline.Timeline, number int, script string) (timeline.Line, error) {
	line := timeline.Line{Line: number, Hits: 1}
	hits := 0
	for item := range strings.SplitSeq(script, ";") {
		item = strings.TrimSpace(item)
		word, rest, _ := strings.Cut(item, " ")
		rest = strings.TrimSpace(rest)
		switch word {
		case "":
		case "hits", "skipped":
			n, err := strconv.Atoi(rest)
			if err != nil {
				return line, err
			}
			if word == "hits" {
				hits = n
			} else {
				line.Skipped = n
			}
		case "output":
			line.Output = rest
			t.Output += rest
		case "return":
			for i, v := range readValues(rest) {
				line.Returns = append(line.Returns, timeline.Return{Hit: i + 1, Value: v})
				t.Result = &v
			}
			line.Hits = max(line.Hits, len(line.Returns))
		case "raise":
			name, message, _ := strings.Cut(rest, ": ")
			t.Exception = &timeline.Exception{Type: name, Message: message, Line: number, Provenance: timeline.Computed, P: 1}
		case "stop":
			t.Stopped = &timeline.Stop{Limit: rest, Line: number}
		case "->":
			for i, v := range readValues(rest) {
				line.Branch = append(line.Branch, timeline.Branch{Hit: i + 1, Taken: v.Repr == "True", Value: v})
			}
			line.Hits = max(line.Hits, len(line.Branch))
		default:
			values, ok := strings.CutPrefix(rest, "= ")
			if !ok {
				return line, fmt.Errorf("not understood: %q", item)
			}
			var changes []timeline.Change
			for i, v := range readValues(values) {
				hit := i + 1
				if before, at, ok := strings.Cut(v.Repr, " @"); ok {
					v.Repr = before
					hit, _ = strconv.Atoi(at)
				}
				changes = append(changes, timeline.Change{Name: word, Hit: hit, Value: v})
			}
			line.Changes = append(line.Changes, changes...)
			line.Hits = max(line.Hits, len(changes))
		}
	}
	if hits > 0 {
		line.Hits = hits
	}
	slices.SortStableFunc(line.Changes, func(a, b timeline.Change) int { return a.Hit - b.Hit })
	return line, nil
}

func readValues(text string) []timeline.Value {
	var values []timeline.Value
	for part := range strings.SplitSeq(text, " | ") {
		values = append(values, readValue(strings.TrimSpace(part)))
	}
	return values
}

func readValue(text string) timeline.Value {
	v := timeline.Value{Repr: text, Provenance: timeline.Computed, P: 1}
	if class, ok := strings.CutPrefix(text, "?~"); ok {
		p, rest, _ := strings.Cut(class, " ")
		v = timeline.Value{Provenance: timeline.Unknown, Class: strings.Trim(rest, "<>")}
		v.P, _ = strconv.ParseFloat(p, 64)
		return v
	}
	if reason, ok := strings.CutPrefix(text, "?"); ok {
		return timeline.Value{Provenance: timeline.Unknown, Reason: reason}
	}
	if observed, ok := strings.CutPrefix(text, "!"); ok {
		v.Repr, v.Provenance = observed, timeline.Observed
	}
	if predicted, ok := strings.CutPrefix(text, "~"); ok {
		p, rest, _ := strings.Cut(predicted, " ")
		v.Provenance, v.Repr = timeline.Predicted, rest
		v.P, _ = strconv.ParseFloat(p, 64)
	}
	if class, ok := strings.CutPrefix(v.Repr, "<"); ok && v.Provenance == timeline.Predicted {
		v.Repr, v.Class = "", strings.TrimSuffix(class, ">")
	}
	return v
}
