// Package builtin lists the supported formats.
package builtin

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/autofix"
	"github.com/rules-autofix/rules_autofix/internal/adapters/biome"
	"github.com/rules-autofix/rules_autofix/internal/adapters/checkstyle"
	"github.com/rules-autofix/rules_autofix/internal/adapters/clangtidy"
	"github.com/rules-autofix/rules_autofix/internal/adapters/diff"
	"github.com/rules-autofix/rules_autofix/internal/adapters/eslint"
	"github.com/rules-autofix/rules_autofix/internal/adapters/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/adapters/golangcilint"
	"github.com/rules-autofix/rules_autofix/internal/adapters/lines"
	"github.com/rules-autofix/rules_autofix/internal/adapters/nogo"
	"github.com/rules-autofix/rules_autofix/internal/adapters/oxlint"
	"github.com/rules-autofix/rules_autofix/internal/adapters/rdjson"
	"github.com/rules-autofix/rules_autofix/internal/adapters/ruff"
	"github.com/rules-autofix/rules_autofix/internal/adapters/rustc"
	"github.com/rules-autofix/rules_autofix/internal/adapters/sarif"
	"github.com/rules-autofix/rules_autofix/internal/adapters/shellcheck"
	"github.com/rules-autofix/rules_autofix/internal/adapters/stylelint"
	"github.com/rules-autofix/rules_autofix/internal/adapters/vet"
	"github.com/rules-autofix/rules_autofix/internal/adapters/workspaceedit"
	"github.com/rules-autofix/rules_autofix/internal/adapters/yamllint"
)

// formats are all formats, by name.
var formats = []adapters.Format{
	{Name: "artifact", Adapter: autofix.Adapter{}, Strict: true},
	{Name: "biome", Adapter: biome.Adapter{}, Silent: true},
	{Name: "checkstyle", Adapter: checkstyle.Adapter{}, NoFixes: true},
	{Name: "clang-tidy", Adapter: clangtidy.Adapter{}, Silent: true, NoFile: true},
	{Name: "diff", Adapter: diff.Adapter{}, Silent: true},
	{Name: "eslint", Adapter: eslint.Adapter{}},
	{Name: "fix-actions", Adapter: fixactions.Adapter{}},
	{Name: "go-analysis", Adapter: vet.Adapter{Analysis: true}, Silent: true},
	{Name: "go-vet", Adapter: vet.Adapter{}, Silent: true},
	{Name: "golangci-lint", Adapter: golangcilint.Adapter{}, Silent: true},
	{Name: lines.Name, Adapter: lines.Adapter{}, NoFixes: true, Named: func(checker string) adapters.Adapter { return lines.Adapter{Name: checker} }},
	{Name: "nogo", Adapter: nogo.Adapter{}, Silent: true, InFolder: nogo.File},
	{Name: "oxlint", Adapter: oxlint.Adapter{}, NoFixes: true},
	{Name: "rdjson", Adapter: rdjson.Adapter{}, Silent: true},
	{Name: "rdjsonl", Adapter: rdjson.LinesAdapter{}, Silent: true},
	{Name: "ruff", Adapter: ruff.Adapter{}},
	{Name: "rustc", Adapter: rustc.Adapter{}},
	{Name: "sarif", Adapter: sarif.Adapter{}, Silent: true},
	{Name: "shellcheck", Adapter: shellcheck.Adapter{}, Silent: true},
	{Name: "stylelint", Adapter: stylelint.Adapter{}, Silent: true},
	{Name: "workspace-edit", Adapter: workspaceedit.Adapter{}, Silent: true},
	{Name: "yamllint", Adapter: yamllint.Adapter{}, NoFixes: true},
}

// Formats returns the names of all formats, sorted.
func Formats() []string {
	names := make([]string, len(formats))
	for i, format := range formats {
		names[i] = format.Name
	}
	return names
}

// FormatOf returns the format with the given name that reads lines by a pattern
// of lines.Compile. Only lines has patterns; "" is none.
func FormatOf(name, pattern string) (adapters.Format, error) {
	format, err := Format(name)
	if err != nil || pattern == "" {
		return format, err
	}
	if _, reads := format.Adapter.(lines.Adapter); !reads {
		return adapters.Format{}, errors.New("only for the format " + lines.Name)
	}
	compiled, err := lines.Compile(pattern)
	if err != nil {
		return adapters.Format{}, err
	}
	format.Named = func(checker string) adapters.Adapter { return lines.Adapter{Name: checker, Pattern: compiled} }
	return format, nil
}

// Format returns the format with the given name.
func Format(name string) (adapters.Format, error) {
	for _, format := range formats {
		if format.Name == name {
			return format, nil
		}
	}
	return adapters.Format{}, fmt.Errorf("unknown format %q: the formats are %s", name, strings.Join(Formats(), ", "))
}
