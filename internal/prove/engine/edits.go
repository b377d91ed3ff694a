package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// A tree is the base with changes over it, to which an edit applies.
type tree struct {
	base  change.Reader
	files []string // of the base, sorted
	over  *change.Change
}

func (t *Task) tree(over *change.Change) *tree {
	if over == nil {
		over = &change.Change{}
	}
	return &tree{t.Read, t.Files, over}
}

// read returns a file of the tree.
func (t *tree) read(name string) ([]byte, fs.FileMode, error) {
	f := t.over.File(name)
	switch {
	case f == nil:
		return t.base(name)
	case f.Deleted:
		return nil, 0, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	mode := fs.FileMode(0o644)
	if f.Executable {
		mode = 0o755
	}
	return f.After, mode, nil
}

// has reports whether the tree has a file.
func (t *tree) has(name string) bool {
	if f := t.over.File(name); f != nil {
		return !f.Deleted
	}
	_, found := slices.BinarySearch(t.files, name)
	return found
}

// isFolder reports whether the tree has files below a path.
func (t *tree) isFolder(name string) bool {
	at, _ := slices.BinarySearch(t.files, name+"/")
	return at < len(t.files) && strings.HasPrefix(t.files[at], name+"/")
}

// apply reads the edits of an answer. It returns the change of the tree.
func (t *tree) apply(a *editAnswer) (*change.Change, error) {
	edits := len(a.Edits)+len(a.Delete) > 0
	switch diff := strings.TrimSpace(a.Diff) != ""; {
	case edits && diff:
		return nil, &patch.Error{Code: patch.EditsMalformed, Detail: "the answer has both edits and a diff; use one of them"}
	case diff:
		return t.applyDiff(a.Diff)
	case !edits:
		return nil, &patch.Error{Code: patch.EditsNone, Detail: "the answer has no edits, no diff, and no reason to decline"}
	}
	all := make([]change.Edit, 0, len(a.Edits)+len(a.Delete))
	for _, e := range a.Edits {
		all = append(all, change.Edit{Path: e.Path, Search: e.Search, Replace: e.Replace})
	}
	for _, name := range a.Delete {
		all = append(all, change.Edit{Path: name, Delete: true})
	}
	return t.checked(change.Apply(all, t.read))
}

func (t *tree) applyDiff(diff string) (*change.Change, error) {
	return t.checked(change.Parse(diff, t.read))
}

func (t *tree) applyBlocks(blocks string) (*change.Change, error) {
	return t.checked(change.ParseEdits(blocks, t.read))
}

// checked returns a change that applies, or the error of reading or checking it.
func (t *tree) checked(c *change.Change, err error) (*change.Change, error) {
	if err == nil {
		err = t.check(c)
	}
	return c, err
}

// check refuses changes that apply to this tree but are not allowed in it.
func (t *tree) check(c *change.Change) error {
	for i := range c.Files {
		f := &c.Files[i]
		if f.Created && t.isFolder(f.Path) {
			return &patch.Error{Path: f.Path, Code: patch.FileAndFolder, Detail: "the tree has a folder of that name"}
		}
		// A link to a folder is a file, too.
		for folder := path.Dir(f.Path); f.Created && folder != "."; folder = path.Dir(folder) {
			if deleted := c.File(folder); t.has(folder) && (deleted == nil || !deleted.Deleted) {
				return &patch.Error{Path: f.Path, Code: patch.FileAndFolder, Detail: "a part of the path is a file or a link in the tree"}
			}
		}
		if holds := bytes.Count(f.Before, []byte(redact.Placeholder)); bytes.Count(f.After, []byte(redact.Placeholder)) > holds {
			return &patch.Error{Path: f.Path, Code: patch.DiffMalformed, Detail: "a line has " + redact.Placeholder + ", which stands for a text that is not shown; leave such lines as they are"}
		}
	}
	return nil
}

// isEdits reports whether an error is about edits, so that asking again makes
// sense: one of reading a file does not.
func isEdits(err error) bool {
	e, ok := errors.AsType[*patch.Error](err)
	return ok && e.Code != patch.DiffReadFailed
}
