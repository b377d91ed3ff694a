package workspace

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

func init() { children["mounts"] = mountsChild }

// mounted runs one of mountRows in a separate mount namespace, which needs no
// root if users may have namespaces.
func mounted(t *testing.T, row string) {
	t.Helper()
	attributes := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		attributes.Cloneflags |= syscall.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
	}
	failed, _ := run(t, child(attributes, "mounts", t.TempDir(), row))
	if strings.HasPrefix(failed, "cannot start") || strings.HasPrefix(failed, "cannot mount") {
		t.Skipf("no mounts for this user here: %s: TestFailOfOneFileAtEveryStep does without", failed)
	}
	if failed != "" {
		t.Error(failed)
	}
}

// mountRows mount parts of a tree with the files a and x/b, and check the
// result. They run in a process that may mount.
var mountRows = map[string]func(root string) error{
	"a read-only mount": func(root string) error {
		if err := mountTree(root, "x", "tmpfs"); err != nil {
			return err
		}
		return errors.Join(refusesReadOnly(root), othersAreWritten(root))
	},
	"a folder bound to itself, read-only": func(root string) error {
		if err := mountTree(root, "x", "bind"); err != nil {
			return err
		}
		return errors.Join(refusesReadOnly(root), othersAreWritten(root))
	},
	"a single mounted file": func(root string) error {
		if err := mountTree(root, "x/b", "bind"); err != nil {
			return err
		}
		w, err := Open(root)
		if err != nil {
			return err
		}
		defer w.Close()
		return errors.Join(
			wantText(write(w, change("a", "1", "2"), change("x/b", "1", "2")), "x/b: cannot replace it: a mount point"),
			wantFiles(root, map[string]string{"a": "1", "x/b": "1"}),
			othersAreWritten(root))
	},
	"mounted over files that a killed run has to roll back": func(root string) error {
		return recovered(root, "verified", "1", func() error { return mountTree(root, "x", "tmpfs") })
	},
	"mounted over files that a killed run has to complete": func(root string) error {
		return recovered(root, "committed", "1", func() error { return mountTree(root, "x", "tmpfs") })
	},
	"read-only since a kill, with a staged text that stays": func(root string) error {
		w, err := Open(root)
		if err != nil {
			return err
		}
		defer w.Close()
		if err := killedAt(w, "committed", change("a", "1", "2"), change("x/b", "1", "2")); err != nil {
			return err
		}
		if err := mountTree(root, "x", "bind"); err != nil {
			return err
		}
		_, err = w.Recover(context.Background())
		if err := wantText(err, "x/b: cannot put its new text in place: read-only file system"); err != nil {
			return err
		}
		if err := unix.Unmount(filepath.Join(root, "x"), 0); err != nil {
			return err
		}
		if _, err := w.Recover(context.Background()); err != nil {
			return err
		}
		return wantFiles(root, map[string]string{"a": "2", "x/b": "2"})
	},
	"read-only since a kill, with a staged text to remove": func(root string) error {
		w, err := Open(root)
		if err != nil {
			return err
		}
		defer w.Close()
		if err := leaveStaged(w, change("a", "1", "2"), change("x/b", "1", "2")); err != nil {
			return err
		}
		if err := mountTree(root, "x", "bind"); err != nil {
			return err
		}
		for range 2 { // the journal stays as long as something is left
			_, err = w.Recover(context.Background())
			if err := wantText(err, "cannot remove it: read-only file system"); err != nil {
				return err
			}
		}
		if err := unix.Unmount(filepath.Join(root, "x"), 0); err != nil {
			return err
		}
		if done, err := w.Recover(context.Background()); err != nil || !done.RolledBack {
			return fmt.Errorf("recovered %+v, %w", done, err)
		}
		return wantFiles(root, map[string]string{"a": "1", "x/b": "1"})
	},
	"a hard-linked file in a folder that is also bound elsewhere": func(root string) error {
		for _, name := range []string{"x", "y"} {
			if err := os.MkdirAll(filepath.Join(root, name), 0o755); err != nil {
				return err
			}
		}
		if err := os.Link(filepath.Join(root, "x/b"), filepath.Join(root, "x/c")); err != nil {
			return err
		}
		if err := unix.Mount(filepath.Join(root, "x"), filepath.Join(root, "y"), "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("cannot mount: %w", err)
		}
		w, err := Open(root)
		if err != nil {
			return err
		}
		defer w.Close()
		return errors.Join(write(w, change("x/c", "1", "2")),
			wantFiles(root, map[string]string{"a": "1", "x/b": "2", "x/c": "2", "y/b": "2", "y/c": "2"}))
	},
}

