package checks

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Watch follows runs, for a person who waits. Its methods are safe for
// concurrent use.
type Watch struct {
	files atomic.Int64
	mu    sync.Mutex
	took  map[string]time.Duration // by checker
}

// A Took is the time that a checker took in all files together, on all
// processors.
type Took struct {
	Checker string
	Time    time.Duration
}

// Watched returns a registry whose runs w follows.
func (r *Registry) Watched(w *Watch) *Registry {
	watched := *r
	watched.watch = w
	return &watched
}

// Begin begins a run, in which no file is done yet.
func (w *Watch) Begin() { w.files.Store(0) }

// Files returns the number of files that are done.
func (w *Watch) Files() int { return int(w.files.Load()) }

// Times returns the times, the longest first.
func (w *Watch) Times() []Took {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []Took
	for checker, took := range w.took {
		all = append(all, Took{checker, took})
	}
	slices.SortFunc(all, func(a, b Took) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), strings.Compare(a.Checker, b.Checker))
	})
	return all
}

// Timed measures the time of a checker, which may be another tool's, until the
// returned function is called.
func (r *Registry) Timed(checker string) (stop func()) {
	w := r.watch
	if w == nil {
		return func() {}
	}
	start := time.Now()
	return func() {
		took := time.Since(start)
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.took == nil {
			w.took = map[string]time.Duration{}
		}
		w.took[checker] += took
	}
}

// done counts a file.
func (r *Registry) done() {
	if r.watch != nil {
		r.watch.files.Add(1)
	}
}
