package session

import (
	"context"

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

// Forecaster answers what a program will do. Its methods are called from any
// number of goroutines at once. They stop soon after ctx is cancelled, and
// return errors that are one clear line.
type Forecaster interface {
	// Examples lists the examples of a function, the best first. The function
	// is given by its qualified name; empty means the top level of the module.
	Examples(ctx context.Context, doc *Document, function string) ([]Example, error)

	// Forecast makes a forecast. Without an example it uses the best there is.
	Forecast(ctx context.Context, doc *Document, function string, example *Example) (*Forecast, error)
}
