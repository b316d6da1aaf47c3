package server

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// progressAfter is how long a request may take before its user is told that it
// is under way.
const progressAfter = time.Second

// progress tells the client of a request that takes long. The returned function
// says that the request is answered. The token is the client's; without one, a
// client that knows progress is given one.
func (r *request) progress(token protocol.ProgressToken) (done func()) {
	if token == nil && !r.supports.progress {
		return func() {}
	}
	ctx, cancel := context.WithCancel(r.base)
	var mu sync.Mutex // held while messages are sent, so that end follows begin
	began := false
	timer := time.AfterFunc(progressAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if token == nil {
			token = protocol.String(fmt.Sprintf("augur-%d", r.tokens.Add(1)))
			if r.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
				return
			}
		}
		if ctx.Err() == nil {
			began = true
			r.report(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: "Augur is computing values"})
		}
	})
	return func() {
		cancel()
		if timer.Stop() {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if began {
			r.report(token, &protocol.WorkDoneProgressEnd{Kind: "end"})
		}
	}
}

// report sends a message of a progress.
func (s *server) report(token protocol.ProgressToken, value any) {
	raw, err := protocol.Marshal(value)
	if err == nil {
		err = s.client.Progress(s.base, &protocol.ProgressParams{Token: token, Value: raw})
	}
	if err != nil && s.base.Err() == nil {
		s.log.Debug("progress was not sent", "reason", err.Error())
	}
}
