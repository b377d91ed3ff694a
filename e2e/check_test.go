//go:build e2e

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A check changes no source, either in a worker, which is the default, or
// outside of the sandbox, which would prevent it.
func TestCheckLeavesEverySourceAsItWas(t *testing.T) {
	for _, test := range []struct {
		runner string
		flags  []string
	}{
		{"worker", nil},
		{"worker", []string{"--experimental_worker_multiplex_sandboxing"}},
		{"linux-sandbox", runsBy("linux-sandbox")},
	} {
		t.Run(strings.Join(append(test.flags, "by "+test.runner), " "), func(t *testing.T) {
			w := hello.fresh(t)
			w.append(t, "docs/notes.txt", nonce()+"   \n")
			before := w.sources(t)
			got, spawns := w.logged(t, "build", append(test.flags, "--config=autofix", "//...")...)
			got.wantCode(t, 0)
			w.wantUntouched(t, before)

			ran := 0
			for _, s := range spawns {
				if s.Mnemonic != "AutofixCheck" || s.Runner == "disk cache hit" {
					continue
				}
				ran++
				if s.Runner != test.runner {
					t.Errorf("the check of %s ran by %q, not by %s", s.TargetLabel, s.Runner, test.runner)
				}
			}
			if ran == 0 {
				t.Errorf("no check ran: %+v", spawns)
			}
		})
	}
}

func TestEveryTargetHasItsArtifactDiffSarifAndReport(t *testing.T) {
	w := hello.fresh(t)
	w.bazel(t, "build", "--config=autofix", "--output_groups=+autofix_diff,+autofix_report,+autofix_sarif", "//...").wantCode(t, 0)
	for _, test := range []struct {
		target, folder string
		report         string // expected text of its report
		diff           bool   // whether it has a diff
	}{
		{"//:hello", "hello", "", false},
		{"//:autofix_sources", "autofix_sources", "docs/notes.txt:4:39", true},
		{"//banner:canonical", "banner/canonical", "banner/banner.go:5:1", true},
		{"//greet:greet", "greet/greet", "greet/greet.go:3:1", true},
		{"//greet:greet_test", "greet/greet_test", "", false},
		{"//scripts:hello", "scripts/hello", "scripts/hello.sh:2:1", true},
	} {
		t.Run(test.target, func(t *testing.T) {
			base := "bazel-bin/" + test.folder + ".autofix/autofix."
			got, err := artifact.Decode([]byte(w.read(t, base+"json")))
			if err != nil {
				t.Fatal(err)
			}
			if got.Origin != test.target {
				t.Errorf("the artifact is of %q", got.Origin)
			}
			if text := w.read(t, base+"txt"); !strings.Contains(text, test.report) {
				t.Errorf("the report lacks %q:\n%s", test.report, text)
			}
			if text := w.read(t, base+"diff"); strings.HasPrefix(text, "diff --git ") != test.diff {
				t.Errorf("the diff is:\n%s", text)
			}
			if text := w.read(t, base+"sarif"); !json.Valid([]byte(text)) || !strings.Contains(text, `"2.1.0"`) {
				t.Errorf("the SARIF is:\n%s", text)
			}
		})
	}
}

// Confirms the method of TestCheckLeavesEverySourceAsItWas: the sandbox
// prevents an action from writing a source in any way, and the same action does
// write outside of the sandbox.
func TestSandboxRefusesToWriteASource(t *testing.T) {
	for _, target := range []string{"through_the_link", "through_its_own_path", "by_a_new_name"} {
		t.Run(target, func(t *testing.T) {
			w := scripts.fresh(t)
			w.overlay(t, "writer")
			w.append(t, "writer/victim.txt", nonce())
			before := w.sources(t)

			got, spawns := w.logged(t, "build", "//writer:"+target)
			got.wantCode(t, 1).wantStderr(t, "WriteSource writer/"+target+".done failed: (Exit ", "Read-only file system")
			w.wantUntouched(t, before)
			for _, s := range spawns {
				if s.Mnemonic == "WriteSource" && s.Runner != "linux-sandbox" {
					t.Errorf("it ran by %q, not in linux-sandbox", s.Runner)
				}
			}

			w.bazel(t, "build", "--strategy=WriteSource=local", "//writer:"+target).wantCode(t, 0)
			if text := w.read(t, "writer/victim.txt"); !strings.HasSuffix(text, "written") {
				t.Errorf("outside of the sandbox, the same action left %q: it proves nothing", text)
			}
		})
	}
}

func TestOutputGroupsAlwaysExistAndAreEmptyIfSkipped(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "probe")
	w.bazel(t, "build", "--norun_validations", "//probe:seen").wantCode(t, 0)
	type seen struct {
		Groups map[string][]string `json:"groups"`
		Info   map[string][]string `json:"info"`
	}
	got := map[string]seen{}
	if err := json.Unmarshal([]byte(w.read(t, "bazel-bin/probe/seen.json")), &got); err != nil {
		t.Fatal(err)
	}

	none := []string{}
	skipped := seen{
		Groups: map[string][]string{
			"autofix_artifact": none, "autofix_diff": none, "autofix_report": none, "autofix_sarif": none,
		},
		Info: map[string][]string{"artifacts": none, "diffs": none, "reports": none, "sarifs": none},
	}
	checked := func(folder string) seen {
		return seen{
			Groups: map[string][]string{
				"autofix_artifact": {folder + "autofix.json"},
				"autofix_diff":     {folder + "autofix.diff"},
				"autofix_report":   {folder + "autofix.txt"},
				"autofix_sarif":    {folder + "autofix.sarif"},
				"_validation":      {folder + "autofix.gate"},
			},
			Info: map[string][]string{
				"artifacts": {folder + "autofix.json"},
				"diffs":     {folder + "autofix.diff"},
				"reports":   {folder + "autofix.txt"},
				"sarifs":    {folder + "autofix.sarif"},
			},
		}
	}
	// An output group that the target itself has is not added: a second one
	// with that name would fail the build.
	ownGroups := checked("probe/own_groups.autofix/")
	ownGroups.Groups["autofix_report"] = []string{"probe/own_groups.txt"}
	want := map[string]seen{
		"@@//probe:mixed":                             checked("probe/mixed.autofix/"),
		"@@//probe:own_groups":                        ownGroups,
		"@@//probe:external_file":                     skipped,
		"@@//probe:generated_file":                    skipped,
		"@@//probe:no_autofix":                        skipped,
		"@@//probe:no_autofix_autofix":                skipped,
		"@@//probe:no_lint":                           skipped,
		"@@//probe:no_sources":                        skipped,
		"@@bazel_tools//tools/bash/runfiles:runfiles": skipped,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("output groups and AutofixInfo (-want +got):\n%s", diff)
	}

	// Of the files of //probe:mixed, one is a source of this repository.
	w.bazel(t, "build", "--config=autofix", "//probe:mixed").wantCode(t, 0)
	read, err := artifact.Decode([]byte(w.read(t, "bazel-bin/probe/mixed.autofix/autofix.json")))
	if err != nil {
		t.Fatal(err)
	}
	note := fixedits.SnapshotOf("probe/note.txt", []byte(w.read(t, "probe/note.txt")))
	if diff := cmp.Diff([]fixedits.Snapshot{note}, read.Snapshots); diff != "" {
		t.Errorf("files that were checked (-want +got):\n%s", diff)
	}
}
