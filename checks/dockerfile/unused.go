package dockerfile

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/directives"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// unusedIgnore is about what all other rules found, so it is not in lint.
var unusedIgnore = checks.Rule{
	Name:     "dockerfile/unused-ignore",
	Summary:  "A comment that silences a rule silences something",
	Phase:    fixedits.PhaseStyle,
	Severity: config.SeverityOff,
	Safety:   fixedits.SafetySafe,
	Why: "A comment that silences nothing any more hides what comes back later. Names of rules that are switched off, and of " +
		"shellcheck's, are not judged. The rule is off unless it is given a severity.",
	Bad:  "# hadolint ignore=DL3020\nFROM debian:12.1\nCOPY a /a\n",
	Good: "FROM debian:12.1\nCOPY a /a\n",
	Fix:  "deletes the name from the comment, and the comment with its last name. Comments do not change the image.",
}

// unused returns a finding for each name in a comment that silenced nothing, though a rule of that name ran. Ran says
// whether a rule did.
func (c *checker) unused(file *lint.File, ran func(rule string) bool) []checks.Finding {
	var findings []checks.Finding
	for n, i := range file.Pragmas.Ignores {
		if i.Used {
			continue
		}
		message := fmt.Sprintf("%s silences nothing here", i.Name)
		matches := func(r checks.Rule) bool { return i.Matches(r.Name) }
		switch index := slices.IndexFunc(c.known(), matches); {
		case index < 0 && i.Source == directives.Autofix:
			message = fmt.Sprintf("there is no rule %s", i.Name)
		case !slices.ContainsFunc(c.rules, func(r *lint.Rule) bool { return matches(r.Rule) && ran(r.Name) }):
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

// deleteName returns the edits that take the nth name out of its comment, with a comma, or the whole line where it is the only
// one. It is nil for the only name of a comment for BuildKit, beside which other options may stand.
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
