package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
)

// crashWayOut is the remedy for a checker that failed.
const crashWayOut = "this is a bug in the checker, not in the file, which was left unchanged; report it, and until it is fixed, " +
	"leave the file out with [files] exclude in autofix.toml"

// crashesShown is the maximum number of crashes that are printed in full. A
// checker that fails on one file may fail on all files of its kind.
const crashesShown = 10

// crashText describes which checkers failed on which files, with the stack of
// the first failure.
func crashText(crashes checks.Crashes) string {
	var text strings.Builder
	programs, inFile := divided(crashes)
	for _, crash := range programs {
		fmt.Fprintf(&text, "checker %s of %s failed: %v\n", crash.Checker, crash.Path, crash.Err)
	}
	if len(inFile) == 0 {
		return text.String() + programWayOut
	}
	for i, crash := range inFile {
		if i == crashesShown {
			fmt.Fprintf(&text, "... and on %d more files\n", len(inFile)-i)
			break
		}
		fmt.Fprintf(&text, "%v\n", crash)
		if i == 0 {
			text.Write(stackOf(crash))
		}
	}
	return text.String() + crashWayOut
}

// programWayOut is the remedy for a checker of [checkers] that failed.
const programWayOut = "what it would have found is not known: correct its table in [checkers], or leave it out of this run with check --without"

// divided returns the failures of programs, and those on single files.
func divided(crashes checks.Crashes) (programs, inFile checks.Crashes) {
	for _, crash := range crashes {
		if _, ok := errors.AsType[*pipeline.ProgramError](crash); ok {
			programs = append(programs, crash)
		} else {
			inFile = append(inFile, crash)
		}
	}
	return programs, inFile
}

// stackOf returns the stack of a panic of a checker, or nothing if it failed
// otherwise.
func stackOf(err error) []byte {
	if e, ok := errors.AsType[*checks.PanicError](err); ok {
		return e.Stack
	}
	if e, ok := errors.AsType[*formatting.CrashError](err); ok {
		return e.Stack
	}
	return nil
}

// judged returns the failure of a run with crashes, and err otherwise. A run
// with a crash is neither clean nor one with findings.
func judged(crashes checks.Crashes, shown report.Shown, err error) error {
	var findings *findingsError
	crashes = slices.Clone(crashes)
	for i, crash := range crashes {
		crashes[i] = &checks.CheckerError{Checker: crash.Checker, Path: shown.Of(crash.Path), Err: crash.Err}
	}
	switch {
	case len(crashes) == 0:
		return err
	case err == nil, errors.As(err, &findings) && findings.what == "":
		return crashes
	}
	return errors.Join(crashes, err)
}

// crashesOf converts crashes for a report.
func crashesOf(crashes checks.Crashes) []report.Crash {
	var all []report.Crash
	for _, c := range crashes {
		_, program := errors.AsType[*pipeline.ProgramError](c)
		all = append(all, report.Crash{Checker: c.Checker, Path: c.Path, Message: c.Err.Error(), Program: program})
	}
	return all
}
