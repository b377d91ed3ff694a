package cli

import (
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/report"
)

// Shown returns how people read the paths of files below root: relative to the
// working folder, where terminals and other programs open them. Both folders
// are without links, since the system resolves .. from the real folder.
func (e *Environment) Shown(root string) report.Shown {
	root, here := Physical(root), Physical(e.Dir)
	if root == here {
		return nil
	}
	return func(path string) string {
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return path // of a file outside, as somebody has written it
		}
		name := filepath.Join(root, filepath.FromSlash(path))
		if relative, err := filepath.Rel(here, name); err == nil {
			return filepath.ToSlash(relative)
		}
		return name // on another volume
	}
}

// Physical returns the path of a folder with links resolved, or the path itself
// if the folder does not exist.
func Physical(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}
