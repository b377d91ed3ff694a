package spec

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
)

// Within returns the workspace path of a slash-separated file name that is
// relative to a folder of the workspace. "." is the root.
func Within(folder, name string) (string, error) {
	if path.IsAbs(name) || len(name) > 2 && name[1] == ':' && (name[2] == '/' || name[2] == '\\') { // C:/
		return "", errors.New("an absolute path: files are relative to the workspace")
	}
	joined := path.Join(folder, name)
	if !fs.ValidPath(joined) || strings.ContainsRune(joined, 0) {
		return "", errors.New("not within the workspace")
	}
	return joined, nil
}

// Follow gives each file the name that canonical returns for its workspace
// path. Actions on one file under several names, such as a link and its target,
// are then about one file. A file keeps its name if the other one has no
// language.
func (d *Document) Follow(canonical func(path string) (string, error)) {
	follow := func(name *string) {
		file, err := Within(d.WorkspaceRoot, *name)
		if err != nil {
			return // it is reported when the action is lowered
		}
		target, err := canonical(file)
		if err != nil || target == file || !fixactions.Knows(target) {
			return
		}
		if relative, err := filepath.Rel(filepath.FromSlash(d.WorkspaceRoot), filepath.FromSlash(target)); err == nil {
			*name = filepath.ToSlash(relative)
		}
	}
	for i := range d.Actions {
		a := &d.Actions[i]
		for j := range a.Targets {
			if a.Targets[j].File != "" {
				follow(&a.Targets[j].File)
			}
		}
		for j := range a.Ops {
			follow(&a.Ops[j].File)
		}
	}
}
