package builtin

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormat(t *testing.T) {
	names := Formats()
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %q", names)
	}
	for _, name := range names {
		if format, err := Format(name); err != nil || format.Name != name || format.Adapter == nil {
			t.Errorf("%s: %+v, %v", name, format, err)
		}
	}
	const want = `unknown format "ruf": the formats are artifact, biome, checkstyle, clang-tidy, diff, eslint, fix-actions, go-analysis, go-vet, golangci-lint, lines, nogo, oxlint, rdjson, rdjsonl, ruff, rustc, sarif, shellcheck, stylelint, workspace-edit, yamllint`
	if _, err := Format("ruf"); err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}

// The guide has a row for each format.
func TestTheGuideHasTheFormats(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	guide, _, _ = bytes.Cut(guide, []byte("\n## ")) // other tables follow
	var told []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllSubmatch(guide, -1) {
		told = append(told, string(row[1]))
	}
	slices.Sort(told)
	if diff := cmp.Diff(Formats(), told); diff != "" {
		t.Errorf("docs/formats.md (-formats +table):\n%s", diff)
	}
}

// The rule autofix_checker takes the formats of `autofix run-checker`, which
// adds one of its own.
func TestTheRuleHasTheFormats(t *testing.T) {
	rule, err := os.ReadFile("../../../rules/private/autofix_checker.bzl")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"_FORMATS":  append(Formats(), "dockerfile-shellcheck", "text"),
		"_SILENT":   {"text"},
		"_NO_FIXES": {"dockerfile-shellcheck"},
	}
	for _, format := range formats {
		if format.Silent {
			want["_SILENT"] = append(want["_SILENT"], format.Name)
		}
		if format.NoFixes {
			want["_NO_FIXES"] = append(want["_NO_FIXES"], format.Name)
		}
	}
	for variable, names := range want {
		list := regexp.MustCompile(`(?s)\n` + variable + ` = \[\n(.*?)\n\]\n`).FindSubmatch(rule)
		if list == nil {
			t.Fatalf("there is no %s", variable)
		}
		var taken []string
		for _, name := range regexp.MustCompile(`"(.*)"`).FindAllSubmatch(list[1], -1) {
			taken = append(taken, string(name[1]))
		}
		slices.Sort(names)
		if diff := cmp.Diff(names, taken); diff != "" {
			t.Errorf("%s (-formats +list):\n%s", variable, diff)
		}
	}
}
