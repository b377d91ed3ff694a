package dockerfile

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/directives"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// unusedIgnore depends on the findings of all other rules, so it is not a
// lint.Rule.
var unusedIgnore = checks.Rule{
	Name:     "dockerfile/unused-ignore",
	Summary:  "Delete ignore comments that silence nothing",
	Phase:    fixedits.PhaseStyle,
	Severity: fixedits.SeverityWarning,
	Safety:   fixedits.SafetySafe,
	Why: "A comment that silences nothing hides later findings. Names of rules that are off, and of shellcheck's " +
		"rules, are not checked. Without a severity in autofix.toml, comments of BuildKit are not, since a build finds more.",
	Bad:  "# hadolint ignore=DL3020\nFROM debian:12.1\nCOPY a /a\n",
	Good: "FROM debian:12.1\nCOPY a /a\n",
	Fix:  "deletes the name from the comment, and the comment with its last name. Comments do not change the image.",
}

// unused returns a finding for each name in a comment that silenced nothing
// although a rule of that name ran; ran reports whether a rule ran, and had
// something to look for. Without all, it does not look at comments of BuildKit,
// which finds more in a build.
func (c *checker) unused(file *lint.File, ran func(*lint.Rule) bool, all bool) []checks.Finding {
	var findings []checks.Finding
	for n, i := range file.Pragmas.Ignores {
		if i.Used {
			continue
		}
		if i.Source == directives.Autofix && !c.Silences(i.Name) || i.Source == directives.BuildKit && !all {
			continue // Run of package checks tells of names that no rule of Dockerfiles has
		}
		message := fmt.Sprintf("%s silences nothing here: delete it", i.Name)
		matches := func(r checks.Rule) bool { return i.Matches(r.Name) }
		if !slices.ContainsFunc(c.rules, func(r *lint.Rule) bool { return matches(r.Rule) && ran(r) }) {
			continue
		}
		finding := checks.Finding{Rule: unusedIgnore.Name, Message: message, Start: i.Span.Start, End: i.Span.End}
		if edits := deleteName(file, n); edits != nil {
			finding.Fixes = []fixedits.Fix{{Title: "Delete " + i.Name, Edits: edits}}
		}
		findings = append(findings, finding)
	}
	return findings
}

// deleteName returns the edits that delete the nth name from its comment, with
// a comma, or the whole line if it is the only name. It returns nil for the
// only name of a BuildKit comment, which may have other options.
func deleteName(file *lint.File, n int) []fixedits.Edit {
	all := file.Pragmas.Ignores
	ignore, comment := all[n], file.Comments[all[n].Comment]
	first := n == 0 || all[n-1].Comment != ignore.Comment
	last := n+1 == len(all) || all[n+1].Comment != ignore.Comment
	span := ignore.Span
	switch {
	case first && last && ignore.Source == directives.BuildKit:
		return nil
	case first && last:
		span = file.Lines(&syntax.Instruction{Start: comment.Start, End: comment.End})
	case last:
		span.Start = all[n-1].Span.End
	default:
		span.End = all[n+1].Span.Start
	}
	return file.ReplaceSpan(span, "")
}
