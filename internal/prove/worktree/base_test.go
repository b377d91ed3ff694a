package worktree_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

func TestBaseIsHead(t *testing.T) {
	c := newCheckout(t, example)
	c.write(map[string]string{"a.txt": "changed\n", "new.txt": "new\n"})
	c.git("add", "new.txt")
	_, b, tree := seal(t, c.dir, false)
	wantListing(t, tree.Dir(), example)
	mustEqual(t, "commit", b.Commit, c.git("rev-parse", "HEAD"))
	mustEqual(t, "tree", b.Tree, c.git("rev-parse", "HEAD^{tree}"))
	mustEqual(t, "dirty", b.Dirty, false)
	// Equal trees have equal snapshots, on any machine and at any time.
	mustEqual(t, "snapshot", b.Snapshot, "b3e476e02a69fced649956df72c1ebb27f955d3e")
}

func TestBaseWithChanges(t *testing.T) {
	c := newCheckout(t, with(example, map[string]string{"gone.txt": "x\n", "moved.txt": "y\n", "file": "f\n", "folder/x": "x\n", "forced": "f\n"}))
	c.write(map[string]string{"a.txt": "stashed\n"})
	c.git("stash", "-q")
	c.write(map[string]string{
		"a.txt": "unstaged\n", "dir/b.txt": "staged\n", "staged.txt": "staged\n", "ignored.txt": "no\n", "ignored-but-staged": "yes\n",
		"untracked/deep/file.txt": "untracked\n", "node_modules/x": "no\n", "nested/file": "in a repository\n",
		"strange \"name\"\t\n'ü\xff.txt": "strange\n",
	})
	c.git("add", "dir/b.txt", "staged.txt")
	c.git("add", "-f", "ignored-but-staged")
	c.write(map[string]string{"staged.txt": "staged, and changed after that\n"})
	c.git("mv", "moved.txt", "elsewhere.txt")
	c.git("rm", "-q", "--cached", "forced")
	gitIn(t, c.path("nested"), "init", "-q")
	for _, err := range []error{
		os.Remove(c.path("gone.txt")), os.Chmod(c.path("run.sh"), 0o644), os.Chmod(c.path("dir/sub/c.txt"), 0o755),
		os.Symlink("/etc/passwd", c.path("link")), os.Symlink("dir", c.path("link-to-folder")),
		os.Remove(c.path("file")), os.Mkdir(c.path("file"), 0o755), os.WriteFile(c.path("file/inside"), []byte("i\n"), 0o644),
		os.RemoveAll(c.path("folder")), os.Symlink("dir", c.path("folder")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	_, b, tree := seal(t, c.dir, true)
	wantListing(t, tree.Dir(), with(example, map[string]string{
		"a.txt": "unstaged\n", "dir/b.txt": "staged\n", "staged.txt": "staged, and changed after that\n", "ignored-but-staged": "yes\n",
		"elsewhere.txt": "y\n", "untracked/deep/file.txt": "untracked\n", "strange \"name\"\t\n'ü\xff.txt": "strange\n", "forced": "f\n",
		"run.sh*": "gone", "run.sh": "#!/bin/sh\n", "dir/sub/c.txt": "gone", "dir/sub/c.txt*": "three\n",
		"link": "-> /etc/passwd", "link-to-folder": "-> dir", "file/inside": "i\n", "folder": "-> dir",
	}))
	mustEqual(t, "commit", b.Commit, c.git("rev-parse", "HEAD"))
	mustEqual(t, "dirty", b.Dirty, true)
	mustEqual(t, "notes", codes(b.Notes), []worktree.NoteCode{worktree.NoteNested})
}

func TestBaseWithoutChangesIsClean(t *testing.T) {
	c := newCheckout(t, example)
	_, b, tree := seal(t, c.dir, true)
	mustEqual(t, "dirty", b.Dirty, false)
	mustEqual(t, "tree", b.Tree, c.git("rev-parse", "HEAD^{tree}"))
	wantListing(t, tree.Dir(), example)
}

// A change of the same size in the moment in which git wrote its index shows
// only to one that knows that moment.
func TestBaseSeesRacyChanges(t *testing.T) {
	c := newCheckout(t, example)
	index := c.path(".git/index")
	info, err := os.Stat(index)
	if err != nil {
		t.Fatal(err)
	}
	// With these settings, git detects changes only by size and time.
	c.git("config", "core.trustctime", "false")
	c.git("config", "core.checkStat", "minimal")
	now := info.ModTime()
	if err := os.Chtimes(c.path("a.txt"), now, now); err != nil {
		t.Fatal(err)
	}
	c.git("update-index", "--refresh")
	if err := os.Chtimes(index, now, now); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.path("a.txt"), []byte("two\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(c.path("a.txt"), now, now); err != nil {
		t.Fatal(err)
	}
	// Long after.
	time.Sleep(20 * time.Millisecond)
	_, _, tree := seal(t, c.dir, true)
	wantListing(t, tree.Dir(), with(example, map[string]string{"a.txt": "two\n"}))
}

func TestPersonsIgnores(t *testing.T) {
	c := newCheckout(t, example)
	worktreetest.Write(t, os.Getenv("HOME"), map[string]string{
		".config/git/ignore": "*.by-default\n", ".gitconfig": "[core]\n\texcludesFile = ~/.ignore\n", ".ignore": "*.by-setting\n",
	})
	c.write(map[string]string{".git/info/exclude": "*.by-repository\n"})
	c.write(map[string]string{"x.by-default": "", "x.by-setting": "", "x.by-repository": "", "x.txt": ""})
	_, _, tree := seal(t, c.dir, true)
	wantListing(t, tree.Dir(), with(example, map[string]string{"x.txt": "", "x.by-default": ""}))
	if err := os.Remove(filepath.Join(os.Getenv("HOME"), ".gitconfig")); err != nil {
		t.Fatal(err)
	}
	_, _, tree = seal(t, c.dir, true)
	wantListing(t, tree.Dir(), with(example, map[string]string{"x.txt": "", "x.by-setting": ""}))
}

func TestLineEnds(t *testing.T) {
	files := map[string]string{"a.txt": "one\ntwo\n", "b.bat": "one\r\n", ".gitattributes": "*.bat text eol=crlf\n*.bin -text\n", "c.bin": "\r\n"}
	c := newCheckout(t, files)
	// A checkout on a machine with this setting.
	c.git("config", "core.autocrlf", "true")
	if err := os.RemoveAll(c.path("a.txt")); err != nil {
		t.Fatal(err)
	}
	c.git("checkout", "-q", "--", ".")
	if text, err := os.ReadFile(c.path("a.txt")); err != nil || string(text) != "one\r\ntwo\r\n" {
		t.Fatalf("%q, %v", text, err)
	}
	c.write(map[string]string{"new.txt": "new\r\n"})
	r, b, tree := seal(t, c.dir, true)
	// The tree is as on a machine without the setting.
	wantListing(t, tree.Dir(), with(files, map[string]string{"new.txt": "new\n"}))
	text, mode, err := r.Read(b, "b.bat")
	if err != nil || string(text) != "one\n" || mode != 0o644 {
		t.Errorf("%q, %v, %v", text, mode, err)
	}
}

func TestRead(t *testing.T) {
	c := newCheckout(t, example)
	if err := os.Symlink("a.txt", c.path("link")); err != nil {
		t.Fatal(err)
	}
	c.write(map[string]string{"large": strings.Repeat("0123456789abcdef", 1<<20) + "more"})
	c.commit("second")
	r, b, _ := seal(t, c.dir, false)
	for _, row := range []struct {
		name, text string
		mode       fs.FileMode
		why        string
	}{
		{"a.txt", "one\n", 0o644, ""},
		{"run.sh", "#!/bin/sh\n", 0o755, ""},
		{"link", "a.txt", fs.ModeSymlink | 0o777, ""},
		{"dir/sub/c.txt", "three\n", 0o644, ""},
		{"missing", "", 0, "missing: file does not exist; name a file of the base"},
		{"dir", "", 0, "dir: file does not exist; name a file of the base"},
		{"./a.txt", "", 0, "./a.txt: file does not exist; name a file of the base"},
		{"../a.txt", "", 0, "../a.txt: file does not exist; name a file of the base"},
		{"large", "", 0, "large: it has 16777220 bytes; leave the file alone"},
	} {
		text, mode, err := r.Read(b, row.name)
		why := ""
		if err != nil {
			why = err.Error()
		}
		if string(text) != row.text || err == nil && mode != row.mode || why != row.why {
			t.Errorf("%s: %q, %v, %s", row.name, text, mode, why)
		}
	}
	files, err := r.Files(b)
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "files", files, []string{".gitignore", "a.txt", "dir/b.txt", "dir/sub/c.txt", "large", "run.sh"})
}
