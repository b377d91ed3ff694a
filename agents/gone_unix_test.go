//go:build unix

package agents

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// checkGone reports the processes of a file with process ids that still run.
func checkGone(t *testing.T, pids string) {
	t.Helper()
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for field := range strings.FieldsSeq(string(text)) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		// The system takes a moment to end a process that was killed.
		for end := time.Now().Add(time.Second); isRunning(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("process %d still runs", pid)
				_ = syscall.Kill(pid, syscall.SIGKILL)
				break
			}
		}
	}
}

// isRunning reports whether a process runs. One that ended and that its parent
// did not wait for does not.
func isRunning(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.Contains(status, []byte(") Z "))
}
