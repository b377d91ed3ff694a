package hadolint

import (
	"net/mail"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3058 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3058",
		Summary:  "A label of the type email is an e-mail address",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Someone may want to write to it. The rule looks at labels of the type email, which the option labels of DL3049 names. A " +
			"value with variables is not judged.",
		Bad:  "FROM debian:12\nLABEL maintainer=Ada\n",
		Good: "FROM debian:12\nLABEL maintainer=ada@example.com\n",
	},
	Check: labelsOf(typeEmail, isEmail, "an e-mail address"),
}

// isEmail reports whether a text is an e-mail address, without a name.
func isEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Name == "" && address.Address == text
}
