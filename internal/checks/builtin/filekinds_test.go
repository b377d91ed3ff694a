package builtin_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// The rules tell an autofix.toml from a file of another tool by the same names.
func TestRulesKnowTheSameToolFiles(t *testing.T) {
	rules, err := os.ReadFile("../../../rules/private/config_files.bzl")
	if err != nil {
		t.Fatal(err)
	}
	known, _ := builtin.Registry("1")
	lists := map[string][]*config.FileKind{}
	for _, kind := range known.FileKinds() {
		list := "_TOOL_FILES"
		if kind.Named {
			list = "_NAMED_FILES"
		}
		lists[list] = append(lists[list], kind)
	}
	for list, kinds := range lists {
		var want strings.Builder
		fmt.Fprintf(&want, "\n%s = [\n", list)
		for _, name := range config.FileNames(kinds) {
			fmt.Fprintf(&want, "    %q,\n", name)
		}
		want.WriteString("]\n")
		if !strings.Contains(string(rules), want.String()) {
			t.Errorf("rules/private/config_files.bzl has no lines%s", want.String())
		}
	}
}

// A kind has globs that match, and says in the guide what its files hold for.
func TestFileKindsAreWhole(t *testing.T) {
	known, _ := builtin.Registry("1")
	for _, kind := range known.FileKinds() {
		if kind.Name == "" || len(kind.Names) == 0 || len(kind.Guide) == 0 {
			t.Errorf("%s: %d names, %d rows of the guide", kind.Name, len(kind.Names), len(kind.Guide))
		}
		for _, glob := range kind.Names {
			if !doublestar.ValidatePattern(glob) || strings.Contains(glob, "/") {
				t.Errorf("%s: %s is not a glob of base names", kind.Name, glob)
			}
		}
		for _, row := range kind.Guide {
			if row.Files == "" || row.Holds == "" || strings.HasSuffix(row.Holds, ".") {
				t.Errorf("%s: the row %+v of the guide", kind.Name, row)
			}
		}
	}
}

// Each name of a file by which another formatter has a language is of the kind
// that such files are.
func TestClaimsAreOfTheirKind(t *testing.T) {
	known, _ := builtin.Registry("1")
	count := 0
	for _, schema := range known.FormatSchemas() {
		if schema.Claims == nil {
			continue
		}
		for _, claim := range schema.Claims.Files {
			count++
			matches := false
			for _, glob := range schema.Claims.Kind.Names {
				matches = matches || doublestar.MatchUnvalidated(glob, claim.Name)
			}
			if !matches {
				t.Errorf("%s: %s is not of the kind %s", schema.Language, claim.Name, schema.Claims.Kind.Name)
			}
		}
	}
	if count == 0 {
		t.Error("no formatter has a language")
	}
}
