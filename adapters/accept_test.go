package adapters

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

var (
	one   = fixedits.SnapshotOf("a/one.txt", []byte("one"))
	two   = fixedits.SnapshotOf("a/two.txt", []byte("two"))
	given = []fixedits.Snapshot{one, two}
)

// found returns an artifact with a finding and a fix of the first byte of one.
func found() *artifact.Artifact {
	return &artifact.Artifact{
		Version:   artifact.Version,
		Tool:      artifact.Tool{Name: "theirs", Version: "7"},
		Origin:    "theirs too",
		Snapshots: []fixedits.Snapshot{one},
		Diagnostics: []fixedits.Diagnostic{{
			ID: "d1", Rule: "x/rule", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "wrong",
			Path: one.Path, Start: 0, End: 1, Line: 1, Column: 1, Fixes: []string{"f1"},
		}},
		Fixes: []fixedits.Fix{{
			ID: "f1", Rule: "x/rule", Phase: fixedits.PhaseStyle, Title: "Mend it", Safety: fixedits.SafetySafe,
			Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{{Path: one.Path, Start: 0, End: 1, New: []byte("O")}},
		}},
	}
}

func TestAcceptMakesAnArtifactOfOurs(t *testing.T) {
	a := found()
	a.Plan = true
	a.Fixes[0].Disposition = &fixedits.Disposition{Status: fixedits.StatusConflict, Code: "overlaps", By: "f1"}
	if err := Accept(a, "mine", "//a:b", given); err != nil {
		t.Fatal(err)
	}
	want := found()
	want.Tool.Name, want.Origin, want.Snapshots = "mine", "//a:b", given
	want.Fixes[0].ID = fixedits.ContentID(&want.Fixes[0])
	want.Diagnostics[0].ID = fixedits.DiagnosticID(&want.Diagnostics[0])
	want.Diagnostics[0].Fixes = []string{want.Fixes[0].ID}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAcceptMakesOneOfEqualFindings(t *testing.T) {
	a := found()
	fix, d := a.Fixes[0], a.Diagnostics[0]
	fix.ID, d.ID, d.Fixes = "f2", "d2", []string{"f2"}
	other := fix
	other.ID, other.Edits = "f3", []fixedits.Edit{{Path: one.Path, Start: 0, End: 1, New: []byte("0")}}
	d.Fixes = append(d.Fixes, other.ID)
	a.Fixes = append(a.Fixes, fix, other)
	a.Diagnostics = append(a.Diagnostics, d)
	if err := Accept(a, "mine", "", given); err != nil {
		t.Fatal(err)
	}
	if len(a.Fixes) != 2 || len(a.Diagnostics) != 1 {
		t.Fatalf("%d fixes, %d diagnostics, want 2 and 1", len(a.Fixes), len(a.Diagnostics))
	}
	want := []string{fixedits.ContentID(&fix), fixedits.ContentID(&other)}
	if diff := cmp.Diff(want, a.Diagnostics[0].Fixes); diff != "" {
		t.Errorf("alternatives (-want +got):\n%s", diff)
	}
}

// The fixes of a repeated finding come after those of the first.
func TestAcceptKeepsTheFixesOfEqualFindings(t *testing.T) {
	a := found()
	fix, d := a.Fixes[0], a.Diagnostics[0]
	fix.ID, fix.Edits = "f2", []fixedits.Edit{{Path: one.Path, Start: 0, End: 1, New: []byte("0")}}
	d.ID, d.Fixes = "d2", []string{"f2"}
	a.Fixes = append(a.Fixes, fix)
	a.Diagnostics = append(a.Diagnostics, d)
	want := []string{fixedits.ContentID(&a.Fixes[0]), fixedits.ContentID(&fix)}
	if err := Accept(a, "mine", "//a:b", given); err != nil {
		t.Fatal(err)
	}
	if len(a.Diagnostics) != 1 {
		t.Fatalf("%d diagnostics, want 1", len(a.Diagnostics))
	}
	if diff := cmp.Diff(want, a.Diagnostics[0].Fixes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAcceptRefusesWhatWasNotGiven(t *testing.T) {
	for _, test := range []struct {
		name     string
		snapshot fixedits.Snapshot
		want     string
	}{
		{"another file", fixedits.SnapshotOf("b/one.txt", []byte("one")), "speaks of b/one.txt, which is not among the files that it was given"},
		{"other bytes", fixedits.SnapshotOf(two.Path, []byte("TWO")), "was made for other bytes of a/two.txt"},
		{"another size", fixedits.Snapshot{Path: two.Path, SHA256: two.SHA256, Size: 4}, "was made for other bytes of a/two.txt (4, "},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := found()
			a.Snapshots = append(a.Snapshots, test.snapshot)
			if err := Accept(a, "mine", "", given); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestAcceptRefusesAFindingOfWhatWasNotGiven(t *testing.T) {
	a := found()
	a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
		ID: "d9", Rule: "r", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityInfo, Message: "m", Path: "b", Line: 1, Column: 1,
	})
	const want = "speaks of b, which is not among the files that it was given"
	if err := Accept(a, "mine", "", given); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestDecode(t *testing.T) {
	if _, err := Decode("sarif", nil); err == nil || !strings.Contains(err.Error(), `unknown format "sarif": there is artifact`) {
		t.Errorf("error %v", err)
	}
	if a, err := Decode("artifact", []byte(`{"version": 1`)); a != nil || err == nil || !strings.Contains(err.Error(), "was it cut off?") {
		t.Errorf("%v, %v", a, err)
	}
	text, err := artifact.Marshal(found())
	if err != nil {
		t.Fatal(err)
	}
	a, err := Decode("artifact", text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(found(), a); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
