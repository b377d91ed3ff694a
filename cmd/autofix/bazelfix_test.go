package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// No rule can see the flags that select sources.
func TestBazelFixOnATerminalTellsOfFlags(t *testing.T) {
	for _, test := range []struct {
		terminal bool
		args     []string
		want     string
	}{
		{true, nil, "bazel run //:fix -- -- --//package:flag=value\n"},
		{true, []string{"--rule=text"}, "bazel run //:fix -- --rule=text -- --//package:flag=value\n"},
		{true, []string{"//a:a"}, "bazel run //:fix -- //a:a -- --//package:flag=value\n"},
		{true, []string{"--", "--define=a=b"}, ""},
		{false, []string{"//a:a"}, "bazel run //:fix -- //a:a -- --//package:flag=value\n"},
		{false, nil, ""},
	} {
		b := newBazelRun(t, map[string]string{"a/x.txt": "x\n"}, "//a:a a/x.txt MODULE.bazel\n", "")
		env := newEnvironment()
		env.Dir, env.Terminal, env.color = b.root, test.terminal, false
		exit := b.runIn(t.Context(), env, test.args...)
		_, got, _ := strings.Cut(b.stdout, "autofix: if the gate failed in a build with flags, add those that select sources: ")
		if exit != 0 || got != test.want {
			t.Errorf("%q, on a terminal: %v: exit %d, want the command %q:\n%s", test.args, test.terminal, exit, test.want, b.stdout)
		}
	}
}

