package hadolint

import (
	"net/url"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3052 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3052",
		Summary:  "A label of the type url is a URL",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "What reads labels makes a link of it. The rule looks at labels of the type url, " +
			"which the option labels of DL3049 names. A value with variables is not judged.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.url=example\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.url=https://example.com\n",
	},
	Check: labelsOf(typeURL, isURL, "a URL"),
}

// isURL reports whether a text is an absolute URL.
func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "" && (u.Host != "" || u.Opaque != "" || u.Scheme == "file" && u.Path != "")
}
