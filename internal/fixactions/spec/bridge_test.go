package spec

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// texts are the files that testdata/bridge.json is about.
var texts = map[string]string{
	"app/a.json": "{\n  \"name\": \"x\",\n  \"list\": [1, 2]\n}\n",
	"b.json":     "{\"a\": {}}\n",
}

func readText(path string) ([]byte, error) {
	if text, ok := texts[path]; ok {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

// A document that is lowered to an artifact and exported from it is the same
// document, but for ids, and folders in names.
func TestBridge(t *testing.T) {
	d, err := Read("bridge.json", []byte(file(t, "bridge.json")))
	if err != nil {
		t.Fatal(err)
	}
	a, fixed := d.Artifact(readText)
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, f := range fixed {
		if f.Rejected != nil || f.Fix == nil || len(f.Findings) != len(f.Action.Targets) {
			t.Errorf("%s: %+v", f.Action.ID, f)
		}
	}
	if *update {
		exported, _ := FromArtifact(a)
		if err := os.WriteFile("testdata/bridge_exported.json", Marshal(exported), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := file(t, "bridge_exported.json")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		exported, omitted := FromArtifact(a)
		if diff := cmp.Diff(want, string(Marshal(exported))); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
		if omitted != (Omitted{}) {
			t.Errorf("omitted %+v", omitted)
		}
		random.Shuffle(len(a.Fixes), func(i, j int) { a.Fixes[i], a.Fixes[j] = a.Fixes[j], a.Fixes[i] })
		random.Shuffle(len(a.Diagnostics), func(i, j int) { a.Diagnostics[i], a.Diagnostics[j] = a.Diagnostics[j], a.Diagnostics[i] })
	}
	again, err := Read("exported.json", []byte(want))
	if err != nil {
		t.Fatal(err)
	}
	second, _ := again.Artifact(readText)
	a.Normalize()
	second.Normalize()
	if diff := cmp.Diff(a.Fixes, second.Fixes); diff != "" {
		t.Errorf("fixes (-first +second):\n%s", diff)
	}
}

func TestOmitted(t *testing.T) {
	op := []fixedits.Operation{{Kind: fixedits.OpRemoveKey, File: "a.yaml", Document: new(1), Pointer: "/p", Key: "k"}}
	fix := func(id string, safety fixedits.Safety, operations []fixedits.Operation) fixedits.Fix {
		return fixedits.Fix{ID: id, Rule: "r", Title: "Fix " + id, Safety: safety, Actions: operations}
	}
	blocked := fix("blocked", fixedits.SafetySafe, op)
	blocked.Disposition = &fixedits.Disposition{Status: fixedits.StatusForeign}
	a := &artifact.Artifact{
		Fixes: []fixedits.Fix{
			fix("edits", fixedits.SafetySafe, nil), fix("best", fixedits.SafetySuggestion, op), fix("second", fixedits.SafetyUnsafe, op),
			blocked, fix("alone", fixedits.SafetyUnsafe, op),
		},
		Diagnostics: []fixedits.Diagnostic{
			{Rule: "q", Severity: fixedits.SeverityInfo, Message: "m", Path: "a.yaml", Fixes: []string{"edits", "best", "second"}},
			{Rule: "p", Severity: fixedits.SeverityError, Message: "n", Path: "a.yaml", Fixes: []string{"best"}, Pointer: new("/x")},
			{Rule: "p", Severity: fixedits.SeverityError, Message: "n", Path: "a.yaml", Fixes: []string{"blocked"}},
		},
	}
	d, omitted := FromArtifact(a)
	if want := (Omitted{Edits: 1, Alternatives: 1, Disposed: 1}); omitted != want {
		t.Errorf("omitted %+v, want %+v", omitted, want)
	}
	want := []Action{
		{
			ID: "best", Title: "Fix best", Severity: fixedits.SeverityError, Ops: op, Notes: "n", Confidence: fixedits.ConfidenceMedium,
			Targets: []Target{{File: "a.yaml", Pointer: "/x", Rule: "p"}, {File: "a.yaml", Document: new(1), Pointer: "/p", Rule: "q"}},
		},
		{
			ID: "alone", Title: "Fix alone", Severity: fixedits.SeverityInfo, Ops: op, Confidence: fixedits.ConfidenceLow,
			Targets: []Target{{File: "a.yaml", Document: new(1), Pointer: "/p", Rule: "r"}},
		},
	}
	if diff := cmp.Diff(want, d.Actions); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A fix has the same safety after it is written and read, with any confidence.
func TestSafety(t *testing.T) {
	for _, safety := range []fixedits.Safety{fixedits.SafetySafe, fixedits.SafetySuggestion, fixedits.SafetyUnsafe} {
		if got := safeties[confidenceOf(safety)]; got != safety {
			t.Errorf("%s becomes %s", safety, got)
		}
	}
	if !slices.Contains(confidences, confidenceOf("?")) || safeties[""] == fixedits.SafetySafe {
		t.Error("what is not known is safe")
	}
}
