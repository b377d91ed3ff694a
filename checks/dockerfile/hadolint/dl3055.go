package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3055 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3055",
		Summary:  "A label of the type hash is a hash of Git",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "The hash leads from an image to the sources that it was made of. The rule looks at labels of the type hash, " +
			"which the option labels of DL3049 names. A value with variables is not judged.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.revision=main\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.revision=4b825dc642cb6eb9a060e54bf8d69288fbee4904\n",
	},
	Check: labelsOf(typeHash, isHash, "a hash of Git"),
}

// isHash reports whether a text is the name of a commit: 40 digits of SHA-1, 64 of SHA-256, or the first 7 or more.
func isHash(text string) bool {
	if len(text) < 7 || len(text) > 64 {
		return false
	}
	return strings.Trim(strings.ToLower(text), "0123456789abcdef") == ""
}
