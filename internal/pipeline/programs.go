package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// A Program is a checker of another tool that a run without Bazel starts.
type Program struct {
	Name     string
	Declared string                 // the path of the file that declares it
	Checks   func(path string) bool // whether it checks a file, by its canonical path

	// Run checks files in their present state, which is in the mirror. An error
	// is a *external.Error, or the cause of the end of ctx.
	Run func(ctx context.Context, mirror *external.Mirror, files []fixedits.Snapshot) (*artifact.Artifact, error)
}

// A ProgramError is the failure of a Program: its findings are unknown.
type ProgramError struct {
	Err  error
	Said string // the end of its messages; may be empty
}

func (e *ProgramError) Error() string {
	if e.Said == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + "\nit said:\n" + e.Said
}

func (e *ProgramError) Unwrap() error { return e.Err }

// programsFound has the findings of the programs of a run.
type programsFound struct {
	artifacts []*artifact.Artifact // by the name of the program
	names     []string             // of the programs that ran, sorted
	left      []LeftAlone
	crashed   checks.Crashes
	err       error // the end of the context, or files that cannot be read
}

// startPrograms runs the programs of a run concurrently with the built-in
// checkers. wait returns when the last one has ended, also after the end of
// ctx, so that none outlives the run.
func startPrograms(ctx context.Context, texts *texts, files []string, programs []*Program, opts *Options) (wait func() *programsFound) {
	if len(programs) == 0 {
		return func() *programsFound { return &programsFound{} }
	}
	done := make(chan *programsFound, 1)
	go func() { done <- runPrograms(ctx, texts, files, programs, opts) }()
	return func() *programsFound { return <-done }
}

func runPrograms(ctx context.Context, texts *texts, files []string, programs []*Program, opts *Options) *programsFound {
	all := make([]programsFound, len(programs))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, program := range programs {
		group.Go(func() error {
			all[i] = program.run(ctx, texts, files, opts)
			return nil
		})
	}
	_ = group.Wait() // each keeps its own error
	found := &programsFound{}
	for _, one := range all {
		found.artifacts = append(found.artifacts, one.artifacts...)
		found.names = append(found.names, one.names...)
		found.left = append(found.left, one.left...)
		found.crashed = append(found.crashed, one.crashed...)
		if found.err == nil {
			found.err = one.err
		}
	}
	slices.Sort(found.names)
	found.names = slices.Compact(found.names)
	return found
}

func (p *Program) run(ctx context.Context, texts *texts, files []string, opts *Options) (found programsFound) {
	mine := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !p.Checks(file) })
	mine, _ = utf8Only(mine)
	var given []fixedits.Snapshot
	for part := range slices.Chunk(mine, batch) {
		contents, large, err := readAll(ctx, texts, part)
		if err != nil {
			found.err = err
			return found
		}
		found.left = append(found.left, large...)
		contents, _ = leave(contents, opts.config()) // the built-in checks tell which
		given = append(given, snapshots(contents)...)
	}
	if len(given) == 0 {
		return found
	}
	stop := opts.Tools.Checkers.Timed(p.Name)
	made, err := p.protected(ctx, &external.Mirror{Read: texts.Read, Changed: texts.changes()}, given)
	stop()
	if cause := context.Cause(ctx); cause != nil {
		found.err = fmt.Errorf("checking stopped: %w", cause)
		return found
	}
	found.names = []string{p.Name}
	if err != nil {
		why := &ProgramError{Err: err}
		if failed, ok := errors.AsType[*external.Error](err); ok {
			why = &ProgramError{failed.Err, failed.Said}
		}
		found.crashed = checks.Crashes{{Checker: p.Name, Path: p.Declared, Err: why}}
		return found
	}
	configure(made, opts)
	contents := current(texts, mentioned(made))
	silence(made, contents)
	certified(made, contents)
	keepFound(texts, contents, made)
	found.artifacts = []*artifact.Artifact{made}
	return found
}

