package hadolint

import (
	"strings"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3053 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3053",
		Summary:  "Use RFC 3339 times in labels of the type rfc3339",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Programs that read the label sort and compare the times, and do not understand other formats. The " +
			"rule checks labels of the type rfc3339 in the option labels of DL3049. Values with variables are not " +
			"checked.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.created=today\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.created=2026-01-02T03:04:05Z\n",
	},
	Check: labelsOf(typeRFC3339, isTime, "an RFC 3339 time"),
}

// isTime reports whether a text is an RFC 3339 time, which allows a lowercase t
// or z, and a space instead of T.
func isTime(text string) bool {
	text = strings.ToUpper(text)
	if len(text) < len("2006-01-02T15:04:05Z") || text[10] != 'T' && text[10] != ' ' || strings.Contains(text, ",") {
		return false
	}
	// Go also accepts an hour of one digit.
	if text[13] != ':' {
		return false
	}
	_, err := time.Parse(time.RFC3339, text[:10]+"T"+text[11:])
	return err == nil
}
