package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
)

var dl3019 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3019",
		Summary:  "apk add keeps no index in the image",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "apk add leaves the index of packages in the layer, where nothing needs it. With --no-cache it is read and " +
			"not kept, and neither --update nor a later rm is needed.",
		Bad:  "FROM alpine:3.20\nRUN apk add curl=~8.9\n",
		Good: "FROM alpine:3.20\nRUN apk add --no-cache curl=~8.9\n",
		Fix: "adds --no-cache behind add. It is a suggestion: a later apk that counts on the index reads it anew only " +
			"if it is told to.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			if mounted(step.Script, below("/var/cache/apk", "/etc/apk/cache")) {
				continue
			}
			for _, op := range packages.In(step.Script, packages.Apk) {
				if op.Action != packages.Install || op.Open || op.Has("no-cache") {
					continue
				}
				reportFlag(p, op, "apk add leaves its index in the image", "--no-cache", op.AddFlag("--no-cache"))
			}
		}
	},
}
