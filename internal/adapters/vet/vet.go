// Package vet reads the output of `go vet -json`, and of any other program of
// golang.org/x/tools/go/analysis with -json.
//
// The format is golang.org/x/tools/go/analysis/unitchecker's: a stream of
// objects, of packages, of analyzers, of lists of diagnostics.
package vet

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
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
type Adapter struct {
	// Analysis is set for the program of an autofix_go_checker. Its rules are
	// named go/ANALYZER. An analyzer that failed is a finding of its rule, an
	// error, and the findings of the others are used.
	Analysis bool
}

// A tree has, by package and analyzer, a list of diagnostics, or an object with
// the error of an analyzer that failed.
type tree map[string]map[string]json.RawMessage

type diagnostic struct {
	Category       string    `json:"category"`
	Posn           string    `json:"posn"` // FILE:LINE:COLUMN
	End            string    `json:"end"`  // may be empty: older versions have none
	Message        string    `json:"message"`
	SuggestedFixes []fix     `json:"suggested_fixes"`
	Related        []related `json:"related"`
}

// A related place has more to say about a diagnostic.
type related struct {
	Posn    string `json:"posn"`
	End     string `json:"end"` // may be empty
	Message string `json:"message"`
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

// Read implements adapters.Adapter. An analyzer that failed is an error, except
// for an Analysis.
func (a Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
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
						a.add(result, files, index, analyzer, d, dir)
						index++
					})
				} else if failed, ok := errors.AsType[failedError](err); ok && a.Analysis {
					err = a.addFailure(result, files, analyzer, failed)
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

// A failedError is the error of an analyzer that has no findings because it
// failed.
type failedError string

func (e failedError) Error() string { return "failed: " + string(e) }

func diagnosticsOf(text json.RawMessage) (*adapters.List[diagnostic], error) {
	var broken struct {
		Err string `json:"error"`
	}
	if json.Unmarshal(text, &broken) == nil && broken.Err != "" {
		return nil, failedError(broken.Err)
	}
	var found adapters.List[diagnostic]
	err := json.Unmarshal(text, &found)
	return &found, err
}

// rule returns the rule of an analyzer.
func (a Adapter) rule(analyzer string) string {
	if a.Analysis {
		return "go/" + analyzer
	}
	return "vet/" + analyzer
}

// addFailure adds a finding about an analyzer that failed, in the first file:
// nothing says where.
func (a Adapter) addFailure(result *adapters.Result, files *adapters.Files, analyzer string, failed failedError) error {
	given := files.Given()
	if len(given) == 0 {
		return failed
	}
	result.Add(adapters.Refusal{Index: -1, ID: analyzer}, fixedits.Diagnostic{
		Rule: a.rule(analyzer), Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityError,
		Message: fmt.Sprintf("the analyzer %s has found nothing here: it %s", analyzer, string(failed)),
		Path:    given[0].Path,
	})
	return nil
}

func (a Adapter) add(result *adapters.Result, files *adapters.Files, index int, analyzer string, d *diagnostic, dir string) {
	at := adapters.Refusal{Index: index, ID: analyzer}
	finding := fixedits.Diagnostic{
		Rule: a.rule(analyzer), Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: d.Message,
	}
	if d.Category != analyzer {
		finding.Category = d.Category
	}
	var elsewhere []fixedits.Related
	for i := range d.Related {
		if !relate(result, files, &finding, &d.Related[i], dir) {
			elsewhere = append(elsewhere, d.Related[i].told())
		}
	}
	finding.Message = fixedits.WithRelated(finding.Message, elsewhere)
	name, from, err := place(d.Posn)
	if err != nil {
		result.RefuseFinding(at, finding, err)
		return
	}
	to := endOf(d.End, from)
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

// endOf returns the end of a diagnostic, or where it starts if it has none.
func endOf(posn string, start position.Position) position.Position {
	if _, end, err := place(posn); err == nil {
		return end
	}
	return start
}

// relate adds a related place to a finding, and reports whether it did: the
// place is in a given file.
func relate(result *adapters.Result, files *adapters.Files, finding *fixedits.Diagnostic, r *related, dir string) bool {
	name, from, err := place(r.Posn)
	if err != nil {
		return false
	}
	path, err := files.Find(name, dir)
	if err != nil {
		return false
	}
	start, end, err := files.Range(path, adapters.GoColumns, from, endOf(r.End, from))
	return err == nil && result.Relate(finding, path, start, end, r.Message)
}

// told returns a related place for the message: nothing is known about its file.
func (r *related) told() fixedits.Related {
	told := fixedits.Related{Message: r.Message}
	if name, at, err := place(r.Posn); err == nil {
		told.Path, told.Line, told.Column = shown(name), at.Line, at.Column
	}
	return told
}

// shown returns a name that is the same on all machines: a path below the
// working folder, and the last part of other paths.
func shown(name string) string {
	slashed := path.Clean(filepath.ToSlash(name))
	if _, below, ok := strings.Cut(slashed, "/bin/"); ok && strings.HasPrefix(slashed, "bazel-out/") {
		return below // the folder differs with the configuration
	}
	if path.IsAbs(slashed) || filepath.IsAbs(name) || strings.HasPrefix(slashed, "../") {
		return path.Base(slashed)
	}
	return slashed
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
