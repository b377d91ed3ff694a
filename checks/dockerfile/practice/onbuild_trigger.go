package practice

import (
	"fmt"
	"strings"

	"github.com/agext/levenshtein"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var invalidOnbuildTrigger = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/invalid-onbuild-trigger",
		Summary:  "What ONBUILD holds is an instruction that a build takes",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "A build keeps what ONBUILD holds and does not read it, so that it succeeds with a misspelled instruction or without an " +
			"argument. What fails is every build that begins from the image. ONBUILD, FROM and MAINTAINER, at which the build itself " +
			"fails, are left to DL3043.",
		Bad:  "FROM debian:12\nONBUILD COYP . /app\n",
		Good: "FROM debian:12\nONBUILD COPY . /app\n",
		Fix: "writes the instruction whose name is nearest, if one is near. It is a suggestion, since nothing has run the instruction " +
			"so far.",
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
					p.ReportWord(inner, inner.Keyword, "a build that begins from this image fails: "+why)
				}
			case p.RefusedTrigger(ins) != "":
				p.ReportWord(inner, inner.Keyword, unknownTrigger(inner.Keyword.Value), nearestInstruction(p, inner)...)
			}
		}
	},
}

func unknownTrigger(written string) string {
	message := fmt.Sprintf("there is no instruction %q", written)
	if near := nearInstruction(written); near != "" {
		message += ": did you mean " + near + "?"
	}
	return message
}

// nearestInstruction returns the fix that writes the instruction that is meant,
// or none.
func nearestInstruction(p *lint.Pass, ins *syntax.Instruction) []fixedits.Fix {
	near := nearInstruction(ins.Keyword.Value)
	if near == "" {
		return nil
	}
	keyword := p.Cased(near)
	return []fixedits.Fix{{Title: "Write " + keyword, Edits: p.ReplaceWord(ins, ins.Keyword, keyword)}}
}

// triggers are the instructions that ONBUILD may hold.
var triggers = []string{
	"ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "HEALTHCHECK", "LABEL", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
}

// nearInstruction returns the one instruction that differs least from a name, in
// less than half of its letters and no more than two, or "".
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

// distanceOf is the number of letters to change, add or leave out, of which two
// neighbors that changed places are one.
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
