// Package biome reads the output of `biome lint --reporter=rdjson`.
//
// The format is the one that internal/adapters/rdjson reads, as Biome's
// reporter writes it: https://biomejs.dev/reference/reporters/#rdjson.
package biome

import (
	"cmp"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/rdjson"
)

// Adapter reads the diagnostics. Rules are named biome/RULE, such as
// biome/useConst, without the group of the rule, which changes when a rule
// becomes stable. Other diagnostics keep their category, such as biome/parse.
// Biome's code fixes are suggestions: the output does not say which are safe.
type Adapter struct{}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	return rdjson.Dialect{Rule: ruleOf}.Read(in, files, dir)
}

// ruleOf returns the name of the rule of a category: lint/GROUP/RULE,
// assist/GROUP/ACTION, or another one.
func ruleOf(category string) string {
	parts := strings.Split(category, "/")
	if len(parts) == 3 && (parts[0] == "lint" || parts[0] == "assist") {
		return "biome/" + parts[2]
	}
	return "biome/" + cmp.Or(category, "diagnostic")
}