func TestBazelFix(t *testing.T) {
	const goBad, goGood = "package a\n\n\n\nvar  X = 1\n", "package a\n\nvar X = 1\n"
	const buildBad, buildGood = "x( name=\"x\")\n", "x(name = \"x\")\n"
	const twoTargets = "//a:a a/x.go a/y.go\n//b:b b/BUILD.bazel a/x.go\n//b:none\n"
	untouched := map[string]string{"a/x.go": goBad, "a/y.go": goGood, "b/BUILD.bazel": buildBad, "c/x.py": "x  \n"}
	fixed := map[string]string{"a/x.go": goGood, "a/y.go": goGood, "b/BUILD.bazel": buildGood, "c/x.py": "x  \n"}
	const (
		failedA = "autofix: bazel-fix: bazel build: exit 1: AutofixCheck of //a:a failed: killed by signal 9\n"
		failedB = "autofix: bazel-fix: bazel build: exit 1: AutofixCheck of //b:b failed: exit 3\n"
		failedC = "autofix: bazel-fix: bazel build: exit 1: //c:c could not be analyzed: needs //x:x: no such package 'x'\n"
		crashed = "ERROR: Autofix //b:b failed: (Exit 3)\n"
		outOf   = "; fix what Bazel reports above, or leave it out: bazel run //:fix -- "
	)
	tests := []struct {
		name           string
		targets, mode  string
		args           []string
		want           map[string]string
		exit           int
		stdout, stderr string
		builds         int
	}{
		{
			name:    "applies the fixes of two targets, for a shared file once, and builds again",
			targets: twoTargets,
			want:    fixed,
			stdout: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: applied 2 fixes in 2 files
  format/go          1  a/x.go
  format/starlark    1  b/BUILD.bazel
autofix: nothing pending
`,
			builds: 2,
		},
		{
			name:    "reports that nothing is pending",
			targets: "//a:a a/y.go\n",
			want:    untouched,
			stdout: `autofix: checked 1 target, 1 file with format, text
autofix: nothing pending
`,
			builds: 1,
		},
		{
			name:    "only one rule",
			targets: twoTargets, args: []string{"--rule=format/go"},
			want: map[string]string{"a/x.go": goGood, "a/y.go": goGood, "b/BUILD.bazel": buildBad, "c/x.py": "x  \n"},
			stdout: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: applied 1 fix in 1 file
  format/go    1  a/x.go
autofix: left 1 finding: 1 warning
  b/BUILD.bazel:1:1: warning: not formatted at line 1 [format/starlark] (not selected by --rule)
autofix: nothing pending
autofix: exit code 0: under --policy=permissive, only errors fail
`,
			builds: 2,
		},
		{
			name:    "an unknown rule",
			targets: twoTargets, args: []string{"--rule=format/go", "--rule=format/og"},
			want:   untouched,
			exit:   2,
			stderr: "autofix: command line: --rule=format/og selects no rule, did you mean format/go?; `autofix rules` lists them\n",
			builds: 1,
		},
		{
			name:    "two outputs on stdout",
			targets: twoTargets, args: []string{"--mode=print", "--summary=-"},
			want:   untouched,
			exit:   2,
			stderr: "autofix: command line: --mode=print and --summary=- both go to stdout: name a file for --summary\n",
		},
		{
			name:    "a diff goes to stdout, and the summary and the command go to stderr",
			targets: twoTargets, args: []string{"--mode=diff", "--rule=format/go", "//a/..."},
			want: untouched,
			exit: 1,
			stdout: `diff --git a/a/x.go b/a/x.go
--- a/a/x.go
+++ b/a/x.go
@@ -1,5 +1,3 @@
 package a
 
-
-
-var  X = 1
+var X = 1
`,
			stderr: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: would apply 1 fix in 1 file
  format/go    1  a/x.go
autofix: would leave 1 finding: 1 warning
  b/BUILD.bazel:1:1: warning: not formatted at line 1 [format/starlark] (not selected by --rule)
autofix: nothing was written; apply with: bazel run //:fix -- --rule=format/go //a/...
`,
			builds: 1,
		},
		{
			name:    "a suggestion is left, with the command that applies it",
			targets: "//c:c c/x.py\n", args: []string{"c/...", "-//c/old/...", "--rule=text", "--", "--config=x"},
			want: untouched,
			stdout: `autofix: checked 1 target, 1 file with text
autofix: left 1 finding: 1 warning
  c/x.py:1:2: warning: whitespace at the end of the line [text/trailing-whitespace] (suggestion: apply it with --safety=suggestion)
autofix: nothing pending
autofix: apply suggestions too with: bazel run //:fix -- --safety=suggestion --rule=text c/... -//c/old/... -- --config=x
autofix: exit code 0: under --policy=permissive, only errors fail
`,
			builds: 1,
		},
		{
			name:    "a check that crashes fails the run, and the findings of the others are fixed",
			targets: twoTargets, mode: "crash //b:b",
			want: map[string]string{"a/x.go": goGood, "a/y.go": goGood, "b/BUILD.bazel": buildBad, "c/x.py": "x  \n"},
			exit: 3,
			stdout: `autofix: checked 1 target, 2 files with format, text
autofix: applied 1 fix in 1 file
  format/go    1  a/x.go
autofix: nothing pending
`,
			stderr: crashed + crashed + failedB + "  the rest was checked and fixed" + outOf + "//... -//b:b\n",
			builds: 2,
		},
		{
			name:    "the command that leaves out its target works",
			targets: twoTargets, mode: "crash //b:b", args: []string{"//...", "-//b:b"},
			want: map[string]string{"a/x.go": goGood, "a/y.go": goGood, "b/BUILD.bazel": buildBad, "c/x.py": "x  \n"},
			stdout: `autofix: checked 1 target, 2 files with format, text
autofix: applied 1 fix in 1 file
  format/go    1  a/x.go
autofix: nothing pending
`,
			builds: 2,
		},
		{
			name:    "under the strict policy nothing is written",
			targets: twoTargets, mode: "crash //b:b", args: []string{"--policy=strict"},
			want:   untouched,
			exit:   3,
			stderr: crashed + failedB + "  nothing was written" + outOf + "--policy=strict //... -//b:b\n",
			builds: 1,
		},
		{
			name:    "a preview shows what it would do to the rest",
			targets: twoTargets, mode: "crash //b:b", args: []string{"--mode=check"},
			want: untouched,
			exit: 3,
			stdout: `autofix: checked 1 target, 2 files with format, text
autofix: would apply 1 fix in 1 file
  format/go    1  a/x.go
autofix: nothing was written; apply with: bazel run //:fix
`,
			stderr: crashed + failedB + "  the rest was checked" + outOf + "--mode=check //... -//b:b\n",
			builds: 1,
		},
		{
			name:    "a killed check counts as a crash",
			targets: twoTargets, mode: "kill //a:a",
			want: fixed,
			exit: 3,
			stdout: `autofix: checked 1 target, 2 files with format, starlark, text
autofix: applied 2 fixes in 2 files
  format/go          1  a/x.go
  format/starlark    1  b/BUILD.bazel
autofix: nothing pending
`,
			stderr: failedA + "  the rest was checked and fixed" + outOf + "//... -//a:a\n",
			builds: 2,
		},
		{
			name:    "a target that Bazel cannot analyze fails the run, and the others are fixed",
			targets: twoTargets, mode: "analysis //c:c",
			want: fixed,
			exit: 3,
			stdout: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: applied 2 fixes in 2 files
  format/go          1  a/x.go
  format/starlark    1  b/BUILD.bazel
autofix: nothing pending
`,
			stderr: failedC + "  the rest was checked and fixed" + outOf + "//... -//c:c\n",
			builds: 2,
		},
		{
			name:    "packages that do not load fail the run, and each is named",
			targets: twoTargets, mode: "packages c,d/e", args: []string{"--rule=format/*", "//...", "//c/...", "--", "--config=x"},
			want: fixed,
			exit: 3,
			stdout: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: applied 2 fixes in 2 files
  format/go          1  a/x.go
  format/starlark    1  b/BUILD.bazel
autofix: nothing pending
`,
			stderr: strings.Repeat("ERROR: package contains errors: c\nERROR: package contains errors: c: syntax error\n"+
				"ERROR: package contains errors: d/e\nERROR: package contains errors: d/e: syntax error\n", 2) +
				"autofix: bazel-fix: bazel build: exit 1: package //c does not load: syntax error\n" +
				"  package //d/e does not load: syntax error\n" +
				"  the rest was checked and fixed" + outOf + "'--rule=format/*' //... -- --config=x --deleted_packages=c,d/e\n",
			builds: 2,
		},
		{
			name:    "the command that leaves them out works",
			targets: twoTargets, mode: "packages c,d/e", args: []string{"--", "--deleted_packages=c,d/e"},
			want: fixed,
			stdout: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: applied 2 fixes in 2 files
  format/go          1  a/x.go
  format/starlark    1  b/BUILD.bazel
autofix: nothing pending
`,
			builds: 2,
		},
		{
			name:    "a build that completes nothing is only a failure",
			targets: "//b:b b/BUILD.bazel\n", mode: "crash //b:b",
			want:   untouched,
			exit:   3,
			stderr: crashed + failedB + "  nothing was written; fix what Bazel reports above\n",
			builds: 1,
		},
		{
			name:    "a malformed artifact counts as a failed check",
			targets: twoTargets, mode: "malform //b:b",
			want: untouched,
			exit: 3,
			stderr: "autofix: bazel-fix: the check of //b:b: malformed artifact $FAKE/out1__b_b.json: artifact: tool: the text ends where a tool should be: was it cut off? (line 1, column 24); the checker is broken, or of another version\n" +
				"  nothing was written\n",
			builds: 1,
		},
		{
			name:    "a check that crashes in a later round fails the run, which shows the result of all rounds",
			targets: twoTargets, mode: "2 crash //b:b",
			want: fixed,
			exit: 3,
			stdout: `autofix: checked 2 targets, 3 files with format, starlark, text
autofix: applied 2 fixes in 2 files
  format/go          1  a/x.go
  format/starlark    1  b/BUILD.bazel
autofix: nothing pending
`,
			stderr: crashed + failedB + "  the rest was checked and fixed" + outOf + "//... -//b:b\n",
			builds: 2,
		},
		{
			name:    "a build that fails in a later round shows what that round wrote",
			targets: twoTargets, mode: "2 flag",
			want: fixed,
			exit: 2,
			stdout: `autofix: written before the failure:
  a/x.go
  b/BUILD.bazel
`,
			stderr: "ERROR: --zzz :: Unrecognized option: --zzz\nautofix: bazel-fix: bazel build: exit 2: Bazel does not accept its command line; Bazel's messages say why\n" +
				"  what earlier rounds wrote stays, and is listed above\n",
			builds: 2,
		},
		{
			name:    "a source that is edited between its check and the write is stale",
			targets: "//a:a a/x.go\n", mode: "1 edit a/x.go",
			want: map[string]string{"a/x.go": "edited  \n", "a/y.go": goGood, "b/BUILD.bazel": buildBad, "c/x.py": "x  \n"},
			exit: 1,
			stdout: `autofix: checked 1 target, 1 file with format, text
autofix: left 1 finding: 1 warning
  a/x.go:3:1: warning: not formatted at line 3 [format/go] (stale: a/x.go has changed since the check)
autofix: changed since the check: a/x.go; run again: bazel run //:fix
autofix: 1 fix pending
`,
			builds: 1,
		},
		{
			name:    "targets without files are an error",
			targets: "//b:none\n", args: []string{"//b:none"},
			want:   untouched,
			exit:   2,
			stderr: "autofix: bazel-fix: nothing was checked: the target has no source file that a checker knows; name other targets, list files that no target has in an autofix_sources target, or pass --allow-empty\n",
			builds: 1,
		},
		{
			name:    "targets without files are allowed with --allow-empty",
			targets: "//b:none\n", args: []string{"//b:none", "--allow-empty"},
			want: untouched,
			stdout: `autofix: checked 0 files
autofix: nothing pending
autofix: if the gate failed in a build with flags, add those that select sources: bazel run //:fix -- --allow-empty //b:none -- --//package:flag=value
`,
			builds: 1,
		},
		{
			name:    "patterns that match nothing are wrong usage",
			targets: "", mode: "nothing //zzz/...", args: []string{"//zzz/..."},
			want:   untouched,
			exit:   2,
			stderr: "ERROR: Skipping '//zzz/...': no targets found\nautofix: bazel-fix: bazel build: exit 1: //zzz/...: no targets found\n  nothing was written\n",
			builds: 1,
		},
		{
			name:    "flags that Bazel does not know are wrong usage",
			targets: "", mode: "flag", args: []string{"--", "--zzz"},
			want:   untouched,
			exit:   2,
			stderr: "ERROR: --zzz :: Unrecognized option: --zzz\nautofix: bazel-fix: bazel build: exit 2: Bazel does not accept its command line; Bazel's messages say why\n  nothing was written\n",
			builds: 1,
		},
		{
			name:   "a missing Bazel is an error with the remedy",
			args:   []string{"--bazel=./tools/none"},
			want:   untouched,
			exit:   2,
			stderr: "autofix: bazel command \"./tools/none\": no such file or directory; name another with --bazel or AUTOFIX_BAZEL\n",
		},
		{
			name:   "patterns and a file of patterns exclude each other",
			args:   []string{"//a", "--", "--target_pattern_file=x"},
			want:   untouched,
			exit:   2,
			stderr: "autofix: command line: //a and --target_pattern_file: Bazel takes target patterns from one of them\n",
		},
		{
			name:   "an invalid number of rounds is wrong usage",
			args:   []string{"--rounds=0"},
			want:   untouched,
			exit:   2,
			stderr: "autofix: command line: --rounds or AUTOFIX_ROUNDS must be at least 1, not 0\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, untouched, test.targets, test.mode)
			exit := b.run(t.Context(), test.args...)
			b.expect(exit, test.exit, test.stdout, test.stderr, test.want)
			if got := len(b.builds()); got != test.builds {
				t.Errorf("%d builds, want %d", got, test.builds)
			}
		})
	}
}

