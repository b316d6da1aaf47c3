// Package lsptest is a fake editor: it talks to a language server as an editor
// does, for tests.
//
// It has a JSON layer of its own, so that it does not share the mistakes of the
// server's. Nothing in it sleeps: a test says what it expects, and waits until
// that is met or can not be met any more.
package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long an expectation may stay unmet.
const patience = 30 * time.Second

// Client is the editor's end of a connection.
type Client struct {
	t   testing.TB
	out io.WriteCloser // to the server

	writing sync.Mutex // held while a message is written

	mu       sync.Mutex
	news     *sync.Cond         // signals a change of what follows
	lastID   int                // guarded by mu
	answers  map[string]*Answer // guarded by mu: by id
	received []Message          // guarded by mu: what the server sent by itself
	settings json.RawMessage    // guarded by mu: for workspace/configuration
	ended    error              // guarded by mu: why reading ended
	choices  []string           // guarded by mu: what the user takes of messages with choices

	// Encoding is the position encoding that was agreed on.
	Encoding string
}

// Message is a request or a notification of the server.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// Answer is what the server answered to a request.
type Answer struct {
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Error is an error that the server answered with.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Codes of errors.
const (
	ParseError           = -32700
	InvalidRequest       = -32600
	MethodNotFound       = -32601
	InvalidParams        = -32602
	InternalError        = -32603
	ServerNotInitialized = -32002
	RequestFailed        = -32803
	ContentModified      = -32801
	RequestCancelled     = -32800
)

// NewClient returns a client that writes to and reads from a server.
func NewClient(t testing.TB, toServer io.WriteCloser, fromServer io.Reader) *Client {
	c := &Client{t: t, out: toServer, answers: make(map[string]*Answer)}
	c.news = sync.NewCond(&c.mu)
	go c.read(fromServer)
	return c
}

// read takes what the server sends until the end.
func (c *Client) read(from io.Reader) {
	in := bufio.NewReader(from)
	for {
		body, err := readBody(in)
		if err == nil {
			err = c.take(body)
		}
		if err != nil {
			c.mu.Lock()
			c.ended = err
			c.news.Broadcast()
			c.mu.Unlock()
			return
		}
	}
}

// readBody reads one message.
func readBody(in *bufio.Reader) ([]byte, error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, fmt.Errorf("the server sent a bad header: %v", header)
	}
	body := make([]byte, length)
	_, err = io.ReadFull(in, body)
	return body, err
}

