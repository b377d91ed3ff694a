package shadow

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// inWorkspace writes a workspace with two files beside it, and returns its
// folder and one for shadows.
func inWorkspace(t *testing.T, files string) (root, cache string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(base, "src", "ws")
	for _, file := range txtar.Parse([]byte(files)).Files {
		write(t, filepath.Join(root, file.Name), string(file.Data))
	}
	write(t, filepath.Join(base, "src", "other", "x.txt"), "other\n")
	return root, filepath.Join(base, "cache")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.Symlink(target, name)); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root, cache string, copies bool) *Tree {
	t.Helper()
	tree, err := Open(context.Background(), root, cache, copies, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

func set(t *testing.T, tree *Tree, files ...File) {
	t.Helper()
	if err := tree.Set(files); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files that a program finds at a path, following links,
// as a map from name to text.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	var walk func(dir, name string)
	walk = func(dir, name string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			path, name := filepath.Join(dir, entry.Name()), name+entry.Name()
			info, err := os.Stat(path)
			switch {
			case err != nil:
				all[name] = "dangling"
			case info.IsDir():
				walk(path, name+"/")
			default:
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				all[name] = string(text)
			}
		}
	}
	walk(dir, "")
	return all
}

const example = `
-- BUILD.bazel --
build
-- MODULE.bazel --
module
-- a/one.txt --
one
-- a/two.txt --
two
-- a/deep/three.txt --
three
-- b/four.txt --
four
`

func TestSet(t *testing.T) {
	for _, copies := range []bool{false, true} {
		for _, row := range []struct {
			rule  string
			links map[string]string // name to target; ROOT stands for the workspace
			files []File
			want  map[string]string // what differs from the workspace; "" for a file that is gone
		}{
			{"nothing changed", nil, nil, nil},
			{"a file", nil, []File{{Path: "a/one.txt", Text: []byte("1\n")}}, map[string]string{"a/one.txt": "1\n"}},
			{"in the root", nil, []File{{Path: "BUILD.bazel", Text: []byte("b\n")}}, map[string]string{"BUILD.bazel": "b\n"}},
			{"an empty file", nil, []File{{Path: "a/one.txt"}}, map[string]string{"a/one.txt": "(empty)"}},
			{"two folders", nil, []File{
				{Path: "a/deep/three.txt", Text: []byte("3\n")}, {Path: "b/four.txt", Text: []byte("4\n")},
			}, map[string]string{"a/deep/three.txt": "3\n", "b/four.txt": "4\n"}},
			{"deleted", nil, []File{{Path: "a/one.txt", Deleted: true}}, map[string]string{"a/one.txt": ""}},
			{"created", nil, []File{{Path: "a/new.txt", Text: []byte("new\n")}}, map[string]string{"a/new.txt": "new\n"}},
			{"created in new folders", nil, []File{{Path: "c/d/new.txt", Text: []byte("new\n")}}, map[string]string{"c/d/new.txt": "new\n"}},
			{
				"relative link to a changed file", map[string]string{"c/link.txt": "../a/one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n"},
			},
			{
				"absolute link to a changed file", map[string]string{"c/link.txt": "ROOT/a/one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n"},
			},
			{
				"link to a folder above a changed file", map[string]string{"c/link": "../a"},
				[]File{{Path: "a/deep/three.txt", Text: []byte("3\n")}},
				map[string]string{"a/deep/three.txt": "3\n", "c/link/deep/three.txt": "3\n"},
			},
			{
				"link to a link", map[string]string{"c/link.txt": "../a/one.txt", "d/e/link.txt": "../../c/link.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n", "d/e/link.txt": "1\n"},
			},
			{"dangling link", map[string]string{"c/link.txt": "../nothing"}, []File{{Path: "c/x", Text: []byte("x")}}, map[string]string{"c/x": "x"}},
			{"link that leaves the workspace", map[string]string{"link": "../other"}, nil, nil},
		} {
			name := row.rule
			if copies {
				name += ", copies"
			}
			t.Run(name, func(t *testing.T) {
				root, cache := inWorkspace(t, example)
				for name, target := range row.links {
					symlink(t, strings.Replace(target, "ROOT", root, 1), filepath.Join(root, name))
				}
				before := contents(t, root)
				tree := open(t, root, cache, copies)
				set(t, tree, row.files...)
				want := contents(t, root)
				for name, text := range row.want {
					switch want[name] = text; text {
					case "":
						delete(want, name)
					case "(empty)":
						want[name] = ""
					}
				}
				if diff := cmp.Diff(want, contents(t, tree.Dir)); diff != "" {
					t.Errorf("shadow (-want +got)\n%s", diff)
				}
				if diff := cmp.Diff(before, contents(t, root)); diff != "" {
					t.Errorf("workspace (-before +after)\n%s", diff)
				}
				set(t, tree)
				if diff := cmp.Diff(before, contents(t, tree.Dir)); diff != "" {
					t.Errorf("shadow, changed back (-want +got)\n%s", diff)
				}
			})
		}
	}
}

// A killed run, or another version, may leave anything.
func TestShadowIsMadeGoodAgain(t *testing.T) {
	root, cache := inWorkspace(t, example)
	tree := open(t, root, cache, false)
	set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
	tree.Close()
	write(t, filepath.Join(tree.Dir, "a", "one.txt"), "torn")
	write(t, filepath.Join(tree.Dir, "a", "leftover", "x"), "x")
	if err := errors.Join(os.Remove(filepath.Join(tree.Dir, "b")), os.Remove(filepath.Join(tree.Dir, "BUILD.bazel"))); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(tree.Dir, "b"), "a file")
	write(t, filepath.Join(tree.Dir, "BUILD.bazel", "x"), "a folder")
	again := open(t, root, cache, false)
	if diff := cmp.Diff(contents(t, root), contents(t, again.Dir)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The workspace changes between runs, and while one runs.
func TestShadowFollowsTheWorkspace(t *testing.T) {
	for _, copies := range []bool{false, true} {
		root, cache := inWorkspace(t, example)
		tree := open(t, root, cache, copies)
		set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
		if err := errors.Join(os.Remove(filepath.Join(root, "a", "two.txt")), os.RemoveAll(filepath.Join(root, "b"))); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, "b"), "no longer a folder\n")
		write(t, filepath.Join(root, "a", "deep", "three.txt"), "3, edited\n")
		write(t, filepath.Join(root, "e", "five.txt"), "five\n")
		set(t, tree)
		if diff := cmp.Diff(contents(t, root), contents(t, tree.Dir)); diff != "" {
			t.Errorf("copies %v: (-want +got)\n%s", copies, diff)
		}
	}
}

