package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// cannotRun has the commands of the guides that no test runs, and why.
var cannotRun = map[string]string{
	"autofix prove --artifact=plan.json -- bazel test //app:all": "Bazel has no repository of rules here; proofs of Bazel are in internal/prove/corpus",
	"--setup='bazel fetch //...'":                                "Bazel has no network here",
}

// guideTests run the commands of the guides.
var guideTests = map[string]func(t *testing.T, command string){
	"autofix prove --patch=fix.diff -- go test ./...":                                                              guidePatch,
	"autofix prove --verify-evidence=evidence.json":                                                                nil, // guidePatch runs it
	"autofix prove --engine=acp -- pytest tests/test_a.py":                                                         guideAgent,
	`autofix prove --patch=fix.diff --no-tests-because="a typo in a message" --instead="a review" -- go vet ./...`: guideException,
	"autofix prove --open-pr --issue=12 --patch=fix.diff -- go test ./...":                                         guidePullRequest,
	"autofix prove --publish=FOLDER --issue=12":                                                                    nil, // guidePullRequest runs these
	"/autofix prove go test ./...":                                                                                 nil,
	"--resume --set=budget.cost=3.00":                                                                              nil,
	`--setup="npm ci"`:                                                                                             guideSetup,
}

// Each command of the guides about proofs runs in a test, or is known not to.
func TestProveCommandsOfTheGuides(t *testing.T) {
	found := map[string]bool{}
	for _, name := range []string{"prove.md", "pull_requests.md"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range guideCommands(string(text)) {
			found[command] = true
			if _, runs := guideTests[command]; !runs && cannotRun[command] == "" {
				t.Errorf("docs/%s: no test runs %s", name, command)
			}
		}
	}
	for command := range maps.Keys(guideTests) {
		if !found[command] || cannotRun[command] != "" {
			t.Errorf("no guide has %s", command)
		}
	}
	for command := range maps.Keys(cannotRun) {
		if !found[command] {
			t.Errorf("no guide has %s", command)
		}
	}
	for _, command := range slices.Sorted(maps.Keys(guideTests)) {
		if run := guideTests[command]; run != nil {
			t.Run(command, func(t *testing.T) {
				t.Parallel()
				skipIfShort(t)
				run(t, command)
			})
		}
	}
}

var (
	fence      = regexp.MustCompile("(?ms)^```.*?^```$")
	inFence    = regexp.MustCompile(`(?m)^(?:\$ )?(/?autofix .*?)(?: +#.*)?$`)
	inlineCode = regexp.MustCompile("`((?:/?autofix|--)[^`]* [^`]*)`")
)

// guideCommands returns the commands of a guide: the ones of its blocks, and
// code in its text that starts with autofix or has several words of flags.
func guideCommands(text string) []string {
	var all []string
	for _, block := range fence.FindAllString(text, -1) {
		for _, m := range inFence.FindAllStringSubmatch(block, -1) {
			all = append(all, m[1])
		}
	}
	for _, m := range inlineCode.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		if command := strings.Join(strings.Fields(m[1]), " "); command != "autofix prove" {
			all = append(all, command)
		}
	}
	return all
}

