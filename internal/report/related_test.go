package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/sarif"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// withRelated returns a finding of b.txt that has a category, a place in the
// same file, and one in another.
func withRelated() *Findings {
	texts := map[string]string{"a.txt": "é😀 one\n", "b.txt": "first\nwrong\n"}
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	for path, text := range texts {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, []byte(text)))
	}
	d := fixedits.Diagnostic{
		ID: "d", Rule: "go/unused", Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: "nobody uses it", Category: "parameter",
		Path: "b.txt", Start: 6, End: 11, Line: 2, Column: 1,
	}
	d.Relate(
		fixedits.Related{Path: "b.txt", Start: 0, End: 5, Line: 1, Column: 1, Message: "of this\nfunction"},
		fixedits.Related{Path: "a.txt", Start: 7, End: 10, Line: 1, Column: 8, Message: "as here"},
	)
	a.Diagnostics = []fixedits.Diagnostic{d}
	a.Normalize()
	return NewFindings(a, nil, func(path string) []byte { return []byte(texts[path]) })
}

// Formats with members for related places have them; in the others, a message
// has all.
func TestFormatsHaveRelatedPlaces(t *testing.T) {
	const (
		said = "nobody uses it (parameter)"
		all  = said + "; b.txt:1:1: of this function; a.txt:1:8: as here"
	)
	of := map[string]string{
		"agent":      "2:1 warning " + all + " [go/unused]\n",
		"artifacts":  `"category": "parameter", "related": [{"path": "b.txt", "start": 0,`,
		"checkstyle": `message="` + said + "; b.txt:1:1: of this&#xA;function; a.txt:1:8: as here\"",
		"files":      "b.txt\n",
		"full":       "warning[go/unused]: " + said + "\n",
		"github":     "title=go/unused::" + said + "; b.txt:1:1: of this%0Afunction; a.txt:1:8: as here\n",
		"gitlab":     `"description": "` + all + `"`,
		"json":       `"message": "nobody uses it",`,
		"junit":      `message="` + all + `"`,
		"markdown":   "; a.txt&#58;1&#58;8&#58; as here |",
		"rdjson":     `"message": "` + strings.Replace(all, "of this ", `of this\n`, 1) + `"`,
		"rdjsonl":    `"message":"` + strings.Replace(all, "of this ", `of this\n`, 1) + `"`,
		"sarif":      `"text": "nobody uses it"`,
		"text":       "b.txt:2:1: warning: " + said + " [go/unused]\n  b.txt:1:1: of this function\n  a.txt:1:8: as here\n",
	}
	for _, format := range formats {
		var out bytes.Buffer
		if err := format.Write(&out, withRelated(), TextOptions{}); err != nil {
			t.Fatal(err)
		}
		want := of[format.Name]
		if want == "" || !strings.Contains(out.String(), want) {
			t.Errorf("%s: no %q in:\n%s", format.Name, want, out.String())
		}
	}
}

func TestSARIFHasRelatedLocations(t *testing.T) {
	var out bytes.Buffer
	if err := SARIF(&out, withRelated()); err != nil {
		t.Fatal(err)
	}
	if err := validateSARIF(t, sarifSchemaOf(t), out.String()); err != nil {
		t.Error(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	related := func(path, message string, region sarifRegion) sarifLocation {
		return sarifLocation{
			PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: sarifLocationOf(path), Region: region},
			Message:          &sarifMessage{Text: message},
		}
	}
	want := []sarifLocation{
		related("b.txt", "of this\nfunction", sarifRegion{StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 6}),
		related("a.txt", "as here", sarifRegion{StartLine: 1, StartColumn: 5, EndLine: 1, EndColumn: 8}),
	}
	result := log.Runs[0].Results[0]
	if diff := cmp.Diff(want, result.Related); diff != "" {
		t.Errorf("related locations (-want +got):\n%s", diff)
	}
	if result.Properties == nil || result.Properties.Category != "parameter" {
		t.Errorf("properties %+v", result.Properties)
	}
	if len(log.Runs[0].Artifacts) != 2 {
		t.Errorf("artifacts %+v", log.Runs[0].Artifacts)
	}
}

func TestSARIFRoundTripOfRelatedPlaces(t *testing.T) {
	var out bytes.Buffer
	f := withRelated()
	if err := SARIF(&out, f); err != nil {
		t.Fatal(err)
	}
	files := adaptertest.Files{}
	for _, s := range f.artifact.Snapshots {
		files[s.Path] = string(f.texts(s.Path))
	}
	found, refused := adaptertest.Read(t, sarif.Adapter{}, files, "", out.String())
	if len(refused) > 0 {
		t.Errorf("refused: %q", refused)
	}
	adaptertest.Check(t, found, adaptertest.Findings(f.artifact)...)
}

// The first few places are shown, as working folders have them.
func TestTextCountsManyRelatedPlaces(t *testing.T) {
	f := withRelated()
	d := &f.artifact.Diagnostics[0]
	for i := range 5 {
		d.Relate(fixedits.Related{Path: "a.txt", Start: i, Line: 1, Column: i + 1, Message: "also"})
	}
	var out bytes.Buffer
	if err := Text(&out, f, TextOptions{Quiet: true, Shown: func(path string) string { return "../" + path }}); err != nil {
		t.Fatal(err)
	}
	const want = `../b.txt:2:1: warning: nobody uses it (parameter) [go/unused]
  ../b.txt:1:1: of this function
  ../a.txt:1:8: as here
  ../a.txt:1:1: also
  ../a.txt:1:2: also
  ../a.txt:1:3: also
  and 2 more
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Findings that differ in their related places are not alike.
func TestRelatedPlacesTellFindingsApart(t *testing.T) {
	f := withRelated()
	other := f.artifact.Diagnostics[0]
	other.Start, other.Line, other.Related = 0, 1, other.Related[:1]
	f.artifact.Diagnostics = append(f.artifact.Diagnostics, other)
	var out bytes.Buffer
	if err := Text(&out, f, TextOptions{Quiet: true}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "nobody uses it (parameter)"); n != 2 {
		t.Errorf("%d findings:\n%s", n, out.String())
	}
}
