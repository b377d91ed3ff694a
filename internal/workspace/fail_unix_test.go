//go:build unix

package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// Every step of a write fails, as on a full disk. Before the commit the tree
// stays as it was, without leftovers; after that Recover completes the write.
func TestFailAtEveryStep(t *testing.T) {
	files := numbered(40, "old")
	want := renewed(files)
	tried := map[string]bool{}
	for step := 1; ; step++ {
		w := open(t, files)
		changes, err := prefixed(w, "new ")
		check(t, err)
		var steps atomic.Int64
		point := ""
		w.step = func(at, _ string) error {
			if int(steps.Add(1)) == step {
				point = at
				return syscall.ENOSPC
			}
			return nil
		}
		err = w.Write(context.Background(), changes)
		if point == "" {
			check(t, err)
			break
		}
		tried[point] = true
		wantError(t, err, "no space left on device")
		switch point {
		case "committed", "rename", "renamed", "renamed all", "folders synced":
			if c := count(t, w.Root(), files, want); len(c.torn) > 0 || c.old+c.new != len(files) || !c.journal {
				t.Errorf("%q failed: %+v", point, c)
			}
			if point != "committed" {
				wantError(t, err, "of 40 files were written", "run the recover command")
			}
			w.step = nil
			done, err := w.Recover(context.Background())
			if err != nil || !done.Found || done.RolledBack || len(done.Stale) > 0 {
				t.Errorf("%q failed, then recovered: %+v, %v", point, done, err)
			}
			fallthrough
		case "done":
			wantTree(t, w.Root(), want)
		default:
			wantTree(t, w.Root(), files)
		}
	}
	for _, point := range points {
		if !tried[point] && point != "linked" {
			t.Errorf("no failure at %q was tried", point)
		}
	}
}

// Recover knows the files that could not be removed after a failure.
func TestUndoThatFails(t *testing.T) {
	files := numbered(40, "old")
	w := open(t, files)
	changes, err := prefixed(w, "new ")
	check(t, err)
	w.step = func(at, _ string) error {
		switch at {
		case "verified":
			return syscall.ENOSPC
		case "undone":
			return syscall.EIO
		}
		return nil
	}
	wantError(t, w.Write(context.Background(), changes), "no space left on device", "could be removed: input/output error: run the recover command")
	w.step = nil
	if done, err := w.Recover(context.Background()); err != nil || !done.RolledBack {
		t.Errorf("%+v, %v", done, err)
	}
	wantTree(t, w.Root(), files)
}

// limitedChild is writeChild with a limit on the size of files that a text or
// the journal exceeds.
func limitedChild(args []string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit uint64
	if _, err := fmt.Sscan(args[2], &limit); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	return writeChild(args)
}

// A text, or the journal, cannot be written completely. Unlike a full file
// system, this needs no rights to set up.
func TestWriteOverALimit(t *testing.T) {
	for _, row := range []struct{ rule, limit, why string }{
		{"not even the journal's first line", "20", "cannot use the journal: file too large"},
		{"half a journal", "2000", ".autofix-journal: cannot write the journal: file too large"},
		{"half a text", "50000", "big: cannot write its new text: file too large"},
	} {
		files := numbered(60, "old")
		files["big"] = strings.Repeat("x", 60000)
		root := t.TempDir()
		plant(t, root, files)
		failed, _ := run(t, child(nil, "limited", root, "new ", row.limit))
		if !strings.Contains(failed, row.why) {
			t.Errorf("%s: %q, want %q", row.rule, failed, row.why)
		}
		wantTree(t, root, files)
	}
}

func TestWriteWithoutPermission(t *testing.T) {
	for _, row := range []struct {
		rule  string
		chmod map[string]fs.FileMode
		why   string // "": written
	}{
		{"a folder that may not be written", map[string]fs.FileMode{"d01": 0o555}, "d01/f010.txt: cannot write next to it: its folder must be writable: permission denied"},
		{"a root that may not be written", map[string]fs.FileMode{".": 0o555}, "cannot lock the workspace: cannot open .autofix-journal in it: permission denied"},
		{"a folder that may not be entered is not empty", map[string]fs.FileMode{"d02/deep": 0o000}, "d02/deep: cannot list it: permission denied; make it readable, or leave it out with .gitignore or .bazelignore"},
		{"a read-only file is replaced, and stays read-only", map[string]fs.FileMode{"d01/f011.txt": 0o444}, ""},
	} {
		t.Run(row.rule, func(t *testing.T) {
			files := numbered(40, "old")
			root := t.TempDir()
			plant(t, root, files)
			for name, mode := range row.chmod {
				path := filepath.Join(root, name)
				check(t, os.Chmod(path, mode))
				defer os.Chmod(path, 0o755)
			}
			failed, _ := run(t, child(nil, "bound", root, "new "))
			for name, mode := range row.chmod {
				if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Mode().Perm() != mode {
					t.Errorf("%s has mode %v, %v, want %v", name, info.Mode(), err, mode)
				}
				check(t, os.Chmod(filepath.Join(root, name), 0o755))
			}
			if row.why != "" {
				if !strings.Contains(failed, row.why) {
					t.Errorf("error %q, want %q", failed, row.why)
				}
				wantTree(t, root, files)
				return
			}
			if failed != "" {
				t.Errorf("error %q", failed)
			}
			wantTree(t, root, renewed(files))
		})
	}
}

