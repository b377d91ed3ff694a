package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// The formats of changes. The others are formats of findings.
const (
	DiffFormat          = "diff"
	WorkspaceEditFormat = "workspace-edit"
)

// OutputFormats returns the names of the formats of findings and changes, the
// default first.
func OutputFormats() []string {
	formats := append(Formats(), DiffFormat, WorkspaceEditFormat)
	slices.Sort(formats[1:])
	return formats
}

// Diff writes changes as one patch for git apply, in their order.
func Diff(w io.Writer, files []fixedits.FileChange) error {
	for i := range files {
		if _, err := w.Write(change.Diff(&files[i])); err != nil {
			return err
		}
	}
	return nil
}

// Texts writes the new texts of changed files: a single one unchanged, several
// with headings. A deleted file has no text, and a heading that states the
// deletion.
func Texts(w io.Writer, files []fixedits.FileChange, shown Shown) error {
	for i := range files {
		if len(files) > 1 || files[i].Deleted {
			deleted := ""
			if files[i].Deleted {
				deleted = " (deleted)"
			}
			if _, err := fmt.Fprintf(w, "==> %s%s <==\n", shown.Of(files[i].Path), deleted); err != nil {
				return err
			}
		}
		if _, err := w.Write(files[i].After); err != nil {
			return err
		}
	}
	return nil
}

// Changes are the changes that fixes would make, as far as formats show them.
// The texts of files are kept only for a WorkspaceEdit. The zero value is for
// formats that show none.
type Changes struct {
	Any bool // something would change

	diff  bool
	edit  bool
	patch bytes.Buffer
	files []fixedits.FileChange
}

// Show prepares the changes for a format.
func (c *Changes) Show(format string) {
	c.diff = c.diff || format == DiffFormat
	c.edit = c.edit || format == WorkspaceEditFormat
}

// Shown reports whether a format shows the changes.
func (c *Changes) Shown() bool { return c.diff || c.edit }

// Add adds the changes of a plan. Plans come in the order of their paths.
func (c *Changes) Add(files []fixedits.FileChange) error {
	c.Any = c.Any || len(files) > 0
	if c.edit {
		c.files = append(c.files, files...)
	}
	if c.diff {
		return Diff(&c.patch, files)
	}
	return nil
}

// Write writes findings, or the changes that their fixes would make, in one of
// OutputFormats. A check that crashed has no JSON: an artifact is either
// complete or absent. Changes may be nil for a format of findings.
func Write(w io.Writer, format string, f *Findings, changes *Changes, opts TextOptions) error {
	switch {
	case format == DiffFormat:
		_, err := w.Write(changes.patch.Bytes())
		return err
	case format == WorkspaceEditFormat:
		return WorkspaceEdit(w, changes.files)
	case format == "json" && f.Crashed():
		return nil
	}
	chosen, _ := FormatNamed(format)
	return chosen.Write(w, f, opts)
}
