// Package dataset makes training data from what the tracer recorded: raw
// records become questions with their right answers, questions become packed
// shards. Nothing is kept that a benchmark holds, and no project is on both
// sides of the split between training and validation.
package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"augur/predictor/prompt"
)

// schema is the version of the tracer's records that this package reads.
const schema = 1

// A Record is what the tracer recorded of one function. The Python package
// recording documents the fields.
type Record struct {
	Version int        `json:"v"`
	Project string     `json:"project"`
	Path    string     `json:"path"`
	Name    string     `json:"name"`
	Qual    string     `json:"qual"`
	Line    int        `json:"line"`
	Source  string     `json:"src"`
	Params  [][]string `json:"params"`
	Stmts   []Stmt     `json:"stmts"`
	Events  []Event    `json:"events"`
	Calls   []Call     `json:"calls"`
}

// A Stmt is a statement that can be asked about.
type Stmt struct {
	Kind       string `json:"k"`
	Text       string `json:"t"`
	Line       int    `json:"l"`
	Target     string `json:"tg"`
	Expression string `json:"ex"`
	Annotation string `json:"an"`
}

// Bindings keeps the order of a JSON object's members.
type Bindings []prompt.Binding

// UnmarshalJSON reads an object whose values are strings.
func (b *Bindings) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fmt.Errorf("bindings: %v where an object is expected", t)
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return err
		}
		var v string
		if err := d.Decode(&v); err != nil {
			return err
		}
		*b = append(*b, prompt.Binding{Name: k.(string), Repr: v})
	}
	return nil
}

// An Event is one execution of a statement.
type Event struct {
	Call, Stmt int
	Before     Bindings
	Outcome    Outcome
}

// An Outcome is what a statement did: one of the fields is set, Changed and
// Return together on a return statement.
type Outcome struct {
	Changed   Bindings `json:"c"`
	Return    string   `json:"r"`
	Truth     *bool    `json:"b"`
	Items     string   `json:"i"`
	Exception string   `json:"x"`
}

// UnmarshalJSON reads the four elements of an event.
func (e *Event) UnmarshalJSON(data []byte) error {
	return unpack(data, &e.Call, &e.Stmt, &e.Before, &e.Outcome)
}

// A Call is one call's arguments and outcome.
type Call struct {
	Args    Bindings
	Status  string // "ret" or "exc"
	Result  string
	Mutated bool
}

// UnmarshalJSON reads the four elements of a call.
func (c *Call) UnmarshalJSON(data []byte) error {
	return unpack(data, &c.Args, &c.Status, &c.Result, &c.Mutated)
}

func unpack(data []byte, into ...any) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) != len(into) {
		return fmt.Errorf("%d elements where %d are expected", len(parts), len(into))
	}
	for i, p := range parts {
		if err := json.Unmarshal(p, into[i]); err != nil {
			return err
		}
	}
	return nil
}

// Read calls f for each record of a gzip-compressed file of the tracer.
func Read(path string, f func(*Record) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	z, err := gzip.NewReader(bufio.NewReaderSize(file, 1<<20))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	d := json.NewDecoder(z)
	for {
		r := &Record{}
		if err := d.Decode(r); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if r.Version != schema {
			return fmt.Errorf("%s: record of schema %d, this program reads %d: trace again", path, r.Version, schema)
		}
		if err := f(r); err != nil {
			return err
		}
	}
}
