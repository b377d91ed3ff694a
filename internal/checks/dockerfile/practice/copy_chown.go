package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var copyAfterUser = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/copy-after-user-without-chown",
		Summary:  "Set the owner of files that are copied after USER",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetySuggestion,
		Why: "COPY and ADD create files owned by root whatever USER says, so the user can't change them. This may " +
			"be intended, because a program rarely needs to change its own files. The rule is off unless you set " +
			"its severity.",
		Bad:  "FROM debian:12\nUSER app\nCOPY data /data\n",
		Good: "FROM debian:12\nUSER app\nCOPY --chown=app data /data\n",
		Fix:  "adds --chown. It is a suggestion, because root may be the intended owner.",
	},
	Check: func(p *lint.Pass) {
		ends := make([]string, len(p.Stages)) // the user at the end of a stage, as written; "" if it is root or unknown
		for _, s := range p.Stages {
			user := ""
			if s.Parent != nil {
				user = ends[s.Parent.Index]
			}
			for _, ins := range s.Instructions {
				switch ins.Name {
				case "user":
					user = ""
					if len(ins.Words) == 0 {
						continue
					}
					if name, ok := p.Literal(ins.Words[0].Value); ok && !isRoot(name) {
						user = name
					}
				case "copy", "add":
					if user == "" || ins.Err != nil || len(ins.Words) < 2 || lint.Flag(ins, "chown") != nil {
						continue
					}
					p.ReportAt(ins, fmt.Sprintf("add --chown=%s, because root owns copied files by default", user), fixedits.Fix{
						Title: "Add --chown=" + user, Edits: p.Insert(ins, ins.Keyword.End, " --chown="+user),
					})
				}
			}
			ends[s.Index] = user
		}
	},
}

// isRoot reports whether an argument of USER is root, or not a name.
func isRoot(user string) bool {
	name, _, _ := strings.Cut(user, ":")
	return name == "root" || strings.Trim(name, "0") == "" || strings.ContainsAny(user, " \t")
}
