package report

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
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
		Source      *rdSource      `json:"source,omitempty"` // of rdjsonl
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

// rdName is the source of the diagnostics, whatever checker found them: this
// tool counts the columns, and readers know how others get them wrong.
const rdName = "autofix"

// rdMost bounds how much text between the edits of a fix a suggestion repeats,
// in bytes.
const rdMost = 16 << 10

// RDJSON writes the findings in the rdjson format of reviewdog. The suggestions
// of a finding are alternatives to some readers, and all applied by others. So
// there is at most one: all of the first usable fix, with the text between its
// edits. A suggestion cannot have a second file, a file that is created or
// deleted, or bytes that are not UTF-8; such a fix is not suggested.
func RDJSON(out io.Writer, f *Findings) error {
	result := rdResult{
		Source:      rdSource{Name: rdName},
		Diagnostics: make([]rdDiagnostic, 0, len(f.artifact.Diagnostics)),
	}
	for i := range f.artifact.Diagnostics {
		result.Diagnostics = append(result.Diagnostics, f.rdDiagnostic(&f.artifact.Diagnostics[i]))
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(result)
}

// RDJSONLines writes the findings as RDJSON does, one per line. Without
// findings there is no line.
func RDJSONLines(out io.Writer, f *Findings) error {
	w := bufio.NewWriter(out)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for i := range f.artifact.Diagnostics {
		d := f.rdDiagnostic(&f.artifact.Diagnostics[i])
		d.Source = &rdSource{Name: rdName}
		if err := encoder.Encode(d); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (f *Findings) rdDiagnostic(d *fixedits.Diagnostic) rdDiagnostic {
	return rdDiagnostic{
		Message:     inWords(d),
		Location:    rdLocation{Path: d.Path, Range: f.rdRange(d)},
		Severity:    rdSeverity(d.Severity),
		Code:        rdCode{Value: d.Rule},
		Suggestions: f.rdSuggestions(d),
	}
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
	edits := slices.Clone(fix.Edits)
	fixedits.SortEdits(edits)
	text := f.known[d.Path]
	var replacement []byte
	between, at := 0, -1
	for _, edit := range edits {
		if edit.Kind != fixedits.EditText || edit.Path != d.Path || at > edit.Start || edit.End > len(text) {
			return nil
		}
		if at >= 0 {
			replacement = append(replacement, text[at:edit.Start]...)
			between += edit.Start - at
		}
		replacement = append(replacement, edit.New...)
		at = edit.End
	}
	if at < 0 || between > rdMost || !utf8.Valid(replacement) {
		return nil
	}
	return []rdSuggestion{{Range: rdRangeOf(index, edits[0].Start, at), Text: string(replacement)}}
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
