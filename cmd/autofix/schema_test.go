package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/spec"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

func TestSchemas(t *testing.T) {
	for _, test := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"artifact"}, cli.ExitDone, string(artifact.Schema()), ""},
		{[]string{"fix-actions"}, cli.ExitDone, string(spec.Schema()), ""},
		{[]string{"sarif"}, cli.ExitUsage, "", "autofix: command line: sarif: unknown format; the formats are artifact, fix-actions, ai-fix, evidence\n"},
		{[]string{"ai-fix"}, cli.ExitDone, string(objective.Schema()), ""},
		{[]string{"evidence"}, cli.ExitDone, string(evidence.Schema()), ""},
		{[]string{"artifact", "x"}, cli.ExitUsage, "", "unexpected argument x"},
	} {
		stdout, stderr, code := clitest.Command(t, t.TempDir(), nil, nil, append([]string{"schema"}, test.args...)...)
		if code != test.code || stdout != test.stdout || !strings.Contains(stderr, test.stderr) {
			t.Errorf("%v: exit %d, stderr %s", test.args, code, stderr)
		}
	}
}

// The artifacts that the command writes are valid according to its schema.
func TestArtifactsOfTheCommandAreValidBySchema(t *testing.T) {
	printed, _, code := clitest.Command(t, t.TempDir(), nil, nil, "schema")
	if code != cli.ExitDone || printed != string(artifact.Schema()) {
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
		text := clitest.ReadGolden(t, "testdata/golden/"+golden)
		var document any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatalf("%s: %v", golden, err)
		}
		if err := resolved.Validate(document); err != nil {
			t.Errorf("%s: %v", golden, err)
		}
	}
}
