package workspace

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// A WasFile is a file of a workspace as a commit has it.
type WasFile struct {
	Path       string
	Text       []byte
	Executable bool
	Absent     bool // the commit has no such file
}

// Files returns the files that differ, as the commit has them, by path. They
// include files that are gone, and both paths of a file that was moved. A file
// that git stores through a filter is absent, and what is no regular file in
// the commit is left out.
func (c *Changed) Files(ctx context.Context) ([]WasFile, error) {
	var more []*blob
	for i := range c.all {
		if was := &c.all[i].was; was.object != "" && !c.read[was] {
			more = append(more, was)
		}
	}
	if err := c.git.readTexts(ctx, more); err != nil {
		return nil, c.miss(err)
	}
	files := map[string]WasFile{}
	for path, was := range c.files { // moved, new or untracked
		if was.object == "" || c.name(was) != path {
			files[path] = WasFile{Path: path, Absent: true}
		}
	}
	for i := range c.all {
		d := &c.all[i]
		path := c.name(&d.was)
		switch {
		case d.wasMode != "000000" && d.was.object == "":
			delete(files, d.path) // a link or a submodule
		case d.was.object != "" && path != "":
			files[path] = WasFile{Path: path, Text: d.was.text, Executable: d.wasMode == "100755", Absent: d.was.filter != ""}
		}
	}
	return slices.SortedFunc(maps.Values(files), func(a, b WasFile) int { return strings.Compare(a.Path, b.Path) }), nil
}

// From returns the path that a file had in the commit.
func (c *Changed) From(path string) string {
	if was := c.files[path]; was != nil && was.object != "" {
		if from := c.name(was); from != "" {
			return from
		}
	}
	return path
}

// name returns the path of a file below the root of the workspace, or "".
func (c *Changed) name(was *blob) string {
	name, inside := strings.CutPrefix(was.name, c.git.prefix)
	if !inside {
		return ""
	}
	return name
}
