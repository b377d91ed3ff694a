package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// Create makes an empty file at path, which Canonical would accept, and the folders above it. Write then gives it its
// bytes: a kill between the two leaves it empty. A link that leads to nothing gets its file. A file that is there
// already is an error that wraps fs.ErrExist.
func (w *Workspace) Create(name string) error {
	resolved, err := w.Canonical(name)
	if err != nil {
		return err
	}
	local := filepath.FromSlash(resolved)
	if err := w.root.MkdirAll(filepath.FromSlash(path.Dir(resolved)), 0o777); err != nil {
		return fmt.Errorf("%s: cannot make its folder: %w", resolved, cause(err))
	}
	file, err := w.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("%s: cannot make it: %w", resolved, cause(err))
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("%s: cannot make it: %w", resolved, cause(err))
	}
	return nil
}
