// Package rdjson reads the Reviewdog Diagnostic Format: rdjson, one object with
// all diagnostics, and rdjsonl, one diagnostic a line.
//
// The format is documented at
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf.
package rdjson

import (
	"cmp"
	"errors"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads rdjson. Rules are named SOURCE/CODE, after the source of the
// diagnostics. The suggestions of a diagnostic are alternatives; nothing is
// said about their safety.
type Adapter struct{}

// LinesAdapter reads rdjsonl, as Adapter.
type LinesAdapter struct{}

// A Dialect is an adapter for a tool whose rules have other names.
type Dialect struct {
	// Rule returns the name of the rule of a code, which may be empty; if nil,
	// rules are named as Adapter has them.
	Rule func(code string) string
}

// others are the conventions of tools that count columns in another way than
// they should, by the name of the source.
var others = map[string]adapters.Convention{
	"Biome": adapters.Biome,
	"ruff":  adapters.Ruff,
}

// errOldBiome refuses suggestions of the versions of Biome before 2.6, which
// write no severity. Those before 2.5 have messages in place of the text of a
// fix: https://github.com/biomejs/biome/issues/10477.
var errOldBiome = errors.New("its fix is not used: versions of Biome before 2.6 may have written a message in its place")

type diagnostics struct {
	Diagnostics adapters.List[diagnostic] `json:"diagnostics"` // may be missing if it is empty
	Source      adapters.Member[source]   `json:"source"`
	Severity    string                    `json:"severity"`
	Message     adapters.Member[string]   `json:"message"` // of a diagnostic, in rdjsonl
}

type diagnostic struct {
	Message  string `json:"message"`
	Location struct {
		Path  string `json:"path"`
		Range *span  `json:"range"`
	} `json:"location"`
	Severity string `json:"severity"`
	Source   source `json:"source"`
	Code     struct {
		Value string `json:"value"`
	} `json:"code"`
	Suggestions []struct {
		Range *span  `json:"range"`
		Text  string `json:"text"`
	} `json:"suggestions"`
}

type source struct {
	Name string `json:"name"`
}

// A span is a range. Without an end it is empty; without columns it is the
// whole of its lines, except for the last line ending.
type span struct {
	Start place  `json:"start"`
	End   *place `json:"end"`
}

type place struct {
	Line   int `json:"line"`
	Column int `json:"column"` // bytes, from 1; 0 if missing
}

// Whole returns an error if a required part is missing.
func (d *diagnostic) Whole() error {
	if d.Location.Path == "" && (d.Code.Value == "" || d.Message == "") { // a finding may be about no file
		return adapters.NoMember("location.path")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	return Dialect{}.Read(in, files, dir)
}

// Read implements adapters.Adapter.
func (by Dialect) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	all, err := adapters.One[diagnostics](in)
	if err != nil {
		return nil, err
	}
	if !all.Diagnostics.Set && (!all.Source.Set || all.Message.Set) {
		return nil, adapters.NoMember("diagnostics")
	}
	err = all.Diagnostics.Each(result, func(index int, d *diagnostic) {
		d.Source.Name = cmp.Or(d.Source.Name, all.Source.Value.Name)
		d.Severity = cmp.Or(d.Severity, all.Severity)
		by.read(result, files, index, d, dir)
	})
	return result, err
}

// Read implements adapters.Adapter.
func (LinesAdapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	err := adapters.EachValue(in, result, func(index int, d *diagnostic) { Dialect{}.read(result, files, index, d, dir) })
	return result, err
}

func (by Dialect) read(result *adapters.Result, files *adapters.Files, index int, d *diagnostic, dir string) {
	at := adapters.Refusal{Index: index, ID: d.Code.Value}
	finding := fixedits.Diagnostic{
		Rule:     adapters.RuleOf(d.Source.Name, "rdjson", cmp.Or(d.Code.Value, "diagnostic")),
		Phase:    fixedits.PhaseSemantic,
		Severity: severityOf(d.Severity),
		Message:  d.Message,
	}
	convention := adapters.Rdjson
	if other, ok := others[d.Source.Name]; ok {
		convention = other
	}
	if by.Rule != nil {
		finding.Rule = by.Rule(d.Code.Value)
	}
	line := 0
	if d.Location.Range != nil {
		line = d.Location.Range.Start.Line
	}
	path, err := files.Find(d.Location.Path, dir)
	if err != nil {
		finding.Line = line
		result.RefuseFinding(at, finding, err)
		return
	}
	finding.Path, at.Path = path, path
	if d.Location.Range != nil {
		start, end, err := d.Location.Range.bytes(files, path, convention)
		result.Locate(at, &finding, convention, line, start, end, err)
	}
	if d.Source.Name == "Biome" && d.Severity == "" && len(d.Suggestions) > 0 {
		result.Refuse(at, errOldBiome)
		d.Suggestions = nil
	}
	var fixes []fixedits.Fix
	for _, suggestion := range d.Suggestions {
		fix := fixedits.Fix{
			Rule: finding.Rule, Phase: finding.Phase, Title: "Apply the suggestion of " + finding.Rule,
			Confidence: fixedits.ConfidenceMedium,
			Edits:      []fixedits.Edit{{Path: path, New: []byte(suggestion.Text)}},
		}
		edit := &fix.Edits[0]
		if suggestion.Range == nil {
			result.Refuse(at, errNoRange)
		} else if edit.Start, edit.End, err = suggestion.Range.bytes(files, path, convention); err != nil {
			result.Refuse(at, err)
		} else {
			fixes = append(fixes, fix)
		}
	}
	result.Add(at, finding, fixes...)
}

var errNoRange = errors.New("a suggestion has no range")

func (s *span) bytes(files *adapters.Files, path string, by adapters.Convention) (start, end int, err error) {
	from, to := s.Start, s.Start
	if s.End != nil {
		to = *s.End
	}
	if from.Column == 0 && to.Column == 0 {
		return files.WholeLines(path, by, from.Line, to.Line)
	}
	return files.Range(path, by, from.position(), to.position())
}

func (p place) position() position.Position {
	return position.Position{Line: p.Line, Column: max(p.Column, 1)}
}

func severityOf(severity string) fixedits.Severity {
	switch severity {
	case "ERROR":
		return fixedits.SeverityError
	case "INFO":
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityWarning
}
