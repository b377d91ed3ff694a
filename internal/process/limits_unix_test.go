//go:build unix

package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tryLimit tries to exceed a limit, and prints the result.
func tryLimit(what string) int {
	switch what {
	case "memory":
		// The address space of Go's heap is only reserved; this is used.
		for i, kept := 0, [][]byte{}; i < 64; i++ {
			kept = append(kept, bytes.Repeat([]byte{1}, 16<<20))
			_ = kept
		}
	case "files":
		for range 100 {
			if _, err := os.Open(os.Args[0]); err != nil {
				fmt.Print(errors.Is(err, syscall.EMFILE))
				return 0
			}
		}
	case "size":
		// A write over the limit is an error where its signal is not in the way.
		_, err := os.NewFile(uintptr(must(syscall.Open("file", syscall.O_CREAT|syscall.O_WRONLY, 0o666))), "file").Write(make([]byte, 5000))
		info, _ := os.Stat("file")
		fmt.Print(errors.Is(err, syscall.EFBIG), info.Size())
	case "cpu":
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		}
	case "processes":
		_, err := exec.Command(os.Args[0], "sleep").CombinedOutput()
		fmt.Print(errors.Is(err, syscall.EAGAIN))
	}
	return 0
}

func must(fd int, err error) int {
	if err != nil {
		panic(err)
	}
	return fd
}

func TestLimits(t *testing.T) {
	for _, row := range []struct {
		what   string
		limits Limits
		check  func(code int, err error, stdout, stderr string) bool
		slow   bool
	}{
		// The race detector has words of its own.
		{"memory", Limits{Memory: 512 << 20}, func(code int, _ error, _, stderr string) bool {
			return code > 0 && (strings.Contains(stderr, "memory") || strings.Contains(stderr, "failed to allocate"))
		}, false},
		{"files", Limits{OpenFiles: 50}, func(_ int, err error, stdout, _ string) bool { return err == nil && stdout == "true" }, false},
		{"size", Limits{FileSize: 1000}, func(_ int, err error, stdout, _ string) bool { return err == nil && stdout == "true 1000" }, false},
		{"cpu", Limits{CPU: time.Millisecond}, func(code int, err error, _, _ string) bool { return code != 0 || err != nil }, true},
		// None: nothing is forbidden.
		{"files", Limits{FileSize: 1 << 40}, func(_ int, err error, stdout, _ string) bool { return err == nil && stdout == "" }, false},
	} {
		t.Run(row.what, func(t *testing.T) {
			if row.slow && testing.Short() {
				t.Skip("takes a second of a processor")
			}
			if _, left := row.limits.Enforceable(); len(left) > 0 {
				t.Skip(left)
			}
			c := command(t, "limited", row.what)
			stdout, stderr := NewOutput(1000), NewOutput(1000)
			c.Tree, c.Limits, c.Stdout, c.Stderr = true, row.limits, stdout, stderr
			code, err := c.Run(t.Context())
			if !row.check(code, err, stdout.String(), stderr.String()) {
				t.Errorf("%d, %v, stdout %q, stderr %q", code, err, stdout, stderr)
			}
		})
	}
}

// A program with limits starts as one without: its folder, its name, its errors.
func TestStartWithLimits(t *testing.T) {
	limits := Limits{FileSize: 1 << 30}
	c := command(t, "where")
	dir, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	stdout := NewOutput(1000)
	c.Tree, c.Limits, c.Dir, c.Stdout, c.Env = true, limits, dir, stdout, append(c.Env, "WHERE=here")
	if code, err := c.Run(t.Context()); code != 0 || err != nil || stdout.String() != dir+" here" {
		t.Errorf("%d, %v, %q", code, err, stdout)
	}
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("\x7fELF, not"), 0o777); err != nil {
		t.Fatal(err)
	}
	for program, want := range map[string]error{broken: syscall.ENOEXEC, broken + "-missing": os.ErrNotExist} {
		c := Command{Program: program, Tree: true, Limits: limits}
		if code, err := c.Run(t.Context()); code != -1 || !errors.Is(err, want) {
			t.Errorf("%s: %d, %v", program, code, err)
		}
	}
}

func TestLimitsThatCannotBeEnforced(t *testing.T) {
	if runtime.GOOS == "linux" && noProcessLimit() == "" {
		t.Skip("all limits can be enforced for this user")
	}
	limits := Limits{Memory: 1 << 30, CPU: time.Hour, OpenFiles: 100, Processes: 100, FileSize: 1 << 30}
	kept, left := limits.Enforceable()
	if kept == limits || len(left) == 0 {
		t.Fatalf("%+v, %q", kept, left)
	}
	c := command(t, "print", "", "", "0")
	c.Tree, c.Limits = true, limits
	if code, err := c.Run(t.Context()); code != -1 || !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), left[0]) {
		t.Errorf("%d, %v", code, err)
	}
	c = command(t, "print", "", "", "0")
	c.Tree, c.Limits = true, kept
	if code, err := c.Run(t.Context()); code != 0 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
}
