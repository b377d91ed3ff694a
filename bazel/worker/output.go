package worker

import (
	"bytes"
	"fmt"
	"sync"
)

// maxOutput bounds what is kept of a request's output, in bytes: Bazel shows no more of an action unless it is told
// to (--experimental_ui_max_stdouterr_bytes).
const maxOutput = 1 << 20

// An output collects what a request prints. It may be written to from several goroutines.
type output struct {
	mu      sync.Mutex
	text    bytes.Buffer
	dropped int
}

// Write keeps p as far as there is room. It never fails: a check that prints too much is not a failed one.
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
