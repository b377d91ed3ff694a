package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/coder/acp-go-sdk"
)

// A reply is the answer to a call.
type reply struct {
	result json.RawMessage
	err    *acp.RequestError
}

// A handler handles the notifications and requests of an agent.
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

// fail ends all current and future calls with err. Only the first err counts.
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
// unless that is nil. The error is the context's, the connection's, a
// *acp.RequestError, or the error of decoding the answer.
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
