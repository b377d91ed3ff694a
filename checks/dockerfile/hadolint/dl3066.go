package hadolint

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

// everywhere are the users that are the same in every image: that of Unix, and those of the containers of Windows.
var everywhere = map[string]bool{"root": true, "containeruser": true, "containeradministrator": true}

var dl3066 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3066",
		Summary:  "The user of an image is a number",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Who a name is, only the image knows. Kubernetes refuses to run an image as non-root (runAsNonRoot) whose user it cannot tell " +
			"from root, and a name is not enough for that. It is the last USER of a stage that counts. The name root is 0 everywhere, " +
			"and is another rule's matter; Windows has no numbers for users; and of a variable, the value that ENV or ARG gives it is " +
			"looked at, if there is one.",
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
				p.ReportWord(last, last.Words[0], fmt.Sprintf("%q is a name: only a number is known outside of the image", user))
			}
		}
	},
}
