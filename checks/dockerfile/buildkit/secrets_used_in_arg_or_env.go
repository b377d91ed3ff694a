package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/secretname"
)

var secretsUsedInArgOrEnv = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/SecretsUsedInArgOrEnv",
		Summary:  "No secret is passed by ARG or ENV",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "What ARG and ENV say stays in the image or in its history, for everyone to read who has it. RUN --mount=type=secret passes a " +
			"secret to one command and leaves nothing behind. A secret is known by its name: one of the words between its underscores " +
			"is such as key, token or password, and none is public, file or version.",
		Bad:  "FROM debian:12\nARG API_TOKEN\nRUN ./fetch\n",
		Good: "FROM debian:12\nRUN --mount=type=secret,id=api,env=API_TOKEN ./fetch\n",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "arg" && ins.Name != "env" {
				continue
			}
			for _, pair := range ins.Pairs {
				name := pair.Key.Value
				if ins.Name == "env" && strings.ContainsAny(name, `$'"\`) {
					name = p.Env(s, ins).Expand(name).Value
				}
				if secretname.ForBuildKit(name) {
					p.ReportWord(ins, pair.Key, fmt.Sprintf("%s shows the secret %s to all who have the image", strings.ToUpper(ins.Name), name))
				}
			}
		}
	},
}
