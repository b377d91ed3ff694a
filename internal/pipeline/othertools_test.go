package pipeline

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// The configuration sets the severity of another tool's rules. A rule that is
// off has neither findings nor fixes.
func TestSeveritiesOfOtherTools(t *testing.T) {
	files := map[string]string{"a.py": "one two three\n", "sub/b.py": "one\n"}
	found := func() *artifact.Artifact {
		return artifactOf(t, "//o", files,
			proposed{rule: "ruff/F401", edits: []fixedits.Edit{edit("a.py", 0, 3, "1")}},
			proposed{rule: "ruff/E501", edits: []fixedits.Edit{edit("a.py", 4, 7, "2")}},
			proposed{rule: "eslint/react/x", edits: []fixedits.Edit{edit("a.py", 8, 13, "3")}},
			proposed{rule: "ruff/F401", edits: []fixedits.Edit{edit("sub/b.py", 0, 3, "1")}},
		)
	}
	for _, test := range []struct {
		name, config string
		want         []string
		fixes        int
	}{
		{"nothing", "", []string{"warning ruff/F401 a.py", "warning ruff/E501 a.py", "warning eslint/react/x a.py", "warning ruff/F401 sub/b.py"}, 4},
		{"a namespace", "[rules.\"ruff/*\"]\nseverity = \"error\"\n", []string{"error ruff/F401 a.py", "error ruff/E501 a.py", "error ruff/F401 sub/b.py", "warning eslint/react/x a.py"}, 4},
		{"a rule outweighs its namespace", "[rules.\"ruff/*\"]\nseverity = \"error\"\n[rules.\"ruff/F401\"]\nseverity = \"off\"\n", []string{"error ruff/E501 a.py", "warning eslint/react/x a.py"}, 2},
		{"a plugin", "[rules.\"eslint/react/*\"]\nseverity = \"info\"\n[rules.\"eslint/*\"]\nseverity = \"off\"\n", []string{"warning ruff/F401 a.py", "warning ruff/E501 a.py", "warning ruff/F401 sub/b.py", "info eslint/react/x a.py"}, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, files)
			opts := Options{Config: parsed(t, test.config)}
			names := []string{"a.py", "sub/b.py"}
			checked, err := CheckBy(context.Background(), ws, names, func(context.Context, []fixedits.Snapshot) (*artifact.Artifact, error) { return found(), nil }, opts)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range checked.Artifact.Diagnostics {
				got = append(got, fmt.Sprintf("%s %s %s", d.Severity, d.Rule, d.Path))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(checked.Artifact.Fixes) != test.fixes {
				t.Errorf("%d fixes, want %d", len(checked.Artifact.Fixes), test.fixes)
			}
			if err := checked.Artifact.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A fix stays as long as a finding that is on lists it, or none does and its
// own rule is on.
func TestFixesOfRulesThatAreOff(t *testing.T) {
	files := map[string]string{"a.py": "one two three\n"}
	a := artifactOf(t, "//o", files,
		proposed{rule: "x/one", edits: []fixedits.Edit{edit("a.py", 0, 3, "1")}},
		proposed{rule: "x/two", edits: []fixedits.Edit{edit("a.py", 4, 7, "2")}},
	)
	shared := a.Fixes[slices.IndexFunc(a.Fixes, func(f fixedits.Fix) bool { return f.Rule == "x/one" })].ID
	for i := range a.Diagnostics {
		if a.Diagnostics[i].Rule == "x/two" {
			a.Diagnostics[i].Fixes = append(a.Diagnostics[i].Fixes, shared)
		}
	}
	alone := fixedits.Fix{Rule: "x/one", Phase: fixedits.PhaseStyle, Title: "t", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{edit("a.py", 8, 13, "3")}}
	alone.ID = fixedits.ContentID(&alone)
	a.Fixes = append(a.Fixes, alone)
	configure(a, &Options{Config: parsed(t, "[rules.\"x/one\"]\nseverity = \"off\"\n")})
	if len(a.Diagnostics) != 1 || len(a.Fixes) != 2 {
		t.Errorf("%d findings and %d fixes, want 1 and 2", len(a.Diagnostics), len(a.Fixes))
	}
	if slices.ContainsFunc(a.Fixes, func(f fixedits.Fix) bool { return f.ID == alone.ID }) {
		t.Error("the fix of a rule that is off stayed")
	}
}

// A file that is left alone has neither findings nor fixes, and is returned
// once, however many reports name it.
func TestImportReturnsWhatIsLeftAlone(t *testing.T) {
	files := map[string]string{"a.py": "one two\n", "vendor/b.py": "one\n"}
	report := func(from string) *artifact.Artifact {
		return artifactOf(t, from, files,
			proposed{rule: "ruff/F401", edits: []fixedits.Edit{edit("a.py", 0, 3, "1")}},
			proposed{rule: "ruff/F401", edits: []fixedits.Edit{edit("vendor/b.py", 0, 3, "1")}},
		)
	}
	reports := []*artifact.Artifact{report("one"), report("two")}
	opts := Options{Config: parsed(t, "")}
	left := Import(newWorkspace(t, files), reports, &opts)
	if len(left) != 1 || left[0].Path != "vendor/b.py" || !left[0].Default || opts.LeftAlone != nil {
		t.Errorf("left alone: %v, in the options: %v, want vendor/b.py once", left, opts.LeftAlone)
	}
	for _, a := range reports {
		if len(a.Diagnostics) != 1 || len(a.Fixes) != 1 || len(a.Snapshots) != 1 || a.Snapshots[0].Path != "a.py" {
			t.Errorf("%s: findings %v, fixes %v, files %v", a.Origin, a.Diagnostics, a.Fixes, a.Snapshots)
		}
	}
}
