package rounds

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/pipeline"
)

// readArtifacts decodes what checks made, in the order of collection, and counts the targets with a file that was
// checked. A malformed artifact is a failure of the check that made it; of several, the first is told.
func readArtifacts(ctx context.Context, collection *bazel.Collection) (artifacts []*artifact.Artifact, targets int, err error) {
	made := make([][]*artifact.Artifact, len(collection.Targets))
	errs := make([]error, len(collection.Targets))
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i, target := range collection.Targets {
		group.Go(func() error {
			for _, file := range target.Files {
				a, err := readArtifact(file)
				if err = cmp.Or(context.Cause(ctx), err); err != nil {
					errs[i] = fmt.Errorf("the check of %s: %w", target.Label, err)
					return nil
				}
				made[i] = append(made[i], a)
			}
			return nil
		})
	}
	group.Wait()
	for i := range made {
		if errs[i] != nil {
			return nil, 0, errs[i]
		}
		artifacts = append(artifacts, made[i]...)
		if slices.ContainsFunc(made[i], func(a *artifact.Artifact) bool { return len(a.Snapshots) > 0 }) {
			targets++
		}
	}
	return artifacts, targets, nil
}

func readArtifact(file bazel.File) (*artifact.Artifact, error) {
	data, name := file.Contents, cmp.Or(file.URI, "artifact")
	if file.Path != "" {
		var err error
		name = file.Path
		if data, err = os.ReadFile(file.Path); err != nil {
			return nil, fmt.Errorf("its artifact: %w; let Bazel fetch it with --remote_download_outputs=toplevel", err)
		}
	}
	a, err := artifact.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("malformed artifact %s: %w; the checker is broken, or of another version", name, err)
	}
	return a, nil
}

// checkers returns the names of the checkers that looked at the files of artifacts, sorted: of built-in ones by asking
// them again, of other tools as their artifacts say. A file that is gone by now is left out.
func checkers(ctx context.Context, source pipeline.Source, artifacts []*artifact.Artifact, opts pipeline.Options) ([]string, error) {
	names := map[string]bool{}
	var own []*artifact.Artifact
	for _, a := range artifacts {
		if a.Tool.Name == opts.Tools.Checkers.Tool.Name {
			own = append(own, a)
		} else {
			names[a.Tool.Name] = true
		}
	}
	matching, err := pipeline.Matching(ctx, source, pipeline.Paths(source, own), opts)
	if err != nil {
		return nil, err
	}
	for _, matched := range matching {
		for _, name := range matched {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}