func TestListReportsFoldersThatGitCannotRead(t *testing.T) {
	root := t.TempDir()
	plant(t, root, map[string]string{"a": "", "closed/b": "", ".gitignore": ""})
	git(t, root, "init", "-q")
	closed := filepath.Join(root, "closed")
	check(t, os.Chmod(closed, 0))
	defer os.Chmod(closed, 0o755)
	failed, _ := run(t, child(nil, "bound", root, "new "))
	if want := "closed: cannot list it: permission denied; make it readable"; !strings.Contains(failed, want) {
		t.Errorf("error %q, want %q", failed, want)
	}
	plant(t, root, map[string]string{".gitignore": "/closed\n"})
	if failed, _ := run(t, child(nil, "bound", root, "new ")); failed != "" {
		t.Errorf("ignored by git: error %q", failed)
	}
}

// A file that cannot be read or replaced is named, at whatever step, and
// nothing is written. The others can then be written without it.
func TestFailOfOneFileAtEveryStep(t *testing.T) {
	for _, cause := range []syscall.Errno{syscall.EROFS, syscall.EACCES, syscall.EPERM, syscall.EIO} {
		for _, point := range []string{"created", "staged", "linked", "verify"} {
			t.Run(fmt.Sprintf("%s/%v", point, cause), func(t *testing.T) {
				files := map[string]string{"a": "1", "b": "1", "x/c": "1"}
				w := open(t, files)
				check(t, os.Link(filepath.Join(w.Root(), "x/c"), filepath.Join(w.Root(), "x/c-too")))
				files["x/c-too"] = "1"
				bad := "b"
				if point == "linked" {
					bad = "x/c-too"
				}
				w.step = func(at, path string) error {
					if at == point && path == bad {
						return cause
					}
					return nil
				}
				changes := []Change{change("a", "1", "2"), change("b", "1", "2"), change("x/c", "1", "2")}
				err := write(w, changes...)
				var unwritable *UnwritableError
				if !errors.As(err, &unwritable) || len(unwritable.Files) != 1 || unwritable.Files[0].Path != bad || !errors.Is(err, cause) {
					t.Fatalf("error %v, want that %s cannot be written: %v", err, bad, cause)
				}
				wantTree(t, w.Root(), files)
				if bad == "b" {
					check(t, write(w, changes[0], changes[2]))
					wantTree(t, w.Root(), map[string]string{"a": "2", "b": "1", "x/c": "2", "x/c-too": "2"})
				}
			})
		}
	}
}

// All unwritable files are named at once, so that the others can be written in
// the next attempt.
func TestManyUnwritableFiles(t *testing.T) {
	files := numbered(30, "old")
	w := open(t, files)
	changes, err := prefixed(w, "new ")
	check(t, err)
	w.step = func(at, path string) error {
		if at == "created" && strings.HasPrefix(path, "d01/") {
			return syscall.EACCES
		}
		return nil
	}
	err = w.Write(context.Background(), changes)
	var unwritable *UnwritableError
	if !errors.As(err, &unwritable) || len(unwritable.Files) != 10 || unwritable.Files[0].Path != "d01/f010.txt" || unwritable.Files[9].Path != "d01/f019.txt" {
		t.Fatalf("%v", err)
	}
	wantError(t, err, "d01/f010.txt: cannot write its new text: permission denied (and 9 more files)")
	wantTree(t, w.Root(), files)
}

// Every step of a recovery fails: it reports the error and keeps the journal,
// and the next recovery completes the write.
func TestFailAtEveryStepOfRecover(t *testing.T) {
	files := numbered(20, "old")
	want := renewed(files)
	points := map[string]bool{}
	for step := 1; ; step++ {
		w := open(t, files)
		changes, err := prefixed(w, "new ")
		check(t, err)
		interrupt(t, w, changes...)
		var steps atomic.Int64
		w.step = func(at, _ string) error {
			if int(steps.Add(1)) == step {
				points[at] = true
				return syscall.EIO
			}
			return nil
		}
		told := 0
		w.OnRecover = func(Recovered) { told++ }
		done, err := w.Recover(context.Background())
		if int(steps.Load()) < step {
			check(t, err)
			break
		}
		wantError(t, err, "input/output error")
		if c := count(t, w.Root(), files, want); len(c.torn) > 0 || c.old+c.new != len(files) || !c.journal || !done.Found || told > 0 {
			t.Errorf("step %d failed: %+v, %+v, told %d times that all is done", step, c, done, told)
		}
		w.step = nil
		if done, err := w.Recover(context.Background()); err != nil || !done.Found || done.RolledBack || len(done.Stale) > 0 || told != 1 {
			t.Errorf("step %d failed, then recovered: %+v, %v, told %d times", step, done, err, told)
		}
		wantTree(t, w.Root(), want)
	}
	for _, point := range []string{"rename", "renamed", "renamed all", "folders synced"} {
		if !points[point] {
			t.Errorf("no failure at %q was tried", point)
		}
	}
}