// take sorts one message in.
func (c *Client) take(body []byte) error {
	var m struct {
		Message
		Answer
		Version string `json:"jsonrpc"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return fmt.Errorf("the server sent bad JSON: %v in %.200s", err, body)
	}
	if m.Version != "2.0" {
		return fmt.Errorf("the server sent no JSON-RPC 2.0: %.200s", body)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.news.Broadcast()
	if m.Method == "" {
		id := string(m.ID)
		if _, twice := c.answers[id]; twice && id != "null" {
			return fmt.Errorf("the server answered twice: %.200s", body)
		}
		if id == "null" { // of something that had no id; kept in order
			id = fmt.Sprintf("null %d", len(c.answers))
		}
		c.answers[id] = &m.Answer
		return nil
	}
	c.received = append(c.received, m.Message)
	if m.ID != nil {
		go c.answer(m.Message, c.settings)
	}
	return nil
}

// answer answers a request of the server as an editor would.
func (c *Client) answer(m Message, settings json.RawMessage) {
	var result any
	switch m.Method {
	case "workspace/configuration":
		result = []json.RawMessage{orNull(settings)}
	case "window/showDocument":
		result = map[string]bool{"success": true}
	case "workspace/applyEdit":
		result = map[string]bool{"applied": true}
	case "window/showMessageRequest":
		if title := c.nextChoice(); title != "" {
			result = map[string]string{"title": title}
		}
	}
	c.send(map[string]any{"id": m.ID, "result": result})
}

// Answers says what the user will take of the messages with choices that come, one
// after another. Without, the user closes them.
func (c *Client) Answers(titles ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.choices = append(c.choices, titles...)
}

func (c *Client) nextChoice() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.choices) == 0 {
		return ""
	}
	title := c.choices[0]
	c.choices = c.choices[1:]
	return title
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// send sends a message. A server that is gone is noticed by whoever waits.
func (c *Client) send(message map[string]any) {
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		c.t.Errorf("a message can not be encoded: %v", err)
		return
	}
	c.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// Raw sends bytes as they are.
func (c *Client) Raw(text string) {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, _ = io.WriteString(c.out, text)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.send(map[string]any{"method": method, "params": params})
}

// Start sends a request and returns its id.
func (c *Client) Start(method string, params any) int {
	c.mu.Lock()
	c.lastID++
	id := c.lastID
	c.mu.Unlock()
	c.send(map[string]any{"id": id, "method": method, "params": params})
	return id
}

// Finish waits for the answer to a request.
func (c *Client) Finish(id int) (json.RawMessage, *Error) {
	c.t.Helper()
	answer := c.AnswerTo(strconv.Itoa(id))
	return answer.Result, answer.Error
}

// AnswerTo waits for the answer with an id, given as JSON.
func (c *Client) AnswerTo(id string) *Answer {
	c.t.Helper()
	var answer *Answer
	c.Wait("the answer to request "+id, func() bool {
		answer = c.answers[id]
		delete(c.answers, id)
		return answer != nil
	})
	return answer
}

// AnswerToNobody waits for an error without an id, which is how a server answers
// what it does not understand at all.
func (c *Client) AnswerToNobody() *Error {
	c.t.Helper()
	var answer *Answer
	c.Wait("an error for a message that makes no sense", func() bool {
		for id := range c.answers {
			if strings.HasPrefix(id, "null ") {
				answer = c.answers[id]
				delete(c.answers, id)
				return true
			}
		}
		return false
	})
	if answer.Error == nil {
		c.t.Fatalf("got the result %s, want an error", answer.Result)
	}
	return answer.Error
}

// Call sends a request and waits for the answer, which may be an error.
func (c *Client) Call(method string, params any) (json.RawMessage, *Error) {
	c.t.Helper()
	return c.Finish(c.Start(method, params))
}

// MustCall sends a request and decodes the answer. An error fails the test.
func (c *Client) MustCall(method string, params, into any) {
	c.t.Helper()
	result, err := c.Call(method, params)
	if err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
	if into != nil {
		if err := json.Unmarshal(result, into); err != nil {
			c.t.Fatalf("%s: %v in the result %s", method, err, result)
		}
	}
}

// Fails sends a request that has to fail with a code, and returns the message.
func (c *Client) Fails(code int, method string, params any) string {
	c.t.Helper()
	result, err := c.Call(method, params)
	switch {
	case err == nil:
		c.t.Fatalf("%s returned %s, want an error %d", method, result, code)
	case err.Code != code:
		c.t.Fatalf("%s: %v, want an error %d", method, err, code)
	}
	return err.Message
}

// Wait waits until a condition holds. The condition may look at what the client
// has received and is called with the lock held.
func (c *Client) Wait(what string, met func() bool) {
	c.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.news.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !met() {
		switch {
		case c.ended != nil:
			c.t.Fatalf("waiting for %s: the server is gone (%v); %s", what, c.ended, c.story())
		case late:
			c.t.Fatalf("waiting for %s: nothing after %v; %s", what, patience, c.story())
		}
		c.news.Wait()
	}
}

// Poll waits until a condition holds that nothing tells of. It looks at it again
// and again.
func (c *Client) Poll(what string, met func() bool) {
	c.t.Helper()
	for end := time.Now().Add(patience); !met(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("waiting for %s: nothing after %v", what, patience)
		}
	}
}

// Hangup closes the connection to the server without a word.
func (c *Client) Hangup() { _ = c.out.Close() }

// story says what was received; the caller holds mu.
func (c *Client) story() string {
	var b strings.Builder
	b.WriteString("the server sent:")
	for _, m := range c.received {
		fmt.Fprintf(&b, "\n  %s %.300s", m.Method, m.Params)
	}
	return b.String()
}

// WaitFor waits for the next message of the server with a method, and takes it.
func (c *Client) WaitFor(method string) Message {
	c.t.Helper()
	var found Message
	c.Wait(method, func() bool {
		i := slices.IndexFunc(c.received, func(m Message) bool { return m.Method == method })
		if i < 0 {
			return false
		}
		found = c.received[i]
		c.received = slices.Delete(c.received, i, i+1)
		return true
	})
	return found
}

// WaitForLog waits for a log message with a text in it, and takes it.
func (c *Client) WaitForLog(part string) string {
	c.t.Helper()
	var text string
	c.Wait("a log message with "+strconv.Quote(part), func() bool {
		for i, m := range c.received {
			if m.Method == "window/logMessage" && strings.Contains(logText(m), part) {
				text = logText(m)
				c.received = slices.Delete(c.received, i, i+1)
				return true
			}
		}
		return false
	})
	return text
}

// logText returns the text of a log message.
func logText(m Message) string {
	var params struct{ Message string }
	_ = json.Unmarshal(m.Params, &params)
	return params.Message
}

// Count returns how many messages with a method were received and not taken.
func (c *Client) Count(method string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, m := range c.received {
		if m.Method == method {
			n++
		}
	}
	return n
}

// Settings sets what the client answers to workspace/configuration.
func (c *Client) Settings(v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settings = raw
}

// Close ends the session as an editor does, and fails the test if the server
// said anything that the test did not ask for.
func (c *Client) Close() {
	c.t.Helper()
	c.MustCall("shutdown", nil, nil)
	c.Notify("exit", nil)
	c.waitForEnd()
	c.CheckUnread()
	_ = c.out.Close()
}

// waitForEnd waits until the server has closed its side.
func (c *Client) waitForEnd() {
	c.t.Helper()
	c.Wait("the end", func() bool { return c.ended != nil })
	if c.ended != io.EOF {
		c.t.Errorf("the connection ended with: %v", c.ended)
	}
}

// CheckUnread fails the test if there are errors of the server that nobody took:
// answers that nobody waited for, and log messages of warnings and errors.
func (c *Client) CheckUnread() {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, a := range c.answers {
		if a.Error != nil {
			c.t.Errorf("nobody asked for the error with the id %s: %v", id, a.Error)
		}
	}
	for _, m := range c.received {
		var params struct {
			Type    int
			Message string
		}
		_ = json.Unmarshal(m.Params, &params)
		if m.Method == "window/logMessage" && params.Type <= 2 {
			c.t.Errorf("nobody expected the log message: %s", params.Message)
		}
	}
}
