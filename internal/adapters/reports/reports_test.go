package reports

import (
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

var written = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// A source has files with the times at which they were modified.
type source map[string]struct {
	text     string
	modified time.Time
}

func (source) Root() string { return "/work" }

func (s source) Read(path string) ([]byte, error) {
	if file, ok := s[path]; ok {
		return []byte(file.text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

func (s source) ModTime(path string) (time.Time, error) {
	if file, ok := s[path]; ok {
		return file.modified, nil
	}
	return time.Time{}, fs.ErrNotExist
}

const (
	ruff   = `[{"code": "F401", "filename": "a.py", "message": "m", "location": {"row": 1, "column": 1}, "end_location": {"row": 1, "column": 2}, "fix": {"applicability": "safe", "edits": [{"content": "", "location": {"row": 1, "column": 1}, "end_location": {"row": 1, "column": 2}}]}}]`
	sarif  = `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "artifacts": [ARTIFACT], "results": [{"ruleId": "R", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.py"}, "region": {"startLine": 1, SNIPPET"endColumn": 2}}}], "fixes": [{"artifactChanges": [{"artifactLocation": {"uri": "a.py"}, "replacements": [{"deletedRegion": {"startLine": 1, DELETED"endColumn": 2}, "insertedContent": {"text": "z"}}]}]}]}]}]}`
	eslint = `[{"filePath": "a.py", SOURCE"messages": [{"ruleId": "r", "severity": 2, "message": "m", "line": 1, "column": 1, "fix": {"range": [0, 1], "text": "z"}}]}]`
	rustc  = `{"message": "m", "level": "warning", "code": null, "spans": [{"file_name": "a.py", "byte_start": 0, "byte_end": 1, "line_start": 1, "line_end": 1, "is_primary": true, "text": [{"text": "TEXT"}], "suggested_replacement": "z", "suggestion_applicability": "MachineApplicable"}], "children": []}`
	golang = `{"Issues": [{"FromLinter": "l", "Text": "m", "Pos": {"Filename": "a.py", "Line": 1}, "SourceLines": ["TEXT"], "SuggestedFixes": [{"TextEdits": [{"Pos": 0, "End": 1, "NewText": "eg=="}]}]}]}`
)

// A report whose errors are all about files elsewhere is not one without
// findings.
func TestReadOfAReportAboutAnotherFolder(t *testing.T) {
	f, err := builtin.Format("sarif")
	if err != nil {
		t.Fatal(err)
	}
	report := strings.NewReplacer("ARTIFACT", "", "SNIPPET", "", "DELETED", "", "a.py", "../a.py").Replace(sarif)
	read := func(report string) error {
		r := &Report{Name: "report", Format: f, In: strings.NewReader(report)}
		_, err := r.Read(source{})
		return err
	}
	if err := read(report); err != nil {
		t.Errorf("of warnings: %v", err)
	}
	const want = "no result is about a file of the workspace, and there are errors: result 1 (R): ../a.py: not in the workspace"
	if err := read(strings.Replace(report, `"ruleId"`, `"level": "error", "ruleId"`, 1)); err == nil || err.Error() != want {
		t.Errorf("of errors: %v", err)
	}
}

func TestRead(t *testing.T) {
	earlier, later := written.Add(-time.Second), written.Add(time.Second)
	without := func(format string) string {
		return strings.NewReplacer("ARTIFACT", "", "SNIPPET", "", "DELETED", "", "SOURCE", "").Replace(format)
	}
	with := func(format, name, value string) string { return without(strings.ReplaceAll(format, name, value)) }
	for _, test := range []struct {
		name, format, report string
		modified             time.Time
		stale                string // of the fix; "": it is current
		refused              []string
	}{
		{name: "an older file", format: "ruff", report: ruff, modified: earlier},
		{name: "a file of the same time", format: "ruff", report: ruff, modified: written},
		{name: "a newer file", format: "ruff", report: ruff, modified: later, stale: "newer: a.py was modified after report was written"},
		{name: "no text in a log", format: "sarif", report: without(sarif), modified: later, stale: "newer: a.py was modified after report was written"},
		{name: "the text of a region", format: "sarif", report: with(sarif, "DELETED", `"snippet": {"text": "x"}, `), modified: later},
		{name: "another text of a region", format: "sarif", report: with(sarif, "DELETED", `"snippet": {"text": "w"}, `), modified: earlier, stale: "other_text: report has another text in its place"},
		{name: "the line of a finding", format: "sarif", report: with(sarif, "SNIPPET", `"snippet": {"text": "x = 1\r\n"}, `), modified: later},
		{name: "another text of a finding says nothing", format: "sarif", report: with(sarif, "SNIPPET", `"snippet": {"text": "= 1"}, `), modified: earlier},
		{name: "a digest", format: "sarif", report: with(sarif, "ARTIFACT", `{"location": {"uri": "a.py"}, "hashes": {"sha-256": "A00AD3D2C1A5C5F84A5C97AD0B9C42B9D8E95EFCF0D1A1C39E1F9C0A6D6E2A11"}}`), modified: earlier, stale: "other_text: report has another text in its place"},
		{name: "the contents of a file", format: "sarif", report: with(sarif, "ARTIFACT", `{"location": {"uri": "a.py"}, "contents": {"text": "x = 1\ny = 2\n"}}`), modified: later},
		{name: "the source of ESLint", format: "eslint", report: with(eslint, "SOURCE", `"source": "x = 1\ny = 2\n", `), modified: later},
		{name: "another source of ESLint", format: "eslint", report: with(eslint, "SOURCE", `"source": "x = 1\n", `), modified: earlier, stale: "other_text: report has another text in its place"},
		{name: "no source of ESLint", format: "eslint", report: without(eslint), modified: later, stale: "newer: a.py was modified after report was written"},
		{name: "the output of ESLint, which the file has", format: "eslint", report: with(eslint, "SOURCE", `"output": "x = 1\ny = 2\n", `), modified: later},
		{name: "the output of ESLint, which the file has not", format: "eslint", report: with(eslint, "SOURCE", `"output": "x = 1\n", `), modified: earlier, refused: []string{
			"result 1 (r): a.py: the messages are for the text that --fix-dry-run would make of it: run ESLint without this flag",
		}},
		{name: "a line of rustc", format: "rustc", report: strings.Replace(rustc, "TEXT", "x = 1", 1), modified: later},
		{name: "another line of rustc", format: "rustc", report: strings.Replace(rustc, "TEXT", "x = 7", 1), modified: earlier, stale: "other_text: report has another text in its place"},
		{name: "a line of golangci-lint", format: "golangci-lint", report: strings.Replace(golang, "TEXT", "x = 1", 1), modified: later},
		{name: "another line of golangci-lint", format: "golangci-lint", report: strings.Replace(golang, "TEXT", "x = 7", 1), modified: earlier, stale: "other_text: report has another text in its place"},
		{name: "a place that a newer file does not have", format: "ruff", report: strings.ReplaceAll(ruff, `"row": 1`, `"row": 9`), modified: later, refused: []string{
			"result 1 (F401): a.py: it was modified after report was written: 9:1: no such place: the text has 3 lines",
		}},
		{name: "a file that is gone", format: "ruff", report: strings.ReplaceAll(ruff, `a.py`, `b.py`), modified: later, refused: []string{
			"result 1 (F401): b.py: the workspace has no such file",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			format, err := builtin.Format(test.format)
			if err != nil {
				t.Fatal(err)
			}
			report := Report{Name: "report", Format: format, In: strings.NewReader(test.report), Written: written}
			reading, err := report.Read(source{"a.py": {"x = 1\ny = 2\n", test.modified}})
			if err != nil {
				t.Fatal(err)
			}
			var refused []string
			for _, refusal := range reading.Refused {
				refused = append(refused, refusal.Error())
			}
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
			if test.refused != nil {
				return
			}
			if len(reading.Artifact.Fixes) != 1 {
				t.Fatalf("fixes: %q", adaptertest.Findings(reading.Artifact))
			}
			got := ""
			if reason, ok := reading.Stale[reading.Artifact.Fixes[0].ID]; ok {
				got = string(reason.Code) + ": " + reason.String()
			}
			if got != test.stale {
				t.Errorf("stale: got %q, want %q", got, test.stale)
			}
		})
	}
}

// Without its time, as of a pipe, a report is taken for current.
func TestReadWithoutATime(t *testing.T) {
	format, err := builtin.Format("ruff")
	if err != nil {
		t.Fatal(err)
	}
	report := Report{Name: "report", Format: format, In: strings.NewReader(ruff)}
	reading, err := report.Read(source{"a.py": {"x = 1\n", written}})
	if err != nil || len(reading.Stale) > 0 || len(reading.Artifact.Fixes) != 1 {
		t.Errorf("%+v, %v", reading, err)
	}
	report.In = strings.NewReader("[")
	if _, err := report.Read(source{}); err == nil || err.Error() != "malformed ruff: cut off at byte 1" {
		t.Errorf("error %v", err)
	}
}