// Each part of a write and a recovery is called with closed handles, so that
// the system returns errors.
func TestErrorsOfTheSystemAreReported(t *testing.T) {
	closed := func(t *testing.T) (*transaction, *Workspace) {
		root := t.TempDir()
		plant(t, root, map[string]string{"x/a": "1", "b": "1"})
		w, err := Open(root)
		check(t, err)
		l, err := w.lock(context.Background())
		check(t, err)
		entries, err := newEntries([]Change{change("x/a", "1", "2"), change("b", "1", "2")})
		check(t, err)
		entries, _, err = w.plan(context.Background(), entries)
		check(t, err)
		tr := newTransaction(l, entries, nil)
		nameStaged(w.newID(), entries)
		tr.filesystems = []*os.File{w.dir}
		check(t, l.file.Close())
		check(t, w.Close())
		return tr, w
	}
	ctx := context.Background()
	for what, do := range map[string]func(tr *transaction, w *Workspace) error{
		"make a file system durable": func(tr *transaction, w *Workspace) error { return tr.syncFilesystems() },
		"make a folder durable": func(tr *transaction, w *Workspace) error {
			tr.filesystems = nil
			return tr.syncNames(w.root, "x")
		},
		"stage":                 func(tr *transaction, w *Workspace) error { return tr.stageAll(ctx) },
		"verify":                func(tr *transaction, w *Workspace) error { return tr.verify(ctx) },
		"commit":                func(tr *transaction, w *Workspace) error { return tr.commit([]byte("x")) },
		"write the journal":     func(tr *transaction, w *Workspace) error { return tr.lock.write([]byte("x")) },
		"rename":                func(tr *transaction, w *Workspace) error { _, err := tr.renameAll(); return err },
		"settle":                func(tr *transaction, w *Workspace) error { _, err := tr.settle(); return err },
		"remove what is staged": func(tr *transaction, w *Workspace) error { return tr.removeAllStaged(ctx) },
		"sweep":                 func(tr *transaction, w *Workspace) error { return w.sweep() },
		"sweep what was moved":  func(tr *transaction, w *Workspace) error { tr.moved.Store(true); return tr.sweepMoved() },
		"roll forward":          func(tr *transaction, w *Workspace) error { _, err := tr.rollForward(ctx); return err },
		"remove the journal":    func(tr *transaction, w *Workspace) error { return tr.lock.done() },
		"look at the journal":   func(tr *transaction, w *Workspace) error { _, err := w.inPlace(tr.lock.file, journalName); return err },
		"lock":                  func(tr *transaction, w *Workspace) error { _, err := w.lock(ctx); return err },
		"recover":               func(tr *transaction, w *Workspace) error { _, err := w.Recover(ctx); return err },
		"write":                 func(tr *transaction, w *Workspace) error { return write(w, change("b", "1", "2")) },
		"create":                func(tr *transaction, w *Workspace) error { return write(w, creation("none/new", "")) },
		"find missing folders": func(tr *transaction, w *Workspace) error {
			_, err := w.missingFolders([]*entry{{path: "none/new", kind: creates}})
			return err
		},
		"make folders":             func(tr *transaction, w *Workspace) error { tr.folders = []string{"x/none"}; return tr.makeFolders() },
		"remove folders":           func(tr *transaction, w *Workspace) error { tr.folders = []string{"x"}; return tr.removeMade() },
		"read":                     func(tr *transaction, w *Workspace) error { _, err := w.Read("b"); return err },
		"find the canonical name":  func(tr *transaction, w *Workspace) error { _, err := w.Canonical("b"); return err },
		"find the repository":      func(tr *transaction, w *Workspace) error { _, err := w.Repository("x/a"); return err },
		"list":                     func(tr *transaction, w *Workspace) error { _, err := w.List([]string{"x"}, ListOptions{}); return err },
		"open a folder":            func(tr *transaction, w *Workspace) error { _, err := w.openFolder("x"); return err },
		"find files to be written": func(tr *transaction, w *Workspace) error { return w.find(ctx, tr.entries) },
		"find names of a hard link": func(tr *transaction, w *Workspace) error {
			return (&hardLinks{names: map[fileID][]string{}}).walk(w.root, ".")
		},
	} {
		t.Run(what, func(t *testing.T) {
			tr, w := closed(t)
			err := do(tr, w)
			if err == nil || errors.Is(err, errGone) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrOutside) {
				t.Errorf("error %v, want that of the system", err)
			}
			var stale *StaleError
			if errors.As(err, &stale) {
				t.Errorf("%v: an unreadable file is reported as edited", err)
			}
		})
	}
}
