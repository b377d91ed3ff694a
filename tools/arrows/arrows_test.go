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
// of lower layers and on packages of its own folder; never on another folder of
// its own layer. The folder internal has the packages below it that are in no
// other folder of the list.
var layers = [][]string{
	{"docs", "fix_edits", "internal", "internal/process"},
	{"formatting", "internal/baseline", "internal/config", "internal/fixactions", "internal/lsp", "internal/patch", "internal/secrets", "internal/workspace"},
	{"internal/adapters", "internal/agents", "internal/checks", "internal/github", "internal/policy"},
	{"internal/pipeline"},
	{"internal/report"},
	{"internal/autofixai", "internal/bazel", "internal/editor"},
	{"internal/setup", "internal/verify"},
	{"internal/prove", "internal/suggest"},
	{"cmd"},
	{"gazelle"},
}

// within lists folders that may not even use all of their own folder: fix_edits
// is the pure model, and a checker of a user needs nothing but it. The Gazelle
// extension is a separate Go module.
var within = map[string][]string{
	"fix_edits":          {},
	"fix_edits/textdiff": {},
	"fix_edits/artifact": {"fix_edits", "fix_edits/position"},
	"fix_edits/checker":  {"fix_edits", "fix_edits/artifact", "fix_edits/position"},
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
		{"cmd/autofix", "internal/pipeline", true},
		{"internal/pipeline", "cmd/autofix", false},
		{"internal/checks/format", "internal/checks", true},
		{"internal/checks", "formatting", true},
		{"formatting", "internal/checks", false},
		{"internal/config", "internal/workspace", false},
		{"internal/verify", "internal/process", true},
		{"internal/process", "internal/workspace", false},
		{"internal/agents", "internal/process/sandbox", true},
		{"internal/autofixai", "internal/agents", true},
		{"internal/checks", "internal/autofixai", false},
		{"internal/pipeline", "internal/autofixai", false},
		{"internal/bazel", "internal/autofixai", false},
		{"internal/fixactions/yaml", "internal/fixactions/operation", true},
		{"internal/fixactions", "formatting", false},
		{"internal/adapters", "internal/fixactions", true},
		{"internal/report", "internal/policy", true},
		{"internal/report", "internal/pipeline", true},
		{"internal/pipeline", "internal/report", false},
		{"internal/policy", "internal/checks", false},
		{"fix_edits/artifact", "fix_edits", true},
		{"fix_edits", "fix_edits/artifact", false},
		{"fix_edits/textdiff", "fix_edits", false},
		{"internal/prove/suites", "internal/verify", true},
		{"internal/verify", "internal/prove/runner", false},
		{"cmd/autofix", "internal/prove", true},
		{"unknown", "fix_edits", false},
		{"fix_edits/checker", "fix_edits/position", true},
		{"fix_edits/checker", "internal/clip", false},
		{"internal/companion", "internal/version", true},
		{"internal/version", "internal/process", false},
		{"internal/process/sandbox", "internal/process", true},
		{"internal/verify", "internal/testing/fakebazel", false},
		{"internal/unknown", "internal/verify", false},
		{"cmd/autofix-certify", "formatting/dockerfile/llb", true},
		{"cmd/autofix", "formatting/dockerfile/llb", false},
		{"internal/checks/dockerfile", "formatting/dockerfile/llb", false},
		{"gazelle", "internal/checks", false},
		{"internal/editor", "internal/lsp/text", true},
		{"internal/lsp/text", "fix_edits/position", true},
		{"internal/editor", "internal/bazel", false},
		{"internal/prove", "internal/github", true},
		{"internal/github", "internal/pipeline", false},
		{"internal/suggest", "internal/github", true},
	} {
		if got := allowed(row.from, row.to); got != row.want {
			t.Errorf("allowed(%q, %q) = %v, want %v", row.from, row.to, got, row.want)
		}
	}
}

var layerRow = regexp.MustCompile("(?m)^\\| (\\d+) \\| `([\\w/]+)` \\|")

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
	if strings.HasPrefix(to, kits) {
		return strings.HasPrefix(from, kits)
	}
	fromTop, toTop := top(from), top(to)
	return fromTop == toTop || 0 <= layer(toTop) && layer(toTop) < layer(fromTop)
}

// kits is the folder of packages that only tests and benchmarks depend on.
const kits = "internal/testing/"

// top returns the folder of layers that a package is in, or its first folder.
func top(pkg string) string {
	first, rest, _ := strings.Cut(pkg, "/")
	second, _, _ := strings.Cut(rest, "/")
	if folder := first + "/" + second; layer(folder) >= 0 {
		return folder
	}
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
