package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// nobody is a user of no rights.
const nobody = 65534

// Programs such as Bazel make sandboxes of their own within this one: a user who
// is not root can mount a /proc there.
func TestSandboxesWithin(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Skip("unshare, of util-linux, is not on the PATH")
	}
	within := []string{"--user", "--map-root-user", "--mount", "--pid", "--fork", "--mount-proc", "true"}
	if out, err := exec.Command(unshare, within...).CombinedOutput(); err != nil {
		t.Skipf("this machine has no user namespaces: %v: %s", err, out)
	}
	eachLevel(t, func(t *testing.T, level Level) {
		if level < Namespaces {
			t.Skip("it has no /proc of its own")
		}
		output := process.NewOutput(1000)
		policy, command, err := prepare(&Policy{Dir: "/", ReadOnly: []string{"/"}}, process.Command{Program: unshare, Args: within, Stdout: output, Stderr: output})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(ladder, func(r rung) bool { return r.level == level })
		if err := ladder[i].try(t.Context()); err != nil {
			t.Skip(Rung{level, err})
		}
		mounts, err := planOf(policy, command.Program)
		if err == nil {
			command, err = ladder[i].wrap(policy, mounts, command)
		}
		if err != nil {
			t.Fatal(err)
		}
		code, err := command.Run(t.Context())
		if code != 0 || err != nil {
			t.Errorf("a sandbox within ends with %d, %v: %s", code, err, output)
		}
	})
}

// asNobody runs this test as a user who is not root.
func asNobody(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("", "nested")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("this test binary cannot be read: ", err)
	}
	copied := filepath.Join(dir, "test")
	if err := os.WriteFile(copied, program, 0o755); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(copied, "-test.run=^"+t.Name()+"$", "-test.v")
	command.Dir = "/"
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := command.CombinedOutput()
	text := string(out)
	t.Log(text)
	if !strings.Contains(text, "=== RUN") {
		t.Skip(fmt.Sprint("this user cannot become another one: ", err))
	}
	if err != nil {
		t.Error(err)
	}
}