func TestPlacesBesideTheWorkspace(t *testing.T) {
	root, cache := inWorkspace(t, example)
	tree := open(t, root, cache, false)
	text, err := os.ReadFile(filepath.Join(tree.Dir, "..", "other", "x.txt"))
	if string(text) != "other\n" {
		t.Errorf("../other/x.txt: %q, %v", text, err)
	}
}

// Bazel writes its lockfile, and makes links to its outputs.
func TestFilesOfBazel(t *testing.T) {
	root, cache := inWorkspace(t, example+"-- MODULE.bazel.lock --\nlock\n")
	symlink(t, "/nowhere/execroot", filepath.Join(root, "bazel-ws"))
	tree := open(t, root, cache, false)
	lock := filepath.Join(tree.Dir, written)
	if info, err := os.Lstat(lock); err != nil || !info.Mode().IsRegular() {
		t.Fatalf("%s: %v, want a file of its own", written, err)
	}
	if _, err := os.Lstat(filepath.Join(tree.Dir, "bazel-ws")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("bazel-ws: error %v, want none such", err)
	}
	write(t, lock, "updated\n")
	set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
	if text, _ := os.ReadFile(lock); string(text) != "updated\n" {
		t.Errorf("%s: %q, want what Bazel wrote", written, text)
	}
	if text, _ := os.ReadFile(filepath.Join(root, written)); string(text) != "lock\n" {
		t.Errorf("the person's %s: %q", written, text)
	}
}

func TestUnchangedFilesAreNotWrittenAgain(t *testing.T) {
	root, cache := inWorkspace(t, example)
	for _, copies := range []bool{false, true} {
		tree := open(t, root, cache, copies)
		change := File{Path: "a/one.txt", Text: []byte("1\n")}
		set(t, tree, change)
		names := []string{"a/one.txt"}
		if copies {
			names = append(names, "b/four.txt")
		}
		var before []fs.FileInfo
		for _, name := range names {
			info, err := os.Stat(filepath.Join(tree.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			before = append(before, info)
		}
		set(t, tree, change)
		for i, name := range names {
			if info, err := os.Stat(filepath.Join(tree.Dir, name)); err != nil || !os.SameFile(info, before[i]) {
				t.Errorf("copies %v: %s was written again (%v)", copies, name, err)
			}
		}
	}
}

func TestModes(t *testing.T) {
	root, cache := inWorkspace(t, example)
	if err := os.Chmod(filepath.Join(root, "a", "one.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	tree := open(t, root, cache, false)
	set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")}, File{Path: "a/new", Text: []byte("x"), Executable: true}, File{Path: "a/two.txt", Text: []byte("2")})
	for name, want := range map[string]fs.FileMode{"a/one.txt": 0o755, "a/new": 0o755, "a/two.txt": 0o644} {
		if info, err := os.Stat(filepath.Join(tree.Dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: mode %v, want %v (%v)", name, info.Mode(), want, err)
		}
	}
}

func TestDisturbed(t *testing.T) {
	root, cache := inWorkspace(t, example)
	tree := open(t, root, cache, false)
	set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")}, File{Path: "a/two.txt", Deleted: true}, File{Path: "b/four.txt", Text: []byte("4\n")})
	if got := tree.Disturbed(); got != nil {
		t.Errorf("disturbed: %q, want none", got)
	}
	write(t, filepath.Join(tree.Dir, "a", "one.txt"), "written by a test\n")
	write(t, filepath.Join(tree.Dir, "a", "two.txt"), "created by a test\n")
	if got, want := tree.Disturbed(), []string{"a/one.txt", "a/two.txt"}; !slices.Equal(got, want) {
		t.Errorf("disturbed: %q, want %q", got, want)
	}
}

func TestSecondRunWaits(t *testing.T) {
	root, cache := inWorkspace(t, example)
	first := open(t, root, cache, false)
	waits := make(chan bool, 1)
	done := make(chan error)
	go func() {
		second, err := Open(context.Background(), root, cache, false, func() { waits <- true })
		if err == nil {
			err = second.Close()
		}
		done <- err
	}()
	<-waits
	first.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
	third := open(t, root, cache, false)
	defer third.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, root, cache, false, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestCacheInTheWorkspaceIsRefused(t *testing.T) {
	root, _ := inWorkspace(t, example)
	_, err := Open(context.Background(), root, filepath.Join(root, ".cache"), false, nil)
	if err == nil || !strings.Contains(err.Error(), "is inside the workspace; name another with XDG_CACHE_HOME") {
		t.Errorf("error %v", err)
	}
}
