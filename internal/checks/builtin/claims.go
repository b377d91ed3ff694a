package builtin

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// formatterKind matches the configuration of other formatters, which format the
// files in its folder and below. It is one kind, so that a run that declares
// some of these files declares all of them.
var formatterKind = &config.FileKind{
	Name: "formatters",
	Names: []string{
		".prettierignore", ".prettierrc*", "prettier.config.*", "*biome.json", "*biome.jsonc", "*dprint.json", "*dprint.jsonc",
		".oxfmtrc.json", ".oxfmtrc.jsonc", "package.json", "*taplo.toml", "*tombi.toml",
	},
	Guide: []config.FileHolder{{
		Files: "those of [other formatters](formatting.md#what-another-formatter-has)",
		Holds: "files of their language in their folder and below",
	}},
}

// claims returns the files by which another formatter claims a language.
// docs/formatting.md has them as a table.
func claims(files ...[]config.Claim) *config.Claims {
	return &config.Claims{Kind: formatterKind, Files: slices.Concat(files...)}
}

func anything(names ...string) []config.Claim {
	var all []config.Claim
	for _, name := range names {
		all = append(all, config.Claim{Name: name})
	}
	return all
}

// dependency claims a language if the nearest package.json has a package.
func dependency(name string) []config.Claim {
	return []config.Claim{{Name: "package.json", Has: `"` + name + `"`}}
}

func dprint(plugin string) []config.Claim {
	var all []config.Claim
	for _, name := range []string{"dprint.json", "dprint.jsonc", ".dprint.json", ".dprint.jsonc"} {
		all = append(all, config.Claim{Name: name, Has: plugin})
	}
	return all
}

func prettier() []config.Claim {
	names := []string{".prettierrc", ".prettierignore"}
	for _, suffix := range []string{"json", "json5", "yaml", "yml", "toml", "js", "cjs", "mjs", "ts", "cts", "mts"} {
		names = append(names, ".prettierrc."+suffix)
	}
	for _, suffix := range []string{"js", "cjs", "mjs", "ts", "cts", "mts"} {
		names = append(names, "prettier.config."+suffix)
	}
	return slices.Concat(anything(names...), dependency("prettier"))
}
