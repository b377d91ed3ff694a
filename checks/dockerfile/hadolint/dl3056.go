package hadolint

import (
	"golang.org/x/mod/semver"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3056 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3056",
		Summary:  "A label of the type semver is a version by Semantic Versioning",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Versions are compared by what reads labels, which takes major, minor and patch, as in 1.2.3. The rule looks at labels of " +
			"the type semver, which the option labels of DL3049 names. A value with variables is not judged.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.version=1.2\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.version=1.2.0\n",
	},
	Check: labelsOf(typeSemver, isSemver, "a version by Semantic Versioning 2.0.0"),
}

// isSemver reports whether a text is a whole version, without the v that Go puts before it.
func isSemver(text string) bool {
	v := "v" + text
	return semver.IsValid(v) && semver.Canonical(v)+semver.Build(v) == v
}
