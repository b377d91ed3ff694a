package pipeline

import (
	"context"
	"errors"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// inMemory is the stage of a run that runs the checkers itself. It keeps all
// texts in memory. The caller writes them once, at the end.
type inMemory struct{ *texts }

// fixInMemory checks and fixes files in memory and writes nothing. Files on
// which a checker or formatter fails in any round stay as they were found.
func fixInMemory(ctx context.Context, source Source, files []string, opts Options) (*Result, error) {
	var crashed checks.Crashes
	left := map[string]bool{} // the paths of late crashes
	if lines := opts.Lines; lines != nil {
		opts.Lines = func(path string, text []byte) [][2]int { // the lines of later rounds are the ones of the first
			was, err := source.Read(path)
			if err != nil {
				return nil
			}
			return formatting.Moved(lines(path, was), was, text)
		}
	}
	own := newRun(nil, opts)
	if staged, ok := source.(*Staged); ok {
		own.foreign = staged.foreign
	}
	own.untouched = func(path string) string {
		if left[path] {
			return whyCrashed(path)
		}
		return ""
	}
	for {
		texts := newTexts(source)
		texts.unread = map[string]error{}
		again := *own
		by := &fileChecks{texts: texts, files: files, run: &again}
		result, err := fixInRounds(ctx, &inMemory{texts}, by, &again)
		if failed, ok := errors.AsType[lateFailure](err); ok {
			crashed = append(crashed, failed...)
			own.without(checks.Crashes(failed))
			continue
		}
		late, stopped := errors.AsType[lateCrashes](err)
		if err != nil && !stopped {
			return nil, err
		}
		if !stopped {
			result.Crashed = append(crashed, result.Crashed...)
			sortCrashes(result.Crashed)
			return result, nil
		}
		crashed = append(crashed, late...)
		for _, crash := range late {
			if left[crash.Path] {
				return nil, err
			}
			left[crash.Path] = true
		}
		files = slices.DeleteFunc(slices.Clone(files), func(file string) bool { return left[file] })
	}
}

// lateCrashes are crashes on files that may have changed in an earlier round,
// or in the merge. The run starts again without these files. No fix may touch
// them either: a fix may have created such a file.
type lateCrashes checks.Crashes

func (c lateCrashes) Error() string { return checks.Crashes(c).Error() }

// fileChecks check files by the built-in checkers.
type fileChecks struct {
	texts *texts
	files []string // of the run
	run   *run
}

// Check checks only the given files.
func (c *fileChecks) Check(ctx context.Context, round int, files []string) (*Found, error) {
	opts := &c.run.Options
	checking := files
	if round == 1 {
		checking = c.files
	}
	if opts.Progress != nil {
		opts.Progress(round, len(checking))
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	wait := startPrograms(within, c.texts, checking, c.run.programs, opts)
	checked, err := UntilDone(ctx, func() (*Checked, error) { return check(ctx, c.texts, checking, "", opts) })
	if err != nil {
		stop()
	}
	theirs := wait()
	if err == nil {
		err = theirs.err
	}
	if err != nil {
		return nil, err
	}
	if round > 1 && len(checked.Crashed) > 0 {
		return nil, lateCrashes(checked.Crashed)
	}
	if round > 1 && len(theirs.crashed) > 0 {
		return nil, lateFailure(theirs.crashed)
	}
	c.run.without(theirs.crashed)
	names := slices.Concat(checked.Artifact.Checkers, theirs.names)
	slices.Sort(names)
	artifacts := append([]*artifact.Artifact{checked.Artifact}, theirs.artifacts...)
	for i := range artifacts {
		if opts.Base != nil {
			artifacts[i], err = c.onlyNew(ctx, artifacts[i])
		} else {
			artifacts[i], err = opts.OnLines(artifacts[i], c.texts)
		}
		if err != nil {
			return nil, err
		}
	}
	return &Found{
		Artifacts: artifacts, Files: files,
		Checked: checked.Files + theirs.more(checked.Artifact), Checkers: slices.Compact(names), LeftAlone: checked.LeftAlone,
		Crashed: append(checked.Crashed, theirs.crashed...),
	}, nil
}

func (m *inMemory) merge(ctx context.Context, artifacts []*artifact.Artifact, r *run) (*merged, error) {
	return UntilDone(ctx, func() (*merged, error) {
		plan, crashes, err := merge(m.texts, &m.texts.settled, r.proposals(artifacts), r)
		if err != nil {
			return nil, err
		}
		if len(crashes) > 0 {
			return nil, lateCrashes(crashes)
		}
		return &merged{plan: plan, run: r}, nil
	})
}

func (m *inMemory) keep(_ context.Context, part *Result, opts *Options) (again bool, err error) {
	part.judge(opts)
	m.apply(part.Files)
	return len(part.Files) > 0, nil
}

func (m *inMemory) finish(_ context.Context, r *Result, _ *Options) error {
	r.fail(m.failures()...)
	return nil
}

// takeBack does nothing, since nothing was written.
func (m *inMemory) takeBack([]fixedits.FileChange) error { return nil }

func (m *inMemory) writes() bool { return false }
