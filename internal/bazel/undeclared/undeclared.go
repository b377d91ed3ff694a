// Package undeclared finds the files that no target declares. No check reads
// them, and no check can report that.
//
// A file is declared if a rule names it in any attribute. A file that a rule
// names and no check reads, such as test data or the source of a target tagged
// no-autofix, is left out on purpose: it is not undeclared. A configuration
// file is declared if the checks have it as an input.
package undeclared

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// boundaries are the files that mark a folder as the root of a Bazel workspace.
var boundaries = []string{"MODULE.bazel", "REPO.bazel", "WORKSPACE", "WORKSPACE.bazel"}

// IsWorkspace reports whether a folder is the root of a Bazel workspace.
func IsWorkspace(folder string) bool {
	return slices.ContainsFunc(boundaries, func(name string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	})
}

// lockFile is written by Bazel. Nobody edits it, and no target can name it.
const lockFile = "MODULE.bazel.lock"

// Find returns the sorted undeclared files of the workspace within scope that
// some checker of opts knows. It considers the files that git tracks or,
// without git or if it tracks none yet, all files. A declared folder declares
// all files below it, and a declared link its target. Find leaves out generated
// files, and files of packages that do not load, of nested workspaces, in
// .bazelignore, and excluded by the configuration of opts.
func Find(ctx context.Context, ws *workspace.Workspace, declared *bazel.Declared, scope Scope, opts pipeline.Options) ([]string, error) {
	_, rest, err := split(ctx, ws, declared, scope, opts)
	return rest, err
}

// split returns the sorted files of the workspace within scope: the declared
// ones, and the undeclared ones that some checker knows.
func split(ctx context.Context, ws *workspace.Workspace, declared *bazel.Declared, scope Scope, opts pipeline.Options) (named, undeclared []string, err error) {
	listed, _, err := considered(ws)
	if err != nil {
		return nil, nil, err
	}
	known := resolved(ws, declared.Files, listed)
	unknown := unknownOf(declared.Broken, listed)
	nested := Nested(listed)
	files := slices.DeleteFunc(slices.Clone(listed), func(file string) bool {
		return file == lockFile || !scope.Has(file) || nested(file) || unknown(file)
	})
	files, _ = pipeline.NotExcluded(ws, files, opts.Config)
	for _, file := range files {
		if known[file] || below(known, file) {
			named = append(named, file)
		} else {
			undeclared = append(undeclared, file)
		}
	}
	matching, err := pipeline.Matching(ctx, ws, undeclared, opts)
	if err != nil {
		return nil, nil, err
	}
	return named, slices.DeleteFunc(undeclared, func(file string) bool { return len(matching[file]) == 0 }), nil
}

// considered returns the sorted files that git tracks, or all files without git
// or if nothing is added to it yet, and the links among them.
func considered(ws *workspace.Workspace) (listed, links []string, err error) {
	opts := workspace.ListOptions{Tracked: true, Link: func(link string) { links = append(links, link) }}
	listed, err = ws.List([]string{ws.Root()}, opts)
	if err == nil && len(listed) == 0 {
		links, opts.Tracked = nil, false
		listed, err = ws.List([]string{ws.Root()}, opts)
	}
	return listed, links, err
}

// without returns the files that Find returns for declared files too.
func without(ws *workspace.Workspace, files []string, declared *bazel.Declared) ([]string, error) {
	listed, _, err := considered(ws)
	if err != nil {
		return nil, err
	}
	known := resolved(ws, declared.Files, listed)
	unknown := unknownOf(declared.Broken, listed)
	return slices.DeleteFunc(files, func(file string) bool { return known[file] || below(known, file) || unknown(file) }), nil
}

// resolved returns declared files together with the targets of links among
// them.
func resolved(ws *workspace.Workspace, declared map[string]bool, listed []string) map[string]bool {
	all := make(map[string]bool, len(declared))
	for file := range declared {
		all[file] = true
		if _, regular := slices.BinarySearch(listed, file); regular {
			continue
		}
		if canonical, err := ws.Canonical(file); err == nil {
			all[canonical] = true
		}
	}
	return all
}

// unknownOf returns a function that reports whether a file is in one of
// packages and not in a package below it.
func unknownOf(packages, listed []string) func(file string) bool {
	if len(packages) == 0 {
		return func(string) bool { return false }
	}
	folders := map[string]bool{}
	for _, file := range listed {
		if slices.Contains(BuildFiles, path.Base(file)) {
			folders[path.Dir(file)] = true
		}
	}
	return func(file string) bool {
		folder := path.Dir(file)
		for folder != "." && !folders[folder] {
			folder = path.Dir(folder)
		}
		return slices.Contains(packages, strings.TrimPrefix(folder, "."))
	}
}

// Nested returns a function that reports whether one of the files of a
// workspace is in a folder that is a workspace itself: its targets are no
// targets of the outer one.
func Nested(listed []string) func(file string) bool {
	nested := map[string]bool{}
	for _, file := range listed {
		if folder := path.Dir(file); folder != "." && slices.Contains(boundaries, path.Base(file)) {
			nested[folder] = true
		}
	}
	return func(file string) bool { return below(nested, file) }
}

// below reports whether a file is in one of folders, at any depth.
func below(folders map[string]bool, file string) bool {
	for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
		if folders[folder] {
			return true
		}
	}
	return false
}

// A Scope is a part of a workspace: folders without some of their subfolders.
type Scope struct {
	entries []scopeEntry // the last that a file is in decides
}

type scopeEntry struct {
	folder string // "." is the root
	in     bool
}

// ScopeOf returns the folders that target patterns name as a whole: the folders
// of patterns that end in /..., including negative ones. Other patterns name
// targets and say nothing about other files. Dir is the workspace-relative
// folder that relative patterns start from.
func ScopeOf(patterns []string, dir string) Scope {
	var scope Scope
	for _, pattern := range patterns {
		positive := strings.TrimPrefix(pattern, "-")
		if folder, recursive, ok := FolderOf(positive, dir); ok && recursive {
			scope.entries = append(scope.entries, scopeEntry{folder: folder, in: positive == pattern})
		}
	}
	return scope
}

// FolderOf returns the workspace-relative folder of the package that a positive
// target pattern names, "." for the root, and whether the pattern includes all
// packages below it. It is not ok for a pattern of another repository. Dir is
// as for ScopeOf.
func FolderOf(pattern, dir string) (folder string, recursive, ok bool) {
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "@"), "@")
	pattern, absolute := strings.CutPrefix(pattern, "//")
	if strings.Contains(pattern, "//") {
		return "", false, false
	}
	folder, of, _ := strings.Cut(pattern, ":")
	folder, recursive = strings.CutSuffix("/"+folder, "/...")
	recursive = recursive && (of == "" || slices.Contains([]string{"all", "*", "all-targets"}, of))
	if !absolute {
		folder = path.Join("/", dir, folder)
	}
	return path.Join(".", folder), recursive, true
}

// Empty reports whether no pattern names a folder.
func (s Scope) Empty() bool { return len(s.entries) == 0 }

// Whole reports whether the patterns name the whole workspace, except for some
// folders.
func (s Scope) Whole() bool { return slices.Contains(s.entries, scopeEntry{folder: ".", in: true}) }

// Has reports whether a workspace-relative file is in the scope.
func (s Scope) Has(file string) bool {
	has := false
	for _, e := range s.entries {
		if e.folder == "." || strings.HasPrefix(file, e.folder+"/") {
			has = e.in
		}
	}
	return has
}
