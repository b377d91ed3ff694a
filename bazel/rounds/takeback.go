package rounds

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// allOrNothing is the reason of what the strict policy holds back.
var allOrNothing = fixedits.Reason{Code: fixedits.CodeBlocked}

// refuse ends a run that the strict policy refuses in some round. pipeline.Apply wrote nothing in that round; those
// before it are taken back, and what was found at first is left.
func (r *run) refuse(ctx context.Context) error {
	if !r.result.Written {
		return nil
	}
	if err := r.takeBack(ctx); err != nil {
		return err
	}
	for i := range r.result.Outcomes {
		o := &r.result.Outcomes[i]
		switch o.Status {
		case fixedits.StatusApplied, fixedits.StatusSuperseded, fixedits.StatusSubsumed:
			o.Status, o.Settled, o.Reason = fixedits.StatusDeferred, false, allOrNothing
		}
	}
	r.result.Left = nil
	for _, d := range r.result.Found {
		left := pipeline.Left{Diagnostic: d}
		if len(d.Fixes) > 0 {
			left.Reason, left.Pending = allOrNothing.String(), true
		}
		r.result.Left = append(r.result.Left, left)
	}
	return nil
}

// takeBack restores every file that earlier rounds wrote. One that somebody has edited since is stale, and none is
// restored then.
func (r *run) takeBack(ctx context.Context) error {
	var changes []workspace.Change
	for _, path := range slices.Sorted(maps.Keys(r.changes)) {
		change := r.changes[path]
		if !bytes.Equal(change.Before, change.After) {
			changes = append(changes, workspace.Change{
				Path:         path,
				BeforeSHA256: fixedits.Digest(change.After),
				After:        change.Before,
			})
		}
	}
	if len(changes) > 0 {
		// An interrupt must not leave what was refused.
		if err := r.ws.Write(context.WithoutCancel(ctx), changes); err != nil {
			return fmt.Errorf("take back what earlier rounds wrote: %w", err)
		}
	}
	r.changes, r.result.Files, r.result.Written = nil, nil, false
	return nil
}

// net returns changes by path, without files that are as they were.
func net(changes map[string]*fixedits.FileChange) []fixedits.FileChange {
	var files []fixedits.FileChange
	for _, path := range slices.Sorted(maps.Keys(changes)) {
		if change := changes[path]; !bytes.Equal(change.Before, change.After) {
			files = append(files, *change)
		}
	}
	return files
}
