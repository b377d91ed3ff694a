package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Gone returns which of some files are gone. A file that a sparse checkout
// leaves out is not, and neither is one in a submodule, which may not be checked
// out.
func (w *Workspace) Gone(files []string) (map[string]bool, error) {
	gone := map[string]bool{}
	for _, file := range files {
		if _, err := w.Head(file, 0); errors.Is(err, fs.ErrNotExist) {
			gone[file] = true
		}
	}
	if len(gone) == 0 {
		return nil, nil
	}
	git, err := w.checkout()
	if _, none := errors.AsType[*NoCheckoutError](err); none {
		return gone, nil
	}
	if err != nil {
		return nil, err
	}
	sparse, err := git.sparse()
	if err != nil {
		return nil, err
	}
	for _, file := range sparse {
		delete(gone, file)
	}
	staged, err := git.staged()
	if err != nil {
		return nil, err
	}
	for file := range gone {
		for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
			if staged[git.prefix+folder].mode == "160000" {
				delete(gone, file)
			}
		}
	}
	return gone, nil
}

// sparse returns the files that a sparse checkout leaves out.
func (c *checkout) sparse() ([]string, error) {
	out, err := c.run(nil, "ls-files", "-z", "-t")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the index: %w", c.file, err)
	}
	var files []string
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		if full, skipped := bytes.CutPrefix(entry, []byte("S ")); skipped {
			if name, inside := strings.CutPrefix(string(full), c.prefix); inside {
				files = append(files, name)
			}
		}
	}
	return files, nil
}
