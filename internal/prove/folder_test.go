package prove

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

func TestStateFolder(t *testing.T) {
	at := filepath.Join(t.TempDir(), "state")
	t.Setenv("XDG_STATE_HOME", at)
	if got, err := StateFolder(); err != nil || got != filepath.Join(at, "rules_autofix", "prove") {
		t.Errorf("%q, %v", got, err)
	}
	t.Setenv("XDG_STATE_HOME", "relative")
	if got, err := StateFolder(); err == nil || !strings.Contains(err.Error(), "XDG_STATE_HOME") {
		t.Errorf("%q, %v", got, err)
	}
	if runtime.GOOS == "windows" {
		return // the home is in another variable there
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", at)
	if got, err := StateFolder(); err != nil || got != filepath.Join(at, ".local", "state", "rules_autofix", "prove") {
		t.Errorf("%q, %v", got, err)
	}
	t.Setenv("HOME", "")
	if got, err := StateFolder(); err == nil || !strings.Contains(err.Error(), "--artifacts") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestRepositoryFolder(t *testing.T) {
	seen := map[string]string{}
	for _, root := range []string{
		"/a/repo", "/b/repo", "/a/re po", "/a/..", "/", "/a/" + strings.Repeat("long", 60), "/a/\n\x1b[31m", "/a/-rf",
	} {
		got := RepositoryFolder("/state", root)
		name := filepath.Base(got)
		if filepath.Dir(got) != filepath.FromSlash("/state") || unsafeInNames().MatchString(name) || len(name) > 60 {
			t.Errorf("%q: %q", root, got)
		}
		if other, same := seen[got]; same {
			t.Errorf("%q and %q: %q", root, other, got)
		}
		seen[got] = root
	}
}

// proofs writes folders of proofs, by name; names with + have evidence.
func proofs(t *testing.T, dir string, now time.Time, ages map[string]time.Duration) {
	t.Helper()
	for name, age := range ages {
		name, finished := strings.CutSuffix(name, "+")
		files := map[string]string{name + "/" + journalName: "{}\n"}
		if finished {
			files[name+"/"+EvidenceName] = "{}\n"
		}
		worktreetest.Write(t, dir, files)
		if err := os.Chtimes(filepath.Join(dir, name, journalName), now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	if _, err := Unfinished(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	proofs(t, dir, time.Now(), map[string]time.Duration{"0000000000000001+": time.Minute, "caches": time.Second, "000000000000000g": 0})
	worktreetest.Write(t, dir, map[string]string{"0000000000000009/answers/x": ""})
	if got, err := Unfinished(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "no proof to resume") {
		t.Errorf("%q, %v", got, err)
	}
	proofs(t, dir, time.Now(), map[string]time.Duration{"0000000000000002": time.Hour, "0000000000000003": time.Minute, "0000000000000004": 2 * time.Hour})
	if got, err := Unfinished(dir); err != nil || filepath.Base(got) != "0000000000000003" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestClean(t *testing.T) {
	state, now := t.TempDir(), time.Now()
	if n, err := Clean(filepath.Join(state, "missing"), now); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	proofs(t, filepath.Join(state, "one"), now, map[string]time.Duration{
		"0000000000000001+": Keep + time.Hour, "0000000000000002": Keep + time.Hour, "0000000000000003+": Keep - time.Hour, "caches": 2 * Keep, "trees": 2 * Keep,
	})
	proofs(t, filepath.Join(state, "two"), now, map[string]time.Duration{"0000000000000004": 2 * Keep, "0000000000000005": 0})
	worktreetest.Write(t, state, map[string]string{"file": "", "one/lock": ""})
	outside := t.TempDir()
	proofs(t, outside, now, map[string]time.Duration{"0000000000000006": 2 * Keep})
	if err := os.Symlink(filepath.Join(outside, "0000000000000006"), filepath.Join(state, "one", "0000000000000006")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(state, "three")); err != nil {
		t.Fatal(err)
	}
	n, err := Clean(state, now)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"one/0000000000000001": false, "one/0000000000000002": false, "one/0000000000000003": true, "one/caches": true, "one/trees": true, "one/lock": true,
		"two/0000000000000004": false, "two/0000000000000005": true, "file": true,
	} {
		if _, err := os.Lstat(filepath.Join(state, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(outside, "0000000000000006", journalName)); err != nil {
		t.Errorf("behind a link: %v", err)
	}
	if n != 3 {
		t.Errorf("%d were removed", n)
	}
}

func TestForget(t *testing.T) {
	dir := t.TempDir()
	worktreetest.Write(t, dir, map[string]string{setupName: "x", "patch.diff": ""})
	for range 2 {
		if err := Forget(dir); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}
