// Package arrows contains the test that the packages of this module depend on
// each other in one direction only.
package arrows

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// layers lists the folders from the bottom up. A package may depend on packages
// of lower layers and on packages below its own top-level folder; never on
// another folder of its own layer.
var layers = [][]string{
	{"budget", "docs", "fix_edits", "internal", "process"},
	{"config", "fix_actions", "formatting", "patch", "redact", "sandbox", "transcript", "workspace"},
	{"adapters", "agents", "checks", "policy"},
	{"pipeline"},
	{"report"},
	{"autofix_ai", "bazel"},
	{"verify"},
	{"prove"},
	{"cmd"},
	{"gazelle"},
}

// within lists folders that may not even use all of their own folder: fix_edits
// is the pure model, and its two companions do not depend on each other. The
// Gazelle extension is a separate Go module.
var within = map[string][]string{
	"fix_edits":          {},
	"fix_edits/textdiff": {},
	"fix_edits/artifact": {"fix_edits"},
	"fix_edits/position": {},
	"gazelle":            {},
}

// only lists the packages that one package alone may depend on: they are large,
// and have a program of their own so that autofix does not need them.
var only = map[string]string{
	"formatting/dockerfile/llb": "cmd/autofix-certify",
}

var edge = regexp.MustCompile(`^\s*"//([^":]+)[^"]*" -> "//([^":]+)[^"]*"$`)

func TestArrows(t *testing.T) {
	for _, line := range strings.Split(graph(t), "\n") {
		match := edge.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		if from, to := match[1], match[2]; !allowed(from, to) {
			t.Errorf("//%s depends on //%s: the arrow must not point that way (see layers above)", from, to)
		}
	}
}

func TestAllowed(t *testing.T) {
	for _, row := range []struct {
		from, to string
		want     bool
	}{
		{"cmd/autofix", "pipeline", true},
		{"pipeline", "cmd/autofix", false},
		{"checks/format", "checks", true},
		{"checks", "formatting", true},
		{"formatting", "checks", false},
		{"config", "workspace", false},
		{"verify", "process", true},
		{"process", "workspace", false},
		{"agents", "sandbox", true},
		{"autofix_ai", "agents", true},
		{"checks", "autofix_ai", false},
		{"pipeline", "autofix_ai", false},
		{"bazel", "autofix_ai", false},
		{"fix_actions/yaml", "fix_actions/operation", true},
		{"fix_actions", "formatting", false},
		{"adapters", "fix_actions", true},
		{"report", "policy", true},
		{"report", "pipeline", true},
		{"pipeline", "report", false},
		{"policy", "checks", false},
		{"fix_edits/artifact", "fix_edits", true},
		{"fix_edits", "fix_edits/artifact", false},
		{"fix_edits/textdiff", "fix_edits", false},
		{"prove/suites", "verify", true},
		{"verify", "prove/runner", false},
		{"cmd/autofix", "prove", true},
		{"unknown", "fix_edits", false},
		{"cmd/autofix-certify", "formatting/dockerfile/llb", true},
		{"cmd/autofix", "formatting/dockerfile/llb", false},
		{"checks/dockerfile", "formatting/dockerfile/llb", false},
		{"gazelle", "checks", false},
	} {
		if got := allowed(row.from, row.to); got != row.want {
			t.Errorf("allowed(%q, %q) = %v, want %v", row.from, row.to, got, row.want)
		}
	}
}

var layerRow = regexp.MustCompile("(?m)^\\| (\\d+) \\| `(\\w+)` \\|")

// The guide lists the layers in a table.
func TestTheGuideHasTheLayers(t *testing.T) {
	guide, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, row := range layerRow.FindAllStringSubmatch(string(guide), -1) {
		if row[1] != strconv.Itoa(len(got)) {
			got = append(got, nil)
		}
		got[len(got)-1] = append(got[len(got)-1], row[2])
		slices.Sort(got[len(got)-1])
	}
	want := make([][]string, len(layers))
	for i := range layers {
		want[i] = slices.Sorted(slices.Values(layers[i]))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/architecture.md (-layers +table):\n%s", diff)
	}
}

func allowed(from, to string) bool {
	if own, strict := within[from]; strict {
		return slices.Contains(own, to)
	}
	if one, limited := only[to]; limited {
		return from == one
	}
	fromTop, toTop := top(from), top(to)
	return fromTop == toTop || 0 <= layer(toTop) && layer(toTop) < layer(fromTop)
}

func top(pkg string) string {
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

// layer returns the index of a folder in layers, or -1 if it is missing: a new
// folder must be added.
func layer(folder string) int {
	return slices.IndexFunc(layers, func(folders []string) bool { return slices.Contains(folders, folder) })
}

// graph returns the output of genquery. It contains at least the dependency of
// the command on the model; a graph without it is not the expected one.
func graph(t *testing.T) string {
	t.Helper()
	if os.Getenv("TEST_WORKSPACE") == "" {
		t.Skip("the graph is Bazel's own: run `./bazelw test //tools/arrows:arrows_test`")
	}
	data, err := os.ReadFile("graph") // rules_go starts a test in its package's folder
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if !strings.Contains(text, `"//fix_edits:fix_edits"`) {
		t.Fatalf("the graph does not reach //fix_edits:\n%s", text)
	}
	return text
}
