//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A workspace is a copy of an example, in git, with a Bazel server of its own.
type workspace struct {
	example string // folder in examples/
	folder  string // folder in the scratch folder
	dir     string // absolute; "" until it is created
}

// fresh creates the workspace, or restores all its files to those of the
// example.
func (w *workspace) fresh(t *testing.T) *workspace {
	t.Helper()
	if w.dir != "" {
		w.git(t, "reset", "--hard", "--quiet")
		w.git(t, "clean", "--force", "-d", "--quiet")
		return w
	}
	w.dir = filepath.Join(scratch, w.folder)
	if err := os.CopyFS(w.dir, os.DirFS(filepath.Join(repository, "examples", w.example))); err != nil {
		t.Fatal(err)
	}
	// Links left by a build of the example itself would be folders with
	// packages here.
	links, err := filepath.Glob(filepath.Join(scratch, w.folder, "bazel-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	w.replace(t, "MODULE.bazel", `path = "../.."`, `path = "`+repository+`"`)
	w.replace(t, "MODULE.bazel", exampleTool, tool)
	w.showRepository(t)
	w.git(t, "init", "--quiet", "--initial-branch=main")
	w.git(t, "add", "--all")
	w.git(t, "commit", "--quiet", "--message=As the example has it")
	return w
}

// showRepository has sandboxes see this repository below /tmp: they have a /tmp of
// their own, except for the workspace.
func (w *workspace) showRepository(t *testing.T) {
	t.Helper()
	if strings.HasPrefix(repository, "/tmp/") {
		have, _ := os.ReadFile(w.path(".bazelrc")) // or none
		w.write(t, ".bazelrc", string(have)+"\nbuild --sandbox_add_mount_pair="+repository+"\n")
	}
}

// exampleTool is the path of the autofix binary in the examples.
const exampleTool = "../../bazel-bin/cmd/autofix/autofix_/autofix"

// remove stops the Bazel server of the workspace and removes its outputs.
func (w *workspace) remove() {
	if w.dir == "" {
		return
	}
	cmd := exec.Command(bazelw, "clean", "--expunge")
	cmd.Dir = w.dir
	_ = cmd.Run()
}

// A result is what a command left.
type result struct {
	stdout, stderr string
	code           int
}

// bazel runs Bazel in the workspace.
func (w *workspace) bazel(t *testing.T, verb string, args ...string) result {
	t.Helper()
	return w.bazelIn(t, ".", verb, args...)
}

// bazelIn runs Bazel in a folder of the workspace. Progress is left out of its
// stderr.
func (w *workspace) bazelIn(t *testing.T, folder, verb string, args ...string) result {
	t.Helper()
	args = append([]string{verb, "--noshow_progress", "--color=no", "--curses=no"}, args...)
	return w.run(t, folder, bazelw, args...)
}

// shell runs a command line as somebody who pastes it would. Its `bazel` is the
// Bazel under test.
func (w *workspace) shell(t *testing.T, line string) result {
	t.Helper()
	return w.run(t, ".", "sh", "-c", `PATH="$1:$PATH" && eval "$2"`, "sh", filepath.Join(scratch, "path"), line)
}

func (w *workspace) git(t *testing.T, args ...string) string {
	t.Helper()
	got := w.run(t, ".", "git", args...)
	if got.code != 0 {
		t.Fatalf("git %s: exit %d\n%s", args, got.code, got.stderr)
	}
	return got.stdout
}

func (w *workspace) run(t *testing.T, folder, name string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = filepath.Join(w.dir, folder)
	cmd.Env = append(os.Environ(),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=e2e", "GIT_AUTHOR_EMAIL=e2e@example.com",
		"GIT_COMMITTER_NAME=e2e", "GIT_COMMITTER_EMAIL=e2e@example.com",
	)
	cmd.WaitDelay = 10 * time.Second // a Bazel server may keep its starter's pipes open
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatalf("%s %s: %v\n%s", name, args, err, stderr.String())
	}
	return result{stdout: stdout.String(), stderr: stderr.String(), code: cmd.ProcessState.ExitCode()}
}

func (w *workspace) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w *workspace) read(t *testing.T, name string) string {
	t.Helper()
	return readFile(t, w.path(name))
}

func (w *workspace) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, w.path(name), text)
}

func (w *workspace) append(t *testing.T, name, text string) {
	t.Helper()
	w.write(t, name, w.read(t, name)+text)
}

func (w *workspace) replace(t *testing.T, name, old, with string) {
	t.Helper()
	text := w.read(t, name)
	if strings.Count(text, old) != 1 {
		t.Fatalf("%s: %q is there %d times, want once", name, old, strings.Count(text, old))
	}
	w.write(t, name, strings.Replace(text, old, with, 1))
}

// overlay adds the files of a folder of testdata to the workspace. A name that
// ends in ".in" loses that ending: a BUILD file of testdata itself would be one
// of this repository.
func (w *workspace) overlay(t *testing.T, name string) {
	t.Helper()
	from := filepath.Join("testdata", name)
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		to, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimSuffix(to, ".in"))
		w.write(t, name, readFile(t, path))
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.Chmod(w.path(name), info.Mode())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A source is what must not change about a file: its bytes, mode and time.
type source struct {
	text  string
	mode  fs.FileMode
	mtime time.Time
}

// sources returns all files of the workspace but git's and Bazel's, by path.
func (w *workspace) sources(t *testing.T) map[string]source {
	t.Helper()
	all := map[string]source{}
	err := fs.WalkDir(os.DirFS(w.dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path == ".git" {
			return fs.SkipDir
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all[path] = source{text: w.read(t, path), mode: info.Mode(), mtime: info.ModTime()}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
