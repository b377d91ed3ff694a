package practice

import (
	"fmt"
	"strings"

	"github.com/agext/levenshtein"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var invalidOnbuildTrigger = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/invalid-onbuild-trigger",
		Summary:  "Use valid instructions in ONBUILD",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "A build stores the trigger of an ONBUILD without parsing it, so it succeeds even if the instruction " +
			"is misspelled or has no argument. Every build on top of the image then fails. ONBUILD, FROM and " +
			"MAINTAINER, which fail the build itself, are covered by DL3043.",
		Bad:  "FROM debian:12\nONBUILD COYP . /app\n",
		Good: "FROM debian:12\nONBUILD COPY . /app\n",
		Fix: "replaces the name with that of the most similar instruction, if there is one. It is a suggestion, " +
			"because the instruction has never run.",
	},
	Check: func(p *lint.Pass) {
		for _, ins := range p.All {
			if ins.OnBuild == nil {
				continue
			}
			switch inner := ins.OnBuild; {
			case inner.Name == "onbuild", inner.Name == "from", inner.Name == "maintainer":
			case syntax.Known(inner.Name):
				if why := p.RefusedTrigger(ins); why != "" {
					p.ReportWord(inner, inner.Keyword, "builds on top of this image fail: "+why)
				}
			case p.RefusedTrigger(ins) != "":
				p.ReportWord(inner, inner.Keyword, unknownTrigger(inner.Keyword.Value), nearestInstruction(p, inner)...)
			}
		}
	},
}

func unknownTrigger(written string) string {
	message := fmt.Sprintf("unknown instruction %q", written)
	if near := nearInstruction(written); near != "" {
		message += ": did you mean " + near + "?"
	}
	return message
}

// nearestInstruction returns the fix that writes the intended instruction, or
// no fix.
func nearestInstruction(p *lint.Pass, ins *syntax.Instruction) []fixedits.Fix {
	near := nearInstruction(ins.Keyword.Value)
	if near == "" {
		return nil
	}
	keyword := p.Cased(near)
	return []fixedits.Fix{{Title: "Write " + keyword, Edits: p.ReplaceWord(ins, ins.Keyword, keyword)}}
}

// triggers are the instructions that are allowed in ONBUILD.
var triggers = []string{
	"ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "HEALTHCHECK", "LABEL", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
}

// nearInstruction returns the one instruction that is most similar to a name,
// with edits to less than half of its letters and at most two, or "".
func nearInstruction(written string) string {
	if len(written) > 16 {
		return ""
	}
	near, least, tied := "", 3, false
	for _, name := range triggers {
		distance := distanceOf(strings.ToUpper(written), name)
		switch {
		case 2*distance >= len(name) || distance > least:
		case distance == least:
			tied = true
		default:
			near, least, tied = name, distance, false
		}
	}
	if tied {
		return ""
	}
	return near
}

// distanceOf returns the number of letters to change, add or delete. Swapping
// two neighbors counts as one.
func distanceOf(written, name string) int {
	distance := levenshtein.Distance(written, name, nil)
	for i := 0; i+1 < len(written); i++ {
		swapped := written[:i] + written[i+1:i+2] + written[i:i+1] + written[i+2:]
		if swapped == name {
			return 1
		}
	}
	return distance
}
