package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linked is a tree with links of every kind, next to a folder outside of it.
func linked(t testing.TB) (w *Workspace, base string) {
	base = t.TempDir()
	plant(t, base, map[string]string{
		"outside/secret":   "secret",
		"ws/a.txt":         "a",
		"ws/sub/b.txt":     "b",
		"ws/sub/deep/c":    "c",
		"ws/to-a":          "-> a.txt",
		"ws/to-to-a":       "-> to-a",
		"ws/to-sub":        "-> sub",
		"ws/sub/up":        "-> ../a.txt",
		"ws/sub/deep/back": "-> ../../sub/deep/../b.txt",
		"ws/absolute":      "-> " + filepath.Join(base, "ws/sub/b.txt"),
		"ws/self":          "-> .",
		"ws/out":           "-> ../outside/secret",
		"ws/out-folder":    "-> ../outside",
		"ws/out-absolute":  "-> " + filepath.Join(base, "outside/secret"),
		"ws/out-and-in":    "-> ../ws/a.txt",
		"ws/round":         "-> about",
		"ws/about":         "-> round",
		"ws/dangling":      "-> sub/none/x",
		"ws/dangling-out":  "-> none/../../outside/secret",
		"ws/.git/config":   "",
		"ws/to-config":     "-> .git/config",
		"ws/sub/.GIT/x":    "",
		"ws/..dots":        "dots",
	})
	w, err := Open(filepath.Join(base, "ws"))
	check(t, err)
	t.Cleanup(func() { w.Close() })
	return w, base
}

func TestCanonical(t *testing.T) {
	w, _ := linked(t)
	for _, row := range []struct{ rule, path, want string }{
		{"a file is itself", "sub/b.txt", "sub/b.txt"},
		{"cleaned", "./sub//deep/./c", "sub/deep/c"},
		{"a link is its file", "to-a", "a.txt"},
		{"through two links", "to-to-a", "a.txt"},
		{"a linked folder", "to-sub/deep/c", "sub/deep/c"},
		{"a link upward that stays inside", "sub/up", "a.txt"},
		{"links in links' targets", "to-sub/deep/back", "sub/b.txt"},
		{"an absolute link that stays inside", "absolute", "sub/b.txt"},
		{"a link to the folder it is in", "self/self/a.txt", "a.txt"},
		{"the root", ".", "."},
		{"the root through a link", "self", "."},
		{"a missing file is not an error", "sub/none", "sub/none"},
		{"nor one in a missing folder", "to-sub/none/x", "sub/none/x"},
		{"nor a dangling link", "dangling", "sub/none/x"},
		{"two dots may start a name", "..dots", "..dots"},
	} {
		if got, err := w.Canonical(row.path); err != nil || got != row.want {
			t.Errorf("%s: Canonical(%q) = %q, %v, want %q", row.rule, row.path, got, err, row.want)
		}
	}
}

func TestCanonicalRefusesPathsOutsideTheRoot(t *testing.T) {
	w, base := linked(t)
	for _, row := range []struct{ path, why string }{
		{"../outside/secret", `it has ".."`},
		{"sub/../a.txt", `it has ".."`},
		{"..", `it has ".."`},
		{"sub/..", `it has ".."`},
		{filepath.Join(base, "ws/a.txt"), "it is absolute"},
		{"/etc/passwd", "it is absolute"},
		{"out", "a link in it leads above the root"},
		{"out-folder/secret", "a link in it leads above the root"},
		{"out-folder/none", "a link in it leads above the root"},
		{"out-absolute", "the link out-absolute leads to"},
		{"out-and-in", "a link in it leads above the root"},
		{"dangling-out", "a link in it leads above the root"},
		{".git/config", "it belongs to version control"},
		{"to-config", "it belongs to version control"},
		{"sub/.GIT/x", "it belongs to version control"},
		{"bazel-out/x", "it belongs to Bazel"},
		{"sub/bazel-bin/x", "it belongs to Bazel"},
		{journalName, "it belongs to this tool"},
		{"sub/" + stagedPrefix + "x", "it belongs to this tool"},
	} {
		got, err := w.Canonical(row.path)
		if !errors.Is(err, ErrOutside) {
			t.Errorf("Canonical(%q) = %q, %v, want ErrOutside", row.path, got, err)
			continue
		}
		wantError(t, err, row.why)
	}
}

