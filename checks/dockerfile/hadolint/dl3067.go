package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3067 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3067",
		Summary:  "COPY does not take over all that another stage has",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "The stages of a build are there so that tools and secrets of one do not get into another. A copy from / to / takes all of " +
			"them along, over what the base image has. Two uses are meant so, and no finding: into scratch, which makes one layer of a " +
			"stage, and from an image that the file does not change, such as one that has only some tools to add.",
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
				continue // an image, which may have a name here
			}
			if p.Env(s, ins).Complete {
				continue // a stage that begins from scratch
			}
			p.ReportWord(ins, ins.Words[0], fmt.Sprintf("all of the stage %s is copied", from))
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

// copiedFrom returns what --from of a COPY says.
func copiedFrom(ins *syntax.Instruction) string {
	for _, f := range ins.Flags {
		if f.Name == "from" {
			return f.Arg
		}
	}
	return ""
}
