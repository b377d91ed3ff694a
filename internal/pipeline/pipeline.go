// Package pipeline turns files and artifacts into a changed workspace: check,
// merge, format the merged text and apply, in rounds, until nothing is pending.
//
//	Check    files     -> artifact   reads only
//	Fix      files     -> Result     in rounds in memory; writes once, at the end
//	Preview  files     -> Result     Fix of any texts, as an editor has; writes nothing
//	FixBy    checks    -> Result     in rounds on disk, for checks that read it
//	Apply    artifacts -> Result     one merge; nothing is checked again
//
// Fix and FixBy share one driver of rounds. All are deterministic: the same
// workspace, artifacts and options give the same result, whatever the order of
// files and artifacts.
package pipeline

import (
	"context"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Tools are the programs and formats that the pipeline uses.
type Tools struct {
	Checkers *checks.Registry
	Formats  Formats
	Sections []*config.Section // of the configuration, of packages that use the pipeline; no check reads them
}

// Formats returns the formatters for a file, set up by a configuration, which
// may be nil.
type Formats interface {
	For(c *config.Config, path string) (*formatting.Registry, error)
}

// Options configure a run. The zero value of each field except Tools is the
// default.
type Options struct {
	Tools  Tools
	Config config.Source // of every file that is checked or changed; nil: defaults
	Policy policy.Policy // default: policy.Permissive

	// Programs are checkers of other tools that Check and Fix run, besides the
	// checkers of Tools. No two have the same name and file.
	Programs []*Program

	Safety fixedits.Safety // the least safe that is applied; default safe
	Rules  []string        // globs of the rules that are applied, as policy.MatchRule has them; none: all

	// Only has the ids of the fixes that are applied; nil: all.
	Only map[string]bool

	// Certified, Certifies and Asks are the fields of policy.Selection.
	Certified bool
	Certifies func(fix *fixedits.Fix) bool
	Asks      func(fix *fixedits.Fix) fixedits.Reason

	Rounds int  // of Fix; default fixedits.MaxRounds
	DryRun bool // computes the result and writes nothing

	// Each is called with each file of a plan of Apply, like the field of
	// fixedits.Options. A run that writes, or has a Verifier, needs After.
	Each func(file *fixedits.FileChange)
	// LeftAlone are files that were left out of the list of files. They are
	// added to Result.LeftAlone.
	LeftAlone []LeftAlone
	// NoFiles omits the files of Checked.Plan's plans, like the field of
	// fixedits.Options.
	NoFiles bool

	// Named are the workspace-relative files and folders that a person named.
	// Apply and Merge do not change repositories inside the workspace, such as
	// submodules, unless a path in them is named.
	Named []string

	// Refused are the results of reports that cannot be used, one line each. The
	// strict policy applies nothing then.
	Refused []string

	// Stale holds the reasons of fixes for older versions of files than their
	// artifact has, by id. Apply and Merge obey it.
	Stale map[string]fixedits.Reason

	// Shown returns the path of a file of the workspace for Result.Blocked and
	// Left.Reason. A nil Shown leaves it unchanged.
	Shown func(path string) string

	// Unformatted, if not nil, returns why no built-in formatter may lay out a
	// file in this run, and no rule of text/* change its whitespace, or "".
	Unformatted func(path string) (reason string)

	// Lines, if not nil, returns the lines of a text of a file that the run may
	// change, as ranges of bytes. Findings and fixes that touch none are left out,
	// and formatters change only what OnLines keeps. It is for Check, Fix and
	// Preview.
	Lines func(path string, text []byte) [][2]int

	// Base, if not nil, limits Fix to findings that are new. Lines are then the
	// lines to which a finding with many places is reduced.
	Base *Base

	// OnlyNew says that the artifacts have only findings that are new since a
	// base, and those that are held anyway. Base implies it.
	OnlyNew bool

	// HandOver returns a fix without edits for a finding that has no fix, or nil.
	// Fix, FixBy and Apply call it before each merge. A nil HandOver means none.
	HandOver func(d *fixedits.Diagnostic) *fixedits.Fix

	// Certify, Resolve and Verify are steps of each round. A nil step is
	// skipped. Check has the first one, too.
	Certify Certifier
	Resolve Resolver
	Verify  Verifier
	// Spent is called before each round after the first. It reports whether the
	// run has used up its budget, such as time or money. If so, the run ends as
	// after its last round. A nil Spent means no budget.
	Spent func() bool

	// Commits, if not nil, gets the changes of each rule before they are written.
	// The caller finishes it. Each must not take away texts then.
	Commits *Commits

	// Seen is called with the artifacts of each check before their merge. Their
	// ids are derived from content. Reports need the fixes, which a Result does
	// not have. It may be nil, and must not change the artifacts.
	Seen func(round int, artifacts []*artifact.Artifact)

	// Progress is called before each check with the round and the number of
	// files to check. It may be nil.
	Progress func(round, files int)
	// Phase is called when a run merges, formats and writes, with that word. It
	// may be nil.
	Phase func(doing string)
}

// phase calls Phase.
func (o *Options) phase(doing string) {
	if o.Phase != nil {
		o.Phase(doing)
	}
}

// A Result is the result of a run.
type Result struct {
	Rounds   int                   // merges made
	Outcomes []Outcome             // of every fix of every round, in the plan's order within each
	Files    []fixedits.FileChange // by path: Before as the run found it, After as it left or would leave it
	Left     []Left                // the diagnostics of the last state, or of the first if nothing was applied
	Blocked  []string              // the reasons why the strict policy refused everything, one line each; empty if it did not
	Written  bool                  // Files are on disk
	Checked  int                   // the number of checked files
	Checkers []string              // the checkers that checked a file, sorted

	LeftAlone []LeftAlone // files that were not checked, by path

	// Crashed are the files on which a checker or formatter failed, by path.
	// They are unchanged, and nothing is known about them: a result with a
	// crash is never clean.
	Crashed checks.Crashes

	// Failed are the files that could not be looked up, read or written, by
	// path. They are unchanged: the permissive policy fixes the other files,
	// the strict one refuses everything.
	Failed []*fixedits.FileError

	// Exhausted is set if fixes are pending because no rounds are left. Another
	// run continues.
	Exhausted bool

	// Found are the diagnostics of the first state, in the order of an
	// artifact, without duplicates.
	Found []fixedits.Diagnostic

	byRule  []RuleChange                    // with Options.Commits
	places  map[string]*fixedits.Diagnostic // by id of a fix: the first finding that lists it
	shown   func(path string) string        // Options.Shown
	blocker string                          // id of the first fix that blocks the strict policy; may be empty
}

// An Outcome is the result of one fix in one round. Rounds count from 1.
type Outcome struct {
	Round   int
	Settled bool                 // the fix was applied, or others or a formatter did its work
	Finding *fixedits.Diagnostic // the first that lists the fix, or nil
	*fixedits.Outcome
}

// A Left is a remaining diagnostic.
type Left struct {
	fixedits.Diagnostic
	Fix     *Outcome // of its fix, in the last round that had it; nil if there is no fix
	Reason  string   // why the fix was not applied, one line; empty if there is no fix
	Pending bool     // another round or run could apply its fix
}

// A Source reads files. It is a *workspace.Workspace or, in a build action, a
// *workspace.Declared.
type Source interface {
	Canonical(path string) (string, error)
	Read(path string) ([]byte, error) // a *workspace.SizeError for one that is too large
	Head(path string, limit int) ([]byte, error)
}

// Check runs the checkers on files, whose paths are canonical in source, and
// returns their findings on behalf of origin. A file on which a checker fails
// is left out; see Checked.Crashed.
func Check(ctx context.Context, source Source, files []string, origin string, opts Options) (*Checked, error) {
	if opts.Progress != nil {
		opts.Progress(1, len(files))
	}
	texts := newTextsOf(source, keptBytes)
	within, stop := context.WithCancel(ctx)
	defer stop()
	wait := startPrograms(within, texts, files, opts.Programs, &opts)
	checked, err := UntilDone(ctx, func() (*Checked, error) { return check(ctx, texts, files, origin, &opts) })
	if err != nil {
		stop()
	}
	theirs := wait()
	if err == nil {
		err = theirs.err
	}
	if err == nil {
		err = checked.withPrograms(theirs, &opts)
	}
	if err == nil {
		checked.Artifact, err = opts.OnLines(checked.Artifact, texts)
	}
	if err != nil {
		return nil, err
	}
	return UntilDone(ctx, func() (*Checked, error) { return checked.Recorded(), checked.certify(ctx, &opts) })
}

// CheckBy reads files, whose paths are canonical in source, runs a checker that
// is not in opts.Tools on the files that are not left alone by default, and
// returns its findings. It is an error if the checker changes a file.
func CheckBy(ctx context.Context, source Source, files []string, checker Checker, opts Options) (*Checked, error) {
	checked, err := checkBy(ctx, newTextsOf(source, keptBytes), files, checker, &opts)
	return checked.Recorded(), err
}

// A Checker checks files, given their snapshots. It returns an artifact with a
// snapshot of each file that it looked at.
type Checker func(ctx context.Context, files []fixedits.Snapshot) (*artifact.Artifact, error)

// A Tree is a source that can be changed: a *workspace.Workspace, or the staged
// files over one.
type Tree interface {
	Source
	Write(ctx context.Context, changes []workspace.Change) error
}

// Fix checks files, whose paths are canonical, and applies fixes in memory, in
// at most opts.Rounds rounds, until nothing is pending. A later round checks
// only the files that changed in the one before. Fix then judges the result by
// the policy and, unless opts.DryRun, writes everything in one transaction.
//
// An error is a failure, such as a full disk or a *fixedits.CycleError. Nothing
// is written then, except that a write that fails midway is completed by the
// next one (see workspace.Recover). A refusal by the policy is not an error;
// see Result.Blocked. Nor is a checker or formatter that fails on a file, which
// then stays unchanged: the permissive policy fixes the other files, and the
// strict one refuses everything. See Result.Crashed and, for files that cannot
// be read or replaced, Result.Failed.
func Fix(ctx context.Context, tree Tree, files []string, opts Options) (*Result, error) {
	return fixTexts(ctx, tree, tree.Write, files, opts)
}

// Preview is Fix, of files that need not be on disk. It writes nothing.
func Preview(ctx context.Context, source Source, files []string, opts Options) (*Result, error) {
	opts.DryRun = true
	return fixTexts(ctx, source, nil, files, opts)
}

func fixTexts(ctx context.Context, source Source, write func(context.Context, []workspace.Change) error, files []string, opts Options) (*Result, error) {
	result, err := fixInMemory(ctx, source, files, opts)
	if err != nil {
		return nil, err
	}
	if len(result.Blocked) == 0 {
		err = commit(ctx, write, result, &opts)
	}
	result.tellTurnedOff(&opts)
	return result, err
}

// FixBy applies the fixes of checks that read the workspace on disk, in at most
// opts.Rounds rounds, until nothing is pending. If opts.DryRun, there is one
// round. Each round is written in one transaction before the next check.
//
// The strict policy refuses everything if a fix of some round, or a finding
// that remains, stands in its way. The writes are then undone, and
// Result.Blocked has the reason. If the run is killed, the next one undoes them
// (see workspace.Recover). On an error the strict policy undoes everything too;
// the permissive one does so for a *fixedits.CycleError. Otherwise, if the
// changes of earlier rounds stay, the error comes with a result.
func FixBy(ctx context.Context, ws *workspace.Workspace, by Checks, opts Options) (*Result, error) {
	result, err := fixInRounds(ctx, &onDisk{Workspace: ws, strict: opts.Policy == policy.Strict}, by, newRun(ws, opts))
	if result != nil {
		result.tellTurnedOff(&opts)
	}
	return result, err
}

// Apply merges artifacts into one plan, judges it by the policy and, unless
// opts.DryRun, writes it in one transaction. Nothing is checked: Result.Left
// are the diagnostics of the artifacts that no fix resolved, and fixes that
// need another round are deferred.
//
// Its errors are Fix's. An artifact may name any path. A file outside the
// workspace, a generated one and one that has changed since the check are not
// touched; their fixes are foreign or stale.
func Apply(ctx context.Context, ws *workspace.Workspace, artifacts []*artifact.Artifact, opts Options) (*Result, error) {
	result, err := applyOnce(ctx, ws, identified(artifacts), newRun(ws, opts))
	if err != nil {
		return nil, err
	}
	err = commit(ctx, ws.Write, result, &opts)
	result.tellTurnedOff(&opts)
	return result, err
}
