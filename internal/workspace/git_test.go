package workspace

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// git runs git in dir, with only the configuration of the checkout.
func git(t testing.TB, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine: List then walks plainly, which TestListWalks covers")
	}
	command := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"}, args...)...)
	command.Dir = dir
	command.Env = append(gitEnvironment(os.Environ()), "GIT_ALLOW_PROTOCOL=file", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// isolate excludes the git configuration of the machine from a test.
func isolate(t *testing.T) {
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
}

func TestListAsksGit(t *testing.T) {
	isolate(t)
	base := t.TempDir()
	plant(t, base, map[string]string{"module/of-module": "", "module/ignored-there": "", "module/.gitignore": "ignored-there\n"})
	git(t, filepath.Join(base, "module"), "init", "-q")
	git(t, filepath.Join(base, "module"), "add", ".gitignore", "of-module")
	git(t, filepath.Join(base, "module"), "commit", "-qm", "x")

	root := filepath.Join(base, "ws")
	plant(t, root, map[string]string{
		".gitignore":             "*.log\n/build/\nforced\n",
		"kept.txt":               "",
		"untracked.txt":          "",
		"noise.log":              "",
		"tracked.log":            "",
		"forced/file":            "",
		"build/out":              "",
		"build/deep/out":         "",
		"sub/build/kept":         "",
		"sub/.gitignore":         "!back.log\n",
		"sub/back.log":           "",
		"odd/new\nline":          "",
		"odd/not utf8 \xff":      "",
		"odd/:(glob)*":           "",
		"to-kept":                "-> kept.txt",
		"removed":                "",
		"becomes-link/file":      "",
		"nested/of-nested":       "",
		"nested/noise.log":       "",
		"bazel-bin":              "-> ../elsewhere",
		".bazelignore":           "ignored-by-bazel\n",
		"ignored-by-bazel/x":     "",
		"sub/.autofix-tmp-1-0":   "",
		"excluded/x":             "",
		"broken/.git":            "gitdir: nowhere\n",
		"broken/file-of-a-wreck": "",
	})
	git(t, root, "init", "-q")
	git(t, root, "add", "-f", "tracked.log", "forced/file", "kept.txt", "removed", "becomes-link/file", "to-kept")
	git(t, root, "submodule", "--quiet", "add", filepath.Join(base, "module"), "module")
	git(t, root, "submodule", "--quiet", "add", filepath.Join(base, "module"), "empty-module")
	git(t, root, "submodule", "--quiet", "deinit", "-f", "empty-module")
	git(t, filepath.Join(root, "nested"), "init", "-q")
	plant(t, root, map[string]string{"module/ignored-there": "", "module/new-there": "", "nested/.gitignore": "*.log\n"})
	check(t, os.Remove(filepath.Join(root, "removed")))
	check(t, os.RemoveAll(filepath.Join(root, "becomes-link")))
	plant(t, root, map[string]string{"becomes-link": "-> sub", "sub/file": ""})

	w, err := Open(root)
	check(t, err)
	defer w.Close()
	for _, row := range []struct {
		rule  string
		paths []string
		want  []string
	}{
		{
			"tracked and untracked, not ignored; nothing of submodules and other repositories inside",
			[]string{"."},
			[]string{
				".bazelignore", ".gitignore", ".gitmodules", "forced/file", "kept.txt",
				"odd/:(glob)*", "odd/new\nline", "odd/not utf8 \xff", "sub/.gitignore", "sub/back.log",
				"sub/build/kept", "sub/file", "tracked.log", "untracked.txt",
			},
		},
		{"a folder", []string{"sub"}, []string{"sub/.gitignore", "sub/back.log", "sub/build/kept", "sub/file"}},
		{"a named ignored file", []string{"noise.log"}, []string{"noise.log"}},
		{"a named ignored folder", []string{"build/deep"}, []string{"build/deep/out"}},
		{"a named submodule", []string{"module"}, []string{"module/.gitignore", "module/new-there", "module/of-module"}},
		{"a file in a submodule", []string{"module/of-module", "sub"}, []string{"module/of-module", "sub/.gitignore", "sub/back.log", "sub/build/kept", "sub/file"}},
		{"a repository inside", []string{"nested"}, []string{"nested/.gitignore", "nested/of-nested"}},
		{"a repository that git does not recognize", []string{"broken"}, []string{"broken/file-of-a-wreck"}},
		{"a submodule that is not checked out", []string{"empty-module"}, []string{}},
	} {
		got, err := w.List(row.paths, ListOptions{Exclude: []string{"excluded"}})
		if err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%s: List(%q) = %q, %v\nwant %q", row.rule, row.paths, got, err, row.want)
		}
	}
}

