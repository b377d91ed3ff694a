package worktree_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// edits is a change of the example that does everything.
func edits(t *testing.T) *change.Change {
	t.Helper()
	c, err := change.New([]fixedits.FileChange{
		{Path: "a.txt", Before: []byte("one\n"), After: []byte("changed\n")},
		{Path: "run.sh", Executable: true, Before: []byte("#!/bin/sh\n"), After: []byte("#!/bin/bash\n")},
		{Path: "dir/b.txt", Deleted: true, Before: []byte("two\n")},
		{Path: "dir/sub/c.txt", Executable: true, ModeChanged: true, Before: []byte("three\n"), After: []byte("three\n")},
		{Path: "new/folder/d.txt", Created: true, After: []byte("four\n")},
		{Path: "new.sh", Created: true, Executable: true, After: []byte("#!/bin/sh\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var edited = with(example, map[string]string{
	"a.txt": "changed\n", "run.sh*": "#!/bin/bash\n", "dir/b.txt": "gone", "dir/sub/c.txt": "gone", "dir/sub/c.txt*": "three\n",
	"new/folder/d.txt": "four\n", "new.sh*": "#!/bin/sh\n",
})

// set sets a change, and checks the files after that.
func set(t *testing.T, tree *worktree.Tree, c *change.Change, want map[string]string) {
	t.Helper()
	if err := tree.Set(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	wantListing(t, tree.Dir(), want)
	wantWritten(t, tree)
}

func wantWritten(t *testing.T, tree *worktree.Tree, want ...string) {
	t.Helper()
	got, err := tree.Written(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("written: %q, want %q", got, want)
	}
}

func TestSet(t *testing.T) {
	c := newCheckout(t, example)
	_, _, tree := seal(t, c.dir, false)
	whole := edits(t)
	part := whole.Only(func(f *fixedits.FileChange) bool { return f.Path == "dir/b.txt" })
	untouched, err := os.Stat(filepath.Join(tree.Dir(), ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		set(t, tree, whole, edited)
		set(t, tree, part, with(example, map[string]string{"dir/b.txt": "gone"}))
		set(t, tree, nil, example)
	}
	if now, err := os.Stat(filepath.Join(tree.Dir(), ".gitignore")); err != nil || !os.SameFile(now, untouched) || !now.ModTime().Equal(untouched.ModTime()) {
		t.Errorf("a file that did not change was written: %v", err)
	}
}

// A file becomes a folder, and a folder a file.
func TestSetFoldersAndFiles(t *testing.T) {
	c := newCheckout(t, example)
	_, _, tree := seal(t, c.dir, false)
	swap, err := change.New([]fixedits.FileChange{
		{Path: "a.txt", Deleted: true, Before: []byte("one\n")},
		{Path: "a.txt/inside", Created: true, After: []byte("x\n")},
		{Path: "dir/b.txt", Deleted: true, Before: []byte("two\n")},
		{Path: "dir/sub/c.txt", Deleted: true, Before: []byte("three\n")},
		{Path: "dir", Created: true, After: []byte("y\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		set(t, tree, swap, map[string]string{"a.txt/inside": "x\n", "dir": "y\n", "run.sh*": "#!/bin/sh\n", ".gitignore": example[".gitignore"]})
		set(t, tree, nil, example)
	}
}

func TestSetRefuses(t *testing.T) {
	c := newCheckout(t, example)
	if err := os.Symlink("dir", c.path("link")); err != nil {
		t.Fatal(err)
	}
	c.commit("second")
	_, _, tree := seal(t, c.dir, false)
	before := listing(t, tree.Dir())
	for _, row := range []struct {
		file fixedits.FileChange
		code worktree.Code
	}{
		{fixedits.FileChange{Path: "a.txt", Created: true, After: []byte("x")}, worktree.Stale},
		{fixedits.FileChange{Path: "a.txt", Before: []byte("old\n"), After: []byte("x")}, worktree.Stale},
		{fixedits.FileChange{Path: "a.txt", Deleted: true, Before: []byte("old\n")}, worktree.Stale},
		{fixedits.FileChange{Path: "missing", Before: []byte("old\n"), After: []byte("x")}, worktree.Stale},
		{fixedits.FileChange{Path: "missing", Deleted: true}, worktree.Stale},
		{fixedits.FileChange{Path: "a.txt/x", Created: true, After: []byte("x")}, worktree.Stale},
		{fixedits.FileChange{Path: "dir", Created: true, After: []byte("x")}, worktree.Stale},
		{fixedits.FileChange{Path: "link/x", Created: true, After: []byte("x")}, worktree.Stale},
		{fixedits.FileChange{Path: "link", Before: []byte("dir"), After: []byte("x")}, worktree.FileNotRegular},
		{fixedits.FileChange{Path: "../x", Created: true, After: []byte("x")}, ""},
		{fixedits.FileChange{Path: ".git/config", Created: true, After: []byte("x")}, ""},
	} {
		err := tree.Set(t.Context(), &change.Change{Files: []fixedits.FileChange{row.file}})
		if err == nil {
			t.Errorf("%s was set", row.file.Path)
		}
		if row.code != "" {
			wantCode(t, err, row.code)
		}
		wantListing(t, tree.Dir(), before)
		if _, err := os.Lstat(filepath.Join(filepath.Dir(tree.Dir()), "x")); err == nil {
			t.Error("a file was written beside the tree")
		}
	}
	set(t, tree, nil, before)
}

// Set undoes anything that a command does in the tree.
func TestSetRepairs(t *testing.T) {
	outside := realDir(t)
	worktreetest.Write(t, outside, map[string]string{"secret": "secret", "folder/a.txt": "outside"})
	for _, row := range []struct {
		name, script string
		written      []string
	}{
		{"leaves files", "echo x >left; mkdir -p deep/er; echo x >deep/er/x; echo x >dir/x; mkdir empty", nil},
		{"writes", "echo x >a.txt", []string{"a.txt"}},
		{"writes the same", "printf 'changed\\n' >a.txt", nil},
		{"writes as many bytes at the same time", "touch -r a.txt t; printf 'CHANGED\\n' >a.txt; touch -r t a.txt", []string{"a.txt"}},
		{"appends", "echo x >>run.sh", []string{"run.sh"}},
		{"deletes", "rm -r dir a.txt", []string{"a.txt", "dir/sub/c.txt"}},
		{"brings back", "echo two >dir/b.txt", nil},
		{"makes runnable", "chmod +x a.txt; chmod -x run.sh", []string{"a.txt", "run.sh"}},
		{"closes", "chmod 000 a.txt dir/sub; chmod 500 dir; chmod 000 new; mkdir x; chmod 000 x", nil},
		{"closes the tree", "chmod 000 .", nil},
		{"links a file to a file outside", "rm a.txt; ln -s OUTSIDE/secret a.txt", []string{"a.txt"}},
		{"links a folder to a folder outside", "rm -r new; ln -s OUTSIDE/folder new", []string{"new/folder/d.txt"}},
		{"links a folder to one inside", "mv dir moved; ln -s moved dir", []string{"dir/sub/c.txt"}},
		{"links to where new files go", "rm -r dir; ln -s OUTSIDE dir", []string{"dir/sub/c.txt"}},
		{"has a hard link to a file outside", "rm a.txt; ln OUTSIDE/secret a.txt 2>/dev/null || cp OUTSIDE/secret a.txt", []string{"a.txt"}},
		{"makes folders of files", "rm a.txt; mkdir -p a.txt/x/y", []string{"a.txt"}},
		{"makes files of folders", "rm -r dir; echo x >dir", []string{"dir/sub/c.txt"}},
		{"makes pipes", "rm a.txt; mkfifo a.txt left", []string{"a.txt"}},
		{"writes attributes", "echo '* text eol=crlf' >.gitattributes; echo '* text eol=crlf' >dir/.gitattributes; rm a.txt dir/sub/c.txt", []string{"a.txt", "dir/sub/c.txt"}},
		{"has git run programs", "git config core.fsmonitor 'touch OUTSIDE/ran'; git config filter.x.clean 'touch OUTSIDE/ran'; " +
			"git config filter.x.smudge 'touch OUTSIDE/ran'; echo '* filter=x' >.gitattributes; echo '* filter=x' >.git/info/attributes; rm a.txt; " +
			"mkdir .git/hooks; printf '#!/bin/sh\\ntouch OUTSIDE/ran' >.git/hooks/post-checkout; chmod +x .git/hooks/post-checkout", []string{"a.txt"}},
		{"commits", "git config user.name x; git config user.email x; git add -A; git commit -q -m x; git branch other", nil},
		{"removes the repository", "rm -rf .git", nil},
		{"links the repository", "mv .git /tmp/autofix-none 2>/dev/null || mv .git moved.git; rm -rf /tmp/autofix-none .git; ln -s OUTSIDE .git", nil},
		{"has a repository within", "git init -q inner; git init -q dir", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCheckout(t, example)
			_, b, tree := seal(t, c.dir, false)
			set(t, tree, edits(t), edited)
			script := exec.Command("sh", "-c", strings.ReplaceAll(row.script, "OUTSIDE", outside))
			script.Dir = tree.Dir()
			if out, err := script.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if syscall.Geteuid() == 0 || row.name != "closes" {
				wantWritten(t, tree, row.written...)
			}
			set(t, tree, edits(t), edited)
			set(t, tree, nil, example)
			wantListing(t, outside, map[string]string{"secret": "secret", "folder/a.txt": "outside"})
			mustEqual(t, "head", gitIn(t, tree.Dir(), "log", "--all", "--format=%H"), b.Snapshot)
			mustEqual(t, "status", gitIn(t, tree.Dir(), "status", "--porcelain", "--ignored"), "")
			mustEqual(t, "branches", gitIn(t, tree.Dir(), "branch", "--list"), "* main")
		})
	}
}

func TestKeep(t *testing.T) {
	c := newCheckout(t, example)
	_, _, tree := seal(t, c.dir, false)
	worktreetest.Write(t, tree.Dir(), map[string]string{"node_modules/m/index.js": "m\n", "dir/generated": "g\n", "a.txt": "of the setup\n", "new.sh": "kept\n"})
	if err := os.MkdirAll(filepath.Join(tree.Dir(), "empty/folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("dir", filepath.Join(tree.Dir(), "new")); err != nil {
		t.Fatal(err)
	}
	if err := tree.Keep(); err != nil {
		t.Fatal(err)
	}
	wantWritten(t, tree, "a.txt")
	kept := map[string]string{"node_modules/m/index.js": "m\n", "dir/generated": "g\n", "empty/folder/": ""}
	set(t, tree, nil, with(with(example, kept), map[string]string{"new": "-> dir", "new.sh": "kept\n"}))
	worktreetest.Write(t, tree.Dir(), map[string]string{"node_modules/m/left": "x", "left": "x"})
	// Kept files give way to files of the change.
	set(t, tree, edits(t), with(edited, kept))
	gone, err := change.New([]fixedits.FileChange{
		{Path: "dir/b.txt", Deleted: true, Before: []byte("two\n")}, {Path: "dir/sub/c.txt", Deleted: true, Before: []byte("three\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	set(t, tree, gone, with(with(example, kept), map[string]string{"dir/b.txt": "gone", "dir/sub/c.txt": "gone"}))
	set(t, tree, nil, with(example, kept))
	if names, err := tree.Disturbed(); err != nil || len(names) != 0 {
		t.Errorf("%q, %v", names, err)
	}
	worktreetest.Write(t, tree.Dir(), map[string]string{"node_modules/m/index.js": "all tests pass\n"})
	if err := os.RemoveAll(filepath.Join(tree.Dir(), "empty")); err != nil {
		t.Fatal(err)
	}
	if names, err := tree.Disturbed(); err != nil || !slices.Equal(names, []string{"empty", "empty/folder", "node_modules/m/index.js"}) {
		t.Errorf("%q, %v", names, err)
	}
}

func TestChanged(t *testing.T) {
	attributes := with(example, map[string]string{".gitignore": example[".gitignore"] + ":*\n", ".gitattributes": "*.bat text eol=crlf\n", "x.bat": "one\r\n", "mixed.txt": "a\r\nb\n"})
	c := newCheckout(t, attributes)
	_, _, tree := seal(t, c.dir, false)
	whole := edits(t)
	if err := tree.Set(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	got, err := tree.Changed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "change", got.Diff(), whole.Only(func(f *fixedits.FileChange) bool { return f.Path != "dir/sub/c.txt" }).Diff())
	// An agent continues from there.
	worktreetest.Write(t, tree.Dir(), map[string]string{
		"a.txt": "changed again\n", "x.bat": "one\r\ntwo\r\n", "y.bat": "new\r\n", "mixed.txt": "a\r\nc\n", "more.sh*": "#!/bin/sh\n", ":(top)x": "ignored\n",
		"ignored.txt": "ignored\n", "node_modules/x/y": "ignored\n", "node_modules/x/.git/config": "ignored\n", "dir/b.txt": "two again\n",
	})
	for _, name := range []string{"new.sh", ".gitignore"} {
		if err := os.Remove(filepath.Join(tree.Dir(), name)); err != nil {
			t.Fatal(err)
		}
	}
	worktreetest.Write(t, tree.Dir(), map[string]string{".gitignore": attributes[".gitignore"]})
	got, err = tree.Changed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := change.New([]fixedits.FileChange{
		{Path: "a.txt", Before: []byte("one\n"), After: []byte("changed again\n")},
		{Path: "run.sh", Executable: true, Before: []byte("#!/bin/sh\n"), After: []byte("#!/bin/bash\n")},
		{Path: "dir/b.txt", Before: []byte("two\n"), After: []byte("two again\n")},
		{Path: "x.bat", Before: []byte("one\n"), After: []byte("one\ntwo\n")},
		{Path: "y.bat", Created: true, After: []byte("new\n")},
		{Path: "mixed.txt", Before: []byte("a\r\nb\n"), After: []byte("a\r\nc\n")},
		{Path: "more.sh", Created: true, Executable: true, After: []byte("#!/bin/sh\n")},
		{Path: "new/folder/d.txt", Created: true, After: []byte("four\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "change", got, want)
	// The change that was read can be set, and leads to the same files.
	set(t, tree, got, with(attributes, map[string]string{
		"a.txt": "changed again\n", "run.sh*": "#!/bin/bash\n", "dir/b.txt": "two again\n", "x.bat": "one\r\ntwo\r\n", "y.bat": "new\r\n",
		"mixed.txt": "a\r\nc\n", "more.sh*": "#!/bin/sh\n", "new/folder/d.txt": "four\n",
	}))
}

func TestChangedRefuses(t *testing.T) {
	for _, row := range []struct {
		name, script string
		code         worktree.Code
	}{
		{"a link", "ln -s /etc/passwd link", worktree.ChangedLink},
		{"a link in the place of a file", "rm a.txt; ln -s dir/b.txt a.txt", worktree.ChangedLink},
		{"a link that points elsewhere", "rm link-of-base; ln -s dir link-of-base", worktree.ChangedLink},
		{"a link that is gone", "rm link-of-base", worktree.ChangedLink},
		{"a link that is a file", "rm link-of-base; echo x >link-of-base", worktree.ChangedLink},
		{"a repository", "git init -q inner; echo x >inner/x", worktree.ChangedModule},
		{"a file in a submodule", "echo x >module/x", worktree.ChangedModule},
		{"a submodule that is a file", "rmdir module; echo x >module", worktree.ChangedModule},
		{"a pipe", "mkfifo pipe", worktree.ChangedSpecial},
		{"a pipe in the place of a file", "rm a.txt; mkfifo a.txt", worktree.ChangedSpecial},
		{"a large file", "head -c 5000000 /dev/zero >large", worktree.ChangedTooLarge},
		{"many files", "i=0; while [ $i -le 1000 ]; do : >x$i; i=$((i+1)); done", worktree.ChangedTooLarge},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCheckout(t, example)
			if err := os.Symlink("a.txt", c.path("link-of-base")); err != nil {
				t.Fatal(err)
			}
			c.git("update-index", "--add", "--cacheinfo", "160000,"+c.git("rev-parse", "HEAD")+",module")
			c.git("add", "link-of-base")
			c.git("commit", "-q", "-m", "second")
			_, _, tree := seal(t, c.dir, false)
			script := exec.Command("sh", "-c", row.script)
			script.Dir = tree.Dir()
			if out, err := script.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			_, err := tree.Changed(t.Context())
			wantCode(t, err, row.code)
			set(t, tree, nil, with(example, map[string]string{"link-of-base": "-> a.txt", "module/": ""}))
		})
	}
}

// A large file that has not changed is not read again.
func TestLargeFiles(t *testing.T) {
	c := newCheckout(t, example)
	large, err := os.Create(c.path("large"))
	if err != nil {
		t.Fatal(err)
	}
	if err := large.Truncate(64 << 20); err != nil {
		t.Fatal(err)
	}
	if err := large.Close(); err != nil {
		t.Fatal(err)
	}
	c.git("-c", "core.compression=0", "add", "large")
	c.git("commit", "-q", "-m", "large")
	_, _, tree := seal(t, c.dir, false)
	if info, err := os.Stat(filepath.Join(tree.Dir(), "large")); err != nil || info.Size() != 64<<20 {
		t.Fatalf("%v, %v", info, err)
	}
	start := time.Now()
	if err := tree.Set(t.Context(), edits(t)); err != nil {
		t.Fatal(err)
	}
	wantWritten(t, tree)
	t.Logf("Set and Written: %v", time.Since(start))
	if err := os.Truncate(filepath.Join(tree.Dir(), "large"), 1); err != nil {
		t.Fatal(err)
	}
	wantWritten(t, tree, "large")
}
