package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
)

var copyAfterUser = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/copy-after-user-without-chown",
		Summary:  "What is copied after USER belongs to that user",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetySuggestion,
		Why: "COPY and ADD make files of root's whatever USER says, so that the user cannot change them. Where that is wanted, since a " +
			"program need not write to itself, leave the rule off, as it is unless it is given a severity.",
		Bad:  "FROM debian:12\nUSER app\nCOPY data /data\n",
		Good: "FROM debian:12\nUSER app\nCOPY --chown=app data /data\n",
		Fix:  "adds --chown. It is a suggestion, since files of root's may be meant.",
	},
	Check: func(p *lint.Pass) {
		ends := make([]string, len(p.Stages)) // the user that a stage ends with, as it is written; "" is root, or not known
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
					p.ReportAt(ins, fmt.Sprintf("add --chown=%s: these files belong to root", user), fixedits.Fix{
						Title: "Add --chown=" + user, Edits: p.Insert(ins, ins.Keyword.End, " --chown="+user),
					})
				}
			}
			ends[s.Index] = user
		}
	},
}

// isRoot reports whether an argument of USER is root, or no name at all.
func isRoot(user string) bool {
	name, _, _ := strings.Cut(user, ":")
	return name == "root" || strings.Trim(name, "0") == "" || strings.ContainsAny(user, " \t")
}
