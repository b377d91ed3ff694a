// Package vet reads the output of `go vet -json`, and of any other program of
// golang.org/x/tools/go/analysis with -json.
//
// The format is golang.org/x/tools/go/analysis/unitchecker's: a stream of
// objects, of packages, of analyzers, of lists of diagnostics.
package vet

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the diagnostics. Rules are named vet/ANALYZER, such as
// vet/printf. An analyzer's suggested fixes are alternatives, and suggestions:
// nothing is said about their safety.
//
// A package is checked with and without its tests; a finding of both is
// reported once.
type Adapter struct{}

// A tree has, by package and analyzer, a list of diagnostics, or an object with
// the error of an analyzer that failed.
type tree map[string]map[string]json.RawMessage

type diagnostic struct {
	Posn           string `json:"posn"` // FILE:LINE:COLUMN
	End            string `json:"end"`  // may be empty: older versions have none
	Message        string `json:"message"`
	SuggestedFixes []fix  `json:"suggested_fixes"`
}

type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

type edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"` // bytes
	End      int    `json:"end"`   // bytes
	New      string `json:"new"`
}

// Read implements adapters.Adapter. An analyzer that failed is an error.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	index := 0 // of the diagnostic, over all packages
	var failed error
	err := adapters.EachValue(in, result, func(value int, t *tree) {
		if *t == nil {
			failed = cmp.Or(failed, fmt.Errorf("value %d: null is not the findings of a package", value+1))
		}
		for _, pkg := range slices.Sorted(maps.Keys(*t)) {
			analyzers := (*t)[pkg]
			for _, analyzer := range slices.Sorted(maps.Keys(analyzers)) {
				found, err := diagnosticsOf(analyzers[analyzer])
				if err == nil {
					err = found.Each(result, func(_ int, d *diagnostic) {
						add(result, files, index, analyzer, d, dir)
						index++
					})
				}
				if err != nil {
					failed = cmp.Or(failed, fmt.Errorf("package %s: analyzer %s: %w", pkg, analyzer, err))
				}
			}
		}
	})
	return result, cmp.Or(err, failed)
}

// Whole returns an error if a required part is missing.
func (d *diagnostic) Whole() error {
	if d.Posn == "" {
		return adapters.NoMember("posn")
	}
	return nil
}

func diagnosticsOf(text json.RawMessage) (*adapters.List[diagnostic], error) {
	var broken struct {
		Err string `json:"error"`
	}
	if json.Unmarshal(text, &broken) == nil && broken.Err != "" {
		return nil, fmt.Errorf("failed: %s", broken.Err)
	}
	var found adapters.List[diagnostic]
	err := json.Unmarshal(text, &found)
	return &found, err
}

func add(result *adapters.Result, files *adapters.Files, index int, analyzer string, d *diagnostic, dir string) {
	at := adapters.Refusal{Index: index, ID: analyzer}
	finding := fixedits.Diagnostic{
		Rule: "vet/" + analyzer, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: d.Message,
	}
	name, from, err := place(d.Posn)
	if err != nil {
		result.RefuseFinding(at, finding, err)
		return
	}
	to := from
	if _, end, err := place(d.End); err == nil {
		to = end
	}
	if finding.Path, err = files.Find(name, dir); err != nil {
		finding.Line = from.Line
		result.RefuseFinding(at, finding, err)
		return
	}
	at.Path = finding.Path
	start, end, err := files.Range(finding.Path, adapters.GoColumns, from, to)
	result.Locate(at, &finding, adapters.GoColumns, from.Line, start, end, err)
	var fixes []fixedits.Fix
	for i := range d.SuggestedFixes {
		fix, err := fixOf(files, &d.SuggestedFixes[i], &finding, dir)
		if err != nil {
			result.Refuse(at, err)
			continue
		}
		fixes = append(fixes, *fix)
	}
	result.Add(at, finding, fixes...)
}

func fixOf(files *adapters.Files, f *fix, d *fixedits.Diagnostic, dir string) (*fixedits.Fix, error) {
	fix := &fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase, Title: cmp.Or(f.Message, "Apply the fix of "+d.Rule),
		Confidence: fixedits.ConfidenceMedium,
	}
	for _, e := range f.Edits {
		path, err := files.Find(e.Filename, dir)
		if err != nil {
			return nil, err
		}
		start, end, err := files.Span(path, adapters.InBytes, e.Start, e.End)
		if err != nil {
			return nil, err
		}
		fix.Edits = append(fix.Edits, fixedits.Edit{Path: path, Start: start, End: end, New: []byte(e.New)})
	}
	return fix, nil
}

// place splits FILE:LINE:COLUMN, or FILE:LINE. The name may have colons.
func place(posn string) (name string, at position.Position, err error) {
	rest, last, ok := cutLastNumber(posn)
	if !ok {
		return "", at, fmt.Errorf("%q is not a position: expected FILE:LINE:COLUMN", posn)
	}
	if name, line, ok := cutLastNumber(rest); ok {
		return name, position.Position{Line: line, Column: last}, nil
	}
	return rest, position.Position{Line: last, Column: 1}, nil
}

// cutLastNumber cuts :NUMBER off the end of a text.
func cutLastNumber(text string) (rest string, number int, ok bool) {
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		return text, 0, false
	}
	number, err := strconv.Atoi(text[colon+1:])
	return text[:colon], number, err == nil
}
