package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// whySuccess says why a run succeeds although findings stand. What names what
// fails besides errors under the strict policy. freed counts the findings that
// would fail it if [rules] did not say otherwise.
func whySuccess(p policy.Policy, what string, freed int) string {
	why := fmt.Sprintf("exit code 0: under --policy=%s, only errors fail", policy.Permissive)
	if p == policy.Strict {
		why = fmt.Sprintf("exit code 0: under --policy=%s, only errors and %s fail", policy.Strict, what)
	}
	if freed > 0 {
		why += fmt.Sprintf(", and gate = %q or %q of the configuration lets %d of them pass", config.GateNew, config.GateOff, freed)
	}
	return why
}
