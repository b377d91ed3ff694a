//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// Ctrl-C while an agent answers writes nothing, and leaves no process, however
// stubborn the agent is.
func TestInterruptWhileAnAgentAnswers(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, trouble := range []string{"hang", "stubborn"} {
		t.Run(trouble, func(t *testing.T) {
			root, home := t.TempDir(), t.TempDir()
			name, pids := filepath.Join(root, "Dockerfile"), filepath.Join(home, "pids")
			if err := os.WriteFile(name, []byte(single), 0o600); err != nil {
				t.Fatal(err)
			}
			said, err := json.Marshal(fakeagent.Script{Name: "fake", Trouble: trouble, At: "session/prompt", PIDs: pids})
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self, "fix", "--ai", "--safety=unsafe", "--rule="+splitRule, "--root="+root, "--ai-set=enabled=true", "--ai-set=sandbox=off",
				"--ai-set=command="+self, "--ai-set=env="+fakeagent.Variable)
			cmd.Dir = root
			cmd.Env = append(os.Environ(), clitest.AsCommand+"=1", fakeagent.Variable+"="+string(said), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			until := time.Now().Add(time.Minute)
			for {
				if info, err := os.Stat(pids); err == nil && info.Size() > 0 {
					time.Sleep(300 * time.Millisecond) // it hangs soon after its start
					break
				}
				if time.Now().After(until) {
					_ = cmd.Process.Kill()
					t.Fatal("the agent was not asked: ", stderr.String())
				}
				time.Sleep(10 * time.Millisecond)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			select {
			case err = <-ended:
			case <-time.After(30 * time.Second): // a second, on a machine that does nothing else
				_ = cmd.Process.Kill()
				t.Fatal("it goes on")
			}
			if code := cmd.ProcessState.ExitCode(); code != cli.ExitFailed || !strings.Contains(stderr.String(), "interrupted") {
				t.Errorf("exit %d, %v: %s", code, err, stderr.String())
			}
			if text, err := os.ReadFile(name); err != nil || string(text) != single {
				t.Errorf("%v; the file is\n%s", err, text)
			}
			text, err := os.ReadFile(pids)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Fields(string(text)) {
				if pid, err := strconv.Atoi(line); err == nil && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
					t.Errorf("process %d is still there", pid)
				}
			}
		})
	}
}
