//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// printedCommand matches a line of a message of a gate that ends with a command.
var printedCommand = regexp.MustCompile(`(?m)^(?:  |autofix: .* with: )(bazel run .*)$`)

// commands returns the commands printed in messages of gates, each once.
func (r result) commands() []string {
	var commands []string
	for _, line := range printedCommand.FindAllStringSubmatch(r.stdout+"\n"+r.stderr, -1) {
		if !slices.Contains(commands, line[1]) {
			commands = append(commands, line[1])
		}
	}
	return commands
}

// wantCommandsOpen fails the test unless gates fail a build or test, and
// running all commands in their messages with a shell makes it pass. The
// messages must contain the texts.
func (w *workspace) wantCommandsOpen(t *testing.T, verb string, args []string, texts ...string) {
	t.Helper()
	code := 1
	if verb == "test" {
		code = 3
		args = append([]string{"--test_output=errors"}, args...)
	}
	shut := w.bazel(t, verb, args...).wantCode(t, code)
	for _, text := range texts {
		if !strings.Contains(shut.stdout+shut.stderr, text) {
			t.Errorf("the gate does not say %q:\n%s%s", text, shut.stdout, shut.stderr)
		}
	}
	commands := shut.commands()
	if len(commands) == 0 {
		t.Fatalf("the gate prints no command:\n%s%s", shut.stdout, shut.stderr)
	}
	for _, command := range commands {
		w.shell(t, command).wantCode(t, 0)
	}
	if open := w.bazel(t, verb, args...); open.code != 0 {
		t.Fatalf("%q do not open the gate: exit %d\n%s%s", commands, open.code, open.stdout, open.stderr)
	}
}

func TestCommandOfTheGateHasTheFlagsOfTheBuild(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "gated")
	for _, test := range []struct{ name, flag, told string }{
		{"mode", "--compilation_mode=opt", "--compilation_mode=opt"},
		{"define", "--define=kind=sour cream's", `'--define=kind=sour cream'\''s'`},
		{"platform", "--platforms=//gated:strange_platform", "--platforms=//gated:strange_platform"},
		{"cpu", "--cpu=abacus", "--cpu=abacus"},
	} {
		t.Run(test.name, func(t *testing.T) {
			target := "//gated:by " + test.name
			w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", test.flag, target},
				fmt.Sprintf("; fix all targets with: bazel run //:fix -- -- %s\n", test.told))
			if diff := cmp.Diff(test.name+"\n", w.read(t, "gated/"+test.name+".txt")); diff != "" {
				t.Errorf("the file (-want +got):\n%s", diff)
			}
		})
	}

	t.Run("fix tells of a setting that no rule can see", func(t *testing.T) {
		const target, flag = "//gated:by flavor", "--//gated:taste=sour"
		w.bazel(t, "build", "--config=autofix-strict", flag, target).wantCode(t, 1)
		const command = "bazel run //:fix -- '" + target + "'"
		idle := w.shell(t, command).wantCode(t, 0)
		if want := "add those that select sources: " + command + " -- --//package:flag=value\n"; !strings.Contains(idle.stdout, want) {
			t.Errorf("fix does not say %q:\n%s", want, idle.stdout)
		}
		w.shell(t, command+" -- "+flag).wantCode(t, 0)
		w.bazel(t, "build", "--config=autofix-strict", flag, target).wantCode(t, 0)
	})
}

// To an action, such a link looks like any other source.
func TestLinkOutOfTheWorkspaceHasAWayOut(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "gated")
	outside := filepath.Join(t.TempDir(), "outside.txt")
	writeFile(t, outside, "blanks  \n")
	if err := os.Symlink(outside, w.path("gated/linked.txt")); err != nil {
		t.Fatal(err)
	}
	gate := []string{"--config=autofix-strict", "//gated:linked"}
	// A run over all targets would leave this one out.
	shut := w.bazel(t, "build", gate...).wantCode(t, 1).wantStderr(t, "; fix with: bazel run //:fix -- //gated:linked\n")
	const exclude = `exclude = ["gated/linked.txt"]`
	told := w.shell(t, shut.commands()[0])
	for _, want := range []string{"gated/linked.txt", exclude} {
		if !strings.Contains(told.stdout+told.stderr, want) {
			t.Errorf("fix does not say %q:\n%s%s", want, told.stdout, told.stderr)
		}
	}
	if text := readFile(t, outside); text != "blanks  \n" {
		t.Errorf("the file outside is %q", text)
	}
	w.append(t, "autofix.toml", "\n[files]\n"+exclude+"\n")
	w.bazel(t, "build", gate...).wantCode(t, 0)
}

func TestMessageOfTheGateIsBounded(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "gated")
	for i := range 400 {
		w.write(t, fmt.Sprintf("gated/many/%03d %s.txt", i, nonce()), "blanks  \nno end")
	}
	shut := w.bazel(t, "build", "--config=autofix-strict", "//gated:many").wantCode(t, 1)
	if lines := strings.Count(shut.stderr, "\n"); lines > 24 {
		t.Errorf("%d lines:\n%s", lines, shut.stderr)
	}
	if want := "pending; fix all targets with: bazel run //:fix\n"; !strings.Contains(shut.stderr, want) {
		t.Errorf("no %q in:\n%s", want, shut.stderr)
	}
	if n := strings.Count(shut.stderr, "gated/many/000 "); n != 2 { // by two rules
		t.Errorf("the findings of a file are there %d times, want 2:\n%s", n, shut.stderr)
	}
	if want := "\n  and 798 more\n"; !strings.Contains(shut.stderr, want) {
		t.Errorf("no %q in:\n%s", want, shut.stderr)
	}
	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//gated:many"})
}

