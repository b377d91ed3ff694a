//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// provedFiles are a workspace with a fault in lib/greet.sh: two tests depend on
// it, and one does not.
var provedFiles = map[string]string{
	"MODULE.bazel": "module(name = \"proved\")\n\nbazel_dep(name = \"rules_shell\", version = \"0.4.0\")\n",
	// Options of the workspace, and of a configuration that the command names.
	".bazelrc":   "test --test_output=errors\ntest:quiet --noshow_loading_progress\n",
	".gitignore": "bazel-*\nMODULE.bazel.lock\n",
	"lib/BUILD.bazel": `load("@rules_shell//shell:sh_library.bzl", "sh_library")
load("@rules_shell//shell:sh_test.bzl", "sh_test")

sh_library(
    name = "greet",
    srcs = ["greet.sh"],
)

[
    sh_test(
        name = name + "_test",
        srcs = [name + "_test.sh"],
        data = [":greet"],
    )
    for name in ["greet", "loud"]
]

sh_test(
    name = "other_test",
    srcs = ["other_test.sh"],
)
`,
	"lib/greet.sh":      "greet() { printf 'Hello %s\\n' \"$2\"; }\n",
	"lib/greet_test.sh": "#!/bin/bash\n. lib/greet.sh\n[[ $(greet World) == 'Hello World' ]]\n",
	"lib/loud_test.sh":  "#!/bin/bash\n. lib/greet.sh\n[[ $(greet x y) == Hello* ]]\n",
	"lib/other_test.sh": "#!/bin/bash\nexit 0\n",
}

const provedPatch = `--- a/lib/greet.sh
+++ b/lib/greet.sh
@@ -1,1 +1,1 @@
-greet() { printf 'Hello %s\n' "$2"; }
+greet() { printf 'Hello %s\n' "$1"; }
--- a/lib/greet_test.sh
+++ b/lib/greet_test.sh
@@ -1,3 +1,4 @@
 #!/bin/bash
 . lib/greet.sh
 [[ $(greet World) == 'Hello World' ]]
+[[ $(greet You) == 'Hello You' ]]
`

// provedScript has a model answer with that patch.
var provedScript = func() string {
	edit := func(path, search, replace string) map[string]any {
		return map[string]any{"edits": []map[string]string{{"path": path, "search": search, "replace": replace}}}
	}
	text, err := json.Marshal(map[string]any{"version": 1, "name": "greeter", "answers": []map[string]any{
		{"step": "plan", "answer": map[string]any{"hypothesis": "The wrong word is greeted.", "files": []string{"lib/greet.sh"}}},
		{"step": "tests", "answer": edit("lib/greet_test.sh", "[[ $(greet World) == 'Hello World' ]]\n", "[[ $(greet World) == 'Hello World' ]]\n[[ $(greet You) == 'Hello You' ]]\n")},
		{"step": "fix", "answer": edit("lib/greet.sh", provedFiles["lib/greet.sh"], strings.Replace(provedFiles["lib/greet.sh"], "$2", "$1", 1))},
	}})
	if err != nil {
		panic(err) // plain data
	}
	return string(text)
}()

// A proved is what this test reads of the evidence.
type proved struct {
	Verdict string
	Reasons []string
	Sandbox struct {
		Network, Level string
		Missing        []string
	}
	Runs []struct {
		Phase, State string
		Suite        bool
		Exit         int
		Cases        []struct{ Suite, Name, Status string }
	}
	Localization struct {
		Places []struct {
			Path    string
			Signals []string
		}
	}
	Notes []string
}

// underTest returns the files that the failing target tests.
func (p *proved) underTest() []string {
	var found []string
	for _, place := range p.Localization.Places {
		if slices.Contains(place.Signals, "tested by lib/greet_test.sh") {
			found = append(found, place.Path)
		}
	}
	slices.Sort(found)
	return found
}

// states returns the cases of all runs of the reproduction, and of those of the
// tests around the change, by state.
func (p *proved) states() map[string][]string {
	found := map[string][]string{}
	for _, r := range p.Runs {
		key := r.State
		if r.Suite {
			key += " suite"
		}
		if r.Phase == "setup" {
			key = "setup"
		}
		for _, c := range r.Cases {
			found[key] = append(found[key], c.Suite+" "+c.Name+" "+c.Status)
		}
		slices.Sort(found[key])
		found[key] = slices.Compact(found[key])
	}
	return found
}

