//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// When a build is interrupted, Bazel cancels the request of a sandboxed worker;
// it kills any other worker.
func TestInterruptedCheckIsCanceledAndItsWorkerSurvives(t *testing.T) {
	w := scripts.fresh(t)
	conversation := w.useRelay(t)
	// Enough work that the cancellation, sent right after the request, arrives
	// before the answer, in so few files that the request fits into the pipe
	// of a stopped worker.
	text := strings.Repeat("all work and no play makes jack a dull boy \n", 5000)
	for i := range 100 {
		w.write(t, fmt.Sprintf("many/%02d.txt", i), text+nonce())
	}
	w.write(t, "many/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

autofix_sources(
    name = "many",
    srcs = glob(["*.txt"]),
)
`)
	before := w.sources(t)
	build := []string{
		"build", "--noshow_progress", "--config=autofix", "--strategy=AutofixCheck=worker",
		"--experimental_worker_multiplex_sandboxing", "--experimental_worker_cancellation", "//many",
	}

	asked := func() bool { return strings.Contains(conversation(), "\nrequest {") }
	w.interrupted(t, asked, build...).wantStderr(t, "build interrupted")
	for deadline := time.Now().Add(time.Minute); !strings.Contains(conversation(), "\nresponse {"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no answer:\n%s", conversation())
		}
	}
	w.bazel(t, build[0], build[1:]...).wantCode(t, 0)

	var kinds []string // of the messages
	for said := range strings.Lines(conversation()) {
		kind, message, _ := strings.Cut(said, " ")
		for _, field := range []string{`"cancel":true`, `"wasCancelled":true`, `"exitCode":0`} {
			if strings.Contains(message, field) {
				kind += " " + field
			}
		}
		kinds = append(kinds, kind)
	}
	want := strings.Join([]string{
		"started", "request", `request "cancel":true`, `response "wasCancelled":true "exitCode":0`, "request", `response "exitCode":0`,
	}, "\n")
	if got := strings.Join(kinds, "\n"); got != want {
		t.Errorf("said:\n%s\nwant:\n%s\nthe conversation:\n%.4000s", got, want, conversation())
	}
	w.wantUntouched(t, before)
}

// useRelay gives the workspace a tool that logs the requests and answers of its
// workers; see testdata/relay. It returns a function that reads the log.
func (w *workspace) useRelay(t *testing.T) (conversation func() string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "conversation")
	relay, err := goBuild("relay", "./e2e/testdata/relay", fmt.Sprintf("-X main.tool=%s -X main.log=%s", tool, log))
	if err != nil {
		t.Fatal(err)
	}
	w.replace(t, "MODULE.bazel", tool, relay)
	return func() string {
		text, err := os.ReadFile(log)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return string(text)
	}
}
