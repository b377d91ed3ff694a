package gazelle

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/rules-autofix/rules_autofix/workspace"
)

// headSize is how much of a file, in bytes, decides whether a checker looks at it. A file that turns binary only after
// that is listed, and the check passes over it.
const headSize = 64 << 10

// sources are the files of the workspace that are sources: not ignored by git, no links.
type sources struct {
	tree  *workspace.Workspace
	files map[string]struct{} // workspace relative
}

// openSources lists the whole workspace once: git answers for a million files faster than it starts a thousand times.
func openSources(root string) (*sources, error) {
	tree, err := workspace.Open(root)
	if err != nil {
		return nil, err
	}
	files, err := tree.List([]string{root}, workspace.ListOptions{})
	if err != nil {
		return nil, fmt.Errorf("cannot list the sources: %w", err)
	}
	s := &sources{tree: tree, files: make(map[string]struct{}, len(files))}
	for _, file := range files {
		s.files[file] = struct{}{}
	}
	return s, nil
}

func (s *sources) has(file string) bool {
	_, ok := s.files[file]
	return ok
}

// head returns the first bytes of a file. It has none where the file is gone, or is not for us to read.
func (s *sources) head(file string) ([]byte, error) {
	content, err := s.tree.Head(file, headSize)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	return content, err
}
