package autofixai

import (
	"bytes"
	"encoding/json"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/addition"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// FindingID is the id of the resolver of findings that have no fix.
const FindingID = "ai-finding"

// IsID reports whether agents are asked for the fixes of a resolver.
func IsID(id string) bool { return id == ID || id == FindingID }

// HandOver returns a function for pipeline.Options, which returns a fix for
// findings of some rules, and nil for others. The rules are globs, as in
// policy.MatchRule.
func HandOver(rules []string) func(d *fixedits.Diagnostic) *fixedits.Fix {
	return func(d *fixedits.Diagnostic) *fixedits.Fix {
		if d.Path == "" || !slices.ContainsFunc(rules, func(glob string) bool { return policy.MatchRule(glob, d.Rule) }) {
			return nil
		}
		data, err := json.Marshal(objective.FindingData{Message: d.Message, Start: d.Start, End: d.End})
		if err != nil {
			return nil // never: a text and numbers
		}
		return &fixedits.Fix{
			Rule: d.Rule, Phase: fixedits.PhaseSemantic, Title: "Resolve the finding",
			Safety: fixedits.SafetyUnsafe, Confidence: fixedits.ConfidenceLow,
			Resolver: &fixedits.Resolver{ID: FindingID, Path: d.Path, Data: data},
		}
	}
}

// objectiveOf returns the objective of a fix.
func objectiveOf(fix *fixedits.Fix) *objective.Objective {
	if fix.Resolver.ID == FindingID {
		return objective.Finding
	}
	return objective.For(fix.Rule)
}

// place sets the lines of a request's finding, and the lines around that may
// change.
func (f *fileRun) place(r *objective.Request) {
	var data objective.FindingData
	if json.Unmarshal(r.Data, &data) != nil {
		return // Read reports it
	}
	lineAt := func(offset int) int {
		return 1 + bytes.Count(f.ends.file[:min(max(offset, 0), len(f.ends.file))], []byte("\n"))
	}
	first, last := lineAt(data.Start), lineAt(max(data.Start, data.End-1))
	// A finding about a whole function or file is at its start.
	if last > first+f.Settings.Window {
		last = first
	}
	r.Finding = addition.Lines{First: first, Last: last}
	r.Window = addition.WindowOf(r.Path, f.ends.text, r.Finding, f.Settings.Window)
}

// preview returns the reason for which an answer is only shown, or "".
func (f *fileRun) preview(l *loop) string {
	switch {
	case l.objective.Judges != nil && !l.objective.Judges(l.request):
		return "answers for this kind of file or rule cannot be judged"
	case l.objective == objective.Finding && l.own(f.base.checked) == 0:
		return "the checker of the finding cannot be run again"
	}
	return ""
}
