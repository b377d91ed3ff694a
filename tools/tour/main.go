// Command tour shows the loop of rules_autofix with a real Bazel: the gate is
// shut, the fix as a diff, the fix, the gate is open. It works in a copy of a
// small workspace, with a Bazel server of its own, and removes both.
//
//	bazel run //:tour
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bazelbuild/rules_go/go/runfiles"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
)

//go:embed all:workspace
var workspace embed.FS

// suffix is the end of the names of the embedded files, which would be packages
// of this repository without it.
const suffix = ".in"

// A step is a command of the tour.
type step struct {
	why  string // in front of it
	args []string
	exit int
}

var steps = []step{
	{"The gate fails the build while a safe fix is pending.", []string{"build", "--config=autofix-strict", "//..."}, 1},
	{"What the fixes of all targets would change, together:", []string{"run", "//:fix", "--", "--mode=diff"}, 1},
	{"Write them, in one transaction:", []string{"run", "//:fix"}, 0},
	{"The gate is open.", []string{"build", "--config=autofix-strict", "//..."}, 0},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("tour: ")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) (err error) {
	repository := os.Getenv("BUILD_WORKSPACE_DIRECTORY")
	if repository == "" {
		return errors.New("no workspace: start it with bazel run //:tour")
	}
	command, err := bazel.FindCommand("", repository)
	if err != nil {
		return fmt.Errorf("%w; install Bazelisk", err)
	}
	autofix, err := runfiles.Rlocation("_main/cmd/autofix/autofix_/autofix")
	if err == nil {
		autofix, err = filepath.EvalSymlinks(autofix)
	}
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "autofix-tour-")
	if err != nil {
		return err
	}
	t := &tour{bazel: command, base: filepath.Join(dir, "bazel"), root: filepath.Join(dir, "workspace")}
	defer func() { err = errors.Join(err, t.remove(dir)) }()
	preset, err := os.ReadFile(filepath.Join(repository, "rules", "autofix.bazelrc"))
	if err != nil {
		return err
	}
	if err := t.copy(strings.NewReplacer("{repository}", repository, "{autofix}", autofix), preset); err != nil {
		return err
	}
	for _, s := range steps {
		if err := t.take(ctx, s); err != nil {
			return err
		}
	}
	fmt.Println("\n# To have this in your workspace: README.md, \"Add it to your workspace\".")
	return nil
}

// A tour is a copy of the workspace with a Bazel server of its own.
type tour struct {
	bazel, base, root string
}

// copy writes the embedded workspace, and a .bazelrc with the presets.
func (t *tour) copy(names *strings.Replacer, preset []byte) error {
	err := fs.WalkDir(workspace, "workspace", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := workspace.ReadFile(path)
		if err != nil {
			return err
		}
		return t.write(strings.TrimSuffix(strings.TrimPrefix(path, "workspace/"), suffix), []byte(names.Replace(string(text))))
	})
	if err != nil {
		return err
	}
	return t.write(".bazelrc", preset)
}

func (t *tour) write(name string, text []byte) error {
	path := filepath.Join(t.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// take prints a step, runs it, and prints its output.
func (t *tour) take(ctx context.Context, s step) error {
	fmt.Printf("\n# %s\n$ bazel %s\n", s.why, strings.Join(s.args, " "))
	// Lines about the machine are left out: progress and INFO.
	quiet := []string{"--noshow_progress", "--ui_event_filters=-info"}
	if s.args[0] == "run" {
		quiet = append(quiet, "--show_result=0")
	}
	out, exit, err := t.run(ctx, slices.Insert(slices.Clone(s.args), 1, quiet...)...)
	os.Stdout.Write(shown(out))
	if err != nil {
		return err
	}
	if exit != s.exit {
		return fmt.Errorf("bazel %s: exit code %d, want %d", strings.Join(s.args, " "), exit, s.exit)
	}
	return nil
}

// run runs Bazel, and returns its output and exit code.
func (t *tour) run(ctx context.Context, args ...string) ([]byte, int, error) {
	cmd := exec.CommandContext(ctx, t.bazel, append([]string{"--output_base=" + t.base}, args...)...)
	cmd.Dir = t.root
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "BUILD_WORK") || strings.HasPrefix(v, "RUNFILES_") || strings.HasPrefix(v, "JAVA_RUNFILES")
	})
	out, err := cmd.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil {
		return out, exit.ExitCode(), nil
	}
	return out, 0, errors.Join(err, ctx.Err())
}

// shown returns the lines of an output without the ones about the start of a
// server.
func shown(out []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("Starting local Bazel server")) && !bytes.HasPrefix(line, []byte("Extracting Bazel installation")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

// remove stops the server and removes everything.
func (t *tour) remove(dir string) error {
	if _, err := os.Stat(t.root); err == nil {
		// Not under the context of the tour, which may be at its end.
		if out, _, err := t.run(context.Background(), "shutdown"); err != nil {
			return fmt.Errorf("bazel shutdown: %w\n%s", err, out)
		}
	}
	// Bazel makes folders that nobody can write to.
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(dir))
}
