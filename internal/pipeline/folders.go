package pipeline

import (
	"path"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// FolderRule is the rule of the finding that PassOver adds.
const FolderRule = "autofix/source-folder"

// WhyNoFolder is the reason why a folder is not checked, with the remedy.
const WhyNoFolder = "a source folder: Bazel sees no changes in it, and nothing in it is checked; name its files instead, as glob() does"

// PassOver adds a finding for each folder among the sources of a target. The
// finding has no snapshot, since the folder was not read.
func (c *Checked) PassOver(folders []string) {
	for _, folder := range folders {
		d := fixedits.Diagnostic{
			Rule: FolderRule, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning,
			Message: WhyNoFolder, Path: folder, Line: 1, Column: 1,
		}
		d.ID = fixedits.DiagnosticID(&d)
		c.Artifact.Diagnostics = append(c.Artifact.Diagnostics, d)
	}
	c.Artifact.Normalize()
}

// TagRule is the rule of the findings that Mistagged adds.
const TagRule = "autofix/tag"

// Mistagged adds a finding for each mistake in the tags of a target, at the
// first of its files: they may be meant to leave it alone. It adds none if the
// target has no file.
func (c *Checked) Mistagged(mistakes, files []string) {
	if len(files) == 0 {
		return
	}
	for _, mistake := range mistakes {
		d := fixedits.Diagnostic{
			Rule: TagRule, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning,
			Message: mistake, Path: path.Clean(files[0]), Line: 1, Column: 1,
		}
		d.ID = fixedits.DiagnosticID(&d)
		c.Artifact.Diagnostics = append(c.Artifact.Diagnostics, d)
	}
	c.Artifact.Normalize()
}
