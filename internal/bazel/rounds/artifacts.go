package rounds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// ReadArtifacts decodes the artifacts of checks in the order of collection, and
// counts the targets with a checked file. A malformed artifact is a failure of
// its check; the first one is reported.
func ReadArtifacts(ctx context.Context, collection *bazel.Collection) (artifacts []*artifact.Artifact, targets int, err error) {
	var encoded []pipeline.Encoded
	var from []int // of each, its place in collection.Targets
	for i, target := range collection.Targets {
		for _, file := range target.Files {
			encoded = append(encoded, pipeline.Encoded{Path: file.Path, Text: file.Contents})
			from = append(from, i)
		}
	}
	artifacts, failed, err := pipeline.ReadArtifacts(ctx, encoded)
	if err != nil {
		target := collection.Targets[from[failed]]
		first := slices.Index(from, from[failed])
		return nil, 0, fmt.Errorf("the check of %s: %w", target.Label, unread(target.Files[failed-first], err))
	}
	last := -1 // the target that was counted last
	for i, a := range artifacts {
		if len(a.Snapshots) > 0 && from[i] != last {
			last = from[i]
			targets++
		}
	}
	return artifacts, targets, nil
}

// unread says why an artifact could not be read.
func unread(file bazel.File, err error) error {
	if _, malformed := errors.AsType[*artifact.Error](err); malformed {
		return fmt.Errorf("malformed artifact %s: %w; the checker is broken, or of another version", cmp.Or(file.Path, "artifact"), err)
	}
	if _, missing := errors.AsType[*fs.PathError](err); missing {
		return fmt.Errorf("its artifact: %w; let Bazel fetch it with --remote_download_outputs=toplevel", err)
	}
	return err
}
