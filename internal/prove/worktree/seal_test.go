package worktree_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// historyOf makes a repository with commits before and after the one that is
// checked out, tags, a reflog, a stash and notes.
func historyOf(t *testing.T) (c *checkout, objects []string) {
	t.Helper()
	c = newCheckout(t, example)
	c.write(map[string]string{"a.txt": "two\n"})
	c.commit("second")
	c.git("tag", "-a", "-m", "tag", "v1")
	c.write(map[string]string{"a.txt": "the fix\n", "fix.txt": "the fix\n"})
	c.commit("the fix")
	c.git("notes", "add", "-m", "a note")
	c.git("branch", "later")
	c.git("reset", "-q", "--hard", "HEAD~1")
	c.write(map[string]string{"a.txt": "stashed\n"})
	c.git("stash", "-q")
	base := c.git("rev-parse", "HEAD")
	objects = strings.Split(c.git("rev-list", "--objects", "--all", "--reflog", "--no-object-names"), "\n")
	for _, row := range strings.Split(c.git("rev-list", "--objects", "--no-object-names", base+"^{tree}"), "\n") {
		objects = remove(objects, row)
	}
	if len(objects) < 8 {
		t.Fatalf("%d objects are not of the base", len(objects))
	}
	return c, objects
}

func remove(all []string, one string) []string {
	var left []string
	for _, a := range all {
		if a != one {
			left = append(left, a)
		}
	}
	return left
}

func TestSealedTreeHasNoHistory(t *testing.T) {
	c, others := historyOf(t)
	_, b, tree := seal(t, c.dir, false)
	for _, row := range []struct {
		args, want string
	}{
		{"log --all --reflog --format=%H", b.Snapshot},
		{"for-each-ref --format=%(refname)", "refs/heads/main"},
		{"rev-parse HEAD", b.Snapshot},
		{"rev-parse HEAD^{tree}", b.Tree},
		{"reflog --all", ""},
		{"stash list", ""},
		{"fsck --full --strict --unreachable --no-reflogs", ""},
		{"status --porcelain --ignored", ""},
		{"log -1 --format=%an|%ae|%at|%cn|%ce|%ct|%s", "autofix|autofix@localhost|946684800|autofix|autofix@localhost|946684800|base"},
		{"config --get-regexp remote|alternate|include|hook|filter", ""},
		{"count-objects", "0 objects, 0 kilobytes"},
	} {
		command := exec.Command("git", strings.Fields(row.args)...)
		command.Dir = tree.Dir()
		command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1")
		out, _ := command.CombinedOutput() // the exit code of some is 1 if there is nothing
		if got := strings.TrimSpace(string(out)); got != row.want {
			t.Errorf("git %s: %q, want %q", row.args, got, row.want)
		}
	}
	for _, object := range others {
		command := exec.Command("git", "cat-file", "-e", object)
		command.Dir = tree.Dir()
		if err := command.Run(); err == nil {
			t.Errorf("the tree has the object %s, which is %s", object, c.git("cat-file", "-t", object))
		}
	}
	for _, name := range []string{"objects/info/alternates", "hooks", "logs", "packed-refs", "FETCH_HEAD", "ORIG_HEAD", "shallow"} {
		if _, err := os.Lstat(filepath.Join(tree.Dir(), ".git", name)); !os.IsNotExist(err) {
			t.Errorf(".git/%s: %v", name, err)
		}
	}
}

// Two runs have the same bytes, whoever runs them.
func TestSealIsDeterministic(t *testing.T) {
	c := newCheckout(t, example)
	_, one, _ := seal(t, c.dir, false)
	again := newCheckout(t, example)
	t.Setenv("GIT_AUTHOR_NAME", "somebody else")
	t.Setenv("TZ", "Asia/Tokyo")
	again.commit("second")
	_, other, _ := seal(t, again.dir, false)
	mustEqual(t, "snapshot", other.Snapshot, one.Snapshot)
}

func TestSealAgain(t *testing.T) {
	c := newCheckout(t, example)
	r, b, tree := seal(t, c.dir, false)
	dir := tree.Dir()
	worktreetest.Write(t, dir, map[string]string{"left": "x", "read-only/file": "x"})
	if err := os.Chmod(filepath.Join(dir, "read-only"), 0o500); err != nil {
		t.Fatal(err)
	}
	again, err := r.Seal(t.Context(), b, "tree")
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "folder", again.Dir(), dir)
	wantListing(t, dir, example)
	for _, name := range []string{"", ".", "..", "a/b", "/a"} {
		if _, err := r.Seal(t.Context(), b, name); err == nil {
			t.Errorf("there is a tree of the name %q", name)
		}
	}
}

