package external

import (
	"bytes"
	"fmt"
	"sync"
)

func tooMuch() error { return fmt.Errorf("its output is larger than %d MiB", maxOutput>>20) }

// A limited writer keeps its input, up to a limit in bytes, and
// fails if there is more.
type limited struct {
	limit int
	kept  bytes.Buffer
	over  bool // the limit was exceeded
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.limit-l.kept.Len() {
		l.over = true
		return 0, tooMuch()
	}
	return l.kept.Write(p)
}

// A tail keeps the last bytes that are written to it. Several goroutines may
// write.
type tail struct {
	limit int
	lock  sync.Mutex
	kept  []byte
	cut   bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - t.limit; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.cut = true
	}
	return len(p), nil
}

// String returns the kept bytes, with a mark if earlier ones were dropped.
func (t *tail) String() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.cut {
		return "[...] " + string(t.kept)
	}
	return string(t.kept)
}
