package hadolint

import (
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3019 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3019",
		Summary:  "Add --no-cache to apk add",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "apk add leaves the package index in the layer, where it is not needed. With --no-cache, apk does " +
			"not store the index, and neither --update nor a later rm is needed.",
		Bad:  "FROM alpine:3.20\nRUN apk add curl=~8.9\n",
		Good: "FROM alpine:3.20\nRUN apk add --no-cache curl=~8.9\n",
		Fix: "adds --no-cache after add. It is a suggestion: a later apk that needs the index does not download " +
			"it by itself. There is no fix if the script deletes the cache with rm without -f, which would fail " +
			"then.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			if apkIndex.mounted(p, step, packages.In(step.Script, packages.Apk)) {
				continue
			}
			for _, op := range packages.In(step.Script, packages.Apk) {
				if op.Action != packages.Install || op.Open || op.Has("no-cache", "no-network") {
					continue
				}
				var edits []fixedits.Edit
				if !slices.ContainsFunc(step.Script.Commands, needsIndex) {
					edits = op.AddFlag("--no-cache")
				}
				reportFlag(p, op, "apk add leaves no package index in the image", "--no-cache", edits)
			}
		}
	},
}

// apkIndex has the folders of apk's index and downloads.
var apkIndex = folders{absolute: []string{"/var/cache/apk", "/etc/apk/cache"}}

// needsIndex reports whether a command fails if apk has stored no index.
func needsIndex(c *lint.Command) bool {
	if c.Name != "rm" || !removes(c, apkIndex.below) {
		return false
	}
	for _, a := range c.Args {
		letters, ok := strings.CutPrefix(a.Value, "-")
		if a.Is("--force") || ok && !strings.HasPrefix(letters, "-") && strings.Contains(letters, "f") {
			return false
		}
	}
	return true
}
