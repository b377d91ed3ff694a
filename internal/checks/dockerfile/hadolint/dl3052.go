package hadolint

import (
	"net/url"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3052 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3052",
		Summary:  "Use a valid URL in labels of the type url",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Programs that read the label show it as a link. The rule checks labels of the type url in the " +
			"option labels of DL3049. Values with variables are not checked.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.url=example\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.url=https://example.com\n",
	},
	Check: labelsOf(typeURL, isURL, "a valid URL"),
}

// isURL reports whether a text is an absolute URL.
func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "" && (u.Host != "" || u.Opaque != "" || u.Scheme == "file" && u.Path != "")
}
