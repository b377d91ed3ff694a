// Package worker serves Bazel's persistent worker protocol in its JSON form:
// one process that does the work of many actions, one after another
// (singleplex) or at once (multiplex).
//
// The requests come on the input of the process, and its output carries their
// answers and nothing else. See https://bazel.build/remote/creating for the
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

// A Handler does the work of one request, and returns the exit code of the
// action. What it prints goes to output, which it may write to from several
// goroutines until it returns. It must not touch a file of the request after
// that: Bazel may have given the folder to another one. The context ends when
// the request is cancelled or the worker stops.
type Handler func(ctx context.Context, r *Request, output io.Writer) (exitCode int)

// A Server answers requests.
type Server struct {
	Handle Handler
	// PanicExit is the exit code of a request whose Handler panics; 0 stands
	// for 1.
	PanicExit int
}

// Serve reads requests until they end, and answers each exactly once. As many
// are handled at once as the process may use processors; others wait. It
// returns nil at the end of the requests, once all are answered.
//
// A panic of a Handler is an answer: PanicExit, with the panic and its stack in
// the output. A malformed request, an answer that cannot be written, and the
// end of the context are errors: they stop the worker, since what is running
// could not be answered in a way that Bazel relates to it. Serve then waits for
// the handlers whose context has ended, but not for a read of requests, which
// only the end of the process may interrupt.
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

// decoded is what a decoder returned.
type decoded struct {
	request *Request
	err     error
}

// incoming reads requests ahead of those that run, so that cancellations are
// seen, up to the first error or the end.
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
	open map[int32]*job // the requests that have no answer yet

	writing sync.Mutex
	encoder *json.Encoder
}

// A job is a request without an answer. Its fields are guarded by run.mu.
type job struct {
	cancel    context.CancelFunc
	cancelled bool
}

// accept starts the requests that come, and returns nil at their end.
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
		running.cancelled = true
		running.cancel()
		return nil
	case request.Cancel:
		return nil // its answer and the cancellation have crossed
	case running != nil:
		return fmt.Errorf("malformed request: id %d is that of a request which has no answer yet", request.ID)
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

// do handles a request as soon as there is room for it.
func (r *run) do(ctx context.Context, request *Request) response {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
		return r.server.call(ctx, request)
	case <-ctx.Done():
		// Cancelled, which is told by answer, or a failure: the worker stops.
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

// answer ends a job. Bazel may send another request of the same id as soon as
// it reads the answer, so the job is closed before. An answer says that a
// request was cancelled only where Bazel has asked for it: to other readers it
// would look like a success.
func (r *run) answer(done *job, id int32, answer response) {
	r.mu.Lock()
	delete(r.open, id)
	if done.cancelled {
		answer = response{WasCancelled: true}
	}
	r.mu.Unlock()
	answer.ID = id

	r.writing.Lock()
	defer r.writing.Unlock()
	if err := r.encoder.Encode(answer); err != nil {
		r.stop(fmt.Errorf("cannot write the answer of request %d: %w", id, err))
	}
}
