package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3062 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3062",
		Summary:  "Pin the versions of packages in go install and go run",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Without a version, or with latest, go " + whyNewest + " Packages of the main module and of the standard library " +
			"have no version and are not reported.",
		Bad:  "FROM golang:1.23\nRUN go install golang.org/x/tools/cmd/stringer@latest\n",
		Good: "FROM golang:1.23\nRUN go install golang.org/x/tools/cmd/stringer@v0.24.0\n",
	},
	Check: unpinned(packages.Go),
}
