// Package nogo reads the patches that nogo of rules_go writes: nogo.patch in the
// output group nogo_fix.
//
// They are documented at
// https://github.com/bazel-contrib/rules_go/blob/master/go/nogo.rst.
package nogo

import (
	"io"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/diff"
)

// Rule is the rule of all findings: a patch does not name the analyzers.
const Rule = "nogo/patch"

// File is the name of a patch in the folder that nogo writes.
const File = "nogo.patch"

// Adapter reads one patch, or several, such as the patches of a library and of
// its test, which may change the same files. All are for the current files. The
// fix of each file is a suggestion: analyzers do not say whether a fix is safe.
type Adapter struct{}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	// nogo splits texts with github.com/pmezard/go-difflib.
	return diff.Adapter{Rule: Rule, AddedNewline: true}.Read(in, files, dir)
}
