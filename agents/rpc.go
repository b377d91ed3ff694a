package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/coder/acp-go-sdk"
)

const (
	// maxRequests bounds the requests of an agent that are worked on at a time.
	maxRequests = 64
	// maxWaiting bounds the bytes that wait for an agent to read them while it
	// asks for more.
	maxWaiting = 64 << 20
	// maxNoise bounds what an agent may print beside messages, in bytes.
	maxNoise = 4 << 20
)

// A message is one JSON-RPC message of an agent, of any kind.
type message struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params json.RawMessage   `json:"params"`
	Result json.RawMessage   `json:"result"`
	Error  *acp.RequestError `json:"error"`
}

// A reply is the answer to a call.
type reply struct {
	result json.RawMessage
	err    *acp.RequestError
}

// A handler gets what an agent sends by itself.
type handler interface {
	// notified is called in the order of the messages, and before the answers
	// that follow them. An error ends the connection.
	notified(method string, params json.RawMessage) error
	// asked may block. It is called concurrently.
	asked(ctx context.Context, method string, params json.RawMessage) (any, *acp.RequestError)
}

// A conn is the client's end of a JSON-RPC connection to an agent.
//
// It is in place of the SDK's own connection, of which five things do not hold
// with agents that misbehave: its writes ignore the context, it loses an answer
// when the agent exits right after it, more than 1,024 notifications in a row
// or a long line close it, and its logger has a race. Here, answers are
// delivered by the one goroutine that reads, before it sees the end of the
// output, and notifications are handled by it, so the agent waits if they are
// too many.
type conn struct {
	out     *frameWriter
	handler handler
	ctx     context.Context // of the agent's requests
	cancel  context.CancelFunc
	slots   chan struct{}

	mu      sync.Mutex
	next    int64
	pending map[int64]chan reply
	err     error
	done    chan struct{} // closed when err is set

	noise      int    // bytes that are no messages
	firstNoise string // the first line of them
	heard      bool   // a message has come
}

func newConn(in io.WriteCloser, h handler) *conn {
	c := &conn{
		out: newFrameWriter(in), handler: h,
		slots: make(chan struct{}, maxRequests), pending: map[int64]chan reply{}, done: make(chan struct{}),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// read reads messages until the end of the output, whose error it returns:
// io.EOF, or what was wrong with a message.
func (c *conn) read(r io.Reader) error {
	frames := newFrameReader(r)
	for {
		line, err := frames.next()
		if err == nil {
			err = c.receive(line)
		}
		if err != nil {
			return err
		}
	}
}

func (c *conn) receive(line []byte) error {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil
	}
	var m message
	if err := json.Unmarshal(line, &m); err != nil {
		if line[0] == '{' && bytes.Contains(line, []byte(`"jsonrpc"`)) {
			return errors.New("a message that is not valid JSON-RPC")
		}
		return c.ignore(line)
	}
	isReply := m.Method == "" && (m.Result != nil || m.Error != nil)
	if m.Method == "" && !isReply {
		return c.ignore(line) // such as a log line in JSON
	}
	c.mu.Lock()
	c.heard = true
	c.mu.Unlock()
	hasID := len(m.ID) > 0 && !bytes.Equal(m.ID, []byte("null"))
	switch {
	case isReply && !hasID:
		if m.Error == nil {
			return errors.New("an answer without an id")
		}
		return fmt.Errorf("it could not read a message: %s", m.Error.Message)
	case isReply:
		c.deliver(m)
	case hasID:
		return c.answer(m)
	default:
		return c.handler.notified(m.Method, m.Params)
	}
	return nil
}

// ignore passes over output that is no message, such as a banner.
func (c *conn) ignore(line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.noise == 0 {
		c.firstNoise = string(line[:min(len(line), detailMax)])
	}
	if c.noise += len(line); c.noise > maxNoise {
		return errors.New("more than 4 MiB of output that is not ACP")
	}
	return nil
}

// babble returns the first line that was no message, and whether no message
// came at all.
func (c *conn) babble() (first string, only bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.firstNoise, c.noise > 0 && !c.heard
}

func (c *conn) deliver(m message) {
	id, err := strconv.ParseInt(string(bytes.Trim(m.ID, `"`)), 10, 64)
	if err != nil {
		return
	}
	c.mu.Lock()
	waiting := c.pending[id]
	delete(c.pending, id)
	c.mu.Unlock()
	if waiting != nil { // else it is an answer to a call that was given up
		waiting <- reply{result: bytes.Clone(m.Result), err: m.Error}
	}
}

// answer answers a request of the agent.
func (c *conn) answer(m message) error {
	select {
	case c.slots <- struct{}{}:
	default:
		return fmt.Errorf("more than %d requests at a time", maxRequests)
	}
	id, params := bytes.Clone(m.ID), bytes.Clone(m.Params)
	go func() {
		defer func() { <-c.slots }()
		response := struct {
			Version string            `json:"jsonrpc"`
			ID      json.RawMessage   `json:"id"`
			Result  any               `json:"result,omitempty"`
			Error   *acp.RequestError `json:"error,omitempty"`
		}{Version: "2.0", ID: id}
		response.Result, response.Error = c.handler.asked(c.ctx, m.Method, params)
		frame, err := json.Marshal(response)
		if err != nil {
			response.Result, response.Error = nil, acp.NewInternalError(nil)
			frame, _ = json.Marshal(response)
		}
		if c.out.write(frame) > maxWaiting {
			c.fail(errors.New("it asks, but does not read the answers"))
		}
	}()
	return nil
}

// fail ends all calls with err, and those to come. Only the first one counts.
func (c *conn) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.done)
		c.cancel()
	}
}

// start sends a request. Its answer arrives in the channel, if at all.
func (c *conn) start(method string, params any) (<-chan reply, func(), error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, nil, err
	}
	arrived := make(chan reply, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.pending[id] = arrived
	c.mu.Unlock()
	c.send(&id, method, raw)
	forget := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.pending, id)
	}
	return arrived, forget, nil
}

// notify sends a notification.
func (c *conn) notify(method string, params any) {
	if raw, err := json.Marshal(params); err == nil {
		c.send(nil, method, raw)
	}
}

func (c *conn) send(id *int64, method string, params json.RawMessage) {
	frame, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      *int64          `json:"id,omitempty"`
		Method  string          `json:"method"`
		Params  json.RawMessage `json:"params"`
	}{"2.0", id, method, params})
	if err == nil {
		c.out.write(frame)
	}
}

// call sends a request and waits for its answer, which is decoded into result
// unless that is nil. The error is that of the context, of the connection, a *acp.RequestError, or
// that the answer has another shape.
func (c *conn) call(ctx context.Context, method string, params, result any) error {
	arrived, forget, err := c.start(method, params)
	if err != nil {
		return err
	}
	defer forget()
	select {
	case r := <-arrived:
		return r.decode(method, result)
	case <-c.done:
		select {
		case r := <-arrived: // it came before the end
			return r.decode(method, result)
		default:
			return c.err
		}
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (r reply) decode(method string, result any) error {
	if r.err != nil {
		return r.err
	}
	if result == nil {
		return nil
	}
	if err := decode(r.result, result); err != nil {
		return fmt.Errorf("a malformed answer to %s: %w", method, err)
	}
	return nil
}

// decode decodes a part of a message. The text comes from the agent, and no
// text may end this program.
func decode(text json.RawMessage, into any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return json.Unmarshal(text, into)
}
