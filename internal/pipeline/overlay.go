package pipeline

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// An Overlay is a source in which some files have other texts, such as the
// buffers of an editor, whether or not they are on disk. Checkers, merges and
// the programs of a run see these.
type Overlay struct {
	Source
	Texts  map[string][]byte // by canonical path
	Absent map[string]bool   // paths where it has no file
}

// Read is like Source.Read.
func (o *Overlay) Read(path string) ([]byte, error) {
	text, ok := o.Texts[path]
	switch {
	case o.Absent[path]:
		return nil, absent(path)
	case !ok:
		return o.Source.Read(path)
	case len(text) > workspace.MaxSize:
		return nil, &workspace.SizeError{Path: path}
	}
	return text, nil
}

// Head is like Source.Head.
func (o *Overlay) Head(path string, limit int) ([]byte, error) {
	if o.Absent[path] {
		return nil, absent(path)
	}
	if text, ok := o.Texts[path]; ok {
		return text[:min(limit, len(text))], nil
	}
	return o.Source.Head(path, limit)
}

// Executable is like workspace.Workspace.Executable.
func (o *Overlay) Executable(path string) bool { return executable(o.Source, path) }

// Repository is like workspace.Workspace.Repository.
func (o *Overlay) Repository(path string) (string, error) {
	if tree, ok := o.Source.(repositories); ok {
		return tree.Repository(path)
	}
	return "", nil
}

// changes has the texts, and the changes of the source.
func (o *Overlay) changes() []external.Change {
	var all []external.Change
	if changed, ok := o.Source.(interface{ changes() []external.Change }); ok {
		all = slices.DeleteFunc(changed.changes(), func(c external.Change) bool { _, own := o.Texts[c.Path]; return own })
	}
	for _, path := range slices.Sorted(maps.Keys(o.Texts)) {
		all = append(all, external.Change{Path: path, Text: o.Texts[path]})
	}
	for _, path := range slices.Sorted(maps.Keys(o.Absent)) {
		all = append(all, external.Change{Path: path, Deleted: true})
	}
	return all
}

func absent(path string) error { return fmt.Errorf("%s: %w", path, fs.ErrNotExist) }

// Staged are the staged files of a git checkout, over the source tree.
type Staged struct {
	*Overlay
	Index *workspace.Index
}

// NewStaged returns the staged files of an index.
func NewStaged(index *workspace.Index) *Staged {
	return &Staged{Overlay: &Overlay{Source: index, Texts: index.Texts()}, Index: index}
}

// foreign refuses the files that are not staged.
func (s *Staged) foreign(path string) error {
	if _, ok := s.Texts[path]; !ok {
		return &fixedits.ForeignError{Err: fmt.Errorf("%s is not staged", path)}
	}
	return nil
}

// Write is like workspace.Index.Write.
func (s *Staged) Write(ctx context.Context, changes []workspace.Change) error {
	return s.Index.Write(ctx, changes)
}

// Files is like the function Files, of staged files.
func (s *Staged) Files(named Named) ([]string, []LeftAlone, error) {
	below := make([]string, len(named.Paths))
	for i, name := range named.Paths {
		var err error
		if below[i], err = s.Index.Inside(name, named.Dir); err != nil {
			return nil, nil, &PathError{Err: err}
		}
	}
	files, err := s.Index.Staged(below)
	var left []LeftAlone
	for _, file := range s.Index.LeftAlone() {
		left = append(left, LeftAlone{Path: file.Path, Reason: file.Reason})
	}
	return files, left, err
}
