//go:build unix

package process

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

func TestRunOfWhatASignalEnds(t *testing.T) {
	code, err := command(t, "die").Run(t.Context())
	var exit *exec.ExitError
	if code != -1 || !errors.As(err, &exit) || err.Error() != "signal: killed" {
		t.Errorf("%d, %v", code, err)
	}
}

func TestRunIsInterrupted(t *testing.T) {
	for _, set := range eachWay {
		ready := filepath.Join(t.TempDir(), "ready")
		c := command(t, "wait", ready)
		var stdout bytes.Buffer
		c.Stdout = &stdout
		set(c)
		ctx, cancel := context.WithCancelCause(t.Context())
		cause := errors.New("no time")
		go func() {
			waitFor(ready)
			cancel(cause)
		}()
		if code, err := c.Run(ctx); code != -1 || !errors.Is(err, cause) || err.Error() != "interrupted: no time" {
			t.Errorf("%d, %v", code, err)
		}
		if stdout.String() != "interrupted" {
			t.Errorf("stdout %q", &stdout)
		}
	}
}

func TestRunIsKilledAfterItsGrace(t *testing.T) {
	for _, set := range eachWay {
		ready := filepath.Join(t.TempDir(), "ready")
		c := command(t, "stay", ready)
		c.Grace = 10 * time.Millisecond
		set(c)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			waitFor(ready)
			cancel()
		}()
		if code, err := c.Run(ctx); code != -1 || !errors.Is(err, context.Canceled) {
			t.Errorf("%d, %v", code, err)
		}
	}
}

// A program that ends does not hang its parent by the programs that it leaves.
func TestRunOfWhatLeavesAProcess(t *testing.T) {
	c := command(t, "leave", filepath.Join(t.TempDir(), "ready"))
	var stdout bytes.Buffer // it is read until no process has it
	c.Stdout, c.Group, c.Grace = &stdout, true, 10*time.Millisecond
	if code, err := c.Run(t.Context()); code != 0 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
}

// What is left of a group is killed. The end of a pipe says so: no process has
// its other side.
func TestRunEndsTheGroup(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := command(t, "leave", filepath.Join(t.TempDir(), "ready"))
	c.Stdout, c.Group = w, true
	if code, err := c.Run(t.Context()); code != 0 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); len(text) > 0 || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestTerminate(t *testing.T) {
	ready := filepath.Join(t.TempDir(), "ready")
	c := command(t, "obey", ready)
	program := exec.Command(c.Program, c.Args...)
	program.Env = c.Env
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(ready)
	if err := Terminate(program.Process.Pid); err != nil {
		t.Error(err)
	}
	if err := program.Wait(); err == nil || err.Error() != "exit status 3" {
		t.Errorf("error %v", err)
	}
	if err := Terminate(program.Process.Pid); err == nil {
		t.Error("no error for a process that has ended")
	}
}
