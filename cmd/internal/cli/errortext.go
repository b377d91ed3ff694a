package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// PrintError writes err as `autofix: what: why`. Further lines of a long
// message are indented below the first.
func PrintError(w io.Writer, err error) {
	text := strings.TrimRight(err.Error(), "\n") + wayOut(err)
	if crashes, ok := errors.AsType[checks.Crashes](err); ok && err.Error() == crashes.Error() {
		text = crashText(crashes)
	}
	fmt.Fprintf(w, "autofix: %s\n", strings.ReplaceAll(text, "\n", "\n  "))
}

// wayOut returns the remedy for a failure in a package that does not know the
// command line.
func wayOut(err error) string {
	var checker *checks.CheckerError
	var other *external.Error
	var cycle *fixedits.CycleError
	var outside *workspace.OutsideError
	switch {
	case errors.As(err, &outside):
		return ": run it there, or name another root with --root"
	case errors.As(err, &checker):
		return "\n" + crashWayOut
	case errors.As(err, &other):
		const bug = "\nthis is a bug in the checker, not a finding: fix it"
		if other.Target == "" {
			return bug
		}
		return bug + ", or turn it off for a target with the tag no-autofix-" + other.Checker
	case errors.As(err, &cycle):
		return "\nnothing was written"
	}
	return ""
}

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

// divided returns the failures of programs, and the failures on single files.
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
