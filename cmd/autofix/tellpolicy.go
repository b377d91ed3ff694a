package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// tellPolicy says why a run succeeds although findings stand. What names what
// fails besides errors under the strict policy.
func tellPolicy(w writer, p policy.Policy, what string) {
	if p != policy.Strict {
		fmt.Fprintf(w, "autofix: exit code 0: under --policy=%s, only errors fail\n", policy.Permissive)
		return
	}
	fmt.Fprintf(w, "autofix: exit code 0: under --policy=%s, only errors and %s fail\n", policy.Strict, what)
}
