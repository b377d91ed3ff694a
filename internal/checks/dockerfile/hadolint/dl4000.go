package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl4000 = &lint.Rule{
	Rule: checks.Rule{
		Name:       "hadolint/DL4000",
		Summary:    "Use a label instead of MAINTAINER",
		Phase:      fixedits.PhaseSemantic,
		Severity:   fixedits.SeverityError,
		Safety:     fixedits.SafetySuggestion,
		Same:       "buildkit/MaintainerDeprecated",
		Deprecated: true,
		Why:        "MAINTAINER is deprecated. A label has the same information and is available to all tools that read labels.",
		Bad:        "FROM debian:12\nMAINTAINER Grace Hopper\n",
		Good:       "FROM debian:12\nLABEL org.opencontainers.image.authors=\"Grace Hopper\"\n",
		Fix: "writes the label of the OCI image format. It is a suggestion, because the author of the image, as " +
			"shown by `docker inspect`, is then empty.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "maintainer" {
				continue
			}
			var fixes []fixedits.Fix
			if edits := p.MaintainerLabel(s, ins); edits != nil {
				fixes = []fixedits.Fix{{Title: "Use a label", Edits: edits}}
			}
			p.ReportAt(ins, "MAINTAINER is deprecated: use a label instead", fixes...)
		}
	},
}
