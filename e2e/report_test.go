//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reported returns the places of the results of a SARIF log, and how many fixes
// they have.
func (w *workspace) reported(t *testing.T, name string) (places []string, fixes int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Fixes     []any
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	for _, result := range log.Runs[0].Results {
		at := result.Locations[0].PhysicalLocation.ArtifactLocation
		if at.URIBaseID != "%SRCROOT%" {
			t.Errorf("base %q", at.URIBaseID)
		}
		places = append(places, at.URI+" "+result.RuleID)
		fixes += len(result.Fixes)
	}
	slices.Sort(places)
	return places, fixes
}

// A report of many targets runs no check again, and has a finding of two
// targets once.
func TestReportOfTargets(t *testing.T) {
	w := hello.fresh(t)
	w.append(t, "greet/greet.go", "\n// "+nonce()+"   \n")
	w.bazel(t, "build", "--config=autofix", "//:autofix_sources", "//greet").wantCode(t, 0)
	got, spawns := w.logged(t, "build", "//:report")
	got.wantCode(t, 0)
	var ran []string
	for _, s := range spawns {
		ran = append(ran, s.Mnemonic)
	}
	if diff := cmp.Diff([]string{"AutofixReport", "AutofixReport"}, ran); diff != "" {
		t.Errorf("what ran (-want +got):\n%s", diff)
	}
	places, fixes := w.reported(t, "bazel-bin/report.sarif")
	if distinct := slices.Compact(slices.Clone(places)); len(places) == 0 || len(distinct) != len(places) || fixes == 0 {
		t.Errorf("%d fixes of %q", fixes, places)
	}
	summary, err := os.ReadFile(filepath.Join(w.dir, "bazel-bin/report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"## autofix: ", "<code>greet/greet.go</code>", "<code>bazel run //&#58;fix -- //&#58;autofix&#95;sources //greet&#58;greet</code>"} {
		if !strings.Contains(string(summary), part) {
			t.Errorf("report.md has no %q:\n%s", part, summary)
		}
	}
}

// The fix step writes one report of the whole build, and no source.
func TestReportOfTheFixStep(t *testing.T) {
	w := hello.fresh(t)
	w.bazel(t, "run", "//:fix", "--", "--mode=check", "--format=sarif", "--out=all.sarif", "--out=junit=all.xml").wantCode(t, 1)
	places, fixes := w.reported(t, "all.sarif")
	if len(places) == 0 || fixes == 0 {
		t.Errorf("%d fixes of %q", fixes, places)
	}
	if text, err := os.ReadFile(filepath.Join(w.dir, "all.xml")); err != nil || !strings.Contains(string(text), "<testsuites name=\"autofix\"") {
		t.Errorf("%v\n%s", err, text)
	}
}

// The fixes of a build are applied without Bazel, and to a file that has changed
// since as a new build would.
func TestFixesOfABuildWithoutBazel(t *testing.T) {
	w := hello.fresh(t)
	w.append(t, "greet/greet.go", "\nfunc  unformatted( ) { }\n")
	w.bazel(t, "run", "//:fix", "--", "--mode=check", "--out=artifacts=all.json").wantCode(t, 1)
	all := w.read(t, "all.json")
	w.append(t, "greet/greet.go", "\n// "+nonce()+"   \n")
	before := w.sources(t)
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	want := w.texts(t)
	for path, file := range before {
		w.write(t, path, file.text)
	}
	w.write(t, "all.json", all)
	got := w.run(t, ".", tool, "fix", "--from=all.json").wantCode(t, 0)
	if text := "autofix: checked 1 file again\n"; !strings.Contains(got.stdout, text) {
		t.Errorf("stdout lacks %q:\n%s", text, got.stdout)
	}
	if diff := cmp.Diff(want, w.texts(t)); diff != "" {
		t.Errorf("bazel run //:fix and autofix fix --from differ (-want +got):\n%s", diff)
	}
	if !strings.Contains(want["greet/greet.go"], "func unformatted() {}\n") {
		t.Errorf("greet.go was not fixed:\n%s", want["greet/greet.go"])
	}
}

// texts returns the texts of the files of the workspace, by path.
func (w *workspace) texts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for path, file := range w.sources(t) {
		texts[path] = file.text
	}
	return texts
}
