//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// useSwaps gives the workspace targets in Go, C++ and shell with pending fixes,
// some of which break something; see testdata/verified and testdata/swap.
func (w *workspace) useSwaps(t *testing.T) {
	t.Helper()
	program, err := goBuild("swap", "./e2e/testdata/swap")
	if err != nil {
		t.Fatal(err)
	}
	w.overlay(t, "verified")
	w.write(t, "tools/swap/swap_program", readFile(t, program))
	if err := os.Chmod(w.path("tools/swap/swap_program"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.append(t, "MODULE.bazel", "\nbazel_dep(name = \"rules_cc\", version = \"0.0.9\")\n")
	// A flaky test that has passed must not have passed for good.
	w.append(t, ".bazelrc", "\nbuild --modify_execution_info=TestRunner=+no-cache\n")
	t.Setenv("XDG_CACHE_HOME", filepath.Join(scratch, "verified_cache"))
	w.git(t, "add", "--all")
}

// verdictsIn reads the status and the verdict of each fix of a summary, by rule.
func verdictsIn(t *testing.T, summary string) map[string]string {
	t.Helper()
	var read struct {
		Fixes []struct {
			Rule, Status string
			Verdict      struct{ Kind string }
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, summary)), &read); err != nil {
		t.Fatal(err)
	}
	statuses := map[string]string{}
	for _, fix := range read.Fixes {
		statuses[strings.TrimPrefix(fix.Rule, "swap/")] = strings.TrimSuffix(fix.Status+" "+fix.Verdict.Kind, " ")
	}
	return statuses
}

// wantVerified runs the fix of the workspace's own checker, and compares the
// statuses of its fixes.
func (w *workspace) wantVerified(t *testing.T, code int, want map[string]string, args ...string) result {
	t.Helper()
	summary := filepath.Join(t.TempDir(), "summary.json")
	got := w.bazel(t, "run", append([]string{"//tools/swap:fix", "--", "--summary=" + summary}, args...)...).wantCode(t, code)
	if diff := cmp.Diff(want, verdictsIn(t, summary)); diff != "" {
		t.Errorf("statuses (-want +got):\n%s\n%s%s", diff, got.stdout, got.stderr)
	}
	return got
}

func TestVerifiedByTests(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	before := w.sources(t)
	got := w.wantVerified(t, 0, map[string]string{
		"broken":           "filtered unverified",
		"cc-comment":       "applied verified",
		"cc-name":          "broke_build broke_build",
		"flaky":            "deferred inconclusive",
		"go-high":          "applied verified",
		"go-low":           "broke_build broke_build", // in the first round: deferred, with go-high
		"go-name":          "applied verified",
		"greeting":         "broke_build broke_build",
		"greeting-comment": "applied verified",
		"notes-safe":       "applied unverified",
		"notes-suggestion": "filtered unverified",
		"writer":           "applied verified",
	}, "--safety=unsafe", "--verify=test", "//code/...")
	for _, want := range []string{
		"autofix: verified 5 fixes by 6 targets, including 4 tests",
		"autofix: not verified, because nothing green depends on them: 1 fix in code/cc/notes.txt\n",
		"autofix: left out 1 fix: //code/cc:area_test is red with it: its build fails\n    code/cc/area_test.cc: In function",
		"autofix: left out 1 fix: //code/golang:limits_test is red with it: its test fails (TestDistance)\n    --- FAIL: TestDistance",
		"autofix: //code/shell:broken_test is red before any fix: its test fails\n    broken as always\n",
		"the test //code/golang:limits_test fails (TestDistance) with this fix",
		"//code/shell:flaky_test is flaky: it fails and passes on the same text",
	} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s", want, got.stdout)
		}
	}
	got.wantStderr(t,
		"autofix: changed while the fixes were verified, by a build, a test or you: code/shell/greeting.txt.written\n",
		"autofix: build 1: verifying with //code/cc:area, //code/cc:area_test, //code/golang:limits and 5 more (6 of 8 are tests)",
		"autofix: build 3: searching for the fixes that break ",
	)
	for name, was := range before {
		now, changed := w.read(t, name), map[string]bool{
			"code/cc/area.h": true, "code/cc/notes.txt": true, "code/golang/high.go": true, "code/shell/greeting_test.sh": true, "code/shell/writer_test.sh": true,
		}[name]
		if (now != was.text) != changed {
			t.Errorf("%s: changed %v, want %v:\n%s", name, !changed, changed, now)
		}
	}
	if text := w.read(t, "code/cc/area.h"); strings.Contains(text, "int Outline") || !strings.Contains(text, "\n// a better comment\n") {
		t.Errorf("area.h:\n%s", text)
	}

	// A second run has the answers in its caches, and finds the same.
	w.wantVerified(t, 0, map[string]string{
		"broken":           "filtered unverified",
		"cc-name":          "broke_build broke_build",
		"flaky":            "deferred inconclusive",
		"go-low":           "broke_build broke_build",
		"greeting":         "broke_build broke_build",
		"notes-suggestion": "filtered unverified",
	}, "--safety=unsafe", "--verify=test", "--mode=check", "//code/...")
}

