package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func outcome(round int, id, rule string, status fixedits.Status, settled bool, paths ...string) Outcome {
	return Outcome{Round: round, Settled: settled, Finding: &fixedits.Diagnostic{}, Outcome: &fixedits.Outcome{
		ID: id, Rule: rule, Status: status, Origins: []string{"//a:a"}, Paths: paths,
	}}
}

func left(path string, line int, severity fixedits.Severity, rule, message, reason string, pending bool) Left {
	return Left{
		Diagnostic: fixedits.Diagnostic{Path: path, Line: line, Column: 1, Start: line, Severity: severity, Rule: rule, Message: message},
		Reason:     reason, Pending: pending,
	}
}

func changeOf(path, before, after string) fixedits.FileChange {
	return fixedits.FileChange{
		Path: path, Before: []byte(before), BeforeSHA256: fixedits.Digest([]byte(before)), After: []byte(after),
	}
}

func TestSummaryText(t *testing.T) {
	files := []fixedits.FileChange{changeOf("a.go", "a", "b"), changeOf("b.go", "a", "b")}
	outcomes := []Outcome{
		outcome(1, "f1", "format/go", fixedits.StatusApplied, true, "a.go"),
		outcome(1, "f2", "format/go", fixedits.StatusSuperseded, true, "b.go"),
		outcome(1, "f3", "format/go", fixedits.StatusSuperseded, false, "c.go"),
		outcome(1, "f4", "text/blanks", fixedits.StatusDuplicate, true, "a.go"),
		outcome(2, "f5", "text/blanks", fixedits.StatusApplied, true, "b.go"),
		outcome(2, "f6", "text/other", fixedits.StatusConflict, false, "b.go"),
	}
	stale := []Outcome{
		outcome(1, "f7", "a/a", fixedits.StatusStale, false, "a.go"), outcome(1, "f8", "a/a", fixedits.StatusStale, false, "b.go"),
	}
	stale[1].Reason.Code = fixedits.CodeGone
	readStale := []Outcome{
		outcome(1, "f9", "a/a", fixedits.StatusStale, false, "a.yaml"), outcome(1, "f9", "a/a", fixedits.StatusStale, false, "a.yaml"),
	}
	readStale[0].Reason = fixedits.Reason{Code: fixedits.CodeChanged, At: fixedits.Place{Path: "s.json"}}
	readStale[1].Reason = fixedits.Reason{Code: fixedits.CodeGone, At: fixedits.Place{Path: "t.json"}}
	tests := []struct {
		name    string
		summary Summary
		want    string
	}{
		{
			"nothing found",
			Summary{Checked: Checked{Files: 2, Checkers: []string{"format", "text"}}},
			"autofix: checked 2 files with format, text\nautofix: nothing pending\n",
		},
		{
			"nothing is pending but for what failed",
			Summary{Checked: Checked{Files: 2, Checkers: []string{"text"}}, Failed: []Failure{{Path: "a", Message: "a: read-only"}}},
			"autofix: checked 2 files with text\nautofix: nothing pending in what could be checked and written\n",
		},
		{
			"targets are counted where Bazel was asked",
			Summary{Checked: Checked{Targets: 1, Files: 1, Checkers: []string{"text"}}},
			"autofix: checked 1 target, 1 file with text\nautofix: nothing pending\n",
		},
		{
			"what was applied counts by rule, a formatter's work too, a duplicate not",
			Summary{Checked: Checked{Files: 3}, Files: files, Outcomes: outcomes},
			"autofix: checked 3 files\nautofix: applied 3 fixes in 2 files\n" +
				"  format/go      2  a.go, b.go\n  text/blanks    1  b.go\nautofix: nothing pending\n",
		},
		{
			"a preview says what it would do, and how to do it",
			Summary{Checked: Checked{Artifacts: 2}, Files: files[:1], Outcomes: outcomes[:1], Preview: true, Fix: "autofix fix x"},
			"autofix: read 2 artifacts\nautofix: would apply 1 fix in 1 file\n  format/go    1  a.go\n" +
				"autofix: nothing was written; apply with: autofix fix x\n",
		},
		{
			"what is left says why, the worst first",
			Summary{Checked: Checked{Files: 1}, Left: []Left{
				left("z.go", 3, fixedits.SeverityError, "b/b", "worse\nthan bad", "", false),
				left("a.go", 2, fixedits.SeverityWarning, "a/a", "second", "suggestion: apply it with --safety=suggestion", false),
				left("a.go", 1, fixedits.SeverityInfo, "a/a", "first", "conflict: overlaps f1", true),
			}},
			"autofix: checked 1 file\nautofix: left 3 findings: 1 error, 1 warning, 1 info\n" +
				"  z.go:3:1: error: worse than bad [b/b]\n" +
				"  a.go:2:1: warning: second [a/a] (suggestion: apply it with --safety=suggestion)\n" +
				"  a.go:1:1: info: first [a/a] (conflict: overlaps f1)\n" +
				"autofix: 1 fix pending\n",
		},
		{
			"fixes that no finding lists, in the last round",
			Summary{Checked: Checked{Artifacts: 1}, Rounds: 1, Outcomes: []Outcome{
				{Round: 1, Settled: true, Outcome: &fixedits.Outcome{ID: "f1", Rule: "patch/one", Status: fixedits.StatusDuplicate, Paths: []string{"a"}}},
				{Round: 1, Outcome: &fixedits.Outcome{ID: "f2", Rule: "patch/two", Title: "Apply it", Status: fixedits.StatusConflict, Reason: fixedits.Reason{Code: "overlaps", By: "f1", At: fixedits.Place{Path: "a", Start: 1, End: 2}}, Paths: []string{"a", "b"}}},
			}},
			"autofix: read 1 artifact\nautofix: not applied: 1 fix\n  a, b: Apply it [patch/two] (conflict: overlaps patch/one at a:1-2)\nautofix: nothing pending\n",
		},
		{
			"rounds that are used up, and how to go on",
			Summary{Checked: Checked{Files: 1}, Rounds: 10, Exhausted: true, Fix: "autofix fix", Left: []Left{
				left("a.go", 1, fixedits.SeverityInfo, "a/a", "first", "this run has no rounds left", true),
			}},
			"autofix: checked 1 file\nautofix: left 1 finding: 1 info\n  a.go:1:1: info: first [a/a] (this run has no rounds left)\n" +
				"autofix: 1 fix pending: a run stops after 10 rounds; continue with: autofix fix\n",
		},
		{
			"a refusal says what stands in the way",
			Summary{Checked: Checked{Files: 1}, Rest: "--policy=permissive", Blocked: []string{"a.go: Do it [a/a] conflict: overlaps f1"}, Left: []Left{
				left("a.go", 1, fixedits.SeverityWarning, "a/a", "first", "conflict: overlaps f1", true),
			}},
			"autofix: checked 1 file\n" +
				"autofix: strict policy: nothing was written, because not everything can be applied\n  a.go: Do it [a/a] conflict: overlaps f1\n" +
				"autofix: fix these by hand, or apply the rest with --policy=permissive\n" +
				"autofix: left 1 finding: 1 warning\n  a.go:1:1: warning: first [a/a] (conflict: overlaps f1)\n",
		},
		{
			"what only stale files refuse needs another run, and no hand",
			Summary{Checked: Checked{Files: 1}, Outcomes: stale, Rest: "--policy=permissive", Blocked: []string{"a.go: stale", "b.go: stale"}, Again: "run again: autofix fix ."},
			"autofix: checked 1 file\n" +
				"autofix: strict policy: nothing was written, because not everything can be applied\n  a.go: stale\n  b.go: stale\n" +
				"autofix: gone since the check: b.go\n" +
				"autofix: changed since the check: a.go; run again: autofix fix .\n",
		},
		{
			"what stale files and others refuse needs both",
			Summary{Checked: Checked{Files: 1}, Outcomes: stale[:1], Rest: "--policy=permissive", Blocked: []string{"a.go: stale", "c.go: error"}},
			"autofix: checked 1 file\n" +
				"autofix: strict policy: nothing was written, because not everything can be applied\n  a.go: stale\n  c.go: error\n" +
				"autofix: fix these by hand, or apply the rest with --policy=permissive\n" +
				"autofix: changed since the check: a.go; run again\n",
		},
		{
			"a changed file that the check of another read",
			Summary{Checked: Checked{Artifacts: 1}, Outcomes: readStale[:1], Again: "run again: autofix fix a.yaml"},
			"autofix: read 1 artifact\n" +
				"autofix: changed since the check: s.json; run again: autofix fix a.yaml\nautofix: nothing pending\n",
		},
		{
			"one that is gone",
			Summary{Checked: Checked{Artifacts: 1}, Outcomes: readStale[1:], Again: "run again: autofix fix a.yaml"},
			"autofix: read 1 artifact\n" +
				"autofix: gone since the check: t.json; run again: autofix fix a.yaml\nautofix: nothing pending\n",
		},
		{
			"where git apply would skip the patch, a preview says what would not",
			Summary{Checked: Checked{Files: 3}, Files: files[:1], Outcomes: outcomes[:1], Preview: true, Fix: "autofix fix x", Patch: "apply the patch with: git apply --directory=x p"},
			"autofix: checked 3 files\nautofix: would apply 1 fix in 1 file\n  format/go    1  a.go\n" +
				"autofix: nothing was written; apply with: autofix fix x\nautofix: apply the patch with: git apply --directory=x p\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := rendered(t, func(w io.Writer) error { return SummaryText(w, &test.summary, false) })
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSummaryTextShortensLongLists(t *testing.T) {
	s := Summary{Checked: Checked{Files: 40}}
	for i := range 13 {
		s.Left = append(s.Left,
			left(fmt.Sprintf("a%02d.go", i), 1, fixedits.SeverityWarning, "a/a", "m", "", false),
			left(fmt.Sprintf("a%02d.go", i), 2, fixedits.SeverityWarning, "a/a", "m", "", false))
		path := fmt.Sprintf("f%02d.go", i)
		s.Files = append(s.Files, changeOf(path, "a", "b"))
		s.Outcomes = append(s.Outcomes, outcome(1, path, "r/r", fixedits.StatusApplied, true, path))
	}
	s.Left = append(s.Left, left("a.go", 99, fixedits.SeverityWarning, "b/b", "m", "", false))
	got := rendered(t, func(w io.Writer) error { return SummaryText(w, &s, false) })
	for _, want := range []string{
		"  r/r   13  f00.go, f01.go, f02.go and 10 more\n",
		"  a09.go:1:1: warning: m [a/a] (2 times: lines 1, 2)\n  ... and 6 more of a/a\n  a.go:99:1: warning: m [b/b]\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}

func TestSummaryTextListsAllIfAsked(t *testing.T) {
	s := Summary{Checked: Checked{Files: 1}, Verbose: true}
	want := "autofix: checked 1 file\nautofix: left 12 findings: 12 warnings\n"
	for i := range 12 {
		s.Left = append(s.Left, left("a.go", i+1, fixedits.SeverityWarning, "a/a", "m", "why", false))
		want += fmt.Sprintf("  a.go:%d:1: warning: m [a/a] (why)\n", i+1)
	}
	if got := rendered(t, func(w io.Writer) error { return SummaryText(w, &s, false) }); !strings.HasPrefix(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestSummaryJSONIsTheShapeOfTheDesign(t *testing.T) {
	s := Summary{
		Rounds: 2,
		Outcomes: []Outcome{
			{Round: 1, Finding: &fixedits.Diagnostic{Path: "app/Dockerfile", Line: 2, Column: 3, Message: "use COPY"}, Outcome: &fixedits.Outcome{
				ID: "f1", OwnID: "copy-1", Title: "Use COPY", Rule: "hadolint/DL3020", Origins: []string{"//app:image"}, Status: fixedits.StatusConflict,
				Reason: fixedits.Reason{Code: "overlaps", By: "f7", At: fixedits.Place{Path: "app/Dockerfile", Start: 10, End: 13}},
			}},
			{Round: 2, Outcome: &fixedits.Outcome{ID: "f2", Rule: "a/b", Status: fixedits.StatusApplied, Title: "Do it", Paths: []string{"a", "b"}}},
		},
		Files: []fixedits.FileChange{changeOf("app/Dockerfile", "a", "b")},
		Left:  []Left{left("a", 1, fixedits.SeverityWarning, "r/r", "m", "", false), left("a", 2, fixedits.SeverityWarning, "r/r", "m", "", false)},

		Failed: []Failure{{Path: "c", Message: "c: cannot read it"}},
	}
	got := rendered(t, func(w io.Writer) error { return SummaryJSON(w, &s) })
	want := `{
  "version": 1,
  "written": true,
  "rounds": 2,
  "fixes": [
    {
      "id": "f1",
      "artifact_id": "copy-1",
      "rule": "hadolint/DL3020",
      "title": "Use COPY",
      "origins": [
        "//app:image"
      ],
      "status": "conflict",
      "code": "overlaps",
      "by": "f7",
      "reason": "overlaps f7 at app/Dockerfile:10-13",
      "round": 1,
      "path": "app/Dockerfile",
      "line": 2,
      "column": 3,
      "message": "use COPY"
    },
    {
      "id": "f2",
      "rule": "a/b",
      "title": "Do it",
      "origins": [],
      "status": "applied",
      "round": 2,
      "path": "a"
    }
  ],
  "files": [
    {
      "path": "app/Dockerfile",
      "before": "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
      "after": "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d"
    }
  ],
  "remaining": {
    "error": 0,
    "warning": 2,
    "info": 0
  },
  "failed": [
    {
      "path": "c",
      "message": "c: cannot read it"
    }
  ]
}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A mode that writes nothing does not claim that it did.
func TestSummaryJSONOfAPreviewHasNothingApplied(t *testing.T) {
	files := []fixedits.FileChange{changeOf("a", "a", "b")}
	outcomes := []Outcome{outcome(1, "f1", "a/b", fixedits.StatusApplied, true, "a"), outcome(1, "f2", "a/b", fixedits.StatusConflict, false, "a")}
	for _, test := range []struct {
		name    string
		summary Summary
		want    string
	}{
		{"a preview", Summary{Files: files, Outcomes: outcomes, Preview: true}, "false pending conflict"},
		{"a run", Summary{Files: files, Outcomes: outcomes}, "true applied conflict"},
		{"a run that changes nothing", Summary{}, "false"},
		{"a refusal", Summary{Outcomes: outcomes[1:], Rest: "--policy=permissive", Blocked: []string{"conflict"}}, "false conflict"},
	} {
		var doc summaryJSON
		if err := json.Unmarshal([]byte(rendered(t, func(w io.Writer) error { return SummaryJSON(w, &test.summary) })), &doc); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(doc.Written)
		for _, fix := range doc.Fixes {
			got += " " + string(fix.Status)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestSummaryJSONOfNothingHasEmptyLists(t *testing.T) {
	got := rendered(t, func(w io.Writer) error { return SummaryJSON(w, &Summary{Rounds: 1}) })
	var doc map[string]any
	if err := json.Unmarshal([]byte(got), &doc); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"fixes", "files"} {
		if _, ok := doc[list].([]any); !ok {
			t.Errorf("%s is %v, not a list", list, doc[list])
		}
	}
}

// The text has paths relative to the working folder; JSON after it keeps the
// workspace's.
func TestShownChangesNoPathOfTheSummary(t *testing.T) {
	o := outcome(1, "f1", "format/go", fixedits.StatusConflict, true, "a/b.go")
	o.Reason = fixedits.Reason{Code: "overlap", By: "f2", At: fixedits.Place{Path: "a/b.go", Start: 1, End: 2}}
	s := Summary{Rounds: 1, Outcomes: []Outcome{o}, Shown: func(path string) string { return "../" + path }}
	if shown := s.shown().Outcomes[0]; shown.Paths[0] != "../a/b.go" || shown.Reason.At.Path != "../a/b.go" {
		t.Errorf("shown: %v, %v", shown.Paths, shown.Reason)
	}
	if o.Paths[0] != "a/b.go" || o.Reason.At.Path != "a/b.go" {
		t.Errorf("afterwards: %v, %v", o.Paths, o.Reason)
	}
}
