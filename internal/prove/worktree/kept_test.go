package worktree_test

import (
	"archive/tar"
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// installed has the files that a setup leaves in the tree.
var installed = map[string]string{
	"node_modules/m/index.js*": "m\n", "node_modules/.bin/m": "-> ../m/index.js", "dir/generated": "g\n", "empty/folder/": "",
	"venv/python": "-> /usr/bin/python3",
}

func install(t *testing.T, dir string) time.Time {
	t.Helper()
	worktreetest.Write(t, dir, map[string]string{"node_modules/m/index.js*": "m\n", "dir/generated": "g\n"})
	for _, name := range []string{"empty/folder", "node_modules/.bin", "venv"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"node_modules/.bin/m": "../m/index.js", "venv/python": "/usr/bin/python3"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Now().Add(-time.Hour).Truncate(time.Microsecond)
	if err := os.Chtimes(filepath.Join(dir, "node_modules/m/index.js"), then, then); err != nil {
		t.Fatal(err)
	}
	return then
}

func TestSaveKept(t *testing.T) {
	c := newCheckout(t, example)
	r, b, tree := seal(t, c.dir, false)
	then := install(t, tree.Dir())
	if err := tree.Keep(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(realDir(t), "kept.tar")
	if err := tree.SaveKept(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(filepath.Dir(file)); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	again, err := r.Seal(t.Context(), b, "again")
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.LoadKept(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	// It stays with a change, too.
	set(t, again, edits(t), with(edited, installed))
	set(t, again, nil, with(example, installed))
	info, err := os.Stat(filepath.Join(again.Dir(), "node_modules/m/index.js"))
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().Equal(then) || runtime.GOOS != "windows" && info.Mode() != 0o755 {
		t.Errorf("%v, %v; want 0755, %v", info.Mode(), info.ModTime(), then)
	}
	wantDisturbed(t, again)
}

func wantDisturbed(t *testing.T, tree *worktree.Tree, want ...string) {
	t.Helper()
	if names, err := tree.Disturbed(); err != nil || !slices.Equal(names, want) {
		t.Errorf("disturbed: %q, %v; want %q", names, err, want)
	}
}

// A command cannot replace a file that a setup installed.
func TestLoadKeptRepairs(t *testing.T) {
	c := newCheckout(t, example)
	_, _, tree := seal(t, c.dir, false)
	install(t, tree.Dir())
	if err := tree.Keep(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(realDir(t), "kept.tar")
	if err := tree.SaveKept(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(tree.Dir(), name) }
	script := at("node_modules/m/index.js")
	info, err := os.Stat(script)
	if err != nil {
		t.Fatal(err)
	}
	for _, attack := range []struct {
		name string
		do   func() error
		want []string
	}{
		{"nothing", func() error { return nil }, nil},
		{"another text with the same size and time", func() error {
			return firstOf(os.WriteFile(script, []byte("x\n"), 0), os.Chtimes(script, info.ModTime(), info.ModTime()))
		}, []string{"node_modules/m/index.js"}},
		{"a file is gone", func() error { return os.Remove(script) }, []string{"node_modules/m/index.js"}},
		{"a folder is a link", func() error {
			return firstOf(os.RemoveAll(at("node_modules/m")), os.Symlink("../dir", at("node_modules/m")))
		}, []string{"node_modules/m", "node_modules/m/index.js"}},
		{"a link is elsewhere", func() error {
			return firstOf(os.Remove(at("venv/python")), os.Symlink("/bin/true", at("venv/python")))
		}, []string{"venv/python"}},
		{"more files", func() error { return os.WriteFile(at("node_modules/m/more"), nil, 0o600) }, nil},
	} {
		if err := attack.do(); err != nil {
			t.Fatalf("%s: %v", attack.name, err)
		}
		wantDisturbed(t, tree, attack.want...)
		if err := tree.LoadKept(t.Context(), file); err != nil {
			t.Fatalf("%s: %v", attack.name, err)
		}
		if attack.name == "more files" {
			continue // they are from before LoadKept, which keeps everything there
		}
		set(t, tree, nil, with(example, installed))
		wantDisturbed(t, tree)
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A tar of somebody else writes nothing outside of the tree, nor over its files.
func TestLoadKeptRefuses(t *testing.T) {
	c := newCheckout(t, example)
	r, b, _ := seal(t, c.dir, false)
	outside := filepath.Join(realDir(t), "outside")
	if err := os.Mkdir(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	worktreetest.Untouched(t, outside)
	folder := func(name string) tar.Header { return tar.Header{Name: name, Typeflag: tar.TypeDir, Mode: 0o755} }
	link := func(name, to string) tar.Header {
		return tar.Header{Name: name, Linkname: to, Typeflag: tar.TypeSymlink}
	}
	file := func(name string) tar.Header { return tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o4755} }
	for _, tt := range []struct {
		name    string
		entries []tar.Header
		want    string // of the error, or of no error
	}{
		{"a file up", []tar.Header{file("../x")}, "is no path"},
		{"an absolute file", []tar.Header{file("/tmp/x")}, "is no path"},
		{"a file of git", []tar.Header{file(".git/hooks/x")}, "is no path"},
		{"a file of git in capitals", []tar.Header{folder(".GIT")}, "is no path"},
		{"the root", []tar.Header{folder(".")}, "is no path"},
		{"a file behind a link", []tar.Header{link("out", outside), file("out/x")}, "no folder in it"},
		{"a folder that becomes a link", []tar.Header{folder("out"), link("out", outside), file("out/x")}, "twice"},
		{"a file without its folder", []tar.Header{file("one/x")}, "no folder in it"},
		{"not in order", []tar.Header{file("b"), file("a")}, "order"},
		{"a hard link", []tar.Header{{Name: "x", Linkname: "a.txt", Typeflag: tar.TypeLink}}, "no file, folder or link"},
		{"a device", []tar.Header{{Name: "x", Typeflag: tar.TypeChar}}, "no file, folder or link"},
		{"a file of the base", []tar.Header{file("a.txt")}, ""},
		{"a link in the place of a folder of the base", []tar.Header{link("dir", outside)}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree, err := r.Seal(t.Context(), b, "hostile")
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			var text bytes.Buffer
			out := tar.NewWriter(&text)
			for _, h := range tt.entries {
				if err := out.WriteHeader(&h); err != nil {
					t.Fatal(err)
				}
			}
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(realDir(t), "kept.tar")
			if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			err = tree.LoadKept(t.Context(), name)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v; want %q", err, tt.want)
			}
			if err := tree.Set(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if tt.want == "" {
				wantListing(t, tree.Dir(), example)
			}
		})
	}
}

func TestLoadKeptOfBrokenFiles(t *testing.T) {
	c := newCheckout(t, example)
	_, _, tree := seal(t, c.dir, false)
	for name, text := range map[string]string{"missing": "", "no tar": strings.Repeat("x", 2048), "truncated": "x"} {
		file := filepath.Join(realDir(t), "kept.tar")
		if name != "missing" {
			worktreetest.Write(t, filepath.Dir(file), map[string]string{"kept.tar": text})
		}
		if err := tree.LoadKept(t.Context(), file); err == nil || !strings.Contains(err.Error(), "what the setup installed") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
