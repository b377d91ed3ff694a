package practice

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/secrets/rules"
)

var secretsInCode = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/secrets-in-code",
		Summary:  "Do not put secrets in the file",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Security: true,
		Why: "The contents of a Dockerfile are in the repository, and usually in the image and its history, where " +
			"anyone who can pull it can read them. Secrets are found with the rules of gitleaks; gitleaks:allow " +
			"on a line suppresses them. Checksums and key fingerprints are not secrets.",
		Bad:  "FROM debian:12\nENV KEY=AKIA" + "Q3EGRTZXKJ5M7NPB\n",
		Good: "FROM debian:12\nRUN --mount=type=secret,id=key,env=KEY make\n",
	},
	Check: func(p *lint.Pass) {
		for _, f := range rules.Find(p.Source) {
			if f.Allowed || f.Public(p.Source) {
				continue
			}
			p.Report(lint.Finding{
				Message: fmt.Sprintf("revoke this secret (%s), and use RUN --mount=type=secret instead", f.Rule),
				Span:    lint.Span{Start: f.Start, End: f.End},
			})
		}
	},
}
