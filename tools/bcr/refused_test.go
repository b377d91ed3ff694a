package bcr_test

import (
	"strings"
	"testing"
)

// The errors of TestTemplates for invalid templates.
func TestWrongTemplates(t *testing.T) {
	const (
		goodMetadata = `{"homepage": "https://a", "maintainers": [{"github": "ann"}], "repository": ["github:o/r"], "versions": [], "yanked_versions": {}}`
		goodSource   = `{"integrity": "", "strip_prefix": "{REPO}-{VERSION}", "url": "https://github.com/{OWNER}/{REPO}/releases/download/{TAG}/a.tar.gz"}`
		goodTest     = "bcr_test_module:\n  module_path: e2e\n  matrix: {bazel: [7.x], platform: [debian11]}\n" +
			"  tasks: {a: {platform: '${{ platform }}', bazel: '${{ bazel }}', test_targets: [//...]}}\n"
	)
	ofMetadata := func(text string) error {
		var m metadata
		if err := parseJSON([]byte(text), &m); err != nil {
			return err
		}
		return checkMetadata(m)
	}
	ofSource := func(text string) error {
		var s source
		if err := parseJSON([]byte(text), &s); err != nil {
			return err
		}
		return checkSource(s, []string{"github:o/r"})
	}
	ofPresubmit := func(text string) error {
		var p presubmit
		if err := parseYAML([]byte(text), &p); err != nil {
			return err
		}
		return checkPresubmit(p)
	}
	for _, row := range []struct {
		rule          string
		check         func(string) error
		good          string
		old, new, why string
	}{
		{"an unknown key", ofMetadata, goodMetadata, `"homepage"`, `"home"`, "unknown field"},
		{"no homepage", ofMetadata, goodMetadata, `https://a`, ``, "homepage"},
		{"nobody", ofMetadata, goodMetadata, `{"github": "ann"}`, ``, "maintainers"},
		{"not a name", ofMetadata, goodMetadata, `"ann"`, `"ann smith"`, "is not a name"},
		{"no repository", ofMetadata, goodMetadata, `"github:o/r"`, ``, "repository"},
		{"an address for a repository", ofMetadata, goodMetadata, `github:o/r`, `https://o/r`, "github:OWNER/REPO"},
		{"versions", ofMetadata, goodMetadata, `"versions": []`, `"versions": ["1"]`, "versions"},
		{"an integrity", ofSource, goodSource, `"integrity": ""`, `"integrity": "sha256-x"`, "integrity"},
		{"another repository", ofSource, goodSource, `{OWNER}`, `other`, "is not a release archive"},
		{"an archive of the code host", ofSource, goodSource, `releases/download/{TAG}`, `archive`, "is not a release archive"},
		{"an unknown variable", ofSource, goodSource, `a.tar.gz`, `{NAME}.tar.gz`, "braces"},
		{"a folder with a v", ofSource, goodSource, `{VERSION}`, `{TAG}`, "strip_prefix"},
		{"a Bazel without modules", ofPresubmit, goodTest, `7.x`, `5.x`, "matrix: bazel"},
		{"a task without a Bazel", ofPresubmit, goodTest, `bazel: '${{ bazel }}', `, ``, "bazel"},
		{"an unknown variable of the matrix", ofPresubmit, goodTest, `${{ platform }}`, `${{ os }}`, "is not a variable"},
		{"a task that tests nothing", ofPresubmit, goodTest, `test_targets: [//...]`, ``, "no test_targets"},
		{"a module elsewhere", ofPresubmit, goodTest, `module_path: e2e`, `module_path: ../e2e`, "module_path"},
		{"a misspelt key", ofPresubmit, goodTest, `test_targets`, `tests`, "tests"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			if err := row.check(row.good); err != nil {
				t.Fatalf("the good one: %v", err)
			}
			if strings.Count(row.good, row.old) != 1 {
				t.Fatalf("%q is there %d times, want once", row.old, strings.Count(row.good, row.old))
			}
			err := row.check(strings.Replace(row.good, row.old, row.new, 1))
			if err == nil || !strings.Contains(err.Error(), row.why) {
				t.Errorf("%v, want %q in it", err, row.why)
			}
		})
	}
}
