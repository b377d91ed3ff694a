package worktree

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Note says which part a tree of a base lacks, or why. It is not an error.
type Note struct {
	Code   NoteCode
	Detail string // paths or names
}

// A NoteCode names the kind of a note. Codes are stable.
type NoteCode string

// The kinds of notes.
const (
	NoteSubmodules NoteCode = "submodules_empty"  // their folders are empty
	NoteLFS        NoteCode = "lfs_pointers"      // files of Git LFS are pointers
	NoteFilters    NoteCode = "filters_not_run"   // attributes name programs, which are not run
	NoteNested     NoteCode = "nested_repository" // an untracked repository is left out
)

// String returns the note as a sentence.
func (n Note) String() string {
	text := map[NoteCode]string{
		NoteSubmodules: "submodules are empty folders",
		NoteLFS:        "files of Git LFS are pointers",
		NoteFilters:    "filters that attributes name are not run",
		NoteNested:     "an untracked repository within is left out",
	}[n.Code]
	if n.Detail != "" {
		text += ": " + n.Detail
	}
	return text
}

var (
	filterAttribute = lazyregexp.New(`(?m)[ \t]filter=(\S+)`)
	pointer         = []byte("version https://git-lfs.github.com/spec/")
)

// maxPointer bounds a pointer file of Git LFS, as its specification does.
const maxPointer = 1024

// maxNamed bounds the names in a note.
const maxNamed = 10

func (r *Repository) notes(b *Base) ([]Note, error) {
	var notes []Note
	var modules []string
	filters := map[string]bool{}
	for name, e := range b.entries {
		switch {
		case e.mode == modeModule:
			modules = append(modules, name)
		case path.Base(name) == ".gitattributes" && e.regular() && e.size <= maxSettingsFile:
			text, err := r.blob(e.hash)
			if err != nil {
				return nil, err
			}
			for _, found := range filterAttribute().FindAllSubmatch(text, -1) {
				filters[string(found[1])] = true
			}
		}
	}
	if len(modules) > 0 {
		notes = append(notes, Note{NoteSubmodules, list(modules)})
	}
	if filters["lfs"] {
		delete(filters, "lfs")
		pointers, err := r.pointers(b)
		if err != nil {
			return nil, err
		}
		if len(pointers) > 0 {
			notes = append(notes, Note{NoteLFS, list(pointers)})
		}
	}
	if len(filters) > 0 {
		notes = append(notes, Note{NoteFilters, list(slices.Collect(maps.Keys(filters)))})
	}
	return notes, nil
}

// pointers returns the files that have a pointer of Git LFS instead of a text.
func (r *Repository) pointers(b *Base) ([]string, error) {
	var names []string
	for name, e := range b.entries {
		if !e.regular() || e.size > maxPointer || e.size < int64(len(pointer)) {
			continue
		}
		text, err := r.blob(e.hash)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(text, pointer) {
			names = append(names, name)
		}
	}
	return names, nil
}

// list joins some names, sorted.
func list(names []string) string {
	slices.Sort(names)
	more := ""
	if len(names) > maxNamed {
		names, more = names[:maxNamed], " ..."
	}
	return strings.Join(names, ", ") + more
}
