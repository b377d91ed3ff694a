package worker

import (
	"bytes"
	"fmt"
	"sync"
)

// maxShown is the size in bytes of the largest output that Bazel shows. It
// shows nothing of a larger one, unless --experimental_ui_max_stdouterr_bytes
// is set.
const maxShown = 1 << 20

// maxOutput bounds the part of a request's output that is kept, in bytes. It
// leaves room for the note about the rest.
const maxOutput = maxShown - 1<<10

// An output collects the output of a request. It is safe for concurrent use.
type output struct {
	mu      sync.Mutex
	text    bytes.Buffer
	dropped int
}

// Write keeps p as far as there is room. It never fails: a check that prints
// too much has not failed.
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
