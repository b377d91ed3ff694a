//go:build e2e

package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

const spdxForTheCommand = `[checkers.spdx]
command = ["tools/spdx/spdx", "--license=Apache-2.0", "--out={out}", "--", "{files}"]
files = ["*.sh"]
format = "artifact"
`

// The command finds in the files of a workspace what an aspect finds, with the
// same ids and texts: all of the built-in checkers, and other checkers that
// autofix.toml declares. It names the ones that are left to Bazel.
func TestCommandFindsWhatTheAspectFinds(t *testing.T) {
	const builtin = "@rules_autofix//rules:defs.bzl%autofix"
	const lint = "//tools/lint:lint.bzl%lint"
	spdx := func(t *testing.T, w *workspace) {
		w.replace(t, "tools/spdx/go.mod", "=> ../../../..\n", "=> "+repository+"\n")
		w.shell(t, "go build -C tools/spdx -o spdx .").wantCode(t, 0)
	}
	for _, test := range []struct {
		name      string
		workspace *workspace
		prepare   func(*testing.T, *workspace)
		aspect    string
		left      string   // to Bazel
		others    []string // checkers that the command runs too
	}{
		{name: "hello", workspace: hello, aspect: builtin},
		{name: "scripts", workspace: scripts, aspect: builtin},
		{name: "schemas", workspace: schemas, aspect: builtin},
		{name: "smoke", workspace: smoke, aspect: builtin},
		{name: "nogo", workspace: nogo, aspect: lint, left: "nogo"},
		{name: "checker", workspace: checker, prepare: spdx, aspect: lint, left: "spdx"},
		{name: "checker, declared", workspace: checker, prepare: func(t *testing.T, w *workspace) {
			spdx(t, w)
			w.write(t, "autofix.toml", spdxForTheCommand)
		}, aspect: lint, others: []string{"spdx"}},
		{name: "merging", workspace: merging, prepare: func(t *testing.T, w *workspace) { w.ruff(t, "tools/lint/ruff") }, aspect: lint, left: "ruff, upgrades, wording"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := test.workspace.fresh(t)
			if test.prepare != nil {
				test.prepare(t, w)
			}
			built := w.bazel(t, "build", "--aspects="+test.aspect, "--output_groups=autofix_artifact", "--norun_validations", "--show_result=100000", "//...").wantCode(t, 0)
			theirs := &found{}
			for _, output := range regexp.MustCompile(`(?m)^  (bazel-bin/\S+\.json)$`).FindAllStringSubmatch(built.stderr, -1) {
				checker := strings.TrimSuffix(filepath.Base(output[1]), ".json")
				if checker == "autofix" || slices.Contains(test.others, checker) {
					theirs.add(t, w.path(output[1]))
				}
			}
			if len(theirs.files) == 0 {
				t.Fatalf("no artifact has a file:\n%s", built.stderr)
			}

			out := filepath.Join(t.TempDir(), "out.json")
			args := append([]string{"check", "--trust", "--out=" + out, "--"}, slices.Sorted(maps.Keys(theirs.files))...)
			got := w.run(t, ".", tool, args...)
			if got.code > 1 {
				t.Fatal(got.stderr)
			}
			ours := &found{}
			ours.add(t, out)
			if diff := cmp.Diff(theirs.lines, ours.lines); diff != "" {
				t.Errorf("(-aspect +command):\n%s\n%s", diff, got.stderr)
			}
			left := regexp.MustCompile(`(?m)^autofix: left to Bazel: (.*), see docs/linters$`).FindStringSubmatch(got.stdout)
			if len(left) == 0 && test.left != "" || len(left) > 0 && left[1] != test.left {
				t.Errorf("left to Bazel: %q, want %q\n%s", left, test.left, got.stdout)
			}
		})
	}
}

// A found has the findings and the fixes of artifacts.
type found struct {
	files map[string]bool
	lines map[string]string // by id
}

func (f *found) add(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, err := artifact.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if f.files == nil {
		f.files, f.lines = map[string]bool{}, map[string]string{}
	}
	for _, s := range a.Snapshots {
		f.files[s.Path] = true
	}
	for _, d := range a.Diagnostics {
		f.lines[d.ID] = strings.Join([]string{d.Path, d.Rule, string(d.Severity), d.Message}, " ")
	}
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		f.lines[fix.ID] = strings.Join([]string{fix.Rule, string(fix.Safety), fix.Title}, " ")
	}
}
