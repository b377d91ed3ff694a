package worker

import (
	"bytes"
	"fmt"
	"sync"
)

// maxShown is the size of an output, in bytes, of which Bazel shows something:
// it shows nothing at all of a longer one, unless it is told to
// (--experimental_ui_max_stdouterr_bytes).
const maxShown = 1 << 20

// maxOutput bounds what is kept of a request's output, in bytes. The note on
// the rest fits in as well.
const maxOutput = maxShown - 1<<10

// An output collects what a request prints. It may be written to from several
// goroutines.
type output struct {
	mu      sync.Mutex
	text    bytes.Buffer
	dropped int
}

// Write keeps p as far as there is room. It never fails: a check that prints
// too much is not a failed one.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	kept := min(len(p), maxOutput-o.text.Len())
	o.text.Write(p[:kept])
	o.dropped += len(p) - kept
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.dropped > 0 {
		return fmt.Sprintf("%s\n(%d more bytes of output are left out)\n", o.text.String(), o.dropped)
	}
	return o.text.String()
}
