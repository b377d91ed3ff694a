package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/process"
)

// A house is what the attacks are tried in.
type house struct {
	workspace, dir, shared, visible string
	policy                          Policy
}

// newHouse makes folders on the host: a workspace that the policy does not show,
// with a visible folder that has hidden things in it, and the working folder.
func newHouse(t *testing.T) *house {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{
		workspace: root + "/workspace", dir: root + "/work", shared: root + "/shared", visible: root + "/workspace/visible",
	}
	for path, text := range map[string]string{
		h.workspace + "/Dockerfile":      secret,
		h.visible + "/public":            "public",
		h.visible + "/.env":              secret,
		h.visible + "/.git/config":       secret,
		h.visible + "/.git/allowed/file": "allowed",
		h.visible + "/inner/.env.local":  secret,
		h.visible + "/inner/public":      "public",
		h.shared + "/file":               "shared",
		h.dir + "/file":                  "of the working folder",
	} {
		write(t, path, text)
	}
	for at, to := range map[string]string{
		h.dir + "/link":          h.workspace + "/Dockerfile",
		h.visible + "/link":      h.visible + "/.env",
		h.dir + "/back":          h.workspace,
		root + "/shared-by-link": h.shared,
	} {
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h.policy = Policy{
		Dir:       h.dir,
		ReadOnly:  []string{h.visible, h.visible + "/.git/allowed", self, root + "/missing"},
		ReadWrite: []string{root + "/shared-by-link"},
		Hidden:    []string{h.workspace, h.visible + "/.env", h.visible + "/link", h.visible + "/.git", h.visible + "/inner/.env.local"},
		// Without the last two, rules_go moves the child to another folder, and one
		// under -race ends a second late.
		Env: []string{attacker + "=1", "GO_TEST_RUN_FROM_BAZEL=", "GORACE=atexit_sleep_ms=0", "GIVEN=1"},
	}
	return h
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// at returns a command of this binary at a level. It skips the test if the level
// is not available.
func at(t *testing.T, level Level, p Policy, args ...string) *process.Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	valid, command, err := prepare(&p, process.Command{Program: self, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range ladder {
		if r.level != level {
			continue
		}
		if err := r.try(t.Context()); err != nil {
			t.Skip(Rung{level, err})
		}
		if command, err = r.wrap(valid, command); err != nil {
			t.Fatal(err)
		}
	}
	return &command
}

// run runs an attack, and returns what it says.
func run(t *testing.T, level Level, p Policy, args ...string) string {
	t.Helper()
	c := at(t, level, p, args...)
	output := process.NewOutput(10000)
	c.Stdout, c.Stderr = output, output
	code, err := c.Run(t.Context())
	if err != nil || code != 0 {
		t.Errorf("%q: %d, %v, %s", args, code, err, output)
	}
	return output.String()
}

// eachLevel runs a test at all levels.
func eachLevel(t *testing.T, test func(*testing.T, Level)) {
	for level := range Level(len(levels)) {
		t.Run(level.String(), func(t *testing.T) { test(t, level) })
	}
}

// Each attack succeeds without a sandbox, or it would prove nothing, and is
// refused where the level says so.
func TestAttacks(t *testing.T) {
	other := exec.Command(os.Args[0], "sleep")
	other.Env = []string{attacker + "=1", "AUTOFIX_TEST_SECRET=" + secret}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	tcp, udp, abstract := servers(t)
	outside := fmt.Sprint(os.Getpid())
	eachLevel(t, func(t *testing.T, level Level) {
		h := newHouse(t)
		file, err := syscall.Open(h.workspace+"/Dockerfile", syscall.O_RDONLY, 0) // inherited by programs
		if err != nil {
			t.Fatal(err)
		}
		defer syscall.Close(file)
		socket := filepath.Join(t.TempDir(), "socket")
		listen(t, "unix", socket)
		for _, row := range []struct {
			refused bool
			also    bool // refused without a sandbox too, by the system
			attack  []string
		}{
			{level.EnforcesFiles(), false, []string{"read", h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", h.dir + "/link"}},
			{level.EnforcesFiles(), false, []string{"read", h.dir + "/back/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", h.dir + "/../workspace/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", "/proc/self/root" + h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", "/proc/" + outside + "/root" + h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", "/proc/self/cwd/../workspace/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read through processes", h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read environments"}},
			{level.EnforcesFiles(), false, []string{"read inherited files"}},
			{level.EnforcesFiles(), false, []string{"find", h.workspace, "Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"find", h.visible + "/.git", "config"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/.env"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/link"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/inner/.env.local"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/.git/config"}},
			{level.EnforcesFiles(), false, []string{"append", h.visible + "/public"}},
			{level.EnforcesFiles(), false, []string{"cut", h.visible + "/public"}},
			{level.EnforcesFiles(), false, []string{"write", h.visible + "/new"}},
			{level.EnforcesFiles(), false, []string{"write", h.workspace + "/new"}},
			{level.EnforcesFiles(), false, []string{"hard link", h.visible + "/.env", h.dir + "/hard"}},
			{level.EnforcesFiles(), false, []string{"move", h.visible + "/public", h.dir + "/public"}},
			{level.EnforcesFiles(), false, []string{"remove", h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), os.Geteuid() != 0, []string{"set the program of core dumps"}},
			{level.EnforcesFiles(), false, []string{"write", filepath.Dir(h.dir) + "/new"}},
			{level.EnforcesFiles(), true, []string{"unmount", h.visible + "/.env", h.visible + "/.env"}},
			{level.EnforcesFiles(), true, []string{"unmount", h.visible + "/.git", h.visible + "/.git/config"}},
			{level.EnforcesFiles(), true, []string{"unmount in namespaces", h.visible + "/.env", h.visible + "/.env"}},
			{level.EnforcesNetwork(), false, []string{"connect", "tcp", tcp}},
			{level.EnforcesNetwork(), false, []string{"connect", "udp", udp}},
			{level.EnforcesNetwork(), false, []string{"connect", "unix", abstract}},
			{level.EnforcesNetwork(), false, []string{"connect", "unix", socket}},
			{level.EnforcesProcesses(), false, []string{"signal", outside}},
			{level.EnforcesProcesses(), true, []string{"trace", outside}},
		} {
			t.Run(strings.Join(row.attack, " "), func(t *testing.T) {
				got := run(t, level, h.policy, row.attack...)
				refused := strings.HasPrefix(got, "refused: ")
				if row.attack[0] == "write" {
					err := os.Remove(row.attack[1])
					refused = errors.Is(err, fs.ErrNotExist)
				}
				switch {
				case row.refused && !refused:
					t.Errorf("it is not refused: %s", got)
				case level == None && refused && !row.also:
					t.Errorf("it is refused without a sandbox: %s", got)
				}
			})
			// Without a sandbox, much was broken.
			if level == None {
				write(t, h.workspace+"/Dockerfile", secret)
				write(t, h.visible+"/public", "public")
			}
		}
		if text, _ := os.ReadFile(h.visible + "/public"); string(text) != "public" {
			t.Errorf("a file is now %q", text)
		}
	})
}

// servers returns the addresses of servers of the host.
func servers(t *testing.T) (tcp, udp, abstract string) {
	t.Helper()
	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = packets.Close() })
	go func() {
		for {
			_, from, err := packets.ReadFrom(make([]byte, 1))
			if err != nil {
				return
			}
			_, _ = packets.WriteTo([]byte(secret), from)
		}
	}()
	abstract = fmt.Sprintf("@autofix-test-%d", os.Getpid())
	return listen(t, "tcp", "127.0.0.1:0"), packets.LocalAddr().String(), listen(t, "unix", abstract)
}

func listen(t *testing.T, network, address string) string {
	t.Helper()
	server, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go serve(server, secret)
	return server.Addr().String()
}

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
