package format

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// A Language is what the checker knows of a language besides how to format it: which files are its, and what the
// documentation of its two rules says.
type Language struct {
	Known  formatting.Language // with any options
	Schema config.FormatSchema // what [format.LANG] may say

	Title     string // the language
	Tool      string // whose format is the canonical one
	Bad, Good string // a file before and after formatting
	Broken    string // a file that does not parse
	Mended    string // the same file, parsing
	// Foreign returns why a file that does not parse may be valid all the same,
	// or "" where it is not. Nil: it never is.
	Foreign func(path string, content []byte) string

	More string // what else there is to know about the format, in full sentences
}

// rules returns the two rules of the language: whether its files parse, and whether they are formatted.
func (l Language) rules() []checks.Rule {
	name, more := l.Known.Name(), l.More
	if l.Schema.Off {
		more += fmt.Sprintf(" It is off unless autofix.toml has `enabled = true` in [format.%s].", name)
	}
	return []checks.Rule{
		{
			Name:     "format/" + name,
			Summary:  fmt.Sprintf("%s is formatted as by %s", l.Title, l.Tool),
			Phase:    fixedits.PhaseFormat,
			Severity: fixedits.SeverityWarning,
			Safety:   fixedits.SafetySafe,
			Why: "Where layout is no longer a matter of choice, reviews are about content, and a change shows nothing " +
				"but what it changes. " + more,
			Bad:    l.Bad,
			Good:   l.Good,
			Format: &l.Schema,
			Fix: fmt.Sprintf("The whole file becomes what %s makes of it, line ends excepted: CRLF stays CRLF. The result "+
				"must parse, say what the file said, and format to itself, or the file is left as it is and the finding says "+
				"why. Layout has no meaning, so the fix is safe. Where other fixes change the same file, it is formatted after them.", l.Tool),
		},
		{
			Name:     "syntax/" + name,
			Summary:  fmt.Sprintf("%s parses", l.Title),
			Phase:    fixedits.PhaseSyntax,
			Severity: fixedits.SeverityError,
			Why: "A file that does not parse is neither formatted nor fixed, and what else is wrong in it may stay hidden. " +
				"The place is where the parser gave up, which is at the mistake or after it." + l.foreign(),
			Bad:  l.Broken,
			Good: l.Mended,
		},
	}
}

// foreign says of the syntax rule what is no error.
func (l Language) foreign() string {
	if l.Foreign == nil {
		return ""
	}
	return " A file that may be valid all the same, such as a template, is no error: the finding is an info, and says why."
}
