package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3032 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3032",
		Summary:  "Run yum clean all in the same RUN as yum install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why:      "The files that yum " + whyDownloads + " A RUN with a cache mount at /var/cache/yum leaves no files.",
		Bad:      "FROM centos:7\nRUN yum install -y httpd-2.4.6\n",
		Good:     "FROM centos:7\nRUN yum install -y httpd-2.4.6 && yum clean all\n",
		Fix:      "adds yum clean all " + fixAppends,
	},
	Check: downloads(yumCache, "clean all"),
}

var yumCache = &cleaning{
	managers: []packages.Manager{packages.Yum},
	leaves:   fetches,
	cleans:   cleansAll,
	files:    folders{absolute: []string{"/var/cache/yum", "/var/cache/dnf"}},
}
