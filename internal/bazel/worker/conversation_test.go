package worker

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"
)

// A conversation is Bazel's end of a worker's pipes.
type conversation struct {
	t        *testing.T
	requests *io.PipeWriter
	answers  *json.Decoder
	done     chan error
}

func converse(t *testing.T, s *Server) *conversation { return converseIn(t, t.Context(), s) }

func converseIn(t *testing.T, ctx context.Context, s *Server) *conversation {
	requests, toWorker := io.Pipe()
	fromWorker, answers := io.Pipe()
	p := &conversation{t: t, requests: toWorker, answers: json.NewDecoder(fromWorker), done: make(chan error, 1)}
	go func() {
		p.done <- s.Serve(ctx, requests, answers)
		answers.Close()
	}()
	t.Cleanup(func() {
		toWorker.Close()
		fromWorker.Close()
	})
	return p
}

func (p *conversation) send(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.requests, text); err != nil {
		p.t.Fatal(err)
	}
}

// answer waits for the next answer.
func (p *conversation) answer() response {
	p.t.Helper()
	var got response
	if err := p.answers.Decode(&got); err != nil {
		p.t.Fatalf("no answer: %v", err)
	}
	return got
}

// end closes the requests; the worker must end with err, and no more answers.
func (p *conversation) end(err error) {
	p.t.Helper()
	p.requests.Close()
	p.stopped(err)
}

// stopped waits for the worker, which must end with err, and no more answers.
func (p *conversation) stopped(err error) {
	p.t.Helper()
	var more response
	if got := p.answers.Decode(&more); !errors.Is(got, io.EOF) {
		p.t.Errorf("one more answer: %+v, %v", more, got)
	}
	if got := p.result(); !errors.Is(got, err) {
		p.t.Errorf("the worker ended with %v, want %v", got, err)
	}
}

func (p *conversation) result() error { return <-p.done }
