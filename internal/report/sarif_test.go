package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// sarifSchemaOf returns the schema that OASIS publishes. It says draft 4, and
// uses nothing that draft 7 changed but the name of its id.
func sarifSchemaOf(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	data, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Replace(data, []byte("http://json-schema.org/draft-04/schema#"), []byte("http://json-schema.org/draft-07/schema#"), 1)
	data = bytes.Replace(data, []byte(`"id": "https:`), []byte(`"$id": "https:`), 1)
	var schema jsonschema.Schema
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

func validateSARIF(t *testing.T, schema *jsonschema.Resolved, text string) error {
	t.Helper()
	var document any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	return schema.Validate(document)
}

func TestSARIFIsValidBySchema(t *testing.T) {
	schema := sarifSchemaOf(t)
	text := rendered(t, func(w io.Writer) error { return SARIF(w, fixtureFindings(t)) })
	if err := validateSARIF(t, schema, text); err != nil {
		t.Error(err)
	}
	nothing := NewFindings(artifact.New(artifact.Tool{Name: "autofix"}, ""), nil, func(string) []byte { return nil })
	text = rendered(t, func(w io.Writer) error { return SARIF(w, nothing) })
	if err := validateSARIF(t, schema, text); err != nil {
		t.Error(err)
	}
	if !strings.Contains(text, `"results": []`) {
		t.Errorf("a run that found nothing must say so:\n%s", text)
	}
	for _, wrong := range []struct{ old, new string }{
		{`"level": "note"`, `"level": "info"`},
		{`"byteOffset": 1`, `"byteOffset": "1"`},
		{`"deletedRegion"`, `"removedRegion"`},
	} {
		text := rendered(t, func(w io.Writer) error { return SARIF(w, fixtureFindings(t)) })
		broken := strings.Replace(text, wrong.old, wrong.new, 1)
		if broken == text || validateSARIF(t, schema, broken) == nil {
			t.Errorf("the schema takes %s for %s: this test shows nothing", wrong.new, wrong.old)
		}
	}
}

// A region has lines and columns, or bytes: either must lead to the edits of the
// fix.
func TestSARIFFixesAreTheEdits(t *testing.T) {
	findings := fixtureFindings(t)
	text := rendered(t, func(w io.Writer) error { return SARIF(w, findings) })
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, result := range log.Runs[0].Results {
		for _, fix := range result.Fixes {
			seen[fix.Properties.ID] = true
			want := findings.fixes[fix.Properties.ID].Edits
			var got []fixedits.Edit
			for _, change := range fix.ArtifactChanges {
				path, err := url.PathUnescape(change.ArtifactLocation.URI)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range change.Replacements {
					read := byColumns
					if r.DeletedRegion.StartLine == 0 {
						read = byBytes
					}
					start, end := read(fixtureTexts[path], r.DeletedRegion)
					got = append(got, fixedits.Edit{Path: path, Start: start, End: end, New: contentOf(t, r.InsertedContent)})
				}
			}
			if !sameEdits(got, want) {
				t.Errorf("%s: %+v, want %+v", fix.Properties.ID, got, want)
			}
		}
	}
	for id, fix := range findings.fixes {
		if seen[id] != (fix.Resolver == nil) {
			t.Errorf("fix %s: in the log %v", id, seen[id])
		}
	}
}

func byBytes(_ string, r sarifRegion) (int, int) { return *r.ByteOffset, *r.ByteOffset + *r.ByteLength }

// byColumns finds offsets as an editor does, from lines and UTF-16 columns.
func byColumns(text string, r sarifRegion) (int, int) {
	at := func(line, column int) int {
		offset := 0
		for range line - 1 {
			offset += strings.IndexByte(text[offset:], '\n') + 1
		}
		for units := column - 1; units > 0; units-- {
			size := 1
			for i := range text[offset:] {
				if i > 0 {
					size = i
					break
				}
			}
			if size == 4 {
				units--
			}
			offset += size
		}
		return offset
	}
	return at(r.StartLine, r.StartColumn), at(r.EndLine, r.EndColumn)
}

func contentOf(t *testing.T, c *sarifContent) []byte {
	t.Helper()
	if c == nil {
		return nil
	}
	if c.Binary == "" {
		return []byte(c.Text)
	}
	content, err := base64.StdEncoding.DecodeString(c.Binary)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func sameEdits(a, b []fixedits.Edit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Path != b[i].Path || a[i].Start != b[i].Start || a[i].End != b[i].End || !bytes.Equal(a[i].New, b[i].New) {
			return false
		}
	}
	return true
}

func TestSARIFURIsAreEscapedAndRelative(t *testing.T) {
	tests := []struct{ path, want string }{
		{"a/b.txt", "a/b.txt"},
		{"b c%.txt", "b%20c%25.txt"},
		{"a:b", "./a:b"},
		{"ü/\n", "%C3%BC/%0A"},
		{"what?#", "what%3F%23"},
	}
	for _, test := range tests {
		if got := sarifLocationOf(test.path).URI; got != test.want {
			t.Errorf("%q: %q, want %q", test.path, got, test.want)
		}
	}
}

// Without the text, a finding has the line that is known, and a fix has bytes.
func TestSARIFWithoutText(t *testing.T) {
	findings := fixtureFindings(t)
	findings.texts = func(string) []byte { return nil }
	text := rendered(t, func(w io.Writer) error { return SARIF(w, findings) })
	if err := validateSARIF(t, sarifSchemaOf(t), text); err != nil {
		t.Error(err)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	for _, result := range log.Runs[0].Results {
		if at := result.Locations[0].PhysicalLocation.Region; at.StartLine == 0 || at.StartColumn != 0 || at.ByteOffset != nil {
			t.Errorf("%s: %+v, want a line", result.RuleID, at)
		}
		for _, fix := range result.Fixes {
			if at := fix.ArtifactChanges[0].Replacements[0].DeletedRegion; at.StartLine != 0 || at.ByteOffset == nil || at.ByteLength == nil {
				t.Errorf("%s: %+v, want bytes", result.RuleID, at)
			}
		}
	}
}

// A fix with very many edits is not in SARIF; its finding is.
func TestSARIFLeavesOutLongFixes(t *testing.T) {
	for _, test := range []struct{ edits, want int }{{mostReplacements, 1}, {mostReplacements + 1, 0}} {
		text := strings.Repeat("x ", test.edits)
		fix := fixedits.Fix{ID: "f", Rule: "a/b", Title: "Fix", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh}
		for i := range test.edits {
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: "a", Start: 2*i + 1, End: 2*i + 2})
		}
		a := artifact.New(artifact.Tool{Name: "autofix"}, "")
		a.Fixes = []fixedits.Fix{fix}
		a.Diagnostics = []fixedits.Diagnostic{{ID: "d", Rule: "a/b", Path: "a", Severity: fixedits.SeverityInfo, Line: 1, Column: 2, Fixes: []string{"f"}}}
		findings := NewFindings(a, nil, func(string) []byte { return []byte(text) })
		out := rendered(t, func(w io.Writer) error { return SARIF(w, findings) })
		if got := strings.Count(out, `"artifactChanges"`); got != test.want || !strings.Contains(out, `"ruleId": "a/b"`) {
			t.Errorf("%d edits: %d fixes, want %d, and the finding", test.edits, got, test.want)
		}
	}
}
