package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// maxMessage bounds the length of one message. A longer one is skipped and
// answered with an error.
const maxMessage = 256 << 20

// contentLength is the header that every message starts with.
const contentLength = "Content-Length:"

// A stream reads and writes messages in the framing of the base protocol.
//
// It differs from the one in jsonrpc2 in what happens when something is wrong.
// There a bad header or bad JSON ends the connection; here it is answered with
// an error, and reading goes on at the next header that makes sense. Writing
// never blocks, because the goroutine that reads also writes: a client that
// writes a lot before it reads would otherwise stop both sides for good.
type stream struct {
	in     *bufio.Reader
	body   []byte // of the last message; reused
	lost   bool   // what came last made no sense, and was answered
	closer io.Closer
	onEnd  func() // called once reading has ended

	out    io.Writer
	mu     sync.Mutex
	wake   *sync.Cond // signals a change of the fields below
	queue  []byte     // guarded by mu: what waits to be written
	closed bool       // guarded by mu
	failed error      // guarded by mu: why writing failed
	idle   bool       // guarded by mu: the writer has nothing to do
}

// newStream returns a stream and starts its writer.
func newStream(in io.Reader, out io.Writer, onEnd func()) *stream {
	s := &stream{in: bufio.NewReaderSize(in, 64<<10), out: out, onEnd: onEnd}
	s.closer, _ = in.(io.Closer)
	s.wake = sync.NewCond(&s.mu)
	go s.write()
	return s
}

// Read implements [jsonrpc2.Stream]: it returns the next message that can be
// understood, and answers those before it that can not.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		length, err := s.readHeader()
		if err != nil {
			s.onEnd()
			return nil, 0, err
		}
		if length > maxMessage {
			s.refuse(jsonrpc2.ID{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest,
				"a message of %d bytes is too long; the limit is %d", length, maxMessage))
			if _, err := io.CopyN(io.Discard, s.in, length); err != nil {
				s.onEnd()
				return nil, 0, err
			}
			continue
		}
		if int64(cap(s.body)) < length {
			s.body = make([]byte, length)
		}
		body := s.body[:length]
		if _, err := io.ReadFull(s.in, body); err != nil {
			s.onEnd()
			return nil, 0, err
		}
		msg, err := jsonrpc2.DecodeMessage(body)
		s.lost = err != nil
		if err == nil {
			return msg, length, nil
		}
		if msg := s.recoverMessage(body, err); msg != nil {
			return msg, length, nil
		}
	}
}

