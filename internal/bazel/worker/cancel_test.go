package worker

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"testing"
)

// A waiter handles requests by waiting: until it is released or canceled.
type waiter struct {
	started chan int32
	letGo   chan bool
	handled atomic.Int32
}

func newWaiter() *waiter { return &waiter{started: make(chan int32), letGo: make(chan bool)} }

func (w *waiter) handle(ctx context.Context, r *Request, _ io.Writer) int {
	w.handled.Add(1)
	w.started <- r.ID
	select {
	case <-w.letGo:
		return 0
	case <-ctx.Done():
		return 9
	}
}

func TestCanceledRequestIsAnsweredOnceAndItsIDIsFreeAgain(t *testing.T) {
	for _, id := range []int32{0, 3} {
		t.Run(fmt.Sprintf("id %d", id), func(t *testing.T) {
			w := newWaiter()
			p := converse(t, &Server{Handle: w.handle})
			request, cancel := fmt.Sprintf(`{"requestId":%d}`, id), fmt.Sprintf(`{"requestId":%d,"cancel":true}`, id)
			p.send(request)
			<-w.started
			p.send(cancel + cancel)
			if got := p.answer(); got != (response{ID: id, WasCancelled: true}) {
				t.Errorf("%+v", got)
			}
			p.send(cancel) // has crossed the answer
			p.send(request)
			<-w.started
			w.letGo <- true
			if got := p.answer(); got != (response{ID: id}) {
				t.Errorf("%+v", got)
			}
			p.end(nil)
		})
	}
}

func TestOnlyTheNamedRequestIsCanceled(t *testing.T) {
	w := newWaiter()
	p := converse(t, &Server{Handle: w.handle})
	all := runtime.GOMAXPROCS(0)
	for id := range all {
		p.send(fmt.Sprintf(`{"requestId":%d}`, id+1))
		<-w.started
	}
	p.send(`{"requestId":1,"cancel":true}`)
	if got := p.answer(); got != (response{ID: 1, WasCancelled: true}) {
		t.Errorf("%+v", got)
	}
	for range all - 1 {
		w.letGo <- true
		if got := p.answer(); got.WasCancelled || got.ID == 1 || got.ExitCode != 0 {
			t.Errorf("%+v", got)
		}
	}
	p.end(nil)
}

func TestWaitingRequestIsCanceledWithoutBeingHandled(t *testing.T) {
	w := newWaiter()
	p := converse(t, &Server{Handle: w.handle})
	busy := int32(runtime.GOMAXPROCS(0))
	for id := range busy {
		p.send(fmt.Sprintf(`{"requestId":%d}`, id+1))
		<-w.started
	}
	p.send(`{"requestId":1000}{"requestId":1000,"cancel":true}`)
	if got := p.answer(); got != (response{ID: 1000, WasCancelled: true}) {
		t.Errorf("%+v", got)
	}
	for range busy {
		w.letGo <- true
		p.answer()
	}
	p.end(nil)
	if n := w.handled.Load(); n != busy {
		t.Errorf("%d requests were handled, want %d", n, busy)
	}
}

// The end of the requests cancels nothing: what was asked is answered.
func TestEndWaitsForWhatRuns(t *testing.T) {
	w := newWaiter()
	p := converse(t, &Server{Handle: w.handle})
	p.send(`{"requestId":1}`)
	<-w.started
	p.requests.Close()
	w.letGo <- true
	if got := p.answer(); got != (response{ID: 1}) {
		t.Errorf("%+v", got)
	}
	p.stopped(nil)
}
