package report

import (
	"encoding/json"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func decodeRDJSON(t *testing.T, findings *Findings) map[string]rdDiagnostic {
	t.Helper()
	var result rdResult
	text := rendered(t, func(w io.Writer) error { return RDJSON(w, findings) })
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		t.Fatal(err)
	}
	if result.Source.Name != "autofix" {
		t.Errorf("source %q", result.Source.Name)
	}
	byRule := map[string]rdDiagnostic{}
	for _, d := range result.Diagnostics {
		byRule[d.Code.Value] = d
	}
	return byRule
}

func TestRDJSONOfOneFinding(t *testing.T) {
	got := decodeRDJSON(t, fixtureFindings(t))["spell/world"]
	want := rdDiagnostic{
		Message:  "100% \"world\":\nreally, no",
		Severity: "INFO",
		Code:     rdCode{Value: "spell/world"},
		Location: rdLocation{Path: "a.txt", Range: rdRange{Start: rdPosition{1, 13}, End: &rdPosition{1, 18}}},
		Suggestions: []rdSuggestion{
			{Range: rdRange{Start: rdPosition{1, 13}, End: &rdPosition{1, 18}}, Text: "🌍"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Some readers take the suggestions of one diagnostic for alternatives, so what
// cannot be said as a whole is not said at all.
func TestRDJSONSuggestsAllOfAFixOrNothing(t *testing.T) {
	byRule := decodeRDJSON(t, fixtureFindings(t))
	tests := []struct {
		rule string
		want int
		why  string
	}{
		{"text/blanks", 1, "two edits in the file of the finding, with the text between them"},
		{"text/newline", 0, "a second file"},
		{"bin/bytes", 0, "bytes that are not UTF-8"},
		{"ai/ask", 0, "no edits yet"},
	}
	for _, test := range tests {
		if got := len(byRule[test.rule].Suggestions); got != test.want {
			t.Errorf("%s (%s): %d suggestions, want %d", test.rule, test.why, got, test.want)
		}
	}
}

// A reviewer must not be offered a fix that the plan rejects.
func TestOnlyUsableFixesAreOffered(t *testing.T) {
	for status, want := range map[fixedits.Status]string{
		fixedits.StatusBrokeSyntax: "WORLD<&>",
		fixedits.StatusBrokeValue:  "WORLD<&>",
		fixedits.StatusInvalid:     "WORLD<&>",
		fixedits.StatusForeign:     "WORLD<&>",
		fixedits.StatusConflict:    "🌍",
		fixedits.StatusFiltered:    "🌍",
	} {
		findings := fixtureFindings(t)
		findings.fixes["f2"].Disposition = &fixedits.Disposition{Status: status, Code: "code"}
		suggestions := decodeRDJSON(t, findings)["spell/world"].Suggestions
		if len(suggestions) != 1 || suggestions[0].Text != want {
			t.Errorf("%s: rdjson suggests %v, want %q", status, suggestions, want)
		}
		d := findings.artifact.Diagnostics[slices.IndexFunc(findings.artifact.Diagnostics, func(d fixedits.Diagnostic) bool { return d.Rule == "spell/world" })]
		if first := findings.sarifFixes(&d)[0].ArtifactChanges[0].Replacements[0].InsertedContent.Text; first != want {
			t.Errorf("%s: SARIF offers %q first, want %q", status, first, want)
		}
	}
}
