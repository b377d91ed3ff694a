package report

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names returns what an expression finds in a file, sorted.
func names(t *testing.T, file, expression string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, match := range regexp.MustCompile(expression).FindAllSubmatch(text, -1) {
		all = append(all, string(match[1]))
	}
	slices.Sort(all)
	return all
}

// The rule autofix_report has all formats of findings.
func TestTheRuleHasTheFormats(t *testing.T) {
	want := slices.Sorted(slices.Values(Formats()))
	got := names(t, "../../rules/private/autofix_report.bzl", `(?m)^    "([a-z-]+)": struct\(`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("REPORT_FORMATS (-want +got):\n%s", diff)
	}
}

func TestTheGuideHasTheFormats(t *testing.T) {
	want := slices.Sorted(slices.Values(append(Formats(), "diff", "workspace-edit")))
	got := names(t, "../../docs/reports.md", "(?m)^\\| `([a-z-]+)` \\|")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/reports.md (-want +got):\n%s", diff)
	}
}
