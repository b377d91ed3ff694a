//go:build e2e

package e2e

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// Follows docs/gazelle.md for a user who has Go and Gazelle: the targets that
// the extension generates are checked.
func TestGazelleGuideFollowedWordForWord(t *testing.T) {
	w := newUser(t, "gazelle")
	w.setUp(t)
	w.append(t, "MODULE.bazel", `
bazel_dep(name = "gazelle", version = "0.47.0")
bazel_dep(name = "rules_go", version = "0.59.0")

go_sdk = use_extension("@rules_go//go:extensions.bzl", "go_sdk")
go_sdk.from_file(go_mod = "//:go.mod")
`)
	w.write(t, "go.mod", "module example.com/app\n\ngo 1.26.0\n")
	w.write(t, "app/BUILD.bazel", "")
	w.write(t, "app/run.sh", "#!/bin/sh\necho app\n")
	w.write(t, "app/docs/notes.md", "Notes \n")
	w.follow(t, section(t, "docs/gazelle.md", "Set it up"))

	want := `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

autofix_sources(
    name = "autofix_sources",
    srcs = [
        "BUILD.bazel",
        "docs/notes.md",
        "run.sh",
    ],
)
`
	if got := w.read(t, "app/BUILD.bazel"); got != want {
		t.Errorf("app/BUILD.bazel:\n%s\nwant:\n%s", got, want)
	}
	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//app:all"}, "app/docs/notes.md:1:6: ")
	w.wantFewModules(t)
}

// wantFewModules fails the test if the extension adds modules to the workspace
// that Gazelle does not need.
func (w *workspace) wantFewModules(t *testing.T) {
	t.Helper()
	listed, err := exec.Command("go", "-C", w.dir, "list", "-m", "-f", "{{.Path}}", "all").Output()
	if err != nil {
		t.Fatal(err)
	}
	required := 0
	for line := range strings.Lines(w.read(t, "go.mod")) {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "require github.com/") {
			required++
		}
	}
	if required == 0 || required > 8 {
		t.Errorf("go.mod requires %d modules, want at most 8:\n%s", required, w.read(t, "go.mod"))
	}
	// Bazel 7.7.1 crashes where an earlier build had aspects and it counts them.
	actions := w.bazel(t, "aquery", "--output=summary", "--noinclude_aspects", `mnemonic("GoCompilePkg", deps(//:gazelle))`).wantCode(t, 0).stdout
	t.Logf("%d modules in go.mod, %d in all; %s", required, strings.Count(string(listed), "\n"), strings.TrimSpace(actions))
	compiled := 0
	for line := range strings.Lines(actions) {
		if count, ok := strings.CutPrefix(strings.TrimSpace(line), "GoCompilePkg: "); ok {
			compiled, _ = strconv.Atoi(count)
		}
	}
	if compiled == 0 || compiled > 120 {
		t.Errorf("the build of Gazelle compiles %d packages, want at most 120:\n%s", compiled, actions)
	}
}
