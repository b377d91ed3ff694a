package verify

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

// fakeJudge returns a judge with a fake Bazel, in a shadow that has files. A
// name that ends in a slash is a folder.
func fakeJudge(t *testing.T, files []string, answers ...fakebazel.Answer) (*Bazel, *fakebazel.Fake) {
	t.Helper()
	dir := t.TempDir()
	for _, file := range files {
		name, text, _ := strings.Cut(file, "=")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o777); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fake := fakebazel.Start(t, answers...)
	return &Bazel{Client: &client.Client{Bazel: fake.Program, Dir: dir}, Dir: dir}, fake
}

func TestSeeds(t *testing.T) {
	tree := []string{
		`MODULE.bazel=module(name = "m")
go_deps.from_file(go_mod = "//:go.mod")
x = use_extension("//tools:ext.bzl", "x")
bazel_dep(name = "go.sum")
include("//:more.MODULE.bazel")
`, "BUILD.bazel", "go.mod", "top.txt", "more.MODULE.bazel", "tools/ci.bazelrc",
		"a/BUILD", "a/x.go", "a/sub/y.go", "a/defs.bzl", "a/old.scl", "a/b c/BUILD.bazel", "a/b c/it's.txt", `a/b c/"q".txt`, `a/b c/"it's".txt`,
		"a/folder/BUILD/", "a/folder/z.txt",
		"tools/BUILD.bazel", "tools/ext.bzl",
		"nested/MODULE.bazel", "nested/BUILD.bazel", "nested/n.txt",
	}
	loads := fakebazel.Answer{For: []string{"rbuildfiles("}, Stdout: "a\n@@//b/c\n\n@@x+//y\n"}
	for _, row := range []struct {
		name, file string
		want       seed
	}{
		{"a source", "a/x.go", seed{label: "//a:x.go"}},
		{"a source in a folder of a package", "a/sub/y.go", seed{label: "//a:sub/y.go"}},
		{"a source in the root", "top.txt", seed{label: "//:top.txt"}},
		{"a folder of a package named as a BUILD file", "a/folder/z.txt", seed{label: "//a:folder/z.txt"}},
		{"spaces and a quote", "a/b c/it's.txt", seed{label: "//a/b c:it's.txt"}},
		{"double quotes", `a/b c/"q".txt`, seed{label: `//a/b c:"q".txt`}},
		{"what a query cannot quote", `a/b c/"it's".txt`, seed{label: `//a/b c:"it's".txt`, packages: []string{"a/b c"}}},
		{"a BUILD file", "a/BUILD", seed{packages: []string{"a"}}},
		{"the BUILD file of the root", "BUILD.bazel", seed{packages: []string{""}}},
		{"a new BUILD file, which takes files from the package above", "a/sub/BUILD.bazel", seed{packages: []string{"a/sub", "a"}}},
		{"a new BUILD file beside the old one", "a/BUILD.bazel", seed{packages: []string{"a"}}},
		{"a new file, which a glob may name", "a/sub/new.go", seed{packages: []string{"a"}}},
		{"a new file in a new folder", "a/new/new.go", seed{packages: []string{"a"}}},
		{"an extension", "a/defs.bzl", seed{label: "//a:defs.bzl", packages: []string{"a", "b/c", ""}}},
		{"an extension in the configuration language", "a/old.scl", seed{label: "//a:old.scl", packages: []string{"a", "b/c", ""}}},
		{"the module", "MODULE.bazel", seed{all: true}},
		{"a part of the module", "more.MODULE.bazel", seed{all: true}},
		{"what the module reads", "go.mod", seed{all: true}},
		{"an extension of the module", "tools/ext.bzl", seed{all: true}},
		{"options", ".bazelrc", seed{all: true}},
		{"options elsewhere", "tools/ci.bazelrc", seed{all: true}},
		{"what is named as a module and is none", "go.sum", seed{packages: []string{""}}},
		{"a module below, which Bazel takes for a package unless .bazelignore has it", "nested/n.txt", seed{label: "//nested:n.txt"}},
		{"its module file", "nested/MODULE.bazel", seed{label: "//nested:MODULE.bazel"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b, _ := fakeJudge(t, tree, loads)
			row.want.file = row.file
			got, err := b.seedsOf(t.Context(), []string{row.file})
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff([]seed{row.want}, got, gocmp.AllowUnexported(seed{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestSeedsOfFilesInNoPackage(t *testing.T) {
	b, fake := fakeJudge(t, []string{"MODULE.bazel", "doc/x.md", "doc/defs.bzl"})
	got, err := b.seedsOf(t.Context(), []string{"doc/x.md", "doc/defs.bzl", "doc/new.md"})
	if err != nil {
		t.Fatal(err)
	}
	want := []seed{{file: "doc/x.md"}, {file: "doc/defs.bzl"}, {file: "doc/new.md"}}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(seed{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// Nothing depends on them, and Bazel need not say so.
	if targets, err := b.Affected(t.Context(), []string{"doc/x.md"}); err != nil || len(targets) > 0 || len(fake.Calls()) > 0 {
		t.Errorf("%v, %v, commands %v", targets, err, fake.Calls())
	}
}

func TestAffected(t *testing.T) {
	b, fake := fakeJudge(t, []string{"a/BUILD", "a/x.go", "a/y.go", "a/it's.go", "a/defs.bzl"},
		fakebazel.Answer{For: []string{"rbuildfiles(\"a/defs.bzl\")", "--universe_scope=//...", "--output=package"}, Stdout: "b\n", ExitCode: client.ExitPartial},
		fakebazel.Answer{For: []string{"rdeps(", "--output=streamed_jsonproto"}, Stdout: queried, ExitCode: client.ExitPartial})
	got, err := b.Affected(t.Context(), []string{"a/x.go", "a/it's.go", "a/defs.bzl"})
	if err != nil {
		t.Fatal(err)
	}
	want := []Target{
		{"//a:lib", false, []string{"a/x.go"}},
		{"//a:lib_test", true, []string{"a/x.go"}},
		{"//b:last", true, []string{"a/defs.bzl"}},
		{"//b:user", false, []string{"a/defs.bzl"}},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	calls := fake.Calls()
	if len(calls) != 2 {
		t.Fatalf("%d commands", len(calls))
	}
	if want := `rdeps(("//..."), set("//a:defs.bzl" "//a:it's.go" "//a:x.go" "//b:*"))`; calls[1].Query != want {
		t.Errorf("got  %s\nwant %s", calls[1].Query, want)
	}
	for _, flag := range []string{"--implicit_deps", "--tool_deps", "--proto:output_rule_attrs=tags"} {
		if !slices.Contains(calls[1].Args, flag) {
			t.Errorf("no %s in %q", flag, calls[1].Args)
		}
	}
}

func TestUniverse(t *testing.T) {
	for _, row := range []struct {
		patterns []string
		want     string
	}{
		{nil, `("//...")`},
		{[]string{"//a/..."}, `("//a/...")`},
		{[]string{"//a b/...", "//c:d"}, `("//a b/..." + "//c:d")`},
		{[]string{"//a/...", "-//a/old/...", "-//a:x"}, `(("//a/...") - ("//a/old/..." + "//a:x"))`},
		{[]string{"-//a/..."}, `((//...) - ("//a/..."))`},
		{[]string{`//a:"q"`}, `('//a:"q"')`},
	} {
		b := Bazel{Universe: row.patterns}
		if got := b.universe(); got != row.want {
			t.Errorf("%q: got %s, want %s", row.patterns, got, row.want)
		}
	}
}

func TestTheUniverseIsChecked(t *testing.T) {
	tree := []string{"a/BUILD", "a/x.go"}
	deps := fakebazel.Answer{For: []string{"rdeps("}, Stdout: queried}
	nothing := fakebazel.Answer{For: []string{`some("//zzz/...")`}, Stderr: "ERROR: Evaluation of query failed: argument set is empty\n", ExitCode: 7}
	some := fakebazel.Answer{For: []string{"some("}, Stdout: "//a:lib\n", ExitCode: client.ExitPartial}

	b, fake := fakeJudge(t, tree, deps, nothing, some)
	b.Universe = []string{"//a/...", "-//zzz/...", "//b:b"}
	for range 2 {
		if _, err := b.Affected(t.Context(), []string{"a/x.go"}); err != nil {
			t.Fatal(err)
		}
	}
	var queries []string
	for _, call := range fake.Calls() {
		queries = append(queries, call.Query)
	}
	want := []string{`some("//a/...")`, `some("//b:b")`}
	for range 2 {
		want = append(want, `rdeps((("//a/..." + "//b:b") - ("//zzz/...")), set("//a:x.go"))`)
	}
	if diff := gocmp.Diff(want, queries); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	b, _ = fakeJudge(t, tree, deps, nothing, some)
	b.Universe = []string{"//a/...", "//zzz/..."}
	_, err := b.Affected(t.Context(), []string{"a/x.go"})
	if _, none := errors.AsType[*NoTargetsError](err); !none || err.Error() != "//zzz/... matches no target: ERROR: Evaluation of query failed: argument set is empty" {
		t.Errorf("error %v", err)
	}

	// All that it names is broken.
	b, _ = fakeJudge(t, tree, fakebazel.Answer{Stderr: "ERROR: broken\n", ExitCode: client.ExitPartial})
	b.Universe = []string{"//a/..."}
	_, err = b.Affected(t.Context(), []string{"a/x.go"})
	if _, none := errors.AsType[*NoTargetsError](err); !none || err.Error() != "//a/... matches no target: ERROR: broken" {
		t.Errorf("error %v", err)
	}
}

func TestAffectedFails(t *testing.T) {
	tree := []string{"a/BUILD", "a/x.go", "a/defs.bzl"}
	for _, row := range []struct {
		name, file string
		answer     fakebazel.Answer
		want       string
	}{
		{"Bazel crashes", "a/x.go", fakebazel.Answer{ExitCode: 37, Stderr: "FATAL: x\n"}, "bazel query: exit 37: Bazel crashed: FATAL: x"},
		{"Bazel crashes at the loads", "a/defs.bzl", fakebazel.Answer{ExitCode: 37}, "bazel query: exit 37: Bazel crashed"},
		{"another format", "a/x.go", fakebazel.Answer{Stdout: "//a:a\n"}, "bazel query: its output is not that of a known Bazel: target 1: invalid character '/' looking for beginning of value"},
	} {
		b, _ := fakeJudge(t, tree, row.answer)
		if targets, err := b.Affected(t.Context(), []string{row.file}); len(targets) > 0 || err == nil || err.Error() != row.want {
			t.Errorf("%s: %v, error %v, want %s", row.name, targets, err, row.want)
		}
	}
}

// The events of a fake Bazel.
const last = `{"id":{"buildToolLogs":{}},"lastMessage":true}` + "\n"

func builtEvent(label string) string {
	return fmt.Sprintf(`{"id":{"targetCompleted":{"label":%q}},"completed":{"success":true}}`+"\n", label)
}

func failedEvent(label, why string) string {
	return fmt.Sprintf(`{"id":{"targetCompleted":{"label":%q}},"completed":{"failureDetail":{"message":%q}}}`+"\n", label, why)
}

func skippedEvent(label string) string {
	return fmt.Sprintf(`{"id":{"targetCompleted":{"label":%q}},"aborted":{"reason":"SKIPPED"}}`+"\n", label)
}

// testEvents returns the events of a test with a run for each status.
func testEvents(label, status string, runs ...string) string {
	events := builtEvent(label)
	for i, run := range runs {
		events += fmt.Sprintf(`{"id":{"testResult":{"label":%q,"run":%d,"shard":1,"attempt":1}},"testResult":{"status":%q,"testActionOutput":[%s]}}`+"\n", label, i+1, run,
			// red, and <testcase name="T"><failure/></testcase>
			`{"name":"test.log","contents":"cmVkCg=="},{"name":"test.xml","contents":"PHRlc3RjYXNlIG5hbWU9IlQiPjxmYWlsdXJlLz48L3Rlc3RjYXNlPg=="}`)
	}
	return events + fmt.Sprintf(`{"id":{"testSummary":{"label":%q}},"testSummary":{"overallStatus":%q}}`+"\n", label, status)
}

func TestTry(t *testing.T) {
	for _, row := range []struct {
		name    string
		request Request
		events  string
		want    Answer
	}{
		{"a target that is built", Request{Target: "//a:a"}, builtEvent("//a:a"), Answer{}},
		{"a target that is not", Request{Target: "//a:a"}, failedEvent("//a:a", "no"), Answer{Color: Red, Broken: true, Output: "no"}},
		{"a target that fails without a word", Request{Target: "//a:a"}, failedEvent("//a:a", ""), Answer{Color: Red, Broken: true, Output: "ERROR: why"}},
		{"a target that is incompatible", Request{Target: "//a:a"}, skippedEvent("//a:a"), Answer{}},
		{"a target that Bazel says nothing of", Request{Target: "//a:a"}, "", Answer{Color: Red, Broken: true, Output: "ERROR: why"}},
		{
			"a target that is gone",
			Request{Target: "//a:a"},
			`{"id":{"pattern":{"pattern":["//a:a"]}},"aborted":{"reason":"LOADING_FAILURE","description":"no such target"}}` + "\n",
			Answer{Color: Red, Broken: true, Output: "no such target"},
		},
		{"a test that is only built", Request{Target: "//a:t"}, builtEvent("//a:t"), Answer{}},
		{"a test that passes", Request{Target: "//a:t", Test: true, Runs: 1}, testEvents("//a:t", "PASSED", "PASSED"), Answer{}},
		{"a test that passes in the end", Request{Target: "//a:t", Test: true, Runs: 1}, testEvents("//a:t", "FLAKY", "FAILED"), Answer{}},
		{
			"a test from the cache",
			Request{Target: "//a:t", Test: true, Runs: 1},
			strings.ReplaceAll(testEvents("//a:t", "PASSED", "PASSED"), `"status"`, `"cachedLocally":true,"status"`),
			Answer{Cached: true},
		},
		{"a test that fails", Request{Target: "//a:t", Test: true, Runs: 1}, testEvents("//a:t", "FAILED", "FAILED"), Answer{Color: Red, Case: "T", Output: "red"}},
		{"a test that takes too long", Request{Target: "//a:t", Test: true, Runs: 1}, testEvents("//a:t", "TIMEOUT", "TIMEOUT"), Answer{Color: Red, Case: "T", Output: "red"}},
		{"a test that passes in some runs", Request{Target: "//a:t", Test: true, Runs: 3}, testEvents("//a:t", "FAILED", "PASSED", "FAILED", "PASSED"), Answer{Color: Flaky, Case: "T", Output: "red"}},
		{"a test that passes in no run", Request{Target: "//a:t", Test: true, Runs: 2}, testEvents("//a:t", "FAILED", "FAILED", "FAILED"), Answer{Color: Red, Case: "T", Output: "red"}},
		{"a test that does not build", Request{Target: "//a:t", Test: true, Runs: 1}, failedEvent("//a:t", "no"), Answer{Color: Red, Broken: true, Output: "no"}},
		{
			"a test that fails to build after its target was built",
			Request{Target: "//a:t", Test: true, Runs: 1},
			testEvents("//a:t", "FAILED_TO_BUILD"),
			Answer{Color: Red, Broken: true, Output: "ERROR: why"},
		},
		{"a test that did not run", Request{Target: "//a:t", Test: true, Runs: 1}, testEvents("//a:t", "NO_STATUS"), Answer{Color: Red, Broken: true, Output: "ERROR: why"}},
		{"a test that is incompatible", Request{Target: "//a:t", Test: true, Runs: 1}, skippedEvent("//a:t"), Answer{}},
		{"a test that a .bazelrc filters out", Request{Target: "//a:t", Test: true, Runs: 1}, builtEvent("//a:t"), Answer{}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b, _ := fakeJudge(t, nil, fakebazel.Answer{Events: row.events + last, Stderr: "INFO: x\nERROR: why\n", ExitCode: client.ExitBuildFailed})
			got, err := b.Try(t.Context(), []Request{row.request})
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff([]Answer{row.want}, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestTryBuildsAndTestsInTwoCommands(t *testing.T) {
	b, fake := fakeJudge(t, nil,
		fakebazel.Answer{For: []string{"build --keep_going"}, Events: builtEvent("//a:a") + failedEvent("//a:u", "no") + last, ExitCode: client.ExitBuildFailed},
		fakebazel.Answer{For: []string{"test --keep_going"}, Events: testEvents("//a:t", "FAILED", "FAILED") + testEvents("//a b:t", "PASSED", "PASSED", "PASSED") + last, ExitCode: client.ExitTestsFailed})
	b.Flags, b.tests = []string{"--config=ci"}, map[string]bool{"//a:u": true}
	got, err := b.Try(t.Context(), []Request{
		{Target: "//a:t", Test: true, Runs: 1}, {Target: "//a:a", Runs: 1}, {Target: "//a b:t", Test: true, Runs: 2}, {Target: "//a:u"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []Answer{{Color: Red, Case: "T", Output: "red"}, {}, {}, {Color: Red, Broken: true, Output: "no"}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	calls := fake.Calls()
	if len(calls) != 2 {
		t.Fatalf("%d commands", len(calls))
	}
	for i, want := range [][]string{{"//a:a", "//a:u"}, {"//a:t", "//a b:t"}} {
		if diff := gocmp.Diff(want, calls[i].Patterns); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	line := strings.Join(calls[1].Args, " ")
	for _, flags := range []string{
		"--keep_going --config=ci --noshow_progress",
		"--experimental_convenience_symlinks=ignore --skip_incompatible_explicit_targets --test_output=summary --test_summary=none --test_keep_going --nobuild_tests_only",
		`--runs_per_test=(^|[^/])//a b:t$@2 --noruns_per_test_detects_flakes --cache_test_results=auto --build_event`,
	} {
		if !strings.Contains(line, flags) {
			t.Errorf("no %s in %s", flags, line)
		}
	}
	if line := strings.Join(calls[0].Args, " "); strings.Contains(line, "test") {
		t.Errorf("flags of tests in %s", line)
	}
}

// If no test is only to be built, one command does both.
func TestTryInOneCommand(t *testing.T) {
	b, fake := fakeJudge(t, nil, fakebazel.Answer{For: []string{"test --keep_going"}, Events: builtEvent("//a:a") + testEvents("//a:t", "PASSED", "PASSED") + last})
	got, err := b.Try(t.Context(), []Request{{Target: "//a:t", Test: true, Runs: 1}, {Target: "//a:a", Runs: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]Answer{{}, {}}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if calls := fake.Calls(); len(calls) != 1 || !slices.Equal(calls[0].Patterns, []string{"//a:t", "//a:a"}) {
		t.Errorf("commands %+v", calls)
	}
}

func TestTryFails(t *testing.T) {
	for _, test := range []bool{false, true} {
		b, _ := fakeJudge(t, nil, fakebazel.Answer{ExitCode: 36, Stderr: "FATAL: No space left on device\n"})
		got, err := b.Try(t.Context(), []Request{{Target: "//a:a", Test: test, Runs: 1}})
		if got != nil || err == nil || !strings.Contains(err.Error(), "exit 36: this machine has a problem, such as a full disk or missing permissions: FATAL: No space left on device") {
			t.Errorf("%v, error %v", got, err)
		}
	}
}

func TestLabelFilter(t *testing.T) {
	for _, label := range []string{"//a:b", "//a/b:c.d", "//a b:c+d$", "//a:b(c)", "//a:b@c", "//a:b,c", `//a:"b'c`, "//:a", "//a:é", "//a:b#c", "@@x+//a:b"} {
		filter := labelFilter(label)
		if strings.ContainsAny(strings.ReplaceAll(filter, `\x40`, ""), "@,") {
			t.Errorf("%s: Bazel splits %s", label, filter)
		}
		expression := regexp.MustCompile(filter)
		for _, other := range []string{label, "@@" + label} {
			if !expression.MatchString(other) {
				t.Errorf("%s does not match %s", filter, other)
			}
		}
		for _, other := range []string{label + "x", "//x" + label[1:], strings.Replace(label, ":", "/x:", 1), "x"} {
			if expression.MatchString(other) {
				t.Errorf("%s matches %s", filter, other)
			}
		}
	}
}
