package undeclared

import (
	"context"
	"path"
	"slices"
	"strings"
)

// near returns which of files the rules of their own packages do not name. Then
// no rule at all names them, as long as rules of other packages cannot name
// these files: if they can, because of an export or a link, near reports false.
// It also does so if Bazel cannot answer, or if there are so many packages that
// it is faster to ask for all.
func (r *Run) near(ctx context.Context, files []string) (rest []string, ok bool, err error) {
	listed, links, err := considered(r.Workspace)
	if err != nil {
		return nil, false, err
	}
	packages := packagesOf(r.Workspace.Root(), files)
	if 2*len(packages) > folders(listed) || r.linked(links, files) {
		return nil, false, nil
	}
	declared, ok := r.Build.DeclaredIn(ctx, packages)
	if !ok {
		return nil, false, ctx.Err()
	}
	rest, err = without(r.Workspace, slices.Clone(files), declared)
	if err != nil {
		return nil, false, err
	}
	exported := func(file string) bool { return declared.Exported[file] || below(declared.Exported, file) }
	if slices.ContainsFunc(rest, exported) {
		return nil, false, nil
	}
	return rest, true, nil
}

// linked reports whether one of links ends at one of the sorted files, or at a
// folder above it.
func (r *Run) linked(links, files []string) bool {
	return slices.ContainsFunc(links, func(link string) bool {
		target, err := r.Workspace.Canonical(link)
		if err != nil {
			return false // it ends elsewhere
		}
		if target == "." {
			return true
		}
		at, found := slices.BinarySearch(files, target)
		if found {
			return true
		}
		at, _ = slices.BinarySearch(files, target+"/")
		return at < len(files) && strings.HasPrefix(files[at], target+"/")
	})
}

// folders returns the number of folders of listed files that are packages.
func folders(listed []string) int {
	all := map[string]bool{}
	for _, file := range listed {
		if slices.Contains(BuildFiles, path.Base(file)) {
			all[path.Dir(file)] = true
		}
	}
	return len(all)
}
