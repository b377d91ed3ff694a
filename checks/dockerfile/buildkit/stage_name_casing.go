package buildkit

import (
	"fmt"
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var stageNameCasing = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/StageNameCasing",
		Summary:  "Stage names are written in lower case",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "BuildKit takes a stage's name in lower case. COPY --from finds the stage in either case, but FROM only finds it in lower " +
			"case, and looks for an image otherwise.",
		Bad:  "FROM golang:1.26 AS Build\nRUN go build -o /app\nFROM scratch\nCOPY --from=Build /app /app\n",
		Good: "FROM golang:1.26 AS build\nRUN go build -o /app\nFROM scratch\nCOPY --from=build /app /app\n",
		Fix: "writes the name in lower case, and so does it with all FROM, COPY --from and RUN --mount that name the stage. They mean the same " +
			"stage before and after, as does --target.",
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
			p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage name %s is not in lower case", s.Name.Value),
				fixedits.Fix{Title: "Write " + lower, Edits: edits})
		}
	},
}

// mentionsOf returns those of the mentions of a name, which are in order, that a stage of that name is renamed with. Where
// several stages have the name, each has those from it to the next one, and the first also those before it, so that all are
// renamed and none twice.
func mentionsOf(p *lint.Pass, s *lint.Stage, mentions []lint.Mention) []lint.Mention {
	previous, next := p.Namesakes(s)
	behind := func(stage *lint.Stage) int {
		return sort.Search(len(mentions), func(i int) bool { return mentions[i].Ins.Start > stage.From.Start })
	}
	from, to := 0, len(mentions)
	if previous != nil {
		from = behind(s)
	}
	if next != nil {
		to = behind(next)
	}
	return mentions[from:to]
}
