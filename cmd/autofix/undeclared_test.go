package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBazelFixOfUndeclaredFiles(t *testing.T) {
	const bad, good = "x", "x\n"
	files := map[string]string{"a/own.txt": bad, "a/loose.txt": bad, "b/loose.txt": bad, "b/image.bin": "\x00\x01"}
	with := func(fixed ...string) map[string]string {
		texts := map[string]string{}
		for path, text := range files {
			texts[path] = text
		}
		for _, path := range fixed {
			texts[path] = good
		}
		return texts
	}
	const applied = "autofix: checked 1 target, 1 file with text\nautofix: applied 1 fix in 1 file\n  text/final-newline    1  a/own.txt\n"
	tests := []struct {
		name           string
		args           []string
		owned          string
		targets        string
		want           map[string]string
		exit           int
		stdout, stderr string
	}{
		{
			name: "they are counted, with the command that lists them",
			args: []string{"--safety=suggestion"},
			want: with("a/own.txt"),
			stdout: applied + "autofix: 2 files have no target, so nothing checked them; list them with: bazel run //:fix -- --safety=suggestion --undeclared=report\nautofix: to fail in CI while there are any: autofix check --policy=strict --undeclared\n" +
				"autofix: nothing pending\n",
		},
		{
			name:   "they are not counted for a part of the workspace",
			args:   []string{"//a/..."},
			want:   with("a/own.txt"),
			stdout: applied + "autofix: nothing pending\n",
		},
		{
			name: "they are listed, with the remedy",
			args: []string{"--undeclared=report"},
			want: with("a/own.txt"),
			stdout: applied + "autofix: 2 files have no target, so nothing checked them:\n  a/loose.txt\n  b/loose.txt\n" +
				"autofix: list them in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md), or check and fix them with: bazel run //:fix -- --undeclared=fix\n" +
				"autofix: nothing pending\n",
		},
		{
			name: "only those of the named folders are listed",
			args: []string{"--undeclared=report", "//...", "-//b/..."},
			want: with("a/own.txt"),
			stdout: applied + "autofix: 1 file has no target, so nothing checked it:\n  a/loose.txt\n" +
				"autofix: list it in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md), or check and fix it with: bazel run //:fix -- --undeclared=fix //... -//b/...\n" +
				"autofix: nothing pending\n",
		},
		{
			name: "they are checked and fixed with the others",
			args: []string{"--undeclared=fix"},
			want: with("a/own.txt", "a/loose.txt", "b/loose.txt"),
			stdout: "autofix: checked 1 target, 3 files (2 without a target) with text\nautofix: applied 3 fixes in 3 files\n" +
				"  text/final-newline    3  a/loose.txt, a/own.txt, b/loose.txt\nautofix: nothing pending\n",
		},
		{
			name: "a preview of the fixes names the command that applies them",
			args: []string{"--undeclared=fix", "--mode=check"},
			want: files,
			exit: 1,
			stdout: "autofix: checked 1 target, 3 files (2 without a target) with text\nautofix: would apply 3 fixes in 3 files\n" +
				"  text/final-newline    3  a/loose.txt, a/own.txt, b/loose.txt\nautofix: nothing was written; apply with: bazel run //:fix -- --undeclared=fix\n",
		},
		{
			name:   "they fail the run, which lists them with the remedy",
			args:   []string{"--undeclared=fail"},
			want:   with("a/own.txt"),
			exit:   1,
			stdout: applied + "autofix: nothing pending\n",
			stderr: "autofix: bazel-fix: 2 files have no target, so nothing checked them:\n    a/loose.txt\n    b/loose.txt\n" +
				"  list them in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md), or check and fix them with: bazel run //:fix -- --undeclared=fix\n",
		},
		{
			name: "under the strict policy they fail it before anything is written",
			args: []string{"--undeclared=fail", "--policy=strict"},
			want: files,
			exit: 1,
			stderr: "autofix: bazel-fix: 2 files have no target, so nothing checked them:\n    a/loose.txt\n    b/loose.txt\n" +
				"  list them in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md), or check and fix them with: bazel run //:fix -- --policy=strict --undeclared=fix\n",
		},
		{
			name:   "no failure if there are none",
			args:   []string{"--undeclared=fail"},
			owned:  "MODULE.bazel\na\nb/loose.txt\n",
			want:   with("a/own.txt"),
			stdout: applied + "autofix: nothing pending\n",
		},
		{
			name:    "Bazel is not queried if the artifacts name all files",
			args:    []string{"--undeclared=fail"},
			owned:   "FAIL",
			targets: "//a:a a/own.txt\n//:files MODULE.bazel a/loose.txt b/loose.txt\n",
			want:    with("a/own.txt", "a/loose.txt", "b/loose.txt"),
			stdout: "autofix: checked 2 targets, 4 files with format, starlark, text\nautofix: applied 3 fixes in 3 files\n" +
				"  text/final-newline    3  a/loose.txt, a/own.txt, b/loose.txt\nautofix: nothing pending\n",
		},
		{
			name:    "nor for files of other folders",
			args:    []string{"--undeclared=report", "//a/..."},
			owned:   "FAIL",
			targets: "//a:a a/own.txt a/loose.txt\n",
			want:    with("a/own.txt", "a/loose.txt"),
			stdout: "autofix: checked 1 target, 2 files with text\nautofix: applied 2 fixes in 2 files\n" +
				"  text/final-newline    2  a/loose.txt, a/own.txt\nautofix: nothing pending\n",
		},
		{
			name:   "they are ignored, and Bazel is not queried",
			args:   []string{"--undeclared=ignore"},
			owned:  "FAIL",
			want:   with("a/own.txt"),
			stdout: applied + "autofix: nothing pending\n",
		},
		{
			name:   "a failed query is reported if they are only counted",
			owned:  "FAIL",
			want:   with("a/own.txt"),
			stdout: applied + "autofix: nothing pending\n",
			stderr: "ERROR: no such package 'x'\nautofix: cannot look for files without a target: bazel query: exit 7: Bazel's messages say why\n",
		},
		{
			name:   "a failed query fails a run that must list them",
			args:   []string{"--undeclared=fail"},
			owned:  "FAIL",
			want:   files,
			exit:   3,
			stderr: "ERROR: no such package 'x'\nautofix: bazel-fix: files without a target: bazel query: exit 7: Bazel's messages say why\n  nothing was written; fix what Bazel reports above\n",
		},
		{
			name:   "a target pattern does not cover the files beside the target",
			args:   []string{"--undeclared=fix", "//a:a"},
			want:   files,
			exit:   2,
			stderr: "autofix: command line: --undeclared=fix: no target pattern names a folder to look for files in; name one, such as //some/package/..., or none for the whole workspace\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.targets == "" {
				test.targets = "//a:a a/own.txt\n"
			}
			b := newBazelRun(t, files, test.targets, "")
			if test.owned == "" {
				test.owned = "MODULE.bazel\na/own.txt\n"
			}
			b.write(b.fake, "owned", test.owned)
			exit := b.run(t.Context(), test.args...)
			b.expect(exit, test.exit, test.stdout, test.stderr, test.want)
		})
	}
}

