package pipeline

import (
	"path"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Warn marks files as ones whose findings shut no gate, and makes warnings of
// the errors in them.
func (c *Checked) Warn(files []string) {
	if len(files) == 0 {
		return
	}
	warned := make(map[string]bool, len(files))
	for _, file := range files {
		warned[path.Clean(file)] = true
	}
	markWarned(c.Artifact, warned)
	onlyWarnings(c.Artifact.Diagnostics, warned)
	c.Artifact.Normalize()
}

// markWarned marks the files of an artifact, among these paths, as ones whose
// findings shut no gate.
func markWarned(a *artifact.Artifact, warned map[string]bool) {
	for i := range a.Snapshots {
		if s := &a.Snapshots[i]; warned[s.Path] {
			a.Warn = append(a.Warn, s.Path)
		}
	}
}

// onlyWarnings makes warnings of the errors in files.
func onlyWarnings(diagnostics []fixedits.Diagnostic, warned map[string]bool) {
	for i := range diagnostics {
		if d := &diagnostics[i]; d.Severity == fixedits.SeverityError && warned[d.Path] {
			d.Severity = fixedits.SeverityWarning
		}
	}
}
