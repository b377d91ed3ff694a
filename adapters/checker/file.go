package checker

import (
	"cmp"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A File is one that is to be checked.
type File struct {
	Path    string // workspace relative, slash separated
	Content []byte // not to be changed

	found    *collector
	text     *position.Text // made when it is first needed
	mistakes []error
}

// These are places as tools give them that do not count in byte offsets.
type (
	Position = position.Position // a line and a column, both from 1
	Columns  = position.Columns  // what a column counts: by default, bytes
)

// What the columns of a tool may count.
const (
	Bytes = position.Bytes
	Runes = position.Runes
	UTF16 = position.UTF16
)

// Report adds a finding. One that cannot be right, such as a range outside of
// the file, makes Check fail.
func (f *File) Report(finding Finding) {
	if finding.Start < 0 || finding.End < finding.Start || finding.End > len(f.Content) {
		f.mistake(&finding, fmt.Errorf("its range %d-%d is not within the %d bytes of the file", finding.Start, finding.End, len(f.Content)))
		return
	}
	fixes := make([]fixedits.Fix, len(finding.Fixes))
	for i := range finding.Fixes {
		fix, err := f.found.fix(&finding, &finding.Fixes[i])
		if err != nil {
			f.mistake(&finding, err)
			return
		}
		fixes[i] = fix
	}
	at := f.lines().Position(finding.Start, Columns{})
	f.found.Add(fixedits.Diagnostic{
		Rule:     finding.Rule,
		Phase:    cmp.Or(finding.Phase, PhaseSemantic),
		Severity: cmp.Or(finding.Severity, SeverityWarning),
		Message:  finding.Message,
		Path:     f.Path,
		Start:    finding.Start,
		End:      finding.End,
		Line:     at.Line,
		Column:   at.Column,
	}, fixes...)
}

func (f *File) mistake(finding *Finding, err error) {
	f.mistakes = append(f.mistakes, fmt.Errorf("%s: finding of %s: %w", f.Path, finding.Rule, err))
}

// Offset returns the byte offset of a place, for findings of tools that count
// in lines and columns. The error says why the file has no such place.
func (f *File) Offset(at Position, columns Columns) (int, error) {
	return f.lines().Offset(at, columns)
}

// Position returns the place of a byte offset.
func (f *File) Position(offset int, columns Columns) Position {
	return f.lines().Position(offset, columns)
}

func (f *File) lines() *position.Text {
	if f.text == nil {
		f.text = position.New(f.Content, position.LF)
	}
	return f.text
}

// Replace returns the edit that puts text in the place of the bytes
// [start, end) of the file.
func (f *File) Replace(start, end int, text string) Edit {
	return Edit{Path: f.Path, Start: start, End: end, New: []byte(text)}
}

// Insert returns the edit that inserts text at an offset.
func (f *File) Insert(offset int, text string) Edit { return f.Replace(offset, offset, text) }

// Delete returns the edit that deletes the bytes [start, end).
func (f *File) Delete(start, end int) Edit { return f.Replace(start, end, "") }

// DeleteFile returns the edit that deletes the whole file, which is then the
// only edit of it in its fix. With CreateFile beside it, the fix renames the
// file.
func (f *File) DeleteFile() Edit { return Edit{Path: f.Path, Kind: fixedits.EditDelete} }

// CreateFile returns the edit that creates a file with a text, and the folders
// that it needs. The path is workspace relative and slash separated. No input
// of the checker may have it; if there is such a file all the same, the fix
// will be stale. Set Executable in the edit of a program.
func CreateFile(path, text string) Edit {
	return Edit{Path: path, New: []byte(text), Kind: fixedits.EditCreate}
}
