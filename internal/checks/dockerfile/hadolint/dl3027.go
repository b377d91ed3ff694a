package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3027 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3027",
		Summary:  "Use apt-get or apt-cache instead of apt",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "apt is meant for interactive use. Its output and options may change between versions, and it warns " +
			"about this when a script calls it. apt-get and apt-cache are stable.",
		Bad:  "FROM debian:12\nRUN apt update && apt install -y curl=7.88.*\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
		Fix: "uses apt-get with the same or the corresponding verb. It is a suggestion if the replacement is " +
			"apt-cache, whose output differs, and for upgrade, which needs an option that old versions do not " +
			"have. Verbs without an equivalent (list, edit-sources) have no fix.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although " +
			"apt-get installs the same packages as apt.",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			word := op.Command.Word
			p.Report(lint.Finding{
				Message: "use apt-get or apt-cache instead of apt, whose interface is not stable",
				Span:    op.Command.Stretch(word.Start, word.End),
				Fixes:   aptReplacement(op),
			})
		}, packages.Apt)
	},
}

// aptReplacement returns the fix that replaces apt with an equivalent command,
// or no fix.
func aptReplacement(op *packages.Operation) []fixedits.Fix {
	command, safety := "apt-get", fixedits.SafetySafe
	var more []fixedits.Edit
	switch op.Verb {
	case "install", "reinstall", "remove", "purge", "autoremove", "autopurge", "update", "clean", "autoclean", "build-dep",
		"source", "download", "changelog", "satisfy", "dist-upgrade":
	case "full-upgrade":
		more = op.Command.ReplaceArg(op.Words[0], "dist-upgrade")
	case "upgrade":
		safety = fixedits.SafetySuggestion
		if !op.Has("with-new-pkgs", "without-new-pkgs") {
			more = op.AddFlag("--with-new-pkgs")
		}
	case "search", "show", "showsrc", "depends", "rdepends", "policy":
		command, safety = "apt-cache", fixedits.SafetySuggestion
	default:
		return nil
	}
	name := strings.TrimSuffix(op.Command.Word.Value, "apt") + command
	return []fixedits.Fix{{
		Title:  "Use " + command,
		Safety: safety,
		Edits:  append(op.Command.ReplaceArg(op.Command.Word, name), more...),
	}}
}
