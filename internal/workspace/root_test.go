package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFindRoot(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{
		"repo/.git/":                 "",
		"repo/pkg/deep/":             "",
		"repo/examples/MODULE.bazel": "",
		"repo/examples/app/":         "",
		"worktree/.git":              "gitdir: elsewhere\n",
		"worktree/sub/":              "",
		"file":                       "",
	})
	for _, row := range []struct{ rule, from, want string }{
		{"the nearest .git upward", "repo/pkg/deep", "repo"},
		{"the folder itself", "repo", "repo"},
		{"MODULE.bazel before a .git further up", "repo/examples/app", "repo/examples"},
		{"a .git file, as in worktrees", "worktree/sub", "worktree"},
	} {
		got, err := FindRoot(filepath.Join(base, row.from))
		if want := filepath.Join(base, row.want); err != nil || got != want {
			t.Errorf("%s: FindRoot(%s) = %s, %v, want %s", row.rule, row.from, got, err, want)
		}
	}
	_, err := FindRoot(filepath.Join(base, "gone"))
	wantError(t, err, "gone: not a workspace: no such file or directory")
	_, err = FindRoot(filepath.Join(base, "file"))
	wantError(t, err, "file: not a workspace: it is a regular file, not a folder")
}

func TestOpenRequiresAFolder(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"file": ""})
	_, err := Open(filepath.Join(base, "gone"))
	wantError(t, err, "gone: cannot open the workspace: no such file or directory")
	_, err = Open(filepath.Join(base, "file"))
	wantError(t, err, "file: cannot open the workspace: not a directory")
}

func TestRootIsThePathThatWasOpened(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"real/a": "text", "link": "-> real"})
	w, err := Open(filepath.Join(base, "link"))
	check(t, err)
	defer w.Close()
	if want := filepath.Join(base, "link"); w.Root() != want {
		t.Errorf("Root() = %s, want %s", w.Root(), want)
	}
	if text, err := w.Read("a"); err != nil || string(text) != "text" {
		t.Errorf("Read through a linked root = %q, %v", text, err)
	}
	check(t, w.Close())
	check(t, w.Close())
	if _, err := os.Stat(base); err != nil {
		t.Error(err)
	}
}
