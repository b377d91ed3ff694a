// Package format reports files that are not in canonical form, with a fix, and
// files that do not parse.
package format

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Formats provides the formatters that a configuration sets up.
type Formats interface {
	// For returns the formatters for a file. An error is about an option.
	For(c *config.Config, path string) (*formatting.Registry, error)
	// Parser returns the parser of a language for a file that is not formatted.
	Parser(c *config.Config, path, language string) (*formatting.Registry, error)
}

// New returns the checker for languages. A configuration of formats may turn
// some of them off.
func New(formats Formats, languages []Language) *Checker {
	return &Checker{formats, languages, sync.OnceValue(func() []checks.Rule {
		var rules []checks.Rule
		for _, l := range languages {
			rules = append(rules, l.rules()...)
		}
		return append(rules, duplicateKey)
	})}
}

// A Checker is the checker.
type Checker struct {
	formats   Formats
	languages []Language
	rules     func() []checks.Rule
}

func (*Checker) Name() string { return "format" }

func (c *Checker) Rules() []checks.Rule { return c.rules() }

// Reads returns the kinds of files that the formatters read, and the files of
// the configuration of other formatters.
func (c *Checker) Reads() []*config.FileKind {
	var kinds []*config.FileKind
	for _, l := range c.languages {
		for _, file := range l.Schema.Files {
			kinds = append(kinds, file.Kind)
		}
		if l.Schema.Claims != nil {
			kinds = append(kinds, l.Schema.Claims.Kind)
		}
	}
	return kinds
}

func (c *Checker) Match(f checks.File, _ *config.Config) bool {
	return slices.ContainsFunc(c.languages, func(l Language) bool { return l.Known.Match(f.Path, f.Content) })
}

// Concerns reports whether a rule is for the language of a file.
func (c *Checker) Concerns(rule string, f checks.File, config *config.Config) bool {
	l, _, err := c.languageOf(f, config)
	if err != nil {
		return false // Check reports it
	}
	name := l.Known.Name()
	return rule == duplicateKey.Name || rule == formatting.RuleOf(name) || rule == "syntax/"+name
}

func (c *Checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	l, formatted, err := c.languageOf(f, s.Config)
	if err != nil {
		return nil, err
	}
	if !formatted {
		return c.parsed(l, f, s)
	}
	formats, err := c.formats.For(s.Config, f.Path)
	if err != nil {
		return nil, err
	}
	formats = formats.With(f.Memo)
	result, err := format(formats, f, s.Bare)
	if err := c.noteReads(result.Language, f, s); err != nil {
		return nil, err
	}
	if syntax, ok := errors.AsType[*formatting.SyntaxError](err); ok {
		return []checks.Finding{c.mistake(result.Language, f, syntax)}, nil
	}
	if refused, ok := errors.AsType[*formatting.RefusedError](err); ok {
		return []checks.Finding{{
			Rule:     "format/" + result.Language,
			Severity: fixedits.SeverityInfo,
			Message:  "not formatted: " + refused.Reason,
		}}, nil
	}
	if err != nil {
		return nil, err
	}
	s.Idle(formats.Idle(f.Path, f.Content)...)
	var findings []checks.Finding
	if formats.HasKeys(f.Path, f.Content) { // else it was parsed already
		findings, err = duplicates(formats, f, s)
	}
	if err != nil || !result.Changed {
		return findings, err
	}
	if s.Bare {
		return append(findings, checks.Finding{Rule: "format/" + result.Language, Message: "not formatted"}), nil
	}
	return append(findings, difference(f, result)), nil
}

// Reports reports whether a file that does not parse has a finding about it.
// Otherwise it may be a template.
func (c *Checker) Reports(f checks.File, config *config.Config) bool {
	if !c.Match(f, config) {
		return false
	}
	l, formatted, err := c.languageOf(f, config)
	if formatted || err != nil {
		return true
	}
	parser, err := c.formats.Parser(config, f.Path, l.Known.Name())
	if err != nil {
		return true
	}
	syntax, ok := errors.AsType[*formatting.SyntaxError](parser.With(f.Memo).Parse(f.Path, f.Content))
	return ok && c.mistake(l.Known.Name(), f, syntax).Severity == ""
}

