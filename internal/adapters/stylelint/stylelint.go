// Package stylelint reads the output of
// `stylelint --formatter=json --compute-edit-info`.
//
// The format is documented at
// https://stylelint.io/user-guide/options/#formatter.
package stylelint

import (
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the findings. Rules are named stylelint/RULE, such as
// stylelint/color-hex-length. Stylelint says nothing about the safety of its
// fixes: they are suggestions.
type Adapter struct{}

// A file is one element of the output.
type file struct {
	Source   string                     `json:"source"`
	Warnings adapters.Member[[]warning] `json:"warnings"`
}

type warning struct {
	Rule      string `json:"rule"`
	Severity  string `json:"severity"`
	Text      string `json:"text"`
	Line      int    `json:"line"` // 0 if it is about the whole file
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"` // 0 if not known
	EndColumn int    `json:"endColumn"`
	Fix       *struct {
		Range [2]int `json:"range"` // code units without the byte order mark
		Text  string `json:"text"`
	} `json:"fix"`
}

// syntaxError is the rule of a file that does not parse.
const syntaxError = "CssSyntaxError"

// Whole returns an error if a required part is missing.
func (f *file) Whole() error {
	if f.Source == "" {
		return adapters.NoMember("source")
	}
	if !f.Warnings.Set {
		return adapters.NoMember("warnings")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	index := 0 // of the warning, over all files
	err := adapters.EachElement(in, result, func(_ int, f *file) {
		path, err := files.Find(f.Source, dir)
		for i := range f.Warnings.Value {
			w := &f.Warnings.Value[i]
			at := adapters.Refusal{Index: index, ID: w.Rule, Path: path}
			index++
			if err != nil {
				result.RefuseFinding(at, findingOf(at, w), err)
				continue
			}
			add(result, files, at, w)
		}
	})
	return result, err
}

// findingOf returns a warning without its place in bytes.
func findingOf(at adapters.Refusal, w *warning) fixedits.Diagnostic {
	d := fixedits.Diagnostic{
		Rule: "stylelint/" + w.Rule, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning,
		Message: w.Text, Path: at.Path, Line: w.Line,
	}
	if w.Severity == "error" {
		d.Severity = fixedits.SeverityError
	}
	if w.Rule == syntaxError {
		d.Phase = fixedits.PhaseSyntax
	}
	return d
}

func add(result *adapters.Result, files *adapters.Files, at adapters.Refusal, w *warning) {
	d := findingOf(at, w)
	d.Line = 0 // of the start
	from := position.Position{Line: max(w.Line, 1), Column: max(w.Column, 1)}
	to := from
	if w.EndLine > 0 {
		to = position.Position{Line: w.EndLine, Column: w.EndColumn}
	}
	start, end, err := files.Range(d.Path, adapters.Stylelint, from, to)
	if err != nil {
		// The end may be inside of a character: some rules add 1 to the start.
		start, end, err = files.Range(d.Path, adapters.Stylelint, from, from)
	}
	result.Locate(at, &d, adapters.Stylelint, from.Line, start, end, err)
	if w.Fix == nil {
		result.Add(at, d)
		return
	}
	fix := fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase, Title: "Apply the fix of " + w.Rule,
		Confidence: fixedits.ConfidenceMedium,
		Edits:      []fixedits.Edit{{Path: d.Path, New: []byte(w.Fix.Text)}},
	}
	edit := &fix.Edits[0]
	if edit.Start, edit.End, err = files.Span(d.Path, adapters.Stylelint, w.Fix.Range[0], w.Fix.Range[1]); err != nil {
		result.Refuse(at, err)
		result.Add(at, d)
		return
	}
	result.Add(at, d, fix)
}
