package pipeline

import (
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

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

// NotExcluded returns files without those that the configuration of each excludes.
func NotExcluded(files []string, source config.Source) []string {
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
