//go:build !race

// Not under the race detector, whose own memory grows with each goroutine that
// there ever was.

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// A worker may live as long as its Bazel server, so a request may leave nothing
// behind. A leak of 4 KiB in each of 9,000 requests exceeds the tolerance.
func TestMemoryOfTheWorkerIsBounded(t *testing.T) {
	const (
		warm, all = 1_000, 10_000
		atOnce    = 8        // Bazel's --worker_max_multiplex_instances by default
		tolerance = 32 << 10 // in KiB
	)
	dir := t.TempDir()
	writeFiles(t, dir, untidy)
	if err := os.Mkdir(dir+"/out", 0o777); err != nil {
		t.Fatal(err)
	}
	w := startWorker(t, dir, nil, "check")

	open := make(chan bool, atOnce)
	go func() {
		for id := 1; id <= all; id++ {
			open <- true
			outputs := declaredCheck(fmt.Sprintf("out/%d.", id%64), "--config=autofix.toml", "--", "pkg/notes.txt")
			text, err := json.Marshal(request{Arguments: outputs, RequestID: id})
			if err == nil {
				_, err = w.stdin.Write(text)
			}
			if err != nil {
				t.Errorf("request %d: %v", id, err)
				return
			}
		}
	}()
	var early, late int
	answered := make(map[int]bool)
	for range all {
		var got answer
		if err := w.answers.Decode(&got); err != nil {
			t.Fatalf("after %d answers: %v\n%s", len(answered), err, w.stderr.String())
		}
		if got.ExitCode != cli.ExitDone || answered[got.RequestID] {
			t.Fatalf("after %d answers: %+v", len(answered), got)
		}
		answered[got.RequestID] = true
		<-open
		switch len(answered) {
		case warm:
			early = residentKiB(t, w.cmd.Process.Pid)
		case all:
			late = residentKiB(t, w.cmd.Process.Pid)
		}
	}
	w.end(t, 0, "")
	t.Logf("resident: %d KiB after %d requests, %d KiB after %d", early, warm, late, all)
	if late > early+tolerance {
		t.Errorf("resident: %d KiB after %d requests, and %d KiB after %d", early, warm, late, all)
	}
}

// residentKiB returns how much memory a process has in KiB.
func residentKiB(t *testing.T, pid int) int {
	t.Helper()
	for line := range strings.Lines(readFile(t, fmt.Sprintf("/proc/%d/status", pid))) {
		var size int
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &size); n == 1 {
			return size
		}
	}
	t.Fatalf("/proc/%d/status does not say VmRSS", pid)
	return 0
}
