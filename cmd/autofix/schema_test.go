package main

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// The artifacts that the command writes are valid according to its schema.
func TestArtifactsOfTheCommandAreValidBySchema(t *testing.T) {
	printed, _, code := command(t, t.TempDir(), nil, nil, "schema")
	if code != exitDone || printed != string(artifact.Schema()) {
		t.Fatalf("exit %d, printed:\n%s", code, printed)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(printed), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, golden := range []string{
		"check_outputs/out/out/check.json.out", "check_json/stdout", "merge/out/plan.json.out", "fix_artifact/out/b.json.out",
	} {
		text := readGolden(t, "testdata/golden/"+golden)
		var document any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatalf("%s: %v", golden, err)
		}
		if err := resolved.Validate(document); err != nil {
			t.Errorf("%s: %v", golden, err)
		}
	}
}
