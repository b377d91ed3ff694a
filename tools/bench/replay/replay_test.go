package replay

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestReplay(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "somebody")
	}
	repository, clone := t.TempDir(), filepath.Join(t.TempDir(), "clone")
	if _, err := Output(repository, "sh", "-ec", "git init -q; echo 1 >a; git add a; git commit -qm 1; echo 2 >a; git commit -qam 2"); err != nil {
		t.Fatal(err)
	}
	if err := Clone(repository, clone); err != nil {
		t.Fatal(err)
	}
	commits, err := Commits(clone)
	if err != nil || len(commits) != 1 {
		t.Fatalf("%v, %v: want the one commit with a parent", commits, err)
	}
	for commit, want := range map[string]string{commits[0] + "^": "1\n", commits[0]: "2\n"} {
		if err := os.WriteFile(filepath.Join(clone, "left"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := CheckOut(clone, commit); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(clone, "a")); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", commit, text, err)
		}
		if _, err := os.Stat(filepath.Join(clone, "left")); err == nil {
			t.Errorf("%s: a file of nobody is left", commit)
		}
	}
	for code, fails := range map[string]bool{"0": false, "1": false, "2": true} {
		if _, err := Autofix(clone, "sh", "-c", "exit "+code); (err != nil) != fails {
			t.Errorf("exit code %s: %v", code, err)
		}
	}
}
