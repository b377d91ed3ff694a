package workspace

import (
	"errors"
	"fmt"
	"io/fs"
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
	sparse, submodules, err := git.leftOut()
	if err != nil {
		return nil, err
	}
	for _, file := range sparse {
		delete(gone, file)
	}
	for _, folder := range submodules {
		for file := range gone {
			if strings.HasPrefix(file, folder+"/") {
				delete(gone, file)
			}
		}
	}
	return gone, nil
}

// leftOut returns the files that a sparse checkout leaves out, and the
// submodules.
func (c *checkout) leftOut() (sparse, submodules []string, err error) {
	out, err := c.run(nil, "ls-files", "-z", "-t", "--stage")
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot read the index: %w", c.file, err)
	}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		about, full, _ := strings.Cut(entry, "\t")
		name, inside := strings.CutPrefix(full, c.prefix)
		fields := strings.Fields(about)
		switch {
		case !inside || len(fields) < 2:
		case fields[1] == "160000":
			submodules = append(submodules, name)
		case fields[0] == "S":
			sparse = append(sparse, name)
		}
	}
	return sparse, submodules, nil
}
