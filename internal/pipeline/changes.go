package pipeline

import (
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// changes are the changed files of a run, by path, from the first state to the
// current one.
type changes map[string]*fixedits.FileChange

// add applies the changes of a round to the current state.
func (c changes) add(files []fixedits.FileChange) {
	for i := range files {
		file := files[i]
		if before, ok := c[file.Path]; ok {
			before.Then(&file)
			continue
		}
		c[file.Path] = &file
	}
}

// net returns the changes by path. It leaves out files that are as they were at
// first.
func (c changes) net() []fixedits.FileChange {
	var files []fixedits.FileChange
	for _, path := range slices.Sorted(maps.Keys(c)) {
		if change := c[path]; change.Changes() {
			files = append(files, *change)
		}
	}
	return files
}
