//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Runs the presubmit of the registry, and the next steps of a user.
func TestSmoke(t *testing.T) {
	w := smoke.fresh(t)
	before := w.sources(t)
	w.bazel(t, "test", "//...").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//...").wantCode(t, 0)
	w.bazel(t, "build", "--aspects=//tools/lint:lint.bzl%lint_strict", "//tools/...").wantCode(t, 0)
	summary := filepath.Join(t.TempDir(), "summary.json")
	for _, args := range [][]string{{"//:fix", "--", "--summary=" + summary}, {"//tools/lint:fix", "--", "//tools/..."}} {
		got := w.bazel(t, "run", args...).wantCode(t, 0)
		if !strings.Contains(got.stdout, "autofix: nothing pending\n") {
			t.Errorf("bazel run %s: it does not say that nothing is pending:\n%s%s", args, got.stdout, got.stderr)
		}
	}
	w.wantUntouched(t, before)
	var read struct {
		Fixes []json.RawMessage `json:"fixes"`
	}
	if err := json.Unmarshal([]byte(readFile(t, summary)), &read); err != nil || len(read.Fixes) != 0 {
		t.Errorf("the summary has %d fixes, %v", len(read.Fixes), err)
	}

	// It passes because nothing is pending, not because nothing is checked.
	w.append(t, "app/greeting.txt", "blanks   \n")
	w.wantCommandsOpen(t, "test", []string{"//app:app_autofix_test"}, "app/greeting.txt:2:7: error: ")
	w.append(t, "app/greeting.txt", "blanks   \n")
	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//app"}, "app/greeting.txt:3:7: error: ")
}

func TestCommittedSourcesAreHeldToWhatTheBuildMakes(t *testing.T) {
	w := smoke.fresh(t)
	const preset, test, update = "tools/autofix.bazelrc", "//tools:autofix_bazelrc_test", "bazel run //tools:autofix_bazelrc"
	want := w.read(t, preset)

	w.append(t, preset, "# an older one\n")
	stale := w.bazel(t, "test", "--test_output=errors", test).wantCode(t, 3)
	if said := stale.stdout + stale.stderr; !strings.Contains(said, "Update it with: "+update) {
		t.Errorf("the test does not name the command:\n%s", said)
	}
	w.shell(t, update).wantCode(t, 0).wantStderr(t, "autofix: wrote "+preset)
	if diff := cmp.Diff("", w.git(t, "status", "--porcelain")); diff != "" {
		t.Errorf("what the command left changed (-want +got):\n%s", diff)
	}
	w.bazel(t, "test", test).wantCode(t, 0)
	w.shell(t, update).wantCode(t, 0).wantStderr(t, "nothing to write")

	// At first, no workspace has the file.
	if err := os.Remove(w.path(preset)); err != nil {
		t.Fatal(err)
	}
	w.shell(t, "cd app && "+update).wantCode(t, 0).wantStderr(t, "autofix: wrote ../"+preset)
	if diff := cmp.Diff(want, w.read(t, preset)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", preset, diff)
	}

	w.replace(t, "tools/BUILD.bazel", "@rules_autofix//rules:autofix.bazelrc", "@rules_autofix//rules:other_sources")
	w.bazel(t, "build", "//tools:autofix_bazelrc").wantCode(t, 1).wantStderr(t,
		"//tools:autofix_bazelrc: files: ", " files: name a single file")
}

// laterDefaults are flags that are, or will be, defaults of later versions of
// Bazel, and that 7.7 supports; docs/compatibility.md lists their sources.
var laterDefaults = []string{
	"common --noenable_workspace",
	"common --incompatible_use_plus_in_repo_names",
	"common --incompatible_disallow_empty_glob",
	"common --incompatible_no_implicit_file_export",
	"common --incompatible_disable_target_provider_fields",
	"common --incompatible_disallow_struct_provider_syntax",
	"common --incompatible_config_setting_private_default_visibility",
	"build --nolegacy_external_runfiles",
	"build --incompatible_auto_exec_groups",
	"build --incompatible_check_testonly_for_output_files",
	"build --incompatible_check_visibility_for_toolchains",
}

func TestSmokeUnderTheDefaultsOfLaterBazels(t *testing.T) {
	w := smoke.fresh(t)
	w.append(t, ".bazelrc", "\n"+strings.Join(laterDefaults, "\n")+"\n")
	w.bazel(t, "test", "--config=autofix-strict", "//...").wantCode(t, 0)
	w.append(t, "app/greeting.txt", "blanks   \n")
	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//app"}, "fix all targets with: bazel run //:fix\n")
	if text := w.read(t, "app/greeting.txt"); text != "hello\nblanks\n" {
		t.Errorf("the command left %q", text)
	}
	w.bazel(t, "run", "//tools:autofix_bazelrc").wantCode(t, 0)
}
