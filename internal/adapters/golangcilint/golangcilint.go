// Package golangcilint reads the output of
// `golangci-lint run --output.json.path=stdout`.
//
// The format is golangci-lint's printers.JSONResult.
package golangcilint

import (
	"cmp"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the issues. Rules are named golangci-lint/LINTER, such as
// golangci-lint/misspell. Issues have the severity that golangci-lint gives
// them, else they are warnings. Nothing is said about the safety of a fix: it
// is a suggestion.
type Adapter struct{}

type output struct {
	Issues adapters.List[issue]
}

type issue struct {
	FromLinter string
	Text       string
	Severity   string
	Pos        struct {
		Filename     string
		Line, Column int
	} // 1-based; a column of 0 is not known
	LineRange *struct {
		From, To int
	} // 1-based; nil: the line of Pos
	SourceLines    []string // of the range
	SuggestedFixes []struct {
		Message   string
		TextEdits []struct {
			Pos, End int    // bytes
			NewText  []byte // base64
		}
	}
}

// Whole returns an error if a required part is missing.
func (i *issue) Whole() error {
	if i.FromLinter == "" {
		return adapters.NoMember("FromLinter")
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
	if !found.Issues.Set {
		return nil, adapters.NoMember("Issues")
	}
	err = found.Issues.Each(result, func(index int, i *issue) {
		add(result, files, index, i, dir)
	})
	return result, err
}

func add(result *adapters.Result, files *adapters.Files, index int, i *issue, dir string) {
	at := adapters.Refusal{Index: index, ID: i.FromLinter}
	d := fixedits.Diagnostic{
		Rule: "golangci-lint/" + i.FromLinter, Phase: fixedits.PhaseSemantic, Severity: severityOf(i.Severity), Message: i.Text,
	}
	var err error
	if d.Path, err = files.Find(i.Pos.Filename, dir); err != nil {
		d.Line = i.Pos.Line
		result.RefuseFinding(at, d, err)
		return
	}
	at.Path = d.Path
	place := position.Position{Line: max(i.Pos.Line, 1), Column: max(i.Pos.Column, 1)}
	start, end, err := files.Range(d.Path, adapters.GoColumns, place, place)
	result.Locate(at, &d, adapters.GoColumns, place.Line, start, end, err)
	i.compare(files, d.Path)
	var fixes []fixedits.Fix
	for _, suggested := range i.SuggestedFixes {
		fix := fixedits.Fix{
			Rule: d.Rule, Phase: d.Phase, Title: cmp.Or(suggested.Message, "Apply the fix of "+i.FromLinter),
			Confidence: fixedits.ConfidenceMedium,
		}
		var refused error
		for _, e := range suggested.TextEdits {
			start, end, err := files.Span(d.Path, adapters.InBytes, e.Pos, e.End)
			refused = cmp.Or(refused, err)
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: d.Path, Start: start, End: end, New: e.NewText})
		}
		if refused != nil {
			result.Refuse(at, refused)
			continue
		}
		fixes = append(fixes, fix)
	}
	result.Add(at, d, fixes...)
}

// compare compares the lines of an issue with the lines of the file.
func (i *issue) compare(files *adapters.Files, path string) {
	lines, err := files.Lines(path, position.LF)
	if err != nil || len(i.SourceLines) == 0 {
		return
	}
	first := i.Pos.Line
	if i.LineRange != nil && i.LineRange.From > 0 {
		first = i.LineRange.From
	}
	if last := first + len(i.SourceLines) - 1; first >= 1 && last <= lines.Lines() {
		files.Holds(path, lines.Start(first), lines.End(last), []byte(strings.Join(i.SourceLines, "\n")))
	}
}

func severityOf(severity string) fixedits.Severity {
	switch severity {
	case "error", "high", "critical":
		return fixedits.SeverityError
	case "info", "low", "style", "note":
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityWarning
}
