package workspace

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// An Index has the staged files of a git checkout, as they would be committed.
// It reads these from the index, and all other files from the source tree, and
// writes them back by [Index.Write]. A staged file is an added or changed
// regular file.
type Index struct {
	*Workspace
	checkout
	files map[string]*stagedFile
	left  []StaleFile
	kept  []StaleFile

	lockWait time.Duration // how long Write waits for another process that writes the index
}

// A stagedFile is a file of the index.
type stagedFile struct {
	blob
	mode string
}

// Index reads the staged files. It changes nothing. It fails with a
// *[NoCheckoutError] in no checkout of git.
func (w *Workspace) Index(ctx context.Context) (*Index, error) {
	git, err := w.checkout()
	if err != nil {
		return nil, err
	}
	x := &Index{Workspace: w, checkout: git, files: map[string]*stagedFile{}, lockWait: 3 * time.Second}
	var sparse []string
	if err := atOnce(ctx, x.list, func() (err error) { sparse, err = x.sparse(); return err }); err != nil {
		return nil, err
	}
	for _, name := range sparse {
		if x.files[name] != nil {
			x.leave(name, "it is outside of the sparse checkout") // its mark in the index would get lost
		}
	}
	if err := x.readTexts(ctx, x.blobs()); err != nil {
		return nil, err
	}
	for name, file := range x.files {
		if file.filter != "" {
			x.leave(name, fmt.Sprintf("git stores it through the filter %q", file.filter))
		}
	}
	return x, nil
}

// Staged returns the staged files below some files and folders, which are
// workspace relative. It leaves out the ones that a walk leaves out.
func (x *Index) Staged(below []string) ([]string, error) {
	ignored, err := x.bazelIgnored()
	if err != nil {
		return nil, err
	}
	l := &lister{w: x.Workspace, ignored: ignored, leaveOut: map[string]bool{}}
	var files []string
	for name := range x.files {
		named := slices.Contains(below, name)
		if named || slices.ContainsFunc(below, func(at string) bool { return at == "." || strings.HasPrefix(name, at+"/") }) &&
			!l.leaves(name, false) && !l.leavesFolder(path.Dir(name)) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files, nil
}

// Texts returns the texts of the staged files, by path.
func (x *Index) Texts() map[string][]byte {
	texts := make(map[string][]byte, len(x.files))
	for name, file := range x.files {
		texts[name] = file.text
	}
	return texts
}

// LeftAlone returns the staged files that cannot be read or written as text,
// with the reasons.
func (x *Index) LeftAlone() []StaleFile { return x.left }

// Canonical is like [Workspace.Canonical]. The path of a staged file is its
// name in the index, whatever is there in the source tree.
func (x *Index) Canonical(name string) (string, error) {
	if clean, err := lexical(name); err == nil && x.files[clean] != nil {
		return clean, nil
	}
	return x.Workspace.Canonical(name)
}

// Executable reports whether a file has the executable bit.
func (x *Index) Executable(name string) bool {
	if file := x.files[name]; file != nil {
		return file.mode == "100755"
	}
	return x.Workspace.Executable(name)
}

// list finds the staged files. Their texts are not read yet.
func (x *Index) list() error {
	all, err := x.differences("HEAD", "--cached", "--no-renames", "--ita-invisible-in-index")
	for _, d := range all {
		switch {
		case d.status == 'U':
			x.leave(d.path, "its merge conflict is not resolved")
		case d.mode == "100644" || d.mode == "100755": // no link, no submodule, not deleted
			x.files[d.path] = &stagedFile{blob: d.now, mode: d.mode}
		}
	}
	return err
}

// leave leaves a file alone.
func (x *Index) leave(name, reason string) {
	delete(x.files, name)
	if !slices.ContainsFunc(x.left, func(f StaleFile) bool { return f.Path == name }) {
		x.left = append(x.left, StaleFile{Path: name, Reason: reason})
	}
}

// blobs returns the objects of the staged files.
func (x *Index) blobs() []*blob {
	var all []*blob
	for _, file := range x.files {
		all = append(all, &file.blob)
	}
	return all
}
