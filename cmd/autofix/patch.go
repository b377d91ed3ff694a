package main

import (
	"os"
	"path/filepath"
)

// patchHint says how to apply a patch that was written to the file name, or to
// stdout for "-", if `git apply` in the working folder would not do. The paths
// of a patch are relative to the workspace, and git takes them to be relative to
// the top of its repository: it skips, and says nothing about, what is not there
// or not below the folder that it runs in.
func (e *environment) patchHint(root, name string) string {
	root, here := physical(root), physical(e.dir)
	top := gitTop(root)
	if top == "" || top == root && top == here {
		return ""
	}
	args := []string{"apply"}
	if below, err := filepath.Rel(top, root); err == nil && below != "." {
		args = append(args, "--directory="+filepath.ToSlash(below))
	}
	if top != here {
		there, err := filepath.Rel(here, top)
		if err != nil {
			there = top
		}
		args = append([]string{"-C", there}, args...)
		if name != "-" {
			name = e.absolute(name)
		}
	}
	if name == "-" {
		return "apply the patch, on stdin, with: " + commandLine("git", args...)
	}
	return "apply the patch with: " + commandLine("git", append(args, name)...)
}

// gitTop returns the top of the git repository that has a folder, or "".
func gitTop(dir string) string {
	for {
		// It is a file in a worktree and in a submodule.
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// physical returns a folder's path without links, or the path itself if there is
// no folder.
func physical(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}
