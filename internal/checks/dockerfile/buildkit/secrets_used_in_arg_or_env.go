package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

var secretsUsedInArgOrEnv = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/SecretsUsedInArgOrEnv",
		Summary:  "Do not use ARG or ENV for secrets",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Security: true,
		Why: "The values of ARG and ENV stay in the image or its history, and anyone with the image can read " +
			"them. RUN --mount=type=secret passes a secret to one command and leaves no trace. A name is " +
			"considered that of a secret if one of its words, separated by underscores, is key, token, password " +
			"or similar, and none is public, file or version.",
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
					p.ReportWord(ins, pair.Key, fmt.Sprintf("%s stores the secret %q in the image: use RUN --mount=type=secret", strings.ToUpper(ins.Name), name))
				}
			}
		}
	},
}
