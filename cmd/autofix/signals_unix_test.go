//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// An output collects the output of a command.
type output struct {
	stdout *bufio.Reader
	stderr bytes.Buffer
}

// signalled returns a command that has printed its first line and is ready to
// receive signals.
func signalled(t *testing.T, dir string, env []string, args ...string) (cmd *exec.Cmd, said *output) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{clitest.AsCommand + "=1", "HOME=" + t.TempDir(), "BUILD_WORKSPACE_DIRECTORY=" + dir}, env...)
	said = new(output)
	cmd.Stderr = &said.stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { kill.Stop() })
	said.stdout = bufio.NewReader(stdout)
	if _, err := said.stdout.ReadString('\n'); err != nil {
		t.Fatalf("%v: %s", err, said.stderr.String())
	}
	return cmd, said
}

// A checker that never returns does not prevent a run from ending.
func TestTheFirstSignalEndsARun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "blanks  \n", "b.txt": "blanks  \n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, verb := range []string{"check", "fix", "canonicalize"} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			cmd, said := signalled(t, dir, []string{withChecker + "=hang"}, verb, "a.txt")
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if cmd.ProcessState.ExitCode() != cli.ExitFailed || !strings.HasPrefix(said.stderr.String(), "autofix: interrupted") {
				t.Errorf("%s, %v: %v, %q", verb, sig, cmd.ProcessState, said.stderr.String())
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(text) != "blanks  \n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestTheSecondSignalKills(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		cmd, said := signalled(t, t.TempDir(), []string{asDeaf + "=1"})
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if line, err := said.stdout.ReadString('\n'); line != "once\n" {
			t.Fatalf("%q, %v", line, err)
		}
		time.Sleep(100 * time.Millisecond) // it gives the signal back after it has heard of it
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !ok || status.Signal() != sig {
			t.Errorf("%v: %v", sig, cmd.ProcessState)
		}
	}
}

// nohup starts a process that ignores SIGHUP.
func TestASignalThatIsIgnoredEndsNothing(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	cmd, said := signalled(t, t.TempDir(), []string{asDeaf + "=1"})
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTERM} {
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if sig == syscall.SIGHUP {
			continue
		}
		if line, err := said.stdout.ReadString('\n'); line == "once\n" {
			time.Sleep(100 * time.Millisecond)
		} else if err == nil {
			t.Errorf("it says %q", line)
		}
	}
	_ = cmd.Wait()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
		t.Errorf("%v", cmd.ProcessState)
	}
}
