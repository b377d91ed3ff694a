package pipeline

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Findings without a fix get one, in a copy; equal ones get the same.
func TestHandOver(t *testing.T) {
	one := &artifact.Artifact{
		Fixes: []fixedits.Fix{{ID: "f1"}},
		Diagnostics: []fixedits.Diagnostic{
			{Rule: "a/a", Path: "x", Fixes: []string{"f1"}}, {Rule: "a/b", Path: "x"}, {Rule: "a/b", Path: "x"}, {Rule: "a/c", Path: "x"},
		},
	}
	other := &artifact.Artifact{Diagnostics: []fixedits.Diagnostic{{Rule: "a/c", Path: "x"}}}
	opts := Options{HandOver: func(d *fixedits.Diagnostic) *fixedits.Fix {
		if d.Rule != "a/b" {
			return nil
		}
		return &fixedits.Fix{Rule: d.Rule, Resolver: &fixedits.Resolver{ID: "r", Path: d.Path}}
	}}
	got := opts.handOver([]*artifact.Artifact{one, other})
	if got[1] != other || len(one.Fixes) != 1 || len(one.Diagnostics[1].Fixes) != 0 {
		t.Error("the artifacts have changed")
	}
	d := got[0].Diagnostics
	if len(got[0].Fixes) != 2 || len(d[1].Fixes) != 1 || d[1].Fixes[0] != got[0].Fixes[1].ID || d[2].Fixes[0] != d[1].Fixes[0] || len(d[3].Fixes) != 0 || d[0].Fixes[0] != "f1" {
		t.Errorf("%+v", got[0])
	}
}
