//go:build unix

package client

import (
	"context"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

func TestTheClientIsKilled(t *testing.T) {
	c, _ := fakeClient(t, fakebazel.Answer{End: fakebazel.IsDead, Events: last})
	if result, err := c.Test(t.Context(), []string{"//..."}); result != nil || err == nil || err.Error() != "bazel test: signal: killed" {
		t.Errorf("%v, error %v", result, err)
	}
	if _, err := c.Query(t.Context(), "//..."); err == nil || err.Error() != "bazel query: signal: killed" {
		t.Errorf("error %v", err)
	}
}

// A wrapper that ignores interrupts, as Bazelisk does, does not keep them from
// Bazel.
func TestBazelLeadsAGroup(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{End: fakebazel.Waits})
	ctx, cancel := context.WithCancel(t.Context())
	group := make(chan int)
	go func() {
		fake.AwaitCall()
		id, _ := syscall.Getpgid(fake.Calls()[0].Pid)
		cancel()
		group <- id
	}()
	if _, err := c.Run(ctx, "info"); err == nil {
		t.Error("no error")
	}
	if got, want := <-group, fake.Calls()[0].Pid; got != want {
		t.Errorf("process %d is in group %d", want, got)
	}
}

func TestTakeOverEndsTheServer(t *testing.T) {
	c, fake := fakeClient(t,
		fakebazel.Answer{For: []string{"info"}, Once: true, ExitCode: ExitLockHeld},
		fakebazel.Answer{For: []string{"info"}},
		fakebazel.Answer{For: []string{"--output_base="}, End: fakebazel.Stays})
	fakeServer(t, c, "")
	server := exec.Command(fake.Program, "--output_base="+c.OutputBase, "--idle_server_tasks")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	fake.AwaitCall()
	writeFile(t, c.OutputBase+"/server/server.pid.txt", strconv.Itoa(server.Process.Pid))
	if err := c.TakeOver(t.Context()); err != nil {
		t.Error(err)
	}
	if err := server.Wait(); err == nil || err.Error() != "exit status 143" {
		t.Errorf("the server ended with %v", err)
	}
}
