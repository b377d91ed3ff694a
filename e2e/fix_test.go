//go:build e2e

package e2e

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the fix says and leaves to the README of examples/hello")

func TestFixAppliesWhatTheReadmeShows(t *testing.T) {
	w := hello.fresh(t)
	got := w.bazel(t, "run", "//:fix").wantCode(t, 0)
	shown := []block{{"text", got.stdout}, {"diff", w.git(t, "diff")}}
	if *update {
		text := readFile(t, helloReadme())
		for _, b := range shown {
			text = strings.Replace(text, fenced(t, text, b.language), b.text, 1)
		}
		writeFile(t, helloReadme(), text)
	}
	for _, b := range shown {
		if diff := cmp.Diff(fenced(t, readFile(t, helloReadme()), b.language), b.text); diff != "" {
			t.Errorf("%s (-README +got; go test -update writes it):\n%s", b.language, diff)
		}
	}

	before := w.sources(t)
	again := w.bazel(t, "run", "//:fix").wantCode(t, 0)
	if !strings.Contains(again.stdout, "\nautofix: nothing pending\n") || strings.Contains(again.stdout, "applied") {
		t.Errorf("a second run says:\n%s", again.stdout)
	}
	w.wantUntouched(t, before)
}

// A block is a fenced block of a README.
type block struct{ language, text string }

// helloReadme returns the README that shows the output and the diff of the fix
// of examples/hello.
func helloReadme() string { return filepath.Join(repository, "examples", "hello", "README.md") }

// fenced returns the only fenced block of a README with the given language.
func fenced(t *testing.T, readme, language string) string {
	t.Helper()
	parts := strings.Split(readme, "```"+language+"\n")
	if len(parts) != 2 {
		t.Fatalf("README: %d blocks of %s, want one", len(parts)-1, language)
	}
	text, _, closed := strings.Cut(parts[1], "```\n")
	if !closed {
		t.Fatalf("README: the block of %s has no end", language)
	}
	return text
}

func TestFixModesThatWriteNothing(t *testing.T) {
	w := hello.fresh(t)
	before := w.sources(t)
	for _, mode := range []string{"check", "diff", "print"} {
		t.Run(mode, func(t *testing.T) {
			want := 1
			if mode == "print" {
				want = 0
			}
			w.bazel(t, "run", "//:fix", "--", "--mode="+mode).wantCode(t, want)
			w.wantUntouched(t, before)
		})
	}

	t.Run("git takes the diff, which is what the README shows", func(t *testing.T) {
		patch := filepath.Join(t.TempDir(), "patch")
		got := w.bazel(t, "run", "//:fix", "--", "--mode=diff").wantCode(t, 1)
		writeFile(t, patch, got.stdout)
		w.git(t, "apply", patch)
		if diff := cmp.Diff(fenced(t, readFile(t, helloReadme()), "diff"), w.git(t, "diff")); diff != "" {
			t.Errorf("git diff (-README +got):\n%s", diff)
		}
	})
}

func TestFileOfTwoTargetsIsFixedOnce(t *testing.T) {
	w := hello.fresh(t)
	file := filepath.Join(t.TempDir(), "summary.json")
	w.bazel(t, "run", "//:fix", "--", "--summary="+file, "//:autofix_sources", "//greet:greet").wantCode(t, 0)

	var summary struct {
		Fixes []struct {
			Rule    string   `json:"rule"`
			Origins []string `json:"origins"`
			Status  string   `json:"status"`
		} `json:"fixes"`
	}
	if err := json.Unmarshal([]byte(readFile(t, file)), &summary); err != nil {
		t.Fatal(err)
	}
	got := map[string][][]string{} // origins of the fixes of greet.go, by status
	for _, fix := range summary.Fixes {
		if fix.Rule == "format/go" {
			got[fix.Status] = append(got[fix.Status], fix.Origins)
		}
	}
	want := map[string][][]string{
		"applied":   {{"//:autofix_sources", "//greet:greet"}},
		"duplicate": {{"//greet:greet"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fixes of greet.go (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(greetFixed, w.read(t, "greet/greet.go")); diff != "" {
		t.Errorf("greet.go (-want +got):\n%s", diff)
	}
}

// greetFixed is examples/hello/greet/greet.go, formatted.
const greetFixed = `// Package greet says hello.
package greet

import (
	"strings"
)

// Everyone greets all names at once.
func Everyone(names []string) string {
	if len(names) == 0 {
		return "hello, world"
	}
	return "hello, " + strings.Join(names, ", ")
}
`

func TestFixFromASubfolder(t *testing.T) {
	for _, test := range []struct {
		rule    string
		folder  string
		args    []string
		changed string
	}{
		{
			rule: "a relative pattern is relative to that folder", folder: "greet",
			args: []string{"run", "//:fix", "--", ":greet"}, changed: "greet/greet.go\n",
		},
		{
			rule: "no pattern is the whole workspace", folder: "greet",
			args:    []string{"run", "//:fix"},
			changed: "banner/banner.go\ndocs/notes.txt\ngreet/BUILD.bazel\ngreet/greet.go\nscripts/hello.sh\n",
		},
		{
			rule: "an absolute pattern is as from the top", folder: "docs",
			args: []string{"run", "//:fix", "--", "//scripts/..."}, changed: "scripts/hello.sh\n",
		},
	} {
		t.Run(test.rule, func(t *testing.T) {
			w := hello.fresh(t)
			w.bazelIn(t, test.folder, test.args[0], test.args[1:]...).wantCode(t, 0)
			if diff := cmp.Diff(test.changed, w.git(t, "diff", "--name-only")); diff != "" {
				t.Errorf("changed files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFixWithSpacesAndQuotesInTheWorkspacePath(t *testing.T) {
	w := spaced.fresh(t)
	w.bazel(t, "build", "--config=autofix", "//...").wantCode(t, 0)
	w.bazelIn(t, "bin", "run", "//:fix", "--", "--safety=suggestion").wantCode(t, 0)
	want := "#!/bin/sh\nset -eu\necho \"hello, ${1:-world}\"\n"
	if diff := cmp.Diff(want, w.read(t, "bin/greet.sh")); diff != "" {
		t.Errorf("bin/greet.sh (-want +got):\n%s", diff)
	}
}

// Bazel rejects an aspect that is named twice, and the gate would fail the
// build of the fix itself.
func TestFixWorksIfEveryBuildHasAPreset(t *testing.T) {
	for _, preset := range []string{"autofix", "autofix-strict"} {
		t.Run(preset, func(t *testing.T) {
			w := scripts.fresh(t)
			w.append(t, ".bazelrc", "build --config="+preset+"\n")
			w.bazel(t, "run", "//:fix", "--", "--safety=suggestion").wantCode(t, 0)
			if diff := cmp.Diff(".bazelrc\nbin/greet.sh\n", w.git(t, "diff", "--name-only")); diff != "" {
				t.Errorf("changed files (-want +got):\n%s", diff)
			}
		})
	}
}
