//go:build e2e

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runsBy returns the flags that run all actions with a strategy.
func runsBy(strategy string, flags ...string) []string {
	for _, mnemonic := range mnemonics {
		flags = append(flags, "--strategy="+mnemonic+"="+strategy)
	}
	return flags
}

// mnemonics are the mnemonics of all actions that run the tool.
var mnemonics = []string{"AutofixCanonicalize", "AutofixCheck", "AutofixConfig", "AutofixGate", "AutofixRender"}

// An execution is a way to run the actions.
type execution struct {
	name, runner string
	flags        []string
}

// executions returns all ways; server is the remote one.
func executions(server *proxy) []execution {
	remote := func(flags ...string) []string {
		return append(append(server.executionFlags(), "--noremote_accept_cached", "--remote_download_outputs=all"), flags...)
	}
	return []execution{
		{"linux-sandbox", "linux-sandbox", runsBy("linux-sandbox")},
		{"worker by default", "worker", nil},
		{"singleplex", "worker", runsBy("worker", "--noworker_multiplex")},
		{"singleplex in a sandbox", "worker", runsBy("worker", "--noworker_multiplex", "--worker_sandboxing")},
		{"multiplex in sandboxes", "worker", runsBy("worker", "--experimental_worker_multiplex_sandboxing",
			"--experimental_worker_cancellation", "--experimental_worker_strict_flagfiles")},
		{"mapped paths", "linux-sandbox", []string{"--experimental_output_paths=strip"}},
		{"mapped paths, multiplex in sandboxes", "worker", []string{
			"--experimental_output_paths=strip",
			"--experimental_worker_multiplex_sandboxing", "--@rules_autofix//toolchain:path_mapped_workers",
		}},
		{"remote", "remote", remote()},
		{"remote, mapped paths", "remote", remote("--experimental_output_paths=strip")},
	}
}

func TestOutputsAreTheSameHoweverTheActionsRun(t *testing.T) {
	w := hello.fresh(t)
	w.overlay(t, "worked")
	// A passing gate also has an output.
	w.write(t, "tidy/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

autofix_sources(
    name = "tidy",
    srcs = ["BUILD.bazel"],
)
`)
	before := w.sources(t)
	var want map[string]string
	all := executions(startBuildbox(t))
	for _, execution := range all {
		t.Run(execution.name, func(t *testing.T) {
			w.removeOutputs(t)
			args := []string{"--config=autofix-strict", "--output_groups=+autofix_diff,+autofix_report,+autofix_sarif", "--keep_going", "--disk_cache="}
			args = append(append(args, execution.flags...), "//:autofix_sources", "//banner:canonical", "//scripts:all", "//tidy", "//@worked:all")
			got, spawns := w.logged(t, "build", args...)
			got.wantCode(t, 1).wantStderr(t, "Autofix gate //@worked:worked failed: (Exit 1)", "@worked/some notes.txt:1:45: info: whitespace")
			w.wantUntouched(t, before)
			for _, mnemonic := range mnemonics {
				if len(targetsOf(spawns, mnemonic)) == 0 {
					t.Errorf("no %s ran: %+v", mnemonic, spawns)
				}
			}
			for _, s := range spawns {
				if strings.HasPrefix(s.Mnemonic, "Autofix") && s.Runner != execution.runner {
					t.Errorf("%s of %s ran by %q, not by %s", s.Mnemonic, s.TargetLabel, s.Runner, execution.runner)
				}
				mapped := strings.Contains(strings.Join(s.CommandArgs, " "), "bazel-out/cfg/bin/")
				if s.Mnemonic == "AutofixCheck" && mapped != strings.Contains(execution.name, "mapped paths") {
					t.Errorf("the command line of the check of %s is %q", s.TargetLabel, s.CommandArgs)
				}
			}
			outputs := w.outputs(t)
			if want == nil {
				want = outputs
			}
			if diff := cmp.Diff(want, outputs); diff != "" {
				t.Errorf("outputs (-%s +%s):\n%s", all[0].name, execution.name, diff)
			}
		})
	}
	for _, name := range []string{
		"@worked/worked.autofix/autofix.json", "@worked/worked.autofix/autofix.diff", "@worked/worked.autofix/autofix.sarif",
		"@worked/worked.autofix/autofix.txt", "tidy/tidy.autofix/autofix.gate", "@worked/canonical/some notes.txt", "banner/canonical/banner.go",
	} {
		if want[name] == "" {
			t.Errorf("%s is empty, or not among the outputs", name)
		}
	}
}

// A tool that exits in the middle of its work is never mistaken for one that
// found nothing.
func TestWorkerThatEndsFailsTheBuild(t *testing.T) {
	for _, test := range []struct{ fault, log string }{
		{"exit", "faulty: check: out of luck"},
		{"kill", "multiplex-worker-"}, // the name of its log, which is empty
	} {
		t.Run(test.fault, func(t *testing.T) {
			w := scripts.fresh(t)
			w.useFaultyTool(t, test.fault)
			w.bazel(t, "build", "--config=autofix", "--strategy=AutofixCheck=worker", "//bin:greet").wantCode(t, 1).wantStderr(t,
				"Autofix //bin:greet failed: Worker process ", test.log) // did not answer, or exited before the request
		})
	}
}

// outputs returns the contents of all outputs of the actions, by path in
// bazel-bin.
func (w *workspace) outputs(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	w.walkOutputs(t, func(path, name string) { texts[name] = readFile(t, path) })
	return texts
}

// removeOutputs makes the next build run all actions again.
func (w *workspace) removeOutputs(t *testing.T) {
	t.Helper()
	w.walkOutputs(t, func(path, _ string) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	})
}

func (w *workspace) walkOutputs(t *testing.T, visit func(path, name string)) {
	t.Helper()
	bin, err := filepath.EvalSymlinks(w.path("bazel-bin"))
	if os.IsNotExist(err) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(bin, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(bin, path)
		made := filepath.Base(filepath.Dir(path)) == "canonical"
		for _, of := range []string{".autofix/", "/checked_config/"} { // also of sets of aspects, which have folders of their own
			made = made || strings.Contains(filepath.ToSlash(name), of)
		}
		if made && !strings.HasSuffix(name, ".params") { // argument files belong to Bazel
			visit(path, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
