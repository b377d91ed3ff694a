package hadolint

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// everywhere are the users that are the same in every image: Unix's root, and
// the users of Windows containers.
var everywhere = map[string]bool{"root": true, "containeruser": true, "containeradministrator": true}

var dl3066 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3066",
		Summary:  "Use a numeric UID in USER",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Only the image can resolve a user name. Kubernetes can't verify that a user name is not root, so it " +
			"refuses to start the image with runAsNonRoot. The last USER of a stage is checked. The name root is " +
			"always 0 and is covered by another rule, and Windows users have no number. Variables are expanded " +
			"with the values of ENV and ARG, if known.",
		Bad:  "FROM debian:12\nUSER app\n",
		Good: "FROM debian:12\nUSER 1000\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			last := s.Last("user")
			if last == nil || len(last.Words) == 0 || s.Windows() {
				continue
			}
			value, known := p.Env(s, last).Known(last.Words[0].Value)
			user, _, _ := strings.Cut(value, ":")
			if known && user != "" && !everywhere[strings.ToLower(user)] && strings.Trim(user, "0123456789") != "" {
				p.ReportWord(last, last.Words[0], fmt.Sprintf("use a numeric UID instead of the user name %q so that Kubernetes can verify that it is not root", user))
			}
		}
	},
}
