package server

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"augur/lsp/outline"
	"augur/lsp/problems"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// diagnostic answers "textDocument/diagnostic".
func diagnostic(r *request, params *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	defer r.progress(params.WorkDoneToken)()
	found, err := r.diagnostics(place)
	if err != nil {
		return nil, err
	}
	report := new(protocol.RelatedFullDocumentDiagnosticReport)
	report.Kind, report.Items = "full", found
	return report, nil
}

// diagnostics returns the problems of a place. The examples are run one after the
// other, so that what the user is looking at comes first.
func (r *request) diagnostics(place session.Place) ([]protocol.Diagnostic, error) {
	doc := place.Document
	set := r.snapshot.SettingsOf(doc).Diagnostics
	answer := []protocol.Diagnostic{}
	if set.Exceptions == settings.SeverityOff && set.Assertions == settings.SeverityOff && !set.NotReached || !doc.IsFile() && place.Whole() && doc.Path != "" {
		return answer, nil // of another version of a file nobody wants to know
	}
	opts := problems.Options{Path: doc.Path, Predicted: set.Predicted, NotReached: set.NotReached && r.supports.tags}
	o := doc.Outline()
	for _, f := range append([]outline.Function{o.Module}, o.Functions...) {
		runs, err := r.runs(doc, f)
		if err != nil {
			return nil, err
		}
		for _, p := range problems.Of(o, f, runs, opts) {
			if d, ok := r.diagnosticOf(place, p, set); ok {
				answer = append(answer, d)
			}
		}
	}
	if set.Assertions != settings.SeverityOff {
		found, err := r.doctests(doc)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			if d, ok := r.diagnosticOf(place, p, set); ok {
				answer = append(answer, d)
			}
		}
	}
	return answer, nil
}

// doctestTime bounds how long one report is held up by doctests: each runs what
// stands before it in its string. What was found out is kept, so that a later report
// gets further in a file that has hundreds of them.
const doctestTime = time.Second

// doctests returns the doctests of a document that will print something else.
func (r *request) doctests(doc *session.Document) ([]problems.Problem, error) {
	var found []problems.Problem
	run := func(f outline.Function, before, code string) (*session.Forecast, error) {
		made, err := r.cache.Forecast(r.ctx, r.snapshot, doc, f.Name, &session.Example{Call: code, Setup: before, Origin: "doctest"})
		if err != nil {
			return nil, r.unlessExpected(f, err)
		}
		return made, nil
	}
	began := time.Now()
	for _, d := range problems.Doctests(doc.File()) {
		if time.Since(began) > doctestTime {
			break
		}
		f := doc.Outline().At(d.Line)
		did, err := run(f, d.Before, d.Code)
		if err != nil {
			return nil, err
		}
		if did == nil {
			continue
		}
		printed := ""
		if did.Timeline.Output != "" {
			before, err := run(f, d.Before, "None")
			if err != nil {
				return nil, err
			}
			if before == nil {
				continue
			}
			printed = before.Timeline.Output
		}
		if p, ok := problems.OfDoctest(d, did, printed); ok {
			found = append(found, p)
		}
	}
	return found, nil
}

// runs returns what the examples of a function do.
func (r *request) runs(doc *session.Document, f outline.Function) ([]problems.Run, error) {
	list := []session.Example{{}}
	if !f.IsModule() {
		all, err := r.examples(doc, f)
		if err != nil {
			return nil, err
		}
		list = problems.Real(f, all)
	}
	var runs []problems.Run
	for _, ex := range list {
		example := &ex
		if f.IsModule() {
			example = nil
		}
		forecast, err := r.cache.Forecast(r.ctx, r.snapshot, doc, f.Name, example)
		if err != nil {
			if err = r.unlessExpected(f, err); err != nil {
				return nil, err
			}
			continue
		}
		runs = append(runs, problems.Run{Example: ex, Forecast: forecast})
	}
	return runs, nil
}

// severities are the settings in the protocol.
var severities = map[settings.Severity]protocol.DiagnosticSeverity{
	settings.SeverityError:       protocol.DiagnosticSeverityError,
	settings.SeverityWarning:     protocol.DiagnosticSeverityWarning,
	settings.SeverityInformation: protocol.DiagnosticSeverityInformation,
	settings.SeverityHint:        protocol.DiagnosticSeverityHint,
}