// A mount below the workspace does not prevent other files from being fixed and
// recovered.
func TestMounts(t *testing.T) {
	for name := range mountRows {
		t.Run(name, func(t *testing.T) { mounted(t, name) })
	}
}

func mountsChild(args []string) error {
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	root := args[0]
	for _, name := range []string{"a", "x/b"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte("1"), 0o644); err != nil {
			return err
		}
	}
	return mountRows[args[1]](root)
}

// mountTree mounts a place of a tree read-only: bound to itself, or as an empty
// tmpfs with the file b.
func mountTree(root, place, kind string) error {
	path := filepath.Join(root, place)
	var err error
	if kind == "bind" {
		err = unix.Mount(path, path, "", unix.MS_BIND, "")
	} else {
		if err = unix.Mount("tmpfs", path, "tmpfs", 0, ""); err == nil {
			err = os.WriteFile(filepath.Join(path, "b"), []byte("1"), 0o644)
		}
	}
	if err == nil {
		flags := uintptr(unix.MS_REMOUNT | unix.MS_RDONLY)
		if kind == "bind" {
			flags |= unix.MS_BIND
		}
		err = unix.Mount("", path, "", flags, "")
	}
	if err != nil {
		return fmt.Errorf("cannot mount: %w", err)
	}
	return nil
}

// leaveStaged leaves a tree in the state of a run that was killed after all
// texts were staged.
func leaveStaged(w *Workspace, changes ...Change) error {
	lock, err := w.lock(context.Background())
	if err != nil {
		return err
	}
	defer lock.keep()
	entries, err := newEntries(changes)
	if err == nil {
		entries, _, err = w.plan(context.Background(), entries)
	}
	if err != nil {
		return err
	}
	t := newTransaction(lock, entries, nil)
	id := w.newID()
	nameStaged(id, entries)
	if err := lock.write(appendPrepared(nil, id, entries, nil)); err != nil {
		return err
	}
	return t.stageAll(context.Background())
}

// refusesReadOnly writes a and x/b, of which x is mounted read-only. Nothing is
// written or staged.
func refusesReadOnly(root string) error {
	w, err := Open(root)
	if err != nil {
		return err
	}
	defer w.Close()
	w.step = func(point, path string) error {
		if point == "created" {
			return fmt.Errorf("%s was staged before the other was refused", path)
		}
		return nil
	}
	err = write(w, change("a", "1", "2"), change("x/b", "1", "2"))
	var unwritable *UnwritableError
	var unwritten *UnwrittenError
	if !errors.As(err, &unwritable) || !errors.As(err, &unwritten) || !errors.Is(err, syscall.EROFS) ||
		len(unwritable.Files) != 1 || unwritable.Files[0].Path != "x/b" {
		return fmt.Errorf("error %w, want that x/b is on a read-only file system", err)
	}
	return errors.Join(wantText(err, "x/b: cannot write next to it: read-only file system"), wantFiles(root, map[string]string{"a": "1", "x/b": "1"}))
}

// othersAreWritten writes a alone, and leaves a to be recovered.
func othersAreWritten(root string) error {
	w, err := Open(root)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := write(w, change("a", "1", "2")); err != nil {
		return err
	}
	if err := killedAt(w, "verified", change("a", "2", "3")); err != nil {
		return err
	}
	if _, err := w.Recover(context.Background()); err != nil {
		return err
	}
	return wantFiles(root, map[string]string{"a": "2", "x/b": "1"})
}

// recovered interrupts a write at a point, calls a function, and recovers. Then
// a has the text, and other runs can write.
func recovered(root, point, text string, do func() error) error {
	w, err := Open(root)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := killedAt(w, point, change("a", "1", "2"), change("x/b", "1", "2")); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	if done, err := w.Recover(context.Background()); err != nil || !done.Found {
		return fmt.Errorf("recovered %+v, %w", done, err)
	}
	if err := wantFiles(root, map[string]string{"a": text, "x/b": "1"}); err != nil {
		return err
	}
	return othersAreWritten(root)
}

func wantText(err error, text string) error {
	if err == nil || !strings.Contains(err.Error(), text) {
		return fmt.Errorf("error %w, want %q", err, text)
	}
	return nil
}

// wantFiles is wantTree for a process without a test.
func wantFiles(root string, want map[string]string) error {
	seen := 0
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		seen++
		name, _ := filepath.Rel(root, path)
		text, err := os.ReadFile(path)
		if err == nil && string(text) != want[name] {
			err = fmt.Errorf("%s has %q, want %q", name, text, want[name])
		}
		return err
	})
	if err == nil && seen != len(want) {
		err = fmt.Errorf("%d files, want %d", seen, len(want))
	}
	return err
}
