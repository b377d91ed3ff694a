package format

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A Language is a language with its configuration and the documentation of its
// two rules.
type Language struct {
	Known  formatting.Language // with any options
	Schema config.FormatSchema // of [format.LANG]

	Title     string // the files of the language, as a plural noun
	Tool      string // the tool whose format is canonical
	Bad, Good string // a file before and after formatting
	Broken    string // a file that does not parse
	Fixed     string // the same file without the error
	// Foreign returns why a file that does not parse may still be valid, or ""
	// if it is not. If it is nil, no such file is valid.
	Foreign func(path string, content []byte) string

	More string // more documentation of the format, in full sentences
}

// rules returns the two rules of the language: whether its files parse, and
// whether they are formatted.
func (l Language) rules() []checks.Rule {
	name, more := l.Known.Name(), l.More
	if l.Schema.Off {
		more += fmt.Sprintf(" The formatter is off unless autofix.toml has `enabled = true` in [format.%s].", name)
	}
	return []checks.Rule{
		{
			Name:     "format/" + name,
			Summary:  fmt.Sprintf("%s are formatted with %s", l.Title, l.Tool),
			Phase:    fixedits.PhaseFormat,
			Severity: fixedits.SeverityWarning,
			Safety:   fixedits.SafetySafe,
			Why: "With one layout for all files, reviews do not discuss formatting, and diffs show only changes in " +
				"content. " + more,
			Bad:    l.Bad,
			Good:   l.Good,
			Format: &l.Schema,
			Fix: fmt.Sprintf("Formats the whole file with %s. CRLF line endings stay. The result must parse, have the same "+
				"meaning, and not change if it is formatted again. Otherwise the file is not changed, and the finding gives the "+
				"reason. The fix is safe, because layout has no meaning. If other fixes change the same file, it is formatted "+
				"after them.", l.Tool),
		},
		{
			Name:     "syntax/" + name,
			Summary:  fmt.Sprintf("%s parse", l.Title),
			Phase:    fixedits.PhaseSyntax,
			Severity: fixedits.SeverityError,
			Why: "A file that does not parse is neither formatted nor fixed, and other findings in it may be missing. " +
				"The position is where the parser stopped, which is at or after the mistake. The rule also applies to files " +
				"that are not formatted." + l.foreign(),
			Bad:  l.Broken,
			Good: l.Fixed,
		},
	}
}

// foreign documents which files the syntax rule does not report as errors.
func (l Language) foreign() string {
	if l.Foreign == nil {
		return ""
	}
	return " If the file may still be valid, for example as a template, the finding has the severity info and gives the reason, " +
		"or there is none if the file is not formatted."
}
