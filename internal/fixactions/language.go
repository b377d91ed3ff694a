package fixactions

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/json"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/toml"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/yaml"
)

// A language has the files of some names.
type language struct {
	suffixes []string // in lower case
	names    []string // base names
	open     func(text []byte) (operation.File, error)
	decode   func(text []byte) ([]any, error)
}

var languages = []language{
	{
		suffixes: []string{
			".json", ".jsonc", ".avsc", ".code-snippets", ".code-workspace", ".geojson", ".importmap", ".ipynb", ".jsonld",
			".sublime-build", ".sublime-commands", ".sublime-completions", ".sublime-keymap", ".sublime-menu",
			".sublime-project", ".sublime-settings", ".topojson", ".webmanifest",
		},
		names: []string{
			".all-contributorsrc", ".arcconfig", ".babelrc", ".c8rc", ".ember-cli", ".eslintrc", ".hintrc", ".htmlhintrc", ".jscsrc",
			".jshintrc", ".nycrc", ".swcrc", ".watchmanconfig", "composer.lock", "deno.lock", "flake.lock", "Pipfile.lock",
		},
		open:   func(text []byte) (operation.File, error) { return opened(json.Open(text)) },
		decode: json.Decode,
	},
	{
		suffixes: []string{".toml"},
		names:    []string{"Cargo.lock", "Pipfile", "pdm.lock", "poetry.lock", "uv.lock"},
		open:     func(text []byte) (operation.File, error) { return opened(toml.Open(text)) },
		decode:   toml.Decode,
	},
	{
		suffixes: []string{".yaml", ".yml", ".cff", ".clang-format", ".clang-tidy", ".clangd", ".sublime-syntax"},
		open:     func(text []byte) (operation.File, error) { return opened(yaml.Open(text)) },
		decode:   yaml.Decode,
	},
}

// opened keeps a nil pointer out of the interface.
func opened[F operation.File](f F, err error) (operation.File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// languageOf returns the language of a file, or nil.
func languageOf(file string) *language {
	base := path.Base(file)
	lower := strings.ToLower(base)
	for i := range languages {
		l := &languages[i]
		if slices.Contains(l.names, base) || slices.ContainsFunc(l.suffixes, func(suffix string) bool { return strings.HasSuffix(lower, suffix) }) {
			return l
		}
	}
	return nil
}

// Knows reports whether operations can be applied to a file, by its
// slash-separated path.
func Knows(path string) bool { return languageOf(path) != nil }

// Open parses the text of a file. The error is an *operation.Error.
func Open(path string, text []byte) (operation.File, error) {
	l := languageOf(path)
	if l == nil {
		return nil, &operation.Error{Code: operation.CodeLanguage, Why: "its name is not that of a YAML, JSON or TOML file"}
	}
	return l.open(text)
}
