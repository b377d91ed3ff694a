package gazelle_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// These tests need what golden folders cannot have: changes between two runs, a
// git checkout, names that not every system allows.

func TestFollowsTheFiles(t *testing.T) {
	root := plant(t, map[string]string{"BUILD.bazel": "", "a.md": "a\n", "sub/b.md": "b\n"})
	wantSources(t, root, "BUILD.bazel", "a.md", "sub/b.md")

	write(t, filepath.Join(root, "c.yaml"), "c: 1\n")
	remove(t, filepath.Join(root, "a.md"))
	wantSources(t, root, "BUILD.bazel", "c.yaml", "sub/b.md")

	// The folder becomes a package.
	write(t, filepath.Join(root, "sub/BUILD.bazel"), "# gazelle:autofix_sources disabled\n")
	wantSources(t, root, "BUILD.bazel", "c.yaml")

	// A rule takes a file.
	build := filepath.Join(root, "BUILD.bazel")
	write(t, build, read(t, build)+"\nfilegroup(\n    name = \"config\",\n    srcs = [\"c.yaml\"],\n)\n")
	wantSources(t, root, "BUILD.bazel")
}

func TestIgnoredByGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine: nothing is ignored then, which the golden cases cover")
	}
	root := plant(t, map[string]string{
		"BUILD.bazel": "", ".gitignore": "*.local\n/out/\n", "tracked.md": "x\n", "new.md": "x\n", "gone.md": "x\n",
		"my.local": "x\n", "out/log.txt": "x\n",
	})
	git(t, root, "init", "--quiet")
	git(t, root, "add", ".gitignore", "tracked.md", "gone.md", "BUILD.bazel")
	remove(t, filepath.Join(root, "gone.md"))
	wantSources(t, root, ".gitignore", "BUILD.bazel", "new.md", "tracked.md")
}

func TestLinksAreNotSources(t *testing.T) {
	root := plant(t, map[string]string{"BUILD.bazel": "", "a.md": "a\n", "sub/b.md": "b\n"})
	for link, target := range map[string]string{"to-a.md": "a.md", "to-sub": "sub", "dangling.md": "none", "bazel-out": os.TempDir()} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Skipf("no links on this system: %v", err)
		}
	}
	wantSources(t, root, "BUILD.bazel", "a.md", "sub/b.md")
}

// A folder with a BUILD file is a package to Bazel, whatever names of build
// files Gazelle is configured with.
func TestOtherNamesOfBuildFiles(t *testing.T) {
	root := plant(t, map[string]string{
		"BUILD": "# gazelle:build_file_name BUILD\n", "a.md": "a\n", "old/BUILD.bazel": "", "old/b.md": "b\n",
	})
	gazelle(t, root)
	want := `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

# gazelle:build_file_name BUILD

autofix_sources(
    name = "autofix_sources",
    srcs = [
        "BUILD",
        "a.md",
    ],
)
`
	if got := read(t, filepath.Join(root, "BUILD")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFilesThatCannotBeSources(t *testing.T) {
	root := plant(t, map[string]string{"BUILD.bazel": "", "a.md": "a\n"})
	if err := os.WriteFile(filepath.Join(root, "a:b.md"), []byte("x\n"), 0o666); err != nil {
		t.Skipf("no such names on this system: %v", err)
	}
	out, stderr, code := runGazelle(t, root)
	if code != 0 || out != "" {
		t.Errorf("exit %d, stdout %q", code, out)
	}
	want := `gazelle: //: the file "a:b.md" cannot be a source: Bazel allows neither : nor \ in a label. ` +
		"Rename it, or leave it out with # gazelle:autofix_sources_exclude\n"
	if stderr != want {
		t.Errorf("stderr %q, want %q", stderr, want)
	}
	wantSources(t, root, "BUILD.bazel", "a.md")
}

// plant creates a workspace with these files, and returns its root.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(root, name), text)
	}
	return root
}

// wantSources runs Gazelle, checks the target of the root package, and checks
// that a second run changes nothing.
func wantSources(t *testing.T, root string, want ...string) {
	t.Helper()
	if _, stderr, code := runGazelle(t, root); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	text := read(t, filepath.Join(root, "BUILD.bazel"))
	_, text, _ = strings.Cut(text, `name = "autofix_sources"`)
	_, text, _ = strings.Cut(text, "[")
	text, _, _ = strings.Cut(text, "]")
	got := strings.Join(strings.Fields(text), " ")
	if want := `"` + strings.Join(want, `", "`) + `"`; strings.TrimSuffix(got, ",") != want {
		t.Errorf("srcs = %s\nwant   %s", got, want)
	}
	if stdout, code := gazelle(t, root, "-mode=diff"); code != 0 {
		t.Errorf("a second run changes:\n%s", stdout)
	}
}

func remove(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, root string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

// A nested repository is one entry of the outer one, and has its own ignored
// files. git is not run in a folder that is not a repository.
func TestIgnoredByNestedRepositories(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine: nothing is ignored then, which the golden cases cover")
	}
	root := plant(t, map[string]string{
		"BUILD.bazel": "", ".gitignore": "*.local\n/other/\n", "a.md": "x\n",
		"inside/.gitignore": "*.txt\n", "inside/b.md": "x\n", "inside/c.txt": "x\n", "inside/d.local": "x\n",
		"inside/deeper/e.md": "x\n", "inside/deeper/e.txt": "x\n", "other/f.md": "x\n",
	})
	git(t, filepath.Join(root, "inside"), "init", "--quiet")
	git(t, root, "init", "--quiet")
	wantSources(t, root, ".gitignore", "BUILD.bazel", "a.md",
		"inside/.gitignore", "inside/b.md", "inside/d.local", "inside/deeper/e.md")
}

// A workspace that an enclosing checkout ignores is handled anyway.
func TestIgnoredByAnEnclosingCheckout(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine: nothing is ignored then, which the golden cases cover")
	}
	around := plant(t, map[string]string{".gitignore": "/out/\n", "out/ws/BUILD.bazel": "", "out/ws/a.md": "x\n"})
	git(t, around, "init", "--quiet")
	wantSources(t, filepath.Join(around, "out/ws"), "BUILD.bazel", "a.md")
}

// A folder with a .git that is not a checkout is handled as if there were no
// git.
func TestBrokenGitFolder(t *testing.T) {
	root := plant(t, map[string]string{"BUILD.bazel": "", "a.md": "x\n", ".git": "gitdir: nowhere\n"})
	wantSources(t, root, "BUILD.bazel", "a.md")
}

// Files that are not sources: those of version control, and leftovers of a
// killed run of autofix.
func TestNotSources(t *testing.T) {
	root := plant(t, map[string]string{
		"BUILD.bazel": "", "a.md": "x\n", ".hg/hgrc": "x\n", ".SVN/entries": "x\n", ".autofix-journal": "x\n", "b/.autofix-tmp-1-0": "x\n",
	})
	wantSources(t, root, "BUILD.bazel", "a.md")
}

// Gazelle follows links if configured to; the file also has another name.
func TestFollowedLinksAreNotSources(t *testing.T) {
	root := plant(t, map[string]string{"BUILD.bazel": "# gazelle:follow linked\n", "real/b.md": "b\n"})
	if err := os.Symlink("real", filepath.Join(root, "linked")); err != nil {
		t.Skipf("no links on this system: %v", err)
	}
	wantSources(t, root, "BUILD.bazel", "real/b.md")
}