// The target fetches with the network, and proves a patch with a Bazel in the
// sandbox that has none.
func TestProve(t *testing.T) {
	program, err := goBuild("autofix-prove", "./cmd/autofix-prove") // beside the tool
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(program)
	w := scripts.fresh(t)
	w.replace(t, "BUILD.bazel", `"autofix_sources", "fix")`, `"autofix_sources", "fix", "prove")`)
	w.append(t, "BUILD.bazel", `
prove(
    name = "prove",
    command = ["bazel", "test", "--config=quiet", "//lib:greet_test"],
    flags = ["--set=runs=1"],
    setup = "bazel fetch //...",
)
`)
	// A folder of the target's name, with outputs, is not in its way.
	w.write(t, "prove/BUILD.bazel", "genrule(\n    name = \"made\",\n    outs = [\"made.txt\"],\n    cmd = \"echo >$@\",\n)\n")
	if got := w.bazel(t, "build", "//prove/..."); got.code != 0 {
		t.Fatal(got.stderr)
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(scratch, "prove_state"))
	small := &workspace{dir: filepath.Join(scratch, "proved")}
	for name, text := range provedFiles {
		small.write(t, name, text)
		if strings.HasSuffix(name, ".sh") {
			if err := os.Chmod(small.path(name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	small.git(t, "init", "--quiet", "--initial-branch=main")
	small.git(t, "add", "--all")
	small.git(t, "commit", "--quiet", "--message=A fault")
	before := small.sources(t)
	out := filepath.Join(t.TempDir(), "evidence")
	writeFile(t, filepath.Join(scratch, "greet.patch"), provedPatch)

	// Paths are relative to where the person stands.
	got := w.bazelIn(t, "bin", "run", "//:prove", "--", "--repo=../../proved", "--patch=../../greet.patch", "--artifacts="+out)

	var p proved
	text, err := os.ReadFile(filepath.Join(out, "evidence.json"))
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatalf("exit %d, %v\n%s", got.code, err, got.stderr)
	}
	want := map[string][]string{
		"setup":           nil,
		"base":            {"//lib:greet_test greet_test failed"},
		"candidate":       {"//lib:greet_test greet_test passed"},
		"base suite":      {"//lib:greet_test greet_test failed", "//lib:loud_test loud_test passed"},
		"candidate suite": {"//lib:greet_test greet_test passed", "//lib:loud_test loud_test passed"},
		"clean":           {"//lib:greet_test greet_test passed"},
	}
	states := p.states()
	for state := range states {
		if _, found := want[state]; !found {
			delete(states, state)
		}
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("states (-want +got):\n%s\n%s", diff, got.stderr)
	}
	// Root cannot give a test a sandbox within the one of the proof.
	verdict, code, reasons := "proven", 0, 0
	if os.Geteuid() == 0 {
		verdict, code, reasons = "weak", 1, 1
	}
	if p.Verdict != verdict || got.code != code || len(p.Reasons) != reasons || reasons > 0 && !strings.Contains(p.Reasons[0], "in a sandbox of its own") {
		t.Errorf("verdict %s, exit %d, reasons %q; want %s, %d\n%s\n%s", p.Verdict, got.code, p.Reasons, verdict, code, got.stdout, got.stderr)
	}
	// An engine gets the source that the failing target tests.
	writeFile(t, filepath.Join(scratch, "greet.json"), provedScript)
	asked := filepath.Join(t.TempDir(), "evidence")
	got = w.bazelIn(t, "bin", "run", "//:prove", "--", "--repo=../../proved", "--script=../../greet.json", "--dry-run", "--artifacts="+asked)
	var dry proved
	if text, err = os.ReadFile(filepath.Join(asked, "evidence.json")); err == nil {
		err = json.Unmarshal(text, &dry)
	}
	if err != nil {
		t.Fatalf("exit %d, %v\n%s", got.code, err, got.stderr)
	}
	if diff := cmp.Diff([]string{"lib/greet.sh"}, dry.underTest()); diff != "" {
		t.Errorf("sources under test (-want +got):\n%s\n%q\n%s", diff, dry.Notes, got.stderr)
	}
	if p.Sandbox.Network != "deny" {
		t.Errorf("network %s", p.Sandbox.Network)
	}
	if diff := cmp.Diff(before, small.sources(t), cmp.AllowUnexported(source{})); diff != "" {
		t.Errorf("the files of the repository (-before +after):\n%s", diff)
	}
	if status := small.git(t, "status", "--porcelain", "--ignored"); status != "" {
		t.Errorf("the repository has changed:\n%s", status)
	}
}
