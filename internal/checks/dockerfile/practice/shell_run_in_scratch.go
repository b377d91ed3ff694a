package practice

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var shellRunInScratch = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/shell-run-in-scratch",
		Summary:  "Do not use a shell in an image from scratch",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "scratch has no files, so there is no shell for a RUN in shell form, and the build fails. A RUN with " +
			"a mount, or after a COPY or ADD that may add a shell, is not checked.",
		Bad:  "FROM scratch\nRUN echo hello\n",
		Good: "FROM scratch\nCOPY app /app\nRUN [\"/app\", \"--init\"]\n",
	},
	Check: func(p *lint.Pass) {
		filled := make([]bool, len(p.Stages)) // by stage: whether it has files
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
						p.ReportAt(ins, "an image from scratch has no shell for RUN: copy one first, or use another base image")
					}
				}
			}
			filled[s.Index] = full
		}
	},
}
