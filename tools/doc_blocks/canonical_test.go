package docblocks_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// examples are file names for the languages that have a formatter.
var examples = map[string]string{
	"bash": "a.sh", "cue": "a.cue", "dockerfile": "Dockerfile", "go": "a.go", "hcl": "a.hcl", "json": "a.json",
	"jsonnet": "a.jsonnet", "python": "BUILD.bazel", "sh": "a.sh", "starlark": "BUILD.bazel", "toml": "a.toml",
}

// TestTheGuidesAreCanonical checks that the files in the guides are formatted
// as by our own formatters, except for those that show a mistake.
func TestTheGuidesAreCanonical(t *testing.T) {
	guides, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	linters, err := filepath.Glob("../../docs/linters/*.md")
	if err != nil {
		t.Fatal(err)
	}
	guides = append(guides, linters...)
	if len(guides) < 8 {
		t.Fatalf("%d guides: are the docs whole?", len(guides))
	}
	formats, err := new(builtin.Formats).For(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	formatted := 0
	for _, guide := range append(guides, "../../README.md") {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := docblocks.Read(string(text))
		if err != nil {
			t.Errorf("%s: %v", guide, err)
		}
		for _, block := range blocks {
			file := fileOf(block)
			if formats.For(file, []byte(block.Text)) == nil {
				continue
			}
			result, err := formats.Format(file, []byte(block.Text))
			if err != nil {
				t.Errorf("%s:%d: %v", guide, block.Line, err)
			} else if diff := cmp.Diff(block.Text, string(result.Text)); diff != "" {
				t.Errorf("%s:%d: not canonical as %s (-is +canonical):\n%s", guide, block.Line, file, diff)
			}
			formatted++
		}
	}
	if formatted < 20 {
		t.Errorf("%d blocks have a formatter: are they read?", formatted)
	}
}

// ofModule matches lines that occur only in a MODULE.bazel.
var ofModule = regexp.MustCompile(`(?m)^(bazel_dep|use_repo|autofix\.\w+)\(`)

// fileOf returns the name of the file for a block, or a similar name.
func fileOf(block docblocks.Block) string {
	if base := path.Base(block.File); block.Language == "starlark" && (strings.HasSuffix(base, ".bzl") || base == "MODULE.bazel") {
		return base
	}
	if block.Language == "starlark" && ofModule.MatchString(block.Text) {
		return "MODULE.bazel"
	}
	return examples[block.Language]
}
