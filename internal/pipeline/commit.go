package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// commit judges a result and writes it. Files that were edited since they were
// read are left alone, and the fixes that touch them become stale. Files that
// cannot be replaced are left alone too, and reported as failed. In both cases
// the strict policy refuses everything, and the permissive one writes the other
// files.
func commit(ctx context.Context, write func(context.Context, []workspace.Change) error, r *Result, opts *Options) error {
	r.judge(opts)
	for !opts.DryRun && len(r.Files) > 0 {
		changes := make([]workspace.Change, len(r.Files))
		for i := range r.Files {
			changes[i] = changeOf(&r.Files[i])
		}
		byRule := r.ofWritten()
		if err := opts.Commits.Prepare(ctx, byRule); err != nil {
			return fmt.Errorf("commits: %w; nothing was written", err)
		}
		opts.phase("writing")
		err := write(ctx, changes)
		var stale *workspace.StaleError
		var unwritable *workspace.UnwritableError
		var unwritten *workspace.UnwrittenError
		switch {
		case err == nil:
			r.Written = true
			opts.Commits.Keep(byRule)
			return nil
		case errors.As(err, &unwritable):
			why := map[string]fixedits.Reason{}
			for _, file := range unwritable.Files {
				why[file.Path] = fixedits.Reason{Code: fixedits.CodeUnwritable, Detail: file.Err.Error()}
				r.fail(&fixedits.FileError{Path: file.Path, Err: file.Err})
			}
			r.drop(why, fixedits.StatusFiltered, true)
			r.judge(opts)
			continue
		case !errors.As(err, &stale) && errors.As(err, &unwritten):
			return fmt.Errorf("write: %w; nothing was written", err)
		case stale == nil:
			return fmt.Errorf("write: %w", err)
		case stale.Written > 0:
			// Too late to take back: the other files have been written.
			r.drop(staleFiles(stale), fixedits.StatusStale, false)
			r.Written = len(r.Files) > 0
			byRule = r.ofWritten()
			err = opts.Commits.Prepare(ctx, byRule)
			opts.Commits.Keep(byRule)
			return err
		}
		r.drop(staleFiles(stale), fixedits.StatusStale, true)
		r.judge(opts)
	}
	return nil
}

// changeOf converts a change of a plan into a change of the workspace.
func changeOf(file *fixedits.FileChange) workspace.Change {
	return workspace.Change{
		Path: file.Path, BeforeSHA256: file.BeforeSHA256, After: file.After,
		Create: file.Created, Executable: file.Created && file.Executable, Delete: file.Deleted,
	}
}

// staleFiles returns, by path, why files are stale.
func staleFiles(stale *workspace.StaleError) map[string]fixedits.Reason {
	why := map[string]fixedits.Reason{}
	for _, file := range stale.Files {
		reason := fixedits.Reason{Code: fixedits.CodeChanged, Detail: file.Path + ": " + file.Reason}
		if file.Exists {
			reason.Code = fixedits.CodeExists
		}
		why[file.Path] = reason
	}
	return why
}

// drop removes files from the result; why has the reason for each path. The
// fixes that touch these files end with the given status. If whole is set,
// their other files are dropped too, since a fix is applied whole or not at
// all.
func (r *Result) drop(why map[string]fixedits.Reason, status fixedits.Status, whole bool) {
	for grown := true; grown; {
		grown = false
		for i := range r.Outcomes {
			o := &r.Outcomes[i]
			path, reason, touched := staleOf(o.Paths, why)
			if !touched || !takesEffect(o.Status) {
				continue
			}
			o.Settled = false
			o.Status, o.Reason = status, reason
			grown = true
			for _, other := range o.Paths {
				if _, known := why[other]; !known && whole {
					why[other] = fixedits.Reason{Code: reason.Code, Detail: other + ": left unchanged together with " + path}
				}
			}
		}
	}
	r.Files = slices.DeleteFunc(r.Files, func(f fixedits.FileChange) bool { _, gone := why[f.Path]; return gone })
	r.Left = slices.DeleteFunc(r.Left, func(l Left) bool { _, gone := why[l.Path]; return gone })
	var back []fixedits.Diagnostic
	for _, d := range r.Found {
		if _, gone := why[d.Path]; gone {
			back = append(back, d)
		}
	}
	r.Left = append(r.Left, r.explain(back, firstRound(r.Outcomes))...)
}

func takesEffect(s fixedits.Status) bool {
	switch s {
	case fixedits.StatusApplied, fixedits.StatusSuperseded, fixedits.StatusSubsumed:
		return true
	}
	return false
}

func staleOf(paths []string, why map[string]fixedits.Reason) (path string, reason fixedits.Reason, ok bool) {
	for _, path := range paths {
		if reason, ok := why[path]; ok {
			return path, reason, true
		}
	}
	return "", fixedits.Reason{}, false
}
