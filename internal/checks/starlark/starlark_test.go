package starlark_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/warn"
	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	format "github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/starlark"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// run checks one file, with all rules on.
func run(t *testing.T, path, content string) *artifact.Artifact {
	t.Helper()
	return runWith(t, path, content, "[rules.\"buildifier/unsorted-dict-items\"]\nseverity = \"warning\"\n")
}

func runWith(t *testing.T, path, content, toml string) *artifact.Artifact {
	t.Helper()
	r := checks.New(artifact.Tool{Name: "autofix"}, starlark.New())
	c, err := config.Parse("autofix.toml", []byte(toml), r.Sections())
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Run(context.Background(), "", []checks.File{{Path: path, Content: []byte(content)}}, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fixed returns content with the first fix of every diagnostic of a rule, as
// far as they do not overlap, and how many there were.
func fixed(t *testing.T, a *artifact.Artifact, rule, content string) (string, int) {
	t.Helper()
	var edits []fixedits.Edit
	n := 0
	for _, f := range a.Fixes {
		if f.Rule == rule {
			edits = append(edits, f.Edits...)
			n++
		}
	}
	out, err := fixedits.Apply([]byte(content), edits)
	if err != nil {
		t.Fatalf("%s: %v", rule, err)
	}
	return string(out), n
}

func formatted(t *testing.T, path, content string) string {
	t.Helper()
	r, err := formatting.NewRegistry(format.New()).Format(path, []byte(content))
	if err != nil {
		t.Fatalf("%s: %v", content, err)
	}
	return string(r.Text)
}

func rulesOf(a *artifact.Artifact) []string {
	var names []string
	for _, d := range a.Diagnostics {
		names = append(names, d.Rule)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Every category of buildtools has its rule, so that an update of buildtools
// cannot add one that nobody documented.
func TestRulesAreBuildtoolsCategories(t *testing.T) {
	var got []string
	rules := slices.DeleteFunc(starlark.New().Rules(), func(r checks.Rule) bool { return r.Name == "starlark/unused-ignore" })
	for _, r := range rules {
		got = append(got, strings.TrimPrefix(r.Name, "buildifier/"))
	}
	if diff := cmp.Diff(warn.AllWarnings, got); diff != "" {
		t.Errorf("categories (-buildtools +ours):\n%s", diff)
	}
	for _, r := range rules {
		category := strings.TrimPrefix(r.Name, "buildifier/")
		if on := r.Severity != config.SeverityOff; on != slices.Contains(warn.DefaultWarnings, category) {
			t.Errorf("%s is on: %t, unlike in buildifier", r.Name, on)
		}
	}
}

// The bad example of every rule has a finding of the rule, and the good example
// has none. If the rule has a fix, it turns the bad example into the good one.
func TestExamplesOfRules(t *testing.T) {
	inBuild := func(name string) bool {
		switch strings.TrimPrefix(name, "buildifier/") {
		case "build-args-kwargs", "constant-glob", "duplicated-name", "make-location", "native-build", "package-on-top",
			"positional-args", "redefined-variable":
			return true
		}
		return false
	}
	for _, rule := range starlark.New().Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			if (rule.Fix != "") != (rule.Safety != "") {
				t.Errorf("Fix is %q, but Safety is %q", rule.Fix, rule.Safety)
			}
			path := "a/x.bzl"
			if inBuild(rule.Name) {
				path = "a/BUILD"
			}
			if rule.Bad == "" {
				if rule.Safety != "" {
					t.Error("there is a fix, but no example of it")
				}
				return
			}
			bad := run(t, path, rule.Bad)
			if !slices.Contains(rulesOf(bad), rule.Name) {
				t.Fatalf("nothing found in:\n%s\nbut %v", rule.Bad, rulesOf(bad))
			}
			if rule.Good != "" {
				if good := run(t, path, rule.Good); slices.Contains(rulesOf(good), rule.Name) {
					t.Errorf("found in:\n%s", rule.Good)
				}
			}
			text, n := fixed(t, bad, rule.Name, rule.Bad)
			if (n > 0) != (rule.Safety != "") {
				t.Fatalf("%d fixes, but Safety is %q", n, rule.Safety)
			}
			if n > 0 {
				want := formatted(t, path, rule.Good)
				if diff := cmp.Diff(want, formatted(t, path, text)); diff != "" {
					t.Errorf("fixed (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// The findings of a file do not depend on the files that are checked at the same
// time.
func TestFilesAreIndependent(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, starlark.New())
	var files []checks.File
	want := artifact.New(r.Tool, "")
	for i, rule := range starlark.New().Rules() {
		for _, base := range []string{"BUILD", "x.bzl"} {
			f := checks.File{Path: fmt.Sprintf("d%d/%s", i, base), Content: []byte(rule.Bad)}
			files = append(files, f)
			a, err := r.Run(context.Background(), "", []checks.File{f}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want.Checkers = a.Checkers
			want.Snapshots = append(want.Snapshots, a.Snapshots...)
			want.Diagnostics = append(want.Diagnostics, a.Diagnostics...)
			want.Fixes = append(want.Fixes, a.Fixes...)
		}
	}
	want.Normalize()
	got, err := r.Run(context.Background(), "", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-alone +together):\n%s", diff)
	}
}
