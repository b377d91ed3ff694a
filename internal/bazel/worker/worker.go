// Package worker serves Bazel's persistent worker protocol in its JSON form:
// one process that does the work of many actions, one after another
// (singleplex) or at once (multiplex).
//
// Requests arrive on the input of the process, and its output carries the
// responses and nothing else. See https://bazel.build/remote/creating for the
// protocol.
package worker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
)

// A Handler handles one request and returns the exit code of the action. It
// prints to output, which is safe for concurrent use until the Handler returns.
// After that it must not touch files of the request: Bazel may reuse the
// folder. The context ends if the request is canceled or the worker stops.
type Handler func(ctx context.Context, r *Request, output io.Writer) (exitCode int)

// A Server answers requests.
type Server struct {
	Handle Handler
	// PanicExit is the exit code of a request whose Handler panics; 0 means 1.
	PanicExit int
}

// Serve reads requests until they end and responds to each exactly once. It
// handles as many at once as the process may use processors. It returns nil
// when all requests are handled.
//
// If a Handler panics, the response has PanicExit, and its output has the panic
// and the stack. A malformed request, a response that cannot be written, and
// the end of the context are errors, which stop the worker. Serve then waits
// for the handlers, whose context has ended, but not for a read of requests,
// which only the end of the process can interrupt.
func (s *Server) Serve(ctx context.Context, requests io.Reader, responses io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	encoder := json.NewEncoder(responses)
	encoder.SetEscapeHTML(false)
	r := &run{
		server:  s,
		stop:    stop,
		slots:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		open:    make(map[int32]*job),
		encoder: encoder,
	}
	err := r.accept(ctx, incoming(ctx, newDecoder(requests, maxRequest)))
	if err != nil {
		stop(err)
	}
	r.jobs.Wait()
	return context.Cause(ctx)
}

// decoded is the result of a decoder.
type decoded struct {
	request *Request
	err     error
}

// incoming reads requests while others run, so that cancellations are seen, up
// to the first error or the end.
func incoming(ctx context.Context, d *decoder) <-chan decoded {
	read := make(chan decoded)
	go func() {
		for {
			request, err := d.next()
			select {
			case read <- decoded{request, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return read
}

// A run is one call of Serve.
type run struct {
	server *Server
	stop   context.CancelCauseFunc
	slots  chan struct{} // one is taken by each request that is being handled
	jobs   sync.WaitGroup

	mu   sync.Mutex
	open map[int32]*job // the requests that have no response yet

	writing sync.Mutex
	encoder *json.Encoder
}

// A job is a request without a response. Its fields are guarded by run.mu.
type job struct {
	cancel   context.CancelFunc
	canceled bool
}

// accept starts requests as they come, and returns nil after the last one.
func (r *run) accept(ctx context.Context, requests <-chan decoded) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case next := <-requests:
			if errors.Is(next.err, io.EOF) {
				return nil
			}
			if next.err != nil {
				return next.err
			}
			if err := r.start(ctx, next.request); err != nil {
				return err
			}
		}
	}
}

func (r *run) start(ctx context.Context, request *Request) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	running := r.open[request.ID]
	switch {
	case request.Cancel && running != nil:
		running.canceled = true
		running.cancel()
		return nil
	case request.Cancel:
		return nil // its response and the cancellation have crossed
	case running != nil:
		return fmt.Errorf("malformed request: another request with id %d has no response yet", request.ID)
	}
	ctx, cancel := context.WithCancel(ctx)
	started := &job{cancel: cancel}
	r.open[request.ID] = started
	r.jobs.Go(func() {
		defer cancel()
		r.answer(started, request.ID, r.do(ctx, request))
	})
	return nil
}

// do handles a request as soon as there is room.
func (r *run) do(ctx context.Context, request *Request) response {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
		return r.server.call(ctx, request)
	case <-ctx.Done():
		// The request is canceled, which answer reports, or the worker stops.
		return response{ExitCode: r.server.panicExit(), Output: fmt.Sprintf("the worker stopped: %v\n", context.Cause(ctx))}
	}
}

func (s *Server) panicExit() int { return cmp.Or(s.PanicExit, 1) }

func (s *Server) call(ctx context.Context, request *Request) (answer response) {
	var out output
	defer func() {
		if v := recover(); v != nil {
			answer = response{
				ExitCode: s.panicExit(),
				Output:   fmt.Sprintf("%spanic: %v\n%s", out.String(), v, debug.Stack()),
			}
		}
	}()
	code := s.Handle(ctx, request, &out)
	return response{ExitCode: code, Output: out.String()}
}

// answer ends a job. Bazel may reuse the id as soon as it reads the response,
// so the job is closed first. A response only says that a request was canceled
// if Bazel asked for that: another reader would take it for a success.
func (r *run) answer(done *job, id int32, answer response) {
	r.mu.Lock()
	delete(r.open, id)
	if done.canceled {
		answer = response{WasCancelled: true}
	}
	r.mu.Unlock()
	answer.ID = id

	r.writing.Lock()
	defer r.writing.Unlock()
	if err := r.encoder.Encode(answer); err != nil {
		r.stop(fmt.Errorf("cannot write the response to request %d: %w", id, err))
	}
}
