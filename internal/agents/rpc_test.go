package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/coder/acp-go-sdk"
)

// nothing is a handler that grants nothing.
type nothing struct{}

func (nothing) notified(string, json.RawMessage) error { return nil }

func (nothing) asked(context.Context, string, json.RawMessage) (any, *acp.RequestError) {
	return nil, acp.NewMethodNotFound("")
}

// a sink takes all that is written.
type sink struct{ io.Writer }

func (sink) Close() error { return nil }

// TestReplies has answers of all forms to the first call.
func TestReplies(t *testing.T) {
	for _, test := range []struct {
		lines string
		want  string // the result, or the error
		ok    bool
	}{
		{`{"jsonrpc":"2.0","id":1,"result":{"a":1}}`, `{"a":1}`, true},
		{`{"jsonrpc":"2.0","id":"1","result":{"a":1}}`, `{"a":1}`, true},
		{`{"id":1,"result":{"a":1}}`, `{"a":1}`, true},
		{"\r\n\n  " + `{"jsonrpc":"2.0","id":1,"result":{"a":1}}` + "\r\n", `{"a":1}`, true},
		{"hello\n[1]\n\"x\"\nnull\n{\"level\":\"info\"}\n" + `{"id":1,"result":{"a":1}}`, `{"a":1}`, true},
		{`{"id":7,"result":{}}` + "\n" + `{"id":1.5,"result":{}}` + "\n" + `{"id":1,"result":{"a":1}}`, `{"a":1}`, true},
		{`{"id":1,"error":{"code":-32603,"message":"no"}}`, `{"code":-32603,"message":"no"}`, false},
		{`{"id":1,"result":"text"}`, "a malformed answer to m: json: cannot unmarshal string into Go value of type map[string]int", false},
		{`{"jsonrpc":"2.0","result":{}}`, "an answer without an id", false},
		{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"odd"}}`, "could not read a message: odd", false},
		{`{"jsonrpc":"2.0","id":1,`, "a message that is not valid JSON-RPC", false},
		{"", "EOF", false},
		{strings.Repeat("x", maxFrame+1), errFrameTooLarge.Error(), false},
	} {
		c := newConn(sink{io.Discard}, nothing{})
		output, feed := io.Pipe()
		go func() { c.fail(c.read(output)) }()
		go func() {
			for {
				c.mu.Lock()
				called := c.next == 1
				c.mu.Unlock()
				if called {
					break
				}
				time.Sleep(time.Millisecond)
			}
			_, _ = io.WriteString(feed, test.lines)
			_ = feed.Close()
		}()
		var result map[string]int
		err := c.call(context.Background(), "m", nil, &result)
		_ = output.Close()
		c.out.close()
		if test.ok {
			raw, _ := json.Marshal(result)
			if err != nil || string(raw) != test.want {
				t.Errorf("%.60q: %s, %v", test.lines, raw, err)
			}
		} else if err == nil || err.Error() != test.want {
			t.Errorf("%.60q: %v, want %s", test.lines, err, test.want)
		}
	}
}

// blocked is an input that nothing reads until it is closed.
type blocked chan struct{}

func (b blocked) Write([]byte) (int, error) { <-b; return 0, io.ErrClosedPipe }
func (b blocked) Close() error              { return nil }

func TestWritesDoNotBlock(t *testing.T) {
	input := make(blocked)
	c := newConn(input, nothing{})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := c.call(ctx, "m", strings.Repeat("x", 1<<20), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("call() = %v", err)
	}
	close(input)
	<-c.out.done
}

func TestFrames(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	frames := newFrameReader(strings.NewReader("a\n\n" + long + "\nlast"))
	for _, want := range []string{"a", "", long, "last"} {
		if got, err := frames.next(); err != nil || string(got) != want {
			t.Errorf("next() = %.20q, %v, want %.20q", got, err, want)
		}
	}
	if _, err := frames.next(); !errors.Is(err, io.EOF) {
		t.Errorf("next() = %v", err)
	}
	full := strings.Repeat("x", maxFrame-1)
	if got, err := newFrameReader(strings.NewReader(full + "\n")).next(); err != nil || len(got) != len(full) {
		t.Errorf("next() = %d bytes, %v", len(got), err)
	}
}

// FuzzReceive has agents send anything: nothing panics, and all answers are
// JSON, one a line.
func FuzzReceive(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}}}}`,
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":1,"currency":"USD"}}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s","options":[{"kind":"reject_once","optionId":"no"}],"toolCall":{"title":"x"}}}`,
		`{"jsonrpc":"2.0","id":"x","method":"fs/read_text_file","params":{"sessionId":"s","path":"a"}}`,
		`{"jsonrpc":"2.0","id":[],"method":"","result":null}`, `null`, `{"error":{}}`, "\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		a := newAgent(Options{})
		s := &Session{agent: a, id: "s", turn: newTurn(1000)}
		a.sessions["s"] = s
		var written bytes.Buffer
		a.conn = newConn(sink{&written}, a)
		err := a.conn.read(bytes.NewReader(frame))
		if err == nil {
			t.Error("no end")
		}
		for range cap(a.conn.slots) { // until the requests are answered
			a.conn.slots <- struct{}{}
		}
		a.conn.out.close()
		<-a.conn.out.done
		for line := range bytes.Lines(written.Bytes()) {
			if !json.Valid(line) {
				t.Errorf("it writes %q", line)
			}
		}
		if s.turn.text.Len() > 1000 {
			t.Errorf("%d bytes of answer", s.turn.text.Len())
		}
	})
}
