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

// A PathError reports a path that a person named and that cannot be checked.
type PathError struct{ Err error }

func (e *PathError) Error() string { return e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

// Files returns the sorted canonical paths of the files that paths mean. It
// walks folders. Paths are absolute or relative to the absolute folder dir. If
// progress is not nil, it is called now and then with the number of files
// listed so far. The error is a *PathError if a path is wrong, or the cause of
// the end of ctx.
func Files(ctx context.Context, ws *workspace.Workspace, dir string, paths []string, progress func(files int)) ([]string, []LeftAlone, error) {
	type listed struct {
		files []string
		left  []LeftAlone
	}
	all, err := UntilDone(ctx, func() (all listed, err error) {
		all.files, err = ws.List(paths, workspace.ListOptions{Dir: dir, Canonical: true, Progress: progress, LeftOut: func(path string) {
			all.left = append(all.left, LeftAlone{Path: path, Reason: fmt.Sprintf("its path has more than %d bytes", workspace.MaxPath)})
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

// Included returns files without those that their configuration excludes. It
// returns those that are left alone by default separately. An excluded file
// stays if paths, which have the form of those of Files, name it directly.
func Included(ws *workspace.Workspace, dir string, paths, files []string, source config.Source) ([]string, []LeftAlone) {
	named := sync.OnceValue(func() map[string]bool { return canonicalNames(ws, dir, paths) }) // mostly, nothing is excluded
	kept := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return excluded(source, file) && !named()[file] })
	return notLeft(ws, kept, source)
}

// notLeft separates the files that are left alone by default from the others.
func notLeft(source Source, files []string, configs config.Source) (kept []string, left []LeftAlone) {
	known := map[string]bool{}
	exists := func(file string) bool {
		there, ok := known[file]
		if !ok {
			_, err := source.Head(file, 1)
			there = err == nil
			known[file] = there
		}
		return there
	}
	for _, file := range files {
		if reason := configs.For(file).Leaves(file, exists); reason != "" {
			left = append(left, LeftAlone{file, reason, true})
		} else {
			kept = append(kept, file)
		}
	}
	return kept, left
}

// canonicalNames returns the canonical forms of those paths that are in the
// workspace.
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

// NotExcluded returns the files of source without those that their
// configuration excludes. It returns those that are left alone by default
// separately. A nil configuration excludes no file.
func NotExcluded(source Source, files []string, configs config.Source) ([]string, []LeftAlone) {
	if configs == nil {
		configs = (*config.Config)(nil)
	}
	return notLeft(source, slices.DeleteFunc(slices.Clone(files), func(file string) bool { return excluded(configs, file) }), configs)
}

// excluded reports whether the file's configuration excludes it.
func excluded(source config.Source, file string) bool { return source.For(file).Excludes(file) }

// Matching returns, for each file, the names of the checkers of opts that look
// at it. Paths are canonical in source. A file that no checker looks at,
// because it is generated or gone, is left out.
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
