package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// whySuccess says why a run succeeds although findings stand. What names what
// fails besides errors under the strict policy.
func whySuccess(p policy.Policy, what string) string {
	if p != policy.Strict {
		return fmt.Sprintf("exit code 0: under --policy=%s, only errors fail", policy.Permissive)
	}
	return fmt.Sprintf("exit code 0: under --policy=%s, only errors and %s fail", policy.Strict, what)
}
