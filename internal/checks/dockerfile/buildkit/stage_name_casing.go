package buildkit

import (
	"fmt"
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var stageNameCasing = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/StageNameCasing",
		Summary:  "Use lowercase stage names",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "BuildKit converts stage names to lower case. COPY --from finds the stage in any case, but FROM " +
			"finds it only in lower case, and looks for an image otherwise.",
		Bad:  "FROM golang:1.26 AS Build\nRUN go build -o /app\nFROM scratch\nCOPY --from=Build /app /app\n",
		Good: "FROM golang:1.26 AS build\nRUN go build -o /app\nFROM scratch\nCOPY --from=build /app /app\n",
		Fix: "writes the name in lower case, in all FROM, COPY --from and RUN --mount that refer to the stage " +
			"too. They refer to the same stage as before, as does --target.",
	},
	Check: func(p *lint.Pass) {
		var all lint.Mentions
		for _, s := range p.Stages {
			lower := strings.ToLower(s.Name.Value)
			if s.Name.Value == lower {
				continue
			}
			if all == nil {
				all = p.Mentions()
			}
			edits := p.ReplaceWord(s.From, s.Name, lower)
			for _, r := range mentionsOf(p, s, all[lower]) {
				edits = append(edits, r.Rename(p, lower)...)
			}
			p.ReportWord(s.From, s.Name, fmt.Sprintf("write the stage name %s in lower case", s.Name.Value),
				fixedits.Fix{Title: "Write " + lower, Edits: edits})
		}
	},
}

// mentionsOf returns the mentions of a name to rename with a stage; mentions
// must be in order. If several stages have the name, each gets the mentions
// from it to the next such stage, and the first also gets those before it, so
// that every mention is renamed once.
func mentionsOf(p *lint.Pass, s *lint.Stage, mentions []lint.Mention) []lint.Mention {
	previous, next := p.Namesakes(s)
	after := func(stage *lint.Stage) int {
		return sort.Search(len(mentions), func(i int) bool { return mentions[i].Ins.Start > stage.From.Start })
	}
	from, to := 0, len(mentions)
	if previous != nil {
		from = after(s)
	}
	if next != nil {
		to = after(next)
	}
	return mentions[from:to]
}
