package report

import (
	"encoding/json"
	"io"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// reviewdog's diagnostic format. Columns are 1-based and in bytes; ends are
// exclusive.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
)

// RDJSON writes the findings in the rdjson format of reviewdog. A suggestion
// cannot have a second file, a file that is created or deleted, or bytes that
// are not UTF-8, and all suggestions of a finding are applied together. So only
// the first usable alternative is suggested, and none if one of its edits
// cannot be expressed.
func RDJSON(out io.Writer, f *Findings) error {
	result := rdResult{
		Source:      rdSource{Name: f.artifact.Tool.Name},
		Diagnostics: make([]rdDiagnostic, 0, len(f.artifact.Diagnostics)),
	}
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		result.Diagnostics = append(result.Diagnostics, rdDiagnostic{
			Message:     d.Message,
			Location:    rdLocation{Path: d.Path, Range: f.rdRange(d)},
			Severity:    rdSeverity(d.Severity),
			Code:        rdCode{Value: d.Rule},
			Suggestions: f.rdSuggestions(d),
		})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(result)
}

func (f *Findings) rdRange(d *fixedits.Diagnostic) rdRange {
	index := f.linesOf(d.Path)
	if index == nil {
		return rdRange{Start: rdPosition{Line: d.Line, Column: d.Column}}
	}
	return rdRangeOf(index, d.Start, d.End)
}

func (f *Findings) rdSuggestions(d *fixedits.Diagnostic) []rdSuggestion {
	fix := f.firstUsable(d)
	index := f.linesOf(d.Path)
	if fix == nil || index == nil {
		return nil
	}
	var suggestions []rdSuggestion
	for _, edit := range fix.Edits {
		if edit.Kind != fixedits.EditText || edit.Path != d.Path || !utf8.Valid(edit.New) {
			return nil
		}
		suggestions = append(suggestions, rdSuggestion{
			Range: rdRangeOf(index, edit.Start, edit.End),
			Text:  string(edit.New),
		})
	}
	return suggestions
}

func rdRangeOf(index *position.Text, start, end int) rdRange {
	from, to := rdPosition(index.Position(start, position.Columns{})), rdPosition(index.Position(end, position.Columns{}))
	return rdRange{Start: from, End: &to}
}

func rdSeverity(s fixedits.Severity) string {
	switch s {
	case fixedits.SeverityError:
		return "ERROR"
	case fixedits.SeverityWarning:
		return "WARNING"
	default:
		return "INFO"
	}
}
