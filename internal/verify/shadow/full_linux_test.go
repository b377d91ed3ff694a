package shadow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func init() { children["full"] = fullChild }

// fullChild fills a small file system with a shadow, and then enlarges it.
func fullChild(args []string) error {
	root, cache, copies := args[0], args[1], args[2] == "copies"
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	if err := unix.Mount("tmpfs", cache, "tmpfs", 0, args[3]); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	large := []File{{Path: "a/one.txt", Text: []byte(strings.Repeat("0123456789abcde\n", 1<<16))}}
	set := func() (string, error) {
		tree, err := Open(context.Background(), root, cache, copies, nil)
		if err != nil {
			return "", err
		}
		return tree.Dir, errors.Join(tree.Set(large), tree.Close())
	}
	if _, err := set(); !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the file system is too large for the test: %w", err)
	} else {
		fmt.Println(err)
	}
	if err := unix.Mount("tmpfs", cache, "tmpfs", unix.MS_REMOUNT, "size=64m,nr_inodes=100k"); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	dir, err := set()
	if err != nil {
		return err
	}
	return errors.Join(wantText(dir, large[0].Text), wantFull(root, cache, copies))
}

// wantText fails if a shadow lacks a changed text, or another file.
func wantText(dir string, changed []byte) error {
	for name, want := range map[string]string{"a/one.txt": string(changed), "a/two.txt": "two\n", "b/four.txt": "four\n"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			return fmt.Errorf("%s has %d bytes, want %d: %w", name, len(text), len(want), err)
		}
	}
	return nil
}

// wantFull fails if a shadow is full before its disk is, or not then.
func wantFull(root, cache string, copies bool) error {
	tree, err := Open(context.Background(), root, cache, copies, nil)
	if err != nil {
		return err
	}
	defer tree.Close()
	if err := tree.Full(); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(tree.State, "large"), make([]byte, 60<<20), 0o600); err != nil {
		return err
	}
	if err := tree.Full(); err == nil || !strings.Contains(err.Error(), "its disk is full (") {
		return fmt.Errorf("the disk is full: error %w", err)
	}
	return nil
}

// The file system is a tmpfs of a few hundred kilobytes in a separate mount
// namespace, which needs no root if users may have namespaces.
func TestFullFileSystem(t *testing.T) {
	for _, row := range []struct{ kind, options, why string }{
		{"links", "size=256k", "cannot write a/one.txt: no space left on device"},
		{"copies", "size=256k", "cannot write a/one.txt: no space left on device"},
		{"links", "size=4m,nr_inodes=10", ": no space left on device"},
		{"copies", "size=4m,nr_inodes=10", ": no space left on device"},
	} {
		t.Run(row.kind+", "+row.options, func(t *testing.T) {
			root, cache := inWorkspace(t, example)
			attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
			if os.Geteuid() != 0 {
				attributes.Cloneflags |= syscall.CLONE_NEWUSER
				attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
			}
			said, failed, _ := run(t, attributes, "full", root, cache, row.kind, row.options)
			if strings.HasPrefix(said, "cannot start") || strings.HasPrefix(said, "cannot mount") {
				t.Skipf("no namespaces here: %s: TestFailAtEveryStep does without", said)
			}
			if failed || !strings.HasPrefix(said, "shadow workspace") || !strings.Contains(said, row.why) {
				t.Errorf("%q, want %q", said, row.why)
			}
		})
	}
}
