package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/spec"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

const fixActionsGolden = "testdata/golden/check_fix_actions/"

// The order of files and of rules makes no difference to a document.
func TestFixActionsAreInOneOrder(t *testing.T) {
	first := clitest.ReadGolden(t, fixActionsGolden+"out/first.json.out")
	for _, other := range []string{"second", "third"} {
		if diff := cmp.Diff(first, clitest.ReadGolden(t, fixActionsGolden+"out/"+other+".json.out")); diff != "" {
			t.Errorf("%s.json (-first +%s):\n%s", other, other, diff)
		}
	}
}

// The documents that the command writes are valid by the schema that it prints.
func TestFixActionsOfTheCommandAreValidBySchema(t *testing.T) {
	printed, _, code := clitest.Command(t, t.TempDir(), nil, nil, "schema", "fix-actions")
	if code != cli.ExitDone {
		t.Fatalf("exit %d", code)
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
		"check_fix_actions/out/first.json.out", "check_fix_actions/out/empty.json.out", "check_fix_actions/out/after.json.out",
		"fix_actions/out/first.json.out",
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

// Lowered again, a document gives the fixes of the check that wrote it.
func TestFixActionsGiveTheFixesOfTheCheck(t *testing.T) {
	checked, err := artifact.Decode([]byte(clitest.ReadGolden(t, fixActionsGolden+"out/artifact.json.out")))
	if err != nil {
		t.Fatal(err)
	}
	document, err := spec.Read("first.json", []byte(clitest.ReadGolden(t, fixActionsGolden+"out/first.json.out")))
	if err != nil {
		t.Fatal(err)
	}
	lowered := document.Lower(func(path string) ([]byte, error) { return os.ReadFile(fixActionsGolden + "in/" + path + ".in") })
	if len(lowered) < 10 {
		t.Fatalf("only %d actions", len(lowered))
	}
	found := 0
	for _, f := range lowered {
		if f.Rejected != nil || f.Fix == nil {
			t.Errorf("%s: %v", f.Action.ID, f.Rejected)
			continue
		}
		for _, want := range checked.Fixes {
			if want.ID != f.Action.ID {
				continue
			}
			found++
			f.Fix.ID, f.Fix.Confidence = want.ID, want.Confidence // a document has safety as confidence
			if diff := cmp.Diff(want, *f.Fix); diff != "" {
				t.Errorf("%s (-check +lowered):\n%s", want.ID, diff)
			}
		}
	}
	if found != len(lowered) {
		t.Errorf("%d of %d actions have the id of a fix of the check", found, len(lowered))
	}
}

// The script of the guide is the one that the golden files run.
func TestTheScriptOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/fix_actions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(string(guide), "```sh\n")
	script, _, _ = strings.Cut(script, "```")
	if diff := cmp.Diff(clitest.ReadGolden(t, "testdata/golden/run_checker_fix_actions/in/owners.sh.in"), script); diff != "" {
		t.Errorf("(-golden +guide):\n%s", diff)
	}
}
