package report

import (
	"os"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// PatchHint returns how to apply a patch of the workspace at root that was
// written to a file, or to stdout for "-", if `git apply` in the working folder
// here would not work. name is absolute or relative to that folder. The
// paths of a patch are relative to the workspace, but git resolves them against
// the top of its repository. It silently skips files that do not exist there or
// are not below its working folder.
func PatchHint(root, here, name string) string {
	dir := here
	root, here = physical(root), physical(here)
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
		if name != "-" && !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
	}
	if name == "-" {
		return "apply the patch, on stdin, with: " + process.CommandLine("git", args...)
	}
	return "apply the patch with: " + process.CommandLine("git", append(args, name)...)
}

// gitTop returns the top of the git repository that contains a folder, or "".
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