// readHeader reads up to the end of the next header that has a length and
// returns the length. Anything else is skipped, and answered with one error for
// all that comes before the next message.
func (s *stream) readHeader() (int64, error) {
	length := int64(-1)
	garbage := ""
	atLineStart := true
	for {
		line, err := s.in.ReadSlice('\n')
		full := err == nil
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			if err == io.EOF && (len(line) > 0 || length >= 0) {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
		text := bytes.TrimRight(line, "\r\n")
		switch {
		case len(text) == 0 && atLineStart && full:
			if length < 0 && garbage == "" {
				garbage = "a message header without Content-Length"
			}
			if garbage != "" && !s.lost {
				s.refuse(jsonrpc2.ID{}, jsonrpc2.NewError(jsonrpc2.ParseError, garbage))
				s.lost = true
			}
			if length >= 0 {
				return length, nil
			}
			garbage = ""
		default:
			value, skipped, found := cutLength(text)
			n, err := strconv.ParseInt(value, 10, 64)
			switch {
			case found && err == nil && n > 0:
				length = n
				if skipped {
					garbage = "bytes that belong to no message were skipped"
				}
			case found:
				garbage = fmt.Sprintf("a message header with the Content-Length %.40q", value)
			case length < 0 && !(atLineStart && isHeaderField(text)):
				garbage = "bytes that belong to no message were skipped"
			}
		}
		atLineStart = full
	}
}

// cutLength finds a Content-Length header in a line. The header may stand
// behind the rest of a message that was longer than its own header said.
func cutLength(line []byte) (value string, skipped, found bool) {
	for i := len(line) - len(contentLength); i >= 0; i-- {
		end := i + len(contentLength)
		if strings.EqualFold(string(line[i:end]), contentLength) {
			return strings.TrimSpace(string(line[end:])), i > 0, true
		}
	}
	return "", false, false
}

// isHeaderField reports whether a line looks like "Name: value".
func isHeaderField(line []byte) bool {
	name, _, found := bytes.Cut(line, []byte(":"))
	return found && len(name) > 0 && !bytes.ContainsAny(name, " \t{}[]\"")
}

// recoverMessage deals with a body that is no JSON-RPC message. A request is
// answered with the error, under its own id where it has one that can be read.
// A response is never answered: it is returned in a form that ends the call
// that waits for it.
func (s *stream) recoverMessage(body []byte, err error) jsonrpc2.Message {
	var wire *jsonrpc2.Error
	if !errors.As(err, &wire) {
		wire = jsonrpc2.ErrParse
	}
	var env struct {
		ID     json.RawMessage `json:"id"`
		Method json.RawMessage `json:"method"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &env) != nil {
		s.refuse(jsonrpc2.ID{}, jsonrpc2.NewError(wire.Code, "the message is no JSON-RPC object"))
		return nil
	}
	id := parseID(env.ID)
	isResponse := env.Method == nil && id.IsValid() && (env.Result != nil || env.Error != nil)
	if isResponse {
		if env.Error == nil || string(env.Error) == "null" {
			return jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(env.Result), nil)
		}
		return jsonrpc2.NewResponse(id, nil, jsonrpc2.Errorf(jsonrpc2.UnknownError, "the client answered with a malformed error"))
	}
	s.refuse(id, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the message is no valid JSON-RPC 2.0 request"))
	return nil
}

// parseID reads the id of a message, leaving it unset when it is none.
func parseID(raw json.RawMessage) jsonrpc2.ID {
	var number int64
	if json.Unmarshal(raw, &number) == nil && string(raw) != "null" {
		return jsonrpc2.NewNumberID(number)
	}
	var text string
	if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		return jsonrpc2.NewStringID(text)
	}
	return jsonrpc2.ID{}
}

// refuse answers a message with an error.
func (s *stream) refuse(id jsonrpc2.ID, err *jsonrpc2.Error) {
	s.enqueue(jsonrpc2.NewResponse(id, nil, err))
}

// Write implements [jsonrpc2.Stream].
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	return s.enqueue(msg)
}

// enqueue hands a message to the writer.
func (s *stream) enqueue(msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.failed != nil:
		return 0, s.failed
	case s.closed:
		return 0, io.ErrClosedPipe
	}
	before := len(s.queue)
	s.queue = fmt.Appendf(s.queue, "Content-Length: %d\r\n\r\n", len(body))
	s.queue = append(s.queue, body...)
	s.wake.Broadcast()
	return int64(len(s.queue) - before), nil
}

// write is the writer: it writes what is queued until the stream is closed.
func (s *stream) write() {
	var spare []byte
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for len(s.queue) == 0 && !s.closed {
			s.idle = true
			s.wake.Broadcast()
			s.wake.Wait()
		}
		s.idle = false
		if len(s.queue) == 0 {
			s.idle = true
			s.wake.Broadcast()
			return
		}
		batch := s.queue
		s.queue = spare[:0]
		s.mu.Unlock()
		_, err := s.out.Write(batch)
		s.mu.Lock()
		spare = batch
		if cap(spare) > 1<<20 {
			spare = nil // one long answer shall not be paid for forever
		}
		if err != nil {
			s.failed = fmt.Errorf("writing to the client: %w", err)
			s.queue = nil
			s.closed = true
		}
	}
}

// Close implements [jsonrpc2.Stream]. What is queued is still written.
func (s *stream) Close() error {
	s.mu.Lock()
	s.closed = true
	s.wake.Broadcast()
	s.mu.Unlock()
	if s.closer != nil {
		return s.closer.Close()
	}
	return nil
}

// flush waits until all that is queued has been written, or until ctx ends.
func (s *stream) flush(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.wake.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !(s.idle && len(s.queue) == 0) && s.failed == nil && ctx.Err() == nil {
		s.wake.Wait()
	}
}
