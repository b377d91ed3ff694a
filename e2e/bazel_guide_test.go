//go:build e2e

package e2e

import (
	"os"
	"strings"
	"testing"

	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

const (
	bazelGuide   = "docs/bazel.md"
	workersGuide = "docs/workers.md"
)

// licenseHeader is a checker that finds nothing, which the guide uses without
// showing it.
const licenseHeader = `#!/bin/sh
for argument; do
	case $argument in
	--out=*) echo '{"version":1,"tool":{"name":"license_header","version":"1"},"snapshots":[],"diagnostics":[],"fixes":[]}' >"${argument#--out=}" ;;
	esac
done
`

// standIn replaces go_library for the guide.
const standIn = `"""In place of rules_go."""

def go_library(name, srcs, importpath):
    """Has the sources.

    Args:
      name: of the target
      srcs: its sources
      importpath: not looked at
    """
    native.filegroup(name = name, srcs = srcs, tags = [importpath])
`

const goLibrary = "load(\"//:go.bzl\", \"go_library\")\n"

// The blocks of docs/bazel.md, in a workspace with the files that they name.
// Those of autofix_aspects are loaded but not run;
// TestOwnAspectsHaveTheirOwnConfigurationAndFix covers them. The Go rules in
// them are stand-ins, because the guide is not about them.
func TestBazelGuideFollowed(t *testing.T) {
	w := newUser(t, "guide")
	w.follow(t, section(t, gettingStarted, setUpHeading)[:2])
	w.write(t, "MODULE.bazel", moduleBlock(t))

	load := blockOf(t, bazelGuide, "Bazel reference", 0).Text
	text := func(heading string, index int) string { return "\n" + blockOf(t, bazelGuide, heading, index).Text }

	for name, content := range map[string]string{
		"BUILD.bazel":                 load + text("fix", 0) + text("Configuration", 2),
		".bazelrc":                    "try-import %workspace%/tools/autofix.bazelrc\nbuild:remote --jobs=2\n",
		"autofix.toml":                "",
		".editorconfig":               "root = true\n",
		".gitattributes":              "",
		"list":                        "//app/...\n",
		"schemas/BUILD.bazel":         "exports_files([\"service.schema.json\"])\n",
		"schemas/service.schema.json": "{}\n",
		"services/BUILD.bazel":        "exports_files([\"autofix.toml\"])\n",
		"services/autofix.toml":       "extends = \"//tools/base.toml\"\n",
		"tools/base.toml":             "",
		"web/BUILD.bazel":             "exports_files([\n    \".editorconfig\",\n    \"Dockerfile.dockerignore\",\n])\n",
		"web/.editorconfig":           "[*]\nindent_style = tab\n",
		"web/Dockerfile.dockerignore": "*.log\n",
		"go.bzl":                      standIn,
		"app/BUILD.bazel": load + goLibrary + text("autofix_test", 0) + text("autofix_sources", 0) +
			"\ngo_library(\n    name = \"server\",\n    srcs = [\"server.go\"],\n    importpath = \"example.com/app\",\n)\n",
		"canonical/BUILD.bazel":               load + goLibrary + text("canonical_sources", 0),
		"canonical/server.go":                 "package server\n",
		"app/README.md":                       "App\n",
		"app/server.go":                       "package server\n",
		"tools/BUILD.bazel":                   load + text("committed_sources", 0) + "\nexports_files([\"base.toml\"])\n",
		"tools/lint/BUILD.bazel":              load + text("autofix_aspects", 1) + text("autofix_checker", 0),
		"tools/lint/lint.bzl":                 "\"\"\"The aspects of the guide.\"\"\"\n" + text("autofix_aspects", 0),
		"tools/lint/autofix.toml":             "",
		"tools/lint/header.txt":               "license\n",
		"tools/license_header/BUILD.bazel":    "exports_files([\"license_header\"])\n",
		"tools/license_header/license_header": licenseHeader,
	} {
		w.write(t, name, content)
	}
	if err := os.Chmod(w.path("tools/license_header/license_header"), 0o755); err != nil {
		t.Fatal(err)
	}

	w.git(t, "add", "--all") // files that git does not track are not sources

	// The commands with nonzero exit codes, according to the guide.
	codes := map[string]int{"bazel run //:fix -- --undeclared=fail --mode=check": 1}
	for _, heading := range []string{
		"committed_sources", "fix", "Undeclared files", "What is checked, and what is not",
	} {
		for _, b := range section(t, bazelGuide, heading) {
			if b.Language != "console" {
				continue
			}
			for _, line := range commands(b) {
				line = strings.TrimSpace(line)
				w.shell(t, line).wantCode(t, codes[line])
			}
		}
	}
	w.bazel(t, "build", "//app/...", "//canonical/...").wantCode(t, 0)
	w.bazel(t, "test", "//app:autofix_test").wantCode(t, 0)
	w.wantPreset(t, blockOf(t, workersGuide, "Builds that have nothing to do", 0))
}

// wantPreset fails the test if a line of docs/workers.md is missing from the
// presets.
func (w *workspace) wantPreset(t *testing.T, b docblocks.Block) {
	t.Helper()
	if !strings.Contains(w.read(t, "tools/autofix.bazelrc"), b.Text) {
		t.Errorf("%s:%d: no line of the presets:\n%s", workersGuide, b.Line, b.Text)
	}
}