func TestBazelFixListsUndeclaredFilesForPrograms(t *testing.T) {
	b := newBazelRun(t, map[string]string{"a/own.txt": "x\n", "loose.txt": "x\n"}, "//a:a a/own.txt\n", "")
	b.write(b.fake, "owned", "a\nMODULE.bazel\n")
	if exit := b.run(t.Context(), "--summary=sum.json"); exit != 0 {
		t.Fatalf("exit %d: %s", exit, b.stderr)
	}
	var summary struct{ Undeclared []string }
	if err := json.Unmarshal([]byte(b.texts()["sum.json"]), &summary); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"loose.txt"}, summary.Undeclared); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBazelFixListsFilesOfTargetsThatNoCheckReads(t *testing.T) {
	const queried = `{"type":"RULE","rule":{"name":"//a:a","ruleInput":["//a:own.txt","//a:data.txt","//a:branch.txt"],"attribute":[{"name":"srcs","stringListValue":["//a:own.txt","//a:branch.txt"]},{"name":"data","stringListValue":["//a:data.txt"]}]}}
{"type":"RULE","rule":{"name":"//:module","ruleInput":["//:MODULE.bazel"],"attribute":[{"name":"srcs","stringListValue":["//:MODULE.bazel"]},{"name":"tags","stringListValue":["manual"]}]}}
`
	files := map[string]string{"a/own.txt": "x\n", "a/data.txt": "x", "a/branch.txt": "x", "a/loose.txt": "x"}
	b := newBazelRun(t, files, "//a:a a/own.txt\n", "")
	b.write(b.fake, "query", queried)
	exit := b.run(t.Context(), "--undeclared=unchecked")
	b.expect(exit, 0, `autofix: checked 1 target, 1 file with text
autofix: 1 file has no target, so nothing checked it:
  a/loose.txt
autofix: list it in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md), or check and fix it with: bazel run //:fix -- --undeclared=fix
autofix: nothing pending
autofix: 3 files have a target, and no check read them:
  MODULE.bazel: //:module is tagged manual
  a/branch.txt: in a branch of a select in srcs of //a:a that was not taken
  a/data.txt: in data of //a:a
`, "", files)
}

