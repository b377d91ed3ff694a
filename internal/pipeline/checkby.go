package pipeline

import (
	"context"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

func checkBy(ctx context.Context, texts *texts, files []string, checker Checker, opts *Options) (*Checked, error) {
	files, left := utf8Only(files)
	contents, large, err := readAll(ctx, texts, files)
	if err != nil {
		return nil, err
	}
	contents, byDefault := leave(contents, opts.config())
	given := snapshots(contents)
	found, err := checker(ctx, given)
	if err != nil {
		return nil, err
	}
	if err := unchanged(ctx, texts, given); err != nil {
		return nil, err
	}
	configure(found, opts)
	silence(found, contents)
	certified(found, contents)
	keepFound(texts, contents, found)
	all := slices.Concat(opts.LeftAlone, left, large, byDefault)
	sortLeftAlone(all)
	return &Checked{Artifact: found, Files: len(Paths(texts, []*artifact.Artifact{found})), LeftAlone: all, texts: texts}, nil
}

// unchanged returns an error if a file has changed.
func unchanged(ctx context.Context, texts *texts, given []fixedits.Snapshot) error {
	names := make([]string, len(given))
	for i, snapshot := range given {
		names[i] = snapshot.Path
	}
	contents, _, err := readAll(ctx, texts, names)
	if err != nil {
		return err
	}
	now := map[fixedits.Snapshot]bool{}
	for _, snapshot := range snapshots(contents) {
		now[snapshot] = true
	}
	for _, was := range given {
		if !now[was] {
			return fmt.Errorf("%s changed while it was checked; a checker may not write to the files that it checks: have it report fixes instead", was.Path)
		}
	}
	return nil
}

func snapshots(contents []checks.File) []fixedits.Snapshot {
	all := make([]fixedits.Snapshot, len(contents))
	for i, file := range contents {
		all[i] = fixedits.SnapshotOf(file.Path, file.Content)
	}
	return all
}
