package bazel

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

// fakeBuild returns a build by a fake Bazel. events is a file in testdata, or
// "".
func fakeBuild(t *testing.T, answer fakebazel.Answer, events string) (*Build, *fakebazel.Fake) {
	t.Helper()
	if events != "" {
		text, err := os.ReadFile(filepath.Join("testdata", events))
		if err != nil {
			t.Fatal(err)
		}
		answer.Events = string(text)
	}
	fake := fakebazel.Start(t, answer)
	return newBuild(t, fake), fake
}

func newBuild(t *testing.T, fake *fakebazel.Fake) *Build {
	return &Build{
		Command:  fake.Program,
		Dir:      t.TempDir(),
		Aspect:   "@@r~//rules:defs.bzl%autofix",
		Group:    "autofix_artifact",
		Outputs:  `.*\.json`,
		Patterns: []string{"//..."},
		Stderr:   &bytes.Buffer{},
	}
}

func TestRunPassesExactlyTheseArguments(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Build)
		want   []string
	}{
		{
			"by default Bazel is quiet, validates nothing, and writes nothing into the workspace",
			func(*Build) {},
			[]string{
				"build",
				"--keep_going",
				"--norun_validations",
				"--experimental_convenience_symlinks=ignore",
				"--remote_download_outputs=toplevel",
				"--show_result=0",
				"--ui_event_filters=-info,-debug,-warning",
				"--noshow_progress",
				"--noexperimental_merged_skyframe_analysis_execution",
				"--aspects=@@r~//rules:defs.bzl%autofix",
				"--output_groups=autofix_artifact",
				`--remote_download_regex=.*\.json`,
				"--build_event_json_file_path_conversion=no",
				"--build_event_json_file=EVENTS",
				"--",
				"//...",
			},
		},
		{
			"further flags win over the defaults, and lose against what must hold",
			func(b *Build) {
				b.Flags = []string{"--config=autofix-strict", "--nokeep_going"}
				b.Patterns = []string{"//app/...", "-//app/old/..."}
			},
			[]string{
				"build",
				"--keep_going",
				"--norun_validations",
				"--experimental_convenience_symlinks=ignore",
				"--remote_download_outputs=toplevel",
				"--show_result=0",
				"--ui_event_filters=-info,-debug,-warning",
				"--noshow_progress",
				"--noexperimental_merged_skyframe_analysis_execution",
				"--config=autofix-strict",
				"--nokeep_going",
				"--aspects=@@r~//rules:defs.bzl%autofix",
				"--output_groups=autofix_artifact",
				`--remote_download_regex=.*\.json`,
				"--build_event_json_file_path_conversion=no",
				"--build_event_json_file=EVENTS",
				"--",
				"//app/...",
				"-//app/old/...",
			},
		},
		{
			"a server is named before the command, and a terminal gets its progress",
			func(b *Build) {
				b.Server = Server{OutputBase: "/output_base", OutputUserRoot: "/roots"}
				b.Progress = true
			},
			[]string{
				"--output_user_root=/roots",
				"--output_base=/output_base",
				"build",
				"--keep_going",
				"--norun_validations",
				"--experimental_convenience_symlinks=ignore",
				"--remote_download_outputs=toplevel",
				"--show_result=0",
				"--ui_event_filters=-info,-debug,-warning",
				"--noexperimental_merged_skyframe_analysis_execution",
				"--aspects=@@r~//rules:defs.bzl%autofix",
				"--output_groups=autofix_artifact",
				`--remote_download_regex=.*\.json`,
				"--build_event_json_file_path_conversion=no",
				"--build_event_json_file=EVENTS",
				"--",
				"//...",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			build, fake := fakeBuild(t, fakebazel.Answer{}, "applied.json")
			test.change(build)
			if _, err := build.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := fake.Calls()[0].Args
			for i, arg := range got {
				if events, ok := strings.CutPrefix(arg, "--build_event_json_file="); ok {
					got[i] = "--build_event_json_file=EVENTS"
					if _, err := os.Stat(filepath.Dir(events)); !errors.Is(err, os.ErrNotExist) {
						t.Errorf("the folder of the events stays: %v", err)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestRunDoesWithoutAFlagThatThisBazelDoesNotKnow(t *testing.T) {
	events, err := os.ReadFile(filepath.Join("testdata", "applied.json"))
	if err != nil {
		t.Fatal(err)
	}
	fake := fakebazel.Start(t,
		fakebazel.Answer{For: []string{separatePhases}, ExitCode: client.ExitCommandLine},
		fakebazel.Answer{Events: string(events)})
	build := newBuild(t, fake)
	for range 2 {
		if _, err := build.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var commands []string
	for _, call := range fake.Calls() {
		command := call.Args[0]
		if slices.Contains(call.Args, separatePhases) {
			command += " with it"
		}
		commands = append(commands, command)
	}
	want := []string{"build with it", "canonicalize-flags with it", "build", "build"}
	if diff := cmp.Diff(want, commands); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestRunStartsBazelInTheFolderOfTheUserAndOutsideOfTheRun(t *testing.T) {
	build, fake := fakeBuild(t, fakebazel.Answer{Stdout: "bazel: some output\n", Stderr: "bazel: a message\n"}, "applied.json")
	t.Setenv("BUILD_WORKSPACE_DIRECTORY", "/w")
	t.Setenv("BUILD_WORKING_DIRECTORY", "/w/sub")
	t.Setenv("RUNFILES_DIR", "/r")
	t.Setenv("RUNFILES_MANIFEST_FILE", "/r/MANIFEST")
	t.Setenv("AUTOFIX_TEST_KEPT", "kept")
	if _, err := build.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	call := fake.Calls()[0]
	if got := call.Dir; !sameFile(got, build.Dir) {
		t.Errorf("ran in %s, want %s", got, build.Dir)
	}
	for _, variable := range call.Env {
		if strings.HasPrefix(variable, "BUILD_W") || strings.HasPrefix(variable, "RUNFILES_") {
			t.Errorf("Bazel was given %s", variable)
		}
	}
	if !slices.Contains(call.Env, "AUTOFIX_TEST_KEPT=kept") {
		t.Error("Bazel was not given the rest of the environment")
	}
	if got, want := build.Stderr.(*bytes.Buffer).String(), "bazel: some output\nbazel: a message\n"; got != want {
		t.Errorf("messages are %q, want %q", got, want)
	}
}

func TestRunCollects(t *testing.T) {
	build, _ := fakeBuild(t, fakebazel.Answer{}, "applied.json")
	collection, err := build.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Target{target("//app:app", "app/app.autofix/autofix.json"), target("//app:copy", "app/copy.autofix/autofix.json")}
	if diff := cmp.Diff(want, collection.Targets); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestRunFails(t *testing.T) {
	tests := []struct {
		name   string
		exit   int
		events string
		want   string
		usage  bool
	}{
		{
			"a build that Bazel stops at the first failure fails, whatever was built", 1, "stopped.json",
			"bazel build: exit 1: //broken:dep could not be analyzed: needs //nowhere:x",
			false,
		},
		{
			"patterns that name nothing are the user's to fix", 1, "pattern.json",
			"bazel build: exit 1: //app:zzz: no such target '//app:zzz': target 'zzz' not declared in package 'app' defined by /workspace/app/BUILD.bazel\n" +
				"//zzz/...: no targets found beneath 'zzz'",
			true,
		},
		{
			"a flag that Bazel does not know is the user's to fix", 2, "command_line.json",
			"bazel build: exit 2: Bazel does not accept its command line; Bazel's messages say why",
			true,
		},
		{
			"a Bazel that fails before its first event", 37, "",
			"bazel build: exit 37: Bazel crashed; Bazel's messages say why",
			false,
		},
		{
			"an upload of events that failed, though everything was built", 38, "applied.json",
			"bazel build: exit 38: Bazel could not upload the build events; Bazel's messages say why",
			false,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			build, _ := fakeBuild(t, fakebazel.Answer{ExitCode: test.exit}, test.events)
			collection, err := build.Run(t.Context())
			var failed *BuildError
			if !errors.As(err, &failed) {
				t.Fatalf("got error %v, want a *BuildError", err)
			}
			if collection != nil {
				t.Error("a failed build gives a collection")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("message: -want +got:\n%s", diff)
			}
			if failed.Usage() != test.usage {
				t.Errorf("Usage() is %v, want %v", failed.Usage(), test.usage)
			}
		})
	}
}

func TestRunReturnsThePartThatWasBuilt(t *testing.T) {
	tests := []struct {
		name, events string
		built        []Target
		want         BuildError
		message      string
	}{
		{
			"without a check that crashed and one that was killed", "crashed.json",
			[]Target{target("//crash:fine", "crash/fine.autofix/autofix.json")},
			BuildError{Unchecked: []string{"//crash:crash", "//crash:killed"}},
			"AutofixCheck of //crash:crash failed: exit 3\nAutofixCheck of //crash:killed failed: killed by signal 9",
		},
		{
			"without a target that cannot be analyzed", "analysis.json",
			[]Target{target("//broken:fine", "broken/fine.autofix/autofix.json")},
			BuildError{Unchecked: []string{"//broken:dep"}},
			"//broken:dep could not be analyzed: needs //nowhere:x",
		},
		{
			"without a package that does not parse", "loading.json",
			[]Target{target("//app:app", "app/app.autofix/autofix.json")},
			BuildError{},
			"package //nowhere does not load: syntax error at 'newline': expected string literal",
		},
		{
			"without a target with one check of two that failed, and one that misses its tool", "incomplete.json",
			[]Target{target("//crash:fine", "crash/fine.autofix/lint/autofix.json")},
			BuildError{Unchecked: []string{"//crash:crash", "//crash:nobuild", "//missingdep:gone"}},
			"AutofixChecker of //crash:crash failed: exit 3\nGenrule of //tools/lint:gen failed: exit 4\n" +
				"//crash:nobuild and //missingdep:gone were not checked: something that the check needs failed, or is missing: //missingdep:gone.txt",
		},
		{
			"without packages and targets that are broken in every way", "broken.json",
			[]Target{
				target("//good:good", "good/good.autofix/autofix.json"),
			},
			BuildError{Unchecked: []string{"//cyc:a", "//cyc:b", "//fails:boom", "//missingdep:gone", "//missingdep:m", "//needsbad:dep"}},
			"package //bad does not load: syntax error at 'this': expected ,\n" +
				"package //badload does not load: Label '//nowhere:x.bzl' is invalid because 'nowhere' is not a package; perhaps you meant to put the colon here: '//:nowhere/x.bzl'?\n" +
				"package //deepbad/sub does not load: Error in fail: not today\n" +
				"//cyc:a could not be analyzed\n" +
				"//cyc:b could not be analyzed\n" +
				"//fails:boom could not be analyzed: Error in fail: no way\n" +
				"//missingdep:m could not be analyzed: needs //absent:thing: no such package 'absent': BUILD file not found in any of the following directories. Add a BUILD file to a directory to mark it as a package.\n" +
				"//needsbad:dep could not be analyzed: needs //bad:x\n" +
				"//missingdep:gone was not checked: something that the check needs failed, or is missing: //missingdep:gone.txt",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			build, _ := fakeBuild(t, fakebazel.Answer{ExitCode: client.ExitBuildFailed}, test.events)
			collection, err := build.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.built, collection.Targets); diff != "" {
				t.Errorf("targets: -want +got:\n%s", diff)
			}
			failed := collection.Failed
			if failed == nil || !failed.Partial || failed.ExitCode != 1 {
				t.Fatalf("Failed is %+v", failed)
			}
			if diff := cmp.Diff(test.want.Unchecked, failed.Unchecked); diff != "" {
				t.Errorf("unchecked: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff([]string{"bad", "badload", "deepbad/sub"}, failed.Packages()); diff != "" && test.events == "broken.json" {
				t.Errorf("packages: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff("bazel build: exit 1: "+test.message, failed.Error()); diff != "" {
				t.Errorf("message: -want +got:\n%s", diff)
			}
		})
	}
}

func TestRunFailsIfBazelEndsWithoutEvents(t *testing.T) {
	tests := []struct {
		name         string
		end          fakebazel.End
		events, want string
	}{
		{"exit 0 without events", "", "", "build events: "},
		{"killed", fakebazel.IsDead, "applied.json", "bazel build: signal: killed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			build, _ := fakeBuild(t, fakebazel.Answer{End: test.end}, test.events)
			collection, err := build.Run(t.Context())
			if err == nil || collection != nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v and error %v, want an error that starts with %q", collection, err, test.want)
			}
		})
	}
}

func TestRunNamesACommandThatDoesNotStart(t *testing.T) {
	build, _ := fakeBuild(t, fakebazel.Answer{}, "applied.json")
	build.Command = filepath.Join(t.TempDir(), "bazel")
	_, err := build.Run(t.Context())
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), build.Command) {
		t.Errorf("got %v, want an error that names %s", err, build.Command)
	}
}

func TestRunPassesAnInterruptOn(t *testing.T) {
	build, fake := fakeBuild(t, fakebazel.Answer{End: fakebazel.Waits}, "applied.json")
	reason := errors.New("the user pressed a key")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		fake.AwaitCall()
		cancel(reason)
	}()
	collection, err := build.Run(ctx)
	if !errors.Is(err, reason) || collection != nil {
		t.Errorf("got %v and error %v, want %v", collection, err, reason)
	}
	if !fake.Interrupted() {
		t.Error("Bazel was not interrupted")
	}
}

func TestRunReportsAnInterruptThatOnlyBazelReceived(t *testing.T) {
	build, _ := fakeBuild(t, fakebazel.Answer{ExitCode: client.ExitInterrupted}, "applied.json")
	if _, err := build.Run(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestBuildErrorListsSomeFailuresAndCountsTheRest(t *testing.T) {
	failed := &BuildError{ExitCode: 1}
	for range maxFailures + 3 {
		failed.Failures = append(failed.Failures, Failure{Kind: ActionFailed, Label: "//a", Mnemonic: "X", Reason: "exit 3\nat great length"})
	}
	lines := strings.Split(failed.Error(), "\n")
	if len(lines) != maxFailures+1 || lines[1] != "X of //a failed: exit 3" || lines[maxFailures] != "and 3 more" {
		t.Errorf("got\n%s", failed)
	}
}
