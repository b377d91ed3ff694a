package runner

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// Ask runs a program that looks at a tree, such as go list or a query of Bazel,
// in the sandbox and the environment of all commands, and with more variables.
// It is not a run of the proof and is not recorded. Its output is from the tree,
// and not redacted.
func (r *Runner) Ask(ctx context.Context, tree *worktree.Tree, program string, args []string, stdout, stderr io.Writer, assignments ...string) (exitCode int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := &Request{Tree: tree, Command: &command.Command{Program: program, Assignments: assignments}}
	s, err := r.newScratch(q)
	if err != nil {
		return -1, s.infra(err, "scratch folder")
	}
	defer s.close()
	box, err := r.box(ctx, q, s, append([]string{program}, args...))
	if err != nil {
		return -1, s.infra(err, "command")
	}
	box.command.Stdout, box.command.Stderr = stdout, stderr
	start := time.Now()
	code, err := box.command.Run(ctx)
	r.asked += time.Since(start)
	end, code, err := endOf(ctx, ctx, box.level, code, err)
	if err == nil && end != evidence.Exited {
		err = fmt.Errorf("%s: it did not end by itself", filepath.Base(program))
	}
	return code, err
}

// Asked returns how long the programs that Ask ran have taken together.
func (r *Runner) Asked() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asked
}

// Temp returns a folder for files that a program that Ask runs is to read or
// write.
func (r *Runner) Temp() (string, error) {
	root, err := filepath.EvalSymlinks(r.State)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, "bazel")
	return dir, os.MkdirAll(dir, 0o700)
}
