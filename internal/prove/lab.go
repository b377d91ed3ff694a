package prove

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runner"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// A runnable is a command that may run, and its test runner.
type runnable struct {
	command *command.Command
	runner  *results.Runner
	words   []string      // as they were given
	alone   []source.Test // the only ones that it runs, apart from others; nil: all
}

// at says in which state a command runs, and for what.
type at struct {
	phase     evidence.Phase
	state     evidence.State
	candidate int
	owner     *candidate // whose verdict the run is for; nil: none's
	subject   string
	suite     bool
	clean     bool
	change    *change.Change // over the base; nil: nothing
	timeout   time.Duration  // of the command; 0: the one in the settings
}

// key returns the name of a run in the journal. A candidate without some of its
// hunks may have runs of the same names, which the journal distinguishes.
func (a at) key(cmd *runnable, attempt int) string {
	return fmt.Sprintf("run %s %s %d %q %t %s %s %d", a.phase, a.state, a.candidate, a.subject, a.suite, a.tree(), commandDigest(cmd.words), attempt)
}

// commandDigest is a short name of a command, fit for names.
func commandDigest(words []string) string {
	hash := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return hex.EncodeToString(hash[:6])
}

// tree is the digest of the change, or "".
func (a at) tree() string {
	if a.change == nil || a.change.Empty() {
		return ""
	}
	return a.change.SHA256()
}

// A ranRun is the record of a run in the journal.
type ranRun struct {
	Run         evidence.Run     `json:"run"`
	Sandbox     evidence.Sandbox `json:"sandbox"`
	Environment []string         `json:"environment"`
}

// run runs a command in a state of the tree, unless the journal has the run. The
// error is one of the machine.
func (p *proof) run(ctx context.Context, where at, cmd *runnable, attempt int) (*evidence.Run, error) {
	ran, _, err := recorded(p.journal, where.key(cmd, attempt), func() (ranRun, error) {
		p.watch(Event{Phase: where.phase, What: "running", Command: cmd.command.Argv, State: where.state})
		run, err := p.lab.run(ctx, where, cmd, attempt)
		if err != nil {
			return ranRun{}, err
		}
		return ranRun{Run: *run, Sandbox: p.lab.runner.Sandbox(), Environment: p.lab.runner.Environment()}, nil
	})
	if err != nil {
		return nil, err
	}
	p.bound(&ran)
	run := ran.Run
	p.ran[where.key(cmd, 0)]++
	run.ID = fmt.Sprintf("r%d", len(p.runs)+1)
	p.keep(run)
	p.owners = append(p.owners, where.owner)
	p.commands = append(p.commands, cmd.words)
	if run.End == evidence.NotStarted {
		return nil, &MachineError{Run: &run}
	}
	return &run, nil
}

// bound keeps the limits that applied to all runs: the least of each.
func (p *proof) bound(ran *ranRun) {
	if len(p.runs) == 0 || levelOf(ran.Sandbox.Level) < p.level {
		p.level, p.sandbox = levelOf(ran.Sandbox.Level), ran.Sandbox
	}
	p.environment = append(p.environment, ran.Environment...)
	slices.Sort(p.environment)
	p.environment = slices.Compact(p.environment)
}

// A MachineError is a command that could not be started, which says nothing
// about the tree.
type MachineError struct{ Run *evidence.Run }

func (e *MachineError) Error() string {
	why := strings.TrimSpace(e.Run.Stderr.Head)
	if why == "" {
		why = "could not be started"
	}
	return fmt.Sprintf("%s: %s", strings.Join(e.Run.Command, " "), why)
}

// timesRun returns how often a command ran in a state.
func (p *proof) timesRun(where at, cmd *runnable) int { return p.ran[where.key(cmd, 0)] }

// A baseline is the result, on the base, of a command around the change.
type baseline struct {
	run   *evidence.Run // without its outputs
	again bool          // it ran as often as a state needs
}

// baseline runs a command on the base, once for all candidates.
func (p *proof) baseline(ctx context.Context, cmd *runnable) (*evidence.Run, error) {
	b := p.baselines[commandDigest(cmd.words)]
	if b == nil {
		run, err := p.run(ctx, at{phase: evidence.Prove, state: evidence.AtBase, suite: true}, cmd, 1)
		if err != nil {
			return nil, err
		}
		run.Stdout, run.Stderr = evidence.Output{}, evidence.Output{} // keep has them
		b = &baseline{run: run}
		p.baselines[commandDigest(cmd.words)] = b
	}
	return b.run, nil
}

// baselineAgain runs it as often as a state needs.
func (p *proof) baselineAgain(ctx context.Context, cmd *runnable) error {
	b := p.baselines[commandDigest(cmd.words)]
	if b.again {
		return nil
	}
	b.again = true
	for attempt := 2; attempt <= p.Settings.Runs; attempt++ {
		if _, err := p.run(ctx, at{phase: evidence.Prove, state: evidence.AtBase, suite: true}, cmd, attempt); err != nil {
			return err
		}
	}
	return nil
}

