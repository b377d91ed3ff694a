package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A bazelRun is a workspace, a fake Bazel for it, and the results of a run of
// bazel-fix.
type bazelRun struct {
	t              *testing.T
	root, fake     string
	stdout, stderr string
	dir            string // the working folder, relative to root
}

func newBazelRun(t *testing.T, files map[string]string, targets, mode string) *bazelRun {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bazelRun{t: t, root: root}
	b.write(root, "MODULE.bazel", "")
	for path, text := range files {
		b.write(root, path, text)
	}
	b.fake = newFakeBazel(t, map[string]string{"root": root, "targets": targets, "mode": mode})
	t.Setenv("PATH", b.fake)
	t.Setenv("BUILD_WORKSPACE_DIRECTORY", root)
	return b
}

// newFakeBazel returns a folder with files, and with the command bazel that
// reads them.
func newFakeBazel(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "bazel")); err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeBazelDir, dir)
	t.Setenv("GO_TEST_RUN_FROM_BAZEL", "")  // otherwise rules_go moves the child to another folder
	t.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise a child under -race ends a second late
	return dir
}

func (b *bazelRun) write(dir, path, text string) {
	b.t.Helper()
	file := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bazelRun) run(ctx context.Context, args ...string) int {
	env := newEnvironment()
	env.Dir, env.Terminal, env.color = filepath.Join(b.root, b.dir), false, false
	return b.runIn(ctx, env, args...)
}

func (b *bazelRun) runIn(ctx context.Context, env *environment, args ...string) int {
	var stdout, stderr bytes.Buffer
	env.Stdout, env.Stderr = &stdout, &stderr
	all := []string{"bazel-fix", "--aspect=@@r~//rules:defs.bzl%autofix_fix", "--fix-command=bazel run //:fix"}
	code := run(ctx, append(all, args...), env)
	b.stdout = strings.NewReplacer(b.root, "$ROOT", b.fake, "$FAKE").Replace(stdout.String())
	b.stderr = strings.NewReplacer(b.root, "$ROOT", b.fake, "$FAKE").Replace(stderr.String())
	return code
}

// texts returns the files of the workspace, without MODULE.bazel.
func (b *bazelRun) texts() map[string]string {
	texts := map[string]string{}
	err := filepath.WalkDir(b.root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == "MODULE.bazel" {
			return err
		}
		data, err := os.ReadFile(path)
		texts[strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(b.root)+"/")] = string(data)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return texts
}

// builds returns the arguments of each build.
func (b *bazelRun) builds() [][]string {
	var all [][]string
	for {
		data, err := os.ReadFile(fmt.Sprintf("%s/args.%d", b.fake, len(all)+1))
		if err != nil {
			return all
		}
		var args []string
		if err := json.Unmarshal(data, &args); err != nil {
			b.t.Fatal(err)
		}
		all = append(all, args)
	}
}

// expect fails the test unless the run had the given results.
func (b *bazelRun) expect(exit, wantExit int, stdout, stderr string, files map[string]string) {
	b.t.Helper()
	if exit != wantExit {
		b.t.Errorf("exit %d, want %d", exit, wantExit)
	}
	if diff := cmp.Diff(stdout, b.stdout); diff != "" {
		b.t.Errorf("stdout: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff(stderr, b.stderr); diff != "" {
		b.t.Errorf("stderr: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff(files, b.texts()); diff != "" {
		b.t.Errorf("files: -want +got:\n%s", diff)
	}
}