func TestVerifiedByBuilds(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	w.append(t, "autofix.toml", "\n[verify]\nsuggestion = \"build\"\nunsafe = \"test\"\n")
	w.replace(t, "tools/autofix.bazelrc", "# Presets", "# Our presets")
	w.wantVerified(t, 0, map[string]string{
		"broken":           "applied verified",
		"cc-comment":       "applied verified",
		"cc-name":          "broke_build broke_build",
		"flaky":            "applied verified",
		"go-high":          "applied verified",
		"go-low":           "applied verified",
		"go-name":          "applied verified",
		"greeting":         "broke_build broke_build",
		"greeting-comment": "applied verified",
		"notes-safe":       "applied",
		"notes-suggestion": "applied unverified",
		"writer":           "applied verified",
	}, "--safety=unsafe", "--verify-unaffected=keep", "//code/...")
}

func TestVerifiedInAUniverse(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	w.wantVerified(t, 1, map[string]string{
		"cc-comment":       "filtered unverified",
		"cc-name":          "filtered unverified",
		"go-high":          "pending verified",
		"go-low":           "deferred broke_build", // with go-high
		"go-name":          "pending verified",
		"notes-safe":       "filtered unverified",
		"notes-suggestion": "filtered unverified",
	}, "--safety=suggestion", "--verify=test", "--mode=check", "--verify-universe=//code/golang/...,-//tools/...", "--verify-unaffected=drop", "//code/golang/...", "//code/cc/...")

	before := w.sources(t)
	for _, test := range []struct {
		flag, want string
	}{
		{"--verify-universe=//no/such/...", "//no/such/..."},
		{"--verify-universe=//code/...,//code/cc:nothing", "//code/cc:nothing"},
	} {
		w.bazel(t, "run", "//tools/swap:fix", "--", "--verify=build", "--safety=unsafe", test.flag, "//code/...").wantCode(t, 2).wantStderr(t, "autofix: --verify-universe: "+test.want+" matches no target: ERROR: Skipping ")
	}
	w.wantUntouched(t, before)
}

// Without `bazel run`, the tool finds the Bazel of the PATH.
func TestVerifiedWithoutRun(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	w.write(t, "code/golang/low.go", "package limits\n\n// Low is a number.   \nconst Low = 1\n")
	got := w.shell(t, fmt.Sprintf("%s fix --verify=test code/golang/low.go", tool)).wantCode(t, 0)
	if want := "autofix: verified 1 fix by 2 targets, including 1 test"; !strings.Contains(got.stdout, want) {
		t.Errorf("stdout lacks %q:\n%s%s", want, got.stdout, got.stderr)
	}
	if got, want := w.read(t, "code/golang/low.go"), "package limits\n\n// Low is a number.\nconst Low = 1\n"; got != want {
		t.Errorf("low.go: %q, want %q", got, want)
	}
}

// Targets that depend on a file by another name judge its fixes, too. Nothing
// is known of a workspace that Bazel ignores.
func TestVerifyFollowsLinks(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	const unfixed, fixed = "x = 1  \n", "x = 1\n"
	genrule := func(folder, source, command string) {
		w.write(t, "code/odd/"+folder+"/BUILD.bazel", fmt.Sprintf("genrule(\n    name = \"made\",\n    srcs = [%q],\n    outs = [\"made.txt\"],\n    cmd = %q,\n)\n", source, command))
	}
	link := func(link func(old, name string) error, old, name string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(w.path(name)), 0o755), link(old, w.path(name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"data/good.toml", "data/linked.toml", "data/hard.toml", "data/folder/deep.toml", "sp ace/f ile.toml", "nested/x.toml"} {
		w.write(t, "code/odd/"+name, unfixed)
	}
	const breaks = "grep '  $$' $< > $@"
	genrule("good", "good.toml", "grep 'x = 1' $< > $@")
	link(os.Symlink, "../data/good.toml", "code/odd/good/good.toml")
	genrule("linked", "again.toml", breaks)
	link(os.Symlink, "../data/linked.toml", "code/odd/linked/linked.toml")
	link(os.Symlink, "linked.toml", "code/odd/linked/again.toml")
	genrule("hard", "hard.toml", breaks)
	link(os.Link, w.path("code/odd/data/hard.toml"), "code/odd/hard/hard.toml")
	genrule("folder", "folder/deep.toml", breaks)
	link(os.Symlink, "../data/folder", "code/odd/folder/folder")
	genrule("sp ace", "f ile.toml", "grep 'x = 1' \"$<\" > \"$@\"")
	w.write(t, "code/odd/nested/MODULE.bazel", "module(name = \"nested\")\n")
	w.write(t, "code/odd/nested/BUILD.bazel", "no such thing\n")
	w.write(t, ".bazelignore", "code/odd/nested\n")
	// Bazel would lead this link to the output base of the shadow.
	w.write(t, "vendored/VENDOR.bazel", "")
	w.append(t, ".bazelrc", "\ncommon --vendor_dir=vendored\n")
	link(os.Symlink, "/nowhere/external", "vendored/bazel-external")

	got := w.shell(t, tool+" fix --verify=build code/odd/*/*.toml 'code/odd/data/folder/deep.toml'").wantCode(t, 0)
	for name, want := range map[string]string{
		"data/good.toml": fixed, "good/good.toml": fixed, "sp ace/f ile.toml": fixed, "nested/x.toml": fixed,
		"data/linked.toml": unfixed, "data/hard.toml": unfixed, "hard/hard.toml": unfixed, "data/folder/deep.toml": unfixed,
	} {
		if now := w.read(t, "code/odd/"+name); now != want {
			t.Errorf("%s is %q, want %q", name, now, want)
		}
	}
	for _, want := range []string{
		"autofix: verified 2 fixes by 2 targets in ",
		"autofix: not verified, because nothing green depends on them: 1 fix in code/odd/nested/x.toml\n",
		"//code/odd/linked:made is red with it: its build fails",
		"//code/odd/hard:made is red with it: its build fails",
		"//code/odd/folder:made is red with it: its build fails",
	} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s%s", want, got.stdout, got.stderr)
		}
	}
	if now, err := os.Readlink(w.path("vendored/bazel-external")); now != "/nowhere/external" {
		t.Errorf("vendored/bazel-external leads to %q, %v", now, err)
	}
}

