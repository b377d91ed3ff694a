package checker

import (
	"cmp"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A File is a file to check.
type File struct {
	Path    string // workspace relative, slash separated
	Content []byte // must not be modified

	found    *collector
	text     *position.Text // created on first use
	mistakes []error
}

// Positions in the form that tools use that do not count in byte offsets.
type (
	Position = position.Position // a line and a column, both 1-based
	Columns  = position.Columns  // the unit of a column; bytes by default
)

// The units of columns.
const (
	Bytes = position.Bytes
	Runes = position.Runes
	UTF16 = position.UTF16
)

// Report adds a finding. An invalid one, such as one with a range outside of
// the file, makes Check fail.
func (f *File) Report(finding Finding) {
	if finding.Start < 0 || finding.End < finding.Start || finding.End > len(f.Content) {
		f.mistake(&finding, fmt.Errorf("its range %d-%d is not within the %d bytes of the file", finding.Start, finding.End, len(f.Content)))
		return
	}
	fixes := make([]fixedits.Fix, len(finding.Fixes))
	for i := range finding.Fixes {
		fix, err := f.found.fix(f.Path, &finding, &finding.Fixes[i])
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

// Offset returns the byte offset of a position, for findings of tools that
// count in lines and columns. The error explains why the file has no such
// position.
func (f *File) Offset(at Position, columns Columns) (int, error) {
	return f.lines().Offset(at, columns)
}

// Position returns the position of a byte offset.
func (f *File) Position(offset int, columns Columns) Position {
	return f.lines().Position(offset, columns)
}

func (f *File) lines() *position.Text {
	if f.text == nil {
		f.text = position.New(f.Content, position.LF)
	}
	return f.text
}

// Replace returns the edit that replaces the bytes [start, end) of the file
// with text.
func (f *File) Replace(start, end int, text string) Edit {
	return Edit{Path: f.Path, Start: start, End: end, New: []byte(text)}
}

// Insert returns the edit that inserts text at an offset.
func (f *File) Insert(offset int, text string) Edit { return f.Replace(offset, offset, text) }

// Delete returns the edit that deletes the bytes [start, end).
func (f *File) Delete(start, end int) Edit { return f.Replace(start, end, "") }

// DeleteFile returns the edit that deletes the whole file. It must be the only
// edit of the file in its fix. Together with CreateFile, it renames the file.
func (f *File) DeleteFile() Edit { return Edit{Path: f.Path, Kind: fixedits.EditDelete} }

// CreateFile returns the edit that creates a file with the given text, and any
// missing folders. The path is workspace relative and slash separated. It must
// not be an input of the checker; if the file exists anyway, the fix is stale.
// Set Executable in the edit to create an executable file.
func CreateFile(path, text string) Edit {
	return Edit{Path: path, New: []byte(text), Kind: fixedits.EditCreate}
}
