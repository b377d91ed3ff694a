// Package eslint reads the output of `eslint --format=json`.
//
// The format is documented at
// https://eslint.org/docs/latest/use/formatters/#json.
package eslint

import (
	"cmp"
	"errors"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the findings. Rules are named eslint/RULE, such as
// eslint/no-var; a plugin's are eslint/PLUGIN/RULE. A file that does not parse
// has a finding of the rule eslint/parsing-error. ESLint's severities error and
// warn are error and warning.
//
// A rule's fix, which must not change what code does, is safe. Its suggestions,
// which may, are suggestions.
type Adapter struct{}

// A file is one element of the output.
type file struct {
	FilePath string                     `json:"filePath"`
	Messages adapters.Member[[]message] `json:"messages"`
	Source   *string                    `json:"source"` // the text; missing if it was fixed
	Output   *string                    `json:"output"` // the text after --fix or --fix-dry-run, for which the messages are
}

type message struct {
	RuleID      *string      `json:"ruleId"`
	Fatal       bool         `json:"fatal"`
	Severity    int          `json:"severity"` // 1 is a warning, 2 an error
	Message     string       `json:"message"`
	Line        int          `json:"line"` // 0 for the whole file
	Column      int          `json:"column"`
	EndLine     int          `json:"endLine"` // 0 if not known
	EndColumn   int          `json:"endColumn"`
	Fix         *fix         `json:"fix"`
	Suggestions []suggestion `json:"suggestions"`
}

type suggestion struct {
	Desc string `json:"desc"`
	Fix  *fix   `json:"fix"`
}

type fix struct {
	Range [2]int `json:"range"` // code units without the byte order mark; -1 is before that mark
	Text  string `json:"text"`
}

// Whole returns an error if a required part is missing.
func (f *file) Whole() error {
	if f.FilePath == "" {
		return adapters.NoMember("filePath")
	}
	if !f.Messages.Set {
		return adapters.NoMember("messages")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	index := 0 // of the message, over all files
	err := adapters.EachElement(in, result, func(_ int, f *file) {
		path, err := files.Find(f.FilePath, dir)
		if err == nil {
			err = f.compare(files, path)
		}
		for i := range f.Messages.Value {
			m := &f.Messages.Value[i]
			at := adapters.Refusal{Index: index, ID: ruleOf(m), Path: path}
			index++
			if err != nil {
				result.RefuseFinding(at, findingOf(at, m), err)
				continue
			}
			add(result, files, at, m)
		}
	})
	return result, err
}

// errFixed refuses messages for a text that is not that of the file.
var errFixed = errors.New("the messages are for the text that --fix-dry-run would make of it: run ESLint without this flag")

// compare compares the text that the messages are for with that of the file.
func (f *file) compare(files *adapters.Files, path string) error {
	text, err := files.Text(path)
	switch {
	case err != nil:
		return err
	case f.Output != nil && f.Source == nil:
		if strings.TrimPrefix(*f.Output, mark) != strings.TrimPrefix(string(text), mark) {
			return errFixed
		}
		files.HoldsDigest(path, fixedits.Digest(text))
	case f.Source != nil:
		files.HoldsDigest(path, fixedits.Digest([]byte(strings.TrimPrefix(*f.Source, mark))))
	}
	return nil
}

const mark = "\ufeff"

func ruleOf(m *message) string {
	switch {
	case m.RuleID != nil:
		return *m.RuleID
	case m.Fatal:
		return "parsing-error"
	}
	return "notice" // such as a directive that disables nothing
}

// findingOf returns a message without its place in bytes.
func findingOf(at adapters.Refusal, m *message) fixedits.Diagnostic {
	d := fixedits.Diagnostic{
		Rule: "eslint/" + at.ID, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning,
		Message: m.Message, Path: at.Path, Line: m.Line,
	}
	if m.Severity == 2 {
		d.Severity = fixedits.SeverityError
	}
	if m.Fatal {
		d.Phase = fixedits.PhaseSyntax
	}
	return d
}

func add(result *adapters.Result, files *adapters.Files, at adapters.Refusal, m *message) {
	d := findingOf(at, m)
	d.Line = 0 // of the start
	from := position.Position{Line: max(m.Line, 1), Column: max(m.Column, 1)}
	to := from
	if m.EndLine > 0 {
		to = position.Position{Line: m.EndLine, Column: m.EndColumn}
	}
	start, end, err := files.Range(d.Path, adapters.ESLint, from, to)
	result.Locate(at, &d, adapters.ESLint, from.Line, start, end, err)
	var proposed []fixedits.Fix
	propose := func(f *fix, title string, safety fixedits.Safety) {
		if f == nil {
			return
		}
		edit, err := editOf(f, files, d.Path)
		if err != nil {
			result.Refuse(at, err)
			return
		}
		proposed = append(proposed, fixedits.Fix{
			Rule: d.Rule, Phase: d.Phase, Title: title, Safety: safety, Confidence: fixedits.ConfidenceMedium,
			Edits: []fixedits.Edit{*edit},
		})
	}
	propose(m.Fix, "Apply the fix of "+at.ID, fixedits.SafetySafe)
	for _, s := range m.Suggestions {
		propose(s.Fix, cmp.Or(s.Desc, "Apply a suggestion of "+at.ID), fixedits.SafetySuggestion)
	}
	result.Add(at, d, proposed...)
}

// editOf returns the edit of a fix. One that begins at -1 deletes the byte order
// mark, too.
func editOf(f *fix, files *adapters.Files, path string) (*fixedits.Edit, error) {
	from, mark := f.Range[0], f.Range[0] == -1
	if mark {
		from = 0
	}
	start, end, err := files.Span(path, adapters.ESLint, from, f.Range[1])
	if mark {
		start = 0
	}
	return &fixedits.Edit{Path: path, Start: start, End: end, New: []byte(f.Text)}, err
}