// Where the repository is and how it is kept makes no difference.
func TestKindsOfRepositories(t *testing.T) {
	dirty := map[string]string{"a.txt": "changed\n", "new.txt": "new\n"}
	for _, row := range []struct {
		name  string
		make  func(t *testing.T) (dir string, untouched []string)
		notes []worktree.NoteCode
		want  map[string]string
	}{
		{name: "plain", make: func(t *testing.T) (string, []string) { return newCheckout(t, example).dir, nil }},
		{name: "packed", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			c.git("gc", "-q")
			c.git("repack", "-q", "-a", "-d", "--write-bitmap-index")
			c.git("commit-graph", "write")
			c.git("multi-pack-index", "write")
			return c.dir, nil
		}},
		{name: "path with everything", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			dir := filepath.Join(realDir(t), "a b'c\"d:e;f\\g\nh\tü*[x]")
			if err := os.Rename(c.dir, dir); err != nil {
				t.Fatal(err)
			}
			return dir, nil
		}},
		{name: "detached", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			c.git("checkout", "-q", "--detach")
			return c.dir, nil
		}},
		{name: "linked worktree", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			linked := filepath.Join(realDir(t), "linked")
			c.git("worktree", "add", "-q", linked)
			c.write(map[string]string{"a.txt": "of the main worktree\n"})
			c.commit("of the main worktree")
			return linked, []string{c.dir}
		}},
		{name: "alternates", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			second := filepath.Join(realDir(t), "second")
			gitIn(t, c.dir, "clone", "-q", "--shared", c.dir, second)
			third := filepath.Join(realDir(t), "third")
			gitIn(t, c.dir, "clone", "-q", "--shared", second, third)
			// Relative to the objects.
			to, err := filepath.Rel(filepath.Join(second, ".git", "objects"), filepath.Join(c.dir, ".git", "objects"))
			if err != nil {
				t.Fatal(err)
			}
			worktreetest.Write(t, second, map[string]string{".git/objects/info/alternates": to + "\n"})
			return third, []string{c.dir, second}
		}},
		{name: "shallow", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, map[string]string{"old.txt": "old\n"})
			c.git("rm", "-q", "old.txt")
			c.write(example)
			c.commit("second")
			shallow := filepath.Join(realDir(t), "shallow")
			gitIn(t, c.dir, "clone", "-q", "--depth=1", "file://"+c.dir, shallow)
			return shallow, nil
		}},
		{
			name: "submodules", notes: []worktree.NoteCode{worktree.NoteSubmodules},
			want: map[string]string{"module/": "", ".gitmodules": "gone"},
			make: func(t *testing.T) (string, []string) {
				inner := newCheckout(t, example)
				c := newCheckout(t, example)
				c.git("submodule", "--quiet", "add", inner.dir, "module")
				c.commit("module")
				worktreetest.Write(t, c.path("module"), map[string]string{"a.txt": "changed\n", "new.txt": "new\n"})
				gitIn(t, c.path("module"), "commit", "-q", "-a", "-m", "inner")
				return c.dir, nil
			},
		},
		{name: "submodule", make: func(t *testing.T) (string, []string) {
			inner := newCheckout(t, example)
			c := newCheckout(t, map[string]string{"x": "x"})
			c.git("submodule", "--quiet", "add", inner.dir, "module")
			c.commit("module")
			return c.path("module"), []string{c.dir}
		}},
		{name: "sparse", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			c.git("sparse-checkout", "set", "--cone", "dir/sub")
			if _, err := os.Stat(c.path("dir/sub/c.txt")); err != nil {
				t.Fatal(err)
			}
			return c.dir, nil
		}},
		{name: "sparse index", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, with(example, map[string]string{"other/deep/x": "x\n"}))
			c.git("sparse-checkout", "set", "--cone", "--sparse-index", "dir")
			if _, err := os.Stat(c.path("other")); err == nil {
				t.Fatal("other is there")
			}
			return c.dir, nil
		}, want: map[string]string{"other/deep/x": "x\n"}},
		{name: "split index", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			c.git("update-index", "--split-index")
			c.write(map[string]string{"dir/b.txt": "two\n"})
			c.git("add", "dir/b.txt")
			return c.dir, nil
		}},
		{name: "skip-worktree and assume-unchanged", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			c.git("update-index", "--skip-worktree", "run.sh")
			c.git("update-index", "--assume-unchanged", "dir/b.txt")
			c.write(map[string]string{"run.sh*": "of the person only\n", "dir/b.txt": "of the person only\n"})
			return c.dir, nil
		}},
		{name: "sha256", make: func(t *testing.T) (string, []string) {
			t.Setenv("GIT_DEFAULT_HASH", "sha256")
			return newCheckout(t, example).dir, nil
		}},
		{name: "intent to add", make: func(t *testing.T) (string, []string) {
			c := newCheckout(t, example)
			c.write(map[string]string{"intended.txt": "intended\n"})
			c.git("add", "--intent-to-add", "intended.txt")
			return c.dir, nil
		}, want: map[string]string{"intended.txt": "intended\n"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir, untouched := row.make(t)
			head := gitIn(t, dir, "ls-tree", "-r", "--name-only", "HEAD")
			worktreetest.Write(t, dir, dirty)
			r, b, tree := seal(t, dir, true, untouched...)
			want := with(example, dirty)
			if strings.Contains(head, ".gitmodules") {
				want[".gitmodules"] = gitIn(t, dir, "show", "HEAD:.gitmodules") + "\n"
				row.want = map[string]string{"module/": ""}
			}
			wantListing(t, tree.Dir(), with(want, row.want))
			mustEqual(t, "notes", codes(b.Notes), row.notes)
			head = gitIn(t, dir, "rev-parse", "HEAD")
			if clean, err := r.Base(t.Context(), false); err != nil || clean.Commit != head || clean.Dirty {
				t.Errorf("%v, %v", clean, err)
			}
		})
	}
}

func TestOfLFS(t *testing.T) {
	const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" +
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\nsize 12345\n"
	c := newCheckout(t, map[string]string{
		".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n*.txt filter=other\n", "a.bin": pointer, "a.txt": "version https\n",
	})
	_, b, _ := seal(t, c.dir, true)
	mustEqual(t, "notes", b.Notes, []worktree.Note{{worktree.NoteLFS, "a.bin"}, {worktree.NoteFilters, "other"}})
	mustEqual(t, "note", b.Notes[0].String(), "files of Git LFS are pointers: a.bin")
}
