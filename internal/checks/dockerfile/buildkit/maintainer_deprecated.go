package buildkit

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var maintainerDeprecated = &lint.Rule{
	Rule: checks.Rule{
		Name:       "buildkit/MaintainerDeprecated",
		Deprecated: true,
		Summary:    "Use a label instead of MAINTAINER",
		Phase:      fixedits.PhaseSemantic,
		Severity:   fixedits.SeverityWarning,
		Safety:     fixedits.SafetySuggestion,
		Why: "MAINTAINER is deprecated. All tools that read images can read labels, and the OCI image format defines a label for authors: " +
			"org.opencontainers.image.authors.",
		Bad:  "FROM debian:12\nMAINTAINER Ada Lovelace <ada@example.com>\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.authors=\"Ada Lovelace <ada@example.com>\"\n",
		Fix:  "writes the label. The Author field of the image is then empty.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if ins.Name != "maintainer" {
				continue
			}
			var fixes []fixedits.Fix
			if s != nil {
				if edits := p.MaintainerLabel(s, ins); edits != nil {
					fixes = append(fixes, fixedits.Fix{Title: "Use a label", Edits: edits})
				}
			}
			p.ReportAt(ins, "MAINTAINER is deprecated: use the label org.opencontainers.image.authors", fixes...)
		}
	},
}
