// Package forecast answers "what will be here?": it joins the evaluator and the
// oracle into a timeline, with provenance on every value.
package forecast

import (
	"context"
	"errors"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// Engine says who computes.
type Engine string

// The engines.
const (
	Hybrid Engine = "hybrid" // exact where possible, the oracle where not
	Exact  Engine = "exact"  // the evaluator alone: what it cannot compute is unknown
	Neural Engine = "neural" // control flow by the engine, every value by the transformer
)

// Request asks for the timeline of one function under one example.
type Request struct {
	File     *syntax.File
	Path     string           // where the file lies; imports are resolved from there
	Function string           // qualified name; empty: the function that Example calls, or the module's top level
	Example  *example.Example // nil: the first that is found, else predicted arguments
	Engine   Engine           // empty: Hybrid

	// Limits bound the run; the zero value means value.DefaultLimits.
	Limits value.Limits
	// Overlay gives the text of files that are open in an editor; may be nil.
	Overlay func(path string) (*syntax.File, bool)
	// Probe, if set, sees every hit of every line as it completes.
	Probe func(eval.Hit)
	// Asked, if set, stands between the evaluator and the oracle.
	Asked func(eval.Oracle) eval.Oracle
	// Threshold is the probability below which a predicted value stays
	// unknown; 0 means the model's own.
	Threshold float64
	// Alternatives asks for what predicted values might be instead.
	Alternatives bool
	// Classes asks for the class of what can not be predicted.
	Classes bool
	// PredictArguments makes the arguments up even if there are examples.
	PredictArguments bool
	// Plain leaves out what was recorded and learnt of the project.
	Plain bool
	// Spot, if set, is filled with the values of an expression or a variable.
	Spot *eval.Spot
}

// Forecast is the answer.
type Forecast struct {
	Example  example.Example
	Engine   Engine
	Timeline *timeline.Timeline
}

// ErrNoExample says that nothing calls the function and that no arguments could
// be predicted.
var ErrNoExample = errors.New("no example call found; give one with --call 'f(...)'")

// Run makes a forecast. The error is one clear line.
func Run(ctx context.Context, r Request) (*Forecast, error) {
	return run(ctx, r)
}
