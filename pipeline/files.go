package pipeline

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// A PathError is a path that a person named and that cannot be checked.
type PathError struct{ Err error }

func (e *PathError) Error() string { return e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

// Files returns the canonical paths of the files that paths mean, sorted, each once. Folders are walked. paths are
// relative to the absolute folder dir, or absolute. progress, which may be nil, is
// told now and then how many files are listed so far. The error is a *PathError
// where a path is wrong, or the cause of ctx's end.
func Files(ctx context.Context, ws *workspace.Workspace, dir string, paths []string, progress func(files int)) ([]string, []LeftAlone, error) {
	type listed struct {
		files []string
		left  []LeftAlone
	}
	all, err := UntilDone(ctx, func() (all listed, err error) {
		all.files, err = ws.List(paths, workspace.ListOptions{Dir: dir, Canonical: true, Progress: progress, LeftOut: func(path string) {
			all.left = append(all.left, LeftAlone{path, fmt.Sprintf("its path has more than %d bytes", workspace.MaxPath)})
		}})
		if err != nil {
			err = &PathError{Err: err}
		}
		return all, err
	})
	if err != nil {
		return nil, nil, err
	}
	return all.files, all.left, nil
}

// Included returns files without those that the configuration of each excludes. A file that is named itself among
// paths, which are as those of Files, stays.
func Included(ws *workspace.Workspace, dir string, paths, files []string, source config.Source) []string {
	named := sync.OnceValue(func() map[string]bool { return canonicalNames(ws, dir, paths) }) // mostly, nothing is excluded
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return excluded(source, file) && !named()[file] })
}

// canonicalNames returns the canonical paths of what is named, as far as it is in the workspace.
func canonicalNames(ws *workspace.Workspace, dir string, paths []string) map[string]bool {
	named := map[string]bool{}
	for _, path := range paths {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if relative, err := filepath.Rel(ws.Root(), path); err == nil {
			if canonical, err := ws.Canonical(filepath.ToSlash(relative)); err == nil {
				named[canonical] = true
			}
		}
	}
	return named
}

// NotExcluded returns files without those that the configuration of each excludes. A nil source excludes none.
func NotExcluded(files []string, source config.Source) []string {
	if source == nil {
		return files
	}
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return excluded(source, file) })
}

// excluded reports whether the file's configuration excludes it.
func excluded(source config.Source, file string) bool { return source.For(file).Excludes(file) }

// Matching returns the names of the checkers of opts that look at each of files, whose paths are canonical in source. A file at
// which none looks, since it says that it is generated or is gone by now, is left out.
func Matching(ctx context.Context, source Source, files []string, opts Options) (map[string][]string, error) {
	matching := map[string][]string{}
	for part := range slices.Chunk(files, batch) {
		contents, _, err := readAll(ctx, source, part)
		if err != nil {
			return nil, err
		}
		for _, file := range contents {
			if names := opts.Tools.Checkers.Matching(file, opts.config().For(file.Path)); len(names) > 0 {
				matching[file.Path] = names
			}
		}
	}
	return matching, nil
}
