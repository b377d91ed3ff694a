package survey

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Tool is a formatter, linter or hook of others.
type Tool struct {
	Name  string
	Files []string // globs of the base names of its configuration
	// PyProject is its table in [tool] of pyproject.toml; may be empty.
	PyProject string
	// Package is its npm package; may be empty. A package.json with such a key
	// or dependency configures it.
	Package string
	Hooks   []string // its hooks in .pre-commit-config.yaml, besides its name
	// Counterpart is what takes its place or runs it. Empty: nothing does.
	Counterpart string
}

// ready is the counterpart of a tool with a ready-made declaration.
func ready(checkers, page string) string {
	return "stays; " + checkers + " can run it: docs/linters/" + page
}

const (
	builtin = "built in: "
	text    = builtin + "text/"
)

// Tools are the known tools, by name.
var Tools = []Tool{
	{Name: "actionlint", Files: []string{"actionlint.yaml", "actionlint.yml"}, Hooks: []string{"actionlint-docker", "actionlint-system"}, Counterpart: ready("actionlint_checker", "yaml.md")},
	{Name: "biome", Files: []string{"biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"}, Package: "@biomejs/biome", Hooks: []string{"biome-check", "biome-ci", "biome-format", "biome-lint"}, Counterpart: "stays, and JSON is left to it; biome_checker and biome_format_checker can run it: docs/linters/web.md"},
	{Name: "black", PyProject: "black", Hooks: []string{"black-jupyter"}, Counterpart: ready("black_checker", "python.md")},
	{Name: "buf", Files: []string{"buf.yaml", "buf.gen.yaml", "buf.work.yaml"}, Hooks: []string{"buf-breaking", "buf-format", "buf-lint"}, Counterpart: ready("buf_format_checker", "protobuf.md")},
	{Name: "buildifier", Files: []string{".buildifier.json", ".buildifier-tables.json"}, Hooks: []string{"buildifier-lint"}, Counterpart: builtin + "format/starlark and buildifier/*"},
	{Name: "check-json", Counterpart: builtin + "syntax/json"},
	{Name: "check-toml", Counterpart: builtin + "syntax/toml"},
	{Name: "check-yaml", Counterpart: builtin + "syntax/yaml"},
	{Name: "checkstyle", Files: []string{"checkstyle.xml"}, Counterpart: "stays; its reports are read with --import: docs/formats.md"},
	{Name: "clang-format", Files: []string{".clang-format", "_clang-format"}, Counterpart: ready("clang_format_checker", "cc.md")},
	{Name: "clang-tidy", Files: []string{".clang-tidy"}, Counterpart: ready("clang_tidy_checker", "cc.md")},
	{Name: "clippy", Files: []string{"clippy.toml", ".clippy.toml"}, Counterpart: ready("clippy_checker", "rust.md")},
	{Name: "dprint", Files: []string{"dprint.json", "dprint.jsonc", ".dprint.json", ".dprint.jsonc"}, Package: "dprint", Counterpart: "stays; the languages of its plugins are left to it"},
	{Name: "end-of-file-fixer", Counterpart: text + "final-newline"},
	{Name: "eslint", Files: []string{".eslintrc", ".eslintrc.*", "eslint.config.*"}, Package: "eslint", Counterpart: ready("eslint_checker", "web.md")},
	{Name: "fix-byte-order-marker", Counterpart: text + "charset, if .editorconfig sets charset"},
	{Name: "gofmt", Hooks: []string{"go-fmt"}, Counterpart: builtin + "format/go"},
	{Name: "gofumpt", Hooks: []string{"go-fumpt"}, Counterpart: builtin + `format/go with style = "gofumpt"`},
	{Name: "golangci-lint", Files: []string{".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"}, Hooks: []string{"golangci-lint-full"}, Counterpart: "stays; its reports are read with --import: docs/formats.md"},
	{Name: "google-java-format", Counterpart: ready("google_java_format_checker", "java.md")},
	{Name: "hadolint", Files: []string{".hadolint.yaml", ".hadolint.yml"}, Hooks: []string{"hadolint-docker"}, Counterpart: builtin + "hadolint/*, which read .hadolint.yaml"},
	{Name: "mixed-line-ending", Counterpart: text + "line-endings"},
	{Name: "oxlint", Files: []string{".oxlintrc.json"}, Package: "oxlint", Counterpart: "stays; its reports are read with --import: docs/formats.md"},
	{Name: "prettier", Files: []string{".prettierrc", ".prettierrc.*", ".prettierignore", "prettier.config.*"}, Package: "prettier", Counterpart: "stays, and JSON is left to it; prettier_checker can run it: docs/linters/web.md"},
	{Name: "ruff", Files: []string{"ruff.toml", ".ruff.toml"}, PyProject: "ruff", Hooks: []string{"ruff-check", "ruff-format"}, Counterpart: ready("ruff_checker and ruff_format_checker", "python.md")},
	{Name: "rustfmt", Files: []string{"rustfmt.toml", ".rustfmt.toml"}, Hooks: []string{"fmt"}, Counterpart: ready("rustfmt_checker", "rust.md")},
	{Name: "shellcheck", Files: []string{".shellcheckrc", "shellcheckrc"}, Counterpart: ready("shellcheck_checker", "shell.md")},
	{Name: "shfmt", Hooks: []string{"shfmt-src", "shfmt-docker"}, Counterpart: builtin + "format/shell, which reads .editorconfig"},
	{Name: "stylelint", Files: []string{".stylelintrc", ".stylelintrc.*", "stylelint.config.*"}, Package: "stylelint", Counterpart: "stays; its reports are read with --import: docs/formats.md"},
	{Name: "taplo", Files: []string{"taplo.toml", ".taplo.toml"}, Hooks: []string{"taplo-format", "taplo-lint"}, Counterpart: "stays, and TOML is left to it"},
	{Name: "terraform", Hooks: []string{"terraform_fmt"}, Counterpart: builtin + "format/hcl"},
	{Name: "tombi", Files: []string{"tombi.toml", ".tombi.toml"}, PyProject: "tombi", Hooks: []string{"tombi-format", "tombi-lint"}, Counterpart: "stays, and TOML is left to it"},
	{Name: "trailing-whitespace", Counterpart: text + "trailing-whitespace"},
	{Name: "yamllint", Files: []string{".yamllint", ".yamllint.yaml", ".yamllint.yml"}, Counterpart: ready("yamllint_checker", "yaml.md")},
}

// ToolNamed returns the tool with a name, or whose hook has it. A name that is
// not known has no counterpart.
func ToolNamed(name string) *Tool {
	for i := range Tools {
		if Tools[i].Name == name || slices.Contains(Tools[i].Hooks, name) {
			return &Tools[i]
		}
	}
	return &Tool{Name: name}
}

// configured returns the tools that a file of some base name configures.
func configured(file string) (found []*Tool) {
	base := path.Base(file)
	for i := range Tools {
		if slices.ContainsFunc(Tools[i].Files, func(glob string) bool { return doublestar.MatchUnvalidated(glob, base) }) {
			found = append(found, &Tools[i])
		}
	}
	return found
}

// spelled returns the name of a tool as ToolNamed knows it: Bazel's names have
// underscores.
func spelled(name string) string { return strings.ReplaceAll(name, "_", "-") }
