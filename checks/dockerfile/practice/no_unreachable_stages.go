package practice

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
)

var noUnreachableStages = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/no-unreachable-stages",
		Summary:  "Every stage is part of what is built",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "A stage that the last one needs nothing of is not built, so nobody notices when it breaks. Stages that are built by " +
			"--target are named by the option targets.",
		Bad:     "FROM golang:1.26 AS build\nRUN make\n\nFROM debian:12\nCOPY app /app\n",
		Good:    "FROM golang:1.26 AS build\nRUN make\n\nFROM debian:12\nCOPY --from=build /app /app\n",
		Options: []checks.Option{{Name: "targets", Kind: config.Strings, Default: []string(nil), Doc: "names of stages that are built by --target; * stands for any"}},
	},
	Check: func(p *lint.Pass) {
		if len(p.Stages) == 0 {
			return
		}
		reached := make([]bool, len(p.Stages))
		reached[len(p.Stages)-1] = true
		targets := p.Texts("targets")
		for _, s := range p.Stages {
			if isTarget(s.Name.Value, targets) {
				reached[s.Index] = true
			}
		}
		// What a stage needs is before it, so that one look at each, from the last on, is enough.
		for i := len(p.Stages) - 1; i >= 0; i-- {
			if reached[i] {
				if any := reach(p, p.Stages[i], reached); any {
					return
				}
				continue
			}
			name := fmt.Sprint(i)
			if written := p.Stages[i].Name.Value; written != "" {
				name = fmt.Sprintf("%q", written)
			}
			p.ReportAt(p.Stages[i].From, fmt.Sprintf("nothing needs the stage %s", name))
		}
	},
}

// reach marks the stages that one needs, and reports whether it may need any that is before it, as a variable says which.
func reach(p *lint.Pass, s *lint.Stage, reached []bool) (any bool) {
	if strings.Contains(s.Base.Value, "$") {
		return true
	}
	if s.Parent != nil {
		reached[s.Parent.Index] = true
	}
	for _, ins := range s.Instructions {
		for _, flag := range lint.Inner(ins).Flags {
			from := imageOf(flag)
			if from == "" {
				continue
			}
			if strings.Contains(from, "$") {
				return true
			}
			if needed := p.StageBefore(s, from); needed != nil {
				reached[needed.Index] = true
			}
		}
	}
	return false
}

func isTarget(name string, targets []string) bool {
	return name != "" && slices.ContainsFunc(targets, func(t string) bool {
		head, tail, pattern := strings.Cut(t, "*")
		if !pattern {
			return strings.EqualFold(t, name)
		}
		return len(name) >= len(head)+len(tail) && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail)
	})
}
