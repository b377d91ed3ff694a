//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// statusesIn reads the status of the fixes of a summary, by rule, with the code
// and the rule of the winner of those that lost.
func statusesIn(t *testing.T, summary string) map[string]string {
	t.Helper()
	var read struct {
		Fixes []struct{ ID, Rule, Status, Code, By string }
	}
	if err := json.Unmarshal([]byte(readFile(t, summary)), &read); err != nil {
		t.Fatal(err)
	}
	rules, statuses := map[string]string{}, map[string]string{}
	for _, fix := range read.Fixes {
		rules[fix.ID] = fix.Rule
	}
	for _, fix := range read.Fixes {
		status := fix.Status
		if fix.By != "" {
			status += " " + fix.Code + " " + rules[fix.By]
		}
		statuses[fix.Rule] = status
	}
	return statuses
}

// ruff puts a real ruff into the workspace: that of the PATH, or that of
// tools/linters, which runs where Debian's Bazel does.
func (w *workspace) ruff(t *testing.T, name string) {
	t.Helper()
	program, err := exec.LookPath("ruff")
	if err != nil {
		install := exec.Command(filepath.Join(repository, "tools/linters/install.sh"))
		install.Stderr = os.Stderr
		commands, err := install.Output()
		if err != nil {
			t.Fatalf("there is no ruff, and it cannot be installed: %v", err)
		}
		program = filepath.Join(filepath.Dir(strings.TrimSpace(string(commands))), "rootfs/usr/bin/ruff")
	}
	w.write(t, name, readFile(t, program))
	if err := os.Chmod(w.path(name), 0o755); err != nil {
		t.Fatal(err)
	}
}

// Follows the README of examples/merging: ruff, a tool that writes SARIF and a
// checker of the workspace's own disagree about one line.
func TestMergingExampleFollowed(t *testing.T) {
	const guide = "examples/merging/README.md"
	w := merging.fresh(t)
	w.ruff(t, "tools/lint/ruff")
	w.wantSession(t, guide, blockOf(t, guide, "merging", 2), 1, 0)
	w.wantSession(t, guide, blockOf(t, guide, "merging", 3), 0, 0)
	if want := "def greet(name, log):\n    if name:\n        log.warning(\"Welcome, {}\".format(name))\n"; !strings.HasSuffix(w.read(t, "greet.py"), want) {
		t.Errorf("greet.py:\n%s", w.read(t, "greet.py"))
	}
	fixed := w.sources(t)
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	w.wantUntouched(t, fixed)
}

// One plan, one winner, the losers name it, and the same bytes whatever the
// order of the artifacts.
func TestMergingAcrossToolsDoesNotDependOnTheirOrder(t *testing.T) {
	w := merging.fresh(t)
	w.ruff(t, "tools/lint/ruff")
	w.bazel(t, "build", "--config=lint", "//:python").wantCode(t, 0)
	artifacts := []string{}
	for _, name := range []string{"ruff", "upgrades", "wording"} {
		artifacts = append(artifacts, w.path("bazel-bin/python.autofix/lint/"+name+".json"))
	}
	want := map[string]string{
		"ruff/F401":   "pending",
		"ruff/G010":   "conflict overlaps wording/fix",
		"ruff/Q000":   "conflict overlaps wording/fix",
		"ruff/UP031":  "conflict overlaps wording/fix",
		"wording/fix": "pending",
	}
	first := ""
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		out := t.TempDir()
		args := []string{"merge", "--root=" + w.dir, "--out=" + out + "/plan.json", "--diff=" + out + "/plan.diff", "--summary=" + out + "/summary.json"}
		for _, i := range order {
			args = append(args, artifacts[i])
		}
		w.run(t, ".", tool, args...).wantCode(t, 0)
		if diff := cmp.Diff(want, statusesIn(t, out+"/summary.json")); diff != "" {
			t.Errorf("%v: statuses (-want +got):\n%s", order, diff)
		}
		all := readFile(t, out+"/plan.json") + readFile(t, out+"/plan.diff") + readFile(t, out+"/summary.json")
		if first == "" {
			first = all
		} else if diff := cmp.Diff(first, all); diff != "" {
			t.Errorf("%v: another plan (-first +this):\n%s", order, diff)
		}
	}
}
