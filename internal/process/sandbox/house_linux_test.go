package sandbox

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A house is the target of the attacks.
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
	if err := os.Mkdir(root+"/closed", 0); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h.policy = Policy{
		Dir: h.dir,
		ReadOnly: []string{
			h.visible, h.visible + "/.git/allowed", self,
			root + "/missing", h.dir + "/file/of-a-file", root + "/closed/inner", // skipped
		},
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
		mounts, err := planOf(valid, command.Program)
		if err != nil {
			t.Fatal(err)
		}
		if command, err = r.wrap(valid, mounts, command); err != nil {
			t.Fatal(err)
		}
	}
	return &command
}

// run runs an attack, and returns its output.
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