// Files without a target are checked only by the built-in checkers, whatever
// the aspect uses.
func TestBazelFixReportsWhichCheckersSkippedUndeclaredFiles(t *testing.T) {
	files := map[string]string{"a/own.txt": "x\n", "b/own.txt": "x\n", "loose.txt": "x"}
	for _, test := range []struct {
		name, targets string
		loose, stdout string
	}{
		{
			"checkers of the user's beside built-in ones", "//a:a a/own.txt\n//b:b b/own.txt\n", "x\n",
			"autofix: checked 2 targets, 3 files (1 without a target) with gray, text\nautofix: applied 1 fix in 1 file\n" +
				"  text/final-newline    1  loose.txt\nautofix: nothing pending\n" +
				"autofix: files without a target were checked by the built-in checkers alone, not by gray\n",
		},
		{
			"no built-in checker", "//a:a a/own.txt\n", "x",
			"autofix: checked 1 target, 1 file with gray\nautofix: 1 file has no target, so nothing checked it; list it with: bazel run //:fix -- --undeclared=report\nautofix: to fail in CI while there are any: autofix check --policy=strict --undeclared\n" +
				"autofix: nothing pending\n" +
				"autofix: --undeclared=fix runs the built-in checkers, which the aspect @@r~//rules:defs.bzl%autofix_fix does not have\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, files, test.targets, "own //a:a")
			b.write(b.fake, "owned", "MODULE.bazel\na/own.txt\nb/own.txt\n")
			exit := b.run(t.Context(), "--undeclared=fix")
			b.expect(exit, 0, test.stdout, "", map[string]string{"a/own.txt": "x\n", "b/own.txt": "x\n", "loose.txt": test.loose})
		})
	}
}

// A person in a folder of the workspace opens the files from there.
func TestBazelFixListsFilesAsTheWorkingFolderHasThem(t *testing.T) {
	b := newBazelRun(t, map[string]string{
		"BUILD.bazel": "", "a/own.sh": "if true; then\n\techo\nfi\n", "a/loose.txt": "x", "b/loose.txt": "x",
		"a/.editorconfig": "[*]\nindent_style = space\n",
	}, "//:a a/own.sh\n", "")
	b.dir = "a"
	b.write(b.fake, "owned", "MODULE.bazel\nBUILD.bazel\na/own.sh\na/.editorconfig\n")
	exit := b.run(t.Context(), "--undeclared=report", "//...")
	for _, want := range []string{
		"autofix: 2 files have no target, so nothing checked them:\n  loose.txt\n  ../b/loose.txt\n",
		"  .editorconfig, for 1 file own.sh\n",
		"add to ../BUILD.bazel:\n",
		"            \"a/.editorconfig\",\n", // a label
	} {
		if exit != 0 || !strings.Contains(b.stdout, want) {
			t.Errorf("exit %d, no\n%s\nin\n%s", exit, want, b.stdout)
		}
	}
	exit = b.run(t.Context(), "//...")
	if want := "autofix: to fail in CI while there are any: autofix check --policy=strict --undeclared ..\n"; exit != 0 || !strings.Contains(b.stdout, want) {
		t.Errorf("exit %d, no\n%s\nin\n%s", exit, want, b.stdout)
	}
	exit = b.run(t.Context(), "--undeclared=fail", "//...")
	if want := "have no target, so nothing checked them:\n    loose.txt\n    ../b/loose.txt\n"; exit != 1 || !strings.Contains(b.stderr, want) {
		t.Errorf("exit %d, no\n%s\nin\n%s", exit, want, b.stderr)
	}
}