// protected is Run. A panic, as of a reader of its output, is a failure of the
// program.
func (p *Program) protected(ctx context.Context, mirror *external.Mirror, given []fixedits.Snapshot) (a *artifact.Artifact, err error) {
	defer func() {
		if v := recover(); v != nil {
			a, err = nil, fmt.Errorf("panic: %v", v)
		}
	}()
	return p.Run(ctx, mirror, given)
}

// mentioned returns an artifact with the snapshots of the files that findings
// and fixes are in.
func mentioned(a *artifact.Artifact) *artifact.Artifact {
	paths := map[string]bool{}
	for i := range a.Diagnostics {
		paths[a.Diagnostics[i].Path] = true
	}
	for i := range a.Fixes {
		for _, edit := range a.Fixes[i].Edits {
			paths[edit.Path] = true
		}
	}
	return &artifact.Artifact{Snapshots: slices.DeleteFunc(slices.Clone(a.Snapshots), func(s fixedits.Snapshot) bool { return !paths[s.Path] })}
}

// withPrograms adds the findings of programs to the result of a check. It
// becomes a part of one artifact, which no longer records the maker of a fix: a
// fix that its maker must not apply is left out.
func (c *Checked) withPrograms(found *programsFound, opts *Options) error {
	c.addLeft(found.left)
	c.Crashed = append(c.Crashed, found.crashed...)
	sortCrashes(c.Crashed)
	if len(found.artifacts) == 0 {
		return nil
	}
	c.Files += found.more(c.Artifact)
	for _, a := range found.artifacts {
		opts.withoutProtected(a)
	}
	one, err := Together(append([]*artifact.Artifact{c.Artifact}, found.artifacts...), opts.Tools.Checkers.Tool)
	if err != nil {
		return err
	}
	one.Origin, one.Without = c.Artifact.Origin, c.Artifact.Without
	c.Artifact = one
	return nil
}

// more returns the number of files that the programs looked at and that are not
// in an artifact.
func (f *programsFound) more(than *artifact.Artifact) int {
	seen := make(map[string]bool, len(than.Snapshots))
	for _, snapshot := range than.Snapshots {
		seen[snapshot.Path] = true
	}
	n := len(seen)
	for _, a := range f.artifacts {
		for _, snapshot := range a.Snapshots {
			if !snapshot.Absent {
				seen[snapshot.Path] = true
			}
		}
	}
	return len(seen) - n
}

// addLeft adds files that were left alone, each once.
func (c *Checked) addLeft(left []LeftAlone) {
	c.LeftAlone = append(c.LeftAlone, left...)
	sortLeftAlone(c.LeftAlone)
	c.LeftAlone = slices.Compact(c.LeftAlone)
}

// withoutProtected removes the fixes of an artifact that its checker must not
// apply.
func (o *Options) withoutProtected(a *artifact.Artifact) {
	refuses := o.proposal(a).Refuses
	if refuses == nil {
		return
	}
	gone := map[string]bool{}
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		gone[fix.ID] = slices.ContainsFunc(fix.Edits, func(e fixedits.Edit) bool { return refuses(e.Path) != nil })
		return gone[fix.ID]
	})
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		d.Fixes = slices.DeleteFunc(d.Fixes, func(id string) bool { return gone[id] })
	}
}

// changes returns the texts that differ from the source, by path.
func (t *texts) changes() []external.Change {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var all []external.Change
	if source, ok := t.Source.(interface{ changes() []external.Change }); ok {
		all = slices.DeleteFunc(source.changes(), func(c external.Change) bool { return t.changed[c.Path] })
	}
	for path := range t.changed {
		all = append(all, external.Change{Path: path, Text: t.current[path], Deleted: t.deleted[path]})
	}
	slices.SortFunc(all, func(a, b external.Change) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// A lateFailure is the failure of a program after the first round. The run
// starts again without the program, as if it had failed at once.
type lateFailure checks.Crashes

func (f lateFailure) Error() string { return checks.Crashes(f).Error() }
