package pipeline

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
)

// fixWithout is fixInRounds without the files on which a checker or formatter
// fails in some round: they are left as they were found.
func fixWithout(ctx context.Context, source Source, files []string, opts *Options) (*Result, error) {
	var crashed checks.Crashes
	for {
		result, err := fixInRounds(ctx, source, files, opts)
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
		left := map[string]bool{}
		for _, crash := range late {
			left[crash.Path] = true
		}
		files = slices.DeleteFunc(slices.Clone(files), func(file string) bool { return left[file] })
	}
}

// lateCrashes are the crashes on files that may have changed in an earlier round,
// or in the merge.
type lateCrashes checks.Crashes

func (c lateCrashes) Error() string { return checks.Crashes(c).Error() }

// fixInRounds checks and merges until a round changes nothing. The error is
// lateCrashes if it must be started again without their files.
func fixInRounds(ctx context.Context, source Source, files []string, opts *Options) (*Result, error) {
	texts := newTexts(source)
	texts.unread = map[string]error{}
	result := &Result{}
	left := map[string][]fixedits.Diagnostic{} // by file, of the last check of it
	limit := cmp.Or(opts.Rounds, fixedits.MaxRounds)
	var undone []Outcome       // of a merge that comes too late
	names := map[string]bool{} // of the checkers that look at a file
	seen := func(file checks.File) {
		for _, name := range opts.Tools.Checkers.Matching(file, opts.config().For(file.Path)) {
			names[name] = true
		}
	}
	var detector fixedits.CycleDetector
	for round := 1; ; round++ {
		if opts.Progress != nil {
			opts.Progress(round, len(files))
		}
		checked, err := check(ctx, texts, files, "", opts, seen)
		seen = nil
		if err != nil {
			return nil, err
		}
		if round > 1 && len(checked.Crashed) > 0 {
			return nil, lateCrashes(checked.Crashed)
		}
		result.place(checked.Artifact.Diagnostics)
		if round == 1 {
			result.Crashed, result.LeftAlone = checked.Crashed, checked.LeftAlone
			result.Checked, result.Checkers = checked.Files, slices.Sorted(maps.Keys(names))
			result.Found = checked.Artifact.Diagnostics
		}
		for _, file := range files {
			delete(left, file)
		}
		for _, d := range checked.Artifact.Diagnostics {
			left[d.Path] = append(left[d.Path], d)
		}
		if round > 1 && len(checked.Artifact.Fixes) == 0 {
			break
		}
		plan, crashes, err := merge(texts, opts.proposals([]*artifact.Artifact{checked.Artifact}), opts)
		if err != nil {
			return nil, err
		}
		if len(crashes) > 0 {
			return nil, lateCrashes(crashes)
		}
		result.fail(plan.Failed...)
		if round > limit {
			undone = postponed(plan, round)
			result.Exhausted = len(plan.Files) > 0
			break
		}
		result.add(round, plan, opts)
		if err := detector.Round(plan); err != nil {
			return nil, err
		}
		if len(plan.Files) == 0 {
			break
		}
		texts.apply(plan.Files)
		files = unsettled(plan)
	}
	result.fail(texts.failures()...)
	result.Files = texts.net()
	var diagnostics []fixedits.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(left)) {
		diagnostics = append(diagnostics, left[path]...)
	}
	result.Left = result.explain(diagnostics, slices.Concat(result.Outcomes, undone))
	return result, nil
}

// roundsUsedUp is the reason of a fix that another run would apply.
var roundsUsedUp = fixedits.Reason{Code: fixedits.CodeRounds}

// postponed returns the outcomes of a plan that will not be applied, since the rounds are used up.
func postponed(plan *fixedits.Plan, round int) []Outcome {
	outcomes := make([]Outcome, len(plan.Outcomes))
	for i, o := range plan.Outcomes {
		if takesEffect(o.Status) {
			o.Status, o.Reason = fixedits.StatusDeferred, roundsUsedUp
		}
		outcomes[i] = Outcome{Round: round, Outcome: o}
	}
	return outcomes
}

// unsettled returns the files that are to be checked again, sorted: those that changed, and those in which a fix lost to
// another, or had to wait for it, that may lie in another file.
func unsettled(plan *fixedits.Plan) []string {
	var paths []string
	for i := range plan.Files {
		paths = append(paths, plan.Files[i].Path)
	}
	for i := range plan.Outcomes {
		if o := &plan.Outcomes[i]; o.Status == fixedits.StatusDeferred || o.Status == fixedits.StatusConflict {
			paths = append(paths, o.Paths...)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// add records what a merge decided.
func (r *Result) add(round int, plan *fixedits.Plan, opts *Options) {
	r.Rounds = round
	done := settled(plan, opts)
	for _, outcome := range plan.Outcomes {
		r.Outcomes = append(r.Outcomes, Outcome{Round: round, Settled: done[outcome.ID], Finding: r.places[outcome.ID], Outcome: outcome})
	}
}

// settled returns the ids of the fixes whose effect is in the plan, by themselves or by others.
func settled(plan *fixedits.Plan, opts *Options) map[string]bool {
	files := map[string]*fixedits.FileChange{}
	for i := range plan.Files {
		files[plan.Files[i].Path] = &plan.Files[i]
	}
	done := map[string]bool{}
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		switch o.Status {
		case fixedits.StatusApplied, fixedits.StatusSubsumed:
			done[o.ID] = true
		case fixedits.StatusSuperseded:
			done[o.ID] = !slices.ContainsFunc(o.Paths, func(path string) bool { return !opts.laidOut(files[path]) })
		}
	}
	// A duplicate shares the fate of the fix that it is one with, which is no duplicate itself.
	for i := range plan.Outcomes {
		if o := &plan.Outcomes[i]; o.Status == fixedits.StatusDuplicate && done[o.Reason.By] {
			done[o.ID] = true
		}
	}
	return done
}

// laidOut reports whether a formatter had its say on a file.
func (o *Options) laidOut(file *fixedits.FileChange) bool {
	return file != nil && file.FormatErr == nil && (file.Formatted || o.formatter(file.Path, file.After) != nil)
}
