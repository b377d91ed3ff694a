package person

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stateHome makes the person's state folder, and returns the folder of entries
// and the root of a workspace.
func stateHome(t *testing.T) (dir, root string) {
	t.Helper()
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(state, "autofix", "trusted"), root
}

func entry(t *testing.T, root, file, digest string) Entry {
	t.Helper()
	e, err := EntryOf(root, file, digest)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func trusts(t *testing.T, e Entry) bool {
	t.Helper()
	found, err := Trusted(e)
	if err != nil {
		t.Fatal(err)
	}
	return found != nil && *found == e
}

func TestTrusted(t *testing.T) {
	dir, root := stateHome(t)
	e := entry(t, root, "autofix.toml", "1")
	if trusts(t, e) {
		t.Error("nothing was trusted")
	}
	if err := AddTrusted([]Entry{e}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, e.name())); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	other, moved := t.TempDir(), root+"2"
	for _, test := range []struct {
		root, file, digest string
		want               bool
	}{
		{root, "autofix.toml", "1", true},
		{root + "/", "autofix.toml", "1", true},
		{link, "autofix.toml", "1", true},
		{root, "autofix.toml", "2", false},
		{root, "sub/autofix.toml", "1", false},
		{other, "autofix.toml", "1", false},
		{filepath.Dir(root), "autofix.toml", "1", false},
	} {
		if got := trusts(t, entry(t, test.root, test.file, test.digest)); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
	if err := os.Rename(root, moved); err != nil {
		t.Fatal(err)
	}
	if trusts(t, entry(t, moved, "autofix.toml", "1")) {
		t.Error("a workspace that was moved is trusted")
	}
	// Another text takes the place of the first.
	e = entry(t, moved, "autofix.toml", "1")
	for _, e.SHA256 = range []string{"2", "3"} {
		if err := AddTrusted([]Entry{e}); err != nil || !trusts(t, e) {
			t.Errorf("%+v, %v", e, err)
		}
	}
	if e.SHA256 = "2"; trusts(t, e) {
		t.Error("an old text is trusted")
	}
}

func TestAllAndRevoke(t *testing.T) {
	dir, root := stateHome(t)
	a, b := entry(t, root, "a/autofix.toml", "1"), entry(t, root, "autofix.toml", "2")
	if all, err := AllTrusted(); all != nil || err != nil {
		t.Errorf("%v, %v", all, err)
	}
	if err := AddTrusted([]Entry{b, a}); err != nil {
		t.Fatal(err)
	}
	all, err := AllTrusted()
	if diff := cmp.Diff([]Entry{a, b}, all); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	broken := filepath.Join(dir, "broken.toml")
	if err := os.WriteFile(broken, []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if all, err := AllTrusted(); len(all) != 2 || err == nil || !strings.Contains(err.Error(), broken) {
		t.Errorf("%v, %v", all, err)
	}
	gone, err := RevokeTrusted(func(e Entry) bool { return e == a })
	if diff := cmp.Diff([]Entry{a}, gone); diff != "" || err != nil || trusts(t, a) || !trusts(t, b) {
		t.Errorf("%v\n%s", err, diff)
	}
	if all, err := AllTrusted(); len(all) != 1 || err != nil {
		t.Errorf("what was damaged is left: %v, %v", all, err)
	}
}

// Runs at the same time keep each other's entries.
func TestTrustAtOnce(t *testing.T) {
	_, root := stateHome(t)
	var all []Entry
	for _, file := range []string{"a", "b", "c", "d", "e", "f"} {
		all = append(all, entry(t, root, file, "1"))
	}
	var group sync.WaitGroup
	for i := range all {
		group.Go(func() {
			if err := AddTrusted(all[i : i+1]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, err := AllTrusted(); err != nil || !slices.Equal(all, got) {
		t.Errorf("%v, %v", got, err)
	}
}

// What is not the person's own word trusts nothing, and is a named error.
func TestStoreOfOthers(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(file, root string) error
		want string
		unix bool
	}{
		{"not TOML", func(file, _ string) error { return os.WriteFile(file, []byte("["), 0o600) }, "; remove it, and trust its file anew", false},
		{"empty", func(file, _ string) error { return os.WriteFile(file, nil, 0o600) }, "there is no [trusted]; remove it", false},
		{"a key is missing", func(file, _ string) error { return os.WriteFile(file, []byte("[trusted]\nfile = 'x'\n"), 0o600) }, `the key "`, false},
		{"of another file", func(file, _ string) error {
			return os.WriteFile(file, []byte("[trusted]\nworkspace = '/x'\nfile = 'autofix.toml'\nsha256 = '1'\n"), 0o600)
		}, "the entry of another file", false},
		{"a folder", func(file, _ string) error { _ = os.Remove(file); return os.Mkdir(file, 0o700) }, "not a regular file", false},
		{"others can write it", func(file, _ string) error { return os.Chmod(file, 0o622) }, "others can write it: chmod go-w ", true},
		{"others can write the folder", func(file, _ string) error { return os.Chmod(filepath.Dir(file), 0o777) }, "others can write it: chmod go-w ", true},
		{"others can write the folder above", func(file, _ string) error { return os.Chmod(filepath.Dir(filepath.Dir(file)), 0o770) }, "others can write it: chmod go-w ", true},
		{"a link into the workspace", func(file, root string) error {
			inside := filepath.Join(root, "trusted.toml")
			text, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(inside, text, 0o600)
			}
			_ = os.Remove(file)
			if err == nil {
				err = os.Symlink(inside, file)
			}
			return err
		}, "in the workspace, so it may be from somebody else: move it, and set XDG_STATE_HOME to a folder outside", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.unix && runtime.GOOS == "windows" {
				t.Skip("Windows has no such modes and links")
			}
			dir, root := stateHome(t)
			e := entry(t, root, "autofix.toml", "1")
			if err := AddTrusted([]Entry{e}); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, e.name())
			if err := test.do(file, root); err != nil {
				t.Fatal(err)
			}
			found, err := Trusted(e)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), filepath.Dir(dir)) || found != nil {
				t.Errorf("%v, %v, want %q", found, err, test.want)
			}
		})
	}
	// The state folder is in the workspace, such as by an .envrc.
	_, root := stateHome(t)
	t.Setenv("XDG_STATE_HOME", filepath.Join(root, "state"))
	if err := AddTrusted([]Entry{entry(t, root, "autofix.toml", "1")}); err == nil || !strings.Contains(err.Error(), "in the workspace") {
		t.Errorf("error %v", err)
	}
	if runtime.GOOS != "windows" {
		t.Setenv("XDG_STATE_HOME", "relative")
		t.Setenv("HOME", filepath.Join(root, "home"))
		if dir, err := store(); err != nil || dir != filepath.Join(root, "home", ".local", "state", "autofix", "trusted") {
			t.Errorf("%s, %v", dir, err)
		}
	}
}