// A lab has the trees in which states are set, and the runner of commands in
// them.
type lab struct {
	repository *worktree.Repository
	base       *worktree.Base
	paths      []string
	runner     *runner.Runner
	tree       *worktree.Tree
	clean      *worktree.Tree           // of a clean room, or nil
	known      map[string]*source.Index // by the digest of the changes of tests
	now        *source.Index            // of the state that is set
	said       map[string][]byte        // by go, by the state and the question
	timeout    time.Duration            // of a command
	setup      string                   // the file with the files that the setup installed
	installed  bool                     // the trees have it
}

// openLab makes the tree, and its runner.
func (p *proof) openLab(ctx context.Context) error {
	l := &lab{
		repository: p.Repository, base: p.Base, paths: p.paths, known: map[string]*source.Index{}, said: map[string][]byte{}, timeout: p.Settings.Command,
		setup: filepath.Join(p.Folder, setupName),
	}
	p.lab = l
	require := sandbox.None
	if p.Settings.Sandbox == settings.Require {
		require = sandbox.Namespaces
	}
	l.runner = &runner.Runner{
		State: p.State, Hidden: []string{p.Repository.Root}, Dir: strings.TrimPrefix(p.Repository.Prefix, "."), Redactor: p.Redactor, Limits: limits,
		Require: require, Pass: p.Settings.Env, Known: func(suite, name string) bool { return l.now == nil || l.now.Known(suite, name) },
	}
	var err error
	l.tree, err = p.Repository.Seal(ctx, p.Base, treeName)
	return err
}

const (
	treeName  = "tree"
	cleanName = "clean"
)

// limits bind each command. They are far above the needs of tests, and below
// the amounts that would take the machine down.
var limits = process.Limits{Memory: 16 << 30, OpenFiles: 1 << 16, Processes: 1 << 14, FileSize: 8 << 30}

// dir is the folder of the tree in which commands run.
func (l *lab) dir() string { return filepath.Join(l.tree.Dir(), filepath.FromSlash(l.runner.Dir)) }

// enter sets the state of a tree, and returns the tree.
func (l *lab) enter(ctx context.Context, where at) (*worktree.Tree, error) {
	tree := l.tree
	if where.clean {
		if l.clean == nil {
			var err error
			if l.clean, err = l.repository.Seal(ctx, l.base, cleanName); err != nil {
				return nil, err
			}
			if l.installed {
				if err := l.clean.LoadKept(ctx, l.setup); err != nil {
					return nil, err
				}
			}
		}
		tree = l.clean
	}
	over := where.change
	if over == nil {
		over = &change.Change{}
	}
	l.index(over)
	if err := tree.Set(ctx, over); err != nil {
		return nil, err
	}
	return tree, l.repair(ctx, tree)
}

// index reads which tests the sources of a state have.
func (l *lab) index(over *change.Change) {
	key := over.Only(func(f *fixedits.FileChange) bool { return source.IsTestFile(f.Path) }).SHA256()
	if l.known[key] == nil {
		l.known[key] = source.NewIndex(pathsWith(l.paths, over), func(name string) ([]byte, error) {
			if f := over.File(name); f != nil {
				return f.After, nil
			}
			text, _, err := l.repository.Read(l.base, name)
			return text, err
		})
	}
	l.now = l.known[key]
}

// pathsWith returns the paths of a tree with a change.
func pathsWith(paths []string, over *change.Change) []string {
	all := slices.Clone(paths)
	for i := range over.Files {
		switch f := &over.Files[i]; {
		case f.Created:
			all = append(all, f.Path)
		case f.Deleted:
			all = slices.DeleteFunc(all, func(path string) bool { return path == f.Path })
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// run sets the state and runs the command.
func (l *lab) run(ctx context.Context, where at, cmd *runnable, attempt int) (*evidence.Run, error) {
	tree, err := l.enter(ctx, where)
	if err != nil {
		return nil, err
	}
	run, err := l.runner.Run(ctx, &runner.Request{
		Tree: tree, Phase: where.phase, State: where.state, Candidate: where.candidate, Subject: where.subject, Suite: where.suite, Attempt: attempt,
		Command: cmd.command, Runner: cmd.runner, Clean: where.clean, Network: where.phase == evidence.Setup, Timeout: cmp.Or(where.timeout, l.timeout),
	})
	if err != nil {
		return nil, err
	}
	run.Tree = where.tree()
	if cmd.alone != nil {
		run.Alone, run.Cases = true, onlyOf(run.Cases, cmd.alone)
	}
	noteUnread(run, l.now)
	if where.phase == evidence.Setup {
		// Before the journal has the run, so that a proof that is resumed finds it.
		return run, l.install(ctx, run, cmd.words)
	}
	return run, nil
}

// noteUnread notes that cases are of tests that no source shows.
func noteUnread(run *evidence.Run, known *source.Index) {
	i := slices.IndexFunc(run.Cases, func(c evidence.Case) bool { return known != nil && known.Unread(c.Suite, c.Name) })
	if i >= 0 {
		run.Problems = append(run.Problems, evidence.Problem{Code: evidence.ProblemUnread, Detail: run.Cases[i].Name})
	}
}

// close removes the trees and the files of runs.
func (l *lab) close() error {
	var errs []error
	if l.runner != nil {
		errs = append(errs, l.runner.Close())
	}
	for _, tree := range []*worktree.Tree{l.tree, l.clean} {
		if tree != nil {
			errs = append(errs, tree.Close())
		}
	}
	return errors.Join(errs...)
}
