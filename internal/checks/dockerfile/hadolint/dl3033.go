package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3033 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3033",
		Summary:  "Pin the versions of packages in yum install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      whyRepository,
		Bad:      "FROM centos:7\nRUN yum install -y httpd && yum clean all\n",
		Good:     "FROM centos:7\nRUN yum install -y httpd-2.4.6 && yum clean all\n",
	},
	Check: unpinned(packages.Yum),
}
