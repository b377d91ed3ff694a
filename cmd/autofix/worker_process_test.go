package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// A workerProcess is the command running as a persistent worker; the test acts
// as Bazel.
type workerProcess struct {
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	answers *json.Decoder
	stderr  bytes.Buffer
}

// request and answer are the messages of Bazel's protocol.
type request struct {
	Arguments  []string `json:"arguments,omitempty"`
	RequestID  int      `json:"requestId,omitempty"`
	SandboxDir string   `json:"sandboxDir,omitempty"`
}

type answer struct {
	ExitCode     int    `json:"exitCode"`
	Output       string `json:"output"`
	RequestID    int    `json:"requestId"`
	WasCancelled bool   `json:"wasCancelled"`
}

// startWorker starts the command like Bazel, with dir as its working folder and
// env as its environment.
func startWorker(t *testing.T, dir string, env []string, startup ...string) *workerProcess {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w := &workerProcess{cmd: exec.Command(self, append(startup, workerFlag)...)}
	w.cmd.Dir = dir
	w.cmd.Env = append([]string{clitest.AsCommand + "=1"}, env...)
	w.cmd.Stderr = &w.stderr
	stdout, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if w.stdin, err = w.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	w.answers = json.NewDecoder(stdout)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
	})
	return w
}

// ask sends a request in the format of Bazel, and waits for the answer.
func (w *workerProcess) ask(t *testing.T, r request) answer {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.stdin.Write(text); err != nil {
		t.Fatal(err)
	}
	var got answer
	if err := w.answers.Decode(&got); err != nil {
		t.Fatalf("no answer: %v\n%s", err, w.stderr.String())
	}
	return got
}

// end closes the worker's input. There must be no more answers, and the process
// must end with code and stderr.
func (w *workerProcess) end(t *testing.T, code int, stderr string) {
	t.Helper()
	if err := w.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	var more json.RawMessage
	if err := w.answers.Decode(&more); !errors.Is(err, io.EOF) {
		t.Errorf("more on stdout: %s, %v", more, err)
	}
	err := w.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := w.cmd.ProcessState.ExitCode(); got != code || w.stderr.String() != stderr {
		t.Errorf("exit %d, want %d; stderr:\n%s", got, code, w.stderr.String())
	}
}
