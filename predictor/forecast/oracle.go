package forecast

import (
	"context"

	"augur/analysis/eval"
	"augur/analysis/example"
)

func (r *Request) oracle() eval.Oracle { return nil }

func (r *Request) predictArguments(context.Context) (*example.Example, bool) { return nil, false }

func (r *Request) neural(ctx context.Context) (*Forecast, error) { return nil, ErrNoExample }
