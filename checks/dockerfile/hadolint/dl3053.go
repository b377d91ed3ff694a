package hadolint

import (
	"strings"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3053 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3053",
		Summary:  "A label of the type rfc3339 is a time by RFC 3339",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Times are sorted and compared by what reads labels, and a time of another form is not understood. The rule looks at " +
			"labels of the type rfc3339, which the option labels of DL3049 names. A value with variables is not judged.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.created=today\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.created=2026-01-02T03:04:05Z\n",
	},
	Check: labelsOf(typeRFC3339, isTime, "a time by RFC 3339"),
}

// isTime reports whether a text is a time by RFC 3339, which lets T and Z be in lower case, and T be a blank.
func isTime(text string) bool {
	text = strings.ToUpper(text)
	if len(text) < len("2006-01-02T15:04:05Z") || text[10] != 'T' && text[10] != ' ' || strings.Contains(text, ",") {
		return false
	}
	// Go takes an hour of one digit, too.
	if text[13] != ':' {
		return false
	}
	_, err := time.Parse(time.RFC3339, text[:10]+"T"+text[11:])
	return err == nil
}
