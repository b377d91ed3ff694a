package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// hardLinks records all workspace names of files with several names. One walk
// fills it when the first such file is encountered: most trees have none and
// never need the walk.
type hardLinks struct {
	once  sync.Once
	names map[fileID][]string // first the names that List lists, then the others; each group in byte order
	err   error
}

// of returns the names of the file at name, which info describes. Names that a
// walk of the workspace lists come first, so that a source that a package
// manager has linked into its own folder is known by the name of the source.
// Names outside the root and in the folders of version control are not
// included; writing the file separates them from the others.
func (h *hardLinks) of(w *Workspace, name string, info fs.FileInfo) ([]string, error) {
	id, ok := identify(info)
	if !ok {
		return []string{name}, nil
	}
	h.once.Do(func() {
		h.names = map[fileID][]string{}
		if h.err = h.walk(w.root, "."); h.err != nil {
			return
		}
		listed, err := w.List([]string{w.path}, ListOptions{})
		if err != nil {
			h.err = err
			return
		}
		for _, names := range h.names {
			slices.SortFunc(names, func(a, b string) int {
				_, aListed := slices.BinarySearch(listed, a)
				_, bListed := slices.BinarySearch(listed, b)
				switch {
				case aListed && !bListed:
					return -1
				case bListed && !aListed:
					return 1
				}
				return strings.Compare(a, b)
			})
		}
	})
	if h.err != nil {
		return nil, fmt.Errorf("%s: cannot find the other names of this hard-linked file: %v", name, h.err) // not %w: h.err may be about another file
	}
	names := h.names[id]
	if !slices.Contains(names, name) { // linked after the walk, or in a folder that may not be read
		return []string{name}, nil
	}
	return names, nil
}

func (h *hardLinks) walk(folder *os.Root, prefix string) error {
	return eachEntry(folder, func(entry fs.DirEntry) error {
		name := path.Join(prefix, entry.Name())
		switch {
		case isNoSource(entry.Name()):
			return nil
		case entry.IsDir():
			return enter(folder, entry.Name(), func(sub *os.Root) error { return h.walk(sub, name) })
		case !entry.Type().IsRegular():
			return nil
		}
		info, err := entry.Info()
		if err != nil || linkCount(info) < 2 {
			return nil // gone since it was listed, or the only name
		}
		if id, ok := identify(info); ok {
			h.names[id] = append(h.names[id], name)
		}
		return nil
	})
}
