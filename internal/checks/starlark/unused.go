package starlark

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// unusedIgnore depends on the findings of all categories, so it is not one.
var unusedIgnore = checks.Rule{
	Name:     "starlark/unused-ignore",
	Summary:  "Delete buildifier comments that silence nothing",
	Phase:    fixedits.PhaseStyle,
	Severity: fixedits.SeverityWarning,
	Safety:   fixedits.SafetySafe,
	Why: "A comment `# buildifier: disable=CATEGORY` that silences nothing hides later findings. A comment is not looked at if " +
		"one of its categories is off or not known, or depends on other files or on tables: allowed-symbol-load-locations, " +
		"deprecated-function, positional-args and unnamed-macro.",
	Bad:  "# buildifier: disable=load\nload(\":b.bzl\", \"c\")\n\nc()\n",
	Good: "load(\":b.bzl\", \"c\")\n\nc()\n",
	Fix:  "deletes the comment, and its line if nothing else is on it. Comments mean nothing to Bazel.",
}

// dependent are the categories whose findings depend on more than the file.
var dependent = []string{"allowed-symbol-load-locations", "deprecated-function", "positional-args", "unnamed-macro"}

var disables = lazyregexp.New(`(?i)^#[ \t]*build(?:ifier|ozer): disable=([a-z0-9-]+(?:,[ \t]*[a-z0-9-]+)*)(?:[ \t].*)?$`)

// use marks the comments that disable a category in an expression.
func (l *linter) use(expr build.Expr, category string) {
	for _, c := range commentsOf(expr) {
		if _, list, ok := strings.Cut(strings.ToLower(c.Token), ": disable="); ok && strings.Contains(list, category) {
			l.used[c.Start] = true
		}
	}
}

func commentsOf(expr build.Expr) []build.Comment {
	all := expr.Comment()
	return slices.Concat(all.Before, all.Suffix, all.After)
}

// unused returns a finding for each comment that has silenced nothing, although
// each of its categories ran.
func (l *linter) unused(ran func(category string) bool) (findings []checks.Finding) {
	for _, s := range l.silenced {
		for _, c := range commentsOf(s.expr) {
			match := disables().FindStringSubmatch(strings.TrimRight(c.Token, " \t"))
			if match == nil || l.used[c.Start] || strings.Count(c.Token, "disable=") > 1 {
				continue
			}
			names := strings.FieldsFunc(strings.ToLower(match[1]), func(r rune) bool { return strings.ContainsRune(", \t", r) })
			if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(dependent, name) || !ran(name) }) {
				continue
			}
			l.used[c.Start] = true // a comment belongs to one expression, but report it once in any case
			findings = append(findings, l.unusedComment(c, strings.Join(names, ", ")))
		}
	}
	return findings
}

// unusedComment returns the finding about a comment, whose fix deletes it.
func (l *linter) unusedComment(c build.Comment, names string) checks.Finding {
	start := l.offset(c.Start)
	end := start + len(c.Token)
	from, to := bytes.LastIndexByte(l.src[:start], '\n')+1, end
	switch code := bytes.TrimRight(l.src[from:start], " \t"); {
	case len(code) > 0:
		from += len(code)
	case end < len(l.src):
		to++ // the line end
	}
	return checks.Finding{
		Rule: unusedIgnore.Name, Message: fmt.Sprintf("%s silences nothing here: delete the comment", names),
		Start: l.ends.Offset(start), End: l.ends.Offset(end),
		Fixes: []fixedits.Fix{{Title: "Delete the comment", Edits: []fixedits.Edit{{Path: l.path, Start: l.ends.Offset(from), End: l.ends.Offset(to)}}}},
	}
}
