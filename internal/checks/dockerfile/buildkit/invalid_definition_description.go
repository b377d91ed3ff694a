package buildkit

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var invalidDefinitionDescription = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/InvalidDefinitionDescription",
		Summary:  "Begin the comment of a stage or ARG with its name",
		Phase:    fixedits.PhaseStyle,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetySafe,
		Why: "docker build --call=outline and --call=targets show the comment before a stage or an ARG as its " +
			"description, if it begins with the name. A line with only # separates other comments from the " +
			"instruction; an empty line does not. The rule is off by default, because it is experimental in " +
			"BuildKit.",
		Bad:  "# the compiler\nFROM golang:1.26 AS build\nRUN go build\n",
		Good: "# build has the compiler\nFROM golang:1.26 AS build\nRUN go build\n",
		Fix:  "adds a line with only # after the comment. The build stays the same.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if len(ins.Comments) == 0 || ins.Err != nil {
				continue
			}
			var names []syntax.Word
			switch {
			case ins.Name == "arg":
				for _, pair := range ins.Pairs {
					names = append(names, pair.Key)
				}
			case s != nil && ins == s.From && s.Name.Value != "":
				names = []syntax.Word{s.Name}
			}
			if len(names) > 0 {
				checkDescription(p, ins, names)
			}
		}
	},
}

func checkDescription(p *lint.Pass, ins *syntax.Instruction, names []syntax.Word) {
	comments := p.Node(ins).PrevComment
	comment := comments[len(comments)-1]
	first, _, _ := strings.Cut(comment, " ")
	describes := slices.ContainsFunc(names, func(w syntax.Word) bool {
		if ins.Name == "from" {
			return first == strings.ToLower(w.Value)
		}
		return first == w.Value
	})
	if describes || isDirective(comment) {
		return
	}
	line := strings.LastIndexByte(p.Source[:ins.Start], '\n') + 1
	p.ReportWord(ins, names[0], fmt.Sprintf("begin the comment above with %s, or add a line with only # after it", names[0].Value), fixedits.Fix{
		Title: "Separate the comment",
		Edits: p.ReplaceSpan(lint.Span{Start: line, End: line}, "#"+p.LineEnd(line-1)),
	})
}

// isDirective reports whether a comment is a directive of a tool for the
// instruction after it, which would stop working if it were separated. BuildKit
// treats it as a description.
func isDirective(comment string) bool {
	comment = strings.TrimLeft(comment, "# \t") // an indented comment still has its #
	for _, start := range []string{"check=", "hadolint ", "autofix:"} {
		if strings.HasPrefix(comment, start) {
			return true
		}
	}
	return false
}
