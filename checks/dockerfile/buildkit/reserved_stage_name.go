package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var reservedStageName = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ReservedStageName",
		Summary:  "no stage is named scratch or context",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "scratch is the empty image, and context is the folder that is built from. A stage of that name hides them from what follows " +
			"it: FROM scratch is no longer empty.",
		Bad:  "FROM alpine:3.22 AS scratch\nRUN make\n",
		Good: "FROM alpine:3.22 AS scratch-stage\nRUN make\n",
		Fix: "puts -stage behind the name, and does so with all FROM, COPY --from and RUN --mount that name the stage. What is built " +
			"stays the same, but whoever builds the stage with --target has to name it by its new name.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			name := strings.ToLower(s.Name.Value)
			if name != lint.Scratch && name != "context" {
				continue
			}
			p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage name %s has a meaning of its own", name), renamedReserved(p, s, name)...)
		}
	},
}

// renamedReserved returns the fix for a stage, unless the name is that of several stages, or the new name is another's.
func renamedReserved(p *lint.Pass, s *lint.Stage, name string) []fixedits.Fix {
	fresh := name + "-stage"
	for _, other := range p.Stages {
		if n := strings.ToLower(other.Name.Value); n == fresh || n == name && other != s {
			return nil
		}
	}
	edits := p.ReplaceWord(s.From, s.Name, fresh)
	for _, r := range findMentions(p)[name] {
		if r.ins.Name == "from" && r.from != s {
			continue // a FROM scratch before the stage
		}
		edits = append(edits, r.rename(p, fresh)...)
	}
	return []fixedits.Fix{{Title: "Name it " + fresh, Edits: edits}}
}
