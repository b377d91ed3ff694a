package buildkit

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var undefinedArgInFrom = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/UndefinedArgInFrom",
		Summary:  "Declare the variables of FROM with ARG before the first FROM",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "FROM can use variables that an ARG before the first FROM declares, and predefined platform " +
			"variables such as BUILDPLATFORM. Any other variable is empty, whatever --build-arg says.",
		Bad:  "ARG DEBIAN_VERSION=12\nFROM debian:${DEBIAN_VERSIO}\n",
		Good: "ARG DEBIAN_VERSION=12\nFROM debian:${DEBIAN_VERSION}\n",
		Fix:  "uses the declared variable with the most similar name, which differs in at most two letters.",
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

// checkFromWord checks a word of a FROM; exact reports whether text is the word
// as written in the file.
func checkFromWord(p *lint.Pass, s *lint.Stage, env lint.Env, w syntax.Word, text string, exact bool) {
	undefined := env.Expand(text).Undefined
	if len(undefined) == 0 {
		return
	}
	found := lint.References(text, p.Escape, false)
	for _, name := range undefined {
		near := env.Near(name)
		f := lint.Finding{Message: fmt.Sprintf("%s is not declared by an ARG before the first FROM%s", name, didYouMean(near)), Span: lint.Words(s.From, w)}
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
	return fmt.Sprintf(": did you mean %s?", near)
}
