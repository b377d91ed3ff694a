package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl4004 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4004",
		Summary:  "Use only one ENTRYPOINT per stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySafe,
		Why:      "Only the last ENTRYPOINT has an effect. Earlier ones mislead the reader.",
		Bad:      "FROM debian:12\nENTRYPOINT [\"one\"]\nENTRYPOINT [\"two\"]\n",
		Good:     "FROM debian:12\nENTRYPOINT [\"two\"]\n",
		Fix: "deletes the earlier one. Both would reset the CMD of the base image, so the image stays the same. " +
			"Comments before it stay.",
	},
	Check: lastCounts("entrypoint", "ENTRYPOINT"),
}