func TestCanonicalRefusesMalformedPaths(t *testing.T) {
	w, _ := linked(t)
	for path, why := range map[string]string{
		"":       "empty path",
		"a\x00b": "it has a NUL byte",
		"round":  "links form a loop",
	} {
		_, err := w.Canonical(path)
		wantError(t, err, why)
	}
}

// A path below a file is treated as missing.
func TestNothingIsBelowAFile(t *testing.T) {
	w, _ := linked(t)
	for _, path := range []string{"a.txt/x", "a.txt/x/y", "to-a/x"} {
		want := strings.Replace(path, "to-a", "a.txt", 1)
		if got, err := w.Canonical(path); err != nil || got != want {
			t.Errorf("Canonical(%q) = %q, %v, want %q", path, got, err, want)
		}
		if _, err := w.Read(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Read(%q): %v, want that it does not exist", path, err)
		}
		var stale *StaleError
		if err := write(w, change(path, "1", "2")); !errors.As(err, &stale) {
			t.Errorf("Write(%q): %v, want that it is stale", path, err)
		}
		_, err := w.List([]string{path}, ListOptions{})
		wantError(t, err, path+": no such file or folder")
	}
}

// The lookups by openat2 and by os.Root must agree. Without this test, only one
// of them would be tested on Linux.
func TestCanonicalWithoutOpenat2(t *testing.T) {
	withoutOpenat2(t)
	TestCanonical(t)
	TestCanonicalRefusesPathsOutsideTheRoot(t)
	TestCanonicalRefusesMalformedPaths(t)
	TestHardLinkedNamesAreOneFile(t)
}

func TestHardLinkedNamesAreOneFile(t *testing.T) {
	w := open(t, map[string]string{
		"src/z.txt":     "text",
		"other/y.txt":   "text",
		".git/":         "",
		".bazelignore":  "node_modules\n",
		"node_modules/": "", // first by name, but ignored, so the last choice
	})
	for _, name := range []string{"node_modules/a.txt", "src/a-name.txt", ".git/kept.txt"} {
		check(t, os.Link(filepath.Join(w.Root(), "src/z.txt"), filepath.Join(w.Root(), name)))
	}
	for _, name := range []string{"src/z.txt", "src/a-name.txt", "node_modules/a.txt"} {
		if got, err := w.Canonical(name); err != nil || got != "src/a-name.txt" {
			t.Errorf("Canonical(%q) = %q, %v, want the first listed name src/a-name.txt", name, got, err)
		}
	}
	if got, err := w.Canonical("other/y.txt"); err != nil || got != "other/y.txt" {
		t.Errorf("Canonical of an equal but other file = %q, %v", got, err)
	}
	for _, test := range []struct{ paths, want []string }{
		{[]string{"src/z.txt", "other/y.txt", "node_modules/a.txt"}, []string{"other/y.txt", "src/a-name.txt"}},
		{[]string{"node_modules"}, []string{"src/a-name.txt"}},
		{[]string{".", "other/y.txt"}, []string{".bazelignore", "other/y.txt", "src/a-name.txt"}},
	} {
		if got, err := w.List(test.paths, ListOptions{Canonical: true}); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("List(%q) = %q, %v, want %q", test.paths, got, err, test.want)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	w, base := linked(f)
	for _, path := range []string{"a.txt", "to-sub/deep/back", "out-folder/secret", "../x", "self/self/..dots", "sub/./../a", "/", "\x00", "sub//deep", "dangling-out"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		canonical, err := w.Canonical(path)
		if err != nil {
			return
		}
		if again, err := w.Canonical(canonical); err != nil || again != canonical {
			t.Fatalf("Canonical(%q) = %q, whose canonical path is %q, %v", path, canonical, again, err)
		}
		// The system finds the same file by both paths, and it is inside.
		found, err := filepath.EvalSymlinks(filepath.Join(base, "ws", filepath.FromSlash(path)))
		if err != nil {
			return // missing
		}
		if want := filepath.Join(base, "ws", filepath.FromSlash(canonical)); found != want {
			t.Fatalf("Canonical(%q) = %q, but the system finds %q", path, canonical, found)
		}
	})
}