// languageOf returns the language of a file that Match accepts, and whether the
// file is formatted: the first language in which it is, or else the first.
func (c *Checker) languageOf(f checks.File, config *config.Config) (of Language, formatted bool, err error) {
	found := false
	for _, l := range c.languages {
		if !l.Known.Match(f.Path, f.Content) {
			continue
		}
		formatted, err := config.FormatsFile(l.Schema, f.Path)
		if formatted || err != nil {
			return l, formatted, err
		}
		if !found {
			of, found = l, true
		}
	}
	return of, false, nil
}

// parsed returns the findings in a file that is not formatted. A file that may
// be valid all the same has none: there is no formatting to miss.
func (c *Checker) parsed(l Language, f checks.File, s checks.Settings) ([]checks.Finding, error) {
	rule := "syntax/" + l.Known.Name()
	if !s.Enabled(rule) && !s.Enabled(duplicateKey.Name) {
		return nil, nil
	}
	parser, err := c.formats.Parser(s.Config, f.Path, l.Known.Name())
	if err != nil {
		return nil, err
	}
	findings, err := duplicates(parser.With(f.Memo), f, s)
	switch e := err.(type) {
	case *formatting.SyntaxError:
		if found := c.mistake(l.Known.Name(), f, e); found.Severity == "" {
			return []checks.Finding{found}, nil
		}
		return nil, nil
	case *formatting.RefusedError:
		return nil, nil
	}
	return findings, err
}

// mistake returns the finding of a syntax error.
func (c *Checker) mistake(language string, f checks.File, e *formatting.SyntaxError) checks.Finding {
	found := checks.Finding{Rule: "syntax/" + language, Message: e.Msg, Start: e.Offset, End: e.Offset}
	if why := c.foreign(language, f); why != "" {
		found.Severity = fixedits.SeverityInfo
		found.Message += "; not an error, because " + why
	}
	return found
}

// noteReads notes the files that the formatter of a language has read.
func (c *Checker) noteReads(language string, f checks.File, s checks.Settings) error {
	for _, l := range c.languages {
		if l.Known.Name() == language && len(l.Schema.Files) > 0 {
			files, err := s.Config.FormatFiles(l.Schema, f.Path)
			s.Read(files...)
			return err
		}
	}
	return nil
}

// format formats a file. A bare result has no text.
func format(formats *formatting.Registry, f checks.File, bare bool) (result formatting.Result, err error) {
	if bare {
		result.Language, result.Changed, err = formats.Differs(f.Path, f.Content)
		return result, err
	}
	return formats.Format(f.Path, f.Content)
}

// difference returns the finding for a file that is not in canonical form. Its
// one fix has an edit for each place, so that a review shows only the changes.
func difference(f checks.File, result formatting.Result) checks.Finding {
	changes := textdiff.Changes(f.Content, result.Text)
	fix := fixedits.Fix{Title: "Format the file", Certificate: result.Certificate, Edits: make([]fixedits.Edit, len(changes))}
	size := 0
	for _, c := range changes {
		size += len(c.New)
	}
	texts := make([]byte, 0, size) // a copy, so that a small edit does not retain the whole result
	for i, c := range changes {
		start := len(texts)
		texts = append(texts, c.New...)
		fix.Edits[i] = fixedits.Edit{Path: f.Path, Start: c.Start, End: c.End, New: texts[start:len(texts):len(texts)]}
	}
	return checks.Finding{
		Rule:    "format/" + result.Language,
		Message: Message(f.Content, changes),
		Start:   changes[0].Start,
		End:     changes[0].End,
		Fixes:   []fixedits.Fix{fix},
	}
}

// Message returns the message of a finding for the changes of a formatter.
func Message(content []byte, changes []textdiff.Change) string {
	line := position.At(content, changes[0].Start).Line
	if len(changes) == 1 {
		return fmt.Sprintf("not formatted at line %d", line)
	}
	return fmt.Sprintf("not formatted in %d places, the first at line %d", len(changes), line)
}

// foreign returns why a file that does not parse may be valid all the same, or
// "".
func (c *Checker) foreign(language string, f checks.File) string {
	for _, l := range c.languages {
		if l.Known.Name() == language && l.Foreign != nil {
			return l.Foreign(f.Path, f.Content)
		}
	}
	return ""
}
