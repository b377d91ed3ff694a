package workspace

import (
	"runtime"
	"testing"
)

// Two transactions at once leave GOMAXPROCS as the first one found it.
func TestWaitMore(t *testing.T) {
	was := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(was)
	first, second := waitMore(), waitMore()
	if got := runtime.GOMAXPROCS(0); got != 8 {
		t.Errorf("during both: %d", got)
	}
	first()
	if got := runtime.GOMAXPROCS(0); got != 8 {
		t.Errorf("during the second: %d", got)
	}
	second()
	if got := runtime.GOMAXPROCS(0); got != 2 {
		t.Errorf("after both: %d", got)
	}
}
