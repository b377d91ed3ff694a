package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3028 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3028",
		Summary:  "Pin the versions of gems in gem install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      "Without a version, gem " + whyNewest,
		Bad:      "FROM ruby:3.3\nRUN gem install bundler\n",
		Good:     "FROM ruby:3.3\nRUN gem install bundler:2.5.11\n",
	},
	Check: unpinned(packages.Gem),
}
