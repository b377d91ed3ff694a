package report

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// renaming has a finding with a fix that renames a file and edits the file that
// names it, and one about a file that is missing.
func renaming(t *testing.T) *Findings {
	t.Helper()
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	a.Snapshots = []fixedits.Snapshot{
		fixedits.SnapshotOf("list.txt", []byte("old\n")), fixedits.SnapshotOf("old.txt", []byte("x\n")),
		fixedits.SnapshotOfAbsent("new 1.txt"), fixedits.SnapshotOfAbsent("README"),
	}
	a.Fixes = []fixedits.Fix{
		{
			ID: "f1", Rule: "r/rename", Phase: fixedits.PhaseSemantic, Title: "Rename it", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{
				{Path: "list.txt", End: 3, New: []byte("new 1")},
				{Path: "new 1.txt", New: []byte("x\n"), Kind: fixedits.EditCreate},
				{Path: "old.txt", Kind: fixedits.EditDelete},
			},
		},
		{
			ID: "f2", Rule: "r/readme", Phase: fixedits.PhaseSemantic, Title: "Write one", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: "README", Kind: fixedits.EditCreate}},
		},
	}
	for i, path := range []string{"list.txt", "README"} {
		fix := &a.Fixes[i]
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
			ID: "d" + fix.ID, Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning, Message: "wrong", Path: path,
			Line: 1, Column: 1, Fixes: []string{fix.ID},
		})
	}
	a.Normalize()
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return NewFindings(a, nil, func(path string) []byte {
		return map[string][]byte{"list.txt": []byte("old\n"), "old.txt": []byte("x\n")}[path]
	})
}

// SARIF cannot say that a file is created or deleted: such a fix is a property,
// whole, and not half of it a SARIF fix.
func TestSARIFOfCreatedAndDeletedFiles(t *testing.T) {
	text := rendered(t, func(w io.Writer) error { return SARIF(w, renaming(t)) })
	if err := validateSARIF(t, sarifSchemaOf(t), text); err != nil {
		t.Error(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID     string            `json:"ruleId"`
				Fixes      []json.RawMessage `json:"fixes"`
				Properties struct {
					FileFixes []sarifFileFix `json:"autofix/fileFixes"`
				} `json:"properties"`
			} `json:"results"`
		} `json:"runs"`
	}
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	got := map[string]sarifFileFix{}
	for _, result := range log.Runs[0].Results {
		if len(result.Fixes) > 0 || len(result.Properties.FileFixes) != 1 {
			t.Fatalf("%s: %d fixes, properties %+v", result.RuleID, len(result.Fixes), result.Properties)
		}
		got[result.RuleID] = result.Properties.FileFixes[0]
	}
	rename := got["r/rename"]
	if rename.ID != "f1" || rename.Safety != "safe" || rename.Description != "Rename it" ||
		strings.Join(rename.Creates, " ") != "new%201.txt" || strings.Join(rename.Deletes, " ") != "old.txt" {
		t.Errorf("%+v", rename)
	}
	if readme := got["r/readme"]; strings.Join(readme.Creates, " ") != "README" || readme.Deletes != nil {
		t.Errorf("%+v", readme)
	}
	if plain := rendered(t, func(w io.Writer) error { return SARIF(w, fixtureFindings(t)) }); strings.Contains(plain, "fileFixes") {
		t.Error("fixes of texts have the property")
	}
}

func TestRDJSONSuggestsNoCreatedAndDeletedFiles(t *testing.T) {
	for rule, d := range decodeRDJSON(t, renaming(t)) {
		if len(d.Suggestions) > 0 {
			t.Errorf("%s: %+v", rule, d.Suggestions)
		}
	}
}

func TestTextNamesCreatedAndDeletedFiles(t *testing.T) {
	got := rendered(t, func(w io.Writer) error { return Text(w, renaming(t), TextOptions{Files: 2}) })
	want := "README:1:1: warning: wrong [r/readme] (fixable, creates README)\n" +
		"list.txt:1:1: warning: wrong [r/rename] (fixable, creates new 1.txt, deletes old.txt)\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSummaryOfCreatedAndDeletedFiles(t *testing.T) {
	digest := fixedits.Digest([]byte("x"))
	created := fixedits.FileChange{Path: "bin/new", After: []byte("x"), Created: true, Executable: true}
	deleted := fixedits.FileChange{Path: "old", Before: []byte("x"), BeforeSHA256: digest, Deleted: true, Executable: true}
	for _, test := range []struct {
		files []fixedits.FileChange
		text  string
		json  string
	}{
		{
			[]fixedits.FileChange{created},
			"autofix: applied 0 fixes in 1 file (1 created)\n",
			`[{"path":"bin/new","after":"` + digest + `","executable":true}]`,
		},
		{
			[]fixedits.FileChange{deleted},
			"autofix: applied 0 fixes in 1 file (1 deleted)\n",
			`[{"path":"old","before":"` + digest + `"}]`,
		},
		{
			[]fixedits.FileChange{created, deleted},
			"autofix: applied 0 fixes in 2 files (1 created, 1 deleted)\n",
			`[{"path":"bin/new","after":"` + digest + `","executable":true},{"path":"old","before":"` + digest + `"}]`,
		},
	} {
		s := &Summary{Files: test.files, Rounds: 1}
		if got := rendered(t, func(w io.Writer) error { return SummaryText(w, s, false) }); !strings.Contains(got, test.text) {
			t.Errorf("got %q, want %q", got, test.text)
		}
		var doc struct {
			Files json.RawMessage `json:"files"`
		}
		text := rendered(t, func(w io.Writer) error { return SummaryJSON(w, s) })
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(string(doc.Files)), ""); got != test.json {
			t.Errorf("got %s, want %s", got, test.json)
		}
	}
}
