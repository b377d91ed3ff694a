package bzl_libraries_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/labels"
)

// families lists the public symbols that are not in a file of their own name,
// with their files.
var families = map[string]string{
	"AutofixCheckerInfo":  "autofix_checker_info.bzl",
	"AutofixInfo":         "autofix_info.bzl",
	"autofix":             "autofix_aspects.bzl",
	"autofix_debug":       "autofix_aspects.bzl",
	"autofix_fix":         "autofix_aspects.bzl",
	"autofix_report_rule": "autofix_report.bzl",
	"autofix_strict":      "autofix_aspects.bzl",
	"autofix_test_rule":   "autofix_test.bzl",
}

// The files of several symbols define nothing themselves.
func TestSymbolsHaveFiles(t *testing.T) {
	for _, file := range []string{"rules/checkers.bzl", "rules/defs.bzl", "rules/go.bzl", "rules/providers.bzl"} {
		parsed, err := build.ParseBzl(file, read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		loaded := map[string]string{} // names of the file's own, by which it assigns
		for _, statement := range parsed.Stmt {
			switch statement := statement.(type) {
			case *build.LoadStmt:
				for i, from := range statement.From {
					want, ok := families[from.Name]
					if !ok {
						want = strings.ToLower(from.Name) + ".bzl"
					}
					if got := strings.TrimPrefix(statement.Module.Value, ":"); got != want {
						t.Errorf("%s loads %s from %s, want %s", file, from.Name, got, want)
					}
					loaded[statement.To[i].Name] = from.Name
				}
			case *build.AssignExpr:
				left, isName := statement.LHS.(*build.Ident)
				right, isLoaded := statement.RHS.(*build.Ident)
				if !isName || !isLoaded || loaded[right.Name] != left.Name {
					t.Errorf("%s: %s: this is not a re-export", file, build.FormatString(statement))
				}
				if isLoaded {
					delete(loaded, right.Name)
				}
			case *build.StringExpr, *build.CommentBlock:
			default:
				t.Errorf("%s: %s: this is not a re-export", file, build.FormatString(statement))
			}
		}
		for name := range loaded {
			t.Errorf("%s loads %s and does not export it", file, name)
		}
	}
}

// A workspace that only builds with the aspects neither reads nor evaluates the
// rules for other things.
func TestAspectsLoadNeitherNogoNorProve(t *testing.T) {
	files := []string{"rules/autofix_aspects.bzl"}
	for i := 0; i < len(files); i++ {
		for _, label := range loads(t, files[i]) {
			l := labels.Parse(label)
			if file := path.Join(l.Package, l.Target); l.Repository == "" && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	if !slices.Contains(files, "rules/private/check_aspect.bzl") {
		t.Errorf("the aspects load %q, without the check", files)
	}
	for _, file := range files {
		switch path.Base(file) {
		case "autofix_nogo.bzl", "prove.bzl", "fix.bzl", "committed_sources.bzl", "canonical_sources.bzl", "defs.bzl":
			t.Errorf("the aspects load %s", file)
		}
	}
}

// Only a workspace that loads go.bzl, or one of its symbols, needs rules_go.
func TestOnlyGoLoadsRulesGo(t *testing.T) {
	for _, file := range bzlFiles(t) {
		if !strings.HasPrefix(file, "rules/") || strings.HasPrefix(file, "rules/tests/") || file == "rules/go.bzl" || strings.HasPrefix(file, "rules/autofix_go_") || strings.HasPrefix(file, "rules/private/go_checker/") {
			continue
		}
		for _, label := range loads(t, file) {
			if l := labels.Parse(label); l.Repository == "autofix_rules_go" || l.Repository == "rules_go" || strings.HasPrefix(l.Package, "rules/private/go_checker") {
				t.Errorf("%s loads %s", file, label)
			}
		}
	}
}
