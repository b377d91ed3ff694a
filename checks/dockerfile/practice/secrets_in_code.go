package practice

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/secrets"
)

var secretsInCode = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/secrets-in-code",
		Summary:  "There is no secret in the file",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "What is in a Dockerfile is in the repository, and mostly in the image and its history too, for everybody who can pull it. " +
			"Secrets are found by the rules of gitleaks; a line with the words gitleaks:allow has none.",
		Bad:  "FROM debian:12\nENV KEY=AKIA" + "Q3EGRTZXKJ5M7NPB\n",
		Good: "FROM debian:12\nRUN --mount=type=secret,id=key,env=KEY make\n",
	},
	Check: func(p *lint.Pass) {
		found, err := secrets.Find(p.Source)
		if err != nil {
			panic(err) // the rules are part of the program
		}
		for _, f := range found {
			p.Report(lint.Finding{
				Message: fmt.Sprintf("a secret (%s): give it to the build as one (RUN --mount=type=secret), and revoke it", f.Rule),
				Span:    lint.Span{Start: f.Start, End: f.End},
			})
		}
	},
}
