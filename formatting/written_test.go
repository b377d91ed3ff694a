package formatting_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

func TestWritten(t *testing.T) {
	for path, want := range map[string]bool{
		"Cargo.lock": true, "a/MODULE.bazel.lock": true, "poetry.lock": true, "yarn.lock": true, "composer.lock": true,
		".terraform.lock.hcl": true, "a/terraform.tfstate": true, "terraform.tfstate.backup": true,
		"a/package-lock.json": true, "npm-shrinkwrap.json": true, "packages.lock.json": true, "maven_install.json": true,
		"rules_jvm_external_maven_install.json": true, "jsonnetfile.lock.json": true, "a.min.json": true,
		"pnpm-lock.yaml": true, "conda-lock.yml": true, "gradle.lockfile": true,
		"go.sum": true, "go.work.sum": true, "pylock.toml": true, "pylock.dev.toml": true, "uv.lock": true, "Manifest.toml": true,
		"go.mod": false, "Cargo.toml": false, "package.json": false, "main.tf": false, "lock": false, "lock.json": false,
		"terraform.tfvars": false, "a.lock/b.json": false, "block.go": false, "clock.toml": false,
	} {
		if got := formatting.Written(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// The guide lists the same names.
func TestGuideListsWrittenNames(t *testing.T) {
	guide, err := os.ReadFile("../docs/formatting.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	for start, want := range map[string][]string{
		"Files that tools write for themselves": formatting.WrittenNames(),
	} {
		_, text, found := strings.Cut(string(guide), "\n"+start+": ")
		text, _, ended := strings.Cut(text, ".\n")
		if !found || !ended {
			t.Errorf("docs/formatting.md has no sentence that starts with %q", start)
			continue
		}
		var got []string
		for _, name := range quoted.FindAllStringSubmatch(text, -1) {
			got = append(got, name[1])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("docs/formatting.md says %s: %q, but they are %q", start, got, want)
		}
	}
}
