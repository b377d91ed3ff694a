package practice

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var missingUser = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/missing-user",
		Summary:  "Set USER",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Without USER, a container runs as the user of its base image, which is usually root. A process that " +
			"breaks out of the container, or writes to a volume, then does so as root. A base image with nonroot " +
			"or rootless in its name or tag is trusted.",
		Bad:  "FROM debian:12\nCOPY app /app\nENTRYPOINT [\"/app\"]\n",
		Good: "FROM debian:12\nCOPY app /app\nUSER 1000:1000\nENTRYPOINT [\"/app\"]\n",
	},
	Check: func(p *lint.Pass) {
		if len(p.Stages) == 0 {
			return
		}
		last := p.Stages[len(p.Stages)-1]
		base := last
		for s := last; s != nil; s = s.Parent {
			if s.Last("user") != nil {
				return
			}
			base = s
		}
		image := strings.ToLower(p.BaseName(base))
		if strings.Contains(image, "nonroot") || strings.Contains(image, "rootless") || onlyFiles(p.File, last) {
			return
		}
		if c, _ := userCreated(p.File); c != nil && p.Enabled(userNeverUsed.Name) {
			return // DL3002 reports the existing USER
		}
		p.ReportAt(last.From, "set USER: the image runs as the user of its base image, which is usually root")
	},
}

// onlyFiles reports whether a stage makes an image of files without a program
// to run: from scratch, without a command.
func onlyFiles(f *lint.File, s *lint.Stage) bool {
	for ; s != nil; s = s.Parent {
		if s.Last("cmd") != nil || s.Last("entrypoint") != nil {
			return false
		}
		if f.BaseName(s) == lint.Scratch {
			return true
		}
	}
	return false
}
