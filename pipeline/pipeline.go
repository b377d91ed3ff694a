// Package pipeline turns files and artifacts into a changed workspace: check,
// merge, format the merged text and apply, in rounds, until nothing is pending.
//
//	Check  files     -> artifact   reads only
//	Fix    files     -> Result     in rounds in memory; writes once, at the end
//	FixBy  checks    -> Result     in rounds on disk, for checks that read it
//	Apply  artifacts -> Result     one merge; nothing is checked again
//
// Fix and FixBy share one driver of rounds. All are deterministic: the same
// workspace, artifacts and options give the same result, whatever the order of
// files and artifacts.
package pipeline

import (
	"context"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// Tools are what the pipeline runs.
type Tools struct {
	Checkers *checks.Registry
	Formats  Formats
	Sections []*config.Section // of the configuration, of what is built on the pipeline
}

// Formats has the formatters for a file, as a configuration, which may be nil,
// sets them up.
type Formats interface {
	For(c *config.Config, path string) (*formatting.Registry, error)
}

// Options say what is applied and how. The zero value of each but Tools is the
// default.
type Options struct {
	Tools  Tools
	Config config.Source // of every file that is checked or changed; nil: defaults
	Policy policy.Policy // default permissive

	Safety fixedits.Safety // the least safe that is applied; default safe
	Rules  []string        // globs of the rules that are applied, as policy.MatchRule has them; none: all
	Rounds int             // of Fix; default fixedits.MaxRounds
	DryRun bool            // computes the result and writes nothing

	// DropBefore leaves Before out of the files of Apply's Result, as
	// fixedits.Options has it.
	DropBefore bool
	// LeftAlone are files that were left out where files were listed. They are
	// added to those of the result.
	LeftAlone []LeftAlone
	// NoFiles leaves the files out of Checked.Plan's plans, as fixedits.Options
	// has it.
	NoFiles bool

	// Named are the workspace-relative files and folders that a person named.
	// Apply and Merge leave repositories inside the workspace, such as
	// submodules, alone unless a path in them was named.
	Named []string

	// foreign returns a *fixedits.ForeignError for a canonical path that is not
	// to be changed; nil: any may.
	foreign func(path string) error

	// untouched returns why no fix may touch a file, or ""; nil: any may.
	untouched func(path string) (reason string)

	// off reports whether the check of a rule was turned off for a file by all
	// artifacts that have it; nil: for none.
	off func(path, rule string) bool
	// planned reports whether a file is to be left as the edits of fixes make
	// it; nil: none is.
	planned func(path string) bool

	// Resolve and Verify are steps of each round of Fix and FixBy; nil: there
	// is no such step.
	Resolve Resolver
	Verify  Verifier
	// Spent reports, before a round after the first, whether what the run may
	// use up is used up, such as time or money: the run then ends as if it was
	// the last of opts.Rounds. Nil: it has enough.
	Spent func() bool

	// refused has the fixes that a Verifier does not let pass, by id.
	refused map[string]fixedits.Reason

	// Progress is told, before each check, the round and how many files are
	// checked in it. Nil: nobody is.
	Progress func(round, files int)
}

// A Result is what a run did.
type Result struct {
	Rounds   int                   // merges made
	Outcomes []Outcome             // of every fix of every round, in the plan's order within each
	Files    []fixedits.FileChange // by path: Before as the run found it, After as it left or would leave it
	Left     []Left                // the diagnostics of the last state, or of the first where nothing was applied
	Blocked  []string              // why the strict policy refused everything, one line each; empty where it did not
	Written  bool                  // Files are on disk
	Checked  int                   // files that some checker looked at
	Checkers []string              // the checkers that looked at one, sorted

	LeftAlone []LeftAlone // files that nothing looked at, and why, by path

	// Crashed are the files on which a checker or formatter failed, by path.
	// They are as they were, and nothing is known about them: no result with a
	// crash is clean.
	Crashed checks.Crashes

	// Failed are the files that could not be looked up, read or written, by
	// path. They are as they were: the permissive policy fixes the others, and
	// the strict one refuses everything.
	Failed []*fixedits.FileError

	// Exhausted says that fixes are pending since the rounds are used up:
	// another run goes on.
	Exhausted bool

	// Found are the diagnostics of the first state, in an artifact's order:
	// those of several artifacts each once.
	Found []fixedits.Diagnostic

	places  map[string]*fixedits.Diagnostic // by id of a fix: the first finding that lists it
	blocker string                          // id of the fix that stands first in the strict policy's way; may be empty
}

// An Outcome is what became of one fix in one round. Rounds count from 1.
type Outcome struct {
	Round   int
	Settled bool                 // what the fix is for is done: it was applied, or others or a formatter did its work
	Finding *fixedits.Diagnostic // the first that lists the fix; nil: none does
	fixedits.Outcome
}

// A Left is a diagnostic that is still there.
type Left struct {
	fixedits.Diagnostic
	Fix     *Outcome // of its fix, in the last round that had it; nil: it has none
	Reason  string   // one line: why the fix was not applied; empty if it has none
	Pending bool     // its fix could be applied, in another round or run
}

// A Source is where files are read: a *workspace.Workspace, or the
// workspace.Declared inputs of a build action.
type Source interface {
	Canonical(path string) (string, error)
	Read(path string) ([]byte, error) // a *workspace.SizeError for one that is too large
	Head(path string, limit int) ([]byte, error)
}

// Check runs the checkers on files, whose paths are canonical in source, and
// returns what they found on behalf of origin. A file on which a checker fails
// is left out: see Checked.Crashed.
func Check(ctx context.Context, source Source, files []string, origin string, opts Options) (*Checked, error) {
	if opts.Progress != nil {
		opts.Progress(1, len(files))
	}
	return UntilDone(ctx, func() (*Checked, error) {
		return check(ctx, newTextsOf(source, keptBytes), files, origin, &opts, nil)
	})
}

// CheckBy reads files, whose paths are canonical in source, has a checker that
// is not in opts.Tools look at those that are not left alone by default, and
// returns what it found. A checker that leaves a file with other bytes than it
// had is an error: what it found is of neither.
func CheckBy(ctx context.Context, source Source, files []string, checker Checker, opts Options) (*Checked, error) {
	return checkBy(ctx, newTextsOf(source, keptBytes), files, checker, &opts)
}

// A Checker looks at files, of which it is told the snapshots, and returns what
// it found: an artifact with a snapshot of each file that it looked at.
type Checker func(ctx context.Context, files []fixedits.Snapshot) (*artifact.Artifact, error)

// Fix checks files, whose paths are canonical, and applies fixes in rounds in
// memory until nothing is pending, at most opts.Rounds; a later round checks
// only the files that the one before changed. It then judges by the policy and,
// unless opts.DryRun, writes everything in one transaction.
//
// Errors are failures: a full disk, or a *fixedits.CycleError. Nothing is
// written then; a write that fails midway is completed by the next one (see
// workspace.Recover). A policy that refuses is no error: see Result.Blocked.
// Nor is a checker or formatter that fails on a file: the file stays as it was
// found, the permissive policy fixes the others, and the strict one refuses
// everything. See Result.Crashed, and Result.Failed for files that cannot be
// read or replaced.
func Fix(ctx context.Context, ws *workspace.Workspace, files []string, opts Options) (*Result, error) {
	result, err := fixInMemory(ctx, ws, files, &opts)
	if err != nil {
		return nil, err
	}
	if len(result.Blocked) == 0 {
		err = commit(ctx, ws.Write, result, &opts)
	}
	result.tellTurnedOff(&opts)
	return result, err
}

// FixBy applies the fixes of checks that read the workspace as it is on disk,
// in rounds until nothing is pending, at most opts.Rounds, and one if
// opts.DryRun. Each round is written in one transaction before the next check.
//
// The strict policy refuses everything if some round, or what is left after the
// last, stands in its way: what was written is taken back then, and
// Result.Blocked says why. If the run is killed, the next one takes it back
// (see workspace.Recover). An error takes everything back as well, also under
// the permissive policy if it is a *fixedits.CycleError. Else the result is not
// nil beside an error if earlier rounds were written and stay.
func FixBy(ctx context.Context, ws *workspace.Workspace, by Checks, opts Options) (*Result, error) {
	result, err := fixInRounds(ctx, &onDisk{Workspace: ws, strict: opts.Policy == policy.Strict}, by, &opts)
	if result != nil {
		result.tellTurnedOff(&opts)
	}
	return result, err
}

// Apply merges artifacts into one plan in one round, judges it by the policy
// and, unless opts.DryRun, writes it in one transaction. It checks nothing:
// Result.Left are the diagnostics of the artifacts that no fix took away, and
// fixes that had to wait for another round are deferred.
//
// Errors are as Fix's. An artifact may name any path: what is outside the
// workspace, generated or not what was checked is foreign or stale, and is not
// touched.
func Apply(ctx context.Context, ws *workspace.Workspace, artifacts []*artifact.Artifact, opts Options) (*Result, error) {
	result, err := UntilDone(ctx, func() (*Result, error) { return applyOnce(ws, identified(artifacts), &opts) })
	if err != nil {
		return nil, err
	}
	err = commit(ctx, ws.Write, result, &opts)
	result.tellTurnedOff(&opts)
	return result, err
}
