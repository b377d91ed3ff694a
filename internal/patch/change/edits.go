package change

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// The markers of a file that is deleted. Package patch reads search/replace
// blocks; the two lines
//
//	<<<<<<< DELETE
//	>>>>>>> DELETE
//
// delete a file.
const (
	deleteMarker    = "<<<<<<< DELETE"
	endDeleteMarker = ">>>>>>> DELETE"
)

// ParseEdits reads search/replace blocks of any number of files, and applies
// them to the base. A block that searches for nothing creates a file, or fills
// an empty one. An answer looks like this:
//
//	app/main.go
//	<<<<<<< SEARCH
//	lines of the file
//	=======
//	lines that replace them
//	>>>>>>> REPLACE
//
// The line before a block that is neither blank nor a fence names its file; it
// may be marked up as code, as a heading, or in bold. A block right after
// another one is for the same file. Other lines, such as explanations, are
// ignored. Blocks are applied as Apply does.
func ParseEdits(answer string, read Reader) (*Change, error) {
	if len(answer) > maxDiff {
		return nil, refuse("", patch.ChangeTooLarge, "the answer is larger than "+strconv.Itoa(maxDiff>>20)+" MiB")
	}
	all, err := splitEdits(answer)
	if err != nil {
		return nil, err
	}
	b := base{read: read}
	for i := range all {
		// A name with spaces that is not a file is rather a sentence than the
		// path of a new file.
		if found, err := b.file(all[i].path); err == nil && found == nil && strings.Contains(all[i].path, " ") {
			return nil, &patch.Error{Code: patch.EditsNoFileName, Line: all[i].line, Detail: "the line before the block is not the path of a file"}
		}
	}
	return apply(all, read)
}

// An Edit replaces lines of a file, which are in it only once, or deletes the
// file. An edit that searches for nothing creates a file, or fills an empty
// one.
type Edit struct {
	Path            string
	Search, Replace string // whole lines; the last newline may be missing
	Delete          bool
}

// Apply applies edits to the base. All edits of a file search the base, and the
// ends of lines are kept as Parse does. An error names the edit by its number,
// from 1.
func Apply(edits []Edit, read Reader) (*Change, error) {
	var all []fileEdits
	size := 0
	for i, e := range edits {
		if size += len(e.Search) + len(e.Replace); size > maxDiff {
			return nil, refuse("", patch.ChangeTooLarge, "the edits are larger than "+strconv.Itoa(maxDiff>>20)+" MiB")
		}
		at := slices.IndexFunc(all, func(f fileEdits) bool { return f.path == e.Path })
		if at < 0 {
			at, all = len(all), append(all, fileEdits{path: e.Path})
		}
		if e.Delete {
			all[at].delete = i + 1
		} else {
			all[at].edits = append(all[at].edits, patch.NewEdit(i+1, e.Search, e.Replace))
		}
	}
	c, err := apply(all, read)
	if e, ok := errors.AsType[*patch.Error](err); ok && e.Line > 0 {
		numbered := *e
		numbered.Line, numbered.Detail = 0, fmt.Sprintf("edit %d: %s", e.Line, e.Detail)
		return nil, &numbered
	}
	return c, err
}

func apply(all []fileEdits, read Reader) (*Change, error) {
	b := base{read: read}
	files := make([]fixedits.FileChange, 0, len(all))
	for i := range all {
		f, err := b.edit(&all[i])
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return b.settled(files)
}

// fileEdits are the edits of a file.
type fileEdits struct {
	path   string
	line   int // of the answer, that the first block starts at, from 1
	edits  []patch.Edit
	delete int // the place of the edit that deletes the file, from 1; 0 if none does
}

// splitEdits reads the blocks of an answer, by file. Their places are lines of
// the answer.
func splitEdits(answer string) ([]fileEdits, error) {
	lines := strings.Split(strings.ReplaceAll(answer, "\r\n", "\n"), "\n")
	var out []fileEdits
	name := ""
	for at := 0; at < len(lines); at++ {
		search, remove := patch.StartsEdit(lines[at]), strings.TrimRight(lines[at], " \t") == deleteMarker
		if !search && !remove {
			if text := strings.TrimSpace(lines[at]); text != "" && !strings.HasPrefix(text, "```") && !strings.HasPrefix(text, "~~~") {
				name = text
			}
			continue
		}
		file := fileOf(name)
		if file == "" {
			return nil, &patch.Error{Code: patch.EditsNoFileName, Line: at + 1, Detail: "the line before the block is not the path of a file"}
		}
		in := slices.IndexFunc(out, func(e fileEdits) bool { return e.path == file })
		if in < 0 {
			in, out = len(out), append(out, fileEdits{path: file, line: at + 1})
		}
		if remove {
			if at+1 == len(lines) || strings.TrimRight(lines[at+1], " \t") != endDeleteMarker {
				return nil, &patch.Error{Path: file, Code: patch.EditsMalformed, Line: at + 1, Detail: "the next line is not " + endDeleteMarker}
			}
			out[in].delete = at + 1
			at++
			continue
		}
		edit, end, err := patch.ParseEdit(lines, at)
		if err != nil {
			return nil, named(file, err)
		}
		out[in].edits = append(out[in].edits, edit)
		at = end
	}
	if len(out) == 0 {
		return nil, &patch.Error{Code: patch.EditsNone, Detail: "there is no search/replace block"}
	}
	return out, nil
}

// fileOf returns the path that a line names, or nothing.
func fileOf(line string) string {
	name := strings.TrimPrefix(strings.Trim(strings.TrimLeft(line, "# "), "*` :"), "./")
	if checkName(name) != nil {
		return ""
	}
	return name
}

func (b *base) edit(e *fileEdits) (fixedits.FileChange, error) {
	found, err := b.file(e.path)
	switch {
	case err != nil:
		return fixedits.FileChange{}, err
	case e.delete > 0 && len(e.edits) > 0:
		return fixedits.FileChange{}, &patch.Error{Path: e.path, Code: patch.EditsOverlap, Line: e.delete, Detail: "the answer both changes and deletes the file"}
	case e.delete > 0 && found == nil:
		return fixedits.FileChange{}, &patch.Error{Path: e.path, Code: patch.DiffFileMissing, Line: e.delete, Detail: "the file to delete does not exist"}
	case e.delete > 0:
		found.Deleted = true
		return *found, nil
	}
	f := fixedits.FileChange{Path: e.path, Created: true}
	if found != nil {
		f = *found
	}
	r, err := patch.ReplaceLines(lf(f.Before), e.edits)
	if err != nil {
		if found == nil {
			err = missing(err)
		}
		return fixedits.FileChange{}, named(e.path, err)
	}
	f.After = restore(f.Before, r)
	return f, nil
}

// missing explains why lines are not in a file that does not exist.
func missing(err error) error {
	e, ok := err.(*patch.Error)
	if !ok || e.Code != patch.EditsNotFound {
		return err
	}
	return &patch.Error{Code: patch.DiffFileMissing, Line: e.Line, Detail: "the file does not exist"}
}
