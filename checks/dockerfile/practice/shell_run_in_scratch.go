package practice

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var shellRunInScratch = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/shell-run-in-scratch",
		Summary:  "An empty image runs no shell",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "scratch has no files, so there is no shell to run a RUN in shell form, and the build fails. A RUN after a COPY or an " +
			"ADD, which may have brought a shell, and one with a mount are not judged.",
		Bad:  "FROM scratch\nRUN echo hello\n",
		Good: "FROM scratch\nCOPY app /app\nRUN [\"/app\", \"--init\"]\n",
	},
	Check: func(p *lint.Pass) {
		filled := make([]bool, len(p.Stages)) // whether a stage has files
		for _, s := range p.Stages {
			full := p.BaseName(s) != lint.Scratch
			if s.Parent != nil {
				full = filled[s.Parent.Index]
			}
			for _, ins := range s.Instructions {
				switch ins.Name {
				case "copy", "add":
					full = true
				case "run":
					if !full && !ins.JSON && len(ins.Words) > 0 && lint.Flag(ins, "mount") == nil {
						p.ReportAt(ins, "there is no shell in an image from scratch: copy files first, or use another base")
					}
				}
			}
			filled[s.Index] = full
		}
	},
}
