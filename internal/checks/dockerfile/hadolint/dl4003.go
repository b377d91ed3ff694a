package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl4003 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4003",
		Summary:  "Use only one CMD per stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "Only the last CMD has an effect. Earlier ones mislead the reader.",
		Bad:      "FROM debian:12\nCMD [\"one\"]\nCMD [\"two\"]\n",
		Good:     "FROM debian:12\nCMD [\"two\"]\n",
		Fix:      "deletes the earlier one, which has no effect on the image. Comments before it stay.",
	},
	Check: lastCounts("cmd", "CMD"),
}
