package spec

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// An Omitted counts the fixes of an artifact that are not in its document.
type Omitted struct {
	Edits        int // they have edits only
	Alternatives int // to a fix that is in the document
	Disposed     int // they will not be applied: see fixedits.Disposition
}

// FromArtifact returns the fixes of an artifact that have operations, in the
// order of Normalize. Of alternatives, the best one is in it.
func FromArtifact(a *artifact.Artifact) (*Document, Omitted) {
	d := &Document{PackVersion: a.Tool.Version, WorkspaceRoot: "."}
	usable := map[string]bool{} // by id
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		usable[fix.ID] = len(fix.Actions) > 0 && fix.Disposition == nil
	}
	findings := map[string][]*fixedits.Diagnostic{} // by id of the best usable fix
	listed := map[string]bool{}                     // usable fixes
	for i := range a.Diagnostics {
		finding, first := &a.Diagnostics[i], true
		for _, id := range finding.Fixes {
			if !usable[id] {
				continue
			}
			listed[id] = true
			if first {
				findings[id] = append(findings[id], finding)
			}
			first = false
		}
	}
	var omitted Omitted
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		switch {
		case len(fix.Actions) == 0:
			omitted.Edits++
		case fix.Disposition != nil:
			omitted.Disposed++
		case listed[fix.ID] && findings[fix.ID] == nil:
			omitted.Alternatives++
		default:
			d.Actions = append(d.Actions, actionOf(fix, findings[fix.ID]))
		}
	}
	d.Normalize()
	return d, omitted
}

// actionOf returns the action of a fix of findings, which may be none.
func actionOf(fix *fixedits.Fix, findings []*fixedits.Diagnostic) Action {
	a := Action{
		ID: fix.ID, Title: fix.Title, Severity: fixedits.SeverityInfo, Ops: fix.Actions, Confidence: confidenceOf(fix.Safety),
	}
	most := len(severities)
	for _, finding := range findings {
		a.Targets = append(a.Targets, targetOf(finding, fix))
		if rank := slices.Index(severities, finding.Severity); rank < most {
			most, a.Severity, a.Notes = rank, finding.Severity, finding.Message
		}
	}
	if a.Notes == a.Title {
		a.Notes = ""
	}
	if len(findings) == 0 {
		first := &fix.Actions[0]
		a.Targets = []Target{{File: first.File, Document: first.Document, Pointer: first.Pointer, Rule: fix.Rule}}
	}
	return a
}

// targetOf returns the place of a finding. One without a pointer is where the
// fix changes its file.
func targetOf(finding *fixedits.Diagnostic, fix *fixedits.Fix) Target {
	t := Target{File: finding.Path, Document: finding.Document, Rule: finding.Rule}
	if finding.Pointer != nil {
		t.Pointer = *finding.Pointer
		return t
	}
	for i := range fix.Actions {
		if op := &fix.Actions[i]; op.File == finding.Path {
			t.Pointer, t.Document = op.Pointer, op.Document
			break
		}
	}
	return t
}

func confidenceOf(safety fixedits.Safety) fixedits.Confidence {
	switch safety {
	case fixedits.SafetySafe:
		return fixedits.ConfidenceHigh
	case fixedits.SafetySuggestion:
		return fixedits.ConfidenceMedium
	}
	return fixedits.ConfidenceLow
}
