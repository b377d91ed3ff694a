package report

import (
	"encoding/json"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// GitLab's report of code quality, which is a part of Code Climate's format:
// https://docs.gitlab.com/ci/testing/code_quality/.
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
)

// GitLab writes the findings as a report of code quality. GitLab compares the
// fingerprints of two branches, and shows the findings that only one of them
// has.
func GitLab(out io.Writer, f *Findings) error {
	issues := make([]gitlabIssue, 0, len(f.artifact.Diagnostics))
	fingerprints := f.fingerprints()
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		description := inert.Line(inWords(d))
		if note := f.offers(d); note != "" {
			description += " (" + note + ")"
		}
		issues = append(issues, gitlabIssue{
			Description: description,
			CheckName:   d.Rule,
			Fingerprint: fingerprints[i],
			Severity:    gitlabSeverity(d.Severity),
			Location:    gitlabLocation{d.Path, gitlabLines{max(d.Line, 1), f.lastLine(d)}},
		})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(issues)
}

// lastLine returns the line of the last byte of a finding, or its first line if
// the text is not known.
func (f *Findings) lastLine(d *fixedits.Diagnostic) int {
	index := f.linesOf(d.Path)
	if index == nil || d.End <= d.Start {
		return max(d.Line, 1)
	}
	return max(index.Line(d.End-1), d.Line, 1)
}

func gitlabSeverity(s fixedits.Severity) string {
	switch s {
	case fixedits.SeverityError:
		return "major"
	case fixedits.SeverityWarning:
		return "minor"
	}
	return "info"
}
