//go:build conformance

package starlark_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	format "github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks/starlark"
)

// fromOtherFiles is what buildifier finds, or words, by reading other files.
var fromOtherFiles = []string{"bzl-visibility", "deprecated-function", "positional-args", "unnamed-macro"}

// Conformance demands the findings of the real buildifier, and for each
// category that has fixes the text that it makes, on the Starlark of the module
// cache. Run it with -tags=conformance -v.
func TestConformance(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "buildifier")
	if out, err := exec.Command("go", "build", "-o", tool, "github.com/bazelbuild/buildtools/buildifier").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() // outside of any workspace, so that buildifier reads no other file
	var files, findings, fixes, same int
	for _, name := range starlarkFiles(t, strings.TrimSpace(string(out))) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(name)
		a := run(t, base, string(src))
		if len(a.Snapshots) == 0 {
			t.Logf("%s is marked as generated", name)
			continue
		}
		files++
		copied := filepath.Join(dir, base)
		if err := os.WriteFile(copied, src, 0o666); err != nil {
			t.Fatal(err)
		}
		var ours []string
		for _, d := range a.Diagnostics {
			ours = append(ours, fmt.Sprintf("%d %s", d.Line, strings.TrimPrefix(d.Rule, "buildifier/")))
		}
		theirs := warnings(t, tool, copied)
		slices.Sort(ours)
		findings += len(theirs)
		if diff := cmp.Diff(theirs, withoutOthers(ours)); diff != "" {
			t.Errorf("%s (-buildifier +ours):\n%s", name, diff)
		}
		for _, rule := range starlark.New().Rules() {
			text, n := applied(t, a.Fixes, rule.Name, src)
			if n == 0 {
				continue
			}
			fixes++
			if err := os.WriteFile(copied, src, 0o666); err != nil {
				t.Fatal(err)
			}
			category := strings.TrimPrefix(rule.Name, "buildifier/")
			if out, err := exec.Command(tool, "-config=off", "-lint=fix", "-warnings="+category, copied).CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", name, err, out)
			}
			want, err := os.ReadFile(copied)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), formatted(t, base, text)); diff != "" {
				t.Errorf("%s: %s (-buildifier +ours):\n%s", name, category, diff)
				continue
			}
			same++
		}
	}
	t.Logf("%d files with %d findings; %d pairs of a file and a category with fixes, %d of them identical", files, findings, fixes, same)
}

func applied(t *testing.T, fixes []fixedits.Fix, rule string, src []byte) (string, int) {
	var edits []fixedits.Edit
	n := 0
	for _, f := range fixes {
		if f.Rule == rule {
			edits = append(edits, f.Edits...)
			n++
		}
	}
	out, err := fixedits.Apply(src, edits)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), n
}

func withoutOthers(findings []string) []string {
	return slices.DeleteFunc(findings, func(f string) bool {
		_, category, _ := strings.Cut(f, " ")
		return slices.Contains(fromOtherFiles, category)
	})
}

// warnings returns the line and category of each of buildifier's findings,
// sorted.
func warnings(t *testing.T, tool, name string) []string {
	out, _ := exec.Command(tool, "-config=off", "-lint=warn", "-mode=check", "-format=json", "-warnings=all", name).Output()
	var report struct {
		Files []struct {
			Warnings []struct {
				Start    struct{ Line int }
				Category string
			}
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var found []string
	for _, f := range report.Files {
		for _, w := range f.Warnings {
			found = append(found, fmt.Sprintf("%d %s", max(w.Start.Line, 1), w.Category))
		}
	}
	slices.Sort(found)
	return withoutOthers(found)
}

func starlarkFiles(t *testing.T, root string) []string {
	var names []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && language.Match(filepath.ToSlash(name), nil) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

var language = format.New()
