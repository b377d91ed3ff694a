package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3055 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3055",
		Summary:  "Use Git commit hashes in labels of the type hash",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "The hash identifies the sources of an image. The rule checks labels of the type hash in the option " +
			"labels of DL3049. Values with variables are not checked.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.revision=main\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.revision=4b825dc642cb6eb9a060e54bf8d69288fbee4904\n",
	},
	Check: labelsOf(typeHash, isHash, "a Git commit hash"),
}

// isHash reports whether a text is a Git commit hash: 40 digits of SHA-1, 64
// digits of SHA-256, or at least the first 7.
func isHash(text string) bool {
	if len(text) < 7 || len(text) > 64 {
		return false
	}
	return strings.Trim(strings.ToLower(text), "0123456789abcdef") == ""
}