func TestVerifyInABrokenWorkspace(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	w.append(t, "MODULE.bazel", "\nno_such_function()\n")
	w.write(t, "code/golang/low.go", "package limits\n\nconst Low = 1   \n")
	before := w.sources(t)
	w.shell(t, fmt.Sprintf("%s fix --verify=test code/golang/low.go", tool)).wantCode(t, 3).wantStderr(t, "autofix: verify: bazel query: ", "no_such_function")
	w.wantUntouched(t, before)
}

// Bazel certifies that a fix of a BUILD file changes no action, and that one of
// a .bzl file does.
func TestCertifiedByActions(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	w.write(t, "code/certified/BUILD.bazel", `load("@rules_shell//shell:sh_test.bzl", "sh_test")
load(":defs.bzl", "half", "unused")

sh_test(
    name = "half_test",
    srcs = ["half_test.sh"],
    args = [str(half)],
)
`)
	w.write(t, "code/certified/defs.bzl", "\"\"\"Numbers.\"\"\"\n\nhalf = 4 / 2\n\nunused = 1\n")
	w.write(t, "code/certified/half_test.sh", "#!/bin/sh\n")
	if err := os.Chmod(w.path("code/certified/half_test.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	summary := filepath.Join(t.TempDir(), "summary.json")
	got := w.shell(t, fmt.Sprintf("%s fix --certify --safety=certified --summary=%s code/certified", tool, summary)).wantCode(t, 0)
	for _, want := range []string{
		"autofix: certified 1 of 1 fix: 1 by the actions of Bazel\n",
		"it changes the actions of //code/certified:half_test: apply it with --safety=unsafe",
	} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s%s", want, got.stdout, got.stderr)
		}
	}
	if text := w.read(t, "code/certified/BUILD.bazel"); strings.Contains(text, "unused") || !strings.Contains(text, `load(":defs.bzl", "half")`) {
		t.Errorf("BUILD.bazel:\n%s", text)
	}
	if text := w.read(t, "code/certified/defs.bzl"); !strings.Contains(text, "half = 4 / 2\n") {
		t.Errorf("defs.bzl:\n%s", text)
	}
	if text := readFile(t, summary); !strings.Contains(text, `"kind": "actions"`) || !strings.Contains(text, `"code": "uncertified"`) {
		t.Errorf("summary:\n%s", text)
	}
}

// `bazel run //:fix -- --certify` finds autofix-certify beside the tool of
// autofix.local, or says that it is missing.
func TestCertifiedByBuildKit(t *testing.T) {
	w := verify.fresh(t)
	w.write(t, "image/BUILD.bazel", "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_sources\")\n\nautofix_sources(\n    name = \"sources\",\n    srcs = [\"Dockerfile\"],\n)\n")
	const dockerfile = "FROM alpine:3.20 AS Base\nRUN apk add --no-cache curl\n"
	w.write(t, "image/Dockerfile", dockerfile)
	run := func() result {
		return w.bazel(t, "run", "//:fix", "--", "--certify", "--safety=certified", "--rule=buildkit/*", "//image:all").wantCode(t, 0)
	}
	if got := run(); !strings.Contains(got.stderr, "the program autofix-certify is missing: ") || w.read(t, "image/Dockerfile") != dockerfile {
		t.Errorf("without the program:\n%s%s\n%s", got.stdout, got.stderr, w.read(t, "image/Dockerfile"))
	}
	program, err := goBuild("autofix-certify", "./cmd/autofix-certify")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(program)
	if got := run(); !strings.Contains(got.stdout, "autofix: certified 1 of 1 fix: 1 by what BuildKit builds\n") ||
		w.read(t, "image/Dockerfile") != strings.Replace(dockerfile, "Base", "base", 1) {
		t.Errorf("with the program:\n%s%s\n%s", got.stdout, got.stderr, w.read(t, "image/Dockerfile"))
	}
}
