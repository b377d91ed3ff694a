package worktree_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/prove/worktree"
	"github.com/rules-autofix/rules_autofix/prove/worktree/worktreetest"
)

// fullState is the variable that has this binary run fullChild.
const fullState = "AUTOFIX_TEST_FULL_STATE"

func init() {
	if state := os.Getenv(fullState); state != "" {
		fmt.Println(fullChild(os.Args[1], state, os.Args[2]))
		os.Exit(0)
	}
}

// fullChild makes trees in a small file system.
func fullChild(dir, state, options string) error {
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	if err := unix.Mount("tmpfs", state, "tmpfs", 0, options); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	ctx := context.Background()
	r, err := worktree.Find(ctx, dir, state)
	if err != nil {
		return err
	}
	defer r.Close()
	for range 100 {
		b, err := r.Base(ctx, true)
		if err != nil {
			return coded("base", err)
		}
		for i := range 100 {
			if _, err := r.Seal(ctx, b, fmt.Sprint("tree", i)); err != nil {
				return coded("seal", err)
			}
		}
	}
	return errors.New("it never was full")
}

func coded(what string, err error) error {
	var e *worktree.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %s: %w", what, e.Code, err)
	}
	return fmt.Errorf("%s: no code: %w", what, err)
}

// The file system is small and in a mount namespace of its own, which needs no
// root if users may have namespaces.
func TestFullDisk(t *testing.T) {
	noise := make([]byte, 512<<10)
	_, _ = rand.Read(noise)
	c := newCheckout(t, with(example, map[string]string{"noise": string(noise)}))
	c.write(map[string]string{"a.txt": "dirty\n"})
	worktreetest.Untouched(t, c.dir)
	for _, row := range []struct{ options, step string }{
		{"size=256k", "base"}, {"size=1200k", "seal"}, {"size=2500k", "seal"}, {"size=64m,nr_inodes=60", "seal"},
	} {
		t.Run(row.options, func(t *testing.T) {
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			state := filepath.Join(realDir(t), "state")
			if err := os.Mkdir(state, 0o700); err != nil {
				t.Fatal(err)
			}
			command := exec.Command(self, c.dir, row.options)
			command.Env = append(os.Environ(), fullState+"="+state)
			command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
			if os.Geteuid() != 0 {
				command.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
				command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
				command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
			}
			out, err := command.CombinedOutput()
			said := string(out)
			if err != nil || strings.HasPrefix(said, "cannot mount") {
				t.Skipf("no namespaces here: %v, %s", err, said)
			}
			if !strings.HasPrefix(said, row.step+": disk_full: ") || !strings.Contains(said, worktree.DiskFull.WayOut()) {
				t.Errorf("%q, want the code %s in the step %s", said, worktree.DiskFull, row.step)
			}
		})
	}
}
