package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// A PathError is a path that a person named and that cannot be checked.
type PathError struct{ Err error }

func (e *PathError) Error() string { return e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

// Files returns the canonical paths of the files that paths mean, sorted, each once. Folders are walked. paths are
// relative to the absolute folder dir, or absolute. The error is a *PathError where a path is wrong.
func Files(ws *workspace.Workspace, dir string, paths []string) ([]string, error) {
	listed, err := ws.List(paths, workspace.ListOptions{Dir: dir})
	if err != nil {
		return nil, &PathError{Err: err}
	}
	files := make([]string, 0, len(listed))
	for _, path := range listed {
		canonical, err := ws.Canonical(path)
		if err != nil {
			return nil, &PathError{Err: err}
		}
		files = append(files, canonical)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// Included returns files without those that the configuration of each excludes. A file that is named itself among
// paths, which are as those of Files, stays.
func Included(ws *workspace.Workspace, dir string, paths, files []string, source config.Source) []string {
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
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !named[file] && excluded(source, file) })
}

// NotExcluded returns files without those that the configuration of each excludes. A nil source excludes none.
func NotExcluded(files []string, source config.Source) []string {
	if source == nil {
		return files
	}
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return excluded(source, file) })
}

// excluded reports whether a glob of the file's configuration matches it or a folder above it.
func excluded(source config.Source, file string) bool {
	for _, glob := range source.For(file).Excluded() {
		for at := file; at != "." && at != "/"; at = filepath.ToSlash(filepath.Dir(at)) {
			if doublestar.MatchUnvalidated(glob, at) {
				return true
			}
		}
	}
	return false
}

// Matching returns the names of the checkers that look at each of files, whose paths are canonical in source. A file at
// which none looks, since it says that it is generated or is gone by now, is left out.
func Matching(ctx context.Context, source Source, files []string, checkers *checks.Registry) (map[string][]string, error) {
	names := make([][]string, len(files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i, path := range files {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			content, err := source.Read(path)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			names[i] = checkers.Matching(checks.File{Path: path, Content: content})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	matching := map[string][]string{}
	for i, path := range files {
		if len(names[i]) > 0 {
			matching[path] = names[i]
		}
	}
	return matching, nil
}
