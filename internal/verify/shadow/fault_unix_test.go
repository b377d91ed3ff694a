//go:build unix

package shadow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/tools/unprivileged"
)

// faultChanges are the changes of runs that are killed or fail: files are
// edited, created, deleted and moved, and others lead to them.
var faultChanges = [][]File{
	{
		{Path: "a/one.txt", Text: []byte("1\n")},
		{Path: "a/deep/three.txt", Deleted: true},
		{Path: "c/d/new.txt", Text: []byte("new\n"), Executable: true},
		{Path: "MODULE.bazel.lock", Text: []byte("changed\n")},
	},
	nil,
	{{Path: "a/one.txt", Deleted: true}, {Path: "b/one.txt", Text: []byte("one\n")}, {Path: "b/four.txt", Text: []byte("4\n")}},
}

// inFaultWorkspace returns a workspace whose files lead to each other, and a
// folder for shadows.
func inFaultWorkspace(t *testing.T) (root, cache string) {
	t.Helper()
	root, cache = inWorkspace(t, example)
	symlink(t, "../a/one.txt", filepath.Join(root, "e", "link.txt"))
	symlink(t, "a", filepath.Join(root, "linked"))
	hardLink(t, filepath.Join(root, "b", "four.txt"), filepath.Join(root, "hard.txt"))
	return root, cache
}

// setAll opens a shadow and makes all changes. step is called before each
// change of the shadow.
func setAll(root, cache string, copies bool, step func(point, name string) error) error {
	tree, err := openWith(context.Background(), root, cache, copies, nil, step)
	if err != nil {
		return err
	}
	for _, files := range faultChanges {
		if err := tree.Set(files); err != nil {
			return errors.Join(err, tree.Close())
		}
	}
	return tree.Close()
}

// counts reports whether a change of the shadow is one of the steps that fail.
// Of the many links to what is beside the folders above the workspace, one is.
func counts(name string) bool {
	_, err := os.Lstat(filepath.Join("/", name))
	return err != nil || name == "usr"
}

// stride is 1 to try every step, or more to try fewer.
func stride() int {
	if testing.Short() {
		return 7
	}
	return 1
}

// killedChild runs setAll, and kills itself at step args[3], from 1.
func killedChild(args []string) error {
	kill, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	var mutex sync.Mutex // copies are made side by side
	steps := 0
	err = setAll(args[0], args[1], args[2] == "copies", func(point, name string) error {
		mutex.Lock()
		defer mutex.Unlock()
		if !counts(name) {
			return nil
		}
		if steps++; steps == kill {
			fmt.Println(point)
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // until the signal arrives
		}
		return nil
	})
	return err
}

