package fixedits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func found(message string) fixedits.Diagnostic {
	return fixedits.Diagnostic{ID: "ignored", Rule: "r", Message: message, Path: "a", End: 1, Fixes: []string{"ignored"}}
}

func TestCollectorMakesOneOfEqualFindingsAndFixes(t *testing.T) {
	var c fixedits.Collector
	first, second := fix("1", at(0, 1, "x")), fix("2", at(0, 1, "y"))
	c.Add(found("wrong"), first)
	c.Add(found("other"))
	c.Add(found("wrong"), first, second, second)
	if id := c.AddFix(fix("3", at(0, 1, "y"))); id != fixedits.ContentID(&second) {
		t.Errorf("an equal fix has the id %s, not %s", id, fixedits.ContentID(&second))
	}
	if len(c.Diagnostics) != 2 || len(c.Fixes) != 2 {
		t.Fatalf("%d findings and %d fixes, want 2 and 2", len(c.Diagnostics), len(c.Fixes))
	}
	want := []string{fixedits.ContentID(&first), fixedits.ContentID(&second)}
	if diff := cmp.Diff(want, c.Diagnostics[0].Fixes); diff != "" {
		t.Errorf("fixes of the repeated finding (-want +got):\n%s", diff)
	}
	if got := c.Diagnostics[1].Fixes; got != nil {
		t.Errorf("fixes of a finding without any: %q", got)
	}
	for i := range c.Diagnostics {
		if d := &c.Diagnostics[i]; d.ID != fixedits.DiagnosticID(d) {
			t.Errorf("finding %d has the id %s", i, d.ID)
		}
	}
}

// The id of a fix does not depend on the order in which its edits were found.
func TestCollectorSortsEdits(t *testing.T) {
	var c fixedits.Collector
	sorted := c.AddFix(fix("", at(0, 1, "x"), at(2, 3, "y")))
	if other := c.AddFix(fix("", at(2, 3, "y"), at(0, 1, "x"))); other != sorted {
		t.Errorf("ids %s and %s", sorted, other)
	}
	if c.AddFix(fix("", at(2, 2, "y"), at(2, 2, "x"))) == c.AddFix(fix("", at(2, 2, "x"), at(2, 2, "y"))) {
		t.Error("insertions at one place have one id in both orders")
	}
}

func TestCollectorRepairsMessages(t *testing.T) {
	var c fixedits.Collector
	c.Add(found("\xff"))
	c.Add(found("\ufffd"))
	if len(c.Diagnostics) != 1 || c.Diagnostics[0].Message != "\ufffd" {
		t.Errorf("%+v", c.Diagnostics)
	}
}
