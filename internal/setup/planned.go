package setup

import (
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// A Tree is a repository after a plan. Texts has the sources of the plan.
type Tree struct {
	pipeline.ConfigReader
	Texts map[string][]byte
}

// Planned returns the repository with the files of a plan.
func Planned(reader pipeline.ConfigReader, plan *Plan) *Tree {
	t := &Tree{reader, map[string][]byte{}}
	for i := range plan.Files {
		if file := &plan.Files[i]; !inGit(file.Path) {
			t.Texts[file.Path] = file.After
		}
	}
	return t
}

// Read is ConfigReader.Read.
func (t *Tree) Read(file string) ([]byte, error) {
	if text, ok := t.Texts[path.Clean(file)]; ok {
		return text, nil
	}
	return t.ConfigReader.Read(file)
}

// Exists is ConfigReader.Exists.
func (t *Tree) Exists(file string) bool {
	_, ok := t.Texts[path.Clean(file)]
	return ok || t.ConfigReader.Exists(file)
}

// Names is ConfigReader.Names.
func (t *Tree) Names(folder string) ([]string, error) {
	names, err := t.ConfigReader.Names(folder)
	for file := range t.Texts {
		if path.Dir(file) == path.Clean(folder) && !slices.Contains(names, path.Base(file)) {
			names = append(names, path.Base(file))
		}
	}
	slices.Sort(names)
	return names, err
}
