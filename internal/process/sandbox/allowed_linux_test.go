package sandbox

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

func TestWhatASandboxAllows(t *testing.T) {
	eachLevel(t, func(t *testing.T, level Level) {
		h := newHouse(t)
		for _, row := range []struct {
			want   string
			attack []string
		}{
			{"of the working folder", []string{"read", "file"}},
			{"", []string{"write", "made"}},
			{"x", []string{"read", "made"}},
			{"", []string{"move", "made", h.dir + "/moved"}},
			{"", []string{"remove", h.dir + "/moved"}},
			{"shared", []string{"read", filepath.Dir(h.shared) + "/shared-by-link/file"}},
			{"", []string{"write", h.shared + "/made"}},
			{"public", []string{"read", h.visible + "/public"}},
			{"public", []string{"read", h.visible + "/inner/public"}},
			{"allowed", []string{"read", h.visible + "/.git/allowed/file"}},
			{"hello", []string{"talk to itself"}},
			{"", []string{"write", "/dev/null"}},
		} {
			t.Run(strings.Join(row.attack, " "), func(t *testing.T) {
				if got := run(t, level, h.policy, row.attack...); got != "gained: "+row.want {
					t.Errorf("%q, want %q", got, row.want)
				}
			})
		}
		if text, err := os.ReadFile(h.shared + "/made"); string(text) != "x" {
			t.Errorf("what was written: %q, %v", text, err)
		}
	})
}

// What is in /tmp, and in a private folder, is the sandbox's own.
func TestPrivateFolders(t *testing.T) {
	for _, level := range []Level{Namespaces, Bubblewrap} {
		t.Run(level.String(), func(t *testing.T) {
			h := newHouse(t)
			home := filepath.Join(t.TempDir(), "home")
			write(t, home+"/.agent/login", "login")
			write(t, home+"/.ssh/id", secret)
			h.policy.Private, h.policy.ReadOnly = []string{home}, append(h.policy.ReadOnly, home+"/.agent")
			h.policy.Hidden = append(h.policy.Hidden, home) // it is already
			for attack, want := range map[string]string{
				"read " + home + "/.agent/login":        "gained: login",
				"list " + home:                          "gained: .agent",
				"write " + home + "/.cache":             "gained: ",
				"write /tmp/autofix-sandbox-test":       "gained: ",
				"read /proc/1/root" + home + "/.ssh/id": "refused: ",
			} {
				if got := run(t, level, h.policy, strings.Split(attack, " ")...); !strings.HasPrefix(got, want) {
					t.Errorf("%s: %q, want %q", attack, got, want)
				}
			}
			for _, path := range []string{home + "/.cache", "/tmp/autofix-sandbox-test"} {
				if _, err := os.Lstat(path); err == nil {
					t.Errorf("%s is on the host", path)
				}
			}
		})
	}
}

// The network of the host is there if it is allowed.
func TestNetworkIsAllowed(t *testing.T) {
	tcp, udp, abstract := servers(t)
	eachLevel(t, func(t *testing.T, level Level) {
		h := newHouse(t)
		h.policy.Network = Allow
		for _, row := range [][]string{{"connect", "tcp", tcp}, {"connect", "udp", udp}} {
			if got := run(t, level, h.policy, row...); got != "gained: "+secret {
				t.Errorf("%q: %q", row, got)
			}
		}
		if got := run(t, level, h.policy, "connect", "unix", abstract); level.EnforcesFiles() && canScope() &&
			!strings.HasPrefix(got, "refused: ") {
			t.Errorf("an abstract socket: %s", got)
		}
		if got := run(t, level, h.policy, "read", "/etc/hosts"); !strings.HasPrefix(got, "gained: ") {
			t.Error(got)
		}
		if _, err := os.Stat("/etc/resolv.conf"); err == nil {
			if got := run(t, level, h.policy, "read", "/etc/resolv.conf"); !strings.HasPrefix(got, "gained: ") {
				t.Error(got)
			}
		}
	})
}

func TestNothingSurvives(t *testing.T) {
	eachLevel(t, func(t *testing.T, level Level) {
		if !level.EnforcesProcesses() {
			t.Skip("this level does not promise it")
		}
		for name, end := range map[string]func(*process.Running){
			"by itself": func(r *process.Running) { _, _ = r.Wait() },
			"killed":    (*process.Running).Kill,
			"closed":    func(r *process.Running) { r.Close(100 * time.Millisecond) },
			// Of this, nothing can see to it but the kernel.
			"first process killed": func(r *process.Running) { _ = syscall.Kill(r.PID(), syscall.SIGKILL) },
		} {
			t.Run(name, func(t *testing.T) {
				held, stderr, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer held.Close()
				c := at(t, level, newHouse(t).policy, "survive")
				c.Stderr = stderr
				r, err := c.Start(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close(0)
				if err := stderr.Close(); err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadAll(r.Stdout); err != nil {
					t.Error(err)
				}
				end(r)
				if err := held.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
					t.Fatal(err)
				}
				if text, err := io.ReadAll(held); len(text) > 0 || err != nil {
					t.Errorf("a process survives: %q, %v", text, err)
				}
			})
		}
	})
}

func TestAProgramRunsAsUsual(t *testing.T) {
	eachLevel(t, func(t *testing.T, level Level) {
		h := newHouse(t)
		for code := range 3 {
			if got, err := at(t, level, h.policy, "exit", fmt.Sprint(code)).Run(t.Context()); got != code || err != nil {
				t.Errorf("%d, %v, want %d", got, err, code)
			}
		}
		code, err := at(t, level, h.policy, "die").Run(t.Context())
		if level.EnforcesProcesses() && (code != 128+9 || err != nil) || !level.EnforcesProcesses() && err == nil {
			t.Errorf("%d, %v", code, err)
		}
		c := at(t, level, h.policy, "show")
		r, err := c.Start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close(0)
		if _, err := io.WriteString(r.Stdin, "input"); err != nil {
			t.Error(err)
		}
		_ = r.Stdin.Close()
		text, err := io.ReadAll(r.Stdout)
		if want := "gained: " + h.dir + " input ["; !strings.HasPrefix(string(text), want) || err != nil {
			t.Errorf("%s, %v", text, err)
		}
		if !strings.Contains(string(text), `"GIVEN=1"`) || strings.Contains(string(text), `"HOME=`) {
			t.Errorf("environment: %s", text)
		}
	})
}

// A limit holds in the sandbox too.
func TestLimitsHold(t *testing.T) {
	eachLevel(t, func(t *testing.T, level Level) {
		c := at(t, level, newHouse(t).policy, "write", "made")
		output := process.NewOutput(1000)
		c.Stdout, c.Limits = output, process.Limits{FileSize: 1 << 20, OpenFiles: 200}
		if code, err := c.Run(t.Context()); code != 0 || err != nil || output.String() != "gained: " {
			t.Errorf("%d, %v, %s", code, err, output)
		}
	})
}
