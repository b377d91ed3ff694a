package main

import (
	"errors"
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/report"
)

// failedShown is the maximum number of listed files that could not be read or
// written.
const failedShown = 10

// failuresOf converts files that could not be read or written for a report.
func failuresOf(files []*fixedits.FileError) []report.Failure {
	var all []report.Failure
	for _, file := range files {
		all = append(all, report.Failure{Path: file.Path, Message: file.Error()})
	}
	return all
}

// failed returns the failure of a run that could not read or write some files,
// or nil if there are none.
func failed(files []*fixedits.FileError, shown report.Shown) error {
	if len(files) == 0 {
		return nil
	}
	var text strings.Builder
	for i, file := range files {
		if i == failedShown {
			fmt.Fprintf(&text, "... and %d more files\n", len(files)-i)
			break
		}
		said := file.Error()
		if rest, begins := strings.CutPrefix(said, file.Path+":"); begins {
			said = shown.Of(file.Path) + ":" + rest
		}
		fmt.Fprintln(&text, said)
	}
	text.WriteString("these files were left unchanged: fix the cause, or leave them out with [files] exclude in autofix.toml")
	return errors.New(text.String())
}