func TestBazelFixPassesPatternsAndFlagsOn(t *testing.T) {
	tests := []struct {
		name string
		dir  string // relative to the root
		args []string
		want []string // the end of the command line: what follows the defaults
	}{
		{
			"everything by default", ".", nil,
			[]string{"--aspects=@@r~//rules:defs.bzl%autofix_fix", "--output_groups=autofix_artifact", `--remote_download_regex=.*\.autofix/.*\.json`, "--build_event_json_file_path_conversion=no", "EVENTS", "--", "//..."},
		},
		{
			"patterns in their order, and further flags after a --", "a",
			[]string{"x", "...", "-//a/old/...", "--", "--config=x", "--define", "y=1,2"},
			[]string{"--config=x", "--define", "y=1,2", "--aspects=@@r~//rules:defs.bzl%autofix_fix", "--output_groups=autofix_artifact", `--remote_download_regex=.*\.autofix/.*\.json`, "--build_event_json_file_path_conversion=no", "EVENTS", "--", "x", "...", "-//a/old/..."},
		},
		{
			"flags and patterns in any order", ".",
			[]string{"//a:a", "--rule=text", "-//a/old/...", "--mode", "check", "-:x", "//b"},
			[]string{"--aspects=@@r~//rules:defs.bzl%autofix_fix", "--output_groups=autofix_artifact", `--remote_download_regex=.*\.autofix/.*\.json`, "--build_event_json_file_path_conversion=no", "EVENTS", "--", "//a:a", "-//a/old/...", "-:x", "//b"},
		},
		{
			"no pattern where a file has them", ".",
			[]string{"--", "--target_pattern_file", "x"},
			[]string{"--target_pattern_file", "x", "--aspects=@@r~//rules:defs.bzl%autofix_fix", "--output_groups=autofix_artifact", `--remote_download_regex=.*\.autofix/.*\.json`, "--build_event_json_file_path_conversion=no", "EVENTS", "--"},
		},
		{
			"a pattern of another repository is no argument file", ".",
			[]string{"@@r~//x"},
			[]string{"--aspects=@@r~//rules:defs.bzl%autofix_fix", "--output_groups=autofix_artifact", `--remote_download_regex=.*\.autofix/.*\.json`, "--build_event_json_file_path_conversion=no", "EVENTS", "--", "@@r~//x"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, map[string]string{"a/x.sh": "x\n"}, "//a:a a/x.sh\n", "")
			env := newEnvironment()
			env.Dir, env.Terminal, env.color = filepath.Join(b.root, test.dir), false, false
			if exit := b.runIn(t.Context(), env, test.args...); exit != 0 {
				t.Fatalf("exit %d: %s", exit, b.stderr)
			}
			var got []string
			for i, arg := range b.builds()[0] {
				if arg == "--noexperimental_merged_skyframe_analysis_execution" {
					got = b.builds()[0][i+1:]
				}
			}
			for i := range got {
				if strings.HasPrefix(got[i], "--build_event_json_file=") {
					got[i] = "EVENTS"
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestBazelFixReachesTheServerThatItRunsIn(t *testing.T) {
	b := newBazelRun(t, map[string]string{"a/x.sh": "x\n"}, "//a:a a/x.sh\n", "")
	base := t.TempDir()
	b.write(base, "DO_NOT_BUILD_HERE", b.root)
	b.write(base, "server/cmdline", "bazel(x)\x00--output_user_root=/roots\x00")
	before := os.Args[0]
	os.Args[0] = filepath.Join(base, "execroot/_main/bazel-out/k8-fastbuild/bin/fix")
	exit := b.run(t.Context())
	os.Args[0] = before
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, b.stderr)
	}
	want := []string{"--output_user_root=/roots", "--output_base=" + base, "build"}
	if diff := cmp.Diff(want, b.builds()[0][:3]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBazelFixUsesOnlyTheConfigurationThatItIsGiven(t *testing.T) {
	const never = "[rules.\"format/go\"]\nfix = \"explicit\"\n"
	const bad, good = "package a\n\n\n\nvar X = 1\n", "package a\n\nvar X = 1\n"
	files := map[string]string{"a/x.go": bad, "autofix.toml": never}
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"none is looked for", []string{"--undeclared-config=ignore"}, good},
		{"undeclared, it holds formatting back", nil, bad},
		{"--config decides", []string{"--config=autofix.toml"}, bad},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, files, "//a:a a/x.go\n", "")
			if exit := b.run(t.Context(), test.args...); exit != 0 {
				t.Fatalf("exit %d: %s", exit, b.stderr)
			}
			if got := b.texts()["a/x.go"]; got != test.want {
				t.Errorf("a/x.go is %q, want %q\n%s", got, test.want, b.stdout)
			}
		})
	}
}

