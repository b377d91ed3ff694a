package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3040 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3040",
		Summary:  "Run dnf clean all in the same RUN as dnf install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "The files that dnf " + whyDownloads + " dnf5, microdnf and tdnf are checked like dnf, each with its own clean " +
			"command. A RUN with a cache mount at the cache folder leaves no files.",
		Bad:  "FROM fedora:40\nRUN dnf install -y httpd-2.4.*\n",
		Good: "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
		Fix:  "adds dnf clean all " + fixAppends,
	},
	Check: downloads(dnfCache, "clean all"),
}

var dnfCache = &cleaning{
	managers: []packages.Manager{packages.Dnf},
	leaves:   fetches,
	cleans:   cleansAll,
	apart:    true,
	files:    folders{absolute: []string{"/var/cache/dnf", "/var/cache/libdnf5", "/var/cache/yum", "/var/cache/tdnf"}},
}
