// Package ruff reads the output of `ruff check --output-format=json`.
//
// The format is that of ruff's emitter:
// https://docs.astral.sh/ruff/settings/#output-format.
package ruff

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the findings. Rules are named ruff/CODE, such as ruff/F401. A
// file that does not parse has findings of the rule ruff/invalid-syntax, which
// are errors; all others are warnings.
//
// A fix that ruff calls safe is safe, and one that it calls unsafe is unsafe.
// One that ruff only displays is unsafe, with a low confidence.
type Adapter struct{}

// A finding is one element of the output.
type finding struct {
	Cell     *int                   `json:"cell"` // of a notebook
	Code     *string                `json:"code"`
	Filename string                 `json:"filename"`
	Location adapters.Member[place] `json:"location"`
	End      place                  `json:"end_location"`
	Message  string                 `json:"message"`
	Fix      *fix                   `json:"fix"`
}

type fix struct {
	Applicability string `json:"applicability"`
	Message       string `json:"message"`
	Edits         []edit `json:"edits"`
}

type edit struct {
	Content  string `json:"content"`
	Location place  `json:"location"`
	End      place  `json:"end_location"`
}

type place struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

func (p place) position() position.Position { return position.Position{Line: p.Row, Column: p.Column} }

// Whole returns an error if a required part is missing.
func (f *finding) Whole() error {
	switch {
	case f.Filename == "":
		return adapters.NoMember("filename")
	case !f.Location.Set:
		return adapters.NoMember("location")
	case f.Message == "":
		return adapters.NoMember("message")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	err := adapters.EachElement(in, result, func(index int, f *finding) {
		code := "invalid-syntax"
		if f.Code != nil {
			code = *f.Code
		}
		at := adapters.Refusal{Index: index, ID: code}
		d := fixedits.Diagnostic{
			Rule: "ruff/" + code, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning,
			Message: f.Message, Line: f.Location.Value.Row,
		}
		if code == "invalid-syntax" {
			d.Phase, d.Severity = fixedits.PhaseSyntax, fixedits.SeverityError
		}
		path, err := files.Find(f.Filename, dir)
		if err != nil {
			result.RefuseFinding(at, d, err)
			return
		}
		d.Path, at.Path, d.Line = path, path, 0
		if f.Cell != nil {
			d.Message = fmt.Sprintf("%s (line %d of cell %d)", d.Message, f.Location.Value.Row, *f.Cell)
			result.RefuseFinding(at, d, errNotebook)
			return
		}
		from := f.Location.Value.position()
		start, end, err := files.Range(path, adapters.Ruff, from, f.End.position())
		result.Locate(at, &d, adapters.Ruff, from.Line, start, end, err)
		if f.Fix == nil {
			result.Add(at, d)
			return
		}
		proposed, err := fixOf(f.Fix, &d, files)
		if err != nil {
			result.Refuse(at, err)
			result.Add(at, d)
			return
		}
		result.Add(at, d, *proposed)
	})
	return result, err
}

// errNotebook refuses findings in notebooks, with places in a cell.
var errNotebook = errors.New("in a cell of a notebook, whose place in the file is not known")

// fixOf returns the fix of a finding.
func fixOf(f *fix, d *fixedits.Diagnostic, files *adapters.Files) (*fixedits.Fix, error) {
	proposed := &fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase, Title: cmp.Or(f.Message, "Apply the fix of "+d.Rule),
		Safety: fixedits.SafetyUnsafe, Confidence: fixedits.ConfidenceMedium,
	}
	switch f.Applicability {
	case "safe":
		proposed.Safety, proposed.Confidence = fixedits.SafetySafe, fixedits.ConfidenceHigh
	case "unsafe":
	default: // "display", and what later versions may add
		proposed.Confidence = fixedits.ConfidenceLow
	}
	for _, e := range f.Edits {
		start, end, err := files.Range(d.Path, adapters.Ruff, e.Location.position(), e.End.position())
		if err != nil {
			return nil, err
		}
		proposed.Edits = append(proposed.Edits, fixedits.Edit{Path: d.Path, Start: start, End: end, New: []byte(e.Content)})
	}
	return proposed, nil
}
