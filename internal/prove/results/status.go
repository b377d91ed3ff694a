package results

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// severity orders the statuses of several tries of a case.
var severity = []evidence.Status{"", evidence.Skipped, evidence.Passed, evidence.Failed, evidence.Errored}

// Worse returns the worse one of the statuses of two tries of a case.
func Worse(a, b evidence.Status) evidence.Status {
	if slices.Index(severity, a) > slices.Index(severity, b) {
		return a
	}
	return b
}
