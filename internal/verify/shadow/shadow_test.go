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

func hardLink(t *testing.T, old, name string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.Link(old, name)); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root, cache string, copies bool) *Tree {
	t.Helper()
	tree, err := Open(t.Context(), root, cache, copies, nil)
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
-- MODULE.bazel.lock --
lock
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
			links map[string]string // name to target; ROOT stands for the workspace, "= " starts the name of a hard link
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
				"relative link to a changed file",
				map[string]string{"c/link.txt": "../a/one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n"},
			},
			{
				"absolute link to a changed file",
				map[string]string{"c/link.txt": "ROOT/a/one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n"},
			},
			{
				"link to a folder above a changed file",
				map[string]string{"c/link": "../a"},
				[]File{{Path: "a/deep/three.txt", Text: []byte("3\n")}},
				map[string]string{"a/deep/three.txt": "3\n", "c/link/deep/three.txt": "3\n"},
			},
			{
				"link to a link",
				map[string]string{"c/link.txt": "../a/one.txt", "d/e/link.txt": "../../c/link.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n", "d/e/link.txt": "1\n"},
			},
			{"dangling link", map[string]string{"c/link.txt": "../nothing"}, []File{{Path: "c/x", Text: []byte("x")}}, map[string]string{"c/x": "x"}},
			{"link that leaves the workspace", map[string]string{"link": "../other"}, nil, nil},
			{
				"link through a linked folder",
				map[string]string{"c/link.txt": "../a/one.txt", "d": "c", "e/link.txt": "../d/link.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n", "d/link.txt": "1\n", "e/link.txt": "1\n"},
			},
			{
				"relative link by another name of the workspace",
				map[string]string{"../alias": "ws", "c/link.txt": "../../alias/a/one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n"},
			},
			{
				"absolute link by another name of the workspace",
				map[string]string{"../alias": "ws", "c/link": "ROOT/../alias/a"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link/one.txt": "1\n"},
			},
			{
				"link up from behind a link",
				map[string]string{"d/deep": "../a/deep", "c/link.txt": "../d/deep/../one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/link.txt": "1\n"},
			},
			{
				"hard link",
				map[string]string{"c/hard.txt": "= a/one.txt"},
				[]File{{Path: "a/one.txt", Text: []byte("1\n")}},
				map[string]string{"a/one.txt": "1\n", "c/hard.txt": "1\n"},
			},
			{
				"hard link, deleted",
				map[string]string{"c/hard.txt": "= a/one.txt"},
				[]File{{Path: "a/one.txt", Deleted: true}},
				map[string]string{"a/one.txt": ""},
			},
			{"moved to another folder", nil, []File{{Path: "a/one.txt", Deleted: true}, {Path: "b/one.txt", Text: []byte("one\n")}}, map[string]string{"a/one.txt": "", "b/one.txt": "one\n"}},
			{"the last file of a folder", nil, []File{{Path: "a/deep/three.txt", Deleted: true}}, map[string]string{"a/deep/three.txt": ""}},
			{"a file becomes a folder", nil, []File{{Path: "a/one.txt", Deleted: true}, {Path: "a/one.txt/x", Text: []byte("x")}}, map[string]string{"a/one.txt": "", "a/one.txt/x": "x"}},
			{"a folder becomes a file", nil, []File{{Path: "b/four.txt", Deleted: true}, {Path: "b", Text: []byte("b")}}, map[string]string{"b/four.txt": "", "b": "b"}},
			{"strange names", map[string]string{"it's a \xff b/\xfc.txt": "= a/one.txt"}, []File{
				{Path: "it's a \xff b/new ä\n.txt", Text: []byte("new\n")}, {Path: "it's a \xff b/\xfc.txt", Text: []byte("1\n")},
			}, map[string]string{"it's a \xff b/new ä\n.txt": "new\n", "it's a \xff b/\xfc.txt": "1\n", "a/one.txt": "1\n"}},
			{"the lockfile of Bazel", nil, []File{{Path: "MODULE.bazel.lock", Text: []byte("changed\n")}}, map[string]string{"MODULE.bazel.lock": "changed\n"}},
		} {
			name := row.rule
			if copies {
				name += ", copies"
			}
			t.Run(name, func(t *testing.T) {
				root, cache := inWorkspace(t, example)
				for name, target := range row.links {
					if other, hard := strings.CutPrefix(target, "= "); hard {
						hardLink(t, filepath.Join(root, other), filepath.Join(root, name))
					} else {
						symlink(t, strings.Replace(target, "ROOT", root, 1), filepath.Join(root, name))
					}
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
	root, cache := inWorkspace(t, example)
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

// An interrupt ends a long copy.
func TestCanceled(t *testing.T) {
	broken := errors.New("interrupted")
	for _, copies := range []bool{false, true} {
		root, cache := inWorkspace(t, example)
		ctx, cancel := context.WithCancelCause(t.Context())
		tree, err := Open(ctx, root, cache, copies, nil)
		if err != nil {
			t.Fatal(err)
		}
		cancel(broken)
		change := File{Path: "a/one.txt", Text: []byte("1\n")}
		if err := tree.Set([]File{change}); !errors.Is(err, broken) {
			t.Errorf("copies %v: error %v, want %v", copies, err, broken)
		}
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
		set(t, open(t, root, cache, copies), change)
	}
}

func TestBadCacheFolders(t *testing.T) {
	root, cache := inWorkspace(t, example)
	write(t, filepath.Join(cache, "file"), "x")
	symlink(t, filepath.Join(root, ".cache"), filepath.Join(cache, "into"))
	symlink(t, "round", filepath.Join(cache, "round"))
	before := contents(t, root)
	const other = "; name another with XDG_CACHE_HOME"
	for _, row := range []struct{ cache, want string }{
		{root, "shadow workspace: the cache folder " + root + " is inside the workspace" + other},
		{filepath.Join(root, ".cache"), "shadow workspace: the cache folder " + filepath.Join(root, ".cache") + " is inside the workspace" + other},
		{filepath.Join(root, "a", "..", "no", "such"), "is inside the workspace" + other},
		{filepath.Join(cache, "into", "deep"), "shadow workspace: mkdir " + filepath.Join(cache, "into")},
		{filepath.Join(cache, "file", "x"), "shadow workspace: "},
		{filepath.Join(cache, "round"), "shadow workspace: the cache folder: "},
		{".cache", "shadow workspace: the cache folder .cache is not absolute; name one with XDG_CACHE_HOME"},
		{"", "shadow workspace: the cache folder  is not absolute"},
	} {
		tree, err := Open(t.Context(), root, row.cache, false, nil)
		if err == nil {
			tree.Close()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), "XDG_CACHE_HOME") {
			t.Errorf("cache %q: error %v, want %s", row.cache, err, row.want)
		}
	}
	if diff := cmp.Diff(before, contents(t, root)); diff != "" {
		t.Errorf("workspace (-before +after)\n%s", diff)
	}
}

// Whatever has become of a shadow, nothing outside of it is written or removed.
func TestDamagedShadowIsMadeGoodAgain(t *testing.T) {
	for _, copies := range []bool{false, true} {
		root, cache := inWorkspace(t, example)
		before := contents(t, root)
		outside := filepath.Join(filepath.Dir(cache), "outside")
		write(t, filepath.Join(outside, "one.txt"), "precious\n")
		write(t, filepath.Join(outside, "deep", "three.txt"), "precious\n")
		precious := contents(t, outside)
		base := filepath.Join(cache, nameOf(root, copies))
		dir := filepath.Join(base, "tree", root)
		for _, row := range []struct{ damaged, with string }{ // a link to "with"; "" is a file, "/" a folder
			{filepath.Join(base, "tree"), outside},
			{filepath.Join(base, "tree"), root},
			{filepath.Join(base, "tree"), "/nowhere"},
			{filepath.Join(base, "tree"), ""},
			{filepath.Join(base, "state"), outside},
			{filepath.Join(base, "state"), ""},
			{filepath.Dir(dir), outside},
			{filepath.Dir(dir), filepath.Dir(root)},
			{filepath.Dir(dir), ""},
			{dir, outside},
			{dir, root},
			{dir, "."},
			{dir, ""},
			{filepath.Join(dir, "a"), outside},
			{filepath.Join(dir, "a"), filepath.Join(root, "a")},
			{filepath.Join(dir, "a"), "b"},
			{filepath.Join(dir, "a"), "a"},
			{filepath.Join(dir, "a"), ""},
			{filepath.Join(dir, "a", "deep"), outside},
			{filepath.Join(dir, "a", "one.txt"), filepath.Join(outside, "one.txt")},
			{filepath.Join(dir, "a", "one.txt"), filepath.Join(root, "a", "one.txt")},
			{filepath.Join(dir, "a", "one.txt"), "two.txt"},
			{filepath.Join(dir, "a", "one.txt"), "/"},
			{filepath.Join(dir, "b"), outside},
			{filepath.Join(dir, "b"), "/"},
			{filepath.Join(dir, "BUILD.bazel"), filepath.Join(outside, "one.txt")},
			{filepath.Join(dir, "stray"), outside},
			{filepath.Join(dir, "stray"), "/"},
			{filepath.Join(dir, written), filepath.Join(outside, "one.txt")},
			{filepath.Join(dir, written), "/"},
		} {
			damage := func() {
				t.Helper()
				err := errors.Join(os.RemoveAll(row.damaged), os.MkdirAll(filepath.Dir(row.damaged), 0o755))
				switch row.with {
				case "":
					err = errors.Join(err, os.WriteFile(row.damaged, []byte("x"), 0o644))
				case "/":
					err = errors.Join(err, os.MkdirAll(filepath.Join(row.damaged, "x"), 0o755))
				default:
					err = errors.Join(err, os.Symlink(row.with, row.damaged))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			change := File{Path: "a/one.txt", Text: []byte("1\n")}
			tree := open(t, root, cache, copies)
			set(t, tree, change)
			inside := strings.HasPrefix(row.damaged, dir+"/")
			if inside { // by what runs in the shadow
				damage()
				set(t, tree, change)
				if text, err := os.ReadFile(filepath.Join(dir, "a", "one.txt")); string(text) != "1\n" {
					t.Errorf("%s -> %s, set: a/one.txt is %q, %v", row.damaged, row.with, text, err)
				}
			}
			tree.Close()
			damage()
			tree = open(t, root, cache, copies)
			if diff := cmp.Diff(before, contents(t, tree.Dir)); diff != "" {
				t.Errorf("%s -> %s: shadow (-want +got)\n%s", row.damaged, row.with, diff)
			}
			set(t, tree, change)
			tree.Close()
			if diff := cmp.Diff(before, contents(t, root)); diff != "" {
				t.Fatalf("%s -> %s: workspace (-before +after)\n%s", row.damaged, row.with, diff)
			}
			if diff := cmp.Diff(precious, contents(t, outside)); diff != "" {
				t.Fatalf("%s -> %s: outside (-before +after)\n%s", row.damaged, row.with, diff)
			}
		}
	}
}

// A folder of a changed file must not become a link: the file would be written
// through it.
func TestFolderBecomesALink(t *testing.T) {
	for _, copies := range []bool{false, true} {
		root, cache := inWorkspace(t, example)
		tree := open(t, root, cache, copies)
		if err := errors.Join(os.Rename(filepath.Join(root, "a"), filepath.Join(root, "moved"))); err != nil {
			t.Fatal(err)
		}
		symlink(t, "moved", filepath.Join(root, "a"))
		before := contents(t, root)
		err := tree.Set([]File{{Path: "a/deep/three.txt", Text: []byte("3\n")}})
		if want := ": a is no longer a folder in the workspace, although files in it are to be changed; run again"; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("copies %v: error %v, want %s", copies, err, want)
		}
		if diff := cmp.Diff(before, contents(t, root)); diff != "" {
			t.Errorf("copies %v: workspace (-before +after)\n%s", copies, diff)
		}
	}
}

// With --symlink_prefix, Bazel makes the links to its outputs elsewhere.
func TestLinksToOutputsAreLeftOut(t *testing.T) {
	for _, copies := range []bool{false, true} {
		root, cache := inWorkspace(t, example)
		symlink(t, "/home/me/.cache/bazel/_bazel_me/0/execroot/_main/bazel-out/k8-fastbuild/bin", filepath.Join(root, "a", "bin"))
		symlink(t, "/home/me/.cache/bazel/_bazel_me/0/execroot/_main", filepath.Join(root, "bazel-ws"))
		tree := open(t, root, cache, copies)
		set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
		for _, name := range []string{"a/bin", "bazel-ws"} {
			if _, err := os.Lstat(filepath.Join(tree.Dir, name)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("copies %v, %s: error %v, want none such", copies, name, err)
			}
		}
	}
}

// Bazel makes a link to its output base in the folder of --vendor_dir.
func TestVendorFolder(t *testing.T) {
	for _, marker := range []string{"bazel-external", "VENDOR.bazel"} {
		for _, copies := range []bool{false, true} {
			root, cache := inWorkspace(t, example)
			theirs := filepath.Join(root, "b", "vendor", "bazel-external")
			if marker == "VENDOR.bazel" {
				write(t, filepath.Join(root, "b", "vendor", marker), "")
			}
			symlink(t, "/theirs/external", theirs)
			tree := open(t, root, cache, copies)
			ours := filepath.Join(tree.Dir, "b", "vendor", "bazel-external")
			for range 2 {
				if err := os.Remove(ours); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
				symlink(t, "/ours/external", ours)
				set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
				for name, want := range map[string]string{theirs: "/theirs/external", ours: "/ours/external"} {
					if got, err := os.Readlink(name); got != want {
						t.Errorf("%s, copies %v: %s leads to %q, %v, want %s", marker, copies, name, got, err, want)
					}
				}
				tree.Close()
				tree = open(t, root, cache, copies)
			}
		}
	}
}

func TestAliases(t *testing.T) {
	root, cache := inWorkspace(t, example)
	for name, target := range map[string]string{
		"c/one.txt": "../a/one.txt", "c/again.txt": "one.txt", "c/deep": "../a/deep", "d/a": root + "/a", "gone": "nothing",
		"self": ".", "a/up": "..", "x/y": "../y", "y/x": "../x", "elsewhere": "../other",
	} {
		symlink(t, target, filepath.Join(root, name))
	}
	write(t, filepath.Join(root, "x", "five.txt"), "five\n")
	hardLink(t, filepath.Join(root, "b", "four.txt"), filepath.Join(root, "hard.txt"))
	symlink(t, "../hard.txt", filepath.Join(root, "c", "hard.txt"))
	tree := open(t, root, cache, false)
	for file, want := range map[string][]string{
		"a/one.txt":        {"c/again.txt", "c/one.txt", "d/a/one.txt"},
		"a/deep/three.txt": {"c/deep/three.txt", "d/a/deep/three.txt"},
		"b/four.txt":       {"c/hard.txt", "hard.txt"},
		"hard.txt":         {"b/four.txt", "c/hard.txt"},
		"BUILD.bazel":      nil,
		"b/no/such.txt":    nil,
	} {
		got := tree.Aliases([]string{file})
		for _, name := range want {
			if got[name] != file {
				t.Errorf("%s: no alias %s", file, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: aliases %v, want %q", file, got, want)
		}
	}
	if got := tree.Aliases([]string{"b/four.txt", "hard.txt"}); len(got) != 1 || got["c/hard.txt"] == "" {
		t.Errorf("aliases %v, want one", got)
	}
	if got := tree.Aliases([]string{"x/five.txt"}); got["y/x/five.txt"] != "x/five.txt" || len(got) > mostAliases {
		t.Errorf("links to each other: aliases %v", got)
	}
}

// A folder that is real stays so for the next run, which has no changed text in
// it yet, and the run after that if nothing changes in it.
func TestRealFoldersStay(t *testing.T) {
	root, cache := inWorkspace(t, example)
	isFolder := func(tree *Tree, name string) bool {
		info, err := os.Lstat(filepath.Join(tree.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return info.IsDir()
	}
	tree := open(t, root, cache, false)
	set(t, tree, File{Path: "a/deep/three.txt", Text: []byte("3\n")})
	tree.Close()
	tree = open(t, root, cache, false)
	if !isFolder(tree, "a") || !isFolder(tree, "a/deep") || isFolder(tree, "b") {
		t.Error("folders of the last run are links")
	}
	if diff := cmp.Diff(contents(t, root), contents(t, tree.Dir)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	set(t, tree, File{Path: "b/four.txt", Text: []byte("4\n")})
	if !isFolder(tree, "a") || !isFolder(tree, "b") {
		t.Error("folders become links during a run")
	}
	tree.Close()
	if isFolder(tree, "a") || !isFolder(tree, "b") {
		t.Error("folders that were not needed stay")
	}
}

func TestWritten(t *testing.T) {
	for _, copies := range []bool{false, true} {
		root, cache := inWorkspace(t, example)
		symlink(t, "one.txt", filepath.Join(root, "a", "link.txt"))
		tree := open(t, root, cache, copies)
		set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
		if got, err := tree.Written(); err != nil || len(got) > 0 {
			t.Errorf("copies %v: written %q, %v, want none", copies, got, err)
		}
		write(t, filepath.Join(root, "b", "four.txt"), "four, longer\n")
		write(t, filepath.Join(root, "c", "new.txt"), "new\n")
		if err := errors.Join(os.Remove(filepath.Join(root, "a", "two.txt")), os.Remove(filepath.Join(root, "a", "link.txt"))); err != nil {
			t.Fatal(err)
		}
		symlink(t, "deep/three.txt", filepath.Join(root, "a", "link.txt"))
		want := []string{"a/link.txt", "a/two.txt", "b/four.txt", "c/new.txt"}
		if !copies {
			write(t, filepath.Join(tree.Dir, "a", "made.txt"), "made\n")
			want = []string{"a/link.txt", "a/made.txt", "a/two.txt", "b/four.txt", "c/new.txt"}
		}
		tree.Disturbed()
		if got, err := tree.Written(); err != nil || !slices.Equal(got, want) {
			t.Errorf("copies %v: written %q, %v, want %q", copies, got, err, want)
		}
		if got, err := tree.Written(); err != nil || len(got) > 0 {
			t.Errorf("copies %v: written again %q, %v, want none", copies, got, err)
		}
	}
}

// What runs in the shadow may write the person's files through links, as it may
// in the workspace. They are named.
func TestWriteThroughALink(t *testing.T) {
	root, cache := inWorkspace(t, example)
	tree := open(t, root, cache, false)
	set(t, tree, File{Path: "a/one.txt", Text: []byte("1\n")})
	write(t, filepath.Join(tree.Dir, "a", "two.txt"), "written by a test\n")
	write(t, filepath.Join(tree.Dir, "b", "four.txt"), "written by a test\n")
	want := []string{"a/two.txt", "b/four.txt"}
	if got, err := tree.Written(); err != nil || !slices.Equal(got, want) {
		t.Errorf("written %q, %v, want %q", got, err, want)
	}
}
