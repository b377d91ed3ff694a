//go:build e2e

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// ownCheckers gives the workspace two custom checkers, whose program is
// testdata/words; see testdata/checkers.
func ownCheckers(t *testing.T, w *workspace) {
	t.Helper()
	program, err := goBuild("words", "./e2e/testdata/words")
	if err != nil {
		t.Fatal(err)
	}
	w.overlay(t, "checkers")
	w.write(t, "tools/own/words", readFile(t, program))
	if err := os.Chmod(w.path("tools/own/words"), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestOwnCheckersAreCheckedGatedAndFixedWithAllOthers(t *testing.T) {
	w := scripts.fresh(t)
	ownCheckers(t, w)
	w.git(t, "add", "--all")
	before := w.sources(t)

	const command = "bazel run //tools/own:fix -- //texts:texts"
	w.bazel(t, "build", "--aspects=//tools/own:own.bzl%own", "//texts").wantCode(t, 0)
	w.bazel(t, "build", "--aspects=//tools/own:own.bzl%own_strict", "//texts").wantCode(t, 1).wantStderr(t,
		"texts/both.txt:1:5: warning: color is not the word for it [own/colour] (fixable, 2 times)",
		"texts/both.txt:1:14: warning: gray is not the word for it [own/grey]",
		"\n  and 2 more\n",
		"; fix all targets with: bazel run //tools/own:fix\n",
	)
	w.wantUntouched(t, before)

	fixed := w.shell(t, command).wantCode(t, 0)
	for _, want := range []string{"with colour, grey, text\n", "own/colour                  2  texts/both.txt\n"} {
		if !strings.Contains(fixed.stdout, want) {
			t.Errorf("the summary lacks %q:\n%s", want, fixed.stdout)
		}
	}
	got := map[string]string{}
	for _, name := range []string{"both.txt", "grey.txt", "page.md"} {
		got[name] = w.read(t, "texts/"+name)
	}
	want := map[string]string{
		"both.txt": "The colour is grey.\nAnother colour.\n",
		"grey.txt": "A grey line.\n",
		"page.md":  "color, but of another kind\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after the fix (-want +got):\n%s", diff)
	}
	w.bazel(t, "test", "--build_tests_only", "--aspects=//tools/own:own.bzl%own_strict", "//tools/own:texts_test", "//tools/own:nothing_test").wantCode(t, 0)
	w.bazel(t, "build", "--aspects=//tools/own:own.bzl%own_strict", "//texts").wantCode(t, 0)
}

// Follows the README of examples/checker. Its checker is a separate Go module,
// which uses the package for checkers from this checkout.
func TestCheckerExampleFollowed(t *testing.T) {
	const guide = "examples/checker/README.md"
	w := checker.fresh(t)
	w.replace(t, "tools/spdx/go.mod", "=> ../../../..\n", "=> "+repository+"\n")
	w.shell(t, "go -C tools/spdx test ./...").wantCode(t, 0)
	w.wantSession(t, guide, blockOf(t, guide, "checker", 1), 0)
	w.wantSession(t, guide, blockOf(t, guide, "checker", 2), 1, 0, 0)
	want := "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\nset -eu\necho \"deploying $1\"\n"
	if diff := cmp.Diff(want, w.read(t, "deploy.sh")); diff != "" {
		t.Errorf("deploy.sh (-want +got):\n%s", diff)
	}

	// The checker fails, and names the file.
	w.replace(t, "tools/lint/BUILD.bazel", "--license=Apache-2.0", "--license=")
	w.bazel(t, "build", "--config=lint", "//...").wantCode(t, 1).
		wantStderr(t, "checker spdx failed: ", "spdx: deploy.sh: no license to look for: pass --license")
}

func TestSetsOfAspectsAndTheirCheckersNeverCollide(t *testing.T) {
	w := scripts.fresh(t)
	ownCheckers(t, w)
	all := []string{
		"--aspects=@rules_autofix//rules:defs.bzl%autofix_strict,//tools/own:own.bzl%own_strict,//tools/own:own.bzl%other_strict",
		"--output_groups=autofix_artifact,autofix_diff,autofix_report,autofix_sarif",
		"--norun_validations", "//texts",
	}
	w.bazel(t, "build", all...).wantCode(t, 0)
	folder := w.path("bazel-bin/texts/texts.autofix")
	byName := map[string]string{} // the checker, by the path of the artifact
	others := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, _ := filepath.Rel(folder, path)
		switch filepath.Ext(path) {
		case ".diff", ".sarif", ".txt":
			others++
			return nil
		case ".json":
		default:
			return nil
		}
		a, err := artifact.Decode([]byte(readFile(t, path)))
		if err == nil {
			byName[filepath.ToSlash(relative)] = a.Tool.Name
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// The folder of the unnamed set has a name derived from the set.
	hash := ""
	for name := range byName {
		if set, _, found := strings.Cut(name, "/"); found && set != "own" {
			hash = set
		}
	}
	want := map[string]string{
		"autofix.json": "autofix", "own/autofix.json": "autofix", "own/colour.json": "colour", "own/grey.json": "grey",
		hash + "/colour.json": "colour",
	}
	if diff := cmp.Diff(want, byName); diff != "" || others != 3*len(want) {
		t.Errorf("%d other outputs; artifacts (-want +got):\n%s", others, diff)
	}

	// Each gate judges the findings of its own set, and prints the command of
	// that set.
	texts := map[string]string{}
	for _, name := range []string{"texts/both.txt", "texts/grey.txt", "texts/page.md"} {
		texts[name] = w.read(t, name)
	}
	for _, test := range []struct {
		aspect  string
		pending string
	}{
		{"@rules_autofix//rules:defs.bzl%autofix_strict", "gate: 1 safe fix pending"},
		{"//tools/own:own.bzl%own_strict", "gate: 5 safe fixes pending"},
		{"//tools/own:own.bzl%other_strict", "gate: 2 safe fixes pending"},
	} {
		w.wantCommandsOpen(t, "build", []string{"--aspects=" + test.aspect, "//texts"}, test.pending)
		for name, text := range texts {
			w.write(t, name, text)
		}
	}
}

func TestFailureOfAnOwnCheckerIsNeverNoFindings(t *testing.T) {
	for _, test := range []struct {
		fault   string
		message []string
	}{
		{"exit", []string{"checker colour failed: exited with status 9", "words: out of luck", "no-autofix-colour"}},
		{"kill", []string{"checker colour failed: terminated by a signal: killed"}},
		{"malformed", []string{"checker colour failed: malformed artifact: ", "was it cut off?"}},
		{"foreign", []string{"checker colour failed: its output cannot be used: elsewhere/other.txt: not among the files that the checker was given"}},
		{"write", []string{"checker colour failed: ", "read-only file system"}},
	} {
		t.Run(test.fault, func(t *testing.T) {
			w := scripts.fresh(t)
			ownCheckers(t, w)
			w.replace(t, "tools/own/BUILD.bazel", `"--code=1",`, fmt.Sprintf(`"--code=1", "--fault=%s",`, test.fault))
			before := w.sources(t)
			message := append([]string{"Autofix //texts:texts with colour failed: (Exit 3)"}, test.message...)
			for _, aspect := range []string{"own", "own_strict"} {
				w.bazel(t, "build", "--keep_going", "--aspects=//tools/own:own.bzl%"+aspect, "--output_groups=+autofix_artifact", "//texts").
					wantCode(t, 1).wantStderr(t, message...)
			}
			w.bazel(t, "run", "//tools/own:fix", "--", "//texts").wantCode(t, 3).wantStderr(t, test.message...)
			w.wantUntouched(t, before)
		})
	}
}

func TestTagsTurnOwnCheckersOff(t *testing.T) {
	w := scripts.fresh(t)
	ownCheckers(t, w)
	w.bazel(t, "build", "--aspects=//tools/own:own.bzl%own_debug", "--output_groups=autofix_debug", "//texts/...").wantCode(t, 0).
		wantStderr(t, "autofix: //texts:no_autofix_color: the tag no-autofix-color turns off no checker: did you mean no-autofix-colour?")
	for target, want := range map[string][]string{
		"texts": {
			"autofix: //texts:texts (autofix_sources)",
			"  texts/both.txt: checked by the built-in checkers, colour, grey",
			"  texts/grey.txt: checked by the built-in checkers, colour, grey",
			"  texts/page.md: checked by the built-in checkers",
		},
		"no_autofix_autofix": {
			"autofix: //texts:no_autofix_autofix (autofix_sources)",
			"  checker autofix: turned off by the tag no-autofix-autofix",
			"  texts/both.txt: checked by colour, grey",
			"  texts/grey.txt: checked by colour, grey",
		},
		"no_autofix_colour": {
			"autofix: //texts:no_autofix_colour (autofix_sources)",
			"  checker colour: turned off by the tag no-autofix-colour",
			"  texts/both.txt: checked by the built-in checkers, grey",
			"  texts/grey.txt: checked by the built-in checkers, grey",
		},
		"no_autofix_color": {
			"autofix: //texts:no_autofix_color (autofix_sources)",
			"  the tag no-autofix-color turns off no checker: did you mean no-autofix-colour?",
			"  texts/both.txt: checked by the built-in checkers, colour, grey",
			"  texts/grey.txt: checked by the built-in checkers, colour, grey",
		},
		"no_autofix_other": {
			"autofix: //texts:no_autofix_other (autofix_sources)",
			"  the tag no-autofix-other turns off no checker: the checkers are autofix, colour, dockerfile, format, grey, schema, starlark, text",
			"  texts/both.txt: checked by the built-in checkers, colour, grey",
			"  texts/grey.txt: checked by the built-in checkers, colour, grey",
		},
		"no_lint": {
			"autofix: //texts:no_lint (autofix_sources)",
			"  skipped: it is tagged no-lint",
		},
	} {
		got := strings.Split(strings.TrimSuffix(w.read(t, "bazel-bin/texts/"+target+".autofix/own/autofix.debug"), "\n"), "\n")
		if !slices.Equal(got, want) {
			t.Errorf("%s (-want +got):\n%s", target, cmp.Diff(want, got))
		}
	}
}

func TestMistakesInTheDeclarationOfACheckerAreReported(t *testing.T) {
	w := scripts.fresh(t)
	ownCheckers(t, w)
	for _, test := range []struct {
		name, old, with, want string
	}{
		{"no such location", "$(execpath grey.words)", "$(execpath other.words)", "other.words"},
		{"not of the data", "$(execpath grey.words)", "$(execpath :words)", ":words"},
		{"an unknown kind of glob", `["*.txt"]`, `["*.{txt,md}"]`, `patterns: "*.{txt,md}": a pattern cannot have {`},
		{"a glob from the root", `["*.txt"]`, `["/a/*.txt"]`, "a pattern is the glob of a base name, or of a path"},
		{"two of one name", `checker_name = "grey"`, `checker_name = "colour"`, "are both called \"colour\": set the checker_name of one"},
		{"the name of all built-in checkers", `checker_name = "grey"`, `checker_name = "autofix"`, `the name "autofix" is taken`},
		{"the name of a built-in checker", `checker_name = "grey"`, `checker_name = "text"`, `the name "text" is taken`},
		{"a misspelled placeholder", `"--code=1",`, `"--code=1", "{file}",`, `args: "{file}": unknown placeholder {file}, did you mean {files}?`},
		{"files within an argument", `"--code=1",`, `"--code=1", "--in={files}",`, "{files} stands for several arguments and must be one of its own"},
		{"a space in a name", `checker_name = "grey"`, `checker_name = "a b"`, `the name "a b" contains " ", which`},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := w.read(t, "tools/own/BUILD.bazel")
			defer w.write(t, "tools/own/BUILD.bazel", text)
			w.replace(t, "tools/own/BUILD.bazel", test.old, test.with)
			w.bazel(t, "build", "--aspects=//tools/own:own.bzl%own", "--output_groups=autofix_artifact", "//texts").
				wantCode(t, 1).wantStderr(t, test.want)
		})
	}
	for _, test := range []struct {
		name, old, with, want string
	}{
		{"a string instead of a label", `[Label("//tools/own:colour")]`, `["//tools/own:colour"]`, `checkers: "//tools/own:colour" is a string: write Label(`},
		{"no checker at all", `[Label("//tools/own:colour")]`, `[]`, "nothing would be checked"},
		{"no attribute", `builtin_checkers = False`, `attrs = []`, "attrs: []: it must be a list of attribute names that is not empty"},
		{"no folder", `builtin_checkers = False`, `name = "a/b"`, `name: "a/b" contains "/"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := w.read(t, "tools/own/own.bzl")
			defer w.write(t, "tools/own/own.bzl", text)
			w.replace(t, "tools/own/own.bzl", test.old, test.with)
			w.bazel(t, "build", "--aspects=//tools/own:own.bzl%own", "//texts").wantCode(t, 1).wantStderr(t, test.want)
		})
	}
}
