package main

import (
	"cmp"
	"encoding/json"
	"log"

	"golang.org/x/tools/go/analysis"
)

// The output is that of `go vet -json`: by package and analyzer, a list of
// diagnostics, or an object with the error of an analyzer that failed.
// internal/adapters/vet reads it.
type (
	diagnostic struct {
		Category string    `json:"category,omitempty"`
		Posn     string    `json:"posn"` // FILE:LINE:COLUMN
		End      string    `json:"end"`
		Message  string    `json:"message"`
		Fixes    []fix     `json:"suggested_fixes,omitempty"`
		Related  []related `json:"related,omitempty"`
	}

	fix struct {
		Message string `json:"message"`
		Edits   []edit `json:"edits"`
	}

	edit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"` // bytes
		End      int    `json:"end"`   // bytes
		New      string `json:"new"`
	}

	related struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}

	failure struct {
		Error string `json:"error"`
	}
)

// findings returns the output for the package of a path. What failed is said on
// standard error, too.
func (p *loaded) findings(path string, actions []*action) ([]byte, error) {
	byAnalyzer := map[string]any{}
	for _, a := range actions {
		switch {
		case a.err != nil:
			log.Printf("the analyzer %s on %s: it %v", a.analyzer.Name, path, a.err)
			byAnalyzer[a.analyzer.Name] = failure{Error: a.err.Error()}
		case len(a.found) > 0:
			var all []diagnostic
			for _, d := range a.found {
				all = append(all, p.diagnostic(&d))
			}
			byAnalyzer[a.analyzer.Name] = all
		}
	}
	text, err := json.MarshalIndent(map[string]any{path: byAnalyzer}, "", "\t")
	return append(text, '\n'), err
}

func (p *loaded) diagnostic(d *analysis.Diagnostic) diagnostic {
	shown := diagnostic{
		Category: d.Category,
		Posn:     p.fset.Position(d.Pos).String(),
		End:      p.fset.Position(cmp.Or(d.End, d.Pos)).String(),
		Message:  d.Message,
	}
	for _, f := range d.SuggestedFixes {
		one := fix{Message: f.Message}
		for _, e := range f.TextEdits {
			one.Edits = append(one.Edits, edit{
				Filename: p.fset.File(e.Pos).Name(),
				Start:    p.fset.Position(e.Pos).Offset,
				End:      p.fset.Position(e.End).Offset,
				New:      string(e.NewText),
			})
		}
		shown.Fixes = append(shown.Fixes, one)
	}
	for _, r := range d.Related {
		shown.Related = append(shown.Related, related{
			Posn:    p.fset.Position(r.Pos).String(),
			End:     p.fset.Position(cmp.Or(r.End, r.Pos)).String(),
			Message: r.Message,
		})
	}
	return shown
}