func TestListTellsOfLinks(t *testing.T) {
	isolate(t)
	files := map[string]string{
		".bazelignore": "ignored\n", "a/x": "", "a/to-x": "-> x", "to-a": "-> a", "to-nothing": "-> nothing",
		"ignored/link": "-> x", "bazel-bin": "-> ../elsewhere", "excluded/link": "-> x",
	}
	for _, with := range []string{"git", "no git"} {
		root := t.TempDir()
		plant(t, root, files)
		want := []string{"a/to-x", "to-a", "to-nothing"}
		if with == "git" {
			git(t, root, "init", "-q")
			git(t, root, "add", "a", "to-a")
			want = want[:2]
		}
		w, err := Open(root)
		check(t, err)
		var links []string
		_, err = w.List([]string{"."}, ListOptions{Tracked: true, Exclude: []string{"excluded"}, Link: func(link string) { links = append(links, link) }})
		slices.Sort(links)
		if err != nil || !slices.Equal(links, want) {
			t.Errorf("%s: %q, %v, want %q", with, links, err, want)
		}
		check(t, w.Close())
	}
}

// The root may be below that of the checkout, such as a Bazel workspace in a
// larger repository, or in a folder that the checkout ignores, such as a
// scratch copy.
func TestListInAFolderOfACheckout(t *testing.T) {
	isolate(t)
	top := t.TempDir()
	plant(t, top, map[string]string{
		".gitignore": "/scratch/\n*.log\n", "outer": "",
		"ws/a": "", "ws/a.log": "", "scratch/ws/b": "", "scratch/ws/b.log": "",
	})
	git(t, top, "init", "-q")
	for root, want := range map[string]string{"ws": "a", "scratch/ws": "b b.log"} {
		w, err := Open(filepath.Join(top, root))
		check(t, err)
		got, err := w.List([]string{"."}, ListOptions{})
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("in %s: %q, %v, want %q", root, got, err, want)
		}
		check(t, w.Close())
	}
}

func TestListWithoutGit(t *testing.T) {
	w := open(t, map[string]string{".gitignore": "*.log\n", "a.log": ""})
	git(t, w.Root(), "init", "-q")
	if got, err := w.List([]string{"."}, ListOptions{}); err != nil || !slices.Equal(got, []string{".gitignore"}) {
		t.Fatalf("with git: %q, %v", got, err)
	}
	t.Setenv("PATH", t.TempDir())
	if got, err := w.List([]string{"."}, ListOptions{}); err != nil || !slices.Equal(got, []string{".gitignore", "a.log"}) {
		t.Errorf("without git: %q, %v", got, err)
	}
}

// An error of git must not result in a walk of everything that it ignores.
func TestListReportsErrorsOfGit(t *testing.T) {
	isolate(t)
	w := open(t, map[string]string{"a": ""})
	git(t, w.Root(), "init", "-q")
	check(t, os.WriteFile(filepath.Join(w.Root(), ".git/config"), []byte("[core\n"), 0o644))
	_, err := w.List([]string{"."}, ListOptions{})
	wantError(t, err, w.Root()+": cannot list the files that git ignores: fatal: bad config line 1")
}

