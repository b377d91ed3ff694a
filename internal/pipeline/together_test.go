package pipeline

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// ofTarget is an artifact of a checker that numbers what it finds.
func ofTarget(origin, text string, blocked bool) *artifact.Artifact {
	a := artifact.New(artifact.Tool{Name: "lint"}, origin)
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", []byte(text))}
	fix := fixedits.Fix{ID: "f1", Rule: "lint/a", Title: "Fix", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{{Path: "a.txt", Start: 0, End: 1}}}
	if blocked {
		fix.Disposition = &fixedits.Disposition{Status: fixedits.StatusConflict, Code: "overlap"}
	}
	a.Fixes = []fixedits.Fix{fix}
	a.Diagnostics = []fixedits.Diagnostic{{ID: origin, Rule: "lint/a", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "m", Path: "a.txt", End: 1, Line: 1, Column: 1, Fixes: []string{"f1"}}}
	a.LeftAlone = []artifact.LeftAlone{{Path: "big", Reason: "it is large"}}
	return a
}

// A file of two targets is checked twice, and reported once.
func TestTogether(t *testing.T) {
	artifacts := []*artifact.Artifact{ofTarget("//a", "xy\n", true), ofTarget("//b", "xy\n", false)}
	one, err := Together(artifacts, artifact.Tool{Name: "autofix", Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if len(one.Diagnostics) != 1 || len(one.Fixes) != 1 || len(one.Snapshots) != 1 || len(one.LeftAlone) != 1 || one.Tool.Version != "1" {
		t.Fatalf("%+v", one)
	}
	if one.Fixes[0].Disposition != nil || !slices.Equal(one.Diagnostics[0].Fixes, []string{one.Fixes[0].ID}) {
		t.Errorf("one of the targets can apply the fix: %+v of %+v", one.Fixes[0], one.Diagnostics[0])
	}
	if err := one.Validate(); err != nil {
		t.Error(err)
	}
	slices.Reverse(artifacts)
	again, err := Together(artifacts, artifact.Tool{Name: "autofix", Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, again); diff != "" {
		t.Errorf("the order of the artifacts matters:\n%s", diff)
	}
	if artifacts[1].Fixes[0].Disposition == nil {
		t.Error("an artifact has changed")
	}
}

func TestTogetherRefusesTwoVersionsOfAFile(t *testing.T) {
	_, err := Together([]*artifact.Artifact{ofTarget("//a", "xy\n", false), ofTarget("//b", "xyz\n", false)}, artifact.Tool{Name: "autofix"})
	if err == nil || err.Error() != "a.txt: two artifacts are for different bytes of it; check it again" {
		t.Errorf("error %v", err)
	}
}
