package report

import (
	"bytes"
	"io"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// The files of the findings that the tests show: characters of one to four
// bytes, CRLF, and no final newline.
var fixtureTexts = map[string]string{
	"a.txt":     "héllo 😀 world  \nnext\t\n",
	"b c%.txt":  "one\r\ntwo",
	"bytes.bin": "x\xffy\n",
}

// fixtureFindings has a finding of each severity, a fix of each safety,
// alternatives, a fix of two files, one with bytes that are not UTF-8, and one
// that is not resolved yet.
func fixtureFindings(t *testing.T) *Findings {
	t.Helper()
	a := artifact.New(artifact.Tool{Name: "autofix", Version: "1.2.3"}, "//pkg:target")
	add := func(rule string, severity fixedits.Severity, message, path string, start, end int, fixes ...fixedits.Fix) {
		index := position.New([]byte(fixtureTexts[path]), position.LF).Position(start, position.Columns{})
		d := fixedits.Diagnostic{
			ID: "d-" + rule, Rule: rule, Phase: fixedits.PhaseStyle, Severity: severity, Message: message,
			Path: path, Start: start, End: end, Line: index.Line, Column: index.Column,
		}
		for _, fix := range fixes {
			fix.Rule = rule
			d.Fixes = append(d.Fixes, fix.ID)
			a.Fixes = append(a.Fixes, fix)
		}
		a.Diagnostics = append(a.Diagnostics, d)
	}
	for path, text := range fixtureTexts {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, []byte(text)))
	}
	edit := func(path string, start, end int, text string) fixedits.Edit {
		return fixedits.Edit{Path: path, Start: start, End: end, New: []byte(text)}
	}
	fix := func(id, title string, safety fixedits.Safety, edits ...fixedits.Edit) fixedits.Fix {
		return fixedits.Fix{ID: id, Title: title, Safety: safety, Phase: fixedits.PhaseStyle, Confidence: fixedits.ConfidenceHigh, Edits: edits}
	}
	add("text/blanks", fixedits.SeverityWarning, "trailing blanks", "a.txt", 17, 19,
		fix("f1", "Remove the blanks", fixedits.SafetySafe, edit("a.txt", 17, 19, ""), edit("a.txt", 24, 25, "")))
	add("spell/world", fixedits.SeverityInfo, "100% \"world\":\nreally, no", "a.txt", 12, 17,
		fix("f2", "Say 🌍", fixedits.SafetySuggestion, edit("a.txt", 12, 17, "🌍")),
		fix("f3", "Say it loud", fixedits.SafetyUnsafe, edit("a.txt", 12, 17, "WORLD<&>")))
	add("text/newline", fixedits.SeverityError, "no newline at the end", "b c%.txt", 8, 8,
		fix("f4", "Add it, here and there", fixedits.SafetySafe, edit("a.txt", 0, 0, "# "), edit("b c%.txt", 8, 8, "\r\n")))
	add("bin/bytes", fixedits.SeverityWarning, "strange byte", "bytes.bin", 1, 2,
		fix("f5", "Another byte", fixedits.SafetySafe, edit("bytes.bin", 1, 2, "\xfe")))
	ai := fix("f6", "Ask", fixedits.SafetySafe)
	ai.Resolver = &fixedits.Resolver{ID: "ai-autofix"}
	add("ai/ask", fixedits.SeverityWarning, "hard", "a.txt", 0, 23, ai)
	a.Normalize()
	rules := []Rule{{Name: "text/blanks", Summary: "blanks at the end of a line", Help: "Nobody sees them."}}
	return NewFindings(a, rules, func(path string) []byte {
		if text, ok := fixtureTexts[path]; ok {
			return []byte(text)
		}
		return nil
	})
}

// rendered returns what write writes.
func rendered(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
