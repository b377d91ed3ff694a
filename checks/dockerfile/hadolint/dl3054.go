package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3054 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3054",
		Summary:  "A label of the type spdx is a licence by its SPDX identifier",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Tools that gather licences know them by the identifiers of the SPDX list, alone or in an expression. The rule looks at " +
			"labels of the type spdx, which the option labels of DL3049 names. A value with variables is not judged.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.licenses=Apache2\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.licenses=Apache-2.0\n",
	},
	Check: labelsOf(typeSPDX, isSPDX, "an SPDX licence expression"),
}
