//go:build e2e

package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// With path mapping, an action does not depend on its configuration, so its
// results are reused for other configurations. Its outputs are identical to
// those of a build without path mapping.
func TestOutputsAreTheSameWithPathMappingAndInAnyConfiguration(t *testing.T) {
	w := scripts.fresh(t)
	// Among the outputs are the gates of other tests, and what is only in the cache
	// that they used.
	w.bazel(t, "clean").wantCode(t, 0)
	ownCheckers(t, w)
	mark := nonce() // not in any cache
	w.append(t, "texts/both.txt", mark+"\n")
	w.append(t, "bin/greet.sh", "\n# "+mark+"\n")
	// Built again, since this cache does not have the results of the other one.
	w.replace(t, "tools/own/BUILD.bazel", "echo color=colour > $@", "echo color=colour > $@ # "+mark)
	cache := "--disk_cache=" + t.TempDir()

	// The gate of //bin:greet is open; of //texts only the checks are built.
	build := func(flags ...string) (map[string]string, []spawn) {
		t.Helper()
		var spawns []spawn
		for _, target := range [][]string{
			{"//bin:greet", "--output_groups=+_validation"},
			{"//texts", "--norun_validations"},
		} {
			args := append([]string{
				cache, "--aspects=//tools/own:own.bzl%own_strict",
				"--output_groups=autofix_artifact,autofix_diff,autofix_report,autofix_sarif",
			}, append(target, flags...)...)
			got, ran := w.logged(t, "build", args...)
			got.wantCode(t, 0)
			spawns = append(spawns, ran...)
		}
		spawns = slices.DeleteFunc(spawns, func(s spawn) bool { return !strings.HasPrefix(s.Mnemonic, "Autofix") })
		return outputs(t, w.path("bazel-bin/bin/greet.autofix/own"), w.path("bazel-bin/texts/texts.autofix/own")), spawns
	}

	plain, spawns := build()
	const (
		files   = 4*4 + 1   // four checks with three formats each, and a gate
		actions = files + 1 // and what they read of the configuration
	)
	if len(spawns) != actions || len(plain) != files {
		t.Fatalf("%d actions, %d outputs (%v): want the check and gate of one target and three checks of the other", len(spawns), len(plain), slices.Sorted(maps.Keys(plain)))
	}
	for name, text := range plain {
		for _, place := range []string{"bazel-out", "fastbuild", w.dir, "execroot"} {
			if strings.Contains(text, place) {
				t.Errorf("%s speaks of %s:\n%s", name, place, text)
			}
		}
	}

	mapped, spawns := build("--experimental_output_paths=strip")
	if diff := cmp.Diff(plain, mapped); diff != "" {
		t.Errorf("with path mapping (-without +with):\n%s", diff)
	}
	if len(spawns) != actions {
		t.Errorf("with path mapping, %d actions ran", len(spawns))
	}
	for _, s := range spawns {
		if args := strings.Join(s.CommandArgs, " "); !strings.Contains(args, "bazel-out/cfg/bin/") || strings.Contains(args, "fastbuild") {
			t.Errorf("the paths of %s of %s are not mapped: %s", s.Mnemonic, s.TargetLabel, args)
		}
	}

	// The command that a gate prints has the flags of its configuration, so
	// the gate runs again; no check does.
	optimized, spawns := build("--experimental_output_paths=strip", "--compilation_mode=opt")
	if diff := cmp.Diff(plain, optimized); diff != "" {
		t.Errorf("in another configuration (-fastbuild +opt):\n%s", diff)
	}
	for _, s := range spawns {
		if s.Runner != "disk cache hit" && s.Mnemonic != "AutofixGate" {
			t.Errorf("%s of %s ran again (%s) in another configuration", s.Mnemonic, s.TargetLabel, s.Runner)
		}
	}
	if len(spawns) != actions {
		t.Errorf("in another configuration, the log has %d actions", len(spawns))
	}
}

// Actions have no network access, and no paths that path mapping must not
// change, whatever runs them. A custom checker never runs in a worker, because
// workers are not sandboxed.
func TestExecutionRequirementsOfTheActions(t *testing.T) {
	w := scripts.fresh(t)
	ownCheckers(t, w)
	got := w.bazel(t, "aquery", "--aspects=//tools/own:own.bzl%own_strict", "--output_groups=autofix_artifact,autofix_sarif,_validation",
		`mnemonic("Autofix.*", //texts:texts)`).wantCode(t, 0)
	found := map[string]string{} // by mnemonic
	for _, action := range strings.Split(got.stdout, "\n\n") {
		if mnemonic, ok := line(action, "Mnemonic: "); ok {
			found[mnemonic], _ = line(action, "ExecutionInfo: ")
		}
	}
	const common = "block-network: 1, "
	for _, mnemonic := range []string{"AutofixCheck", "AutofixChecker", "AutofixGate", "AutofixRender"} {
		if info := found[mnemonic]; !strings.Contains(info, common) || !strings.Contains(info, "supports-path-mapping: 1") {
			t.Errorf("%s has the requirements %q", mnemonic, info)
		}
	}
	if want := "{" + common + "supports-path-mapping: 1}"; found["AutofixChecker"] != want {
		t.Errorf("AutofixChecker has the requirements %q, want %q", found["AutofixChecker"], want)
	}
}

// line returns the rest of the first line of text that begins with a prefix
// after leading whitespace.
func line(text, prefix string) (string, bool) {
	for each := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(each), prefix); ok {
			return rest, true
		}
	}
	return "", false
}

// outputs returns the files of checks and gates in folders, by the last parts
// of their paths. Leftovers of other builds are excluded.
func outputs(t *testing.T, folders ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if slices.Contains([]string{".diff", ".gate", ".json", ".sarif", ".txt"}, filepath.Ext(entry.Name())) {
				name := filepath.Join(filepath.Base(filepath.Dir(folder)), entry.Name())
				texts[name] = readFile(t, filepath.Join(folder, entry.Name()))
			}
		}
	}
	return texts
}
