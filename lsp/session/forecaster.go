package session

import (
	"context"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

// Example is one call of a function, from which its values can be shown.
type Example struct {
	Call   string // as Python source
	Origin string // where it comes from: "doctest", "assert", "test", "call", ...
	Line   int    // the 1-based line it stands on, 0 when it stands nowhere
}

// Forecast is what one example does to a function.
type Forecast struct {
	Example  Example
	Timeline *timeline.Timeline
}

// Question asks for a forecast.
type Question struct {
	Document *Document
	Function string   // its qualified name; empty for the top level of the module
	Example  *Example // nil: the best there is

	// Open returns the parsed text of a file that is open in the editor, false
	// for one that is not.
	Open func(path string) (*syntax.File, bool)

	// Threshold is the least probability with which a predicted value is shown.
	Threshold float64
}

// Forecaster answers what a program will do. Its methods are called from any
// number of goroutines at once. They stop soon after ctx is cancelled, and
// return errors that are one clear line.
type Forecaster interface {
	// Examples lists the examples of a function, the best first. The function
	// is given by its qualified name; empty means the top level of the module.
	Examples(ctx context.Context, doc *Document, function string) ([]Example, error)

	// Forecast makes a forecast.
	Forecast(ctx context.Context, q Question) (*Forecast, error)
}
