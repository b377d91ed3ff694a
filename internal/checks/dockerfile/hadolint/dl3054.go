package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3054 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3054",
		Summary:  "Use SPDX license identifiers in labels of the type spdx",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Tools that collect licenses identify them by the identifiers of the SPDX License List, alone or in " +
			"an expression. The rule checks labels of the type spdx in the option labels of DL3049. Values with " +
			"variables are not checked.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.licenses=Apache2\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.licenses=Apache-2.0\n",
	},
	Check: labelsOf(typeSPDX, isSPDX, "a valid SPDX license expression"),
}
