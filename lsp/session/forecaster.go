package session

import (
	"context"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

// Example is one call of a function, from which its values can be shown.
type Example struct {
	Call   string // as Python source
	Setup  string // statements that run before it
	Origin string // where it comes from: "doctest", "assert", "test", "call", ...
	File   string // the path of the file it stands in; empty: that of the function
	Line   int    // the 1-based line it stands on, 0 when it stands nowhere
	Raises bool   // it stands where an exception is expected
	Pinned bool   // the user has pinned it
}

// Origins of examples that are in no source.
const (
	OriginGiven     = "given"     // typed by the user
	OriginPinned    = "pinned"    // kept in the file of pins
	OriginPredicted = "predicted" // made up
)

// Same reports whether two examples do the same.
func (ex Example) Same(other Example) bool { return ex.Call == other.Call && ex.Setup == other.Setup }

// Predicted reports whether the arguments of the example are to be made up.
func (ex Example) Predicted() bool { return ex.Origin == OriginPredicted && ex.Call == "" }

// Forecast is what one example does to a function.
type Forecast struct {
	Example  Example
	Timeline *timeline.Timeline

	Spots   []SpotValue // of the expression that the question named
	Skipped int         // values of it in the middle that were not kept
}

// Question asks for a forecast.
type Question struct {
	Document *Document
	Function string   // its qualified name; empty for the top level of the module
	Example  *Example // nil: the best there is

	// Spot, if it is not empty, is an expression whose values are wanted.
	Spot Spot
	// Alternatives asks for what predicted values might be instead.
	Alternatives bool

	// Open returns the parsed text of a file that is open in the editor, false
	// for one that is not.
	Open func(path string) (*syntax.File, bool)

	// Threshold is the least probability with which a predicted value is shown.
	Threshold float64
	// Classes asks for the classes of values that can not be predicted.
	Classes bool
}

// Spot is an expression, by its byte offsets, or a variable as a line is about to run.
type Spot struct {
	Start, End int
	Name       string
	Line       int
}

// SpotValue is a value that an expression had.
type SpotValue struct {
	Hit int // which time it was computed, from 1
	timeline.Value
}

// Forecaster answers what a program will do. Its methods are called from any
// number of goroutines at once. They stop soon after ctx is cancelled, and
// return errors that are one clear line.
type Forecaster interface {
	// Examples lists the examples of a function, the best first. The function
	// is given by its qualified name; empty means the top level of the module.
	// open gives the text of files that are open in the editor.
	Examples(ctx context.Context, doc *Document, function string, open func(path string) (*syntax.File, bool)) ([]Example, error)

	// Forecast makes a forecast.
	Forecast(ctx context.Context, q Question) (*Forecast, error)

	// Imports lists the files of the project that a document imports, directly
	// or not. entangled is set if one of them imports the document in turn, or
	// if that can not be told.
	Imports(doc *Document, open func(path string) (*syntax.File, bool)) (paths []string, entangled bool)
}
