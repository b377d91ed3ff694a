package builtin

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/config"
)

// formatterKind are the files that say that files in their folder and below are
// formatted by another tool. They are one kind: a run that is given some of them
// knows all there are.
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

// claims are the files of formatters whose layout is not ours. docs/formatting.md
// has them as a table.
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

// dependency is a package of JavaScript in the nearest package.json.
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
