package pipeline

import (
	"context"
	"errors"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// onDisk is the stage of a run with checks that read the workspace, as Bazel's
// do. Each round is written in one transaction. Under the strict policy the
// original texts are kept until the run is over, so that the next run can take
// back the writes of a killed one.
type onDisk struct {
	*workspace.Workspace
	strict bool
	undo   *workspace.Undo // nil until a write begins
	wrote  bool            // through undo
}

func (s *onDisk) merge(ctx context.Context, artifacts []*artifact.Artifact, r *run) (*merged, error) {
	return UntilDone(ctx, func() (*merged, error) { return mergeArtifacts(s.Workspace, artifacts, r) })
}

func (s *onDisk) keep(ctx context.Context, part *Result, opts *Options) (again bool, err error) {
	err = commit(ctx, s.write, part, opts)
	return part.Written, err
}

func (s *onDisk) writes() bool { return true }

func (s *onDisk) write(ctx context.Context, changes []workspace.Change) error {
	if !s.strict {
		return s.Write(ctx, changes)
	}
	if s.undo == nil {
		undo, err := s.Undo(ctx)
		if err != nil {
			return err
		}
		s.undo = undo
	}
	err := s.undo.Write(ctx, changes)
	if err == nil {
		s.wrote = true
		return nil
	}
	if _, unwritten := errors.AsType[*workspace.UnwrittenError](err); unwritten && !s.wrote {
		// There is nothing to take back, so no journal may remain.
		if undone := s.undo.Done(); undone != nil {
			err = errors.Join(err, undone)
		}
		s.undo = nil
	}
	return err
}

func (s *onDisk) finish(_ context.Context, r *Result, opts *Options) error {
	if r.judge(opts); len(r.Blocked) > 0 || s.undo == nil {
		return nil
	}
	if err := s.undo.Done(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

func (s *onDisk) takeBack(files []fixedits.FileChange) error {
	// An interrupt must not prevent this.
	err := s.Write(context.Background(), reversed(files))
	if s.undo == nil {
		return err
	}
	if _, stale := errors.AsType[*workspace.StaleError](err); err == nil || stale {
		return errors.Join(err, s.undo.Done()) // files that were edited since stay as they are
	}
	s.undo.Close()
	return err
}

// reversed returns the changes that undo files.
func reversed(files []fixedits.FileChange) []workspace.Change {
	changes := make([]workspace.Change, len(files))
	for i := range files {
		f := &files[i]
		changes[i] = workspace.Change{
			Path: f.Path, BeforeSHA256: f.AfterSHA256(), After: f.Before,
			Create: f.Deleted, Executable: f.Deleted && f.Executable, Delete: f.Created,
		}
	}
	return changes
}