// Bazel does not notice changes in a source folder, so the result of checking
// its files would soon be outdated.
func TestSourceFolderIsSkipped(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "gated")
	w.bazel(t, "build", "--config=autofix-strict", "--config=autofix-debug", "//gated:foldered").wantCode(t, 0)
	read, err := artifact.Decode([]byte(w.read(t, "bazel-bin/gated/foldered.autofix/autofix.json")))
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Snapshots) != 1 || len(read.Diagnostics) != 1 || read.Diagnostics[0].Path != "gated/folder" {
		t.Errorf("%+v, want one file and a finding of gated/folder", read)
	}
	want := `autofix: //gated:foldered (autofix_sources)
  gated/clean.txt: checked by the built-in checkers
  gated/folder: skipped: a source folder: Bazel sees no changes in it, and nothing in it is checked; name its files instead, as glob() does
`
	if diff := cmp.Diff(want, w.read(t, "bazel-bin/gated/foldered.autofix/autofix.debug")); diff != "" {
		t.Errorf("autofix.debug (-want +got):\n%s", diff)
	}
	fixed := w.bazel(t, "run", "//:fix", "--", "//gated:foldered").wantCode(t, 0)
	if !strings.Contains(fixed.stdout, "  gated/folder:1:1: warning: a source folder") {
		t.Errorf("fix does not tell of the folder:\n%s", fixed.stdout)
	}
	if text := w.read(t, "gated/folder/bad.txt"); text != "bad  \n" {
		t.Errorf("the file in the folder is %q", text)
	}
	w.bazel(t, "build", "--config=autofix-strict", "//gated:foldered").wantCode(t, 0)
}

// Turning validations off turns off the gate, but not the test.
func TestFlagsThatTurnTheGateOffLeaveTheTest(t *testing.T) {
	w := scripts.fresh(t)
	w.append(t, "bin/greet.sh", "blanks  \nno end")
	w.bazel(t, "build", "--config=autofix-strict", "//bin:greet").wantCode(t, 1)
	w.bazel(t, "build", "--config=autofix-strict", "--norun_validations", "//bin:greet").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "--build_tests_only", "//bin:greet").wantCode(t, 0)
	for _, flag := range []string{"--norun_validations", "--build_tests_only"} {
		w.bazel(t, "test", "--config=autofix-strict", flag, "//bin/...").wantCode(t, 3)
	}
}

// The findings of a target with the tag autofix-warn shut no gate, and nor do
// those in the files that a tagged rule hands on.
func TestTaggedTargetShutsNoGate(t *testing.T) {
	w := scripts.fresh(t)
	w.write(t, "warned/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources", "autofix_test")

autofix_sources(
    name = "tagged",
    srcs = [
        "Dockerfile",
        "a.txt",
    ],
    tags = ["autofix-warn"],
)

filegroup(
    name = "old",
    srcs = ["b.txt"],
    tags = ["autofix-warn"],
)

autofix_sources(
    name = "handed",
    srcs = [
        ":old",
        "c.txt",
    ],
)

autofix_sources(
    name = "same",
    srcs = ["a.txt"],
)

autofix_test(
    name = "together_autofix_test",
    targets = [
        ":same",
        ":tagged",
    ],
)
`)
	w.write(t, "warned/Dockerfile", "FROM debian:12.1\nRUN sudo make\nUSER a\n")
	for _, name := range []string{"a", "b", "c"} {
		w.write(t, "warned/"+name+".txt", "blanks  \n")
	}
	w.bazel(t, "build", "--config=autofix-strict", "//warned:tagged").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//warned:same").wantCode(t, 1)
	w.bazel(t, "test", "//warned:together_autofix_test").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-debug", "//warned:handed").wantCode(t, 0)
	if debug := w.read(t, "bazel-bin/warned/handed.autofix/autofix.debug"); !strings.Contains(debug, "  warned/b.txt: its findings shut no gate, by the tag autofix-warn\n") {
		t.Errorf("the debug aspect does not name the tag:\n%s", debug)
	}
	shut := w.bazel(t, "build", "--config=autofix-strict", "//warned:handed").wantCode(t, 1).wantStderr(t, "warned/c.txt:1:")
	if strings.Contains(shut.stderr, "warned/b.txt:1:") {
		t.Errorf("a file of a tagged rule shuts the gate:\n%s", shut.stderr)
	}
	fixed := w.bazel(t, "run", "//:fix", "--", "--verbose", "//warned:all").wantCode(t, 0)
	for _, want := range []string{
		"warned/Dockerfile: by the tag autofix-warn (//warned:tagged), its findings shut no gate; the tag makes warnings of the errors of hadolint/DL3004\n",
		"warned/b.txt: by the tag autofix-warn (//warned:handed), its findings shut no gate\n",
		"warned/Dockerfile:2:5: warning: ",
	} {
		if !strings.Contains(fixed.stdout+fixed.stderr, want) {
			t.Errorf("fix does not say %q:\n%s%s", want, fixed.stdout, fixed.stderr)
		}
	}
	for _, name := range []string{"a", "b", "c"} {
		if text := w.read(t, "warned/"+name+".txt"); text != "blanks\n" {
			t.Errorf("%s.txt is %q after the fix", name, text)
		}
	}
}
