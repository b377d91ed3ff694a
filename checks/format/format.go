// Package format reports files that are not in canonical form, with a fix, and
// files that do not parse.
package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// Formats provides the formatters that a configuration sets up.
type Formats interface {
	// For returns the formatters for a file. An error is about an option.
	For(c *config.Config, path string) (*formatting.Registry, error)
}

// New returns the checker for languages. A configuration of formats may turn
// some of them off.
func New(formats Formats, languages []Language) checks.Checker {
	return &checker{formats, languages, sync.OnceValue(func() []checks.Rule {
		var rules []checks.Rule
		for _, l := range languages {
			rules = append(rules, l.rules()...)
		}
		return rules
	})}
}

type checker struct {
	formats   Formats
	languages []Language
	rules     func() []checks.Rule
}

func (*checker) Name() string { return "format" }

func (c *checker) Rules() []checks.Rule { return c.rules() }

// Reads returns the kinds of files that the formatters read, and those of the
// configuration of other formatters.
func (c *checker) Reads() []*config.FileKind {
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

func (c *checker) Match(f checks.File, config *config.Config) bool {
	return slices.ContainsFunc(c.languages, func(l Language) bool {
		if !config.Formats(l.Schema) || !l.Known.Match(f.Path, f.Content) {
			return false
		}
		formatted, err := config.FormatsFile(l.Schema, f.Path)
		return formatted || err != nil // Check returns the error
	})
}

func (c *checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	formats, err := c.formats.For(s.Config, f.Path)
	if err != nil {
		return nil, err
	}
	result, err := format(formats.With(f.Memo), f, s.Bare)
	if err := c.noteReads(result.Language, f, s); err != nil {
		return nil, err
	}
	if syntax, ok := errors.AsType[*formatting.SyntaxError](err); ok {
		if why := c.foreign(result.Language, f); why != "" {
			return []checks.Finding{{
				Rule:     "syntax/" + result.Language,
				Severity: fixedits.SeverityInfo,
				Message:  syntax.Msg + "; not an error, because " + why,
				Start:    syntax.Offset,
				End:      syntax.Offset,
			}}, nil
		}
		return []checks.Finding{{
			Rule:    "syntax/" + result.Language,
			Message: syntax.Msg,
			Start:   syntax.Offset,
			End:     syntax.Offset,
		}}, nil
	}
	if refused, ok := errors.AsType[*formatting.RefusedError](err); ok {
		return []checks.Finding{{
			Rule:     "format/" + result.Language,
			Severity: fixedits.SeverityInfo,
			Message:  "not formatted: " + refused.Reason,
		}}, nil
	}
	if err != nil || !result.Changed {
		return nil, err
	}
	if s.Bare {
		return []checks.Finding{{Rule: "format/" + result.Language, Message: "not formatted"}}, nil
	}
	return []checks.Finding{difference(f, result)}, nil
}

// noteReads notes the files that the formatter of a language has read.
func (c *checker) noteReads(language string, f checks.File, s checks.Settings) error {
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
		Message: message(f.Content, changes),
		Start:   changes[0].Start,
		End:     changes[0].End,
		Fixes:   []fixedits.Fix{fix},
	}
}

func message(content []byte, changes []textdiff.Change) string {
	line := 1 + bytes.Count(content[:changes[0].Start], []byte("\n"))
	if len(changes) == 1 {
		return fmt.Sprintf("not formatted at line %d", line)
	}
	return fmt.Sprintf("not formatted in %d places, the first at line %d", len(changes), line)
}

// foreign returns why a file that does not parse may be valid all the same, or
// "".
func (c *checker) foreign(language string, f checks.File) string {
	for _, l := range c.languages {
		if l.Known.Name() == language && l.Foreign != nil {
			return l.Foreign(f.Path, f.Content)
		}
	}
	return ""
}
