package schema

import "github.com/rules-autofix/rules_autofix/internal/config"

// fileKind is the kind of schemas, of the schemas that they refer to, and of
// the files that x-autofix-same-as names.
var fileKind = &config.FileKind{
	Name:  "schemas",
	Names: []string{"*.json", "*.jsonc", "*.yaml", "*.yml", "*.toml"},
	Named: true,
	Guide: []config.FileHolder{{
		Files: "[schemas](schema.md), and the files that they compare with",
		Holds: "the YAML, JSON and TOML files that `[[schema]]` gives them to, or that name them",
	}},
}
