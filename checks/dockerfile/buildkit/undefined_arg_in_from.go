package buildkit

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var undefinedArgInFrom = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/UndefinedArgInFrom",
		Summary:  "FROM uses no variable that no ARG before it declares",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "FROM knows the variables that an ARG before the first FROM declares, and those of platforms such as BUILDPLATFORM. Any other " +
			"expands to nothing, whatever --build-arg says.",
		Bad:  "ARG DEBIAN_VERSION=12\nFROM debian:${DEBIAN_VERSIO}\n",
		Good: "ARG DEBIAN_VERSION=12\nFROM debian:${DEBIAN_VERSION}\n",
		Fix:  "writes the name of the declared variable that differs least, in no more than two letters.",
	},
	Check: func(p *lint.Pass) {
		env := p.Global()
		for _, s := range p.Stages {
			checkFromWord(p, s, env, s.Base, s.Base.Value, true)
			if f := s.Platform; f != nil {
				arg := syntax.Word{Value: f.Arg, Start: f.ArgAt, End: f.End}
				checkFromWord(p, s, env, arg, f.Arg, f.End-f.ArgAt == len(f.Arg))
			}
		}
	},
}

// checkFromWord looks at a word of a FROM; exact is whether text is how the word stands in the file.
func checkFromWord(p *lint.Pass, s *lint.Stage, env lint.Env, w syntax.Word, text string, exact bool) {
	undefined := env.Expand(text).Undefined
	if len(undefined) == 0 {
		return
	}
	found := lint.References(text, p.Escape, false)
	for _, name := range undefined {
		near := env.Near(name)
		f := lint.Finding{Message: fmt.Sprintf("no ARG before the first FROM declares %s%s", name, didYouMean(near)), Span: lint.Words(s.From, w)}
		if exact {
			var edits []fixedits.Edit
			for _, ref := range found {
				if ref.Name == name {
					edits = append(edits, p.Replace(s.From, w.Start+ref.Start, w.Start+ref.End, near)...)
				}
			}
			if len(edits) > 0 {
				f.Span = lint.Span{Start: edits[0].Start, End: edits[0].End}
			}
			if near != "" {
				f.Fixes = slices.DeleteFunc([]fixedits.Fix{{Title: "Write " + near, Edits: edits}}, func(f fixedits.Fix) bool { return len(f.Edits) == 0 })
			}
		}
		p.Report(f)
	}
}

func didYouMean(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf(": is %s meant?", near)
}