func TestGuideCommands(t *testing.T) {
	got := guideCommands("`autofix prove` runs `autofix prove --a\nb`, `--c`, `--d e` and `go test`.\n\n```console\n$ autofix prove -- x   # why\n$ other\n```\n\n```\n/autofix prove y\n```\n")
	if want := []string{"autofix prove -- x", "/autofix prove y", "autofix prove --a b", "--d e"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// guideWords returns the arguments of a command of a guide, behind autofix prove.
func guideWords(t *testing.T, command string) []string {
	t.Helper()
	all, err := prove.ParseCommand(command)
	if err != nil {
		t.Fatal(err)
	}
	if all[0] == "autofix" {
		return all[2:]
	}
	return all
}

// The commonest of patches is a fix with its test, for a suite that is green
// before. Somebody else repeats the proof.
func guidePatch(t *testing.T, command string) {
	p := newGoProof(t)
	// TestSum fails; the suite is green without it.
	if err := os.Remove(filepath.Join(p.repo, "sum_test.go")); err != nil {
		t.Fatal(err)
	}
	worktreetest.Write(t, p.repo, map[string]string{"zero_test.go": "package m\n\nimport \"testing\"\n\nfunc TestZero(t *testing.T) {\n\tif Sum(0, 0) != 0 {\n\t\tt.Fatal(\"no\")\n\t}\n}\n"})
	p.commit("green")
	fix, test, _ := strings.Cut(fixOfGo, "--- a/sum_test.go")
	if test == "" {
		t.Fatal("the patch has no test")
	}
	var added strings.Builder
	for line := range strings.Lines(goSumTest) {
		added.WriteString("+" + line)
	}
	worktreetest.Write(t, p.repo, map[string]string{"fix.diff": fix + "--- /dev/null\n+++ b/sum_test.go\n@@ -0,0 +1,9 @@\n" + added.String()})
	worktreetest.Untouched(t, p.repo)
	p.env = append(p.env, "AUTOFIX_PROVE_RUNS=1", "AUTOFIX_PROVE_MUTANTS=0")
	stdout, stderr, code := p.run(append([]string{"--artifacts=../artifacts"}, guideWords(t, command)...)...)
	if code != 0 || !strings.HasPrefix(stdout, "verdict:  proven\n") {
		if code == 1 && strings.Contains(stdout, "sandbox of level") {
			t.Skipf("there is no sandbox here: %s", stdout)
		}
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	if !strings.Contains(stdout, "\nbefore:   exit 1; 1 passed, 1 failed, on the base with the tests of the patch\nafter:    exit 0; 2 passed\n") {
		t.Errorf("%s", stdout)
	}
	p.theirs(nil)
	stdout, stderr, code = p.run("--verify-evidence=../theirs/evidence.json")
	if code != 0 || stderr != "autofix: the evidence holds: verdict, tests and patch are the same\n" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}

// An exception needs no test, and its command runs none: the verdict is weak.
func guideException(t *testing.T, command string) {
	skipWithout(t, "go")
	const typo = "package m\n\nimport \"fmt\"\n\n// Tell tells.\nfunc Tell() { fmt.Printf(\"%d\", \"sums\") }\n"
	p := newProofOf(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "tell.go": typo})
	worktreetest.Write(t, p.repo, map[string]string{"fix.diff": "--- a/tell.go\n+++ b/tell.go\n@@ -6 +6 @@\n-func Tell() { fmt.Printf(\"%d\", \"sums\") }\n+func Tell() { fmt.Printf(\"%s\", \"sums\") }\n"})
	worktreetest.Untouched(t, p.repo)
	p.env = append(p.env, "AUTOFIX_PROVE_RUNS=1")
	stdout, stderr, code := p.run(append([]string{"--artifacts=../artifacts"}, guideWords(t, command)...)...)
	e := p.evidence()
	if code != 1 || e.Verdict != evidence.Weak || len(e.Exceptions) != 1 || e.Exceptions[0].Reason != "a typo in a message" || e.Exceptions[0].Alternative != "a review" {
		t.Errorf("exit %d, %s, %+v\n%s%s", code, e.Verdict, e.Exceptions, stdout, stderr)
	}
}

func guideAgent(t *testing.T, command string) {
	if out, err := exec.Command("pytest", "--version").CombinedOutput(); err != nil {
		t.Skipf("there is no pytest here: %v %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := newProofOf(t, map[string]string{"calc.py": "def add(a, b):\n    return a - b\n", "tests/test_a.py": "from calc import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n", "conftest.py": ""})
	worktreetest.Untouched(t, p.repo)
	worktreetest.Write(t, p.dir, map[string]string{"config/autofix/config.toml": "[ai]\nenabled = true\ncommand = ['" + self + "']\nenv = ['" + fakeagent.Variable + "']\n"})
	script := fakeagent.Script{Name: "fake", Version: "1", Rules: []fakeagent.Rule{
		{Match: `"hypothesis"`, Answers: []fakeagent.Answer{{Text: `{"hypothesis": "the sign", "files": ["calc.py"]}`}}},
		{Match: ".", Answers: []fakeagent.Answer{{Text: agentWords, Files: map[string]string{"calc.py": "def add(a, b):\n    return a + b\n"}}}},
	}}
	p.env = append(p.env, script.Env())
	stdout, stderr, _ := p.run(append([]string{"--artifacts=../artifacts"}, guideWords(t, command)...)...)
	if e := p.evidence(); e.Verdict != evidence.Proven || e.Engine.Kind != "acp" {
		t.Errorf("%s, %+v\n%s%s", e.Verdict, e.Engine, stdout, stderr)
	}
}

// The packages that a setup installs are there in all runs.
func guideSetup(t *testing.T, command string) {
	skipWithout(t, "npm")
	p := newProofOf(t, map[string]string{
		"slug.js": slugSource, "slug.test.js": slugTest, "package.json": "{\"name\": \"slug\", \"version\": \"1.0.0\"}\n",
		"package-lock.json": "{\"name\": \"slug\", \"version\": \"1.0.0\", \"lockfileVersion\": 3, \"packages\": {\"\": {\"name\": \"slug\", \"version\": \"1.0.0\"}}}\n",
	})
	worktreetest.Write(t, p.dir, map[string]string{"slug.diff": "--- a/slug.js\n+++ b/slug.js\n@@ -3,3 +3,3 @@\n function slug(text) {\n-  return text.trim().toLowerCase().replace(/ /, '-');\n+  return text.trim().toLowerCase().replace(/ /g, '-');\n }\n"})
	worktreetest.Untouched(t, p.repo)
	given := append(guideWords(t, command), "--patch=../slug.diff", "--artifacts=../artifacts", "--set=runs=1", "--set=mutants=0", "--", "node", "--test")
	stdout, stderr, _ := p.run(given...)
	if e := p.evidence(); !slices.Equal(e.Setup, []string{"npm", "ci"}) || e.Verdict == evidence.Infra || e.Verdict == evidence.Refuted {
		t.Errorf("%s, %q\n%s%s", e.Verdict, e.Setup, stdout, stderr)
	}
}

// A proof becomes a pull request, by a person and by a comment. With more money,
// a proof continues that had too little.
func guidePullRequest(t *testing.T, command string) {
	w := newWorkflow(t)
	w.says(toldRight, false)
	worktreetest.Write(t, w.dir, map[string]string{"fix.diff": "--- a/sum.go\n+++ b/sum.go\n@@ -7 +7 @@\n-\tfor i := 1; i < len(prices); i++ {\n+\tfor i := 0; i < len(prices); i++ {\n"})
	state := stateIn(t, filepath.Join(w.root, "machine-prove"))
	run := func(command string, want int, says string) {
		t.Helper()
		worktreetest.Write(t, w.root, map[string]string{"command.sh": command + "\n"})
		if code, out := w.bash(filepath.Join(w.root, "command.sh"), "XDG_STATE_HOME="+state, "AUTOFIX_PROVE_RUNS=1", "AUTOFIX_PROVE_MUTANTS=0"); code != want || !strings.Contains(out, says) {
			t.Fatalf("%s: exit %d, want %d and %q\n%s", command, code, want, says, out)
		}
	}
	run(command, cli.ExitDone, "opened the pull request #500")
	if pull := w.server.Pulls[0]; pull.Draft || len(w.server.Comments) != 1 || w.server.Comments[0].Issue != 12 {
		t.Errorf("%+v\n%+v", pull, w.server.Comments)
	}
	folders, err := filepath.Glob(filepath.Join(state, "rules_autofix", "prove", "*", "*", "evidence.json"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%v, %q", err, folders)
	}
	run("autofix prove --publish="+filepath.Dir(folders[0])+" --issue=12", cli.ExitDone, "updated the pull request #500")

	paid := "autofix prove --engine=openai --artifacts=../paid --set=openai.model=m --set=openai.base-url=" + w.model.URL + "/v1 --set=openai.input-price=1000 --set=openai.output-price=1000"
	run(paid+" --set=budget.cost=0.15 -- go test -run TestTotal .", cli.ExitFailed, "budget")
	run(paid+" --resume --set=budget.cost=3.00 -- go test -run TestTotal .", cli.ExitDone, "proven")

	w.both(w.inputs(nil), cli.ExitDone, cli.ExitDone, "updated the pull request #500", w.comment("writer", "/autofix prove go test ./..."))
}
