package main

import (
	"errors"
	"slices"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/report"
)

// judged returns the failure of a run with crashes, and err otherwise. A run
// with a crash is neither clean nor one with findings.
func judged(crashes checks.Crashes, shown report.Shown, err error) error {
	var findings *cli.FindingsError
	crashes = slices.Clone(crashes)
	for i, crash := range crashes {
		crashes[i] = &checks.CheckerError{Checker: crash.Checker, Path: shown.Of(crash.Path), Err: crash.Err}
	}
	switch {
	case len(crashes) == 0:
		return err
	case err == nil, errors.As(err, &findings) && findings.What == "":
		return crashes
	}
	return errors.Join(crashes, err)
}
