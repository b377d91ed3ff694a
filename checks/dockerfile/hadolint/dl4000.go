package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl4000 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4000",
		Summary:  "Who maintains an image is said by a label",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Same:     "buildkit/MaintainerDeprecated",
		Why:      "MAINTAINER is deprecated, and says what a label says as well, for all tools that read labels.",
		Bad:      "FROM debian:12\nMAINTAINER Grace Hopper\n",
		Good:     "FROM debian:12\nLABEL org.opencontainers.image.authors=\"Grace Hopper\"\n",
		Fix: "writes the label that the OCI image format has for it. The author of the image, as `docker inspect` shows it, is then " +
			"empty, hence a suggestion.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "maintainer" {
				continue
			}
			var fixes []fixedits.Fix
			if edits := p.MaintainerLabel(s, ins); edits != nil {
				fixes = []fixedits.Fix{{Title: "Write a label", Edits: edits}}
			}
			p.ReportAt(ins, "MAINTAINER is deprecated: say it by a label", fixes...)
		}
	},
}
