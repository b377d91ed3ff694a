package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func init() { children["full"] = fullChild }

// fullChild fills a small file system, and writes more to it than fits. It
// checks the tree itself, because no other process sees that file system.
func fullChild(args []string) error {
	root := args[0]
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	if err := unix.Mount("tmpfs", root, "tmpfs", 0, args[1]); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	before := map[string]string{}
	for i := range 60 {
		name := fmt.Sprintf("f%02d", i)
		before[name] = strings.Repeat("0123456789abcde\n", 256)
		if err := os.WriteFile(filepath.Join(root, name), []byte(before[name]), 0o644); err != nil {
			return fmt.Errorf("the file system is too small for the test: %w", err)
		}
	}
	w, err := Open(root)
	if err != nil {
		return err
	}
	changes, err := prefixed(w, "new ")
	if err != nil {
		return err
	}
	failed := w.Write(context.Background(), changes)
	entries, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	if len(entries) != len(before) {
		return fmt.Errorf("%d files, want %d: the failed write left some", len(entries), len(before))
	}
	for name, want := range before {
		if text, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(text) != want {
			return fmt.Errorf("%s has changed, %w", name, err)
		}
	}
	return failed
}

// The file system is a tmpfs of a few hundred kilobytes in a separate mount
// namespace, which needs no root if users may have namespaces.
func TestWriteToAFullFileSystem(t *testing.T) {
	for _, row := range []struct{ rule, options, why string }{
		{"no space", "size=360k", "cannot write its new text: no space left on device"},
		{"no files left", "size=4m,nr_inodes=90", "cannot write next to it: no space left on device"},
		{"no file left for the journal", "size=4m,nr_inodes=61", "cannot open .autofix-journal in it: no space left on device"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
			if os.Geteuid() != 0 {
				attributes.Cloneflags |= syscall.CLONE_NEWUSER
				attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
			}
			failed, _ := run(t, child(attributes, "full", t.TempDir(), row.options))
			if strings.HasPrefix(failed, "cannot start") || strings.HasPrefix(failed, "cannot mount") {
				t.Skipf("no namespaces here: %s: TestFailAtEveryStep and TestWriteOverALimit do without", failed)
			}
			if !strings.Contains(failed, row.why) {
				t.Errorf("%q, want %q", failed, row.why)
			}
		})
	}
}

func TestWriteKeepsExtendedAttributes(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	path := filepath.Join(w.Root(), "a")
	if err := unix.Setxattr(path, "user.origin", []byte("somewhere\x00else"), 0); err != nil {
		t.Skipf("no extended attributes in %s: %v", w.Root(), err)
	}
	// An access control list: version 2; owner rw, user 1234 r, group r, mask
	// r, others none.
	acl := "\x02\x00\x00\x00" +
		"\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x04\x00\xd2\x04\x00\x00" + "\x04\x00\x04\x00\xff\xff\xff\xff" +
		"\x10\x00\x04\x00\xff\xff\xff\xff" + "\x20\x00\x00\x00\xff\xff\xff\xff"
	want := map[string]string{"user.origin": "somewhere\x00else"}
	if err := unix.Setxattr(path, "system.posix_acl_access", []byte(acl), 0); err == nil {
		want["system.posix_acl_access"] = acl
	}
	check(t, write(w, change("a", "1", "2")))
	for name, value := range want {
		got := make([]byte, 200)
		n, err := unix.Getxattr(path, name, got)
		if err != nil || string(got[:n]) != value {
			t.Errorf("%s is %q, %v, want %q", name, got[:max(n, 0)], err, value)
		}
	}
}

// Files that a rename cannot replace are detected before anything is written,
// since a rename that fails is too late.
func TestWriteRefusesIrreplaceableFiles(t *testing.T) {
	const immutable, appendOnly = 0x10, 0x20 // FS_IMMUTABLE_FL, FS_APPEND_FL
	for flag, why := range map[int]string{
		immutable:  "b: cannot replace it: immutable: run chattr -i on it",
		appendOnly: "b: cannot replace it: append-only: run chattr -a on it",
	} {
		w := open(t, map[string]string{"a": "1", "b": "1", "c": "1"})
		file, err := os.Open(filepath.Join(w.Root(), "b"))
		check(t, err)
		defer file.Close()
		flags, err := unix.IoctlGetInt(int(file.Fd()), unix.FS_IOC_GETFLAGS)
		if err == nil {
			err = unix.IoctlSetPointerInt(int(file.Fd()), unix.FS_IOC_SETFLAGS, flags|flag)
		}
		if err != nil {
			t.Skipf("no such flags for this user on this file system: %v", err)
		}
		defer unix.IoctlSetPointerInt(int(file.Fd()), unix.FS_IOC_SETFLAGS, flags)
		wantError(t, write(w, change("a", "1", "2"), change("b", "1", "2"), change("c", "1", "2")), why)
		wantTree(t, w.Root(), map[string]string{"a": "1", "b": "1", "c": "1"})
	}
}

// In a sticky folder, only the owner of a file or of the folder may replace the
// file.
func TestWriteInAStickyFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs the files of two users")
	}
	root := t.TempDir()
	plant(t, root, map[string]string{"tmp/theirs": "1", "mine": "1"})
	const nobody = 65534
	for _, name := range []string{"tmp", "tmp/theirs"} {
		if err := os.Lchown(filepath.Join(root, name), nobody, nobody); err != nil {
			t.Skipf("needs the files of two users: %v", err)
		}
	}
	check(t, os.Chmod(filepath.Join(root, "tmp"), 0o777|os.ModeSticky))
	check(t, os.Chmod(filepath.Join(root, "tmp/theirs"), 0o666))
	failed, _ := run(t, child(nil, "bound", root, "new "))
	if want := "tmp/theirs: cannot replace it: belongs to another user"; !strings.Contains(failed, want) {
		t.Errorf("%q, want %q", failed, want)
	}
	wantTree(t, root, map[string]string{"tmp/theirs": "1", "mine": "1"})
}
