package hadolint

import (
	"net/mail"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3058 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3058",
		Summary:  "Use an email address in labels of the type email",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "The label is a contact address. The rule checks labels of the type email in the option labels of " +
			"DL3049. Values with variables are not checked.",
		Bad:  "FROM debian:12\nLABEL maintainer=Ada\n",
		Good: "FROM debian:12\nLABEL maintainer=ada@example.com\n",
	},
	Check: labelsOf(typeEmail, isEmail, "a valid email address"),
}

// isEmail reports whether a text is an email address, without a display name.
func isEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Name == "" && address.Address == text
}
