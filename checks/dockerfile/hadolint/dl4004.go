package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl4004 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4004",
		Summary:  "A stage has one ENTRYPOINT",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySafe,
		Why:      "Only the last ENTRYPOINT counts. Those before it make a reader believe what does not hold.",
		Bad:      "FROM debian:12\nENTRYPOINT [\"one\"]\nENTRYPOINT [\"two\"]\n",
		Good:     "FROM debian:12\nENTRYPOINT [\"two\"]\n",
		Fix: "deletes the one before. It would take a CMD of the base image away, as the last one does, too, so that the image stays the " +
			"same. Comments before it stay.",
	},
	Check: lastCounts("entrypoint", "ENTRYPOINT"),
}
