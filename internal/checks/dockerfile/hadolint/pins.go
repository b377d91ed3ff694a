package hadolint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// Reasons to pin versions: of packages that a distribution replaces in its
// repository, and of those whose manager installs the newest.
const (
	whyRepository = "Without a version, the installed version depends on the day of the build: a rebuilt layer " +
		"may contain another version than the one that was tested, and the file does not show it."
	whyNewest = "installs the newest release, so that two builds of the same file can differ and a new release " +
		"can break the build."
)

// unpinned returns the check of a rule that requires versions in the
// installations of a manager.
func unpinned(manager packages.Manager) func(*lint.Pass) {
	return func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) { reportUnpinned(p, op) }, manager)
	}
}

// noun returns the noun for the packages of an operation.
func noun(op *packages.Operation) string {
	switch {
	case op.Manager == packages.Gem:
		return "gem"
	case strings.HasPrefix(op.Verb, "module"):
		return "module"
	}
	return "package"
}

// reportUnpinned reports the packages of an installation without a version, in
// one finding at the first.
func reportUnpinned(p *lint.Pass, op *packages.Operation) {
	var names []string
	var first lint.Arg
	for _, pkg := range op.Packages {
		if !pkg.Unpinned() {
			continue
		}
		if names == nil {
			first = pkg.Arg
		}
		if name := fmt.Sprintf("%q", pkg.Text); !slices.Contains(names[:min(len(names), maxNames)], name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return
	}
	what := noun(op)
	message := fmt.Sprintf("pin the version of the %s %s", what, names[0])
	if len(names) > 1 {
		message = fmt.Sprintf("pin the versions of the %ss %s", what, enumerate(names))
	}
	p.Report(lint.Finding{Message: message, Span: op.Command.Stretch(first.Start, first.End)})
}

// maxNames is the maximum number of names in a message.
const maxNames = 4

// enumerate joins names as in a sentence.
func enumerate(names []string) string {
	if len(names) > maxNames {
		rest := len(names) - maxNames + 1
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNames-1], ", "), rest)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