func TestBazelFixWritesASummaryOfAllRounds(t *testing.T) {
	b := newBazelRun(t, map[string]string{"a/x.go": "package a\n\n\n\nvar X = 1\n"}, "//a:a a/x.go\n//a:b a/x.go\n", "")
	if exit := b.run(t.Context(), "--summary=sum.json"); exit != 0 {
		t.Fatalf("exit %d: %s", exit, b.stderr)
	}
	var summary struct {
		Version, Rounds int
		Fixes           []struct {
			Rule, Status string
			Origins      []string
		}
		Files []struct{ Path string }
	}
	if err := json.Unmarshal([]byte(b.texts()["sum.json"]), &summary); err != nil {
		t.Fatal(err)
	}
	statuses := map[string]int{}
	for _, fix := range summary.Fixes {
		statuses[fix.Status]++
		if diff := cmp.Diff([]string{"//a:a", "//a:b"}, fix.Origins); diff != "" && fix.Status == "applied" {
			t.Errorf("origins: -want +got:\n%s", diff)
		}
	}
	if diff := cmp.Diff(map[string]int{"applied": 1, "duplicate": 1}, statuses); diff != "" {
		t.Errorf("statuses: -want +got:\n%s", diff)
	}
	if summary.Rounds != 1 || len(summary.Files) != 1 || summary.Files[0].Path != "a/x.go" {
		t.Errorf("got %+v", summary)
	}
}

func TestBazelFixIsInterruptedWithItsBazel(t *testing.T) {
	files := map[string]string{"a/x.go": "package a\n\n\n\nvar X = 1\n"}
	b := newBazelRun(t, files, "//a:a a/x.go\n", "wait")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(b.fake, "waiting")); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	exit := b.run(ctx)
	if want := "autofix: bazel-fix: interrupted\n  nothing was written\n"; exit != 3 || b.stderr != want {
		t.Errorf("exit %d with %q, want 3 with %q", exit, b.stderr, want)
	}
	if diff := cmp.Diff(files, b.texts()); diff != "" {
		t.Errorf("files: -want +got:\n%s", diff)
	}
}
