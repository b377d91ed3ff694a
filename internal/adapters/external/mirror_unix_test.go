//go:build unix

package external

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// wantGone asserts that the process whose id is in a file ends.
func wantGone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		return // it was stopped before it started another
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if err := syscall.Kill(pid, 0); err != nil || isZombie(pid) {
			return
		}
	}
	t.Errorf("process %d is left", pid)
}

// isZombie reports whether a process has ended, and nobody has asked how.
func isZombie(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	for i := len(text) - 1; i > 0; i-- {
		if text[i] == ')' {
			return i+2 < len(text) && text[i+2] == 'Z'
		}
	}
	return false
}
