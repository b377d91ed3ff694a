// Package runner runs the commands of a proof: in a tree, in a sandbox, with a
// separate environment, and with output that is fit to be published.
package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// A Runner runs the commands of one proof, one at a time. main must have called
// sandbox.Init. The fields are set before the first run.
type Runner struct {
	// State is the absolute path of a folder of ours. Below it are caches,
	// which stay for the next proof of the same repository, and files that are
	// removed after each run. It is not in a tree.
	State string
	// Hidden are files and folders that no command sees, such as the person's
	// repository, even if they are in a folder that programs need.
	Hidden []string
	// ReadOnly are more files and folders that commands may read, in addition
	// to the files that the programs of the PATH need.
	ReadOnly []string
	// Dir is the folder in which commands run, below the tree, with slashes; "" is
	// the root of the tree.
	Dir string
	// Redactor knows secrets in addition to the ones that rules find. It may be
	// nil.
	Redactor *redact.Redactor
	// Limits bind commands, as far as they can be enforced here.
	Limits process.Limits
	// Require is the lowest level of the sandbox that will do.
	Require sandbox.Level
	// Pass has the names of variables of this process that commands get, in
	// addition to the variables that this package sets.
	Pass []string
	// Known is passed on as results.Raw.Known.
	Known func(suite, name string) bool
	// Runs is the number of runs that the proof has already.
	Runs int

	mu     sync.Mutex
	copied bool // the caches of candidates are of this proof
	asked  time.Duration
	tools  *tools
	seen   seen
	// noNested says that Bazel ran a test without a nested sandbox.
	noNested bool
}

// A Request is a command to run.
type Request struct {
	Tree      *worktree.Tree
	Phase     evidence.Phase
	State     evidence.State
	Candidate int
	Subject   string
	Suite     bool
	Attempt   int
	Command   *command.Command
	// Clean has the command start with the caches of the base, which no
	// candidate has touched. Bazel starts without caches. The downloads of a
	// setup are there all the same, read-only.
	Clean bool
	// Network lets the command reach the network, and write to the downloads.
	// It is for a setup.
	Network bool
	// Timeout bounds the time of the command. 0 means no limit.
	Timeout time.Duration
	// Runner is the test runner of the command. Nil is the one that package
	// runners has for it.
	Runner *results.Runner
}

// grace is how long a command may take to end after an interrupt.
const grace = 2 * time.Second

// Run puts the tree into the state of its last Set, runs the command, and reads
// its results. No process that the command started survives. A command that
// fails, or takes too long, is not an error. After an error, the run says
// nothing: the sandbox or the machine failed, or ctx was canceled; only then
// there is also a Run, whose End is Canceled.
func (r *Runner) Run(ctx context.Context, q *Request) (*evidence.Run, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	run, err := r.run(ctx, q)
	if err == nil {
		r.Runs++
	}
	return run, err
}

