package practice

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/agext/levenshtein"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var syntaxDirectiveTypo = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/syntax-directive-typo",
		Summary:  "Spell parser directives correctly",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "BuildKit treats a directive such as `# syntax=docker/dockerfile:1` as a comment if its name is " +
			"misspelled, or if it has : instead of =. The rule checks comments at the top of the file whose text " +
			"may be a value of the directive.",
		Bad:  "# sytnax=docker/dockerfile:1\nFROM debian:12\n",
		Good: "# syntax=docker/dockerfile:1\nFROM debian:12\n",
		Fix:  "corrects the directive. It is a suggestion, because the directive had no effect before.",
	},
	Check: func(p *lint.Pass) {
		for _, c := range p.Comments {
			if len(p.Instructions) > 0 && c.Start > p.Instructions[0].Start {
				return
			}
			meant := directiveMeant(c.Text)
			if meant == "" {
				continue
			}
			span := lint.Span{Start: c.Start, End: c.End}
			p.Report(lint.Finding{
				Message: fmt.Sprintf("this comment is not a parser directive: use # %s", meant),
				Span:    span,
				Fixes:   []fixedits.Fix{{Title: "Write # " + meant, Edits: p.ReplaceSpan(span, "# "+meant)}},
			})
		}
	},
}

var directiveForm = lazyregexp.New(`^([A-Za-z]+)\s*([=:])\s*(\S+)$`)

// directiveValues matches the values of parser directives.
var directiveValues = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"syntax": regexp.MustCompile(`^[a-z0-9./-]*docker[a-z0-9./-]*(:[A-Za-z0-9._-]+)?(@sha256:[0-9a-f]+)?$`),
		"escape": regexp.MustCompile("^[`\\\\]$"),
		"check":  regexp.MustCompile(`^(skip|error|experimental)=\S+$`),
	}
})

// directiveMeant returns the directive that a comment is likely intended to be.
// It returns "" for a valid directive or an ordinary comment.
func directiveMeant(comment string) string {
	match := directiveForm().FindStringSubmatch(comment)
	if match == nil {
		return ""
	}
	written := strings.ToLower(match[1])
	for name, form := range directiveValues() {
		distance := levenshtein.Distance(written, name, nil)
		if form.MatchString(match[3]) && distance <= 2 && (distance > 0 || match[2] == ":") {
			return name + "=" + match[3]
		}
	}
	return ""
}
