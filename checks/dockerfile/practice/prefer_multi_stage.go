package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
)

var preferMultiStage = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/prefer-multi-stage-build",
		Summary:  "What only the build needs is in a stage of its own",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetyUnsafe,
		Why: "Compilers, headers and sources make an image large, and give an attacker tools. A file of one stage is given a score: 4 for " +
			"each command that builds, 3 for the first install of tools to build with, 2 for each download of an archive or of a " +
			"script to install from, 1 for git. A RUN that removes the tools that it has installed counts for nothing. From min-score on, there is a finding.",
		Bad:     "FROM golang:1.26\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\nENTRYPOINT [\"/app\"]\n",
		Good:    "FROM golang:1.26 AS build\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\n\nFROM debian:12\nCOPY --from=build /app /app\nENTRYPOINT [\"/app\"]\n",
		Fix:     "is for an agent to find, with the signals and what the image is like now as its data. It is unsafe: nothing but a build and a run can tell whether the image still does what it did.",
		Options: []checks.Option{{Name: "min-score", Kind: config.Int, Default: 4, Doc: "the score from which on there is a finding"}},
	},
	Check: func(p *lint.Pass) {
		if len(p.Stages) != 1 {
			return
		}
		signals, score := collect(p.File)
		if score < p.Int("min-score") || len(signals) == 0 {
			return
		}
		request := handover.Request{
			Rule: "dockerfile/prefer-multi-stage-build", File: p.Path, Score: score, Signals: signals, FinalStage: handover.Final(p.File),
		}
		p.ReportAt(p.Stages[0].From, describe(signals, score), handover.Fix("Split into stages", request))
	},
}

// describe returns what the signals say, no more than three of them.
func describe(signals []handover.Signal, score int) string {
	var found []string
	for _, s := range signals {
		if len(found) == 3 {
			found = append(found, fmt.Sprintf("%d more", len(signals)-3))
			break
		}
		found = append(found, fmt.Sprintf("%s in line %d", named(s), s.Line))
	}
	return fmt.Sprintf("build in a stage of its own, and copy what comes out: %s (score %d)", strings.Join(found, ", "), score)
}

func named(s handover.Signal) string {
	switch s.Kind {
	case buildStep:
		return s.Tool
	case packageInstall:
		return strings.Join(s.Packages, " ") + " by " + s.Manager
	}
	return "a download by " + s.Tool
}
