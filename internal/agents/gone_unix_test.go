//go:build unix

package agents

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
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

// checkNoneIn reports processes whose script names the file. They may be in
// another namespace.
func checkNoneIn(t *testing.T, file string) {
	t.Helper()
	left := func() (pids []string) {
		environments, err := filepath.Glob("/proc/[0-9]*/environ")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range environments {
			if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(file)) {
				pids = append(pids, path)
			}
		}
		return pids
	}
	for end := time.Now().Add(time.Second); len(left()) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("still running: %q", left())
		}
	}
}
