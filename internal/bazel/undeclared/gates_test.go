package undeclared

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestCheckersOfBuilds(t *testing.T) {
	const named = "build:lint --aspects=//tools:lint.bzl%lint\n"
	workspaceFiles := map[string]string{
		"tools/lint.bzl": `load("@rules_autofix//rules:defs.bzl", "autofix_aspects")
_made = autofix_aspects(name = "lint", checkers = [Label("//tools:ruff_checker"), Label("//:own"), Label("@far//:away")])
lint = _made.autofix
_other = autofix_aspects(name = "other", checkers = [Label("//tools:other")])
other = _other.autofix
`,
		"tools/BUILD": `ruff_checker(name = "ruff_checker", checker_name = "ruff")` + "\n",
		"BUILD.bazel": `autofix_checker(name = "own")` + "\n",
	}
	for _, test := range []struct {
		name, bazelrc string
		files         map[string]string // other texts than above
		want          string
	}{
		{"an aspect", named, nil, "away own ruff"},
		{"a value of its own, quoted, with another one", `build --config=x --aspects "@rules_autofix//rules:defs.bzl%autofix,@//tools:lint.bzl%lint"`, nil, "away own ruff"},
		{"both sets, one twice", named + named + "test --aspects=//tools:lint.bzl%other\n", nil, "away other own ruff"},
		{"imported", "try-import %workspace%/more.bazelrc", map[string]string{"more.bazelrc": named + "import %workspace%/.bazelrc\nimport /etc/passwd\n"}, "away own ruff"},
		{"a comment", "# " + named, nil, ""},
		{"the built-in aspect alone", "build --aspects=@rules_autofix//rules:defs.bzl%autofix\n", nil, ""},
		{"another variable", "build --aspects=//tools:lint.bzl%no\n", nil, ""},
		{"no such file", "build --aspects=//tools:no.bzl%lint --aspects=%x --aspects=../x%y --aspects=\n", nil, ""},
		{"a file that does not parse", named, map[string]string{"tools/lint.bzl": "autofix_aspects("}, ""},
		{"a BUILD file that does not parse", named, map[string]string{"tools/BUILD": "("}, "away own ruff_checker"},
		{"no .bazelrc", "", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			files := maps.Clone(workspaceFiles)
			maps.Copy(files, test.files)
			if test.bazelrc != "" {
				files[".bazelrc"] = test.bazelrc
			}
			for name, text := range files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			ws, err := workspace.Open(root)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			if got := strings.Join(CheckersOfBuilds(ws), " "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
