package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
)

var dl3062 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3062",
		Summary:  "go installs and runs programs in given versions",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Without a version, or with latest, go " + whyNewest + " Packages of the module itself and of the standard library " +
			"have no version to be given.",
		Bad:  "FROM golang:1.23\nRUN go install golang.org/x/tools/cmd/stringer@latest\n",
		Good: "FROM golang:1.23\nRUN go install golang.org/x/tools/cmd/stringer@v0.24.0\n",
	},
	Check: unpinned(packages.Go),
}
