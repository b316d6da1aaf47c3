package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
)

// newLog returns the log of a session: to the client what its user should know,
// and to a file, if there is one, everything.
func newLog(s *server, file io.Writer) (*slog.Logger, *clientLog) {
	toClient := &clientLog{client: s.client, ctx: s.base, level: new(slog.LevelVar), trace: new(atomic.Int32)}
	if file == nil {
		return slog.New(toClient), toClient
	}
	toFile := slog.NewTextHandler(file, &slog.HandlerOptions{Level: slog.LevelDebug})
	return slog.New(slog.NewMultiHandler(toClient, toFile)), toClient
}

// clientLog sends records to the client as window/logMessage.
type clientLog struct {
	client protocol.Client
	ctx    context.Context
	level  *slog.LevelVar
	attrs  string // of the records, already formatted
	trace  *atomic.Int32
}

// How much the client wants to know of the messages.
const (
	traceOff = iota
	traceMessages
	traceVerbose
)

func traces(v protocol.TraceValue) int32 {
	switch v {
	case protocol.TraceValueMessages:
		return traceMessages
	case protocol.TraceValueVerbose:
		return traceVerbose
	}
	return traceOff
}

// maxTraced bounds the bytes of a message's parameters in a trace.
const maxTraced = 2000

// traced tells the client, if it wants to know, that a message was dealt with.
func (l *clientLog) traced(name string, params []byte, took time.Duration, err error) {
	level := l.trace.Load()
	if level == traceOff {
		return
	}
	outcome := ""
	if err != nil {
		outcome = ": " + err.Error()
	}
	told := &protocol.LogTraceParams{Message: fmt.Sprintf("%s took %v%s", name, took.Round(10*time.Microsecond), outcome)}
	if level == traceVerbose {
		text := string(params[:min(len(params), maxTraced)])
		told.Verbose = &text
	}
	_ = l.client.LogTrace(l.ctx, told) // a trace that is lost is no loss
}

// setTrace sets how much the client is told.
func (l *clientLog) setTrace(v protocol.TraceValue) {
	l.trace.Store(traces(v))
	if v == protocol.TraceValueVerbose {
		l.level.Set(slog.LevelDebug)
	} else {
		l.level.Set(slog.LevelInfo)
	}
}

// Enabled implements [slog.Handler].
func (l *clientLog) Enabled(_ context.Context, level slog.Level) bool {
	return level >= l.level.Level()
}

// Handle implements [slog.Handler].
func (l *clientLog) Handle(_ context.Context, r slog.Record) error {
	var text strings.Builder
	text.WriteString(r.Message)
	text.WriteString(l.attrs)
	r.Attrs(func(a slog.Attr) bool {
		fmt.Fprintf(&text, " %s=%v", a.Key, a.Value)
		return true
	})
	return l.client.LogMessage(l.ctx, &protocol.LogMessageParams{Type: messageType(r.Level), Message: text.String()})
}

// WithAttrs implements [slog.Handler].
func (l *clientLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *l
	for _, a := range attrs {
		next.attrs += fmt.Sprintf(" %s=%v", a.Key, a.Value)
	}
	return &next
}

// WithGroup implements [slog.Handler]. Messages are for people, who need none.
func (l *clientLog) WithGroup(string) slog.Handler { return l }

// messageType returns how grave the protocol calls a level.
func messageType(level slog.Level) protocol.MessageType {
	switch {
	case level >= slog.LevelError:
		return protocol.MessageTypeError
	case level >= slog.LevelWarn:
		return protocol.MessageTypeWarning
	case level >= slog.LevelInfo:
		return protocol.MessageTypeInfo
	}
	return protocol.MessageTypeLog
}
