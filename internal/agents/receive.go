package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/coder/acp-go-sdk"
)

const (
	// maxRequests bounds the requests of an agent that are worked on at a time.
	maxRequests = 64
	// maxWaiting bounds the bytes that wait for an agent to read them while it
	// asks for more.
	maxWaiting = 64 << 20
	// maxNoise bounds the output of an agent other than messages, in bytes.
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

// read reads messages until the end of the output, whose error it returns:
// io.EOF, or the error in a message.
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
		return fmt.Errorf("could not read a message: %s", m.Error.Message)
	case isReply:
		c.deliver(m)
	case hasID:
		return c.answer(m)
	default:
		return c.handler.notified(m.Method, m.Params)
	}
	return nil
}

// ignore skips output that is not a message, such as a banner.
func (c *conn) ignore(line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.noise == 0 {
		c.firstNoise = string(line[:min(len(line), stderrKept)])
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
			c.fail(errors.New("asks, but does not read the answers"))
		}
	}()
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
