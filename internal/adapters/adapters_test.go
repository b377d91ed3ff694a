package adapters

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// A panicking adapter panics in Read, or in the goroutine of Ahead.
type panicking struct{ ahead bool }

func (p panicking) Read(io.Reader, *Files, string) (*Result, error) {
	if !p.ahead {
		panic("here")
	}
	return nil, Ahead(func(func(int) bool) error { panic("there") }, func(int) {})
}

// A panic of an adapter is an error that names the format, and never a trace.
func TestReadOfAPanickingAdapter(t *testing.T) {
	for where, adapter := range map[string]Adapter{"here": panicking{}, "there": panicking{ahead: true}} {
		f := Format{Name: "x", Adapter: adapter}
		result, err := f.Read(strings.NewReader(""), OpenFiles(nil), "")
		crash, ok := errors.AsType[*CrashError](err)
		if !ok || result != nil || len(crash.Stack) == 0 {
			t.Fatalf("%v, error %v", result, err)
		}
		if text := err.Error(); !strings.HasPrefix(text, "the adapter of the format x panicked: "+where+"; this is a bug") || strings.Contains(text, "\n") {
			t.Errorf("error %q", text)
		}
	}
}
