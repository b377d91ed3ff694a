package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var preferMultiStage = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/prefer-multi-stage-build",
		Summary:  "Use a separate stage for the build",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetyUnsafe,
		Why: "Compilers, headers and sources make an image large and help an attacker. A file with one stage gets " +
			"a score: 4 for each build command, 3 for the first installation of build tools, 2 for each download " +
			"of an archive or an install script, and 1 for git. A RUN that removes the tools that it installs " +
			"does not count. A score of at least min-score is reported. An image that is for building or testing is not: " +
			"its CMD or ENTRYPOINT runs a compiler, tests or a shell, or its file, folder or stage has a word such as dev, ci, " +
			"test, integration, builder or genproto in its name.",
		Bad:     "FROM golang:1.26\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\nENTRYPOINT [\"/app\"]\n",
		Good:    "FROM golang:1.26 AS build\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\n\nFROM debian:12\nCOPY --from=build /app /app\nENTRYPOINT [\"/app\"]\n",
		Fix:     "is left to an agent, which gets the signals and the current configuration of the image. It is unsafe: only a build and a run can show whether the image still works.",
		Options: []checks.Option{{Name: "min-score", Kind: config.Int, Default: 4, Doc: "the lowest score that is reported"}},
	},
	Check: func(p *lint.Pass) {
		if len(p.Stages) != 1 || keepsTools(p, p.Stages[0]) {
			return
		}
		signals, score := collect(p.File)
		if score < p.Int("min-score") || len(signals) == 0 {
			return
		}
		request := handover.Request{
			Rule: "dockerfile/prefer-multi-stage-build", Score: score, Signals: signals, FinalStage: handover.Final(p.File),
		}
		p.ReportAt(p.Stages[0].From, describe(signals, score), handover.Fix("Split into stages", p.Path, request))
	},
}

// describe returns the message, with at most three of the signals.
func describe(signals []handover.Signal, score int) string {
	var found []string
	for _, s := range signals {
		if len(found) == 3 {
			found = append(found, fmt.Sprintf("%d more", len(signals)-3))
			break
		}
		found = append(found, fmt.Sprintf("%s on line %d", named(s), s.Line))
	}
	return fmt.Sprintf("move the build to a separate stage and copy its results: %s (score %d)", strings.Join(found, ", "), score)
}

func named(s handover.Signal) string {
	switch s.Kind {
	case buildStep:
		return s.Tool
	case packageInstall:
		return strings.Join(s.Packages, " ") + " from " + s.Manager
	}
	return "a download with " + s.Tool
}
