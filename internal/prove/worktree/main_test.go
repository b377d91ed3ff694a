package worktree_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

func TestMain(m *testing.M) {
	process.Init()
	os.Exit(m.Run())
}

// A checkout is a person's repository.
type checkout struct {
	t   *testing.T
	dir string
}

// newCheckout makes a repository with one commit of some files. Names that end
// with * are of files that can be run.
func newCheckout(t *testing.T, files map[string]string) *checkout {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	c := &checkout{t, realDir(t)}
	c.git("init", "-q", "-b", "trunk")
	c.write(files)
	c.commit("first")
	return c
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (c *checkout) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *checkout) write(files map[string]string) {
	c.t.Helper()
	worktreetest.Write(c.t, c.dir, files)
}

func (c *checkout) commit(subject string) {
	c.t.Helper()
	c.git("add", "--all")
	c.git("commit", "-q", "--allow-empty", "-m", subject)
}

func (c *checkout) git(args ...string) string {
	c.t.Helper()
	return gitIn(c.t, c.dir, args...)
}

// gitIn runs git as a person does.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{
		"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always", "-c", "gc.auto=0",
	}, args...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// find finds a repository, and checks in the end that nobody touched it.
func find(t *testing.T, dir string, untouched ...string) *worktree.Repository {
	t.Helper()
	worktreetest.Untouched(t, append(untouched, dir)...)
	r, err := worktree.Find(t.Context(), dir, filepath.Join(realDir(t), "state"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// seal makes a tree of a checkout.
func seal(t *testing.T, dir string, includeChanges bool, untouched ...string) (*worktree.Repository, *worktree.Base, *worktree.Tree) {
	t.Helper()
	r := find(t, dir, untouched...)
	b, err := r.Base(t.Context(), includeChanges)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Seal(t.Context(), b, "tree")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	})
	return r, b, tree
}

// listing returns the files of a folder except git's, as writeFiles takes them;
// links as -> target, and empty folders as names that end with a slash.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(at string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if name == ".git" {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		switch {
		case entry.IsDir():
			inside, err := os.ReadDir(at)
			if err == nil && len(inside) == 0 {
				files[name+"/"] = ""
			}
			return err
		case entry.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(at)
			files[name] = "-> " + to
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode()&0o100 != 0 {
			name += "*"
		}
		text, err := os.ReadFile(at)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func wantListing(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, listing(t, dir)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", dir, diff)
	}
}

// with returns files with others in their place, and without files whose new
// text is "gone".
func with(files, others map[string]string) map[string]string {
	all := maps.Clone(files)
	for name, text := range others {
		if all[name] = text; text == "gone" {
			delete(all, name)
		}
	}
	return all
}

func codes(notes []worktree.Note) []worktree.NoteCode {
	var all []worktree.NoteCode
	for _, n := range notes {
		all = append(all, n.Code)
	}
	slices.Sort(all)
	return all
}

var example = map[string]string{
	"a.txt": "one\n", "run.sh*": "#!/bin/sh\n", "dir/b.txt": "two\n", "dir/sub/c.txt": "three\n",
	".gitignore": "ignored*\nnode_modules/\n",
}

func mustEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
