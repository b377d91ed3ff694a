package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3067 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3067",
		Summary:  "Do not copy the whole file system of another stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Separate stages keep the tools and secrets of one stage out of another. A copy from / to / includes " +
			"them all, on top of the base image. Two uses are intentional and not reported: into scratch, which " +
			"squashes a stage into one layer, and from an image that the file does not change, such as one that " +
			"only provides tools.",
		Bad:  "FROM golang:1.26 AS build\nRUN go build -o /out/app\nFROM debian:12\nCOPY --from=build / /\n",
		Good: "FROM golang:1.26 AS build\nRUN go build -o /out/app\nFROM debian:12\nCOPY --from=build /out/app /usr/bin/app\n",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "copy" || len(ins.Words) != 2 || !isRootFolder(ins.Words[0]) || !isRootFolder(ins.Words[1]) {
				continue
			}
			from := copiedFrom(ins)
			stage := p.StageBefore(s, from)
			if from == "" || stage == nil || stage.Parent == nil && len(stage.Instructions) == 0 {
				continue // an image, possibly an alias for one
			}
			if p.Env(s, ins).Complete {
				continue // a stage that starts from scratch
			}
			p.ReportWord(ins, ins.Words[0], fmt.Sprintf("this copies the whole file system of %s: copy only the required files", stage))
		}
	},
}

func isRootFolder(w syntax.Word) bool {
	switch lint.Unquote(w.Value) {
	case "/", "/.", "/./", "//":
		return true
	}
	return false
}

// copiedFrom returns the value of --from of a COPY.
func copiedFrom(ins *syntax.Instruction) string {
	for _, f := range ins.Flags {
		if f.Name == "from" {
			return f.Arg
		}
	}
	return ""
}
