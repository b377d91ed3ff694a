package pipeline

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A PathError reports a path that a person named and that cannot be checked.
type PathError struct{ Err error }

func (e *PathError) Error() string { return e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

// Named has the files and folders that a person named to be checked.
type Named struct {
	Dir   string   // the absolute folder that relative ones are in
	Paths []string // files and folders, absolute or relative
	// Strict makes a path that does not exist an error. Otherwise it is left
	// alone.
	Strict bool
	// NoExclude keeps the files that the configuration excludes.
	NoExclude bool
}

// Files returns the sorted canonical paths of the named files, and the files
// that are left alone. It walks folders. If progress is not nil, it is called
// now and then with the number of files listed so far. The error is a
// *PathError if a path is wrong, or the cause of the end of ctx.
func Files(ctx context.Context, ws *workspace.Workspace, named Named, progress func(files int)) ([]string, []LeftAlone, error) {
	type listed struct {
		files []string
		left  []LeftAlone
	}
	all, err := UntilDone(ctx, func() (all listed, err error) {
		leave := func(path, reason string) { all.left = append(all.left, LeftAlone{Path: path, Reason: reason}) }
		opts := workspace.ListOptions{Dir: named.Dir, Canonical: true, Progress: progress, LeftOut: func(path string) {
			leave(path, fmt.Sprintf("its path has more than %d bytes", workspace.MaxPath))
		}}
		if !named.Strict {
			opts.Missing = func(path string) { leave(path, missing(path)) }
		}
		if all.files, err = ws.List(named.Paths, opts); err != nil {
			err = &PathError{Err: err}
		}
		return all, err
	})
	if err != nil {
		return nil, nil, err
	}
	return all.files, all.left, nil
}

// missing returns why a path that does not exist is left alone.
func missing(name string) string {
	if strings.HasPrefix(path.Base(name), `"`) || strings.HasPrefix(name, `"`) {
		return "there is no such file or folder; git quotes such names in a list, except with -z"
	}
	return "there is no such file or folder"
}

// Included returns the files that are checked, of files that Files listed, and
// separately the files that are left alone: by default, or because the
// configuration excludes them although a person named them or their folder.
func Included(ws *workspace.Workspace, named Named, files []string, source config.Source) ([]string, []LeftAlone) {
	if named.NoExclude {
		return notLeft(ws, files, source)
	}
	names := sync.OnceValue(func() map[string]bool { return canonicalNames(ws, named) }) // mostly, nothing is excluded
	told := map[string]bool{}
	var all []LeftAlone
	kept := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		c := source.For(file)
		if !c.Excludes(file) {
			return false
		}
		for at := file; at != "." && c.Excludes(at); at = path.Dir(at) {
			if names()[at] && !told[at] {
				told[at] = true
				all = append(all, LeftAlone{Path: at, Reason: fmt.Sprintf("[files] exclude of its %s matches it; --no-exclude checks it", path.Base(c.Path))})
			}
		}
		return true
	})
	kept, left := notLeft(ws, kept, source)
	return kept, append(all, left...)
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
			left = append(left, LeftAlone{Path: file, Reason: reason, Default: true})
		} else {
			kept = append(kept, file)
		}
	}
	return kept, left
}

// canonicalNames returns the canonical forms of the named paths that are in the
// workspace.
func canonicalNames(ws *workspace.Workspace, named Named) map[string]bool {
	names := map[string]bool{}
	for _, path := range named.Paths {
		if !filepath.IsAbs(path) {
			path = filepath.Join(named.Dir, path)
		}
		if relative, err := filepath.Rel(ws.Root(), path); err == nil {
			if canonical, err := ws.Canonical(filepath.ToSlash(relative)); err == nil {
				names[canonical] = true
			}
		}
	}
	return names
}

// NotExcluded returns the files of source that their configuration does not
// exclude. It returns files that are left alone by default separately. A nil
// configuration excludes no file.
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
