package worktree_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

func wantCode(t *testing.T, err error, code worktree.Code) {
	t.Helper()
	var coded *worktree.Error
	if !errors.As(err, &coded) || coded.Code != code {
		t.Errorf("error %v, want the code %s", err, code)
		return
	}
	if !strings.HasSuffix(err.Error(), "; "+code.WayOut()) {
		t.Errorf("%q has no way out", err)
	}
}

func TestFindRefuses(t *testing.T) {
	for _, row := range []struct {
		name string
		make func(t *testing.T, c *checkout) string
		code worktree.Code
	}{
		{"no repository", func(t *testing.T, _ *checkout) string { return realDir(t) }, worktree.NotRepository},
		{"the root of the file system", func(_ *testing.T, c *checkout) string { return filepath.VolumeName(c.dir) + string(filepath.Separator) }, worktree.NotRepository},
		{"no folder", func(_ *testing.T, c *checkout) string { return c.path("missing") }, ""},
		{"bare", func(t *testing.T, c *checkout) string {
			bare := filepath.Join(realDir(t), "bare")
			c.git("clone", "-q", "--bare", c.dir, bare)
			return bare
		}, worktree.Bare},
		{"in .git", func(_ *testing.T, c *checkout) string { return c.path(".git/objects") }, worktree.Bare},
		{"broken configuration", func(_ *testing.T, c *checkout) string {
			c.write(map[string]string{".git/config": "[core\n"})
			return c.dir
		}, worktree.Unreadable},
		{"a version that git does not know", func(_ *testing.T, c *checkout) string {
			c.git("config", "core.repositoryformatversion", "99")
			return c.dir
		}, worktree.Unreadable},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCheckout(t, example)
			dir := row.make(t, c)
			worktreetest.Untouched(t, c.dir)
			_, err := worktree.Find(t.Context(), dir, filepath.Join(realDir(t), "state"))
			if err == nil {
				t.Error("there is a repository")
			}
			if row.code != "" {
				wantCode(t, err, row.code)
			}
		})
	}
}

func TestBaseRefuses(t *testing.T) {
	for _, row := range []struct {
		name           string
		make           func(t *testing.T, c *checkout)
		includeChanges bool
		code           worktree.Code
	}{
		{"no commit", func(_ *testing.T, c *checkout) { c.git("checkout", "-q", "--orphan", "new") }, true, worktree.NoCommit},
		{"conflicts", func(_ *testing.T, c *checkout) {
			c.git("checkout", "-q", "-b", "other")
			c.write(map[string]string{"a.txt": "other\n"})
			c.commit("other")
			c.git("checkout", "-q", "trunk")
			c.write(map[string]string{"a.txt": "trunk\n"})
			c.commit("trunk")
			c.git("-c", "alias.try=!git merge -q other || true", "try")
		}, true, worktree.Unmerged},
		{"a missing object", func(t *testing.T, c *checkout) {
			hash := c.git("rev-parse", "HEAD:dir/b.txt")
			if err := os.Remove(c.path(".git/objects/" + hash[:2] + "/" + hash[2:])); err != nil {
				t.Fatal(err)
			}
		}, false, worktree.MissingObjects},
		{"a missing tree", func(t *testing.T, c *checkout) {
			hash := c.git("rev-parse", "HEAD^{tree}")
			if err := os.Remove(c.path(".git/objects/" + hash[:2] + "/" + hash[2:])); err != nil {
				t.Fatal(err)
			}
		}, false, worktree.MissingObjects},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCheckout(t, example)
			row.make(t, c)
			_, err := find(t, c.dir).Base(t.Context(), row.includeChanges)
			wantCode(t, err, row.code)
		})
	}
}

// A clone without the texts of files does not fetch them, which would run
// programs and take the network.
func TestPartialClone(t *testing.T) {
	c := newCheckout(t, example)
	c.git("config", "uploadpack.allowFilter", "true")
	partial := filepath.Join(realDir(t), "partial")
	c.git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+c.dir, partial)
	_, err := find(t, partial).Base(t.Context(), false)
	wantCode(t, err, worktree.MissingObjects)
}

func TestState(t *testing.T) {
	c := newCheckout(t, example)
	worktreetest.Untouched(t, c.dir)
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(c.dir, link); err != nil {
		t.Fatal(err)
	}
	for _, inside := range []string{c.path("state"), c.path(".git/state"), c.path("dir/sub"), filepath.Join(link, "deep", "state"), filepath.Join(link, "dir")} {
		_, err := worktree.Find(t.Context(), c.dir, inside)
		wantCode(t, err, worktree.StateInside)
	}
	state := filepath.Join(realDir(t), "state")
	one, err := worktree.Find(t.Context(), c.dir, state)
	if err != nil {
		t.Fatal(err)
	}
	_, err = worktree.Find(t.Context(), c.dir, state)
	wantCode(t, err, worktree.Locked)
	b, err := one.Base(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Seal(t.Context(), b, "tree"); err != nil {
		t.Fatal(err)
	}
	worktreetest.Write(t, state, map[string]string{"caches/x": "stays"})
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	wantListing(t, state, map[string]string{"lock": "", "caches/x": "stays"})
	// A run that was killed leaves everything.
	worktreetest.Write(t, state, map[string]string{"store/x": "x", "trees/tree/x": "x", "staging/x": "x"})
	again, err := worktree.Find(t.Context(), c.dir, state)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(state, "trees", "tree")); !os.IsNotExist(err) {
		t.Errorf("the tree of another run is there: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

func TestInterrupted(t *testing.T) {
	c := newCheckout(t, example)
	r, b, tree := seal(t, c.dir, false)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	_, err := r.Base(ctx, true)
	if !errors.Is(err, why) {
		t.Errorf("base: %v", err)
	}
	if _, err := r.Seal(ctx, b, "other"); !errors.Is(err, why) {
		t.Errorf("seal: %v", err)
	}
	if err := tree.Set(ctx, edits(t)); !errors.Is(err, why) {
		t.Errorf("set: %v", err)
	}
	set(t, tree, edits(t), edited)
}
