package main

import (
	"encoding/json"
	"io"

	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// The document that "predict --json" prints.
type (
	predictDoc struct {
		File        string          `json:"file"`
		Function    string          `json:"function"`
		Engine      forecast.Engine `json:"engine"`
		Example     exampleDoc      `json:"example"`
		Lines       []lineDoc       `json:"lines"`
		Result      *valueDoc       `json:"result"`
		Exception   *exceptionDoc   `json:"exception"`
		Stopped     *stoppedDoc     `json:"stopped"`
		Assumptions []assumptionDoc `json:"assumptions"`
	}
	exampleDoc struct {
		Call   string `json:"call"`
		Origin string `json:"origin"`
		Line   int    `json:"line"`
	}
	lineDoc struct {
		Line   int        `json:"line"`
		Hits   int        `json:"hits"`
		Values []valueDoc `json:"values"`
		Branch []string   `json:"branch,omitempty"`
		Output string     `json:"output,omitempty"`
	}
	valueDoc struct {
		Name       string              `json:"name,omitempty"`
		Hit        int                 `json:"hit,omitempty"`
		Repr       *string             `json:"repr"`
		Provenance timeline.Provenance `json:"provenance"`
		P          float64             `json:"p"`
		Class      string              `json:"class,omitempty"`
		Reason     string              `json:"reason,omitempty"`
	}
	exceptionDoc struct {
		Type       string              `json:"type"`
		Message    string              `json:"message"`
		Line       int                 `json:"line"`
		Provenance timeline.Provenance `json:"provenance"`
		P          float64             `json:"p"`
	}
	stoppedDoc struct {
		Limit  string `json:"limit"`
		Line   int    `json:"line"`
		Reason string `json:"reason,omitempty"`
	}
	assumptionDoc struct {
		Line       int                 `json:"line"`
		Expression string              `json:"expression"`
		Repr       string              `json:"repr"`
		Class      string              `json:"class"`
		P          float64             `json:"p"`
		Source     timeline.Provenance `json:"source"`
	}
)

func writeJSON(w io.Writer, path string, f *forecast.Forecast) error {
	tl := f.Timeline
	doc := predictDoc{
		File: path, Function: tl.Function, Engine: f.Engine,
		Example: exampleDoc{Call: f.Example.Call, Origin: f.Example.Origin, Line: f.Example.Line},
		Lines:   []lineDoc{}, Assumptions: []assumptionDoc{},
	}
	for _, l := range tl.Lines {
		d := lineDoc{Line: l.Line, Hits: l.Hits, Values: []valueDoc{}, Output: l.Output}
		for _, c := range l.Changes {
			v := toDoc(c.Value)
			v.Name, v.Hit = c.Name, c.Hit
			d.Values = append(d.Values, v)
		}
		for _, b := range l.Branch {
			d.Branch = append(d.Branch, b.Repr)
		}
		doc.Lines = append(doc.Lines, d)
	}
	if tl.Result != nil {
		v := toDoc(*tl.Result)
		doc.Result = &v
	}
	if e := tl.Exception; e != nil {
		doc.Exception = &exceptionDoc{e.Type, e.Message, e.Line, e.Provenance, e.P}
	}
	if s := tl.Stopped; s != nil {
		doc.Stopped = &stoppedDoc{s.Limit, s.Line, s.Reason}
	}
	for _, a := range tl.Assumptions {
		doc.Assumptions = append(doc.Assumptions, assumptionDoc{a.Line, a.Expression, a.Repr, a.Class, a.P, a.Source})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

func toDoc(v timeline.Value) valueDoc {
	d := valueDoc{Provenance: v.Provenance, P: v.P, Class: v.Class, Reason: v.Reason}
	if v.Known() {
		d.Repr = &v.Repr
	}
	return d
}
