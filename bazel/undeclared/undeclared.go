// Package undeclared finds the files that no target declares. No check looks at
// them, and none says so.
//
// A file is declared if a rule names it in any attribute. One that a rule names
// and no check looks at, such as test data or the source of a target tagged
// no-autofix, was left alone by somebody: it is not undeclared. A configuration
// file is declared if the checks are given it.
package undeclared

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// boundaries are the files that make a folder the top of a Bazel workspace.
var boundaries = []string{"MODULE.bazel", "REPO.bazel", "WORKSPACE", "WORKSPACE.bazel"}

// BuildFiles are the files that make a folder a package.
var BuildFiles = []string{"BUILD.bazel", "BUILD"}

// lockFile is Bazel's own: nobody edits it, and no target can name it.
const lockFile = "MODULE.bazel.lock"

// Find returns the files of the workspace, within scope and sorted, that some
// checker of opts knows and that are not declared: those that git tracks, or
// all that are there if there is no git. A folder that is declared declares all
// below it, a link what it leads to. Files of packages that do not load, of
// nested workspaces, in .bazelignore, generated ones and those that the
// configuration of opts excludes are left out.
func Find(ctx context.Context, ws *workspace.Workspace, declared *bazel.Declared, scope Scope, opts pipeline.Options) ([]string, error) {
	_, rest, err := split(ctx, ws, declared, scope, opts)
	return rest, err
}

// split returns the files of the workspace, within scope and sorted: those that
// are declared, and those of the others that some checker knows.
func split(ctx context.Context, ws *workspace.Workspace, declared *bazel.Declared, scope Scope, opts pipeline.Options) (named, undeclared []string, err error) {
	listed, err := ws.List([]string{ws.Root()}, workspace.ListOptions{Tracked: true})
	if err != nil {
		return nil, nil, err
	}
	known := resolved(ws, declared.Files, listed)
	unknown := unknownOf(declared.Broken, listed)
	nested := nestedWorkspaces(listed)
	files := slices.DeleteFunc(slices.Clone(listed), func(file string) bool {
		return file == lockFile || !scope.Has(file) || below(nested, file) || unknown(file)
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

// resolved returns declared files with what links among them lead to.
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

// unknownOf returns what reports whether a file lies in one of packages, and in
// none that is below.
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

// nestedWorkspaces returns the folders below the root that are workspaces of
// their own.
func nestedWorkspaces(listed []string) map[string]bool {
	nested := map[string]bool{}
	for _, file := range listed {
		if folder := path.Dir(file); folder != "." && slices.Contains(boundaries, path.Base(file)) {
			nested[folder] = true
		}
	}
	return nested
}

// below reports whether a file is in one of folders, however deep.
func below(folders map[string]bool, file string) bool {
	for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
		if folders[folder] {
			return true
		}
	}
	return false
}

// A Scope is a part of a workspace: folders, and folders in them that are not
// part of it.
type Scope struct {
	entries []scopeEntry // the last that a file is in decides
}

type scopeEntry struct {
	folder string // "." is the root
	in     bool
}

// ScopeOf returns what target patterns say about whole folders: those that end
// in /..., negative ones included. Others name targets, and say nothing about
// the files beside them. dir is the workspace-relative folder that relative
// patterns start from.
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
// target pattern is about, "." for the root, and whether it is about all
// targets in it and below. It is not ok for a pattern of another repository.
// dir is as for ScopeOf.
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

// Whole reports whether the patterns speak of the whole workspace, less some
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
