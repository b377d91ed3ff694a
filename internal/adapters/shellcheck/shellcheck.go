// Package shellcheck reads the output of `shellcheck --format=json1`.
//
// The format is documented at https://www.shellcheck.net/wiki/Integration.
package shellcheck

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the comments. Rules are named shellcheck/CODE, such as
// shellcheck/SC2086. ShellCheck's levels error and warning are error and
// warning, info and style are info. It says nothing about the safety of a fix:
// it is a suggestion.
type Adapter struct{}

type output struct {
	Comments adapters.List[comment] `json:"comments"`
}

type comment struct {
	File    string `json:"file"`
	Level   string `json:"level"`
	Code    int    `json:"code"`
	Message string `json:"message"`
	place
	Fix *struct {
		Replacements []replacement `json:"replacements"`
	} `json:"fix"`
}

// A replacement is an edit. Of insertions at one place, the one with the
// highest precedence comes first.
type replacement struct {
	place
	Precedence  int    `json:"precedence"`
	Replacement string `json:"replacement"`
}

type place struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
}

// Whole returns an error if a required part is missing.
func (c *comment) Whole() error {
	switch {
	case c.File == "":
		return adapters.NoMember("file")
	case c.Level == "":
		return adapters.NoMember("level")
	case c.Code == 0:
		return adapters.NoMember("code")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	found, err := adapters.One[output](in)
	if err != nil {
		return nil, err
	}
	if !found.Comments.Set {
		return nil, adapters.NoMember("comments")
	}
	err = found.Comments.Each(result, func(index int, c *comment) {
		add(result, files, index, c, dir)
	})
	return result, err
}

func (c *comment) id() string { return fmt.Sprintf("SC%04d", c.Code) }

func add(result *adapters.Result, files *adapters.Files, index int, c *comment, dir string) {
	at := adapters.Refusal{Index: index, ID: c.id()}
	d := fixedits.Diagnostic{
		Rule: "shellcheck/" + c.id(), Phase: fixedits.PhaseSemantic, Severity: severityOf(c.Level), Message: c.Message, Line: c.Line,
	}
	if c.Level == "error" && c.Code < 2000 { // SC1xxx are about syntax
		d.Phase = fixedits.PhaseSyntax
	}
	var err error
	if d.Path, err = files.Find(c.File, dir); err != nil {
		result.RefuseFinding(at, d, err)
		return
	}
	at.Path, d.Line = d.Path, 0
	start, end, err := c.place.span(files, d.Path)
	result.Locate(at, &d, adapters.ShellCheck, c.Line, start, end, err)
	if c.Fix == nil || len(c.Fix.Replacements) == 0 {
		result.Add(at, d)
		return
	}
	fix := fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase, Title: "Apply the fix of " + c.id(),
		Confidence: fixedits.ConfidenceMedium,
	}
	slices.SortStableFunc(c.Fix.Replacements, func(a, b replacement) int { return cmp.Compare(b.Precedence, a.Precedence) })
	for _, r := range c.Fix.Replacements {
		start, end, err := r.place.span(files, d.Path)
		if err != nil {
			result.Refuse(at, err)
			result.Add(at, d)
			return
		}
		fix.Edits = append(fix.Edits, fixedits.Edit{Path: d.Path, Start: start, End: end, New: []byte(r.Replacement)})
	}
	result.Add(at, d, fix)
}

func (p place) span(files *adapters.Files, path string) (start, end int, err error) {
	return files.Range(path, adapters.ShellCheck,
		position.Position{Line: p.Line, Column: p.Column}, position.Position{Line: p.EndLine, Column: p.EndColumn})
}

func severityOf(level string) fixedits.Severity {
	switch level {
	case "error":
		return fixedits.SeverityError
	case "warning":
		return fixedits.SeverityWarning
	}
	return fixedits.SeverityInfo
}