// A checkout may come from anyone: neither its configuration nor the
// environment of a hook may run or redirect anything.
func TestListRunsNothingOfTheCheckout(t *testing.T) {
	isolate(t)
	w := open(t, map[string]string{"a": "", "evil": ""})
	git(t, w.Root(), "init", "-q")
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(w.Root(), "evil")
	check(t, os.WriteFile(script, []byte("#!/bin/sh\necho x >"+ran+"\n"), 0o644))
	check(t, os.Chmod(script, 0o755))
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "pager.ls-files", "diff.external"} {
		git(t, w.Root(), "config", key, script)
	}
	git(t, w.Root(), "update-index", "--untracked-cache", "--fsmonitor") // from now on, git asks the monitor
	git(t, w.Root(), "ls-files", "--others")
	if err := os.Remove(ran); err != nil {
		t.Skipf("this git does not run the monitor to list files, so that nothing can be shown: %v", err)
	}
	elsewhere := t.TempDir()
	plant(t, elsewhere, map[string]string{"x": ""})
	git(t, elsewhere, "init", "-q")
	t.Setenv("GIT_DIR", filepath.Join(elsewhere, ".git"))
	t.Setenv("GIT_WORK_TREE", elsewhere)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(elsewhere, "index"))
	t.Setenv("GIT_PREFIX", "a/")
	got, err := w.List([]string{"."}, ListOptions{})
	if err != nil || strings.Join(got, " ") != "a evil" {
		t.Errorf("%q, %v, want a and evil", got, err)
	}
	if _, err := os.Lstat(ran); err == nil {
		t.Error("listing ran a program that the checkout's configuration names")
	}
}

func TestListOfTrackedFiles(t *testing.T) {
	isolate(t)
	files := map[string]string{"a": "", "b/c": "", "b/new": "", "d/new": "", "nested/.gitignore": "", "nested/e": "", "gone": ""}
	root := t.TempDir()
	plant(t, root, files)
	list := func(root, path string) []string {
		t.Helper()
		w, err := Open(root)
		check(t, err)
		defer w.Close()
		got, err := w.List([]string{path}, ListOptions{Tracked: true})
		check(t, err)
		return got
	}
	if got, want := list(root, "."), []string{"a", "b/c", "b/new", "d/new", "gone", "nested/.gitignore", "nested/e"}; !slices.Equal(got, want) {
		t.Errorf("without git: %q, want %q", got, want)
	}
	git(t, filepath.Join(root, "nested"), "init", "-q")
	git(t, filepath.Join(root, "nested"), "add", "e")
	git(t, filepath.Join(root, "nested"), "commit", "-qm", "x")
	git(t, root, "init", "-q")
	git(t, root, "add", "a", "b/c", "gone", "nested")
	check(t, os.Remove(filepath.Join(root, "gone")))
	if got, want := list(root, "."), []string{"a", "b/c"}; !slices.Equal(got, want) {
		t.Errorf("with git: %q, want %q", got, want)
	}
	if got := list(root, "d"); len(got) != 0 {
		t.Errorf("a folder in which nothing is tracked: %q", got)
	}
}

func TestRepository(t *testing.T) {
	test := func(t *testing.T) {
		w := open(t, map[string]string{
			".git/HEAD": "", "a/b/c": "", "module/.git": "gitdir: ../.git/modules/module\n", "module/x/y": "", "module/inner/.git/HEAD": "", "module/inner/z": "",
			"link": "-> module/x",
		})
		for path, want := range map[string]string{
			"a": "", "a/b/c": "", "none/at/all": "", "a/b/c/below/a/file": "", ".": "",
			"module": "module", "module/x/y": "module", "module/none/y": "module",
			"module/inner": "module/inner", "module/inner/z": "module/inner",
		} {
			for range 2 { // looked up, and cached
				if got, err := w.Repository(path); err != nil || got != want {
					t.Errorf("Repository(%q) = %q, %v, want %q", path, got, err, want)
				}
			}
		}
	}
	t.Run("by the short way", test)
	t.Run("without it", func(t *testing.T) { withoutOpenat2(t); test(t) })
}
