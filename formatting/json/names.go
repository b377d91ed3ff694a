package json

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A dialect decides the syntax and the format of a file.
type dialect int

const (
	other        dialect = iota // not a file of ours
	strict                      // JSON as in RFC 8259
	stringified                 // the same, in the layout of JSON.stringify
	withComments                // JSON with comments and trailing commas
)

// byName has the files that are not identified by their suffix. Files
// have comments if the documentation or the parser of their tool allows them.
var byName = map[string]dialect{
	// Rewritten by npm and Composer.
	"package.json":  stringified,
	"composer.json": stringified,

	// TypeScript: the compiler's own parser. Patterns of these names are in
	// dialect.
	"tsconfig.json": withComments,
	"jsconfig.json": withComments,
	"typedoc.json":  withComments, // read by the compiler's parser
	"tslint.json":   withComments,

	// containers.dev, "JSON with Comments".
	"devcontainer.json":  withComments,
	".devcontainer.json": withComments,

	// VS Code's files outside of .vscode, as its built-in extensions declare
	// them.
	"language-configuration.json": withComments,

	// ESLint strips comments; so do JSHint and JSCS, and Ember's command line.
	".eslintrc.json": withComments,
	".jshintrc":      withComments,
	".jscsrc":        withComments,
	".ember-cli":     withComments,

	// Babel reads JSON5, but files with these names use only its JSONC subset.
	".babelrc.json":     withComments,
	"babel.config.json": withComments,

	// Parsers of JSONC: SWC, webhint, Deno, JSR, dprint, Turborepo, Nx,
	// Angular, Wrangler, oxlint, Pyright, and the Lua language server.
	".swcrc":             withComments,
	".hintrc":            withComments,
	"deno.json":          withComments,
	"jsr.json":           withComments,
	"dprint.json":        withComments,
	"turbo.json":         withComments,
	"nx.json":            withComments,
	"angular.json":       withComments,
	"wrangler.json":      withComments,
	".oxlintrc.json":     withComments,
	"pyrightconfig.json": withComments,
	".luarc.json":        withComments,

	// Rush Stack. All files in common/config/rush are in folders.
	"rush.json":           withComments,
	"api-extractor.json":  withComments,
	"api-documenter.json": withComments,

	// CSpell reads and writes them with their comments.
	"cspell.json":        withComments,
	".cspell.json":       withComments,
	"cSpell.json":        withComments,
	"cspell.config.json": withComments,

	// .NET: the configuration provider skips comments, and the SDK documents
	// them for global.json.
	"appsettings.json": withComments,
	"global.json":      withComments,

	// JSON without its suffix.
	".all-contributorsrc": strict,
	".arcconfig":          strict,
	".c8rc":               strict,
	".htmlhintrc":         strict,
	".nycrc":              strict,
	".watchmanconfig":     strict,
}

// bySuffix has the suffixes of JSON and JSONC among the suffixes that Linguist
// knows, for formats that people write.
var bySuffix = map[string]dialect{
	".json":        strict,
	".avsc":        strict,
	".geojson":     strict,
	".importmap":   strict,
	".jsonld":      strict,
	".topojson":    strict,
	".webmanifest": strict,

	".jsonc":               withComments,
	".code-snippets":       withComments,
	".code-workspace":      withComments,
	".sublime-build":       withComments,
	".sublime-commands":    withComments,
	".sublime-completions": withComments,
	".sublime-keymap":      withComments,
	".sublime-macro":       withComments,
	".sublime-menu":        withComments,
	".sublime-mousemap":    withComments,
	".sublime-project":     withComments,
	".sublime-settings":    withComments,
	".sublime-theme":       withComments,
}

// patterns has the names with a variable part. All of them allow comments. VS
// Code and TypeScript projects use the first ones.
var patterns = []string{
	"tsconfig.*.json", "tsconfig-*.json", "*.tsconfig.json", "jsconfig.*.json", "jsconfig-*.json",
	"*color-theme.json", "*icon-theme.json", "appsettings.*.json",
}

// folders has the folders in which all JSON files may have comments.
var folders = []string{"**/.vscode/*.json", "**/.devcontainer/**/devcontainer.json", "**/common/config/rush/*.json"}

// names has the names of byName and bySuffix. The option jsonc adds further
// ones.
var names = formatting.NewNames(globs()...).Without(formatting.WrittenNames()...)

func globs() []string {
	all := slices.Collect(maps.Keys(byName))
	for suffix := range bySuffix {
		all = append(all, "*"+suffix)
	}
	slices.Sort(all)
	return all
}

// dialect returns the dialect of a file by its slash-separated path.
func (l language) dialect(p string) dialect {
	base := path.Base(p)
	for _, glob := range l.options.JSONC {
		subject := base
		if strings.Contains(glob, "/") {
			subject = p
		}
		if doublestar.MatchUnvalidated(glob, subject) {
			return withComments
		}
	}
	if formatting.Written(base) {
		return other
	}
	if d, ok := byName[base]; ok {
		return d
	}
	d, ok := bySuffix[path.Ext(base)]
	if !ok || d == withComments {
		return d
	}
	for _, glob := range patterns {
		if doublestar.MatchUnvalidated(glob, base) {
			return withComments
		}
	}
	for _, glob := range folders {
		if doublestar.MatchUnvalidated(glob, p) {
			return withComments
		}
	}
	return d
}
