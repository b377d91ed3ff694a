package hadolint

import (
	"golang.org/x/mod/semver"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3056 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3056",
		Summary:  "Use semantic versions in labels of the type semver",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Programs that read the label compare versions by major, minor and patch, as in 1.2.3. The rule " +
			"checks labels of the type semver in the option labels of DL3049. Values with variables are not " +
			"checked.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.version=1.2\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.version=1.2.0\n",
	},
	Check: labelsOf(typeSemver, isSemver, "a semantic version"),
}

// isSemver reports whether a text is a complete semantic version, without a
// leading v.
func isSemver(text string) bool {
	v := "v" + text
	return semver.IsValid(v) && semver.Canonical(v)+semver.Build(v) == v
}