// diagnosticOf returns a problem in the protocol, false if nobody wants to see it
// here.
func (r *request) diagnosticOf(place session.Place, p problems.Problem, set settings.Diagnostics) (protocol.Diagnostic, bool) {
	file := place.Document.File()
	severity := set.Exceptions
	switch p.Kind {
	case problems.Assertion:
		severity = set.Assertions
	case problems.NotReached:
		severity = settings.SeverityHint
	}
	if severity == settings.SeverityOff || !place.Has(p.First) || p.First > file.Lines() {
		return protocol.Diagnostic{}, false
	}
	start := file.LineStart(p.First)
	for start < file.LineEnd(p.First) && (file.Src[start] == ' ' || file.Src[start] == '\t') {
		start++
	}
	d := protocol.Diagnostic{
		Range:    r.spanIn(place, start, file.LineEnd(min(p.Last, file.Lines()))),
		Severity: severities[severity],
		Source:   protocol.NewOptional(set.Source),
		Message:  protocol.String(p.Message),
	}
	if p.Code != "" {
		d.Code = protocol.String(p.Code)
	}
	if p.Kind == problems.NotReached {
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	if r.supports.related && place.Whole() {
		for _, rel := range p.Related {
			d.RelatedInformation = append(d.RelatedInformation, r.related(place, rel))
		}
	}
	return d, true
}

// related returns a place that belongs to a problem.
func (r *request) related(place session.Place, rel problems.Related) protocol.DiagnosticRelatedInformation {
	line := uint32(max(0, rel.Line-1))
	at := protocol.Location{Range: protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line}}}
	switch {
	case rel.File == "":
		at.URI = protocolURI(place.URI)
		if file := place.Document.File(); rel.Line <= file.Lines() {
			at.Range.End = r.position(place.Document.Mapper(), file.LineEnd(rel.Line))
		}
	case filepath.IsAbs(rel.File):
		at.URI = uri.File(rel.File)
	default:
		at.URI = protocolURI(place.URI)
	}
	return protocol.DiagnosticRelatedInformation{Location: at, Message: rel.Message}
}

// diagnoses are the pending reports to a client that does not ask for diagnostics.
type diagnoses struct {
	mu     sync.Mutex
	timers map[string]*time.Timer        // guarded by mu: by URI
	stop   map[string]context.CancelFunc // guarded by mu: of those under way
}

// diagnoseAfter is how long a document has to rest before it is looked at.
const diagnoseAfter = 300 * time.Millisecond

// diagnoseSoon sends the problems of a document once it has rested for a while.
func (s *server) diagnoseSoon(uri string) {
	if s.supports.pull || !s.supports.publish {
		return
	}
	s.diagnoses.mu.Lock()
	defer s.diagnoses.mu.Unlock()
	if t := s.diagnoses.timers[uri]; t != nil {
		t.Stop()
	}
	if stop := s.diagnoses.stop[uri]; stop != nil {
		stop()
	}
	s.diagnoses.timers[uri] = time.AfterFunc(diagnoseAfter, func() {
		s.spawn(func(ctx context.Context) { s.diagnose(ctx, uri) })
	})
}

// diagnose sends the problems of a document or of a notebook's cells.
func (s *server) diagnose(ctx context.Context, uri string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.diagnoses.mu.Lock()
	if s.diagnoses.stop == nil {
		s.diagnoses.stop = make(map[string]context.CancelFunc)
	}
	s.diagnoses.stop[uri] = cancel
	s.diagnoses.mu.Unlock()
	r := &request{server: s, ctx: ctx, snapshot: s.current()}
	var places []session.Place
	if place, ok := r.snapshot.Place(uri); ok {
		places = append(places, place)
	} else if n := r.snapshot.Notebook(uri); n != nil {
		places = n.Places()
	}
	for _, place := range places {
		found, err := r.diagnostics(place)
		if err != nil || ctx.Err() != nil {
			return // a later edit has its own report
		}
		s.publish(place.URI, found)
	}
}

// publish sends the diagnostics of a document.
func (s *server) publish(uri string, found []protocol.Diagnostic) {
	if s.supports.pull || !s.supports.publish {
		return
	}
	if found == nil {
		found = []protocol.Diagnostic{}
	}
	params := &protocol.PublishDiagnosticsParams{URI: protocolURI(uri), Diagnostics: found}
	if place, ok := s.current().Place(uri); ok && place.Whole() {
		params.Version = protocol.NewOptional(place.Document.Version)
	}
	if err := s.client.PublishDiagnostics(s.base, params); err != nil && s.base.Err() == nil {
		s.log.Debug("diagnostics were not sent", "reason", err.Error())
	}
}