func (r *Runner) run(ctx context.Context, q *Request) (*evidence.Run, error) {
	if err := q.Tree.Set(ctx, q.Tree.Change()); err != nil {
		return nil, err
	}
	s, err := r.newScratch(q)
	if err != nil {
		return nil, s.infra(err, "scratch folder")
	}
	defer s.close()
	tests := q.Runner
	if tests == nil {
		tests = runners.For(q.Command.Argv, r.files(q))
	}
	argv := tests.Instrument(slices.Clone(q.Command.Argv), s.out)
	box, err := r.box(ctx, q, s, argv)
	if err != nil {
		return nil, s.infra(err, "command")
	}
	run := &evidence.Run{
		ID: fmt.Sprintf("r%d", r.Runs+1), Phase: q.Phase, State: q.State, Candidate: q.Candidate, Subject: q.Subject, Suite: q.Suite,
		Attempt: q.Attempt, Reader: tests.Name, Started: time.Now().UTC(), Built: true,
	}
	names := s.names(q.Tree.Dir())
	for _, word := range slices.Concat(q.Command.Assignments, argv) {
		run.Command = append(run.Command, r.redact(names, word))
	}
	if c := q.Tree.Change(); len(c.Files) > 0 {
		run.Tree = c.SHA256()
	}
	stdout, stderr := r.newSink(names), r.newSink(names)
	box.command.Stdout, box.command.Stderr = stdout, stderr
	if err := execute(ctx, q, box, run); err != nil {
		return nil, s.infra(err, "command")
	}
	if err := finish(run, stdout, stderr); err != nil {
		return nil, s.infra(err, "output")
	}
	if run.End == evidence.Canceled {
		return run, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	if why := box.failure(run); why != "" {
		return nil, fmt.Errorf("sandbox: %s", why)
	}
	if run.Written, err = q.Tree.Written(ctx); err != nil {
		return nil, err
	}
	r.read(q, s, tests, argv, run, stdout, stderr)
	// A disk that is full now may have made it fail.
	if !run.Passed() {
		if err := s.full(); err != nil {
			return nil, err
		}
	}
	return run, nil
}

// read has the test runner read the results.
func (r *Runner) read(q *Request, s *scratch, tests *results.Runner, argv []string, run *evidence.Run, stdout, stderr *sink) {
	names := s.names(q.Tree.Dir())
	read := tests.Read(&results.Raw{
		Argv: argv, End: run.End, Exit: run.Exit, Stdout: stdout.text(), Stderr: stderr.text(), Cut: stdout.cut() || stderr.cut(),
		Out: s.out, Dir: r.dir(q), Roots: []string{s.caches, s.bazel},
		Redact: func(text string) string { return r.redact(names, text) }, Known: r.Known,
	})
	if slices.ContainsFunc(read.Problems, func(p evidence.Problem) bool { return p.Code == evidence.ProblemNoNested }) {
		r.noNested = true
		r.seen.missing["tests of Bazel had no sandbox of their own"] = true
	}
	run.Cases, run.Built, run.Signature, run.Problems = read.Cases, read.Built, read.Signature, read.Problems
	if len(run.Written) > 0 {
		run.Problems = append(run.Problems, evidence.Problem{Code: evidence.ProblemWroteTracked, Detail: list(run.Written)})
	}
}

// dir returns the folder in which a command runs.
func (r *Runner) dir(q *Request) string {
	return filepath.Join(q.Tree.Dir(), filepath.FromSlash(r.Dir))
}

// files returns a function that reads files of the folder in which a command
// runs.
func (r *Runner) files(q *Request) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		root, err := os.OpenRoot(r.dir(q))
		if err != nil {
			return nil, err
		}
		defer root.Close()
		return root.ReadFile(filepath.FromSlash(name))
	}
}

// execute runs the command, and notes how it ended.
func execute(ctx context.Context, q *Request, box *box, run *evidence.Run) error {
	limited := ctx
	if q.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, q.Timeout)
		defer cancel()
	}
	start := time.Now()
	code, err := box.command.Run(limited)
	run.Duration = time.Since(start).Milliseconds()
	run.End, run.Exit, err = endOf(ctx, limited, box.level, code, err)
	return err
}

// redact redacts texts that do not come from an output.
func (r *Runner) redact(names *names, text string) string {
	clean, _, err := r.Redactor.Redact(names.replace(text))
	if err != nil {
		return redact.Placeholder
	}
	return clean
}

// Close removes the files of runs. The caches and the downloads stay.
func (r *Runner) Close() error {
	gone := []string{"home", "tmp", "out", cleanCaches, candidateCaches}
	if r.noNested {
		// Tests of a candidate could write files that the next proof would
		// build on.
		gone = append(gone, bazelRoot)
	}
	for _, name := range gone {
		if err := removeAll(filepath.Join(r.State, name)); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("scratch folder: %w", err)
		}
	}
	return nil
}
