package practice

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var missingUser = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/missing-user",
		Summary:  "Set USER",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Without USER, a container runs as the user of its base image. If that is root, a process that breaks out " +
			"of the container, or writes to a volume, does so as root. The rule reports only images that are known to run " +
			"as root: those from scratch, and well-known public images. The user of another image, such as one of your own " +
			"repository, is its own Dockerfile's to set.",
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
		if user := p.Base(base).User; user != "root" && user != "0" || onlyFiles(p.File, last) {
			return
		}
		if c, _ := userCreated(p.File); c != nil && p.Enabled(userNeverUsed.Name) {
			return // DL3002 reports the existing USER
		}
		p.ReportAt(last.From, "set USER: the image runs as root, the user of its base image")
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
