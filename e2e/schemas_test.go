//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// serviceFixed is services/shop/service.yaml of examples/schemas with its safe
// fixes.
const serviceFixed = `# The shop, for people and for the deployment.
name: shop
version: "1.10" # of the last release
owners:
  - catalog
  - payments
port: 8080
memory: 512Mi
tier: web
`

// A fix by a schema of the workspace goes through the aspect, the gate,
// canonical_sources and the fix.
func TestSchemaFixes(t *testing.T) {
	w := schemas.fresh(t)
	before := w.sources(t)

	w.bazel(t, "build", "--config=autofix", "//services/shop").wantCode(t, 0)
	a, err := artifact.Decode([]byte(w.read(t, "bazel-bin/services/shop/shop.autofix/autofix.json")))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"schemas/common.schema.json", "schemas/kubernetes.schema.json", "schemas/service.schema.json", "services/shop/package.json"} {
		if !slices.ContainsFunc(a.Reads, func(s fixedits.Snapshot) bool { return s.Path == want }) {
			t.Errorf("the artifact does not say that it read %s: %v", want, a.Reads)
		}
	}
	i := slices.IndexFunc(a.Fixes, func(f fixedits.Fix) bool { return f.Title == "Write 8080" })
	if i < 0 || len(a.Fixes[i].Actions) != 1 || a.Fixes[i].Actions[0].Pointer != "/port" {
		t.Errorf("the fix of the port is %+v", a.Fixes)
	}

	w.bazel(t, "build", "//services/shop:canonical").wantCode(t, 0)
	if diff := cmp.Diff(serviceFixed, w.read(t, "bazel-bin/services/shop/canonical/service.yaml")); diff != "" {
		t.Errorf("the canonical text (-want +got):\n%s", diff)
	}
	shut := w.bazel(t, "build", "--config=autofix-strict", "//services/shop").wantCode(t, 1)
	if said := shut.stdout + shut.stderr; !strings.Contains(said, `services/shop/deployment.yaml:8:13: error: replicas must be an integer, not the string "3" [schema/type]`) {
		t.Errorf("the gate says:\n%s", said)
	}
	w.wantUntouched(t, before)

	w.bazel(t, "run", "//:fix").wantCode(t, 1) // an error is left
	if diff := cmp.Diff(serviceFixed, w.read(t, "services/shop/service.yaml")); diff != "" {
		t.Errorf("service.yaml (-want +got):\n%s", diff)
	}
	// A near miss of an enum is a suggestion: the gate stays shut until it is
	// asked for.
	w.bazel(t, "build", "--config=autofix-strict", "//ci").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//services/shop").wantCode(t, 1)
	w.bazel(t, "run", "//:fix", "--", "--safety=suggestion").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//...").wantCode(t, 0)
	w.bazel(t, "test", "//services/shop:shop_autofix_test").wantCode(t, 0)
}

// A schema is an input: a change of it, or of one that it refers to, checks
// again; one that the build is not given ends the action with its name.
func TestSchemasAreInputs(t *testing.T) {
	w := schemas.fresh(t)
	w.bazel(t, "run", "//:fix", "--", "--safety=suggestion").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//...").wantCode(t, 0)

	w.replace(t, "schemas/common.schema.json", `"maximum": 65535`, `"maximum": 1023`)
	shut := w.bazel(t, "build", "--config=autofix-strict", "//services/shop").wantCode(t, 1)
	if said := shut.stdout + shut.stderr; !strings.Contains(said, "port must be at most 1023, not 8080 [schema/range]") {
		t.Errorf("the gate says:\n%s", said)
	}
	w.replace(t, "schemas/common.schema.json", `"maximum": 1023`, `"maximum": "x"`)
	w.bazel(t, "build", "--config=autofix", "//services/shop").wantCode(t, 1).
		wantStderr(t, `schemas/common.schema.json:7:59: maximum must be a number, not the string "x"`)

	w.replace(t, "BUILD.bazel", "        \"//schemas\",\n", "")
	w.bazel(t, "build", "--config=autofix", "//ci").wantCode(t, 1).
		wantStderr(t, "autofix: autofix.toml: table 3 of [[schema]]: the schema schemas/ci.schema.json does not exist; in a build, declare it with the configuration")
}

// The aspect for debugging says which schema is not obeyed, and why.
func TestUnmappedSchemaIsReported(t *testing.T) {
	w := schemas.fresh(t)
	w.write(t, "ci/other.yaml", "# yaml-language-server: $schema=https://example.com/other.json\na: 1\n")
	w.replace(t, "ci/BUILD.bazel", `srcs = ["pipeline.yaml"]`, `srcs = ["other.yaml"]`)
	w.replace(t, "autofix.toml", "ci/*.yaml", "ci/pipeline.yaml")
	w.bazel(t, "build", "--config=autofix-debug", "//ci").wantCode(t, 0)
	want := "ci/other.yaml: schema: not validated: https://example.com/other.json is not in the workspace, and nothing is fetched"
	if got := w.read(t, "bazel-bin/ci/ci.autofix/autofix.debug"); !strings.Contains(got, want) {
		t.Errorf("the output is\n%s\nwithout %s", got, want)
	}
}
