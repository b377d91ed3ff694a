package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3036 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3036",
		Summary:  "Run zypper clean in the same RUN as zypper install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why:      "The files that zypper " + whyDownloads + " A RUN with a cache mount at /var/cache/zypp leaves no files.",
		Bad:      "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6'\n",
		Good:     "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6' && zypper clean\n",
		Fix:      "adds zypper clean " + fixAppends,
	},
	Check: downloads(zypperCache, "clean"),
}

var zypperCache = &cleaning{
	managers: []packages.Manager{packages.Zypper},
	leaves: func(op *packages.Operation) bool {
		return fetches(op) || op.Verb == "source-install" || op.Verb == "si"
	},
	cleans: func(op *packages.Operation) bool {
		return op.Action == packages.Clean
	},
	files: folders{absolute: []string{"/var/cache/zypp"}, variables: []string{"ZYPP_CONF"}},
}