// wantShadow asserts that a shadow can be opened and set, and that the person's
// files are as before.
func wantShadow(t *testing.T, root, cache string, copies bool, before map[string]string) {
	t.Helper()
	if diff := cmp.Diff(before, contents(t, root)); diff != "" {
		t.Fatalf("workspace (-before +after)\n%s", diff)
	}
	tree, err := Open(t.Context(), root, cache, copies, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if diff := cmp.Diff(before, contents(t, tree.Dir)); diff != "" {
		t.Fatalf("shadow, opened (-want +got)\n%s", diff)
	}
	wantChanged(t, tree, before)
}

// wantChanged asserts that the first of the changes can be made.
func wantChanged(t *testing.T, tree *Tree, before map[string]string) {
	t.Helper()
	set(t, tree, faultChanges[0]...)
	want := map[string]string{}
	for name, text := range before {
		want[name] = text
	}
	for _, name := range []string{"a/one.txt", "e/link.txt", "linked/one.txt"} {
		want[name] = "1\n"
	}
	delete(want, "a/deep/three.txt")
	delete(want, "linked/deep/three.txt")
	want["c/d/new.txt"] = "new\n"
	want["MODULE.bazel.lock"] = "changed\n"
	if diff := cmp.Diff(want, contents(t, tree.Dir)); diff != "" {
		t.Fatalf("shadow, changed (-want +got)\n%s", diff)
	}
}

// A run is killed before each change that it makes to the shadow: of a new
// one, and of one that the run before has left when it was killed.
func TestKillAtEveryStep(t *testing.T) {
	for _, kind := range []string{"links", "copies"} {
		for _, state := range []string{"new", "left"} {
			t.Run(kind+", "+state, func(t *testing.T) {
				root, cache := inFaultWorkspace(t)
				before := contents(t, root)
				points := map[string]int{}
				for step := 1; ; step += stride() {
					point, failed, killed := run(t, nil, "killed", root, cache, kind, strconv.Itoa(step))
					if failed {
						t.Fatal(point)
					}
					if !killed {
						break
					}
					points[point]++
					t.Run(fmt.Sprintf("%d, before it can %s", step, point), func(t *testing.T) {
						wantShadow(t, root, cache, kind == "copies", before)
					})
					if t.Failed() {
						return
					}
					if state == "new" {
						if err := os.RemoveAll(cache); err != nil {
							t.Fatal(err)
						}
					}
				}
				t.Log(points)
				for _, point := range []string{"remove", "link", "make the folder", "create", "write", "set the mode of"} {
					if points[point] == 0 && state == "new" && stride() == 1 {
						t.Errorf("no kill before it can %s", point)
					}
				}
			})
		}
	}
}

// Each change of the shadow fails once, as on a full disk. The error tells
// which, and the same run, and the next one, can go on.
func TestFailAtEveryStep(t *testing.T) {
	for _, copies := range []bool{false, true} {
		root, cache := inFaultWorkspace(t)
		before := contents(t, root)
		for step := 1; ; step += stride() {
			var mutex sync.Mutex
			steps, what := 0, ""
			tree, err := openWith(t.Context(), root, cache, copies, nil, func(point, name string) error {
				mutex.Lock()
				defer mutex.Unlock()
				if !counts(name) {
					return nil
				}
				if steps++; steps == step {
					what = "cannot " + point + " " + name + ": no space left on device"
					return &os.PathError{Op: "write", Path: "somewhere", Err: syscall.ENOSPC}
				}
				return nil
			})
			for _, files := range faultChanges {
				if err == nil {
					err = tree.Set(files)
				}
			}
			if what == "" && err == nil { // all steps were tried
				tree.Close()
				break
			}
			if err == nil || !strings.HasPrefix(err.Error(), "shadow workspace "+cache) || !strings.HasSuffix(err.Error(), what) || !errors.Is(err, syscall.ENOSPC) {
				t.Fatalf("step %d: error %v, want %s", step, err, what)
			}
			if tree != nil {
				wantChanged(t, tree, before)
				tree.Close()
			}
			wantShadow(t, root, cache, copies, before)
			if err := os.RemoveAll(cache); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What runs in the shadow may leave folders that cannot be written or read.
func TestReadOnlyFoldersAreRemoved(t *testing.T) {
	root, cache := inWorkspace(t, example)
	write(t, filepath.Join(root, "secret", "x"), "x")
	write(t, filepath.Join(root, "data"), "data")
	for _, name := range []string{"secret", "data"} {
		if err := os.Chmod(filepath.Join(root, name), 0); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(filepath.Join(root, name), 0o700)
	}
	for _, kind := range []string{"links", "copies"} {
		if said, failed, _ := run(t, nil, "bound", root, cache, kind); failed {
			t.Errorf("%s: %s", kind, said)
		}
	}
}

// A cache folder in which nothing can be made.
func TestReadOnlyCache(t *testing.T) {
	root, cache := inWorkspace(t, example)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(cache, 0o555); err != nil {
		t.Fatal(err)
	}
	said, failed, _ := run(t, nil, "bound", root, cache, "links")
	want := "shadow workspace: mkdir " + cache + "/"
	if !failed || !strings.HasPrefix(said, want) || !strings.HasSuffix(said, ": permission denied; name another cache folder with XDG_CACHE_HOME") {
		t.Errorf("%q, want %q", said, want)
	}
}

// boundChild is subject to permissions, as root is not.
func boundChild(args []string) error {
	if err := unprivileged.Become(); err != nil {
		return err
	}
	root, cache, copies := args[0], args[1], args[2] == "copies"
	for _, damage := range [][]string{
		{"a/out/deep/x"},
		{"a/one.txt/x"},
		{"a/deep/three.txt"},
		{"secret/x", "data/x"},
	} {
		tree, err := Open(context.Background(), root, cache, copies, nil)
		if err != nil {
			return err
		}
		if err := tree.Set([]File{{Path: "a/one.txt", Text: []byte("1\n")}}); err != nil {
			return err
		}
		for _, name := range damage {
			full := filepath.Join(tree.Dir, name)
			for dir := filepath.Dir(full); dir != filepath.Join(tree.Dir, "a") && dir != tree.Dir; dir = filepath.Dir(dir) {
				if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
					if err := os.Remove(dir); err != nil {
						return err
					}
				}
			}
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				return err
			}
			if err := os.RemoveAll(full); err != nil {
				return err
			}
			if err := os.WriteFile(full, nil, 0o444); err != nil {
				return err
			}
			for dir := filepath.Dir(full); dir != tree.Dir; dir = filepath.Dir(dir) {
				if err := os.Chmod(dir, 0o111); err != nil {
					return err
				}
			}
		}
		err = tree.Set([]File{{Path: "a/one.txt", Text: []byte("2\n")}})
		if err := errors.Join(err, tree.Close()); err != nil {
			return fmt.Errorf("%s: %w", damage, err)
		}
		for name, want := range map[string]string{"a/one.txt": "2\n", "a/deep/three.txt": "three\n", "b/four.txt": "four\n"} {
			if text, err := os.ReadFile(filepath.Join(tree.Dir, name)); err != nil || string(text) != want {
				return fmt.Errorf("%s: %s is %q, %w", damage, name, text, err)
			}
		}
		for _, name := range []string{"secret/x", "data"} {
			if _, err := os.ReadFile(filepath.Join(tree.Dir, name)); !errors.Is(err, os.ErrPermission) {
				return fmt.Errorf("%s: %s can be read: %w", damage, name, err)
			}
		}
	}
	return nil
}
